"""Operators on values: three-valued truth, comparison, conversion, arithmetic, functions tabulated by the engine."""

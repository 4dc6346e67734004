"""Symbolic values: what one cell can hold, how alternatives merge, and how they compare."""

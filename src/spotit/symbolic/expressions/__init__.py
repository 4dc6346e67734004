"""Scalar expressions of a plan, evaluated on a symbolic row."""

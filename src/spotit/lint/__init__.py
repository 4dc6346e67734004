"""Remarks on a single query: constructs that are valid SQL and seldom what their author meant."""

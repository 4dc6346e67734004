"""Expressions of the plan over one column, as classifiers of its values."""

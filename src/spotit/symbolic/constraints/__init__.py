"""Constraints as terms over the cells that the queries read: a file per kind."""

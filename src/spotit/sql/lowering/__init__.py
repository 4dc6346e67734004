"""Syntax tree to plan: every coercion and default of SQLite written out."""

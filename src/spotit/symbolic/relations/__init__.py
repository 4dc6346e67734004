"""Relational operators of a plan, executed on symbolic tables."""

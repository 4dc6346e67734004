"""Constructs of other dialects that SQLite lacks, in words that it has and that mean the same."""

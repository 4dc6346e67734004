"""What holds in every database of a schema, as values: one file per kind, each with its check on rows.

Their terms are in `symbolic/constraints/`, how broken rows are mended is in `search/refute/repair/`, and what SQLite
enforces by itself is in `engine/sqlite/enforce.py`. Each of these has a case for every kind, and mypy names what a new
kind lacks.
"""

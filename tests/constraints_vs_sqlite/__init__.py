"""Constraints held against rows in Python, against whether SQLite takes these rows."""

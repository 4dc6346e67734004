"""Text to plan, by SQLite's rules."""

from spotit.sql.lowering.query import lower_query

__all__ = ["lower_query"]

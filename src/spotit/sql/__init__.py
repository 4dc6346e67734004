"""Text to plan; the only importer of sqlglot."""

from spotit.sql.lower import lower_query

__all__ = ["lower_query"]

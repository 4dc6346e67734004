"""What can go wrong, as exceptions.

SpotitError
├── InvalidSql          a query (or DDL) that does not parse, or that the engine rejects
├── UnsupportedSql      valid SQL that the symbolic encoder does not cover
├── SchemaError         a schema that cannot be read
└── UsageError          wrong arguments or files, to be told to the user as it is
"""

from __future__ import annotations

from spotit.frozen import frozen


@frozen
class Span:
    """A half-open range of character offsets into one query's text."""

    start: int
    end: int

    def line_column(self, text: str) -> tuple[int, int]:
        """Return the 1-based line and column where the span starts in `text`."""
        before = text[: self.start]
        return before.count("\n") + 1, self.start - (before.rfind("\n") + 1) + 1

    def underline(self, text: str) -> str:
        """Return the source line of the span with the span marked by carets below it."""
        line_start = text.rfind("\n", 0, self.start) + 1
        line_end = text.find("\n", self.start)
        line = text[line_start : line_end if line_end >= 0 else len(text)]
        width = max(1, min(self.end, line_start + len(line)) - self.start)
        return f"{line}\n{' ' * (self.start - line_start)}{'^' * width}"


class SpotitError(Exception):
    """Base of every error that SpotIt raises on purpose."""


class InvalidSql(SpotitError):
    """A query that does not parse, or that the engine rejects."""

    def __init__(self, message: str, span: Span | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.span = span


class UnsupportedSql(SpotitError):
    """A construct that the symbolic encoder does not cover; `feature` is a short stable name for it."""

    def __init__(self, feature: str, span: Span | None = None) -> None:
        super().__init__(feature)
        self.feature = feature
        self.span = span


class SchemaError(SpotitError):
    """A schema that cannot be read."""


class UsageError(SpotitError):
    """Wrong arguments or input files."""


class OptionError(UsageError, ValueError):
    """A value that an option cannot have."""

"""Run every lint on a query."""

from __future__ import annotations

from spotit.lint.finding import Finding
from spotit.schema import Schema


def lint(sql: str, schema: Schema) -> tuple[Finding, ...]:
    """Return what there is to say about a query, in the order of its text."""
    return ()

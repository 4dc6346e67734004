"""The lints, and running them on a query."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from spotit.frozen import frozen
from spotit.lint import aggregates, conditions, rows
from spotit.lint.conditions import Remark
from spotit.lint.finding import Finding, Severity
from spotit.lint.reading import Reading, read
from spotit.schema import Schema


@frozen
class Lint:
    """One lint: a stable name, how serious a finding is, and what finds it."""

    name: str
    severity: Severity
    find: Callable[[Reading], Iterator[Remark]]

    @property
    def about(self) -> str:
        """What it finds, in a sentence or two."""
        return " ".join((self.find.__doc__ or "").split())


LINTS = (
    Lint("string-condition", Severity.WRONG, conditions.string_condition),
    Lint("constant-comparison", Severity.WRONG, conditions.constant_comparison),
    Lint("chained-comparison", Severity.WRONG, conditions.chained_comparison),
    Lint("self-comparison", Severity.WRONG, conditions.self_comparison),
    Lint("null-comparison", Severity.WRONG, conditions.null_comparison),
    Lint("contradiction", Severity.WRONG, conditions.contradiction),
    Lint("count-else", Severity.WRONG, aggregates.count_else),
    Lint("integer-percentage", Severity.WRONG, aggregates.integer_percentage),
    Lint("wildcard-equals", Severity.RISK, conditions.wildcard_equals),
    Lint("date-format", Severity.RISK, conditions.date_format),
    Lint("mixed-and-or", Severity.RISK, conditions.mixed_and_or),
    Lint("fan-out", Severity.RISK, aggregates.fan_out),
    Lint("integer-division", Severity.RISK, aggregates.integer_division),
    Lint("bare-column", Severity.RISK, aggregates.bare_column),
    Lint("limit-without-order", Severity.RISK, rows.limit_without_order),
    Lint("several-rows", Severity.RISK, rows.several_rows),
    Lint("not-in-nullable", Severity.RISK, rows.not_in_nullable),
    Lint("cross-join", Severity.RISK, rows.cross_join),
    Lint("limit-ties", Severity.HINT, rows.limit_ties),
    Lint("unused-table", Severity.HINT, rows.unused_table),
    Lint("quoted-string", Severity.HINT, conditions.quoted_string),
)
"""Every lint, most serious first."""


def lint(sql: str, schema: Schema) -> tuple[Finding, ...]:
    """Return what there is to say about a query, in the order of its text.

    Raises `InvalidSql` when the query does not parse. A name that the schema does not have is no finding: lints
    stay silent about what they cannot resolve.
    """
    return findings(read(sql, schema))


def findings(reading: Reading) -> tuple[Finding, ...]:
    """Return what there is to say about a query that was read, in the order of its text."""
    found = {
        Finding(each.name, message, node.span, each.severity): None
        for each in LINTS
        for node, message in each.find(reading)
    }
    return tuple(sorted(found, key=lambda f: (f.span.start, f.span.end, f.name)))

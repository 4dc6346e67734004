"""What the texts of gold and of the predictions that a witness tells from it say about who is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import field

from spotit.dialect.tokens import TokenKind
from spotit.errors import SpotitError
from spotit.frozen import frozen
from spotit.lint.finding import Finding, Severity
from spotit.lint.lint_query import findings
from spotit.lint.reading import Reading, read
from spotit.report.agreement import Answered
from spotit.report.witness import returned_columns
from spotit.schema import BaseColumn, Schema
from spotit.sql.syntax.tokens import scan

SEVERITY_WEIGHT = {Severity.WRONG: 0.6, Severity.RISK: 0.25, Severity.HINT: 0.05}
"""How much a finding says against the query it is about."""
_DATE = re.compile(r"\d{4}-\d\d-\d\d")


@frozen
class GoldQuery:
    """What the texts of one question's queries show; "the others" are those that a witness tells from gold."""

    findings: tuple[Finding, ...] = ()
    """The lints of gold."""
    only_gold: tuple[str, ...] = ()
    """Tables that gold reads and none of the others."""
    never_gold: tuple[str, ...] = ()
    """Tables that all the others read and gold does not."""
    faults: float = 0.0
    """0 to 1: lints of the others that gold does not have, on average."""
    looser: str | None = None
    """How gold and the others test for the same constant more or less loosely, when they do."""
    returned: Mapping[str, frozenset[BaseColumn]] = field(default_factory=dict)
    """The base columns whose values gold and the others return, by their text; what cannot be read is not there."""


def compare_texts(question: Answered, schema: Schema | None) -> GoldQuery:
    """Return what the texts of a question's queries say; nothing when gold cannot be read."""
    gold = question.question.gold
    here = _reading(gold, schema) if schema else None
    if schema is None or here is None:
        return GoldQuery()
    own = findings(here)
    texts = [p.sql for o in question.differing if (p := question.predictions.get(o.method)) and p.sql]
    others = {sql: found for sql in dict.fromkeys(texts) if (found := _reading(sql, schema))}
    if not others:
        return GoldQuery(own)
    tables = [_tables(found) for found in others.values()]
    names = {finding.name for finding in own}
    faults = [lint_weight(f for f in findings(found) if f.name not in names) for found in others.values()]
    return GoldQuery(
        own,
        only_gold=tuple(sorted(_tables(here) - frozenset().union(*tables))),
        never_gold=tuple(sorted(frozenset.intersection(*tables) - _tables(here))),
        faults=sum(faults) / len(faults),
        looser=_looser(gold, list(others)),
        returned={sql: returned_columns(found) for sql, found in (*others.items(), (gold, here))},
    )


def lint_weight(found: Iterable[Finding]) -> float:
    """Return how much findings say together against a query, from 0 to 1; each lint counts once."""
    innocent = 1.0
    for severity in {f.name: f.severity for f in found}.values():
        innocent *= 1 - SEVERITY_WEIGHT[severity]
    return 1 - innocent


def _reading(sql: str, schema: Schema) -> Reading | None:
    try:
        return read(sql, schema)
    except SpotitError:
        return None


def _tables(reading: Reading) -> frozenset[str]:
    return frozenset(source.table.name for block in reading.blocks for source in block.sources if source.table)


def _looser(gold: str, others: list[str]) -> str | None:
    """Return in words how all the others test for the same constants as gold with another looseness."""
    here, there = _strings(gold), [_strings(sql) for sql in others]
    patterns = {text.strip("%").casefold() for text in here if "%" in text.strip()}
    if patterns and all(patterns <= {text.casefold() for text in strings} for strings in there):
        return "gold matches a pattern where the others want the same text in full"
    days = _days(here)
    if days and all(_days(strings) == days for strings in there) and _mostly(_dated(here) != _dated(s) for s in there):
        return "gold and the others name the same days, one with and one without the time of day"
    return None


def _dated(strings: set[str]) -> set[str]:
    return {text for text in strings if _DATE.match(text)}


def _days(strings: set[str]) -> set[str]:
    return {text[:10] for text in _dated(strings)}


def _mostly(tests: Iterable[bool]) -> bool:
    passed = list(tests)
    return 2 * sum(passed) >= len(passed)


def _strings(sql: str) -> set[str]:
    return {token.name for token in scan(sql) if token.kind is TokenKind.STRING}

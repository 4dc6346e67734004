"""What the names that queries look for say themselves: a September meeting is a meeting, and in September."""

from __future__ import annotations

import re
from calendar import month_name
from collections.abc import Iterator

from spotit.database import Value
from spotit.dialect.date_layouts import is_moment
from spotit.dialect.wording import literal, quote
from spotit.frozen import frozen
from spotit.learned_facts import ColumnFacts, FactKind, LearnedFact, LearnedFacts
from spotit.schema import BaseColumn
from spotit.search.pair import Pair

_MONTHS = {name.lower(): f"{number:02}" for number, name in enumerate(month_name) if name not in ("", "March", "May")}
"""Names that are nothing but months."""
_HAPPENS = frozenset(("event", "events", "meeting", "meetings", "session", "sessions", "party", "parties"))
"""Tables of what happens on a day: there the month in a name is the month of the day."""
_AT_MONTH = 5
_MOST_VALUES = 12
_VERY_FEW = 3


@frozen
class Implication:
    """That a text in one column says which text another has: all of it, or from a character on."""

    fact: LearnedFact
    value: str
    text: str
    at: int = 0

    @property
    def ends(self) -> tuple[str, Value, str, str, int]:
        """The column and its value, and what the other column has."""
        return self.fact.columns[0], self.value, self.fact.columns[1], self.text, self.at


def said_in_words(pair: Pair, facts: LearnedFacts) -> Iterator[Implication]:
    """Yield what the texts that queries look for in a column say of other columns of the same row.

    A month is that of a date, a word that is one of the few values of another column is the value there.
    """
    for base in sorted(pair.usage.columns):
        named = _named(pair, base)
        others = [other for other in sorted(pair.usage.columns) if other[0] == base[0] and other != base]
        for text in named:
            for other in others:
                column = facts.column(other)
                if column is not None:
                    yield from _said(base, text, column)


def usual_values(pair: Pair, facts: LearnedFacts) -> Iterator[LearnedFact]:
    """Yield that a column has its most frequent value, of very few, where only one of the queries asks for it."""
    for base in sorted(pair.usage.columns):
        column = facts.column(base)
        if column is None or not 2 <= len(column.values) <= _VERY_FEW or column.distinct != len(column.values):
            continue
        first = column.values[0]
        tests = pair.usage.of(base).tests if base in pair.usage.class_of else ()
        asking = [t for t in tests if t.column == base and not t.shape and t.op == "=" and t.value == first]
        if asking and len(frozenset().union(*(test.sides for test in asking))) == 1 and isinstance(first, str):
            condition = f"{quote(column.name)} = {literal(first)}"
            rows = column.rows - column.nulls
            basis = f"the most frequent of {len(column.values)} values"
            names = (column.name,)
            yield LearnedFact(FactKind.CONDITION, base[0], names, rows, rows, False, condition, basis=basis)


def _named(pair: Pair, base: BaseColumn) -> list[str]:
    """Return the texts of several words that a query asks for in a column."""
    tests = pair.usage.of(base).tests if base in pair.usage.class_of else ()
    values = {test.value for test in tests if test.column == base and not test.shape and test.op in ("=", "<>")}
    return sorted(value for value in values if isinstance(value, str) and " " in value.strip())


def _said(base: BaseColumn, text: str, column: ColumnFacts) -> Iterator[Implication]:
    words = re.findall("[a-z]+", text.lower())
    months = {_MONTHS[word] for word in words if word in _MONTHS}
    known = [value for value in column.values if isinstance(value, str)]
    name, other = quote(base[1]), quote(column.name)
    if len(months) == 1 and known and all(map(is_moment, known)):
        month = months.pop()
        condition = f"{name} <> {literal(text)} OR substr({other}, {_AT_MONTH + 1}, 2) = {literal(month)}"
        is_rule = not _HAPPENS.isdisjoint(re.findall("[a-z]+", base[0].lower()))
        yield Implication(_fact(base, column, condition, is_rule, f"{literal(text)} says so"), text, month, _AT_MONTH)
    elif column.distinct == len(set(known)) <= _MOST_VALUES:
        said = [value for value in known if re.search(rf"(?<!\w){re.escape(value)}(?!\w)", text, re.IGNORECASE)]
        if len(said) == 1 and said[0].strip():
            condition = f"{name} <> {literal(text)} OR {other} = {literal(said[0])}"
            yield Implication(_fact(base, column, condition, False, f"{literal(text)} says so"), text, said[0])


def _fact(base: BaseColumn, column: ColumnFacts, condition: str, is_rule: bool, basis: str) -> LearnedFact:
    rows, names = column.rows - column.nulls, (base[1], column.name)
    return LearnedFact(FactKind.CONDITION, base[0], names, rows, rows, is_rule, condition, basis=basis)

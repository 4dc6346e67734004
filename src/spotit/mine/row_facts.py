"""Facts about the columns of one row, or of rows that agree: orders, arithmetic, dependencies."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import permutations

from spotit.database import Value
from spotit.dialect.date_layouts import is_moment
from spotit.learned_facts import FactKind, LearnedFact, year_of
from spotit.mine.column_facts import FEW_ROWS, LEAST_ROWS
from spotit.mine.key_columns import is_key_like, words
from spotit.mine.source import ExampleFile, MinedColumn, MinedTable

_LEAST_GROUPS = 5
_GROUP = 2
"""Rows of a group, on average, from which on a dependency is no accident."""
_TOP_SHARE = 0.9
"""Share of one value from which on whatever decides the column does so by accident."""
_MOST_NUMBERS = 14
"""Number columns of a table among which arithmetic is looked for."""
_TOLERANCE = 1e-6
_FORMULAS: tuple[tuple[str, Callable[[float, float], float | None]], ...] = (
    ("{b} + {c}", lambda b, c: b + c),
    ("{b} * {c}", lambda b, c: b * c),
    ("{b} - {c}", lambda b, c: b - c),
    ("{b} * 1.0 / {c}", lambda b, c: b / c if c else None),
)
_SYMMETRIC = frozenset(("{b} + {c}", "{b} * {c}"))
_BOUNDS = tuple(
    set(pair.split())
    for pair in (
        "min max",
        "start end",
        "low high",
        "lowest highest",
        "lowest average",
        "average highest",
        "first last",
        "from to",
        "begin end",
    )
)
"""Words for the two ends of something."""


def candidates(source: ExampleFile, table: MinedTable) -> Iterator[LearnedFact]:
    """Yield conditions on several columns of a row that the sample does not contradict."""
    filled = [column for column in table.columns if len(column.filled) >= FEW_ROWS]
    plain = [column for column in filled if not is_key_like(source.schema, table.table, column.name)]
    for left, right in permutations(plain, 2):
        yield from _order(table, left, right)
        yield from _year(table, left, right)
    numbers = [column for column in plain if column.is_number and len(column.sampled) >= _LEAST_GROUPS][:_MOST_NUMBERS]
    for form, compute in _FORMULAS:  # a product says more than a quotient, which is NULL where it divides by 0
        for a, b, c in permutations(numbers, 3):
            is_repeated = form in _SYMMETRIC and b.name > c.name
            if not is_repeated and _computes(a, b, c, compute):
                found = form.format(b=b.sql, c=c.sql)
                condition = f"abs({a.sql} - {found}) <= {_TOLERANCE} * (abs({a.sql}) + 1)"
                yield _condition(FactKind.FORMULA, table, (a, b, c), condition, True)


def _order(table: MinedTable, low: MinedColumn, high: MinedColumn) -> Iterator[LearnedFact]:
    if not (low.is_number and high.is_number) and not (_is_dated(low) and _is_dated(high)):
        return
    pairs = [(a, b) for a, b in zip(low.sample, high.sample, strict=True) if a is not None and b is not None]
    if len(pairs) < FEW_ROWS or not all(a <= b for a, b in pairs):  # type: ignore[operator]
        return
    if all(a == b for a, b in pairs):
        if low.name < high.name and len(low.sampled) >= _LEAST_GROUPS and len(pairs) >= LEAST_ROWS:
            yield _condition(FactKind.FORMULA, table, (low, high), f"{low.sql} = {high.sql}", True)
        return
    # Ranges that do not meet are in order by accident.
    if low.greatest is not None and high.least is not None and low.greatest <= high.least:  # type: ignore[operator]
        return
    if _are_bounds(low.name, high.name) or _is_dated(low):
        is_rule = len(pairs) >= LEAST_ROWS
        yield _condition(FactKind.ORDER, table, (low, high), f"{low.sql} <= {high.sql}", is_rule)


def _are_bounds(low: str, high: str) -> bool:
    """Tell whether two names are the two ends of something, or have a word in common."""
    here, there = words(low), words(high)
    return bool(here & there) or any(bounds & here and bounds & there for bounds in _BOUNDS)


def _is_dated(column: MinedColumn) -> bool:
    return column.is_text and all(isinstance(value, str) and is_moment(value) for value in column.sampled)


def _year(table: MinedTable, year: MinedColumn, date: MinedColumn) -> Iterator[LearnedFact]:
    """Yield that a column is the year of a date in the same row."""
    if not year.is_number or not _is_dated(date) or len(year.sampled) < 2:
        return
    pairs = [(a, b) for a, b in zip(year.sample, date.sample, strict=True) if a is not None and isinstance(b, str)]
    if len(pairs) >= LEAST_ROWS and all(a == int(b[:4]) for a, b in pairs):
        yield _condition(FactKind.FORMULA, table, (year, date), year_of(year.name, date.name), True)


def _computes(a: MinedColumn, b: MinedColumn, c: MinedColumn, compute: Callable[[float, float], float | None]) -> bool:
    checked = telling = 0
    for x, y, z in zip(a.sample, b.sample, c.sample, strict=True):
        if not (isinstance(x, int | float) and isinstance(y, int | float) and isinstance(z, int | float)):
            continue
        result = compute(y, z)
        if result is None:
            continue
        if not math.isfinite(result) or abs(x - result) > _TOLERANCE * (abs(x) + 1):
            return False
        checked += 1
        telling += x not in (0, y, z)
    return checked >= LEAST_ROWS and telling >= LEAST_ROWS // 2


def _condition(
    kind: FactKind, table: MinedTable, columns: tuple[MinedColumn, ...], condition: str, is_rule: bool
) -> LearnedFact:
    return LearnedFact(kind, table.name, tuple(column.name for column in columns), 0, 0, is_rule, condition)


def verified(source: ExampleFile, table: MinedTable, found: list[LearnedFact]) -> Iterator[LearnedFact]:
    """Yield those conditions that hold in all rows, with the rows on which they are true."""
    asked = [
        part for fact in found for part in (f"sum(({fact.condition}) IS TRUE)", f"sum(({fact.condition}) IS FALSE)")
    ]
    counts = source.counts(table.name, asked)
    for place, fact in enumerate(found):
        true, false = counts[2 * place], counts[2 * place + 1]
        if isinstance(true, int) and not false and true:
            is_rule = fact.is_rule and true >= LEAST_ROWS
            yield LearnedFact(fact.kind, fact.table, fact.columns, true, true, is_rule, fact.condition)


def dependencies(source: ExampleFile, table: MinedTable) -> Iterator[LearnedFact]:
    """Yield the columns that are decided by another column which is not unique."""
    for decides, decided in permutations(table.columns, 2):
        if not _may_decide(table, decides, decided):
            continue
        groups, rows, broken = source.rows(
            f"SELECT count(*), total(n), total(broken) FROM (SELECT count(*) AS n, "
            f"min({decided.sql}) IS NOT max({decided.sql}) "
            f"OR count({decided.sql}) BETWEEN 1 AND count(*) - 1 AS broken "
            f"FROM {table.sql} WHERE {decides.sql} IS NOT NULL GROUP BY {decides.sql} HAVING count(*) > 1)"
        )[0]
        if isinstance(groups, int) and isinstance(rows, float) and not broken and groups >= _LEAST_GROUPS:
            is_rule = rows >= LEAST_ROWS
            kept = int(rows)
            yield LearnedFact(
                FactKind.DEPENDENCY, table.name, (decides.name,), kept, kept, is_rule, determined=decided.name
            )


def _may_decide(table: MinedTable, decides: MinedColumn, decided: MinedColumn) -> bool:
    if "real" in decides.types or "blob" in decides.types | decided.types or len(decided.sampled) < 2:
        return False
    if table.table.is_key((decides.name,)) or len(decides.sampled) < _LEAST_GROUPS:
        return False
    filled = decides.filled
    if len(filled) < _GROUP * len(decides.sampled) or len(filled) < LEAST_ROWS:
        return False
    if _top_share(decided) > _TOP_SHARE:
        return False
    known: dict[Value, Value] = {}
    pairs = zip(decides.sample, decided.sample, strict=True)
    return all(known.setdefault(x, y) == y for x, y in pairs if x is not None)


def _top_share(column: MinedColumn) -> float:
    counted: dict[Value, int] = {}
    for value in column.sample:
        counted[value] = counted.get(value, 0) + 1
    return max(counted.values(), default=0) / max(1, len(column.sample))


def without_implied(found: list[LearnedFact]) -> list[LearnedFact]:
    """Return the facts without arithmetic that says the same as an earlier one of the same three columns."""
    seen: set[tuple[str, frozenset[str]]] = set()
    kept = []
    for fact in found:
        mark = (fact.table, frozenset(fact.columns))
        if fact.kind is FactKind.FORMULA and len(fact.columns) == 3 and mark in seen:
            continue
        seen.add(mark)
        kept.append(fact)
    return kept

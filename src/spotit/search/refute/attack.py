"""Databases that attack a proof which rests on sample values: one value of a small database becomes a nasty one.

The value is replaced in all columns that it meets, so that rows which joined still join and keys stay keys.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, chain, cycle, islice, product, zip_longest
from math import inf, nextafter

from spotit.database import Database, Rows, Value
from spotit.plan.expr import Arith, ArithOp, Literal
from spotit.plan.facts.failures import may_overflow
from spotit.plan.hints.nasty import Constants, nasty_values
from spotit.plan.hints.quotients import quotients
from spotit.plan.walk import Part, walk
from spotit.schema import BaseColumn, Kind
from spotit.search.pair import Pair
from spotit.search.refute.generate import Generator, Profile

_PROFILES = (Profile(rows=1, passing=0.9), Profile(rows=2, passing=0.8, copies=0.3), Profile(rows=1, passing=0.5))
_EMPTY = Profile(rows=1, empty=1.0)
_SUMMED = Profile(rows=3, passing=0.9, least=2)
"""Several rows, so that a sum of extreme values overflows."""
_MOST_BESIDE = 4
"""Rows with values beside each other."""
_GREAT = (8 * 10**15 + 1, 2**53, 2**62)
"""Integers beside which arithmetic on doubles makes one number of several."""
_BESIDE = (0.1, 1 / 3, 3.7, 1234.5678, 1e17, -0.7, 0.9, 1.9, 62.7, 1e-300, 5e-324, 1.5e308)
_TWIN_TEXTS = (("abcdefgh", "ABCDEFGH"), ("abc", "abc "), ("abc", " abc"), ("aab", "ab"), ("1", "01"), ("1", "1.0"))
"""Texts that a function may make one of."""
_TWINS: tuple[tuple[Value, Value], ...] = ((3, 3.0), (3, "3"), ("3", 3.0), ("a", b"a"))
"""Values of a column of any type that a function or a comparison may make one of."""
_MOST_TWINS = 4
"""Constants that are tried with a like text beside them."""
_MOST_DIVIDED = 100
"""Databases with a text in two parts."""
_EXTREMES = (2**63 - 1, -(2**63))


def attacks(pair: Pair) -> Iterator[Database]:
    """Yield databases in which a column that matters has a nasty value: every column and every value in turn."""
    assert pair.plans is not None
    constants = Constants.of(plan.rel for plan in pair.plans)
    generator = Generator(pair.schema, pair.usage, pair.options, pair.instants)
    columns = sorted(pair.usage.columns)
    turns = [[(column, value) for value in _values(pair, column, constants)] for column in columns]
    profiles = cycle(_PROFILES)
    yield generator.database(_EMPTY)
    if any(may_overflow(plan.rel) for plan in pair.plans):
        yield from _overflowing(pair, generator, columns)
    yield from _beside(pair, generator, columns, constants)
    if any(_joins_texts(node) for plan in pair.plans for node in walk(plan.rel)):
        yield from _divided(pair, generator, columns, constants.texts)
    for turn in chain.from_iterable(zip_longest(*turns)):
        if turn is not None:
            changed = _with_value(generator.database(next(profiles)), pair, *turn)
            if changed is not None:
                yield changed


def attacks_with(pair: Pair, values: Iterable[tuple[BaseColumn, Value]]) -> Iterator[Database]:
    """Yield databases in which a column has the value that is given with it."""
    generator = Generator(pair.schema, pair.usage, pair.options, pair.instants)
    for column, value in values:
        for profile in _PROFILES:
            changed = _with_value(generator.database(profile), pair, column, value)
            if changed is not None:
                yield changed


def quotients_beside(pair: Pair) -> Iterator[Database]:
    """Yield databases with a row in which the quotient of two columns is what a query compares it with, or near."""
    assert pair.plans is not None
    generator = Generator(pair.schema, pair.usage, pair.options, pair.instants)
    for quotient in dict.fromkeys(found for plan in pair.plans for found in quotients(plan.rel)):
        for dividend, divisor in quotient.beside():
            changed = _with_value(generator.database(_PROFILES[0]), pair, quotient.divisor, divisor)
            changed = changed and _with_value(changed, pair, quotient.dividend, dividend)
            if changed is not None:
                yield changed


def _beside(
    pair: Pair, generator: Generator, columns: Iterable[BaseColumn], constants: Constants
) -> Iterator[Database]:
    """Yield databases with two values of which a function may make one, such as doubles that no double lies between."""
    for column in columns:
        declared = pair.schema.column(column)
        for twins in _twins(declared.kind, constants) if declared is not None else ():
            most = min(len(twins), pair.options.bound)
            database = generator.database(Profile(rows=most, passing=0.9, least=most))
            table = database.tables[column[0]]
            place, values = table.place(column[1]), cycle(twins)
            rows = (tuple(next(values) if p == place else v for p, v in enumerate(row)) for row in table.rows)
            yield replace(database, tables={**database.tables, column[0]: Rows(table.columns, tuple(rows))})


def _twins(kind: Kind, constants: Constants) -> Iterator[Sequence[Value]]:
    if kind is Kind.REAL:
        yield from (_consecutive(value) for value in _BESIDE)
    if kind is Kind.INTEGER:
        yield from ([value + n for n in range(_MOST_BESIDE)] for value in _GREAT)
    if kind is Kind.ANY:
        yield from (twins for one, other in _TWINS for twins in ((one, other), (other, one), (one, other, one)))
    if kind in (Kind.TEXT, Kind.ANY):
        yield from _TWIN_TEXTS
        for text in constants.texts[:_MOST_TWINS]:
            yield from ((text, text.swapcase()), (text, f"{text} "))


def _consecutive(value: float) -> list[float]:
    """Return doubles with none between them."""
    return list(accumulate(range(1, _MOST_BESIDE), lambda last, _: nextafter(last, inf), initial=value))


def _joins_texts(node: Part) -> bool:
    return isinstance(node, Arith) and node.op is ArithOp.CONCAT and not isinstance(node.right, Literal)


def _divided(
    pair: Pair, generator: Generator, columns: Iterable[BaseColumn], texts: Sequence[str]
) -> Iterator[Database]:
    """Yield databases in which two columns of a table hold the parts of a text, with what stands between or without."""
    kept = [column for column in columns if (found := pair.schema.column(column)) and found.kind is Kind.TEXT]
    ends = [(first, last) for first in kept for last in kept if first[0] == last[0] and first != last]
    parts = (
        (text[:place], text[place + len(between) :])
        for text in texts
        for place in range(1, len(text))
        for between in ("", *(other for other in texts if other and other != text))
        if text.startswith(between, place)
    )
    for (first, last), (start, end) in islice(product(ends, parts), _MOST_DIVIDED):
        database = generator.database(_PROFILES[0])
        table = _filled(_filled(database.tables[first[0]], first[1], start), last[1], end)
        yield replace(database, tables={**database.tables, first[0]: table})


def _overflowing(pair: Pair, generator: Generator, columns: Iterable[BaseColumn]) -> Iterator[Database]:
    """Yield databases in which all rows have the greatest, or the least, integer in a column."""
    for column in columns:
        declared = pair.schema.column(column)
        if declared is not None and declared.kind in (Kind.INTEGER, Kind.NUMERIC):
            for value in _EXTREMES:
                database = generator.database(_SUMMED)
                filled = _filled(database.tables[column[0]], column[1], value)
                yield replace(database, tables={**database.tables, column[0]: filled})


def _filled(table: Rows, name: str, value: Value) -> Rows:
    place = table.place(name)
    rows = (tuple(value if p == place else v for p, v in enumerate(row)) for row in table.rows)
    return Rows(table.columns, tuple(rows))


def _values(pair: Pair, column: BaseColumn, constants: Constants) -> tuple[Value, ...]:
    declared = pair.schema.column(column)
    return () if declared is None else nasty_values(declared.kind, constants)


def _with_value(database: Database, pair: Pair, column: BaseColumn, value: Value) -> Database | None:
    """Return the database with the column's first value replaced wherever it meets others; None if it has none."""
    rows = database.tables.get(column[0])
    if rows is None or not rows.rows or column[1] not in rows.columns:
        return None
    old = rows.rows[0][rows.columns.index(column[1])]
    together = {column, *pair.usage.of(column).columns}
    tables = {name: _replaced(name, table, together, old, value) for name, table in database.tables.items()}
    return replace(database, tables=tables)


def _replaced(name: str, table: Rows, columns: set[BaseColumn], old: Value, new: Value) -> Rows:
    places = {place for place, column in enumerate(table.columns) if (name, column) in columns}
    if not places:
        return table
    rows = (tuple(new if p in places and v == old else v for p, v in enumerate(row)) for row in table.rows)
    return Rows(table.columns, tuple(rows))

"""The values of a witness that may be renamed: cells of columns that meet, and what the queries say of them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache

from spotit.database import Database, Value
from spotit.dialect.collation import NOCASE
from spotit.dialect.date_layouts import date_in
from spotit.dialect.names import fold
from spotit.dialect.numerals import number_of
from spotit.dialect.tokens import TokenKind, tokens
from spotit.dialect.types import DAY_KINDS, NUMBER_KINDS
from spotit.plan.hints.pools import MONTH_ENDS, PLAIN_DATES, PLAIN_NUMBERS, ColumnClass
from spotit.schema import BaseColumn, DeclaredColumn, Kind
from spotit.search.pair import Pair
from spotit.vocabulary.themes import parts

Cell = tuple[str, int, int]
"""Table, row, place of the column."""
_INVENTED_DAYS = frozenset((*PLAIN_DATES, *MONTH_ENDS))
_IDS = frozenset(("id", "key", "no", "nr", "number"))


@dataclass(frozen=True)
class ValueGroup:
    """The cells of columns whose values meet."""

    pair: Pair
    columns: tuple[BaseColumn, ...]
    """Those that the witness lists."""
    kind: Kind
    cells: dict[Cell, Value]
    """All that are not NULL."""
    use: ColumnClass | None
    """How the queries use the columns, if they do."""
    is_key: bool
    """One of the columns is part of a key or a foreign key."""

    @cached_property
    def named(self) -> frozenset[Value]:
        """What the queries compare the columns with, and what else of their constants the cells hold."""
        constants: set[Value] = set(self.use.constants) if self.use else set()
        if not self.is_numbers:
            constants |= _texts(self.pair.left_sql) | _texts(self.pair.right_sql)
        tests = self.use.tests if self.use else ()
        tested = {test.value for test in tests if test.op != "like" and not test.shape and test.value is not None}
        shaped = {hit for test in tests if test.shape for hit in test.hits}
        return frozenset(tested | shaped | (constants & set(self.cells.values())))

    @cached_property
    def patterns(self) -> tuple[str, ...]:
        """The LIKE patterns that the columns are matched with."""
        tests = self.use.tests if self.use else ()
        found = (test.value for test in tests if test.op == "like" and not test.shape)
        return tuple(dict.fromkeys(value for value in found if isinstance(value, str)))

    @cached_property
    def fresh(self) -> dict[Cell, Value]:
        """The cells with values that are nobody's: no query names them, and nothing speaks for them."""
        return {cell: value for cell, value in self.cells.items() if self._is_fresh(value)}

    @cached_property
    def anchors(self) -> tuple[Value, ...]:
        """The values that keep their place: those that are named, and the cells that stay."""
        stay = {value for cell, value in self.cells.items() if cell not in self.fresh}
        return tuple(self.named | stay)

    @property
    def is_numbers(self) -> bool:
        """Whether the columns hold numbers."""
        return self.kind in NUMBER_KINDS

    @property
    def is_id(self) -> bool:
        """Whether the numbers are mere identifiers: 1, 2, 3 are the best there are."""
        years = any("year" in parts(column) for _, column in self.columns)
        named = any(parts(column)[-1:] and parts(column)[-1] in _IDS for _, column in self.columns)
        return (self.is_key or named) and not years

    def _is_fresh(self, value: Value) -> bool:
        if isinstance(value, bytes) or value in self.named:
            return False
        if self.is_numbers or not isinstance(value, str):
            return not self.is_id and value in PLAIN_NUMBERS and value != 0 and not self._is_beside(value)
        if date_in(value) is not None:
            return value[:10] in _INVENTED_DAYS
        return self._is_fresh_text(value)

    def _is_fresh_text(self, value: str) -> bool:
        if self.use is not None and (self.use.documents or (self.use.number and number_of(value) is not None)):
            return False
        if any(likeness(self.patterns, value)) and self._is_known(value):
            return False
        alike = {NOCASE.key(text) for text in self.named if isinstance(text, str)}
        return NOCASE.key(value) not in alike and any(character.isalnum() for character in value)

    def _is_known(self, value: Value) -> bool:
        """Tell whether example data hold the value in one of the columns."""
        return any(value in self.pair.usage.typical.get(base, ()) for base in self.columns)

    def _is_beside(self, value: Value) -> bool:
        """Tell whether a test of the queries has asked for the number: it hits it or just misses it."""
        tests = self.use.tests if self.use else ()
        return any(value in (*test.hits, *test.near) for test in tests)


def groups(pair: Pair, database: Database) -> list[ValueGroup]:
    """Return the cells of a database by which columns meet."""
    members: dict[object, list[tuple[BaseColumn, int, DeclaredColumn]]] = {}
    for name, table in database.tables.items():
        declared = pair.schema.table(name)
        for place, column_name in enumerate(table.columns):
            column = declared.column(column_name) if declared else None
            if column is not None:
                base = (name, column_name)
                members.setdefault(pair.usage.class_of.get(base, base), []).append((base, place, column))
    return [_group(pair, database, found) for found in members.values()]


def _group(pair: Pair, database: Database, found: list[tuple[BaseColumn, int, DeclaredColumn]]) -> ValueGroup:
    cells: dict[Cell, Value] = {}
    for (name, _), place, _ in found:
        for row, values in enumerate(database.tables[name].rows):
            if values[place] is not None:
                cells[name, row, place] = values[place]
    columns = tuple(base for base, _, _ in found)
    kinds = [column.kind for _, _, column in found]
    kind = next((kind for kind in kinds if kind in NUMBER_KINDS | DAY_KINDS), kinds[0])
    use = pair.usage.of(columns[0]) if columns[0] in pair.usage.class_of else None
    return ValueGroup(pair, columns, kind, cells, use, any(_is_key_part(pair, base) for base in columns))


def _is_key_part(pair: Pair, base: BaseColumn) -> bool:
    table = pair.schema.table(base[0])
    if table is None:
        return False
    linked = (name for key in table.foreign_keys for name in key.columns)
    return fold(base[1]) in {fold(name) for name in (*(part for key in table.keys for part in key), *linked)}


def _texts(sql: str) -> set[str]:
    """Return the constants of a query as text."""
    kinds = (TokenKind.NUMBER, TokenKind.STRING, TokenKind.QUOTED)
    return {token.name for token in tokens(sql) if token.kind in kinds}


def likeness(patterns: tuple[str, ...], text: str) -> tuple[bool, ...]:
    """Return which of some LIKE patterns a text matches."""
    return tuple(_regex(pattern).fullmatch(text) is not None for pattern in patterns)


@lru_cache(maxsize=64)
def _regex(pattern: str) -> re.Pattern[str]:
    source = "".join({"%": ".*", "_": "."}.get(c, re.escape(c)) for c in pattern)
    return re.compile(source, re.IGNORECASE | re.DOTALL | re.ASCII)

"""What the CHECKs and generated columns of a table ask of the columns that rows give values to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from spotit.dialect.names import fold
from spotit.dialect.tokens import TokenKind, tokens
from spotit.schema import DeclaredColumn, Table

_ASKS_FOR_VALUES = frozenset({"null", "isnull", "notnull", "coalesce", "ifnull", "distinct"})
"""Words of conditions that a NULL does not satisfy as a matter of course."""

_FORMAT = re.compile("(%[A-Za-z][^%A-Za-z]?)+")
"""What `strftime` takes."""


def made_of(table: Table, names: Iterable[str]) -> frozenset[str]:
    """Return the columns of these names, by their declared names, and in place of generated ones what they read."""
    known = {fold(name) for name in names}
    made = [column for column in table.columns if column.computed]
    for _ in made:
        known |= {
            fold(token.name) for column in made if fold(column.name) in known for token in tokens(column.computed)
        }
    return frozenset(column.name for column in table.columns if fold(column.name) in known and not column.computed)


def demanded_columns(table: Table) -> frozenset[str]:
    """Return the columns of CHECKs that a NULL may break: `a IS NOT NULL OR b IS NOT NULL`, say."""
    asking = [check for check in table.checks if not _ASKS_FOR_VALUES.isdisjoint(_names(check))]
    return made_of(table, (name for check in asking for name in _names(check))) if asking else frozenset()


def checks_on(table: Table, column: DeclaredColumn) -> list[str]:
    """Return the CHECKs that speak of the column, or of a generated column that is made of it."""
    return [check for check in table.checks if column.name in made_of(table, _names(check))]


def check_values(table: Table, column: DeclaredColumn) -> Iterator[str]:
    """Yield the constants of the CHECKs that speak of the column, as text; formats of dates are no values."""
    for check in checks_on(table, column):
        for token in tokens(check):
            if token.kind in (TokenKind.STRING, TokenKind.NUMBER) and not _FORMAT.fullmatch(token.name):
                yield token.name


@lru_cache(maxsize=4096)
def _names(sql: str) -> frozenset[str]:
    """Return the words of an expression, folded as names are."""
    return frozenset(fold(token.name) for token in tokens(sql) if token.kind is not TokenKind.STRING)

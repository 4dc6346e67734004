"""The record of a SQL dialect: all that lowering, schemas and messages may ask about it.

What the plan and the symbolic executor know of SQLite beyond this record is listed in `docs/design/006-engine-seam.md`.
"""

from __future__ import annotations

from collections.abc import Callable

from spotit.dialect.collation import Collation
from spotit.dialect.functions.record import Function
from spotit.dialect.types import Affinity, Kind
from spotit.dialect.values import Value
from spotit.frozen import frozen


@frozen
class Names:
    """What names mean."""

    rowid: tuple[str, ...]
    """What the hidden number of a row is called, where no column has that name; nothing where rows have none."""
    quoted_text: bool
    """A name in double quotes is a string where no column has that name."""
    aliases_in_conditions: bool
    """WHERE, GROUP BY, HAVING and ON see the aliases of result columns, where no column has that name."""


@frozen
class Types:
    """What a declared type means."""

    affinity_of: Callable[[str], Affinity]
    """How a column of the type, or CAST, converts values."""
    kind_of: Callable[[str], Kind]
    """Which values a column of the type is taken to hold."""


@frozen
class Functions:
    """The functions by name, None for a name that is none."""

    scalar: Callable[[str], Function | None]
    aggregate: Callable[[str, int], Function | None]
    """By the number of arguments, too: `max(a, b)` is no aggregate."""
    window: Callable[[str], Function | None]
    table: Callable[[str], Function | None]
    """Those that stand in FROM."""


@frozen
class Operators:
    """What operators do where dialects differ."""

    integer_division: bool
    """`/` of two integers is an integer, cut towards zero; else it is a REAL."""
    division_fails: bool
    """Division by zero is an error; else it is NULL."""


@frozen
class Dialect:
    """One dialect."""

    name: str
    """That of its system in `engine.open`."""
    has_plans: bool
    """Lowering understands its queries; else differences are searched for, and nothing is proved."""
    names: Names
    types: Types
    functions: Functions
    operators: Operators
    collation: Callable[[str], Collation | None]
    """The collation of a name, ignoring case, or None."""
    nulls_smallest: bool
    """Where ORDER BY does not say, NULLs sort before all values; else after them."""
    quote: Callable[[str], str]
    """A name as an identifier."""
    literal: Callable[[Value], str]
    """A value as a literal."""

    def __repr__(self) -> str:
        return self.name

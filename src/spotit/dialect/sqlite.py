"""SQLite's dialect."""

from __future__ import annotations

from spotit.dialect.collation import collation_named
from spotit.dialect.dialect import Dialect, Functions, Names, Operators, Types
from spotit.dialect.functions.registry import aggregate, scalar, table_function, window
from spotit.dialect.names import ROWID_NAMES
from spotit.dialect.types import affinity_of, kind_of
from spotit.dialect.wording import literal, quote

SQLITE = Dialect(
    name="sqlite",
    has_plans=True,
    names=Names(rowid=ROWID_NAMES, quoted_text=True, aliases_in_conditions=True),
    types=Types(affinity_of, kind_of),
    functions=Functions(scalar, aggregate, window, table_function),
    operators=Operators(integer_division=True, division_fails=False),
    collation=collation_named,
    nulls_smallest=True,
    quote=quote,
    literal=literal,
)

"""Values that the CHECKs of a table are likely to allow."""

from __future__ import annotations

from spotit.database import Value
from spotit.schema import DeclaredColumn, Table
from spotit.search.hints.check_demands import checks_on
from spotit.search.hints.column_values import fill_of
from spotit.search.pair import Pair


def named_by_checks(pair: Pair, table: Table, column: DeclaredColumn) -> tuple[Value, ...]:
    """Return values that the CHECKs which speak of the column name, the plainest first; none if no CHECK does."""
    if not checks_on(table, column):
        return ()
    return fill_of(table, column, pair.usage, pair.options.bound).pool

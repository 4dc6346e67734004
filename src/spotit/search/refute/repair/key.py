"""Fills the columns of primary keys."""

from __future__ import annotations

from spotit.constraints.key import Key
from spotit.search.refute.repair.filling import Filling
from spotit.search.refute.repair.not_null import fill_column


def fill_primary_key(filling: Filling, key: Key) -> None:
    """Give the columns of a primary key that the rows lack different values.

    A NULL breaks no key, but one in a primary key, where it may be, is not what people expect to see.
    """
    if key.columns == filling.table(key.table).primary_key:
        for column in key.columns:
            fill_column(filling, key.table, column)

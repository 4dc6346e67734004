"""Adds the rows that foreign keys refer to."""

from __future__ import annotations

from spotit.constraints.inclusion import Inclusion
from spotit.search.refute.repair.filling import Filling
from spotit.search.refute.repair.not_null import fill_nulls


def add_parents(filling: Filling, reference: Inclusion) -> bool:
    """Add the rows that are referred to and do not exist yet; tell whether there were any."""
    missing = list(reference.missing(filling.tables))
    if missing:
        filling.add_rows(reference.target, reference.target_columns, missing)
        fill_nulls(filling, filling.table(reference.target))
    return bool(missing)

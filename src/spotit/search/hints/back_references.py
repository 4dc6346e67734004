"""Foreign keys read backwards: rows that others must refer to."""

from __future__ import annotations

from spotit.constraints.inclusion import Inclusion
from spotit.schema import Schema


def back_references(schema: Schema) -> tuple[Inclusion, ...]:
    """Return which rows must be referred to: the inclusions that are foreign keys of the other table read backwards.

    Rows are drawn without them, and what nothing refers to is left out in the end.
    """
    every = [inclusion for table in schema.tables for inclusion in schema.inclusions(table.name)]
    ends = {(key.table, key.columns, key.target, key.target_columns) for key in every if key.is_enforced}
    return tuple(
        key for key in every if not key.is_enforced and (key.target, key.target_columns, key.table, key.columns) in ends
    )

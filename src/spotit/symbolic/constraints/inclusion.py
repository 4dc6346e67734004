"""A foreign key as terms: each row has its partner."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from spotit.constraints.inclusion import Inclusion
from spotit.dialect.types import Affinity
from spotit.smt.terms.boolean import and_, any_of, not_, or_
from spotit.smt.terms.term import Term
from spotit.symbolic.constraints.check import LoweredCheck
from spotit.symbolic.database.instance import Instance
from spotit.symbolic.execution import Execution
from spotit.symbolic.operators.conversion import affine
from spotit.symbolic.values.value import SymValue
from spotit.symbolic.values.value_order import same


def inclusion_matters(inclusion: Inclusion, instance: Instance, checks: Iterable[LoweredCheck]) -> bool:
    """Tell whether the rows of used tables are bound by the key.

    A target that is used nowhere can be filled as needed, unless its values are of another kind than those that refer
    to it, a CHECK of its own bounds them or a key of its own, or its rows need rows of a used table in turn.
    """
    free = _same_kinds(inclusion, instance) and not _bounds_keys(inclusion.target, instance, checks)
    if free and not _leads_to_used(inclusion.target, instance, set()):
        return False
    touched = any(instance.touched((inclusion.table, name)) for name in inclusion.columns)
    return touched or _forced(inclusion, instance)


def inclusion_terms(inclusion: Inclusion, instance: Instance, run: Execution) -> Iterator[Term]:
    """Yield for each row that it has its partner, compared by the affinity and collation of the target's columns."""
    for row in range(instance.rows):
        cells = [instance.cell(inclusion.table, name, row) for name in inclusion.columns]
        ends = zip(cells, inclusion.affinities, inclusion.equality, strict=True)
        values = [_as_target(cell, here, there.affinity, run) for cell, here, there in ends]
        partners = [_is_partner(inclusion, instance, values, other) for other in range(instance.rows)]
        free = any_of(value.null for value in values)
        yield or_(not_(instance.present(inclusion.table, row)), free, *partners)


def _is_partner(inclusion: Inclusion, instance: Instance, values: list[SymValue], row: int) -> Term:
    cells = [instance.cell(inclusion.target, name, row) for name in inclusion.target_columns]
    pairs = zip(values, cells, inclusion.equality, strict=True)
    equal = [and_(not_(value.null), same(value, cell, there.collation)) for value, cell, there in pairs]
    return and_(instance.present(inclusion.target, row), *equal)


def _as_target(value: SymValue, here: Affinity, there: Affinity, run: Execution) -> SymValue:
    """Return a value under the affinity of the target's column, where that is another."""
    return value if here is there else affine(value, there, run)


def _same_kinds(inclusion: Inclusion, instance: Instance) -> bool:
    """Tell whether any value that refers to the target can be one of its values."""
    here = instance.table(inclusion.table).declared(inclusion.columns)
    there = instance.table(inclusion.target).declared(inclusion.target_columns)
    holds_text = instance.domains.holds_text
    return all(
        a.kind is b.kind and (holds_text((inclusion.target, b.name)) or not holds_text((inclusion.table, a.name)))
        for a, b in zip(here, there, strict=True)
    )


def _bounds_keys(table: str, instance: Instance, checks: Iterable[LoweredCheck]) -> bool:
    """Tell whether a CHECK of a table, or of one that its keys refer to, speaks of a column of a key."""
    for found in instance.schema.reached((table,)):
        in_keys = {name for key in found.keys for name in key}
        if any(check.scan.table == found.name and check.columns & in_keys for check in checks):
            return True
    return False


def _forced(inclusion: Inclusion, instance: Instance) -> bool:
    """Tell whether no row can do without a partner."""
    table = instance.table(inclusion.table)
    return all(table.never_null(name, null_keys=instance.null_keys) for name in inclusion.columns)


def _leads_to_used(table: str, instance: Instance, seen: set[str]) -> bool:
    """Tell whether a row of an unused table needs, through keys that are never NULL, a row of a used one."""
    if table in instance.sizes:
        return True
    if table in seen:
        return False
    seen.add(table)
    forced = (key for key in instance.schema.inclusions(table) if _forced(key, instance))
    return any(_leads_to_used(key.target, instance, seen) for key in forced)

"""A key as terms: no two rows agree on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from spotit.constraints.key import Key
from spotit.smt.terms.arithmetic import ascending
from spotit.smt.terms.boolean import all_of, and_, implies, not_
from spotit.smt.terms.term import KeyName, Term
from spotit.symbolic.database.instance import Instance
from spotit.symbolic.values.atoms import Number, Text
from spotit.symbolic.values.value import SymValue
from spotit.symbolic.values.value_order import same


def key_matters(key: Key, instance: Instance) -> bool:
    """Tell whether all columns of the key are touched: an untouched one can make any two rows differ."""
    return all(instance.touched((key.table, name)) for name in key.columns)


def key_terms(key: Key, instance: Instance) -> Iterator[Term]:
    """Yield that no two present rows agree on the key; NULLs never agree."""
    rows = [[instance.cell(key.table, name, row) for name in key.columns] for row in range(instance.rows)]
    for place, later in enumerate(rows):
        for earlier in rows[:place]:
            yield implies(instance.present(key.table, place), not_(_agree(key, earlier, later)))


def _agree(key: Key, left: Sequence[SymValue], right: Sequence[SymValue]) -> Term:
    columns = zip(left, right, key.equality, strict=True)
    return all_of([and_(not_(a.null), same(a, b, equality.collation)) for a, b, equality in columns])


def ascending_keys(instance: Instance) -> Iterator[Term]:
    """Yield that the cells of columns whose rows are told apart by them alone ascend: any order of rows will do."""
    for (table, _), cells in instance.cells.items():
        variables = [_variable(cell) for cell in cells]
        if all(v is not None and isinstance(v.value, KeyName) for v in variables):
            present = [instance.present(table, row) for row in range(instance.rows)]
            yield from ascending([v for v in variables if v is not None], present)


def _variable(cell: SymValue) -> Term | None:
    """Return the variable that a cell is made of, if it is just one."""
    if cell.finite is not None:
        return cell.finite.key
    if len(cell.alts) != 1:
        return None
    match cell.alts[0].atom:
        case Number(term) | Text(index=term):
            return term
    return None

"""What the schema promises of every database, as terms over the cells that the queries read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from spotit.dialect.collation import BINARY
from spotit.plan.rel import Scan
from spotit.schema import Column, ForeignKey, Table
from spotit.smt.terms.arithmetic import ascending
from spotit.smt.terms.boolean import all_of, and_, any_of, implies, not_, or_
from spotit.smt.terms.term import TRUE, KeyName, Term
from spotit.symbolic.database.instance import Check, Instance
from spotit.symbolic.execution import Execution
from spotit.symbolic.expressions.evaluate import evaluate, truth
from spotit.symbolic.operators.conversion import affine
from spotit.symbolic.rows.table import Cells, RowEnv, positions_of
from spotit.symbolic.values.value import Number, SymValue, Text, same


def constraints(
    instance: Instance, run: Execution, *, foreign_keys: bool = True, checks: Mapping[str, Sequence[Check]]
) -> list[Term]:
    """Return the constraints on the touched cells; what they touch in turn is constrained as well."""
    result: list[Term] = []
    if foreign_keys:
        result += _foreign_keys(instance, run)
    result += _checks(instance, run, checks)
    result += _keys(instance)
    result += _families(instance)
    result += instance.validity
    return [term for term in result if term is not TRUE]


def _used(instance: Instance) -> list[Table]:
    return [table for table in instance.schema.tables if table.name in instance.sizes]


def _foreign_keys(instance: Instance, run: Execution) -> Iterator[Term]:
    """Yield the inclusions, going round again while they touch new tables or columns."""
    done: set[tuple[str, ForeignKey]] = set()
    progress = True
    while progress:
        progress = False
        for table in _used(instance):
            for key in table.foreign_keys:
                if (table.name, key) not in done and _matters(instance, table, key):
                    done.add((table.name, key))
                    progress = True
                    yield from _inclusion(instance, table, key, run)


def _matters(instance: Instance, table: Table, key: ForeignKey) -> bool:
    target = instance.schema.table(key.target)
    if target is None:
        return False
    ends = zip(key.columns, key.target_columns, strict=True)
    fits = all(_same_kind(table.column(here), target.column(there)) for here, there in ends)
    if fits and target.name not in instance.sizes and not _leads_to_used(instance, target, set()):
        return False
    touched = any(instance.touched((table.name, _declared(table, name))) for name in key.columns)
    return touched or _forced(instance, table, key)


def _same_kind(child: Column | None, parent: Column | None) -> bool:
    """Tell whether any value of the child can be a value of the parent; else an unused parent matters as well."""
    return child is None or parent is None or child.kind is parent.kind


def _forced(instance: Instance, table: Table, key: ForeignKey) -> bool:
    return all(table.never_null(name, null_keys=instance.null_keys) for name in key.columns)


def _leads_to_used(instance: Instance, table: Table, seen: set[str]) -> bool:
    """Tell whether a row of an unused table needs, through keys that are never NULL, a row of a used one."""
    if table.name in instance.sizes:
        return True
    if table.name in seen:
        return False
    seen.add(table.name)
    targets = (instance.schema.table(k.target) for k in table.foreign_keys if _forced(instance, table, k))
    return any(_leads_to_used(instance, target, seen) for target in targets if target is not None)


def _declared(table: Table, name: str) -> str:
    column = table.column(name)
    return column.name if column is not None else name


def _inclusion(instance: Instance, table: Table, key: ForeignKey, run: Execution) -> Iterator[Term]:
    """Yield that each row has its partner; SQLite compares by the affinity and the collation of the parent's column.

    A foreign key that SQLite cannot enforce is inclusion of the very values.
    """
    target = instance.table(key.target)
    enforced = instance.schema.enforceable(key)
    here = [_declared(table, name) for name in key.columns]
    there = [_declared(target, name) for name in key.target_columns]
    declared = [table.column(name) for name in here], [target.column(name) for name in there]
    names = [column.collation if column is not None and enforced else BINARY for column in declared[1]]
    for row in range(instance.rows):
        values = [instance.cell(table.name, name, row) for name in here]
        if enforced:
            values = [_as_parent(v, c, p, run) for v, c, p in zip(values, *declared, strict=True)]
        partners = []
        for other in range(instance.rows):
            cells = [instance.cell(target.name, name, other) for name in there]
            equal = [and_(not_(v.null), same(v, c, n)) for v, c, n in zip(values, cells, names, strict=True)]
            partners.append(and_(instance.present(target.name, other), *equal))
        free = any_of(value.null for value in values)
        yield or_(not_(instance.present(table.name, row)), free, *partners)


def _as_parent(value: SymValue, child: Column | None, parent: Column | None, run: Execution) -> SymValue:
    """Return a child's value under the affinity of the parent's column, where that is another."""
    if child is None or parent is None or child.affinity is parent.affinity:
        return value
    return affine(value, parent.affinity, run)


def _keys(instance: Instance) -> Iterator[Term]:
    """Yield that no two present rows agree on a key whose columns are all touched; NULLs never agree."""
    for table in _used(instance):
        keys = [*table.keys]
        if table.rowid_column is None and instance.touched((table.name, "rowid")):
            keys.append(("rowid",))
        for key in keys:
            names = [_declared(table, name) for name in key]
            if not all(instance.touched((table.name, name)) for name in names):
                continue
            rows = [[instance.cell(table.name, name, row) for name in names] for row in range(instance.rows)]
            for j, later in enumerate(rows):
                for earlier in rows[:j]:
                    yield implies(instance.present(table.name, j), not_(_agree(table, names, earlier, later)))


def _agree(table: Table, names: Sequence[str], left: Sequence[SymValue], right: Sequence[SymValue]) -> Term:
    equal = []
    for name, a, b in zip(names, left, right, strict=True):
        column = table.column(name)
        collation = column.collation if column is not None else BINARY
        equal.append(and_(not_(a.null), same(a, b, collation)))
    return all_of(equal)


def _families(instance: Instance) -> Iterator[Term]:
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


def _checks(instance: Instance, run: Execution, checks: Mapping[str, Sequence[Check]]) -> Iterator[Term]:
    """Yield the CHECKs that speak of touched columns, or of columns that cannot be NULL."""
    for table in _used(instance):
        for check in checks.get(table.name, ()):
            names = [n for n in check.scan.fields if check.mentions(n)]
            if not any(
                instance.touched((table.name, n)) or table.never_null(n, null_keys=instance.null_keys) for n in names
            ):
                continue
            positions = positions_of(check.scan.columns)
            for row in range(instance.rows):
                cells = _row(instance, check.scan, row)
                true, null = truth(evaluate(check.condition, RowEnv(positions, cells, {}), run), run)
                yield or_(not_(instance.present(table.name, row)), true, null)


def _row(instance: Instance, scan: Scan, row: int) -> Cells:
    return Cells(len(scan.fields), lambda i: instance.cell(scan.table, scan.fields[i], row))

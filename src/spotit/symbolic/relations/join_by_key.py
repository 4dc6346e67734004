"""Partners by key: a row of a table is found by the values of a key, at most one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeGuard

from spotit.plan import rel as r
from spotit.plan.expr import Column, Expr
from spotit.schema import BaseColumn, Table, keys
from spotit.smt.terms.boolean import and_, any_of, not_
from spotit.smt.terms.term import Sort, Term
from spotit.symbolic import ledger
from spotit.symbolic.rows.table import Cells, SymRow
from spotit.symbolic.values.atoms import Number, Text
from spotit.symbolic.values.merge import choose
from spotit.symbolic.values.value import NULL, SymValue
from spotit.symbolic.values.value_order import same

if TYPE_CHECKING:
    from spotit.symbolic.relations.executor import Executor


class Partner:
    """Finds the one row of a table whose key has given values."""

    def __init__(self, rows: Sequence[SymRow], places: Sequence[int], width: int) -> None:
        self.rows = rows
        self.places = places
        """Where the columns of the key stand."""
        self.width = width

    def of(self, wanted: Sequence[SymValue], present: Term, *, total: bool) -> tuple[Term, Cells]:
        """Return the condition that these key values have a partner, and its cells (meaningless where it has none).

        It matters where `present` holds. `total` promises a partner where no value is NULL.
        """
        matches: list[Term] = []
        for row in self.rows:
            pairs = zip(wanted, self.places, strict=True)
            equal = [and_(not_(w.null), same(w, row.cells[place])) for w, place in pairs]
            matches.append(and_(row.present, *equal))
        given = and_(*(not_(w.null) for w in wanted))
        wherever = and_(present, given)
        # A row that matches wherever one can is the only one: a table joined with itself, CTEs with the same groups.
        own = next((n for n, match in enumerate(matches) if and_(wherever, match) is wherever), None)
        found = given if total or own is not None else any_of(matches)
        fixed = dict(zip(self.places, wanted, strict=True))

        def cell(position: int) -> SymValue:
            known = fixed.get(position)
            if known is not None and all(interchangeable(known, row.cells[position]) for row in self.rows):
                return known
            if own is not None:
                return self.rows[own].cells[position]
            result = self.rows[-1].cells[position] if self.rows else NULL
            for row, match in zip(reversed(self.rows[:-1]), reversed(matches[:-1]), strict=True):
                result = choose(match, row.cells[position], result)
            return result

        return found, Cells(self.width, cell)


def promised(rel: r.Rel, names: Sequence[str], bases: Sequence[BaseColumn | None], executor: Executor) -> bool:
    """Tell whether the schema promises a partner in a table for values of these base columns that are not NULL."""
    if not isinstance(rel, r.Scan) or not executor.foreign_keys or any(base is None for base in bases):
        return False
    target = executor.instance.table(rel.table)
    if any(c is not None and not c.collation.is_identity for c in map(target.column, names)):
        return False  # a foreign key finds its partner under the partner's collation, a join under its own
    source = {base[0] for base in bases if base is not None}
    if len(source) != 1:
        return False
    wanted = {(base[1], name) for base, name in zip(bases, names, strict=True) if base}
    table = source.pop()
    if table == target.name and all(a == b for a, b in wanted):
        return True  # a table's own key, taken from a present row of the table, is found again
    found = any(
        key.target == target.name and key.is_plain and set(zip(key.columns, key.target_columns, strict=True)) == wanted
        for key in executor.instance.schema.inclusions(table)
    )
    if found:
        executor.run.assume(ledger.FOREIGN_KEYS)
    return found


def unique_keys(rel: r.Rel, table: Callable[[str], Table]) -> list[tuple[int, ...]]:
    """Return lists of columns, by id, whose values together occur in at most one row of the relation.

    Rows where one of them is NULL are left out of account: no equality finds them. `table` knows the base tables.
    """
    match rel:
        case r.Scan():
            return _declared_keys(rel, table(rel.table))
        case r.Aggregate() if rel.keys:
            return [tuple(column.id for column in rel.columns[: len(rel.keys)])]
        case r.Distinct():
            whole = tuple(column.id for column in (rel.columns if rel.on is None else rel.on))
            return [whole, *unique_keys(rel.input, table)]
        case r.Filter() | r.OrderBy() | r.Limit() | r.Window():
            return unique_keys(rel.input, table)
        case r.Project():
            shown = {expr.id: column.id for column, expr in zip(rel.columns, rel.exprs, strict=True) if _plain(expr)}
            keys = unique_keys(rel.input, table)
            return [tuple(shown[column] for column in key) for key in keys if all(column in shown for column in key)]
        case r.SetOp() if rel.kind in (r.SetKind.UNION, r.SetKind.INTERSECT, r.SetKind.EXCEPT):
            return [tuple(column.id for column in rel.columns)]
    return []


def _plain(expr: Expr) -> TypeGuard[Column]:
    return isinstance(expr, Column)


def _declared_keys(rel: r.Scan, table: Table) -> list[tuple[int, ...]]:
    columns = {name: column.id for column, name in zip(rel.columns, rel.fields, strict=True)}
    return [tuple(columns[name] for name in key.columns) for key in keys(table) if columns.keys() >= set(key.columns)]


def interchangeable(left: SymValue, right: SymValue) -> bool:
    """Tell whether values of the two that are equal are also the same: one alternative each, of the same class."""
    if len(left.alts) != 1 or len(right.alts) != 1:
        return False
    match left.alts[0].atom, right.alts[0].atom:
        case Number(a), Number(b):
            return a.sort is b.sort and a.sort is Sort.INT
        case Text(pool=a), Text(pool=b):
            return a is b
    return False


def age(value: SymValue) -> int:
    """Return the id of the term that a value of one alternative is made of."""
    match value.alts[0].atom:
        case Number(term) | Text(index=term):
            return term.id
    return 0

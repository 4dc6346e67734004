"""Partners by key: a row of a base table is found by the values of its key, at most one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from spotit.plan import rel as r
from spotit.plan.expr import Expr
from spotit.schema import Table
from spotit.smt.boolean import and_, any_of, not_
from spotit.smt.term import Sort, Term
from spotit.symbolic.table import Cells
from spotit.symbolic.value import NULL, Number, SymValue, Text, choose, same

if TYPE_CHECKING:
    from spotit.symbolic.relational import Executor


class Partner:
    """Finds the one row of a base table whose key has given values."""

    def __init__(self, rel: r.Scan, key: Mapping[str, Expr], executor: Executor) -> None:
        self.rel = rel
        self.names = list(key)
        self.table: Table = executor.instance.table(rel.table)
        self.executor = executor
        self.rows = executor.scan(rel).rows

    def always_found(self, bases: Sequence[tuple[str, str] | None]) -> bool:
        """Tell whether a declared foreign key promises a partner for values of these base columns that are not NULL."""
        if not self.executor.foreign_keys or any(base is None for base in bases):
            return False
        if any(c is not None and c.collation != "BINARY" for c in map(self.table.column, self.names)):
            return False  # a foreign key finds its partner under the partner's collation, a join under its own
        source = {base[0] for base in bases if base is not None}
        if len(source) != 1:
            return False
        wanted = {(base[1].casefold(), name.casefold()) for base, name in zip(bases, self.names, strict=True) if base}
        table = self.executor.instance.table(source.pop())
        return any(
            key.target.casefold() == self.table.name.casefold()
            and {(a.casefold(), b.casefold()) for a, b in zip(key.columns, key.target_columns, strict=True)} == wanted
            for key in table.foreign_keys
        ) or self._own_key(table, wanted)

    def _own_key(self, table: Table, wanted: set[tuple[str, str]]) -> bool:
        """A table's own key, taken from a present row of the table, is found again."""
        return table.name == self.table.name and all(a == b for a, b in wanted)

    def of(self, wanted: Sequence[SymValue], *, total: bool) -> tuple[Term, Cells]:
        """Return that there is a partner for these key values, and its cells (meaningless where there is none)."""
        instance = self.executor.instance
        table = self.rel.table
        matches: list[Term] = []
        for index, row in enumerate(self.rows):
            cells = [instance.cell(table, name, index) for name in self.names]
            equal = [and_(not_(w.null), same(w, c)) for w, c in zip(wanted, cells, strict=True)]
            matches.append(and_(row.present, *equal))
        found = and_(*(not_(w.null) for w in wanted)) if total else any_of(matches)
        fixed = {name.casefold(): value for name, value in zip(self.names, wanted, strict=True)}

        def cell(position: int) -> SymValue:
            name = self.rel.fields[position]
            known = fixed.get(name.casefold())
            if known is not None and interchangeable(known, instance.cell(table, name, 0)):
                return known
            result = self.rows[-1].cells[position] if self.rows else NULL
            for row, match in zip(reversed(self.rows[:-1]), reversed(matches[:-1]), strict=True):
                result = choose(match, row.cells[position], result)
            return result

        return found, Cells(len(self.rel.fields), cell)


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

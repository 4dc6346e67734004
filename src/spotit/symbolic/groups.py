"""The groups of one aggregation, with the rules for bare columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from spotit.plan import rel as r
from spotit.plan.expr import Column, Expr
from spotit.smt.arithmetic import lt
from spotit.smt.boolean import and_, any_of, not_, or_
from spotit.smt.term import FALSE, TRUE, Term
from spotit.symbolic.concatenation import over_group
from spotit.symbolic.grouping import Member, aggregate, first_of
from spotit.symbolic.ordering import distinguishable
from spotit.symbolic.run import Env
from spotit.symbolic.table import Cells, SymRow, SymTable
from spotit.symbolic.value import NULL, SymValue, before, choose, same_row

if TYPE_CHECKING:
    from spotit.symbolic.relational import Executor


class Groups:
    """The groups of one aggregation: each is represented by its first row."""

    def __init__(self, executor: Executor, rel: r.Aggregate, table: SymTable, envs: Sequence[Env]) -> None:
        rows = table.rows
        self.directions = table.directions
        self.executor = executor
        self.rel = rel
        self.input = rows
        self.envs = envs
        self._values: dict[tuple[int, int], SymValue] = {}
        self._filters: dict[tuple[int, int], Term] = {}
        names = [column.collation for column in rel.columns[: len(rel.keys)]]
        self.keys = [executor.values(rel.keys, row, env) for row, env in zip(rows, envs, strict=True)]
        self.collations = names

    def rows(self) -> list[SymRow]:
        """Return one row per possible group. What a row holds matters only where it leads its group.

        There it is present itself, and no earlier row is in the group.
        """
        n = len(self.input)
        together = [[TRUE] * n for _ in range(n)]
        for i in range(n):
            self.executor.run.check_time()
            for j in range(i + 1, n):
                together[i][j] = together[j][i] = same_row(self.keys[i], self.keys[j], self.collations)
        self._record_bare(together)
        result = []
        for i, row in enumerate(self.input):
            self.executor.run.check_time()
            earlier = any_of(and_(other.present, together[i][j]) for j, other in enumerate(self.input[:i]))
            leads = and_(row.present, not_(earlier))
            if leads is not FALSE:
                later = (and_(self.input[j].present, together[i][j]) for j in range(i + 1, n))
                result.append(self.row(leads, [*[FALSE] * i, TRUE, *later], i))
        return result

    def only_row(self) -> SymRow:
        """Return the one row of an aggregation without GROUP BY."""
        n = len(self.input)
        self._record_bare([[TRUE] * n for _ in range(n)])
        if not all(self._stored(expr) for expr in self.rel.bare):
            # Over no row a derived column is NULL, unless SQLite has flattened the subquery and computes it from NULLs.
            self.executor.run.ambiguous(not_(any_of(row.present for row in self.input)))
        return self.row(TRUE, [row.present for row in self.input], None)

    def _stored(self, expr: Expr) -> bool:
        """Tell whether an expression is a column of a base table, under whatever name."""
        lineage = self.executor.lineage
        while isinstance(expr, Column) and expr.id not in lineage.bases:
            defined = lineage.defined.get(expr.id, ())
            if len(defined) != 1 or not isinstance(defined[0], Column):
                return False
            expr = defined[0]
        return isinstance(expr, Column)

    def row(self, present: Term, inside: Sequence[Term], leader: int | None) -> SymRow:
        """Return the row of the group whose members are `inside`."""
        rel = self.rel
        keys = len(rel.keys)
        picked: list[list[Term]] = []

        def cell(index: int) -> SymValue:
            if index < keys:
                assert leader is not None
                self._record_key(index, leader, present, inside)
                return self.keys[leader][index]
            if index < keys + len(rel.aggregates):
                return self._aggregate(index - keys, present, inside)
            if not picked:
                picked.append(self._representative(inside))
            return self._bare(index - keys - len(rel.aggregates), picked[0])

        return SymRow(present, Cells(len(rel.columns), cell))

    def _members(self, number: int, inside: Sequence[Term]) -> list[Member]:
        """Return the arguments of one aggregate call over the rows that can be inside."""
        call = self.rel.aggregates[number]
        return [
            Member(and_(condition, self._filter(number, row)), self._argument(number, row) if call.args else NULL)
            for row, condition in enumerate(inside)
            if condition is not FALSE
        ]

    def _aggregate(self, number: int, present: Term, inside: Sequence[Term]) -> SymValue:
        run = self.executor.run
        guard, run.guard = run.guard, and_(run.guard, present)
        call = self.rel.aggregates[number]
        members = self._members(number, inside)
        try:
            if call.func != "group_concat":
                return aggregate(call, members, run)
            rows = [(self.input[n], self.envs[n]) for n, condition in enumerate(inside) if condition is not FALSE]
            return over_group(call, members, rows, self.directions, self.executor)
        finally:
            run.guard = guard

    def _argument(self, number: int, row: int) -> SymValue:
        key = (number, row)
        if key not in self._values:
            call = self.rel.aggregates[number]
            self._values[key] = self.executor.under(self.input[row].present, call.args[0], self.envs[row])
        return self._values[key]

    def _filter(self, number: int, row: int) -> Term:
        call = self.rel.aggregates[number]
        if call.filter is None:
            return TRUE
        key = (number, row)
        if key not in self._filters:
            self._filters[key] = self.executor.holds(self.input[row].present, call.filter, self.envs[row])
        return self._filters[key]

    def _extreme(self) -> int | None:
        """Return the number of the only min() or max(), which then decides the bare columns (lang_select.html, 2.5)."""
        found = [n for n, call in enumerate(self.rel.aggregates) if call.func in ("min", "max")]
        distinct_calls = {self.rel.aggregates[n] for n in found}
        return found[0] if len(distinct_calls) == 1 else None

    def _representative(self, inside: Sequence[Term]) -> list[Term]:
        """Return for each input row that bare expressions take their value from it."""
        candidates = self._candidates(inside)
        places = self.executor.run.places(len(candidates))
        if places is None:
            return first_of(candidates)
        return [
            and_(c, not_(any_of(and_(o, lt(places[j], places[i])) for j, o in enumerate(candidates) if j != i)))
            for i, c in enumerate(candidates)
        ]

    def _bare(self, number: int, picked: Sequence[Term]) -> SymValue:
        expr = self.rel.bare[number]
        result = NULL
        for row in reversed(range(len(picked))):
            if picked[row] is not FALSE:
                result = choose(picked[row], self._bare_value(expr, number, row), result)
        return result

    def _bare_value(self, expr: Expr, number: int, row: int) -> SymValue:
        key = (-1 - number, row)
        if key not in self._values:
            self._values[key] = self.executor.under(self.input[row].present, expr, self.envs[row])
        return self._values[key]

    def _record_key(self, index: int, leader: int, present: Term, inside: Sequence[Term]) -> None:
        """Record where another row of the group has the same key in another form."""
        shown = [self.keys[leader][index]]
        name = [self.collations[index]]
        apart = [
            and_(m, distinguishable(shown, [keys[index]], name)) for m, keys in zip(inside, self.keys, strict=True)
        ]
        self.executor.run.ambiguities += [and_(present, term) for term in apart if term is not FALSE]

    def _record_bare(self, together: Sequence[Sequence[Term]]) -> None:
        """Record where two rows of a group could give the bare values, and give different ones."""
        if not self.rel.bare:
            return
        names = range(len(self.rel.bare))
        given = self._given()
        for j, later in enumerate(self.input):
            self.executor.run.check_time()
            for i in range(j):
                both = and_(self.input[i].present, later.present, together[i][j])
                if both is FALSE:
                    continue
                alike = same_row(
                    [self._bare_value(self.rel.bare[n], n, i) for n in names],
                    [self._bare_value(self.rel.bare[n], n, j) for n in names],
                )
                both = and_(both, not_(alike))
                if both is not FALSE:
                    tied = and_(*(self._unbeaten(row, together[row], given) for row in (i, j)))
                    self.executor.run.ambiguous(and_(both, tied))

    def _given(self) -> list[Term]:
        """Return for each row that the deciding min() or max() sees a value in it."""
        decider = self._extreme()
        if decider is None:
            return []
        values = [self._argument(decider, row) for row in range(len(self.input))]
        return [
            and_(row.present, self._filter(decider, n), not_(v.null))
            for n, (row, v) in enumerate(zip(self.input, values, strict=True))
        ]

    def _unbeaten(self, row: int, together: Sequence[Term], given: Sequence[Term]) -> Term:
        """Return that no row of the group beats the row under the deciding min() or max()."""
        decider = self._extreme()
        if decider is None:
            return TRUE
        others = [n for n in range(len(self.input)) if n != row]
        beaten = any_of(and_(given[n], together[n], self._beats(decider, n, row)) for n in others)
        anyone = any_of((given[row], *(and_(given[n], together[n]) for n in others)))
        return or_(and_(given[row], not_(beaten)), not_(anyone))

    def _beats(self, decider: int, row: int, other: int) -> Term:
        call = self.rel.aggregates[decider]
        first, second = self._argument(decider, row), self._argument(decider, other)
        return before(second, first, call.collation) if call.func == "max" else before(first, second, call.collation)

    def _candidates(self, inside: Sequence[Term]) -> list[Term]:
        """Return for each row that it may be the one the group's bare values come from."""
        decider = self._extreme()
        if decider is None:
            return list(inside)
        rows = range(len(inside))
        given = [
            and_(c, self._filter(decider, row), not_(self._argument(decider, row).null)) if c is not FALSE else FALSE
            for row, c in enumerate(inside)
        ]
        unbeaten = [
            and_(
                given[i],
                not_(
                    any_of(and_(given[j], self._beats(decider, j, i)) for j in rows if j != i and given[j] is not FALSE)
                ),
            )
            if given[i] is not FALSE
            else FALSE
            for i in rows
        ]
        nobody = not_(any_of(given))
        return [or_(c, and_(nobody, i)) for c, i in zip(unbeaten, inside, strict=True)]

"""The groups of one aggregation, with the rules for bare columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from spotit.dialect.functions import Encoded
from spotit.plan import rel as r
from spotit.plan.expr import Column, Expr
from spotit.smt.terms.arithmetic import le, lt, total
from spotit.smt.terms.boolean import and_, any_of, ite, not_, or_
from spotit.smt.terms.term import FALSE, TRUE, Sort, Term, integer
from spotit.symbolic.execution import Env
from spotit.symbolic.operators.sums import Member
from spotit.symbolic.relations.aggregates import aggregate, first_of
from spotit.symbolic.relations.group_concat import over_group
from spotit.symbolic.relations.join_counting import largest
from spotit.symbolic.rows.ordering import distinguishable, unlike
from spotit.symbolic.rows.table import Cells, SymRow, SymTable
from spotit.symbolic.values.merge import choose
from spotit.symbolic.values.value import NULL, SymValue
from spotit.symbolic.values.value import number as number_value
from spotit.symbolic.values.value_order import before, same_row

if TYPE_CHECKING:
    from spotit.symbolic.relations.executor import Executor


class Groups:
    """The groups of one aggregation: each is represented by its first row."""

    def __init__(
        self,
        executor: Executor,
        rel: r.Aggregate,
        table: SymTable,
        envs: Sequence[Env],
        copies: Sequence[Term] | None = None,
    ) -> None:
        rows = table.rows
        self.copies = copies
        """How many equal rows each row stands for, where it is present; None: for itself."""
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
        """Return one row per possible group. What a row holds matters only where the group has a member.

        Rows whose keys are the same terms are together whatever the database holds: each such class is represented
        by one row, present where one of its rows is and none of an earlier class is in the group.
        """
        classes, together = self._classes()
        there = [any_of(self.input[n].present for n in members) for members in classes]
        number_of = {n: number for number, members in enumerate(classes) for n in members}
        numbers = [number_of[n] for n in range(len(self.input))]
        self._record_bare(lambda i, j: together[numbers[i]][numbers[j]])
        result = []
        for number, members in enumerate(classes):
            self.executor.run.check_work()
            earlier = any_of(and_(there[other], together[number][other]) for other in range(number))
            leads = and_(there[number], not_(earlier))
            if leads is not FALSE:
                inside = [self._inside(n, number, numbers[n], together, len(members)) for n in range(len(numbers))]
                result.append(self.row(leads, inside, members[0]))
        return result

    def _inside(self, row: int, number: int, of: int, together: Sequence[Sequence[Term]], size: int) -> Term:
        """Return the condition that a row is in the group that a class leads: then no earlier class is in the group."""
        if of < number:
            return FALSE
        if of == number:
            return TRUE if size == 1 else self.input[row].present
        return and_(self.input[row].present, together[number][of])

    def _classes(self) -> tuple[list[list[int]], list[list[Term]]]:
        """Return the classes of rows with the same keys, and for each two classes that their keys are equal."""
        classes: list[list[int]] = []
        together: list[list[Term]] = []
        for n, keys in enumerate(self.keys):
            self.executor.run.check_work()
            against: list[Term] = []
            for members in classes:
                equal = same_row(self.keys[members[0]], keys, self.collations)
                if equal is TRUE and distinguishable(self.keys[members[0]], keys, self.collations) is FALSE:
                    members.append(n)
                    break
                against.append(equal)
            else:
                for known, equal in zip(together, against, strict=True):
                    known.append(equal)
                classes.append([n])
                self.executor.check_size(len(self.input) * len(classes) // 4)
                together.append([*against, TRUE])
        return classes, together

    def only_row(self) -> SymRow:
        """Return the one row of an aggregation without GROUP BY."""
        self._record_bare(lambda i, j: TRUE)
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
        guard = self.executor.run.guard
        picked: list[list[Term]] = []

        def cell(index: int) -> SymValue:
            if index < keys:
                assert leader is not None
                self._record_key(index, leader, present, inside)
                return self._key(index, leader, inside)
            if index < keys + len(rel.aggregates):
                # It is computed for each group, whoever reads it first.
                with self.executor.run.guarded_by(guard):
                    return self._aggregate(index - keys, present, inside)
            if not picked:
                picked.append(self._representative(inside))
            return self._bare(index - keys - len(rel.aggregates), picked[0])

        cells = Cells(len(rel.columns), cell)
        for index, call in enumerate(rel.aggregates, keys):
            if call.function.fails and Encoded.GROUP in call.function.encoded:
                cells[index]  # SQLite computes it for each group, read or not, and may fail
        return SymRow(present, cells)

    def _key(self, index: int, leader: int, inside: Sequence[Term]) -> SymValue:
        """Return the value of a key: its leader's, or that of any row where choices are free and rows may differ."""
        shown = self.keys[leader][index]
        if self.executor.run.choices is not None and not self.collations[index].is_identity:
            for row, picked in enumerate(self._picked(inside)):
                shown = choose(picked, self.keys[row][index], shown)
        return shown

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
        call = self.rel.aggregates[number]
        with run.narrowed_by(present):
            if self.copies is not None and not call.function.extreme and not call.distinct:
                return self._of_copies(number, inside, self.copies)
            members = self._members(number, inside)
            if Encoded.JOINED not in call.function.encoded:
                return aggregate(call, members, run)
            rows = [(self.input[n], self.envs[n]) for n, condition in enumerate(inside) if condition is not FALSE]
            return over_group(call, members, rows, self.directions, self.executor)

    def _of_copies(self, number: int, inside: Sequence[Term], copies: Sequence[Term]) -> SymValue:
        """Return an aggregate that sees every copy of a row."""
        call = self.rel.aggregates[number]
        members = self._members(number, inside)
        times = [many for many, condition in zip(copies, inside, strict=True) if condition is not FALSE]
        if call.func == "count":
            given = [and_(m.inside, not_(m.value.null)) if call.args else m.inside for m in members]
            counts = [ite(g, many, integer(0)) for g, many in zip(given, times, strict=True)]
            return number_value(total(counts, Sort.INT))
        self.executor.check_size(sum(map(largest, times)))
        repeated = [
            Member(and_(member.inside, le(integer(k), many)), member.value)
            for member, many in zip(members, times, strict=True)
            for k in range(1, largest(many) + 1)
        ]
        return aggregate(call, repeated, self.executor.run)

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
        found = [n for n, call in enumerate(self.rel.aggregates) if call.function.extreme]
        distinct_calls = {self.rel.aggregates[n] for n in found}
        return found[0] if len(distinct_calls) == 1 else None

    def _representative(self, inside: Sequence[Term]) -> list[Term]:
        """Return for each input row that bare expressions take their value from it."""
        return self._picked(self._candidates(inside))

    def _picked(self, candidates: Sequence[Term]) -> list[Term]:
        """Return for each candidate that it is the one that is chosen."""
        places = self.executor.run.places(candidates)
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

    def _record_bare(self, together: Callable[[int, int], Term]) -> None:
        """Record where two rows of a group could give the bare values, and give different ones."""
        if not self.rel.bare:
            return
        given = self._given()
        unlike_rows = self._unlike_bare()
        for j, later in enumerate(self.input):
            self.executor.run.check_work(j + 1)
            for i in range(j):
                both = and_(self.input[i].present, later.present, together(i, j))
                if both is FALSE:
                    continue
                both = and_(both, unlike_rows(i, j))
                if both is not FALSE:
                    tied = and_(*(self._unbeaten(row, together, given) for row in (i, j)))
                    self.executor.run.ambiguous(and_(both, tied), placed=True)

    def _unlike_bare(self) -> Callable[[int, int], Term]:
        """Return what tells when the bare values of two rows differ; rows with the same constants are compared once."""
        bare = [[self._bare_value(e, n, row) for n, e in enumerate(self.rel.bare)] for row in range(len(self.input))]
        forms = [tuple(_form(value) for value in values) for values in bare]
        known: dict[tuple[object, object], Term] = {}

        def found(i: int, j: int) -> Term:
            key = forms[i], forms[j]
            if key not in known:
                known[key] = unlike(bare[i], bare[j])
            return known[key]

        return found

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

    def _unbeaten(self, row: int, together: Callable[[int, int], Term], given: Sequence[Term]) -> Term:
        """Return the condition that no row of the group beats the row under the deciding min() or max()."""
        decider = self._extreme()
        if decider is None:
            return TRUE
        others = [n for n in range(len(self.input)) if n != row]
        beaten = any_of(and_(given[n], together(row, n), self._beats(decider, n, row)) for n in others)
        anyone = any_of((given[row], *(and_(given[n], together(row, n)) for n in others)))
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


def _form(value: SymValue) -> object:
    """Return what only a value that is the same has: its constant with the type, or its identity."""
    constant = value.constant
    return id(value) if constant is None else (type(constant[0]), constant[0])

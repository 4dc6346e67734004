"""Recursive CTEs (lang_with.html, 3): the queue is unrolled generation by generation until none can have a row.

The step runs on one row at a time, as in SQLite. Where rows are still possible after the last generation that is
unrolled, the run is told under which condition its result is incomplete.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from spotit.database import Value
from spotit.dialect.collation import BINARY, Collation
from spotit.errors import UnsupportedSql
from spotit.plan import rel as r
from spotit.smt.terms.arithmetic import add, count, eq_zero, lt, subtract
from spotit.smt.terms.boolean import and_, any_of, iff, not_, or_
from spotit.smt.terms.term import FALSE, TRUE, Term, integer
from spotit.symbolic import ledger
from spotit.symbolic.execution import Env
from spotit.symbolic.relations.recursion_ordered import PriorityQueue
from spotit.symbolic.rows.ordering import distinct, distinguishable, unlike
from spotit.symbolic.rows.table import Cells, SymRow, SymTable
from spotit.symbolic.values.merge import choose
from spotit.symbolic.values.value import SymValue
from spotit.symbolic.values.value_order import same_row

if TYPE_CHECKING:
    from spotit.symbolic.relations.executor import Executor

GENERATIONS = 12
"""Generations that are unrolled while the rows' presence depends on the database."""
CERTAIN_GENERATIONS = 1000
"""Generations that are unrolled while it does not: counters and calendars."""
_MANY_ROWS = 60
"""Rows in all after which one generation more than the tables have rows is enough."""


def recursive(rel: r.Recursive, env: Env, executor: Executor) -> SymTable:
    """Return all rows that a recursive CTE yields."""
    return _Queue(rel, env, executor).table()


@dataclass(slots=True, eq=False)
class _Queue:
    """The rows of one recursion, in the order in which they leave the queue."""

    rel: r.Recursive
    env: Env
    executor: Executor
    rows: list[SymRow] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    """Where each generation begins among the rows."""
    collations: list[Collation] = field(default_factory=list)
    most: int | None = None
    skipped: int = 0
    _constants: set[tuple[Value, ...]] = field(default_factory=set)
    _varying: list[SymRow] = field(default_factory=list)
    """The rows so far that are not among the constants."""

    def __post_init__(self) -> None:
        self.collations = [column.collation for column in self.rel.columns]
        limit = self.executor.constant(self.rel.limit, self.env)
        self.skipped = max(self.executor.constant(self.rel.offset, self.env) or 0, 0)
        self.most = None if limit is None or limit < 0 else limit + self.skipped

    @property
    def counted(self) -> bool:
        """Whether it matters how many rows leave the queue before a row."""
        return self.most is not None or self.skipped > 0

    def table(self) -> SymTable:
        """Return the rows of all generations; ORDER BY decides which ones they are where LIMIT cuts."""
        if self.rel.order and self.counted:
            queue = PriorityQueue(self.rel, self.env, self.executor, self._step)
            return SymTable.of(self.rel.columns, queue.rows(self.most, self.skipped))
        generation = self._entered(self.executor.table(self.rel.initial, self.env).rows)
        steps = uncertain = 0
        while generation:
            uncertain += not self._certain(generation)
            if not self._goes_on(generation, steps, uncertain):
                self._cut_off(self._still_new(generation), steps)
                break
            steps += 1
            self.starts.append(len(self.rows))
            self.rows += generation
            self.executor.check_size(len(self.rows))
            if steps > GENERATIONS:
                _settle(generation)
            generation = self._entered([new for row in generation for new in self._step(row)])
        if self.rel.distinct and not self.counted and self._varying:
            everything = SymTable.of(self.rel.columns, _merged(self.rows, same=True))
            self.rows = list(distinct(everything, range(len(self.collations)), self.collations, self.executor.run).rows)
        return SymTable.of(self.rel.columns, self._from_offset())

    def _cut_off(self, more: Term, steps: int) -> None:
        """Record that the recursion may go on."""
        if more is TRUE:
            raise UnsupportedSql(f"recursive CTE that does not stop within {steps} steps", self.rel.span)
        if more is not FALSE:
            self.executor.run.incomplete(more)
            self.executor.run.assume(ledger.recursion(steps))

    def _still_new(self, generation: Sequence[SymRow]) -> Term:
        """Return the condition that a row of the generation would still enter the queue."""
        if not self.rel.distinct or self.counted:
            return any_of(row.present for row in generation)
        earlier = _merged(self.rows, same=True)
        return any_of(self._unseen(row, earlier) for row in generation)

    def _certain(self, generation: Sequence[SymRow]) -> bool:
        """Tell whether the rows of a generation enter the queue whatever the database."""
        if self.rel.distinct and any(_constants_of(row) is None for row in generation):
            return False
        return all(row.present is TRUE for row in generation)

    def _goes_on(self, generation: Sequence[SymRow], steps: int, uncertain: int) -> bool:
        many = len(self.rows) + len(generation) > _MANY_ROWS
        most = min(GENERATIONS, self.executor.instance.rows + 1) if many else GENERATIONS
        return steps < CERTAIN_GENERATIONS and (uncertain == 0 or uncertain <= most)

    def _step(self, row: SymRow) -> Sequence[SymRow]:
        """Return what the step yields for one row."""
        self.executor.run.check_work()
        working = self.executor.working
        working[self.rel.name_id] = (row,)
        found = self.executor.table(self.rel.step, self.env).rows
        del working[self.rel.name_id]
        return found

    def _entered(self, rows: Sequence[SymRow]) -> list[SymRow]:
        """Return the rows of a generation that enter the queue.

        Under UNION these are new rows. A repeated one yields only repeated rows, so that it may stay and be dropped at
        the end, which keeps the conditions small; but LIMIT, OFFSET count, and constants are dropped to reach the end.
        """
        plain = [SymRow(row.present, row.cells) for row in rows if row.present is not FALSE]
        found = _merged(plain, same=self.rel.distinct)
        if self.rel.distinct:
            found = self._new(found)
        return found if self.most is None else self._limited(found, self.most)

    def _new(self, rows: Sequence[SymRow]) -> list[SymRow]:
        """Return the rows that were not seen before."""
        result: list[SymRow] = []
        for row in rows:
            known = _constants_of(row) if all(c.is_identity for c in self.collations) else None
            if known is not None and known in self._constants:
                continue
            present = row.present
            if self.counted:
                certain = known is not None and present is TRUE
                present = self._unseen(row, self._varying if certain else [*self.rows, *result])
            if present is FALSE:
                continue
            result.append(SymRow(present, row.cells))
            if known is not None and present is TRUE:
                self._constants.add(known)
            else:
                self._varying.append(result[-1])
        return result

    def _unseen(self, row: SymRow, earlier: Sequence[SymRow]) -> Term:
        repeats: list[Term] = []
        for other in earlier:
            again = and_(other.present, same_row(other.cells, row.cells, self.collations))
            if again is not FALSE:
                repeats.append(again)
                apart = distinguishable(other.cells, row.cells, self.collations)
                self.executor.run.ambiguous(and_(row.present, again, apart))
        return and_(row.present, not_(any_of(repeats)))

    def _limited(self, rows: Sequence[SymRow], most: int) -> list[SymRow]:
        """Return the rows within LIMIT; which rows of one generation come first is arbitrary."""
        places = self._places(len(self.rows), rows)
        kept = [lt(place, integer(most)) for place in places]
        self._record_cut(rows, kept)
        return [row.under(keep) for row, keep in zip(rows, kept, strict=True) if and_(row.present, keep) is not FALSE]

    def _places(self, start: int, rows: Sequence[SymRow]) -> list[Term]:
        """Return how many rows leave the queue before each row of a generation, which comes after `start` rows.

        Where choices are free the generation may come in any order: in more than SQLite can bring about.
        """
        before = [row.present for row in self.rows[:start]]
        free = self.executor.run.places([row.present for row in rows])
        places = []
        for i in range(len(rows)):
            if free is None:
                earlier = [row.present for row in rows[:i]]
            else:
                earlier = [and_(row.present, lt(free[j], free[i])) for j, row in enumerate(rows) if j != i]
            places.append(count([*before, *earlier]))
        return places

    def _record_cut(self, rows: Sequence[SymRow], kept: Sequence[Term]) -> None:
        for j, second in enumerate(rows):
            for i, first in enumerate(rows[:j]):
                cut = and_(first.present, second.present, not_(iff(kept[i], kept[j])))
                if cut is not FALSE:
                    self.executor.run.ambiguous(and_(cut, unlike(first.cells, second.cells)), placed=True)

    def _from_offset(self) -> list[SymRow]:
        if self.skipped == 0:
            return self.rows
        result: list[SymRow] = []
        for start, stop in zip(self.starts, [*self.starts[1:], len(self.rows)], strict=True):
            rows = self.rows[start:stop]
            places = self._places(start, rows)
            kept = [row.under(not_(lt(p, integer(self.skipped)))) for row, p in zip(rows, places, strict=True)]
            self._record_cut(rows, [row.present for row in kept])
            result += kept
        return result


def _settle(rows: Sequence[SymRow]) -> None:
    """Compute all cells: they would nest as deep as there are generations."""
    for row in rows:
        for _ in row.cells:
            pass


def _constants_of(row: SymRow) -> tuple[Value, ...] | None:
    """Return the cells of a row of constants; 1 and 1.0 are told apart, since they might count as the same row."""
    found: list[Value] = []
    for cell in row.cells:
        known = cell.constant
        if known is None or isinstance(known[0], float):
            return None
        found.append(known[0])
    return tuple(found)


def _merged(rows: Sequence[SymRow], *, same: bool) -> list[SymRow]:
    """Put rows into one that cannot be present together, or (`same`) that are the same.

    In a tree a node is reached from one parent only: its rows for all possible parents become one.
    """
    merged: list[SymRow] = []
    for row in rows:
        for position, known in enumerate(merged):
            if same and _identical(known, row):
                merged[position] = SymRow(or_(known.present, row.present), known.cells)
                break
            if _alike(known, row) and exclusive(known.present, row.present):
                merged[position] = _either(known, row)
                break
        else:
            merged.append(row)
    return merged


def _identical(first: SymRow, second: SymRow) -> bool:
    """Tell whether two rows have the same values in the same form; 1 and 1.0 are different forms."""
    names = [BINARY] * len(first.cells)
    if same_row(first.cells, second.cells) is not TRUE:
        return False
    return distinguishable(first.cells, second.cells, names) is FALSE


def _alike(first: SymRow, second: SymRow) -> bool:
    """Tell whether the first cells of two rows are the same terms; by convention that is what a row is about."""
    return not first.cells or same_row([first.cells[0]], [second.cells[0]]) is TRUE


def _either(first: SymRow, second: SymRow) -> SymRow:
    def cell(index: int) -> SymValue:
        return choose(first.present, first.cells[index], second.cells[index])

    return SymRow(or_(first.present, second.present), Cells(len(first.cells), cell))


def exclusive(first: Term, second: Term) -> bool:
    """Tell whether two conditions are seen to exclude each other: x = a and x = b for different keys a and b."""
    if first is TRUE or second is TRUE:
        return False
    if and_(first, second) is FALSE:
        return True
    return all(
        any(_clash(a, b) for a in _equalities(one) for b in _equalities(other))
        for one in _cases(first)
        for other in _cases(second)
    )


def _cases(term: Term) -> tuple[Term, ...]:
    return term.args if term.op == "or" else (term,)


def _equalities(term: Term) -> list[Term]:
    """Return the terms that are 0 where the condition holds."""
    found = term.args if term.op == "and" else (term,)
    return [part.args[0] for part in found if part.op == "eq"]


def _clash(first: Term, second: Term) -> bool:
    if first.sort is not second.sort:
        return False
    return eq_zero(subtract(first, second)) is FALSE or eq_zero(add(first, second)) is FALSE

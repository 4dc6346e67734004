"""Recursive CTEs with ORDER BY and LIMIT: the queue hands out its first row in the order, one at a time.

Each turn takes one row, whichever it is on a given database, and runs the step on it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from spotit.errors import UnsupportedSql
from spotit.plan import rel as r
from spotit.smt.terms.boolean import and_, any_of, not_, or_
from spotit.smt.terms.term import FALSE, TRUE, Term
from spotit.symbolic import ledger
from spotit.symbolic.execution import Env
from spotit.symbolic.rows.ordering import distinguishable, precedes, unlike
from spotit.symbolic.rows.table import Cells, Direction, RowEnv, SymRow, SymTable, positions_of
from spotit.symbolic.values.merge import choose
from spotit.symbolic.values.value import SymValue
from spotit.symbolic.values.value_order import same_row

if TYPE_CHECKING:
    from spotit.symbolic.relations.executor import Executor

TURNS = 12
"""Turns whose row depends on the database."""
CERTAIN_TURNS = 1000
"""Turns whose row does not."""


@dataclass(slots=True, eq=False)
class _Queued:
    """A row of the queue, gone where `taken` holds."""

    row: SymRow
    taken: Term = FALSE

    @property
    def waiting(self) -> Term:
        """The condition that the row is in the queue."""
        return and_(self.row.present, not_(self.taken))


@dataclass(slots=True, eq=False)
class PriorityQueue:
    """The queue of one recursion; `step` gives the rows that a row taken from it leads to."""

    rel: r.Recursive
    env: Env
    executor: Executor
    step: Callable[[SymRow], Sequence[SymRow]]
    entries: list[_Queued] = field(default_factory=list)
    ties: list[Term] = field(default_factory=list)
    """Where the order does not say which row is taken."""

    def rows(self, most: int | None, skipped: int) -> list[SymRow]:
        """Return the rows that are handed out, at most `most` of them, without the first `skipped`."""
        self._insert(self.executor.table(self.rel.initial, self.env).rows)
        taken: list[SymRow] = []
        uncertain = 0
        while most is None or len(taken) < most:
            waiting = [entry for entry in self.entries if entry.waiting is not FALSE]
            if not waiting:
                break
            picks = self._picks(waiting)
            uncertain += any(pick is not TRUE and pick is not FALSE for pick in picks)
            if uncertain > TURNS or len(taken) >= CERTAIN_TURNS:
                self._cut_off(any_of(entry.waiting for entry in waiting), len(taken))
                break
            row = _selected(waiting, picks)
            taken.append(row)
            for entry, pick in zip(waiting, picks, strict=True):
                entry.taken = or_(entry.taken, pick)
            self._insert(self.step(row))
        left = any_of(entry.waiting for entry in self.entries)
        open_ = and_(any_of(self.ties), TRUE if skipped else left)
        if open_ is not FALSE and self.executor.run.choices is not None:
            raise UnsupportedSql("choice among tied rows in the queue of a recursive CTE", self.rel.span)
        self.executor.run.ambiguous(open_)
        return taken[skipped:]

    def _insert(self, rows: Sequence[SymRow]) -> None:
        self.executor.run.check_work()
        positions = positions_of(self.rel.columns)
        for row in rows:
            present = self._unseen(row) if self.rel.distinct else row.present
            if present is FALSE:
                continue
            env = RowEnv(positions, row.cells, self.env)
            sort = tuple(self.executor.under(present, key.expr, env) for key in self.rel.order)
            self.entries.append(_Queued(SymRow(present, row.cells, sort)))
        self.executor.check_size(len(self.entries))

    def _unseen(self, row: SymRow) -> Term:
        """Return the condition that the row was never in the queue before."""
        names = [column.collation for column in self.rel.columns]
        repeats = []
        for entry in self.entries:
            again = and_(entry.row.present, same_row(entry.row.cells, row.cells, names))
            if again is not FALSE:
                repeats.append(again)
                apart = distinguishable(entry.row.cells, row.cells, names)
                self.executor.run.ambiguous(and_(row.present, again, apart))
        return and_(row.present, not_(any_of(repeats)))

    def _picks(self, waiting: Sequence[_Queued]) -> list[Term]:
        """Return for each row the condition that it is the first; of tied rows the one that entered first is taken."""
        keys = self.rel.order
        directions = tuple(Direction(key.descending, key.nulls_first, key.collation) for key in keys)
        order = SymTable((), (), directions)
        behind: list[list[Term]] = [[] for _ in waiting]
        tied: list[tuple[int, int, Term]] = []
        for j, second in enumerate(waiting):
            self.executor.run.check_work()
            for i, first in enumerate(waiting[:j]):
                strict, tie = precedes(order, first.row, second.row)
                goes_first = or_(strict, tie)
                behind[j].append(and_(first.waiting, goes_first))
                behind[i].append(and_(second.waiting, not_(goes_first)))
                both = and_(first.waiting, second.waiting, tie)
                if both is not FALSE:
                    tied.append((i, j, and_(both, unlike(first.row.cells, second.row.cells))))
        picks = [and_(e.waiting, not_(any_of(before))) for e, before in zip(waiting, behind, strict=True)]
        self.ties += [and_(picks[i], tie) for i, _, tie in tied]
        return picks

    def _cut_off(self, more: Term, turns: int) -> None:
        """Record that the recursion may go on."""
        if more is TRUE:
            raise UnsupportedSql(f"recursive CTE that does not stop within {turns} steps", self.rel.span)
        self.executor.run.incomplete(more)
        self.executor.run.assume(ledger.recursion(turns))


def _selected(waiting: Sequence[_Queued], picks: Sequence[Term]) -> SymRow:
    """Return the row that is picked, present where there is one."""
    chosen = [(entry.row, pick) for entry, pick in zip(waiting, picks, strict=True) if pick is not FALSE]
    present = any_of(pick for _, pick in chosen)
    (last, _), *others = reversed(chosen)

    def cell(index: int) -> SymValue:
        value = last.cells[index]
        for row, pick in others:
            value = choose(pick, row.cells[index], value)
        return value

    cells = Cells(len(last.cells), cell)
    for _ in cells:  # they would nest as deep as there are turns
        pass
    return SymRow(present, cells)

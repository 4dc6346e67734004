"""ORDER BY, LIMIT and DISTINCT, with the conditions under which SQL does not determine the result."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from spotit.dialect.collation import BINARY, Collation
from spotit.smt.terms.arithmetic import count, eq, le, lt
from spotit.smt.terms.boolean import and_, any_of, iff, not_, or_
from spotit.smt.terms.term import FALSE, TRUE, Term, integer
from spotit.symbolic.execution import Execution
from spotit.symbolic.rows.table import Direction, SymRow, SymTable
from spotit.symbolic.values.atoms import Atom, Composite, Number, Text
from spotit.symbolic.values.value import SymValue, number
from spotit.symbolic.values.value_order import atoms_equal, before, same, same_row


def sorts_before(left: SymValue, right: SymValue, direction: Direction) -> Term:
    """Return the condition that `left` comes strictly before `right` under one ORDER BY term."""
    natural = direction.nulls_first is not direction.descending
    first, second = (right, left) if direction.descending else (left, right)
    if natural or (left.null is FALSE and right.null is FALSE):
        return before(first, second, direction.collation)
    given = and_(not_(left.null), not_(right.null), before(first, second, direction.collation))
    early, late = (left, right) if direction.nulls_first else (right, left)
    return or_(and_(early.null, not_(late.null)), given)


def precedes(table: SymTable, left: SymRow, right: SymRow) -> tuple[Term, Term]:
    """Return the condition that `left` sorts strictly before `right`, and the one that they tie."""
    strictly: list[Term] = []
    tied: Term = TRUE
    for a, b, direction in zip(left.sort, right.sort, table.directions, strict=True):
        strictly.append(and_(tied, sorts_before(a, b, direction)))
        tied = and_(tied, same(a, b, direction.collation))
        if tied is FALSE:
            break
    return any_of(strictly), tied


def earlier(table: SymTable, run: Execution | None = None, tick: Callable[[], None] | None = None) -> list[list[Term]]:
    """Return for each row the conditions under which each row is present and comes before it.

    Ties fall by position, or by a free choice of the run.
    """
    rows = table.rows
    places = run.places([row.present for row in rows]) if run is not None else None
    result = [[FALSE] * len(rows) for _ in rows]
    for i, first in enumerate(rows):
        if run is not None:
            run.check_work()
        if tick is not None:
            tick()
        for j in range(i + 1, len(rows)):
            second = rows[j]
            strict, tied = precedes(table, first, second)
            goes_first = or_(strict, tied if places is None else and_(tied, lt(places[i], places[j])))
            result[j][i] = and_(first.present, goes_first)
            result[i][j] = and_(second.present, not_(goes_first))
    return result


def positions(table: SymTable, tick: Callable[[], None] | None = None) -> list[Term]:
    """Return the number of present rows before each row, Int terms."""
    return [count(conditions) for conditions in earlier(table, None, tick)]


def open_order(table: SymTable) -> Term:
    """Return the condition that two different rows of the result tie, so that SQL does not say which comes first."""
    found: list[Term] = []
    for j, second in enumerate(table.rows):
        for first in table.rows[:j]:
            tied = and_(first.present, second.present, precedes(table, first, second)[1])
            if tied is not FALSE:
                found.append(and_(tied, not_(same_row(first.cells, second.cells))))
    return any_of(found)


def in_chosen_order(table: SymTable, run: Execution) -> SymTable:
    """Return the table with a free choice as the last ORDER BY term, so that tied rows may come in any order."""
    places = run.places([row.present for row in table.rows])
    if places is None:
        return table
    placed = zip(table.rows, places, strict=True)
    rows = [SymRow(row.present, row.cells, (*row.sort, number(place))) for row, place in placed]
    last = Direction(descending=False, nulls_first=True, collation=BINARY)
    return SymTable(table.columns, tuple(rows), (*table.directions, last))


def limit(table: SymTable, most: int | None, skipped: int, run: Execution) -> SymTable:
    """Keep the rows at positions skipped .. skipped + most - 1."""
    if most is None and skipped == 0:
        return table
    if most == 0:
        return SymTable(table.columns, (), table.directions)
    if most is not None and skipped + most >= len(table.rows) and skipped == 0:
        return table
    kept = [_within(conditions, most, skipped) for conditions in earlier(table, run)]
    record_cut(table, kept, run)
    rows = [row.under(keep) for row, keep in zip(table.rows, kept, strict=True)]
    return SymTable.of(table.columns, rows, table.directions)


def _within(conditions: Sequence[Term], most: int | None, skipped: int) -> Term:
    if skipped == 0 and most == 1:
        return not_(any_of(conditions))
    position = count(conditions)
    low = le(integer(skipped), position)
    return low if most is None else and_(low, lt(position, integer(skipped + most)))


def record_cut(table: SymTable, kept: Sequence[Term], run: Execution) -> None:
    """Record that a tie is cut: two tied rows that differ, one kept and the other not."""
    rows = table.rows
    for i, first in enumerate(rows):
        run.check_work()
        for j in range(i + 1, len(rows)):
            second = rows[j]
            tied = precedes(table, first, second)[1]
            both = and_(first.present, second.present, tied)
            if both is FALSE:
                continue
            cut = and_(both, not_(iff(kept[i], kept[j])))
            if cut is not FALSE:
                run.ambiguous(and_(cut, unlike(first.cells, second.cells)), placed=True)


def distinguishable(left: Sequence[SymValue], right: Sequence[SymValue], collations: Sequence[Collation]) -> Term:
    """Return the condition that equal rows are not the same: 1 and 1.0, or texts equal under a collation only."""
    found: list[Term] = []
    for a, b, collation in zip(left, right, collations, strict=True):
        for here in a.alts:
            for there in b.alts:
                found.append(and_(here.guard, there.guard, _apart(here.atom, there.atom, collation)))
    return any_of(found)


def unlike(left: Sequence[SymValue], right: Sequence[SymValue]) -> Term:
    """Return the condition that two rows differ, in value or in form: it may be seen which of them was taken."""
    return or_(not_(same_row(left, right)), distinguishable(left, right, [BINARY] * len(left)))


def _apart(left: Atom, right: Atom, collation: Collation) -> Term:
    match left, right:
        case Number(a), Number(b) if a.sort is not b.sort:
            return eq(a, b)
        case Text(), Text() if not collation.is_identity:
            return and_(atoms_equal(left, right, collation), not_(atoms_equal(left, right)))
        case (Composite(), _) | (_, Composite()) if not collation.is_identity:
            return and_(atoms_equal(left, right, collation), not_(atoms_equal(left, right)))
    return FALSE


def distinct(
    table: SymTable, on: Sequence[int], collations: Sequence[Collation], run: Execution | None = None
) -> SymTable:
    """Keep the first of the rows that agree on the columns at `on`."""
    rows: list[SymRow] = []
    picked = [[row.cells[i] for i in on] for row in table.rows]
    others = [i for i in range(len(table.columns)) if i not in set(on)]
    chosen = bool(others) or any(not name.is_identity for name in collations)
    places = run.places([row.present for row in table.rows]) if run is not None and chosen else None
    for j, row in enumerate(table.rows):
        if run is not None:
            run.check_work()
        repeats: list[Term] = []
        for i in range(len(table.rows)) if places is not None else range(j):
            if i == j:
                continue
            other = table.rows[i]
            again = and_(other.present, same_row(picked[i], picked[j], collations))
            repeats.append(again if places is None else and_(again, lt(places[i], places[j])))
            if run is not None and again is not FALSE:
                rest = [not_(same(other.cells[k], row.cells[k])) for k in others]
                apart = distinguishable(picked[i], picked[j], collations)
                run.ambiguous(and_(row.present, again, any_of((*rest, apart))), placed=places is not None)
        rows.append(row.under(not_(any_of(repeats))))
    return SymTable.of(table.columns, rows, table.directions)

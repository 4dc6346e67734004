"""When two symbolic results differ."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from spotit.arrangement import Arrangement
from spotit.options import Semantics
from spotit.smt.terms.arithmetic import count, eq
from spotit.smt.terms.boolean import all_of, and_, any_of, not_, or_
from spotit.smt.terms.term import FALSE, TRUE, Term, integer
from spotit.symbolic.rows.ordering import positions
from spotit.symbolic.rows.table import SymRow, SymTable
from spotit.symbolic.values.atoms import Number
from spotit.symbolic.values.value import SymValue
from spotit.symbolic.values.value_order import atoms_equal, same_row

Tick = Callable[[], None]
"""Called once per row, to give up in time."""


def no_limit() -> None:
    """Never give up."""


def differs(
    left: SymTable,
    right: SymTable,
    semantics: Semantics,
    *,
    arrangements: Sequence[Arrangement] = (),
    tick: Tick = no_limit,
) -> Term:
    """Return the condition that two results differ by each of the arrangements; as they stand, if there are none."""
    found = TRUE
    for table in arranged(right, arrangements):
        found = and_(found, _differs(left, table, semantics, tick))
        if found is FALSE:
            break
    return found


def arranged(table: SymTable, arrangements: Sequence[Arrangement]) -> Iterator[SymTable]:
    """Yield a result with its columns by each of the arrangements; as they stand, if there are none."""
    return (_in_order(table, order) for order in arrangements) if arrangements else iter((table,))


def _in_order(table: SymTable, order: Sequence[int]) -> SymTable:
    columns = tuple(table.columns[i] for i in order)
    rows = (SymRow(row.present, tuple(row.cells[i] for i in order), row.sort) for row in table.rows)
    return SymTable(columns, tuple(rows), table.directions)


def _differs(left: SymTable, right: SymTable, semantics: Semantics, tick: Tick) -> Term:
    if len(left.columns) != len(right.columns):
        return any_of(row.present for row in (*left.rows, *right.rows))
    match semantics:
        case Semantics.SET:
            return or_(_missing(left.rows, right.rows, tick), _missing(right.rows, left.rows, tick))
        case Semantics.BAG:
            return _counts_differ(left.rows, right.rows, tick)
        case Semantics.LIST:
            return _sequences_differ(left, right, tick)
        case _:
            raise ValueError(f"no symbolic comparison under {semantics}")


def differ_besides(
    left: SymTable, right: SymTable, semantics: Semantics, pairs: Mapping[int, int], tick: Tick = no_limit
) -> Term:
    """Return the condition that two results differ, where some rows of the left one are known to be rows of the right.

    The rows of a pair are there on the same databases, and equal. Then copies of other rows decide.
    """
    here = [row for place, row in enumerate(left.rows) if place not in pairs]
    known = set(pairs.values())
    there = [row for place, row in enumerate(right.rows) if place not in known]
    if semantics is Semantics.BAG:
        return _counts_differ(here, there, tick)
    return or_(_missing(here, right.rows, tick), _missing(there, left.rows, tick))


def _ticking(rows: Iterable[SymRow], tick: Tick) -> Iterator[SymRow]:
    for row in rows:
        tick()
        yield row


def _missing(rows: Sequence[SymRow], others: Sequence[SymRow], tick: Tick) -> Term:
    """Return the condition that a row occurs among `rows` and not among `others`."""
    found = [(row.present, _occurs(row, others)) for row in _ticking(rows, tick)]
    # Large conditions are not simplified against their own negation, so identity is tested first.
    return any_of(and_(present, not_(there)) for present, there in found if there is not present)


def _occurs(row: SymRow, others: Sequence[SymRow]) -> Term:
    found = []
    for other in others:
        term = and_(other.present, same_row(row.cells, other.cells)) if other.present is not FALSE else FALSE
        if term is row.present:
            return term
        found.append(term)
    return any_of(found)


def _counts_differ(left: Sequence[SymRow], right: Sequence[SymRow], tick: Tick) -> Term:
    """Return the condition that some row occurs a different number of times on the two sides."""
    left, right = _without_shared(_ticking(left, tick), right)
    found = []
    for row in _ticking((*left, *right), tick):
        here = count(and_(o.present, same_row(row.cells, o.cells)) for o in left)
        there = count(and_(o.present, same_row(row.cells, o.cells)) for o in right)
        found.append(and_(row.present, not_(eq(here, there))))
    return any_of(found)


def _without_shared(left: Iterable[SymRow], right: Sequence[SymRow]) -> tuple[Sequence[SymRow], Sequence[SymRow]]:
    """Take away rows that stand on both sides as the same terms: they change no count difference."""
    rest = list(right)
    kept = []
    for row in left:
        twin = next((o for o in rest if o.present is row.present and _identical(row, o)), None)
        if twin is None:
            kept.append(row)
        else:
            rest.remove(twin)
    return kept, rest


def _identical(left: SymRow, right: SymRow) -> bool:
    return same_row(left.cells, right.cells) is TRUE


def _sequences_differ(left: SymTable, right: SymTable, tick: Tick) -> Term:
    """Return the condition that the results differ in length or in the row at some position."""
    here, there = positions(left, tick), positions(right, tick)
    length = eq(count(row.present for row in left.rows), count(row.present for row in right.rows))
    agree = []
    for row, place in zip(_ticking(left.rows, tick), here, strict=True):
        partners = [
            and_(other.present, eq(place, position), same_row(row.cells, other.cells))
            for other, position in zip(right.rows, there, strict=True)
        ]
        agree.append(or_(not_(row.present), *partners))
    return not_(and_(length, *agree))


def degenerate(left: SymTable, right: SymTable, semantics: Semantics, arrangements: Sequence[Arrangement] = ()) -> Term:
    """Return the condition that one side has no row and the other one row of NULLs, by one of the arrangements.

    As sets, several rows of NULLs are one row.
    """
    has_one = _filled if semantics is Semantics.SET else _single
    nulls = any_of(_all_null(table) for table in arranged(right, arrangements))
    right_only = and_(_empty(left), has_one(right), nulls)
    return or_(right_only, and_(_empty(right), has_one(left), _all_null(left)))


def _filled(table: SymTable) -> Term:
    return not_(_empty(table))


def _single(table: SymTable) -> Term:
    """Return the condition that there is one row."""
    return eq(count(row.present for row in table.rows), integer(1))


def _empty(table: SymTable) -> Term:
    return not_(any_of(row.present for row in table.rows))


def _all_null(table: SymTable) -> Term:
    return all_of(or_(not_(row.present), and_(*(cell.null for cell in row.cells))) for row in table.rows)


def void(table: SymTable, cells: Collection[int] = ()) -> Term:
    """Return the condition that a result is what no qualifying row gives: no row, or nothing but NULL and 0.

    In the columns at the places `cells` a 0 is a value of the data.
    """
    return all_of(or_(not_(row.present), _is_void_row(row, cells)) for row in table.rows)


def _is_void_row(row: SymRow, cells: Collection[int]) -> Term:
    return all_of(cell.null if place in cells else _is_void(cell) for place, cell in enumerate(row.cells))


def _is_void(cell: SymValue) -> Term:
    zero = (and_(alt.guard, atoms_equal(alt.atom, Number(integer(0)))) for alt in cell.alts)
    return any_of((cell.null, *zero))

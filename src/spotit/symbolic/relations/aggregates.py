"""GROUP BY and the aggregate functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from spotit.dialect.collation import BINARY, Collation
from spotit.errors import UnsupportedSql
from spotit.plan.expr import AggCall
from spotit.smt.terms.arithmetic import count, lt
from spotit.smt.terms.boolean import and_, any_of, not_, or_
from spotit.smt.terms.term import FALSE, TRUE, Term
from spotit.symbolic.execution import Execution
from spotit.symbolic.operators import sums
from spotit.symbolic.operators.sums import Member
from spotit.symbolic.rows.ordering import distinguishable
from spotit.symbolic.values.merge import choose, union
from spotit.symbolic.values.value import NULL, SymValue, number
from spotit.symbolic.values.value_order import before, same


def aggregate(call: AggCall, members: Sequence[Member], run: Execution) -> SymValue:
    """Return the aggregate of the members' values; for count(*) the values do not matter."""
    if call.func == "count" and not call.args:
        return number(count(m.inside for m in members))
    given = [Member(and_(m.inside, not_(m.value.null)), m.value) for m in members]
    given = [m for m in given if m.inside is not FALSE]
    if call.distinct:
        given = without_repeats(_of_one_value_each(given, run), call.collation, run)
        given = [m for m in given if m.inside is not FALSE]
    function = AGGREGATES.get(call.func)
    if function is None:
        raise UnsupportedSql(f"aggregate {call.func}()", call.span)
    return function(given, call, run)


def without_repeats(members: Sequence[Member], collation: Collation, run: Execution | None = None) -> list[Member]:
    """Return the members, each inside only where no earlier one has the same value."""
    kept: list[Member] = []
    for j, member in enumerate(members):
        if run is not None:
            run.check_work()
        repeats = any_of(and_(m.inside, same(m.value, member.value, collation)) for m in members[:j])
        kept.append(Member(and_(member.inside, not_(repeats)), member.value))
    return kept


def _of_one_value_each(members: Sequence[Member], run: Execution) -> list[Member]:
    """Return the members with those made one whose values are the same terms, as a join repeats them."""
    kept: list[Member] = []
    for member in members:
        run.check_work()
        for n, other in enumerate(kept):
            if _identical(member.value, other.value):
                kept[n] = Member(or_(other.inside, member.inside), other.value)
                break
        else:
            kept.append(member)
    return kept


def _identical(left: SymValue, right: SymValue) -> bool:
    return left is right or (same(left, right) is TRUE and distinguishable([left], [right], [BINARY]) is FALSE)


def _count(members: Sequence[Member], call: AggCall, run: Execution) -> SymValue:
    return number(count(m.inside for m in members))


def _extreme(descending: bool) -> Callable[[Sequence[Member], AggCall, Execution], SymValue]:
    return lambda members, call, run: extreme(members, run, descending, call.collation)


def extreme(members: Sequence[Member], run: Execution, descending: bool, collation: Collation) -> SymValue:
    """Return the least (greatest) value of the members, none of which is NULL where it is inside.

    Which of 1 and 1.0, or of texts equal under the collation, is shown is left open, so that the order of the members
    does not matter: they are taken in one that does not depend on how the rows were joined.
    """
    members = sorted(_of_one_value_each(members, run), key=lambda member: member.inside.id)
    wins = best(members, run, descending=descending, collation=collation)
    for n, (member, winner) in enumerate(zip(members, wins, strict=True)):
        apart = (
            and_(other.inside, distinguishable([member.value], [other.value], [collation]))
            for other in members[n + 1 :]
        )
        run.ambiguous(and_(winner, any_of(apart)))
    result = NULL
    for member, winner in zip(reversed(members), reversed(wins), strict=True):
        result = choose(winner, member.value, result)
    nobody = not_(any_of(m.inside for m in members))
    return _with_null(result, nobody)


def _with_null(value: SymValue, null: Term) -> SymValue:
    """Return the value with a NULL condition known to be the same, written more simply."""
    if len(value.alts) == 1:
        return union(null, value.alts, None)
    return value


def best(members: Sequence[Member], run: Execution, *, descending: bool, collation: Collation) -> list[Term]:
    """Return for each member that it has the least (greatest) value and no earlier member has the same.

    Where choices are free, any of the members that only a collation calls the same may be the first.
    """
    wins: list[Term] = []
    places = run.places([member.inside for member in members]) if not collation.is_identity else None
    for j, member in enumerate(members):
        run.check_work()
        beaten: list[Term] = []
        for i, other in enumerate(members):
            if i == j:
                continue
            better = _better(other.value, member.value, collation, descending=descending)
            if places is not None:
                better = or_(better, and_(same(other.value, member.value, collation), lt(places[i], places[j])))
            elif i < j:
                better = or_(better, same(other.value, member.value, collation))
            beaten.append(and_(other.inside, better))
        wins.append(and_(member.inside, not_(any_of(beaten))))
    return wins


def _better(left: SymValue, right: SymValue, collation: Collation, *, descending: bool) -> Term:
    return before(right, left, collation) if descending else before(left, right, collation)


AGGREGATES: dict[str, Callable[[Sequence[Member], AggCall, Execution], SymValue]] = {
    "count": _count,
    "sum": sums.added,
    "total": sums.totalled,
    "avg": sums.averaged,
    "min": _extreme(descending=False),
    "max": _extreme(descending=True),
}


def first_of(conditions: Sequence[Term]) -> list[Term]:
    """Return for each condition that it holds and no earlier one does."""
    return [and_(c, not_(any_of(conditions[:i]))) for i, c in enumerate(conditions)]


__all__ = ["AGGREGATES", "aggregate", "best", "extreme", "first_of"]

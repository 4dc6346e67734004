"""Window functions as subqueries about the other rows of a partition: what the laws about them share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.facts.conjuncts import conjunction
from spotit.plan.facts.nullness import never_null
from spotit.plan.rules.block import with_input
from spotit.plan.rules.rows.first_by_key import is_open
from spotit.plan.rules.rule import RelationPlace
from spotit.plan.walk import has_relation, rewrite, substitute

Valued = Callable[[e.WindowCall, r.Rel, RelationPlace], e.Expr | None]
"""The value of a call on a row of a relation, if a law says what it is."""


def with_values(rel: r.Rel, place: RelationPlace, value: Valued) -> r.Rel | None:
    """Return a query with the values of the window functions below it, as far as a law says what they are."""
    assert isinstance(rel, r.Project | r.Aggregate)
    window = rel.input.input if isinstance(rel.input, r.Filter) else rel.input
    if not isinstance(window, r.Window) or is_open(window.input, place):
        return None
    pairs = list(zip(window.calls, window.added, strict=True))
    moved = {made.id: call for call, made in pairs if _is_plain(call) and value(call, window.input, place) is not None}
    if not moved:
        return None
    left = [(call, made) for call, made in pairs if made.id not in moved]
    calls, added = tuple(call for call, _ in left), tuple(made for _, made in left)
    below = r.Window(window.input, calls, added) if left else window.input

    def change(part: e.Expr) -> e.Expr | None:
        call = moved.get(part.id) if isinstance(part, e.Column) else None
        return None if call is None else value(call, window.input, place)

    if isinstance(rel.input, r.Filter):
        below = r.Filter(below, rewrite(rel.input.predicate, change))
    return replace(rewrite(with_input(rel, r.ONE_ROW, {}), change), input=below)


def _is_plain(call: e.WindowCall) -> bool:
    ordered = (key.expr for key in call.order)
    parts = (*call.args, *call.partition, *ordered, *([] if call.filter is None else [call.filter]))
    return not any(map(has_relation, parts))


def partition_of(call: e.WindowCall, rows: r.Rel, place: RelationPlace) -> tuple[r.Rel, dict[int, e.Expr]]:
    """Return the rows of the partition of a row, copied, and their columns by the old ids."""
    copy, columns = place.copied(rows)
    pairs = zip(call.partition, call.partition_collations, strict=True)
    tests: list[e.Expr] = [
        e.Compare(e.CompareOp.IS, substitute(expr, columns), expr, collation) for expr, collation in pairs
    ]
    return r.Filter(copy, conjunction(tests)) if tests else copy, columns


def up_to(
    call: e.WindowCall, rows: r.Rel, place: RelationPlace, *, peers: bool
) -> tuple[r.Rel, dict[int, e.Expr]] | None:
    """Return the rows of a row's partition that come before it, with `peers` those beside it too.

    None where a value by which they are ordered may be NULL.
    """
    if not call.order or not all(never_null(key.expr, rows, place.facts) for key in call.order):
        return None
    same, columns = partition_of(call, rows, place)
    cases: list[e.Expr] = []
    equal: list[e.Expr] = []
    for number, key in enumerate(call.order):
        there = substitute(key.expr, columns)
        ends = (key.expr, there) if key.descending else (there, key.expr)
        last = peers and number == len(call.order) - 1
        before = e.Compare(e.CompareOp.LE if last else e.CompareOp.LT, *ends, key.collation)
        cases.append(conjunction([*equal, before]))
        equal.append(e.Compare(e.CompareOp.EQ, there, key.expr, key.collation))
    return r.Filter(same, cases[0] if len(cases) == 1 else e.Or(tuple(cases))), columns

"""An aggregate over a whole partition, as a subquery."""

from __future__ import annotations

from dataclasses import replace

from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.facts.choices import covers_partition, is_plain
from spotit.plan.facts.conjuncts import conjunction
from spotit.plan.rules.block import with_input
from spotit.plan.rules.rows.first_by_key import is_open
from spotit.plan.rules.rule import RelationPlace, RelationRule
from spotit.plan.rules.subqueries.value_of_rows import value_of
from spotit.plan.walk import has_relation, rewrite, substitute


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    assert isinstance(rel, r.Project | r.Aggregate)
    window = rel.input.input if isinstance(rel.input, r.Filter) else rel.input
    if not isinstance(window, r.Window):
        return None
    pairs = list(zip(window.calls, window.added, strict=True))
    moved = {made.id: call for call, made in pairs if _is_whole(call)}
    if not moved or is_open(window.input, place):
        return None
    left = [(call, made) for call, made in pairs if made.id not in moved]
    calls, added = tuple(call for call, _ in left), tuple(made for _, made in left)
    below = r.Window(window.input, calls, added) if left else window.input

    def change(part: e.Expr) -> e.Expr | None:
        call = moved.get(part.id) if isinstance(part, e.Column) else None
        return None if call is None else _of_partition(call, window.input, place)

    if isinstance(rel.input, r.Filter):
        below = r.Filter(below, rewrite(rel.input.predicate, change))
    return replace(rewrite(with_input(rel, r.ONE_ROW, {}), change), input=below)


def _of_partition(call: e.WindowCall, rows: r.Rel, place: RelationPlace) -> e.Expr:
    copy, columns = place.copied(rows)
    pairs = zip(call.partition, call.partition_collations, strict=True)
    tests: list[e.Expr] = [
        e.Compare(e.CompareOp.IS, substitute(expr, columns), expr, collation) for expr, collation in pairs
    ]
    same = r.Filter(copy, conjunction(tests)) if tests else copy
    plain = e.AggCall(call.func, call.args, filter=call.filter, collation=call.collation)
    return value_of(substitute(plain, columns), same, place)


def _is_whole(call: e.WindowCall) -> bool:
    """Tell whether a call counts, or takes the extreme of, all rows of a partition."""
    parts = (*call.args, *call.partition, *([] if call.filter is None else [call.filter]))
    return is_plain(call) and covers_partition(call) and not any(map(has_relation, parts))


WINDOW_AS_SUBQUERY = RelationRule(
    "window as subquery",
    "COUNT, MIN and MAX over all rows of a partition are those of the rows that agree on what the partition goes by, "
    "NULL being the same as NULL, as a subquery",
    (r.Project, r.Aggregate),
    _apply,
)

"""SELECT a ... ORDER BY a LIMIT 1 as MIN or MAX."""

from __future__ import annotations

from spotit.plan import rel as r
from spotit.plan.expr import AggCall, Compare, CompareOp, Literal, SortKey
from spotit.plan.facts.forms import form_of
from spotit.plan.facts.nullness import never_null
from spotit.plan.facts.schema_facts import Facts
from spotit.plan.rules.rule import RelationPlace, RelationRule


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    match rel:
        case r.Project(
            input=r.Limit(
                input=r.OrderBy(input=below, keys=keys), limit=Literal(value=1), offset=None | Literal(value=0)
            ),
            exprs=(value,),
        ) if keys[0].expr == value and _decides(keys, below, place.facts):
            call = AggCall("max" if keys[0].descending else "min", (value,), collation=keys[0].collation)
            made, count = place.column("value"), place.column("count")
            if not place.seen.absence:
                return r.Project(r.Aggregate(below, (), (call,), (), (made,), grouped=False), (made,), rel.columns)
            groups = r.Aggregate(below, (), (call, AggCall("count")), (), (made, count), grouped=False)
            some = Compare(CompareOp.LT, Literal(0), count)
            return r.Project(r.Filter(groups, some), (made,), rel.columns)
    return None


def _decides(keys: tuple[SortKey, ...], below: r.Rel, facts: Facts) -> bool:
    """Tell whether the first key alone says which value comes first, NULLs as MIN and MAX leave them out."""
    first = keys[0]
    if len(keys) > 1 and (not first.collation.is_identity or form_of(first.expr, below, facts) is None):
        return False
    if never_null(first.expr, below, facts):
        return True
    return first.descending and not first.nulls_first


FIRST_AS_EXTREME = RelationRule(
    "first value as extreme",
    "SELECT a ... ORDER BY a DESC LIMIT 1 is SELECT MAX(a) ... HAVING COUNT(*) > 0, NULLs being last; ascending it is "
    "MIN if a is never NULL; HAVING goes where no row is not told from a row of NULLs, as in a subquery as a value",
    (r.Project,),
    _apply,
)

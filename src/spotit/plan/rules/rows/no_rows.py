"""Relations that have no row on any database."""

from __future__ import annotations

from spotit.plan import rel as r
from spotit.plan.expr import Literal
from spotit.plan.facts.failures import may_fail
from spotit.plan.rules.rule import RelationPlace, RelationRule

_NEVER = (Literal(0), Literal(None))


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    match rel:
        case r.SetOp(kind=r.SetKind.UNION_ALL):
            return _one_arm(rel)
        case r.Join(kind=r.JoinKind.LEFT) if (_has_none(rel.right) or rel.on in _NEVER) and not may_fail(rel.right):
            nulls = tuple(Literal(None) for _ in rel.right.columns)
            return r.Join(r.JoinKind.INNER, rel.left, r.Project(r.ONE_ROW, nulls, rel.right.columns))
        case _ if _is_empty(rel) and not may_fail(rel):
            return r.Values((), rel.columns)
    return None


def _is_empty(rel: r.Rel) -> bool:
    match rel:
        case r.Filter(predicate=predicate) if predicate in _NEVER:
            return True
        case r.Filter() | r.Project() | r.Distinct() | r.OrderBy() | r.Limit() | r.Window() | r.Aggregate(grouped=True):
            return _has_none(rel.input)
        case r.Join(kind=r.JoinKind.INNER):
            return _has_none(rel.left) or _has_none(rel.right)
        case r.Join(kind=r.JoinKind.LEFT):
            return _has_none(rel.left)
    return False


def _has_none(rel: r.Rel) -> bool:
    return isinstance(rel, r.Values) and not rel.rows


def _one_arm(rel: r.SetOp) -> r.Rel | None:
    """Return what is left of UNION ALL when one side has no row."""
    for none, other in ((rel.left, rel.right), (rel.right, rel.left)):
        if _has_none(none):
            return r.Project(other, other.columns, rel.columns)
    return None


NO_ROWS = RelationRule(
    "no rows",
    "what is made of no rows has none, but for an aggregate without GROUP BY; a LEFT JOIN with none, or on what is "
    "never true, has NULLs beside each row, and UNION ALL with none is its other side",
    (r.Filter, r.Project, r.Distinct, r.OrderBy, r.Limit, r.Window, r.Aggregate, r.Join, r.SetOp),
    _apply,
)

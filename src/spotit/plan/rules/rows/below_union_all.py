"""What is computed of, or asked of, the rows of UNION ALL, on each of its sides."""

from __future__ import annotations

from dataclasses import replace

from spotit.plan import rel as r
from spotit.plan.expr import Expr
from spotit.plan.rules.rule import RelationPlace, RelationRule
from spotit.plan.walk import has_relation, substitute


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    match rel:
        case r.Filter(input=r.SetOp(kind=r.SetKind.UNION_ALL) as both) if not has_relation(rel.predicate):
            arms = [_filtered(arm, rel.predicate, both) for arm in (both.left, both.right)]
            return replace(both, left=arms[0], right=arms[1])
        case r.Project(input=r.SetOp(kind=r.SetKind.UNION_ALL) as both):
            if any(map(has_relation, rel.exprs)):
                return None
            sides = [_computed(arm, rel.exprs, both) for arm in (both.left, both.right)]
            if sides[0] is None or sides[1] is None:
                return None
            return r.SetOp(both.kind, sides[0], sides[1], rel.columns)
    return None


def _filtered(arm: r.Rel, predicate: Expr, both: r.SetOp) -> r.Rel:
    """Return one side under the condition, below its projection if it has one."""
    test = substitute(predicate, _values(arm, both))
    return replace(arm, input=r.Filter(arm.input, test)) if isinstance(arm, r.Project) else r.Filter(arm, test)


def _computed(arm: r.Rel, exprs: tuple[Expr, ...], both: r.SetOp) -> r.Rel | None:
    """Return one side with other columns, if it is a projection that has as many or more."""
    if not isinstance(arm, r.Project) or len(exprs) > len(arm.columns) or any(map(has_relation, arm.exprs)):
        return None
    values = _values(arm, both)
    return r.Project(arm.input, tuple(substitute(expr, values) for expr in exprs), arm.columns[: len(exprs)])


def _values(arm: r.Rel, both: r.SetOp) -> dict[int, Expr]:
    exprs: tuple[Expr, ...] = arm.exprs if isinstance(arm, r.Project) else arm.columns
    return {column.id: expr for column, expr in zip(both.columns, exprs, strict=True)}


BELOW_UNION_ALL = RelationRule(
    "below UNION ALL",
    "a condition on the rows of UNION ALL, or what is computed of them, may stand on each side; not a subquery",
    (r.Filter, r.Project),
    _apply,
)

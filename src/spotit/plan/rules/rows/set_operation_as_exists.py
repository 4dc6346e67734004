"""INTERSECT and EXCEPT as EXISTS and NOT EXISTS."""

from __future__ import annotations

from spotit.plan import rel as r
from spotit.plan.expr import Compare, CompareOp, Exists, Expr, Not
from spotit.plan.facts.conjuncts import conjunction
from spotit.plan.rules.rows.unseen_copies import keeps_identical_rows
from spotit.plan.rules.rule import RelationPlace, RelationRule


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    match rel:
        case r.SetOp(kind=r.SetKind.INTERSECT | r.SetKind.EXCEPT) if keeps_identical_rows(rel, place):
            compared = zip(rel.left.columns, rel.right.columns, rel.columns, strict=True)
            tests = [Compare(CompareOp.IS, there, here, made.collation) for here, there, made in compared]
            found: Expr = Exists(r.Project(r.Filter(rel.right, conjunction(tests)), (), ()))
            kept = r.Filter(rel.left, found if rel.kind is r.SetKind.INTERSECT else Not(found))
            return r.Distinct(r.Project(kept, rel.left.columns, rel.columns))
    return None


SET_OPERATION_AS_EXISTS = RelationRule(
    "set operation as EXISTS",
    "INTERSECT keeps the DISTINCT rows of the one side that the other has too, EXCEPT those that it has not, NULL "
    "being the same as NULL, if equal values are identical (not 'a' and 'A', not 1 and 1.0)",
    (r.SetOp,),
    _apply,
)

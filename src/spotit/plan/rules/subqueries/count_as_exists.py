"""A count compared with none, as EXISTS."""

from __future__ import annotations

from spotit.plan import rel as r
from spotit.plan.expr import AggCall, Compare, CompareOp, Exists, Expr, IsNull, Literal, Not, Scalar
from spotit.plan.rules.rule import ExpressionPlace, ExpressionRule

_MIRRORED = {
    CompareOp.LT: CompareOp.GT,
    CompareOp.LE: CompareOp.GE,
    CompareOp.GT: CompareOp.LT,
    CompareOp.GE: CompareOp.LE,
}
_SOME = {(CompareOp.GT, 0), (CompareOp.GE, 1), (CompareOp.NE, 0), (CompareOp.IS_NOT, 0)}
_NONE = {(CompareOp.EQ, 0), (CompareOp.IS, 0), (CompareOp.LT, 1), (CompareOp.LE, 0)}
"""What a count says by an operator and the number on its right."""


def _apply(expr: Expr, place: ExpressionPlace) -> Expr | None:
    match expr:
        case Compare(op=op, left=Scalar(rel=rel), right=Literal(value=int() as number)):
            return _said(op, number, rel)
        case Compare(op=op, left=Literal(value=int() as number), right=Scalar(rel=rel)):
            return _said(_MIRRORED.get(op, op), number, rel)
    return None


def said_of_count(test: Compare, number: Expr) -> bool | None:
    """Return what a test of a number of rows says: that there is a row (true) or none (false), if it is one of both."""
    match test:
        case Compare(op=op, left=left, right=Literal(value=int() as limit)) if left == number:
            said = (op, limit)
        case Compare(op=op, left=Literal(value=int() as limit), right=right) if right == number:
            said = (_MIRRORED.get(op, op), limit)
        case _:
            return None
    return said in _SOME if said in _SOME | _NONE else None


def _said(op: CompareOp, number: int, rel: r.Rel) -> Expr | None:
    rows = _counted(rel)
    if rows is None or (op, number) not in _SOME | _NONE:
        return None
    found = Exists(r.Project(rows, (), ()))
    return found if (op, number) in _SOME else Not(found)


def _counted(rel: r.Rel) -> r.Rel | None:
    """Return the rows of which a relation of one row holds the number."""
    groups = rel
    if isinstance(rel, r.Project) and rel.exprs == rel.input.columns:
        groups = rel.input
    match groups:
        case r.Aggregate(grouped=False, aggregates=(AggCall(func="count") as call,), bare=()):
            tests = [*(Not(IsNull(arg)) for arg in call.args), *([] if call.filter is None else [call.filter])]
            rows = groups.input
            for test in tests:
                rows = r.Filter(rows, test)
            return rows
    return None


COUNT_AS_EXISTS = ExpressionRule(
    "count as EXISTS",
    "(SELECT COUNT(*) ...) > 0 is EXISTS, (SELECT COUNT(*) ...) = 0 is NOT EXISTS, and COUNT(a) counts the rows with "
    "a IS NOT NULL",
    (Compare,),
    _apply,
)

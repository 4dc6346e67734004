"""Constants and expressions as conditions."""

from __future__ import annotations

from spotit.plan import expr as e
from spotit.plan.facts.seen import SeenValue

FALSE = e.Literal(0)
TRUE = e.Literal(1)


def is_truth_value(expr: e.Expr) -> bool:
    """Tell whether an expression is always 0, 1 or NULL."""
    match expr:
        case e.Literal(value=value):
            return value is None or (isinstance(value, int) and value in (0, 1))
        case e.Call():
            return expr.function.truth
        case e.Case(whens=whens, default=default):
            return all(is_truth_value(result) for result in (*(when.result for when in whens), default))
    return isinstance(expr, e.Compare | e.And | e.Or | e.Not | e.IsNull | e.Exists | e.InRel)


def junction(kind: type[e.And] | type[e.Or], args: tuple[e.Expr, ...], truth: SeenValue) -> e.Expr | None:
    """Return AND or OR of the operands; None where one is left whose value, not only its truth, would be seen."""
    if len(args) != 1:
        return kind(args)
    return args[0] if truth <= SeenValue.LOGIC or is_truth_value(args[0]) else None


def constant_truth(expr: e.Expr) -> bool | None:
    """Return whether a numeric constant is true; None for anything else."""
    if isinstance(expr, e.Literal) and isinstance(expr.value, int | float):
        return expr.value != 0
    return None

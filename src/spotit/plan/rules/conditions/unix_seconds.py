"""strftime('%s', ...) as a number."""

from __future__ import annotations

from dataclasses import replace

from spotit.plan.expr import Arith, ArithOp, Call, Cast, Expr, Literal, Negate
from spotit.plan.rules.rule import ExpressionPlace, ExpressionRule
from spotit.schema import Affinity

_NUMERIC = (Affinity.INTEGER, Affinity.REAL, Affinity.NUMERIC)


def as_number(expr: Expr) -> Expr:
    """Return an expression that is the same where it is read as a number: unixepoch() in place of strftime('%s')."""
    match expr:
        case Call("strftime", (Literal("%s"), *rest), span):
            return Call("unixepoch", tuple(rest), span)
    return expr


def _apply(expr: Expr, place: ExpressionPlace) -> Expr | None:
    match expr:
        case Arith(op=op, left=left, right=right) if op is not ArithOp.CONCAT:
            new: Expr = replace(expr, left=as_number(left), right=as_number(right))
        case Negate(arg=arg):
            new = Negate(as_number(arg))
        case Cast(arg=arg, affinity=affinity) if affinity in _NUMERIC:
            new = replace(expr, arg=as_number(arg))
        case _:
            return None
    return None if new == expr else new


UNIX_SECONDS = ExpressionRule(
    "seconds as a number",
    "strftime('%s', d) read as a number is unixepoch(d), with the same modifiers",
    (Arith, Negate, Cast),
    _apply,
)

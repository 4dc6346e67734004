"""What a comparison with a constant wants of the other side."""

from __future__ import annotations

from math import floor, isfinite

from spotit.automata.classifier import Label, constant, relabelled
from spotit.automata.expressions.wanted import Wanted
from spotit.automata.functions.collation import collated_order
from spotit.automata.languages.integers import Steps, same
from spotit.database import Value
from spotit.dialect.collation import Collation
from spotit.plan.expr import CompareOp

_OUTCOMES: dict[CompareOp, tuple[int, ...]] = {
    CompareOp.EQ: (0,),
    CompareOp.IS: (0,),
    CompareOp.NE: (-1, 1),
    CompareOp.IS_NOT: (-1, 1),
    CompareOp.LT: (-1,),
    CompareOp.LE: (-1, 0),
    CompareOp.GT: (1,),
    CompareOp.GE: (0, 1),
}
"""For which results of comparing, as -1, 0 and 1, each operator holds."""
_MIRRORED = {
    CompareOp.LT: CompareOp.GT,
    CompareOp.LE: CompareOp.GE,
    CompareOp.GT: CompareOp.LT,
    CompareOp.GE: CompareOp.LE,
}


def mirrored(op: CompareOp) -> CompareOp:
    """Return the operator for exchanged sides."""
    return _MIRRORED.get(op, op)


def compared_with(op: CompareOp, value: Value, collation: Collation) -> Wanted:
    """Return the labels 1, 0 and None that `x op value` gives to each x; numbers < texts < blobs."""

    def outcome(result: Label) -> Label:
        return int(result in _OUTCOMES[op])

    null_safe = op in (CompareOp.IS, CompareOp.IS_NOT)
    if value is None:
        other = outcome(1) if null_safe else None
        return Wanted(outcome(0) if null_safe else None, same(other), constant(other))
    null = outcome(1) if null_safe else None
    match value:
        case int() | float():
            cuts = (floor(value), floor(value) + 1) if isfinite(value) else ()
            integers = Steps.by(cuts, lambda number: outcome((number > value) - (number < value)))
            return Wanted(null, integers, constant(outcome(1)))
        case str():
            return Wanted(null, same(outcome(-1)), relabelled(collated_order(value, collation), outcome))
    return Wanted(null, same(outcome(-1)), constant(outcome(-1)))

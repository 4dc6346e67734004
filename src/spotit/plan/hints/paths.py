"""The functions on the way from a column to a tested value, by name."""

from __future__ import annotations

from collections.abc import Iterator

from spotit.plan.expr import AggCall, Arith, Call, Cast, Expr, WindowCall
from spotit.plan.hints.preimage import constant
from spotit.plan.lineage import Computation, PathStep
from spotit.plan.walk import parts


def names(path: tuple[PathStep, ...]) -> Iterator[str]:
    """Yield the name of each function of a path."""
    for node, _ in path:
        match node:
            case Call(name):
                yield name
            case AggCall(func) | WindowCall(func):
                yield func
            case Arith(op):
                yield op.value
            case _:
                yield type(node).__name__.lower()


def shape(path: tuple[PathStep, ...]) -> tuple[str, ...]:
    """Return the functions of a path with their constant arguments, comparable between two plans."""
    return tuple(_step_text(name, node) for name, (node, _) in zip(names(path), path, strict=True))


def _step_text(name: str, node: Computation) -> str:
    args = [part for part in parts(node) if isinstance(part, Expr)]
    values = [repr(constant(arg)) for arg in args]
    extra = node.affinity.value if isinstance(node, Cast) else ""
    return f"{name}{extra}({', '.join(values)})"

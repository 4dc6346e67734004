"""Quotients of two columns that a query compares with a constant, and numbers whose quotient lies beside it."""

from __future__ import annotations

from collections.abc import Iterator
from math import floor

from spotit.frozen import frozen
from spotit.plan.expr import Arith, ArithOp, Column, Compare, Expr, Literal
from spotit.plan.lineage import Lineage
from spotit.plan.rel import Rel
from spotit.plan.walk import walk
from spotit.schema import BaseColumn

_DIVISORS = (13, 100, 1000)
"""Divisors for which a quotient comes close to a constant, and is another one where fractions are dropped."""
_PERCENT = 100
"""A share is written as a fraction or in percent."""


@frozen
class Quotient:
    """One column by another, and the constant that they are compared with."""

    dividend: BaseColumn
    divisor: BaseColumn
    constant: float

    def beside(self) -> Iterator[tuple[int, int]]:
        """Yield numbers for both columns, whose quotient is the constant, or is next to it."""
        for constant in dict.fromkeys((self.constant, self.constant / _PERCENT)):
            for divisor in _DIVISORS:
                yield from ((floor(constant * divisor) + step, divisor) for step in (1, 0))


def quotients(root: Rel) -> Iterator[Quotient]:
    """Yield the quotients that a plan compares with constants, where it is plain which columns they are made of."""
    bases = Lineage(root).bases
    for node in walk(root):
        if not isinstance(node, Compare):
            continue
        for side, other in ((node.left, node.right), (node.right, node.left)):
            if isinstance(other, Literal) and isinstance(other.value, int | float):
                for part in walk(side):
                    if isinstance(part, Arith) and part.op is ArithOp.DIV:
                        dividend, divisor = (_only_base(each, bases) for each in (part.left, part.right))
                        if dividend is not None and divisor is not None and dividend != divisor:
                            yield Quotient(dividend, divisor, float(other.value))


def _only_base(expr: Expr, bases: dict[int, BaseColumn]) -> BaseColumn | None:
    """Return the base column that an expression is made of, if it is one alone."""
    found = {bases.get(node.id) for node in walk(expr) if isinstance(node, Column)}
    return found.pop() if len(found) == 1 else None

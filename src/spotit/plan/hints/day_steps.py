"""Numbers of days by which queries move dates, or that they ask for between two dates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from spotit.dialect.date_layouts import shift_in
from spotit.plan import expr as e
from spotit.plan.rel import Rel
from spotit.plan.walk import walk

_MOST_DAYS = 4000
"""What is larger is no number of days, or its dates lie far apart anyway."""
_NEAR = 20
"""How many nodes of an expression are looked at for a date function."""
_DAYS = {"day": (1,), "month": (30, 31), "year": (365, 366)}
_MOST = 4


def day_steps(plans: Iterable[Rel]) -> tuple[int, ...]:
    """Return how far apart dates should lie for two plans to tell them apart, in days."""
    found = (abs(days) for plan in plans for node in walk(plan) for days in _steps(node))
    return tuple(islice(dict.fromkeys(days for days in found if 1 < days <= _MOST_DAYS), _MOST))


def _steps(node: object) -> Iterator[int]:
    match node:
        case e.Call(args=args) if node.function.dates:
            for arg in args:
                shift = shift_in(arg.value) if isinstance(arg, e.Literal) and isinstance(arg.value, str) else None
                if shift is not None:
                    yield from (int(float(shift[0]) * days) for days in _DAYS.get(shift[1], ()))
        case (
            e.Compare(left=other, right=e.Literal(value=int(days)))
            | e.Compare(left=e.Literal(value=int(days)), right=other)
        ):
            if _is_dated(other):
                yield days


def _is_dated(expr: e.Expr) -> bool:
    return any(isinstance(node, e.Call) and node.function.dates for node in islice(walk(expr), _NEAR))

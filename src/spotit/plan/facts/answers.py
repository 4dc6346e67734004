"""What plans return where no row qualifies: a row, as COUNT(*) does, or a 0 that is no value of the data."""

from __future__ import annotations

from typing import assert_never

from spotit.plan import rel as r
from spotit.plan.expr import AggCall, Column, Scalar
from spotit.plan.lineage import Computation, Lineage


def answers_without_rows(rel: r.Rel) -> bool:
    """Tell whether a plan may return a row on a database without rows, so that a row of it says little."""
    found = r.any_rel(rel)
    match found:
        case r.Values():
            return True
        case r.Aggregate():
            return not found.grouped
        case r.Scan() | r.Working():
            return False
        case r.Filter() | r.Project() | r.Distinct() | r.OrderBy() | r.Limit() | r.Window() | r.Unnest():
            return answers_without_rows(found.input)
        case r.Join() | r.SetOp():
            return answers_without_rows(found.left) or answers_without_rows(found.right)
        case r.Recursive():
            return answers_without_rows(found.initial)
        case _:
            assert_never(found)


def cell_columns(rel: r.Rel) -> frozenset[int]:
    """Return the places of the result's columns that hold nothing but values of the data: there a 0 is one of them."""
    lineage = Lineage(rel)
    return frozenset(n for n, column in enumerate(rel.columns) if _holds_cells(column, lineage, frozenset()))


def _holds_cells(node: Computation, lineage: Lineage, seen: frozenset[int]) -> bool:
    match node:
        case Column(id=name) if name in lineage.bases or name in seen:
            return True
        case Column(id=name):
            made = lineage.defined.get(name, ())
            return bool(made) and all(_holds_cells(one, lineage, seen | {name}) for one in made)
        case Scalar(rel=rel):
            return _holds_cells(rel.columns[0], lineage, seen)
        case AggCall(args=(arg,)) if node.function.extreme:
            return _holds_cells(arg, lineage, seen)
    return False

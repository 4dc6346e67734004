"""How much of a relation's rows, or of an expression's value, is seen from above where it stands.

A rule may change what is not seen: the order of rows below a join, the number of copies below DISTINCT, NULL against
false in WHERE. What is not understood is taken to see everything.
"""

from __future__ import annotations

from dataclasses import replace
from enum import IntEnum
from typing import assert_never

from spotit.frozen import frozen
from spotit.options import Semantics
from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.walk import walk


@frozen
class Seen:
    """What is seen of a relation besides which rows it has."""

    order: bool = True
    """The order of its rows, as far as an ORDER BY defines one."""
    copies: bool = True
    """How often a row occurs."""
    forms: bool = True
    """Whether a number is 1 or 1.0, which are equal."""
    places: bool = True
    """In which place a column stands; otherwise columns are known by their ids alone."""
    absence: bool = True
    """Whether there is no row, or one of NULLs alone."""


class SeenValue(IntEnum):
    """How much of an expression's value is seen."""

    VALUE = 2
    """Everything."""
    LOGIC = 1
    """Whether it is true, false or NULL."""
    TRUE = 0
    """Whether it is true."""


EVERYTHING = Seen()


def seen_by(semantics: Semantics) -> Seen:
    """Return what a comparison of results sees; it takes 1 and 1.0 for the same."""
    match semantics:
        case Semantics.SET:
            return Seen(order=False, copies=False, forms=False)
        case Semantics.BAG:
            return Seen(order=False, forms=False)
        case Semantics.LIST | Semantics.SPIDER:
            return Seen(forms=False)
        case _:
            assert_never(semantics)


def seen_below(rel: r.AnyRel, seen: Seen) -> dict[str, Seen]:
    """Return what is seen of each relation below one of which `seen` is seen, by the name of its field."""
    match rel:
        case r.Scan() | r.Values() | r.Working():
            return {}
        case r.Filter():
            return {"input": replace(seen, forms=seen.forms or not takes_equals_alike(rel.predicate), absence=True)}
        case r.Project():
            computes = any(not isinstance(expr, e.Column | e.Literal) for expr in rel.exprs)
            passes = all(isinstance(expr, e.Column) and expr in rel.input.columns for expr in rel.exprs)
            absence = seen.absence or not passes
            return {"input": replace(seen, forms=seen.forms or computes, places=False, absence=absence)}
        case r.Join():
            alike = rel.on is None or takes_equals_alike(rel.on)
            side = replace(seen, order=False, forms=seen.forms or not alike, absence=True)
            return {"left": side, "right": side}
        case r.Aggregate():
            return {"input": _by_aggregation(rel)}
        case r.Distinct():
            return {"input": replace(seen, order=False, copies=False, absence=True)}
        case r.SetOp():
            copies = seen.copies and rel.kind is r.SetKind.UNION_ALL
            side = replace(seen, order=False, copies=copies, places=True, absence=True)
            return {"left": side, "right": side}
        case r.OrderBy():
            alike = all(takes_equals_alike(key.expr) for key in rel.keys)
            return {"input": replace(seen, order=False, forms=seen.forms or not alike, absence=True)}
        case r.Limit():
            return {"input": replace(EVERYTHING, copies=not _takes_first(rel), places=seen.places)}
        case r.Window() | r.Unnest():
            return {"input": replace(EVERYTHING, places=seen.places)}
        case r.Recursive():
            return {"initial": EVERYTHING, "step": EVERYTHING}
        case _:
            assert_never(rel)


def _takes_first(rel: r.Limit) -> bool:
    """Tell whether a LIMIT takes the first row, of which it does not matter how often it occurs."""
    return rel.limit == e.Literal(1) and rel.offset in (None, e.Literal(0))


def seen_by_subquery(expr: e.Exists | e.Scalar | e.InRel) -> Seen:
    """Return what a subquery expression sees of its relation."""
    match expr:
        case e.Exists():
            return Seen(order=False, copies=False, forms=False, places=False)
        case e.Scalar():
            return Seen(copies=False, absence=False)
        case e.InRel():
            return Seen(order=False, copies=False, forms=False)
        case _:
            assert_never(expr)


def _by_aggregation(rel: r.Aggregate) -> Seen:
    order = any(call.function.by_order and not call.order for call in rel.aggregates)
    copies = any(not call.function.extreme and not call.distinct for call in rel.aggregates)
    return Seen(order=order, copies=copies, places=False)


def takes_equals_alike(expr: e.Expr) -> bool:
    """Tell whether an expression is the same for equal values of different form: comparisons are, typeof() is not."""
    return all(isinstance(part, _ALIKE) for part in walk(expr))


_ALIKE = (e.Column, e.Literal, e.Compare, e.And, e.Or, e.Not, e.IsNull)

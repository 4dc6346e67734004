"""Groups of the same rows by the same keys, with the same aggregates of the same values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.facts.conjuncts import conjunction, conjuncts_of
from spotit.plan.facts.failures import fails
from spotit.plan.facts.seen import EVERYTHING, seen_below
from spotit.search.prove.matching.correspondence import Matcher, Names


def matched_groups(matcher: Matcher, left: r.Aggregate, right: r.Aggregate, names: Names) -> Names | None:
    """Return the names with the columns of two groupings that are the same."""
    if left.grouped != right.grouped or len(left.bare) != len(right.bare):
        return None
    if left.bare and len(left.aggregates) != len(right.aggregates):
        return None
    below = seen_below(left, EVERYTHING)["input"], seen_below(right, EVERYTHING)["input"]
    seen = replace(below[0], copies=below[0].copies or below[1].copies, order=below[0].order or below[1].order)
    joined = matcher.relation(left.input, right.input, names, seen)
    if joined is None:
        return None
    keyed = _keys(matcher, left, right, joined)
    return None if keyed is None else _calls(matcher, left, right, keyed)


def _keys(matcher: Matcher, left: r.Aggregate, right: r.Aggregate, names: Names) -> Names | None:
    """Return the names with the keys, each of which has its equal on the other side."""
    ours = [(key, column.collation) for key, column in zip(left.keys, left.columns, strict=False)]
    found, used = dict(names), set()
    for key, column in zip(right.keys, right.columns, strict=False):
        fitting = [one if collation is column.collation else None for one, collation in ours]
        twin = matcher.rows.twin(left.input, matcher.read(key, left.keys, names), fitting, forms=True)
        if twin is None:
            return None
        used.add(twin)
        found[column.id] = left.columns[twin]
    return found if len(used) == len(left.keys) else None


def _calls(matcher: Matcher, left: r.Aggregate, right: r.Aggregate, names: Names) -> Names | None:
    """Return the names with the aggregates, each of which is the same function of the same values."""
    keys, calls = len(left.keys), len(left.keys) + len(left.aggregates)
    found, used = dict(names), set()
    for call, column in zip(right.aggregates, right.columns[len(right.keys) :], strict=False):
        twin = _call(matcher, left, call, names)
        if twin is None:
            return None
        used.add(twin)
        found[column.id] = left.columns[keys + twin]
    missed = [call for place, call in enumerate(left.aggregates) if place not in used]
    if any(map(fails, missed)) or (left.bare and missed):
        return None
    for expr, column in zip(right.bare, right.columns[len(right.keys) + len(right.aggregates) :], strict=True):
        twin = matcher.rows.twin(left.input, matcher.read(expr, left.bare, names), left.bare, forms=True)
        if twin is None:
            return None
        found[column.id] = left.columns[calls + twin]
    return found


def _call(matcher: Matcher, left: r.Aggregate, call: e.AggCall, names: Names) -> int | None:
    """Return the place of the aggregate on the left that is the same as one on the right."""
    everything = [part for other in left.aggregates for part in _arguments(other)]
    wanted = _with_arguments(call, [matcher.read(part, everything, names) for part in _arguments(call)])
    if wanted in left.aggregates:
        return left.aggregates.index(wanted)
    for place, other in enumerate(left.aggregates):
        if _said(other) == _said(wanted) and _same_call(matcher, left.input, other, wanted):
            return place
    return None


def _same_call(matcher: Matcher, rows: r.Rel, ours: e.AggCall, theirs: e.AggCall) -> bool:
    """Tell whether two calls of one function aggregate the same values."""
    here, there = conjuncts_of(ours.filter), conjuncts_of(theirs.filter)
    if not matcher.rows.same_truth(rows, here, there):
        return False
    taken = r.Filter(rows, conjunction(here)) if here else rows
    values = zip(_values(ours), _values(theirs), strict=True)
    return matcher.rows.same_values(taken, list(values), forms=True)


def _arguments(call: e.AggCall) -> list[e.Expr]:
    """Return the expressions of an aggregate: what it aggregates, by which order, and its FILTER."""
    return [*_values(call), *([] if call.filter is None else [call.filter])]


def _values(call: e.AggCall) -> list[e.Expr]:
    return [*call.args, *(key.expr for key in call.order)]


def _with_arguments(call: e.AggCall, exprs: Sequence[e.Expr]) -> e.AggCall:
    arguments, keys = len(call.args), len(call.order)
    order = tuple(replace(key, expr=expr) for key, expr in zip(call.order, exprs[arguments:], strict=False))
    test = exprs[arguments + keys] if call.filter is not None else None
    return replace(call, args=tuple(exprs[:arguments]), order=order, filter=test)


def _said(call: e.AggCall) -> object:
    """Return what an aggregate says besides its expressions."""
    order = tuple((key.descending, key.nulls_first, key.collation) for key in call.order)
    return call.func, len(call.args), call.distinct, call.collation, order

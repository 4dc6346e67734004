"""Where values are surely NULL, and where they surely are not."""

from __future__ import annotations

from collections.abc import Container, Mapping
from types import MappingProxyType

from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.facts.schema_facts import Facts
from spotit.plan.walk import place_of

Definitions = Mapping[int, e.Expr]
"""What columns stand for, by their ids."""
_NONE: Definitions = MappingProxyType({})


def refuses(condition: e.Expr, missing: Container[int], defined: Definitions = _NONE) -> bool:
    """Tell whether a condition is never true where all the columns of these ids are NULL."""
    match condition:
        case e.And(args=args):
            return any(refuses(arg, missing, defined) for arg in args)
        case e.Or(args=args):
            return all(refuses(arg, missing, defined) for arg in args)
        case e.Not(arg=e.IsNull(arg=arg)) | e.Not(arg=arg):
            return is_null_with(arg, missing, defined)
        case e.InRel(args=args):
            return any(is_null_with(arg, missing, defined) for arg in args)
    return is_null_with(condition, missing, defined)


def is_null_with(expr: e.Expr, missing: Container[int], defined: Definitions = _NONE) -> bool:
    """Tell whether an expression is surely NULL where all the columns of these ids are."""
    match expr:
        case e.Column(id=number):
            meaning = defined.get(number)
            return number in missing or (meaning is not None and is_null_with(meaning, missing, defined))
        case e.Literal(value=value):
            return value is None
        case e.Compare(op=e.CompareOp.IS) | e.Compare(op=e.CompareOp.IS_NOT):
            return False
        case e.Compare(left=left, right=right) | e.Arith(left=left, right=right):
            return is_null_with(left, missing, defined) or is_null_with(right, missing, defined)
        case e.Negate(arg=arg) | e.BitNot(arg=arg) | e.Cast(arg=arg) | e.Affine(arg=arg) | e.Not(arg=arg):
            return is_null_with(arg, missing, defined)
        case e.And(args=args) | e.Or(args=args):
            return all(is_null_with(arg, missing, defined) for arg in args)
        case e.Call(args=args) if expr.function.strict:
            return any(is_null_with(arg, missing, defined) for arg in args)
    return False


def never_null(expr: e.Expr, rel: r.Rel, facts: Facts) -> bool:
    """Tell whether an expression is never NULL on a row of the relation; of outer columns nothing is known."""
    match expr:
        case e.Column():
            return _column_never_null(expr, r.any_rel(rel), facts)
        case e.Literal(value=value):
            return value is not None
        case e.IsNull() | e.Exists() | e.Compare(op=e.CompareOp.IS) | e.Compare(op=e.CompareOp.IS_NOT):
            return True
        case e.Compare(left=left, right=right):
            return never_null(left, rel, facts) and never_null(right, rel, facts)
        case e.And(args=args) | e.Or(args=args):
            return all(never_null(arg, rel, facts) for arg in args)
        case e.Not(arg=arg) | e.Cast(arg=arg) | e.Affine(arg=arg):
            return never_null(arg, rel, facts)
        case e.Case(whens=whens, default=default):
            return all(never_null(result, rel, facts) for result in (*(w.result for w in whens), default))
    return False


def _column_never_null(column: e.Column, rel: r.AnyRel, facts: Facts) -> bool:
    match rel:
        case r.Scan():
            place = place_of(column, rel.columns)
            return place is not None and facts.never_null(rel.table, rel.fields[place])
        case r.Filter():
            return refuses(rel.predicate, {column.id}) or never_null(column, rel.input, facts)
        case r.Join():
            return _never_null_joined(column, rel, facts)
        case r.Project():
            place = place_of(column, rel.columns)
            return place is not None and never_null(rel.exprs[place], rel.input, facts)
        case r.Values():
            place = place_of(column, rel.columns)
            return place is not None and all(never_null(row[place], rel, facts) for row in rel.rows)
        case r.Aggregate():
            return _never_null_grouped(column, rel, facts)
        case r.SetOp():
            place = place_of(column, rel.columns)
            arms = (rel.left, rel.right) if rel.kind in (r.SetKind.UNION, r.SetKind.UNION_ALL) else (rel.left,)
            return place is not None and all(never_null(arm.columns[place], arm, facts) for arm in arms)
        case r.Distinct() | r.OrderBy() | r.Limit() | r.Window() | r.Unnest():
            return never_null(column, rel.input, facts)
    return False


def _never_null_joined(column: e.Column, rel: r.Join, facts: Facts) -> bool:
    """Of the side that may be missing, only an inner join's condition says that a column is not NULL."""
    if rel.kind is r.JoinKind.INNER and rel.on is not None and refuses(rel.on, {column.id}):
        return True
    kept = {
        r.JoinKind.INNER: (rel.left, rel.right),
        r.JoinKind.LEFT: (rel.left,),
        r.JoinKind.RIGHT: (rel.right,),
        r.JoinKind.FULL: (),
    }[rel.kind]
    return any(never_null(column, side, facts) for side in kept)


def _never_null_grouped(column: e.Column, rel: r.Aggregate, facts: Facts) -> bool:
    """A group of GROUP BY has a row; without GROUP BY there may be none, and then only count() is not NULL."""
    place = place_of(column, rel.columns)
    if place is None:
        return False
    if place < len(rel.keys):
        return never_null(rel.keys[place], rel.input, facts)
    calls = len(rel.keys) + len(rel.aggregates)
    if place >= calls:
        return rel.grouped and never_null(rel.bare[place - calls], rel.input, facts)
    call = rel.aggregates[place - len(rel.keys)]
    if call.function.counts:
        return True
    filled = rel.grouped and call.filter is None
    return filled and call.function.extreme and never_null(call.args[0], rel.input, facts)


__all__ = ["Definitions", "is_null_with", "never_null", "refuses"]

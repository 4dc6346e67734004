"""When a proof up to a bound is a proof for every database.

Under set semantics a difference between two monotone queries is one row of one of them, made from at most one row
of each table it reads. All other rows can be removed: the row stays on its side, and cannot appear on the other.
So the number of times a query reads a table is enough rows of that table, plus the rows that foreign keys then ask for.
"""

from __future__ import annotations

from collections import Counter

from spotit.options import Options, Semantics
from spotit.plan import rel as r
from spotit.plan.expr import And, Exists, Expr, InRel, Literal, Or, Scalar
from spotit.plan.rel import Query
from spotit.plan.walk import walk
from spotit.schema import Schema

_MOST = 50


def threshold(plans: tuple[Query, Query], schema: Schema, options: Options) -> int | None:
    """Return the rows per table at which a proof becomes one for every database, or None if there is no such bound."""
    if options.semantics is not Semantics.SET:
        return None
    left, right = (_reads(query.rel) for query in plans)
    if left is None or right is None:
        return None
    # Degenerate differences (a row of NULLs against no row) do not count, so both sides may need rows of their own.
    needs = [left, right] if options.degenerate else [left + right]
    bounds = [_closed(need, schema) if options.foreign_keys else _most(need) for need in needs]
    return None if None in bounds else max(bound for bound in bounds if bound is not None)


def _most(reads: Counter[str]) -> int:
    return max(reads.values(), default=0)


def _reads(rel: r.Rel) -> Counter[str] | None:
    """Return how often a monotone query reads each table, or None if it is not known to be monotone."""
    match rel:
        case r.Scan():
            return Counter({rel.table: 1})
        case r.Values():
            return Counter() if all(_plain(e) for row in rel.rows for e in row) else None
        case r.OrderBy():
            return _reads(rel.input)
        case r.Limit(limit=Literal(value=0)):
            return Counter()
        case r.Distinct(on=None):
            return _reads(rel.input)
        case r.Project():
            return _reads(rel.input) if all(_plain(e) for e in rel.exprs) else None
        case r.Filter():
            return _sum(_reads(rel.input), _condition(rel.predicate))
        case r.Join(kind=r.JoinKind.INNER):
            on = _condition(rel.on) if rel.on is not None else Counter()
            return _sum(_reads(rel.left), _reads(rel.right), on)
        case r.SetOp(kind=r.SetKind.UNION | r.SetKind.UNION_ALL):
            left, right = _reads(rel.left), _reads(rel.right)
            return None if left is None or right is None else left | right
        case r.SetOp(kind=r.SetKind.INTERSECT):
            return _sum(_reads(rel.left), _reads(rel.right))
    return None


def _sum(*counts: Counter[str] | None) -> Counter[str] | None:
    total: Counter[str] = Counter()
    for one in counts:
        if one is None:
            return None
        total += one
    return total


def _condition(expr: Expr) -> Counter[str] | None:
    """Return what a condition reads when it can only become true, never false, as rows are added."""
    match expr:
        case And(args):
            return _sum(*(_condition(arg) for arg in args))
        case Or(args):
            found = [_condition(arg) for arg in args]
            if any(one is None for one in found):
                return None
            union: Counter[str] = Counter()
            for one in found:
                union |= one or Counter()
            return union
        case Exists(rel):
            return _reads(rel)
        case InRel(args, rel) if all(_plain(arg) for arg in args):
            return _reads(rel)
    return Counter() if _plain(expr) else None


def _plain(expr: Expr) -> bool:
    """Tell whether an expression reads no relation of its own."""
    return not any(isinstance(node, Exists | InRel | Scalar) for node in walk(expr))


def _closed(reads: Counter[str], schema: Schema) -> int | None:
    """Return the rows needed per table when every row brings along the rows its foreign keys ask for."""
    total: Counter[str] = Counter()
    wave = Counter(reads)
    for _ in range(_MOST):
        if not wave:
            return max(total.values(), default=0)
        total += wave
        following: Counter[str] = Counter()
        for name, rows in wave.items():
            for inclusion in schema.inclusions(name):
                following[inclusion.target] += rows
        wave = following
        if max(total.values()) > _MOST:
            return None
    return None

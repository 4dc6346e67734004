"""Queries that return nothing whatever the database, as `SELECT COUNT(*) FROM t WHERE 1 = 2` does.

That a query returns nothing with few rows may say how few they are, or that it never returns anything. The latter holds
where a row that is grouped or counted is made from few rows: on a database with those alone it is there as well.
"""

from __future__ import annotations

from dataclasses import replace

from spotit.options import Options, Semantics
from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.rel import Query
from spotit.plan.walk import has_relation
from spotit.schema import Schema
from spotit.search.prove.threshold import threshold


def never_answer(plans: tuple[Query, Query], rows: int, schema: Schema, options: Options) -> bool:
    """Tell whether queries that return nothing with so many rows per table return nothing on any database."""
    grouped = [_grouped(query.rel) for query in plans]
    if any(rel is None for rel in grouped):
        return False
    left, right = (replace(query, rel=rel) for query, rel in zip(plans, grouped, strict=True) if rel is not None)
    needed = threshold((left, right), schema, replace(options, semantics=Semantics.SET))
    return needed is not None and needed <= rows


def _grouped(rel: r.Rel) -> r.Rel | None:
    """Return the relation that a query groups, counts or takes rows of, or the query itself.

    Without rows in it, other than those of NULL and 0, the query returns nothing, else something. None where other
    aggregates than counts may return nothing for several rows.
    """
    match rel:
        case r.Project() if all(isinstance(expr, e.Column | e.Literal) for expr in rel.exprs):
            below = _grouped(rel.input)
            return rel if below is rel.input else below
        case r.OrderBy() | r.Distinct(on=None):
            return _grouped(rel.input)
        case r.Limit(limit=e.Literal(value=int() as most), offset=None) if most > 0:
            return _grouped(rel.input)
        case r.Aggregate() if not any(map(has_relation, rel.aggregates)) and not any(map(has_relation, rel.bare)):
            counts = all(call.function.counts for call in rel.aggregates)
            return rel.input if rel.grouped or counts or _reads_one_row(rel.input) else None
    return rel


def _reads_one_row(rel: r.Rel) -> bool:
    """Tell whether each row comes from one row of a table, and from nothing else."""
    while isinstance(rel, r.Filter | r.Project):
        exprs = (rel.predicate,) if isinstance(rel, r.Filter) else rel.exprs
        if any(map(has_relation, exprs)):
            return False
        rel = rel.input
    return isinstance(rel, r.Scan)

"""SQLite text -> plan: the front door of this package."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

from spotit.errors import UnsupportedSql
from spotit.plan.rel import Limit, Query, Rel, Scan
from spotit.plan.walk import rewrite_relations, walk
from spotit.schema import Schema
from spotit.sql.lowering.compound import compound
from spotit.sql.lowering.computed import with_computed
from spotit.sql.lowering.cte import visible_ctes
from spotit.sql.lowering.json_subtype import check_json
from spotit.sql.lowering.limit import lower_limit
from spotit.sql.lowering.select import SelectLowering, lower_values
from spotit.sql.lowering.state import Build, Ctes, Lowered
from spotit.sql.names.typed_scope import TypedScope
from spotit.sql.syntax import ast
from spotit.sql.syntax.parse import parse_query

MOST_NODES = 50_000
"""Of a plan: what mentions an operand twice, as BETWEEN and COALESCE do, doubles with every level of nesting."""


def lower_query(sql: str, schema: Schema, *, now: str | None = None) -> Query:
    """Return the plan of the SELECT statement in `sql`.

    `now` is the instant, as "YYYY-MM-DD HH:MM:SS", that 'now' and CURRENT_TIMESTAMP stand for; None for any instant.
    Raises InvalidSql for what SQLite itself would reject, and UnsupportedSql for what a plan cannot say.
    """
    if not schema.dialect.has_plans:
        raise UnsupportedSql(f"proofs in the dialect {schema.dialect.name}")
    tree = parse_query(sql)

    def lower(query: ast.QueryNode, parent: TypedScope | None, ctes: Ctes) -> Lowered:
        return _lower(build, query, parent, ctes)

    build = Build(schema, now, sql, lower)
    lowered = lower(tree, None, {})
    _refuse_too_large(lowered.rel)
    rel = _with_rowids(lowered.rel, build) if build.hidden else lowered.rel
    if schema.has_computed:
        rel = with_computed(rel, build)
        _refuse_too_large(rel)
    if schema.views or schema.has_computed or "json" in sql.lower():
        check_json(rel)
    return Query(rel, lowered.names, lowered.ordered, sql)


def _refuse_too_large(rel: Rel) -> None:
    if next(islice(walk(rel), MOST_NODES, None), None) is not None:
        raise UnsupportedSql(f"a plan of more than {MOST_NODES} nodes")


def _lower(build: Build, query: ast.QueryNode, parent: TypedScope | None, ctes: Ctes) -> Lowered:
    ctes = visible_ctes(query, ctes)
    if query.rest:
        arms = [_core(build, core, parent, ctes) for core in (query.first, *(core for _, core in query.rest))]
        lowered = compound(build, query, arms)
    else:
        lowered = _core(build, query.first, parent, ctes, query.order)
    limit, offset = lower_limit(build, query, ctes)
    if limit is None:
        return lowered
    return replace(lowered, rel=Limit(lowered.rel, limit, offset))


def _core(
    build: Build, core: ast.Core, parent: TypedScope | None, ctes: Ctes, order: tuple[ast.OrderTerm, ...] = ()
) -> Lowered:
    if isinstance(core, ast.ValuesNode):
        return lower_values(build, core, parent, ctes)
    return SelectLowering(build, core, parent, ctes).lower(order)


def _with_rowids(rel: Rel, build: Build) -> Rel:
    """Add the hidden rowid to the scans whose rowid is used."""
    hidden = build.hidden

    def change(node: Rel) -> Rel | None:
        if not isinstance(node, Scan) or node.columns[0].id not in hidden:
            return None
        table = build.schema.table(node.table)
        assert table is not None and table.hidden_rowid is not None
        return Scan(node.table, (*node.fields, table.hidden_rowid), (*node.columns, hidden[node.columns[0].id]))

    return rewrite_relations(rel, change)

"""Common table expressions, ordinary and recursive (lang_with.html)."""

from __future__ import annotations

from dataclasses import replace

from spotit.dialect.names import fold
from spotit.errors import InvalidSql, Span, UnsupportedSql
from spotit.plan.expr import Column
from spotit.plan.rel import (
    Aggregate,
    Distinct,
    Filter,
    Project,
    Recursive,
    Rel,
    SetKind,
    SetOp,
    Window,
    Working,
)
from spotit.sql.lowering.compound import compound_types, order_keys, read_as_doubles
from spotit.sql.lowering.limit import lower_limit
from spotit.sql.lowering.state import Build, Ctes, Lowered, reference
from spotit.sql.names.typed import Typed
from spotit.sql.names.typed_scope import CteEntry, TypedScope, TypedSource
from spotit.sql.syntax import ast


def visible_ctes(query: ast.QueryNode, outer: Ctes) -> Ctes:
    """Return the CTEs that a query sees: its own hide those of the queries around it, and see one another."""
    if not query.ctes:
        return outer
    inner = dict(outer)
    seen: set[str] = set()
    for cte in query.ctes:
        if fold(cte.name) in seen:
            raise InvalidSql(f"duplicate WITH table name: {cte.name}", cte.span)
        seen.add(fold(cte.name))
        inner[fold(cte.name)] = CteEntry(cte, inner)
    return inner


def lower_cte(build: Build, entry: CteEntry, parent: TypedScope | None, span: Span) -> Lowered:
    """Lower one use of a CTE, with columns of its own."""
    if entry.busy:
        raise InvalidSql(f"circular reference: {entry.cte.name}", span)
    entry.busy = True
    try:
        first = _first_recursive_arm(entry.cte)
        if first is None:
            lowered = build.lower(entry.cte.query, parent, entry.ctes)
        else:
            lowered = _recursive(build, entry, parent, first)
    finally:
        entry.busy = False
    return _renamed(lowered, entry.cte)


def _renamed(lowered: Lowered, cte: ast.Cte) -> Lowered:
    if not cte.columns:
        return lowered
    if len(cte.columns) != len(lowered.columns):
        raise InvalidSql(f"table {cte.name} has {len(lowered.columns)} values for {len(cte.columns)} columns", cte.span)
    return replace(lowered, names=cte.columns)


def _first_recursive_arm(cte: ast.Cte) -> int | None:
    """Return which arm of the CTE's compound is the first to read the CTE itself, if one is."""
    if any(fold(inner.name) == fold(cte.name) for inner in cte.query.ctes):
        return None
    arms = [arm for _, arm in cte.query.rest]
    reading = [i for i, arm in enumerate(arms, 1) if isinstance(arm, ast.Select) and _references(arm.source, cte.name)]
    return reading[0] if reading else None


def _references(joins: ast.JoinList, name: str) -> int:
    """Return how often a FROM clause reads that table, not counting its subqueries."""
    count = 0
    for join in joins:
        item = join.item
        if isinstance(item, ast.TableNode):
            count += item.schema is None and fold(item.name) == fold(name)
        elif isinstance(item, ast.GroupNode):
            count += _references(item.joins, name)
    return count


def _recursive(build: Build, entry: CteEntry, parent: TypedScope | None, first: int) -> Lowered:
    query = entry.cte.query
    arms = [("", query.first), *query.rest]
    operators = {op for op, _ in arms[first:]}
    if not operators <= {"UNION", "UNION ALL"}:
        raise InvalidSql(f"circular reference: {entry.cte.name}", query.span)
    if len(operators) > 1:
        raise UnsupportedSql("recursive CTE that mixes UNION and UNION ALL", entry.cte.span)
    start = ast.QueryNode(query.first, tuple(query.rest[: first - 1]), query.ctes, (), None, None, query.span)
    initial = build.lower(start, parent, entry.ctes)
    names = entry.cte.columns or initial.names
    ctes = visible_ctes(query, entry.ctes)
    name_id = build.fresh()
    types = list(initial.columns)
    for _ in range(2):  # the step's types can change those of the columns it reads, once
        step = _step(
            build,
            replace(entry, ctes=ctes),
            parent,
            [arm for _, arm in arms[first:]],
            (name_id, names, types),
        )
        merged = compound_types([initial.last, step.last])
        if [t.affinity for t in merged] == [t.affinity for t in types]:
            break
        types = merged
    if initial.doubles or list(read_as_doubles([initial.last, step.last], merged)):
        raise UnsupportedSql("recursive CTE with REALs and other numbers in one column", entry.cte.span)
    columns = tuple(build.column(name, typed) for name, typed in zip(names, merged, strict=True))
    typed = tuple(reference(column, t) for column, t in zip(columns, merged, strict=True))
    result = Lowered(initial.rel, typed, tuple(names), step.last)
    order = order_keys(build, query.order, result, (*initial.arms, *step.arms))
    limit, offset = lower_limit(build, query, ctes)
    rel = Recursive(
        name_id, initial.rel, step.rel, columns, operators == {"UNION"}, order, limit, offset, entry.cte.span
    )
    return replace(result, rel=rel)


def _step(
    build: Build,
    entry: CteEntry,
    parent: TypedScope | None,
    arms: list[ast.Core],
    working: tuple[int, tuple[str, ...], list[Typed]],
) -> Lowered:
    name_id, names, types = working

    direct = sum(_references(arm.source, entry.cte.name) for arm in arms if isinstance(arm, ast.Select))
    uses: list[str] = []

    def read(alias: str) -> tuple[Working, TypedSource]:
        uses.append(alias)
        columns = tuple(build.column(name, typed) for name, typed in zip(names, types, strict=True))
        typed = [(name, reference(column, t)) for name, column, t in zip(names, columns, types, strict=True)]
        return Working(name_id, columns), TypedSource(alias, None, typed)

    ctes = dict(entry.ctes)
    ctes[fold(entry.cte.name)] = CteEntry(entry.cte, ctes, read)
    lowered = [build.lower(ast.QueryNode(arm, (), (), (), None, None, arm.span), parent, ctes) for arm in arms]
    if direct > len(arms) or len(uses) > direct:
        reason = "multiple references to recursive table" if direct > len(arms) else "recursive reference in a subquery"
        raise InvalidSql(f"{reason}: {entry.cte.name}", entry.cte.span)
    for arm in lowered:
        _check_arm(arm, len(types), entry.cte.span)
    rel: Rel = lowered[0].rel
    for arm in lowered[1:]:
        columns: tuple[Column, ...] = tuple(
            build.column(name, typed) for name, typed in zip(names, lowered[0].columns, strict=True)
        )
        rel = SetOp(SetKind.UNION_ALL, rel, arm.rel, columns)
    return replace(lowered[-1], rel=rel)


def _check_arm(arm: Lowered, width: int, span: Span) -> None:
    if len(arm.columns) != width:
        raise InvalidSql("SELECTs of a recursive CTE do not have the same number of result columns", span)
    rel = arm.rel
    while isinstance(rel, Project | Filter | Distinct):
        rel = rel.input
    if isinstance(rel, Window):
        raise InvalidSql("cannot use window functions in recursive queries", span)
    if isinstance(rel, Aggregate):
        raise InvalidSql("recursive aggregate queries not supported", span)

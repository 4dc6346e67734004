"""Compound queries: UNION, INTERSECT, EXCEPT, and their common ORDER BY."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from spotit.dialect.collation import BINARY
from spotit.dialect.types import NUMERIC_AFFINITIES
from spotit.errors import InvalidSql, UnsupportedSql
from spotit.plan.expr import Cast, Column, Literal, SortKey
from spotit.plan.rel import OrderBy, Rel, SetKind, SetOp
from spotit.schema import Affinity
from spotit.sql.lowering.ordinals import bare_term, ordinal
from spotit.sql.lowering.results import nulls_first
from spotit.sql.lowering.state import Arm, Build, Lowered, reference
from spotit.sql.names.typed import DataType, Typed
from spotit.sql.syntax import ast

_SET_KINDS = {
    "UNION": SetKind.UNION,
    "UNION ALL": SetKind.UNION_ALL,
    "INTERSECT": SetKind.INTERSECT,
    "EXCEPT": SetKind.EXCEPT,
}


def compound(build: Build, query: ast.QueryNode, arms: list[Lowered]) -> Lowered:
    """Combine lowered arms from left to right, then order the whole."""
    first = arms[0]
    types = compound_types([arm.last for arm in arms])
    rel: Rel = first.rel
    for (op, core), arm in zip(query.rest, arms[1:], strict=True):
        if len(arm.columns) != len(first.columns):
            raise InvalidSql(
                f"SELECTs to the left and right of {op} do not have the same number of result columns",
                core.span,
            )
        rel = SetOp(_SET_KINDS[op], rel, arm.rel, _columns(build, first.names, types))
    references = tuple(
        reference(column, replace(typed, collation=left.collation))
        for column, typed, left in zip(rel.columns, types, first.last, strict=True)
    )
    matchers = tuple(matcher for arm in arms for matcher in arm.arms)
    doubles = frozenset(read_as_doubles([arm.last for arm in arms], types))
    result = Lowered(rel, references, first.names, arms[-1].last, matchers, doubles=doubles)
    if not query.order:
        return result
    _refuse_misread_group(query)
    keys = order_keys(build, query.order, result, matchers)
    return replace(result, rel=OrderBy(rel, keys), ordered=True)


def _refuse_misread_group(query: ast.QueryNode) -> None:
    """Refuse a query that SQLite misreads: to sort by a COLLATE it moves the last arm's GROUP BY outwards.

    The engine then answers "no such column" or groups the whole (select.c, convertCompoundSelectToSubquery).
    """
    last = query.rest[-1][1]
    grouped = isinstance(last, ast.Select) and (last.group or last.having is not None)
    collated = any(isinstance(term.expr, ast.Collate) for term in query.order)
    if grouped and collated and any(op != "UNION ALL" for op, _ in query.rest):
        raise UnsupportedSql("compound query with a grouped last SELECT that is ordered by a COLLATE", query.span)


def _columns(build: Build, names: tuple[str, ...], types: list[Typed]) -> tuple[Column, ...]:
    return tuple(build.column(name, typed) for name, typed in zip(names, types, strict=True))


def compound_types(arms: Sequence[Sequence[Typed]]) -> list[Typed]:
    """Return the type of each result column of a compound query (select.c, sqlite3SubqueryColumnTypes)."""
    width = len(arms[0])
    return [_merged([arm[index] for arm in arms if len(arm) == width]) for index in range(width)]


def read_as_doubles(arms: Sequence[Sequence[Typed]], types: Sequence[Typed]) -> Iterator[int]:
    """Yield the places of columns of REAL affinity that have other numbers in some arm."""
    for place, typed in enumerate(types):
        if typed.affinity is Affinity.REAL and any(_may_be_whole(arm[place]) for arm in arms):
            yield place


def _may_be_whole(typed: Typed) -> bool:
    if isinstance(typed.expr, Literal):
        return isinstance(typed.expr.value, int)
    return typed.affinity is not Affinity.REAL


def _merged(column: list[Typed]) -> Typed:
    position, types = 0, DataType.NOTHING
    affinity = column[0].affinity
    while affinity is None and position + 1 < len(column):
        types |= column[position].types
        position += 1
        affinity = column[position].affinity
    for typed in column[position + 1 :]:
        types |= typed.types
    other = DataType.NUMBER if affinity is Affinity.TEXT else DataType.TEXT
    if types & other and (affinity is Affinity.TEXT or affinity in NUMERIC_AFFINITIES):
        affinity = Affinity.BLOB
    elif affinity in NUMERIC_AFFINITIES and len(column) > 1 and isinstance(column[0].expr, Cast):
        affinity = Affinity.NUMERIC
    return Typed(
        column[0].expr,
        affinity,
        next((typed.collation for typed in column if typed.collation is not None), None),
        types=column[0].types,
        text=any(typed.text for typed in column),
        number=any(typed.number for typed in column),
    )


def order_keys(
    build: Build, terms: tuple[ast.OrderTerm, ...], result: Lowered, arms: tuple[Arm, ...]
) -> tuple[SortKey, ...]:
    """Return the sort keys of a compound query: each term is one of the result columns."""
    keys = []
    for number, term in enumerate(terms, 1):
        node, collation = bare_term(term.expr, build.dialect)
        position = ordinal(node, len(result.columns), number, "ORDER")
        if position is None:
            found = (arm(node) for arm in arms)
            position = next((index for index in found if index is not None), None)
        if position is None:
            raise InvalidSql(f"ORDER BY term {number} does not match any column in the result set", node.span)
        column = result.rel.columns[position] if collation is None else None
        key = result.columns[position].expr
        chosen = collation or (column.collation if column is not None else BINARY)
        keys.append(SortKey(key, term.descending, nulls_first(term, build.dialect), chosen))
    return tuple(keys)

"""Queries for the rows behind a query: for each SELECT over base tables, the rowids that its FROM and WHERE combine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from spotit.dialect.wording import quote
from spotit.errors import InvalidSql
from spotit.frozen import frozen
from spotit.schema import Schema, Table
from spotit.sql.syntax import ast
from spotit.sql.syntax.parse import parse_query


@frozen
class CombinedRows:
    """A query whose result has a rowid for each of the tables in a FROM clause."""

    tables: tuple[str, ...]
    sql: str
    is_filtered: bool
    """The WHERE clause applies."""


def combined_rows(sql: str, schema: Schema) -> Iterator[CombinedRows]:
    """Yield queries for the rows that a query combines: those that pass, those that miss one condition, any.

    Only SELECTs whose FROM names base tables alone have them. What stands in a subquery may refer to the query around
    it: an engine that refuses such a query is to be expected.
    """
    try:
        tree = parse_query(sql)
    except InvalidSql:
        return
    for select in _selects(tree):
        found = _sources(select.source, sql, schema)
        if found is None:
            continue
        tables, source = found
        picked = ", ".join(f"{quote(alias)}.{quote(rowid)}" for alias, _, rowid in tables)
        names = tuple(table.name for _, table, _ in tables)
        conditions = [f"({sql[part.span.start : part.span.end]})" for part in _conjuncts(select.where)]
        if conditions:
            yield CombinedRows(names, f"SELECT {picked} FROM {source} WHERE {' AND '.join(conditions)}", True)
        for place in range(len(conditions) if len(conditions) > 1 else 0):
            others = " AND ".join(conditions[:place] + conditions[place + 1 :])
            missed = f"({others}) AND NOT {conditions[place]}"
            yield CombinedRows(names, f"SELECT {picked} FROM {source} WHERE {missed}", False)
        yield CombinedRows(names, f"SELECT {picked} FROM {source}", False)


def _conjuncts(condition: ast.Node | None) -> Iterator[ast.Node]:
    if isinstance(condition, ast.Binary) and condition.op == "AND":
        yield from _conjuncts(condition.left)
        yield from _conjuncts(condition.right)
    elif condition is not None:
        yield condition


def _selects(node: object) -> Iterator[ast.Select]:
    if isinstance(node, ast.Select):
        yield node
    if isinstance(node, tuple):
        for part in node:
            yield from _selects(part)
    elif is_dataclass(node):
        for field in fields(node):
            yield from _selects(getattr(node, field.name))


_Named = tuple[str, Table, str]
"""A table of a FROM clause: its alias, itself, and the name of its rowid."""


def _sources(joins: ast.JoinList, sql: str, schema: Schema) -> tuple[list[_Named], str] | None:
    tables: list[_Named] = []
    text = ""
    for term in joins:
        if not isinstance(term.item, ast.TableNode) or term.item.args is not None:
            return None
        table = schema.table(term.item.name)
        rowid = None if table is None else table.rowid_column or table.hidden_rowid
        if table is None or rowid is None:
            return None
        alias = term.item.alias or table.name
        tables.append((alias, table, rowid))
        text += f"{_joined(term) if text else ''}{quote(table.name)} AS {quote(alias)}{_condition(term, sql)}"
    return (tables, text) if tables else None


def _joined(term: ast.JoinTerm) -> str:
    kind = "FULL " if term.left and term.right else "LEFT " if term.left else "RIGHT " if term.right else ""
    return f" {'NATURAL ' if term.natural else ''}{kind}JOIN "


def _condition(term: ast.JoinTerm, sql: str) -> str:
    if term.on is not None:
        return f" ON {sql[term.on.span.start : term.on.span.end]}"
    return f" USING ({', '.join(map(quote, term.using))})" if term.using else ""

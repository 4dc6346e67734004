"""Text of one SELECT statement -> syntax tree."""

from __future__ import annotations

from spotit.dialect.statements import OTHER_STATEMENTS
from spotit.dialect.tokens import TokenKind
from spotit.errors import InvalidSql, Span
from spotit.sql.syntax import ast
from spotit.sql.syntax.grammar import Grammar


def parse_query(sql: str) -> ast.QueryNode:
    """Return the syntax tree of the one SELECT statement in `sql`.

    Raises InvalidSql for text that is empty, does not parse, or holds another or a second statement.
    """
    grammar = Grammar(sql)
    while grammar.accept(";"):
        pass
    first = grammar.current
    if first.kind is TokenKind.END:
        raise InvalidSql("the query is empty", Span(0, 0))
    if first.key in OTHER_STATEMENTS:
        raise InvalidSql(f"{first.key} is not a SELECT statement", first.span)
    query = grammar.query()
    if grammar.current.kind is not TokenKind.END and not grammar.at(";"):
        grammar.fail()
    while grammar.accept(";"):
        pass
    if grammar.current.kind is not TokenKind.END:
        raise InvalidSql("more than one statement", grammar.current.span)
    return query

"""A usage guessed from the text of two queries, for those that lowering does not cover."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise

from spotit.database import Value
from spotit.dialect.collation import Collation, collation_named
from spotit.dialect.names import fold
from spotit.dialect.numerals import number_in
from spotit.dialect.tokens import Token, TokenKind, tokens
from spotit.engine.protocol import Engine
from spotit.plan.hints.pools import ColumnClass, Test, pattern_texts
from spotit.plan.hints.preimage import is_date_text, neighbours
from spotit.plan.hints.usage import Usage
from spotit.schema import BaseColumn, Schema, Table
from spotit.search.hints.check_demands import made_of
from spotit.union_find import UnionFind

_REACH = 8
"""How many tokens before a constant the column that it is compared with may stand."""


def scrape(queries: tuple[str, str], schema: Schema, engine: Engine) -> Usage:
    """Return a usage in which columns of the same name meet, and constants belong to the name before them."""
    read = {fold(name) for sql in queries for name in engine.inspect(sql).tables}
    tables = [table for table in schema.tables if fold(table.name) in read]
    found = [tokens(sql) for sql in queries]
    mentioned = {token.name for words in found for token in words}
    if any(token.text == "*" for words in found for token in words):
        mentioned |= {column.name for table in tables for column in table.columns}
    columns = {(table.name, name) for table in tables for name in made_of(table, mentioned)}
    tests = [
        test for side, words in zip(("left", "right"), found, strict=True) for test in _tests(words, columns, side)
    ]
    collations = _collations(tables, [token for words in found for token in words])
    return _usage(schema, tables, columns, tests, collations)


def _tests(words: list[Token], columns: set[BaseColumn], side: str) -> Iterator[Test]:
    by_name: defaultdict[str, list[BaseColumn]] = defaultdict(list)
    for base in sorted(columns):
        by_name[fold(base[1])].append(base)
    for index, token in enumerate(words):
        if token.kind not in (TokenKind.STRING, TokenKind.NUMBER) or fold(token.name) in by_name:
            continue
        before = words[max(0, index - _REACH) : index]
        near = next((t for t in reversed(before) if fold(t.name) in by_name), None)
        is_pattern = any(t.key in ("LIKE", "GLOB") for t in before[-1:])
        for base in by_name[fold(near.name)] if near else ():
            yield _test(base, _value(token), side, pattern=is_pattern)


def _value(token: Token) -> Value:
    if token.kind is TokenKind.STRING:
        return token.name
    if token.text.lower().startswith("0x"):
        return int(token.text, 16)
    number = number_in(token.text)
    return float(token.text) if number is None else number


def _test(base: BaseColumn, value: Value, side: str, *, pattern: bool) -> Test:
    if pattern and isinstance(value, str):
        hits, near = pattern_texts(value)
        return Test(base, (), "like", value, hits, near, frozenset({side}))
    return Test(base, (), "=", value, (value,), neighbours(value) or (), frozenset({side}))


def _collations(tables: Iterable[Table], words: list[Token]) -> tuple[Collation, ...]:
    """Return the collations other than BINARY that the tables declare or the queries name."""
    declared = [column.collation for table in tables for column in table.columns]
    named = [collation_named(name.name) for word, name in pairwise(words) if word.key == "COLLATE"]
    found = dict.fromkeys((*declared, *named))
    return tuple(collation for collation in found if collation is not None and not collation.is_identity)


def _usage(
    schema: Schema,
    tables: list[Table],
    columns: set[BaseColumn],
    tests: list[Test],
    collations: tuple[Collation, ...],
) -> Usage:
    groups = _groups(schema, tables)
    classes = []
    for index, group in enumerate(groups):
        inside = [test for test in tests if test.column in group]
        dated = any(is_date_text(test.value) for test in inside)
        members = tuple(sorted(group))
        classes.append(ColumnClass(index, members, tuple(inside), date=dated, folded=True, collations=collations))
    class_of = {base: use.id for use in classes for base in use.columns}
    return Usage(tuple(classes), class_of, frozenset(columns), tuple(table.name for table in tables))


def _groups(schema: Schema, tables: Iterable[Table]) -> list[set[BaseColumn]]:
    """Return the columns of these tables, and of those that their keys lead to, united by name and by key."""
    reached = schema.reached(table.name for table in tables)
    alike: UnionFind[BaseColumn | str] = UnionFind()
    for table in reached:
        for column in table.columns:
            alike.unite([(table.name, column.name), fold(column.name)])
        for key in schema.inclusions(table.name):
            for here, there in zip(key.columns, key.target_columns, strict=True):
                alike.unite([fold(here), fold(there)])
    return [{base for base in group if isinstance(base, tuple)} for group in alike.classes()]

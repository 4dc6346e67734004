"""A schema with facts as further constraints: those that speak of columns which matter to the queries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import replace
from typing import assert_never

from spotit.constraints.check import Check
from spotit.constraints.constraint import Constraint
from spotit.constraints.dependency import Dependency
from spotit.constraints.inclusion import Inclusion
from spotit.constraints.key import Key
from spotit.constraints.not_null import NotNull
from spotit.errors import InvalidSql, UnsupportedSql
from spotit.frozen import frozen
from spotit.learned_facts import FactKind, LearnedFact
from spotit.schema import BaseColumn, ForeignKey, Schema, Table
from spotit.sql.syntax.ast import Select
from spotit.sql.syntax.parse import parse_query


@frozen
class Rule:
    """A fact and the constraint that it is on the databases of a schema."""

    fact: LearnedFact
    constraint: Constraint
    columns: frozenset[BaseColumn]


def rules_of(facts: Iterable[LearnedFact], schema: Schema, within: Set[BaseColumn] | None = None) -> tuple[Rule, ...]:
    """Return the facts that speak of columns of the schema, or only of those `within`.

    Rows of a witness have values in the columns that matter: what is said of others can be had by giving them values.
    """
    found = []
    for fact in facts:
        columns = fact.columns_in(schema)
        if not columns or (within is not None and not columns <= within):
            continue
        constraint = fact.constraint(schema)
        if isinstance(constraint, Check):
            constraint = _one_condition(constraint)
        if constraint is not None:
            found.append(Rule(fact, constraint, columns))
    return tuple(found)


def _one_condition(check: Check) -> Check | None:
    """Return the CHECK if its text is one condition and nothing else; None otherwise: files come from anyone.

    A line break keeps a comment from hiding what follows the text in a CREATE statement.
    """
    enclosed = f"{check.condition}\n" if "--" in check.condition else check.condition
    if "\x00" in enclosed:
        return None
    try:
        query = parse_query(f"SELECT 1 WHERE (\n{check.condition}\n)")
    except (InvalidSql, UnsupportedSql):
        return None
    plain = isinstance(query.first, Select) and not query.rest and not query.order and query.limit is None
    return replace(check, condition=enclosed) if plain else None


def contents_seen(facts: Iterable[LearnedFact], schema: Schema, columns: Set[BaseColumn]) -> Iterator[LearnedFact]:
    """Yield the facts, the contents of look-up tables restricted to the columns that matter."""
    for fact in facts:
        table = schema.table(fact.table)
        if fact.kind is FactKind.CONTENTS and table is not None:
            spelled = {
                name for name in fact.columns for c in [table.column(name)] if c and (table.name, c.name) in columns
            }
            yield fact.projected(spelled) if spelled else fact
        else:
            yield fact


def strengthened(schema: Schema, rules: Iterable[Rule]) -> Schema:
    """Return the schema with the rules as constraints of its tables."""
    tables = {table.name: table for table in schema.tables}
    dependencies = list(schema.dependencies)
    for rule in rules:
        constraint = rule.constraint
        table = tables[constraint.table]
        if isinstance(constraint, Dependency):
            dependencies.append(constraint)
        else:
            tables[table.name] = _with(table, constraint)
    return replace(schema, tables=tuple(tables.values()), dependencies=tuple(dependencies))


def _with(table: Table, constraint: NotNull | Key | Inclusion | Check) -> Table:
    match constraint:
        case NotNull():
            columns = (
                replace(column, not_null=True) if column.name == constraint.column else column
                for column in table.columns
            )
            return replace(table, columns=tuple(columns))
        case Key():
            known = table.is_key(constraint.columns)
            return table if known else replace(table, unique=(*table.unique, constraint.columns))
        case Inclusion():
            key = ForeignKey(constraint.columns, constraint.target, constraint.target_columns)
            return table if key in table.foreign_keys else replace(table, foreign_keys=(*table.foreign_keys, key))
        case Check():
            return replace(table, checks=(*table.checks, constraint.condition))
        case _:
            assert_never(constraint)

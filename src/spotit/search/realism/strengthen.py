"""A schema with facts as further constraints: those that speak of columns which matter to the queries."""

from __future__ import annotations

from collections.abc import Iterable, Set
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
from spotit.learned_facts import LearnedFact
from spotit.schema import BaseColumn, ForeignKey, Schema, Table
from spotit.sql.syntax.ast import Select
from spotit.sql.syntax.parse import parse_query


@frozen
class Rule:
    """A fact and the constraint that it is on the databases of a schema."""

    fact: LearnedFact
    constraint: Constraint
    columns: frozenset[BaseColumn]


def rule_of(fact: LearnedFact, schema: Schema) -> Rule | None:
    """Return what a fact says of databases of the schema; None if it speaks of what the schema does not have."""
    columns = fact.columns_in(schema)
    constraint = fact.constraint(schema) if columns else None
    if isinstance(constraint, Check):
        constraint = _one_condition(constraint)
    return None if constraint is None else Rule(fact, constraint, columns)


def rules_of(facts: Iterable[LearnedFact], schema: Schema) -> tuple[Rule, ...]:
    """Return the facts that speak of columns of the schema, as constraints."""
    return tuple(rule for fact in facts if (rule := rule_of(fact, schema)) is not None)


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


def contents_seen(fact: LearnedFact, schema: Schema, columns: Set[BaseColumn]) -> LearnedFact:
    """Return what the contents of a look-up table say of the columns that matter."""
    table = schema.table(fact.table)
    if table is None:
        return fact
    spelled = {name for name in fact.columns for c in [table.column(name)] if c and (table.name, c.name) in columns}
    return fact.projected(spelled) if spelled else fact


def strengthened(schema: Schema, rules: Iterable[Rule]) -> Schema:
    """Return the schema with the rules as constraints of its tables."""
    dependencies = list(schema.dependencies)
    added: dict[str, list[NotNull | Key | Inclusion | Check]] = {table.name: [] for table in schema.tables}
    for rule in rules:
        constraint = rule.constraint
        if isinstance(constraint, Dependency):
            dependencies.append(constraint)
        else:
            added[constraint.table].append(constraint)
    tables = tuple(_with(table, added[table.name]) if added[table.name] else table for table in schema.tables)
    return replace(schema, tables=tables, dependencies=tuple(dependencies))


def _with(table: Table, constraints: Iterable[NotNull | Key | Inclusion | Check]) -> Table:
    filled: set[str] = set()
    unique, references, checks = list(table.unique), list(table.foreign_keys), list(table.checks)
    for constraint in constraints:
        match constraint:
            case NotNull():
                filled.add(constraint.column)
            case Key():
                if not table.is_key(constraint.columns) and constraint.columns not in unique:
                    unique.append(constraint.columns)
            case Inclusion():
                key = ForeignKey(constraint.columns, constraint.target, constraint.target_columns)
                references += [key] if key not in references else []
            case Check():
                checks.append(constraint.condition)
            case _:
                assert_never(constraint)
    columns = (replace(column, not_null=True) if column.name in filled else column for column in table.columns)
    return replace(
        table,
        columns=tuple(columns),
        unique=tuple(unique),
        foreign_keys=tuple(references),
        checks=tuple(checks),
    )

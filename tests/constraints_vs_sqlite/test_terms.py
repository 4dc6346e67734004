"""The terms of the constraints hold on exactly those rows that break none."""

from __future__ import annotations

from random import Random

import pytest

from constraints_vs_sqlite.on_rows import broken, conditions_of
from constraints_vs_sqlite.schemas import DDL, schema_named
from generate.schema import Pools
from spotit.database import Database, Row, Rows
from spotit.options import Options
from spotit.schema import Kind, Schema
from spotit.selftest.agreement import no_subquery, setting_of
from spotit.selftest.sweep import checks_of
from spotit.smt.terms.boolean import all_of
from spotit.smt.terms.interpret import compile_terms
from spotit.symbolic.constraints.terms import constraint_terms
from spotit.symbolic.database.assignment import assignment
from spotit.symbolic.database.instance import Instance
from spotit.symbolic.execution import Execution

TEXTS = ("1", "01", "1!", "2", "2!", "A", "a", "a ", "b")
ROWS = 2


def names_of(schema: Schema, table: str) -> tuple[str, ...]:
    """Return the columns of a table, and its hidden rowid if it has one."""
    found = schema.table(table)
    assert found is not None
    hidden = (found.hidden_rowid,) if found.hidden_rowid is not None else ()
    return (*(column.name for column in found.columns if not column.computed), *hidden)


def drawn(pools: Pools, null_keys: bool, random: Random) -> Database:
    """Return a database of few different values, without NULL where the cells have none."""
    tables = {}
    few = random.randint(1, 3)
    for table in pools.schema.tables:
        names = names_of(pools.schema, table.name)
        columns = []
        for name in names:
            values = [value for value in pools.values((table.name, name)) if value in (1, 2, 3, *TEXTS)]
            nullable = table.column(name) is not None and not table.never_null(name, null_keys=null_keys)
            some = random.sample(values, min(few, len(values)))
            some += [value for value in values if value in (1, "1")] * random.randint(0, 2)
            columns.append([*some, *([None] if nullable and random.random() < 0.5 else [])])
        rows: list[Row] = [tuple(map(random.choice, columns)) for _ in range(random.randint(0, ROWS))]
        tables[table.name] = Rows(names, tuple(rows))
    return Database(tables)


@pytest.mark.parametrize("null_keys", [False, True])
@pytest.mark.parametrize("name", DDL)
def test_the_terms_hold_where_no_constraint_is_broken(name: str, null_keys: bool) -> None:
    schema, options, random = schema_named(name), Options(null_keys=null_keys), Random(name)
    bases = [(table.name, column) for table in schema.tables for column in names_of(schema, table.name)]
    pools = Pools(schema, {base: tuple(sorted(TEXTS)) for base in bases})
    restricted = frozenset(base for base in bases if pools.kind(base) is not Kind.TEXT)
    checks = checks_of(schema)
    instance = Instance(schema, ROWS, pools, restricted, null_keys=null_keys)
    for table, column in bases:
        instance.size(table)
        instance.cell(table, column, 0)
    rules = Execution(setting_of(schema, pools, options, checks).tabulate, no_subquery)
    run = compile_terms([all_of(constraint_terms(instance, rules, checks=checks))], default=True)
    evaluate = conditions_of(schema)
    lawful = unlawful = 0
    for _ in range(300):
        database = drawn(pools, null_keys, random)
        given = assignment(instance, database)
        found = broken(schema, database, options, evaluate)
        holds = given is not None and bool(run(given)[0])
        assert holds == (not found), f"{found}\n{database}"
        lawful, unlawful = lawful + holds, unlawful + (not holds)
    assert lawful > 5
    assert unlawful > 5

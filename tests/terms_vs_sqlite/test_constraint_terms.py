"""The terms of the constraints hold on exactly those databases that the engine takes."""

from __future__ import annotations

import calendar
from itertools import product
from random import Random

import pytest

from generate.schema import DDL, Pools
from spotit.database import Database, Row, Rows
from spotit.engine.failures import ConstraintViolation
from spotit.engine.open import open_engine
from spotit.options import Options
from spotit.schemas.load import schema_from_ddl
from spotit.selftest.agreement import no_subquery, setting_of
from spotit.selftest.sweep import Ground, ground
from spotit.smt.terms.boolean import all_of
from spotit.smt.terms.interpret import compile_terms, interpret
from spotit.smt.terms.term import int_var
from spotit.symbolic.constraints.terms import constraint_terms
from spotit.symbolic.database.assignment import assignment
from spotit.symbolic.database.instance import Instance, valid_date
from spotit.symbolic.execution import Execution


def broken(place: Ground, database: Database, random: Random) -> Database:
    """Return the database with one cell or row changed, which may or may not break a constraint."""
    name = random.choice([n for n, t in database.tables.items() if t.rows] or [next(iter(database.tables))])
    table = database.tables[name]
    if not table.rows:
        return database
    rows: list[Row] = list(table.rows)
    at = random.randrange(len(rows))
    if random.random() < 0.25:
        del rows[at]
    else:
        column = random.randrange(len(table.columns))
        values = place.pools.values((name, table.columns[column]))
        others = [row[column] for row in rows]
        twins = [twin for twin in (v.swapcase() for v in others if isinstance(v, str)) if twin in values]
        hidden = table.columns[column] == "rowid"
        value = random.choice([*values, *others, *([] if hidden else [None])])
        if twins and random.random() < 0.4:
            value = random.choice(twins)
        rows[at] = (*rows[at][:column], value, *rows[at][column + 1 :])  # type: ignore[assignment]
    return Database({**database.tables, name: Rows(table.columns, tuple(rows))})


def sweep_constraints(name: str, seed: str, databases: int) -> tuple[int, int]:
    """Return on how many databases the terms were true and false, each time as the engine has it."""
    place = ground(name)
    random = Random(seed)
    instance = Instance(place.schema, 3, place.pools)
    for table in place.schema.tables:
        hidden = [] if table.rowid_column or table.without_rowid else ["rowid"]
        for column in [*(c.name for c in table.columns if not c.computed), *hidden]:
            instance.size(table.name)
            instance.cell(table.name, column, 0)
    rules = Execution(place.setting.tabulate, no_subquery)
    run = compile_terms([all_of(constraint_terms(instance, rules, checks=place.setting.checks))], default=True)
    taken = refused = 0
    for _ in range(databases):
        database = place.databases.draw(random, 3)
        for _ in range(random.randint(0, 2)):
            database = broken(place, database, random)
        try:
            place.engine.load(database)
            accepted = True
        except ConstraintViolation:
            accepted = False
        given = assignment(instance, database)
        lawful = given is not None and bool(run(given)[0])
        assert lawful == accepted, f"the engine {'takes' if accepted else 'refuses'} {database}"
        taken, refused = taken + accepted, refused + (not accepted)
    return taken, refused


MIXED = """
    CREATE TABLE num(n INTEGER PRIMARY KEY, t TEXT UNIQUE);
    CREATE TABLE say(w TEXT REFERENCES num(n), v INTEGER REFERENCES num(t));
"""


def check_mixed_keys() -> int:
    """Hold foreign keys between columns of different types against the engine; return how often it took the rows."""
    made = schema_from_ddl(MIXED)
    texts = ("01", "1", "1.0", "2", "x")
    values = Pools(made, {("num", "t"): texts, ("say", "w"): texts})
    engine = open_engine(made, Options())
    instance = Instance(made, 1, values, frozenset({("say", "v")}))
    for table in made.tables:
        for column in table.columns:
            instance.size(table.name)
            instance.cell(table.name, column.name, 0)
    rules = Execution(setting_of(made, values, Options(), {}).tabulate, no_subquery)
    run = compile_terms([all_of(constraint_terms(instance, rules, checks={}))], default=True)
    taken = 0
    for n, t, w, v in product((1, 2), texts, (None, *texts), (None, 1, 2)):
        database = Database({"num": Rows(("n", "t"), ((n, t),)), "say": Rows(("w", "v"), ((w, v),))})
        try:
            engine.load(database)
            accepted = True
        except ConstraintViolation:
            accepted = False
        given = assignment(instance, database)
        assert given is not None and bool(run(given)[0]) == accepted, f"{accepted} {database}"
        taken += accepted
    return taken


def test_foreign_keys_between_types() -> None:
    assert check_mixed_keys() > 20


@pytest.mark.parametrize("name", sorted(DDL))
def test_constraints_are_the_engine_s(name: str) -> None:
    taken, refused = sweep_constraints(name, f"constraints {name}", 400)
    assert taken > 50
    assert refused > 5


def test_valid_dates_are_those_of_the_calendar() -> None:
    year, month, day = int_var("y", 0, 9999), int_var("m", 1, 12), int_var("d", 1, 31)
    term = valid_date(year, month, day)
    for y in (1, 4, 100, 400, 1900, 1999, 2000, 2020, 2023, 2100, 9999):
        for m in range(1, 13):
            last = calendar.monthrange(y, m)[1]
            for d in range(27, 32):
                assert interpret([term], {"y": y, "m": m, "d": d}) == [d <= last], (y, m, d)

"""The front end against the engine: the same queries are valid, and a plan means what the text means.

Meaning is checked by printing the plan as SQL in which every conversion and collation is explicit (plan_sql).
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

from front_end_vs_sqlite import plan_sql, random_sql
from spotit.dialect.wording import literal, quote
from spotit.engine.sqlite.schema.catalog import read_catalog
from spotit.errors import InvalidSql, UnsupportedSql
from spotit.plan.expr import Scalar
from spotit.plan.rel import Aggregate, Query
from spotit.plan.walk import outer_columns, produced, walk
from spotit.schema import Affinity, Schema
from spotit.sql import lower_query

NOW = "2025-06-15 12:00:00"
METHODS = ("csc_32b", "chess_ir_cg_ut", "gena_2", "rsl_sql_gpt4o", "omnisql_32b_majority")
# What depends on an order that the query leaves open, or on the clock, cannot be compared row by row.
OPEN = re.compile(r"\blimit\b|group_concat|row_number|\bnow\b|current_|\blag\b|\blead\b", re.IGNORECASE)


class Base:
    """A database in memory with its schema."""

    def __init__(self, ddl: str) -> None:
        self.connection = apsw.Connection(":memory:")
        self.connection.execute(ddl)
        self.schema: Schema = read_catalog(self.connection)
        plan_sql.register(self.connection)

    def rejects(self, sql: str) -> str | None:
        """Return the engine's message when it cannot even prepare the query."""
        try:
            self.connection.execute("EXPLAIN " + sql).fetchall()
        except apsw.Error as error:
            return str(error)
        return None

    def rows(self, sql: str) -> list[str]:
        """Return the rows as a bag, with their storage classes; stop an endless query."""
        steps = iter(range(200))
        self.connection.set_progress_handler(lambda: next(steps, None) is None, 10_000)
        try:
            return sorted(repr(row) for row in self.connection.execute(sql))
        finally:
            self.connection.set_progress_handler(None)


def lowered(sql: str, schema: Schema) -> Query | InvalidSql | UnsupportedSql:
    try:
        return lower_query(sql, schema, now=NOW)
    except (InvalidSql, UnsupportedSql) as error:
        return error


def agree_on_validity(base: Base, sql: str) -> Query | None:
    """Assert that both reject the query or neither does; return its plan if there is one."""
    plan = lowered(sql, base.schema)
    if isinstance(plan, UnsupportedSql):
        return None
    reason = base.rejects(sql)
    assert isinstance(plan, InvalidSql) == (reason is not None), (sql, plan, reason)
    if not isinstance(plan, Query):
        return None
    check_columns(sql, plan)
    return plan


def check_columns(sql: str, plan: Query) -> None:
    """Assert that every column has one origin and that the whole query needs none from outside."""
    ids = [column.id for part in walk(plan.rel) for column in produced(part)]
    assert len(ids) == len(set(ids)), sql
    assert not outer_columns(plan.rel), sql


def agree_on_meaning(base: Base, sql: str, plan: Query) -> bool:
    """Assert that the plan returns what the query returns; tell whether that could be compared."""
    try:
        printed = plan_sql.to_sql(plan)
        expected = base.rows(sql)
    except (plan_sql.NotPrintable, apsw.Error):
        return False
    assert base.rows(printed) == expected, (sql, printed)
    return True


@pytest.fixture(scope="module")
def bird(shared_data: Path) -> dict[str, Base]:
    folders = sorted((shared_data / "bird" / "databases").iterdir())
    return {folder.name: Base((folder / "schema.sql").read_text()) for folder in folders}


def questions(shared_data: Path) -> Iterator[tuple[str, list[str]]]:
    predictions = [json.loads((shared_data / "bird" / "predictions" / f"{m}.json").read_text()) for m in METHODS]
    for entry in json.loads((shared_data / "bird" / "dev.json").read_text()):
        others = [p[str(entry["question_id"])] for p in predictions]
        yield entry["db_id"], [entry["SQL"], *others]


def fill(base: Base, sql: str, rng: random.Random) -> None:
    """Put a few rows into every table, with values that the query mentions."""
    texts = [t.replace("''", "'").strip("%") for t in re.findall(r"'((?:[^']|'')*)'", sql)]
    numbers = [int(n) for n in re.findall(r"(?<![\w.])(\d{1,6})(?![\w.])", sql)]
    dates = [t for t in texts if re.match(r"\d{4}-\d", t)] or ["2012-01-01"]
    base.connection.execute("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
    for table in base.schema.tables:
        base.connection.execute(f"DELETE FROM {quote(table.name)}")
        for _ in range(rng.randrange(1, 5)):
            row = []
            for column in table.columns:
                if column.name == table.rowid_column:
                    row.append(str(rng.randrange(1, 5)))
                elif rng.random() < 0.1 and not table.never_null(column.name):
                    row.append("NULL")
                elif column.affinity is Affinity.TEXT:
                    row.append(literal(rng.choice([*texts, "1", "2", "a", "", "5.0"])))
                elif "DATE" in column.declared.upper():
                    row.append(literal(rng.choice(dates)))
                else:
                    row.append(literal(rng.choice([*numbers, 1, 1, 2, 2, 3, "x"])))
            base.connection.execute(f"INSERT OR IGNORE INTO {quote(table.name)} VALUES ({', '.join(row)})")


def test_bird_queries_are_valid_where_the_engine_says_so(bird: dict[str, Base], shared_data: Path) -> None:
    count = 0
    for position, (database, queries) in enumerate(questions(shared_data)):
        for sql in dict.fromkeys(queries[position % 6 :: 3]):
            if sql.strip() != "--":  # for the engine an empty text is no error
                count += agree_on_validity(bird[database], sql) is not None
    assert count > 1500


@pytest.mark.parametrize("seed", range(2))
def test_bird_plans_mean_their_queries(bird: dict[str, Base], shared_data: Path, seed: int) -> None:
    rng = random.Random(seed)
    compared = 0
    for database, queries in questions(shared_data):
        if rng.random() > 0.12:
            continue
        base = bird[database]
        fill(base, queries[0], rng)
        for sql in dict.fromkeys(queries):
            plan = lowered(sql, base.schema)
            if isinstance(plan, Query) and not OPEN.search(sql):
                compared += agree_on_meaning(base, sql, plan)
    assert compared > 300


@pytest.mark.parametrize("seed", range(4))
def test_random_queries(seed: int) -> None:
    rng = random.Random(seed)
    base = Base(random_sql.DDL)
    plans = compared = 0
    for step in range(300):
        if step % 50 == 0:
            for statement in random_sql.inserts(rng):
                base.connection.execute(statement)
        sql = random_sql.Writer(rng).query(None, [])
        plan = agree_on_validity(base, sql)
        if plan is not None:
            plans += 1
            compared += not leaves_a_choice(plan) and agree_on_meaning(base, sql, plan)
    assert plans > 50
    assert compared > 50


def leaves_a_choice(plan: Query) -> bool:
    """Tell whether a subquery is a value or a bare column stands for its group: which row is taken can be open."""
    return any(isinstance(p, Scalar) or (isinstance(p, Aggregate) and p.bare) for p in walk(plan.rel))


def records(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the statements and queries of a sqllogictest file that are meant for SQLite."""
    for record in path.read_text().replace("\r\n", "\n").split("\n\n"):
        lines = [line for line in record.split("\n") if line and not line.startswith("#")]
        while lines and lines[0].startswith(("onlyif", "skipif")):
            word, engine = lines.pop(0).split()[:2]
            if (word == "onlyif") != (engine == "sqlite"):
                lines = []
        if lines and lines[0].startswith(("statement", "query")):
            body = lines[1 : lines.index("----")] if "----" in lines else lines[1:]
            yield lines[0].split()[0], "\n".join(body)


@pytest.mark.parametrize("name", ["evidence/in1", "evidence/in2", "select1", "random/expr/slt_good_0"])
def test_sqllogictest_plans_mean_their_queries(shared_data: Path, name: str) -> None:
    base = Base("")
    compared = 0
    for kind, sql in records(shared_data / "sqllogictest" / f"{name}.test"):
        if kind == "statement":
            try:
                base.connection.execute(sql)
            except apsw.Error:
                continue  # some statements are meant to fail
            base.schema = read_catalog(base.connection)
        elif compared < 200:
            plan = agree_on_validity(base, sql)
            assert plan is not None, sql
            compared += agree_on_meaning(base, sql, plan)
    assert compared > 40


def test_spider_queries_are_valid(shared_data: Path) -> None:
    schemas: dict[str, Schema] = {}
    for entry in json.loads((shared_data / "spider" / "dev_subset.json").read_text()):
        name = entry["db_id"]
        if name not in schemas:
            path = shared_data / "spider" / "databases" / name / f"{name}.sqlite"
            schemas[name] = read_catalog(apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY))
        assert isinstance(lowered(entry["query"], schemas[name]), Query), entry["query"]

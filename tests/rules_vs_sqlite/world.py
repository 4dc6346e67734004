"""Plans before and after each rewriting step, printed as SQL and run on SQLite: the rows must stay the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import apsw

from front_end_vs_sqlite import plan_sql
from generate.database import Databases
from generate.schema import DDL, Pools, pools
from rules_vs_sqlite.choices import Untold
from rules_vs_sqlite.permitted_results import permitted_results
from spotit.database import Database, Rows
from spotit.dialect.wording import quote
from spotit.engine.sqlite.schema.catalog import read_catalog
from spotit.errors import InvalidSql, UnsupportedSql
from spotit.options import Options, Semantics
from spotit.plan.facts.choices import open_choices
from spotit.plan.facts.schema_facts import Facts
from spotit.plan.facts.seen import Seen, seen_by
from spotit.plan.rel import Query, Rel
from spotit.plan.rules.all_rules import RULES
from spotit.plan.rules.normal_form import normal_form
from spotit.plan.rules.rewriting import Rewriting, rewritten
from spotit.plan.rules.rule import RelationRule, Rule
from spotit.plan.show import show
from spotit.plan.walk import outer_columns, produced, walk
from spotit.reason import Choice
from spotit.schema import Schema
from spotit.sql import lower_query

Row = tuple[object, ...]


class World:
    """A schema, its facts, and an engine on which to try plans."""

    def __init__(self, ddl: str) -> None:
        self.connection = apsw.Connection(":memory:")
        self.connection.execute(ddl)
        self.connection.execute("PRAGMA foreign_keys = OFF")
        plan_sql.register(self.connection)
        self.schema: Schema = read_catalog(self.connection)
        self.facts = Facts(self.schema)
        self.pools: Pools = pools(self.schema)
        self.databases = Databases(self.schema, self.pools)

    def plan(self, sql: str) -> Query | None:
        """Return the plan of a query, if it has one."""
        try:
            return lower_query(sql, self.schema, now=Options().now)
        except (InvalidSql, UnsupportedSql):
            return None

    def fill(self, database: Database) -> None:
        """Put the rows of a database into the tables."""
        self.connection.execute("BEGIN")
        for name, rows in database.tables.items():
            self.connection.execute(f"DELETE FROM {quote(name)}")
            marks = ", ".join("?" * len(rows.columns))
            columns = ", ".join(map(quote, rows.columns))
            self.connection.executemany(f"INSERT INTO {quote(name)} ({columns}) VALUES ({marks})", rows.rows)
        self.connection.execute("COMMIT")

    def stored(self) -> Database:
        """Return the rows that are in the tables."""
        tables = {}
        for table in self.schema.tables:
            names = tuple(column.name for column in table.columns if not column.computed)
            listed = ", ".join(map(quote, names))
            rows = self.connection.execute(f"SELECT {listed} FROM {quote(table.name)}")
            tables[table.name] = Rows(names, tuple(rows))
        return Database(tables)

    def rows(self, sql: str) -> list[Row]:
        """Return the rows of a query, doubles without their last digits."""
        return [tuple(map(_rounded, row)) for row in self.connection.execute(sql)]


def world(name: str) -> World:
    """Return the world of a named schema."""
    return World(DDL[name])


def _rounded(value: object) -> object:
    return float(f"{value:.10g}") if isinstance(value, float) else value


@dataclass(slots=True)
class Tally:
    """What a series of queries came to."""

    queries: int = 0
    open: int = 0
    permitted: int = 0
    """Databases on which all steps of a query that leaves its result open permit the same results."""
    compared: int = 0
    fired: Counter[str] = field(default_factory=Counter)
    """How often each rule was applied in a plan whose results were compared, with rows in them."""
    wrong: list[str] = field(default_factory=list)


def stages(rel: Rel, seen: Seen, facts: Facts, rules: Sequence[Rule] = RULES) -> list[tuple[str, Rel]]:
    """Return the whole plan after each step of its normalisation, with the rule of the step."""
    original = rel
    early = [rule for rule in rules if not isinstance(rule, RelationRule) or not rule.is_late]
    found = []
    for some in (early, list(rules)):
        steps = rewritten(rel, some, seen, facts).steps
        found += [(step.rule, rewritten(rel, some, seen, facts, most_steps=n + 1).rel) for n, step in enumerate(steps)]
        rel = found[-1][1] if found else rel
    whole: Rewriting = normal_form(original, seen, facts, rules)
    return [*found, (step.rule, whole.rel)] if whole.steps and (step := whole.steps[-1]) else found


def hold(
    place: World,
    sql: str,
    semantics: Semantics,
    databases: Iterable[Database],
    tally: Tally,
    rules: Sequence[Rule] = RULES,
) -> None:
    """Hold every step of a query's normalisation against the engine."""
    query = place.plan(sql)
    if query is None:
        return
    tally.queries += 1
    seen = seen_by(semantics)
    steps = stages(query.rel, seen, place.facts, rules)
    if set(open_choices(query.rel, seen, place.facts)) - {Choice.SUM}:
        tally.open += 1
        _hold_open(query, semantics, databases, steps, tally)
        return
    before = query.rel
    for rule, rel in steps:
        check_columns(rel, query.rel, f"{rule}: {sql}\n{show(before)}\n{show(rel)}")
        before = rel
    original, *printed = (_printed(rel, query) for rel in (query.rel, *(rel for _, rel in steps)))
    filled = False
    for database in databases:
        place.fill(database)
        expected = seen_rows(place.rows(original), semantics)
        filled |= bool(expected)
        tally.compared += 1
        for number, text in enumerate(printed):
            found = seen_rows(place.rows(text), semantics)
            if found != expected:
                before = steps[number - 1][1] if number else query.rel
                rule, after = steps[number]
                tally.wrong.append(
                    f"{rule} ({semantics}): {sql}\n{show(before)}\n{show(after)}\n{text}\n"
                    f"{database.tables}\n{expected}\n{found}"
                )
                return
    if filled:
        tally.fired.update(rule for rule, _ in steps)


def _hold_open(
    query: Query, semantics: Semantics, databases: Iterable[Database], steps: list[tuple[str, Rel]], tally: Tally
) -> None:
    """Hold every step of an open query's normalisation against the results that it permits."""
    told = False
    for database in databases:
        before, was = query.rel, None
        for rule, rel in (("", query.rel), *steps):
            try:
                found = permitted_results(rel, database, semantics)
            except Untold:
                break
            if was is not None and found != was:
                said = f"{show(before)}\n{show(rel)}\n{database.tables}\n{was}\n{found}"
                tally.wrong.append(f"{rule} ({semantics}): {query.sql}\n{said}")
                return
            before, was = rel, found
        else:
            tally.permitted += 1
            told = told or len(found) > 1
    if told:
        tally.fired.update(rule for rule, _ in steps)


def _printed(rel: Rel, query: Query) -> str:
    return plan_sql.to_sql(Query(rel, query.names, query.ordered, query.sql))


def seen_rows(rows: list[Row], semantics: Semantics) -> object:
    """Return what a comparison of results sees of them."""
    if semantics is Semantics.SET:
        return set(rows)
    return Counter(rows) if semantics is Semantics.BAG else rows


def check_columns(rel: Rel, original: Rel, context: str) -> None:
    """Assert that every column is produced once, that none is taken from outside, and that the result is as before."""
    ids = [column.id for part in walk(rel) for column in produced(part)]
    assert len(ids) == len(set(ids)), context
    assert not outer_columns(rel), context
    assert [column.id for column in rel.columns] == [column.id for column in original.columns], context

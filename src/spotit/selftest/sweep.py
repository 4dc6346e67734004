"""Compares many generated queries with the engine on generated databases and sums up what happened."""

from __future__ import annotations

import signal
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random

from spotit.constraints.check import Check
from spotit.database import Database, Row
from spotit.engine.failures import QueryError
from spotit.engine.open import open_engine
from spotit.engine.protocol import Engine
from spotit.errors import InvalidSql, UnsupportedSql
from spotit.frozen import frozen
from spotit.options import Options
from spotit.schema import Schema
from spotit.search.prove.setting import lowered_checks
from spotit.selftest.agreement import Answer, PreparedQuery, agrees, prepare, setting_of
from spotit.selftest.generate.database import Databases
from spotit.selftest.generate.query import Queries
from spotit.selftest.generate.schema import DDL, Pools, pools, schema
from spotit.symbolic.constraints.check import LoweredCheck
from spotit.symbolic.encode import Setting
from spotit.symbolic.execution import TooLarge

SECONDS = 8.0
"""Processor time for one query on all its databases."""


@frozen
class Mismatch:
    """A database on which the symbolic result is not the engine's, or breaks a constraint it should keep."""

    schema: str
    sql: str
    rows: int
    database: Database
    answer: Answer
    found: tuple[Row, ...]

    def __str__(self) -> str:
        tables = "\n".join(f"  {n}{t.columns}: {t.rows}" for n, t in self.database.tables.items())
        lawful = "" if self.answer.lawful else "\n  the constraints do not hold"
        return (
            f"[{self.schema}, {self.rows} rows] {self.sql}\n{tables}{lawful}\n"
            f"  symbolic: {self.answer.blocks}\n  engine:   {self.found}"
        )


@dataclass(slots=True)
class SweepSummary:
    """What a sweep has seen."""

    queries: int = 0
    cases: int = 0
    nontrivial: int = 0
    ambiguous: int = 0
    unfit: int = 0
    invalid: Counter[str] = field(default_factory=Counter)
    unsupported: Counter[str] = field(default_factory=Counter)
    crashes: list[tuple[str, str, str]] = field(default_factory=list)
    """Schema, query and traceback."""
    slow: list[tuple[str, str]] = field(default_factory=list)
    """Schema and query."""
    mismatches: list[Mismatch] = field(default_factory=list)

    def add(self, other: SweepSummary) -> None:
        """Take in another summary."""
        for name in ("queries", "cases", "nontrivial", "ambiguous", "unfit"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.invalid += other.invalid
        self.unsupported += other.unsupported
        self.crashes += other.crashes
        self.slow += other.slow
        self.mismatches += other.mismatches


@dataclass(slots=True)
class Ground:
    """One schema with all that is needed to try queries on it."""

    name: str
    schema: Schema
    pools: Pools
    databases: Databases
    engine: Engine
    setting: Setting


def ground(name: str) -> Ground:
    """Return the ground of a named schema."""
    made = schema(name)
    values = pools(made)
    options = Options()
    setting = setting_of(made, values, options, checks_of(made))
    return Ground(name, made, values, Databases(made, values), open_engine(made, options), setting)


def checks_of(made: Schema) -> Mapping[Check, LoweredCheck]:
    """Return the CHECK constraints as expressions over scans."""
    return dict(lowered_checks(made, Options(), made.tables))


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raise TimeoutError when the body uses more processor time."""

    def stop(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def sweep(
    names: Sequence[str], *, seed: int | str, queries: int, databases: int, without: frozenset[str] = frozenset()
) -> SweepSummary:
    """Try generated queries on generated databases."""
    total = SweepSummary()
    for name in names or tuple(DDL):
        place = ground(name)
        random = Random(f"{seed} {name}")
        writer = Queries(random, place.schema, place.pools, without)
        for _ in range(queries):
            total.add(_tried(place, writer.query(), random, databases, (2, 2, 3)))
    return total


def sweep_made(
    make: Callable[[Random], tuple[str, str]], *, seed: str, queries: int, databases: int, heights: Sequence[int]
) -> SweepSummary:
    """Try queries that are written together with the name of their schema."""
    total = SweepSummary()
    random = Random(seed)
    places: dict[str, Ground] = {}
    for _ in range(queries):
        name, sql = make(random)
        if name not in places:
            places[name] = ground(name)
        total.add(_tried(places[name], sql, random, databases, heights))
    return total


def _tried(place: Ground, sql: str, random: Random, databases: int, heights: Sequence[int]) -> SweepSummary:
    """Try one query; that it takes too long, or a crash, is part of the summary."""
    summary = SweepSummary(queries=1)
    try:
        with at_most(SECONDS):
            return try_query(place, sql, random, databases, heights)
    except TimeoutError:
        summary.slow.append((place.name, sql))
    except Exception:  # a crash on one query must not hide the others
        summary.crashes.append((place.name, sql, traceback.format_exc()))
    return summary


def directed(queries: Iterable[tuple[str, str]], *, seed: int, databases: int) -> SweepSummary:
    """Try queries, each with the name of its schema, on generated databases."""
    total = SweepSummary()
    random = Random(seed)
    for name in DDL:
        place = ground(name)
        for chosen, sql in queries:
            if chosen == name:
                total.add(try_query(place, sql, random, databases))
    return total


def try_query(
    place: Ground, sql: str, random: Random, databases: int, heights: Sequence[int] = (2, 2, 3)
) -> SweepSummary:
    """Try one query on random databases; it stops at the first mismatch."""
    summary = SweepSummary(queries=1)
    rows = random.choice(heights)
    try:
        place.engine.inspect(sql)
        prepared = prepare(sql, place.setting, rows)
    except QueryError as error:
        summary.invalid[str(error)] += 1
        return summary
    except UnsupportedSql as error:
        summary.unsupported[error.feature] += 1
        return summary
    except InvalidSql as error:
        summary.unsupported[f"the front end: {error.message}"] += 1
        return summary
    except TooLarge:
        summary.unsupported["too large"] += 1
        return summary
    for database in _drawn(place, random, rows, databases):
        mismatch = _compare(place, prepared, database, summary, random)
        if mismatch is not None:
            summary.mismatches.append(mismatch)
            break
    return summary


def _drawn(place: Ground, random: Random, rows: int, count: int) -> Iterator[Database]:
    for _ in range(count):
        yield place.databases.draw(random, rows)


def _compare(
    place: Ground, prepared: PreparedQuery, database: Database, summary: SweepSummary, random: Random
) -> Mismatch | None:
    sql = prepared.query.sql
    place.engine.load(database)
    try:
        found = place.engine.run(sql).rows
    except QueryError as error:
        summary.invalid[f"at run time: {error}"] += 1
        return None
    answer = prepared.answer(database, random)
    if answer is None:
        summary.unfit += 1
        return None
    summary.cases += 1
    summary.nontrivial += bool(found)
    summary.ambiguous += answer.ambiguous
    if answer.lawful and (answer.ambiguous or agrees(answer, found)):
        return None
    return Mismatch(place.name, sql, prepared.instance.rows, database, answer, found)

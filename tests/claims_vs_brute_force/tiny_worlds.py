"""Every database with at most two rows per table over a few values, to hold against the checker's claims."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations_with_replacement, product

from generate.schema import Pools
from spotit.assumption import Assumption
from spotit.database import Database, Row, Rows, Value
from spotit.engine.failures import ConstraintViolation
from spotit.engine.open import open_engine
from spotit.engine.protocol import Engine
from spotit.frozen import frozen
from spotit.options import Options
from spotit.schema import Kind, Schema, Table
from spotit.schemas.load import schema_from_ddl

DDL = {
    "plain": "CREATE TABLE r(a INTEGER, b TEXT); CREATE TABLE s(a INTEGER)",
    "keyed": """CREATE TABLE p(id INTEGER PRIMARY KEY, x INTEGER);
                CREATE TABLE c(id INTEGER PRIMARY KEY, p_id INTEGER REFERENCES p(id))""",
    "dated": "CREATE TABLE e(d DATE, n NUMERIC)",
    "pairs": "CREATE TABLE m(x INTEGER NOT NULL, y INTEGER, UNIQUE (x, y)); CREATE TABLE n(x INTEGER, z REAL)",
}
_VALUES: Mapping[Kind, tuple[Value, ...]] = {
    Kind.INTEGER: (0, 1),
    Kind.TEXT: ("a", "b"),
    Kind.REAL: (0.0, 1.0),
    Kind.DATE: ("2020-01-31", "2020-02-29"),
    Kind.NUMERIC: (0, 1, 0.5),
}


@frozen
class TinyPools(Pools):
    """Pools of the values that are enumerated."""

    def text_assumption(self, column: tuple[str, str]) -> Assumption | None:
        return None

    def holds_text(self, column: tuple[str, str]) -> bool:
        return False

    def value_assumption(self, column: tuple[str, str], size: int) -> Assumption | None:
        return None

    def held_kind(self, column: tuple[str, str], kind: Kind) -> Kind:
        return kind

    def texts(self, column: tuple[str, str]) -> tuple[str, ...]:
        return ("a", "b")

    def numbers(self, column: tuple[str, str]) -> tuple[int | float, ...]:
        return (0, 1)

    def dates(self, column: tuple[str, str], kind: Kind) -> tuple[str, ...]:
        return ("2020-01-31", "2020-02-29")


@frozen
class World:
    """A tiny schema and all its databases."""

    schema: Schema
    pools: TinyPools
    engine: Engine
    databases: tuple[Database, ...]


def world(name: str, rows: int = 2) -> World:
    """Return the world of one of the schemas above."""
    schema = schema_from_ddl(DDL[name])
    engine = open_engine(schema, Options())
    return World(schema, TinyPools(schema), engine, tuple(_lawful(engine, _databases(schema, rows))))


def _databases(schema: Schema, rows: int) -> Iterator[Database]:
    contents = [list(_contents(table, rows)) for table in schema.tables]
    for chosen in product(*contents):
        pairs = zip(schema.tables, chosen, strict=True)
        yield Database({t.name: Rows(tuple(c.name for c in t.columns), r) for t, r in pairs})


def _contents(table: Table, rows: int) -> Iterator[tuple[Row, ...]]:
    domains = [_domain(table, c.name, c.kind) for c in table.columns]
    every = list(product(*domains))
    for size in range(rows + 1):
        yield from combinations_with_replacement(every, size)


def _domain(table: Table, name: str, kind: Kind) -> Sequence[Value]:
    values = _VALUES[kind]
    return values if table.never_null(name) else (None, *values)


def _lawful(engine: Engine, databases: Iterator[Database]) -> Iterator[Database]:
    for database in databases:
        try:
            engine.load(database)
        except ConstraintViolation:
            continue
        yield database

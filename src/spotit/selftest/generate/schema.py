"""Schemas that between them have every kind of column and key, and small pools of values for their columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from spotit.assumption import Assumption
from spotit.dialect.types import MOMENT_KINDS, NUMBER_KINDS
from spotit.frozen import frozen
from spotit.schema import Kind, Schema, Table
from spotit.schemas.load import schema_from_ddl

Base = tuple[str, str]

DDL = {
    "shop": """
        CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT, born DATE, score REAL);
        CREATE TABLE purchase(id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer(id),
            amount INTEGER, price REAL NOT NULL, day DATE NOT NULL, note TEXT);
        CREATE TABLE item(purchase_id INTEGER NOT NULL REFERENCES purchase(id), line INTEGER, sku TEXT, qty INTEGER,
            PRIMARY KEY (purchase_id, line));
    """,
    "plain": """
        CREATE TABLE r(a INTEGER, b TEXT);
        CREATE TABLE s(a INTEGER, c REAL, b TEXT);
        CREATE TABLE t(d DATETIME, a NUMERIC UNIQUE);
    """,
    "cycle": """
        CREATE TABLE dept(id INTEGER PRIMARY KEY, head INTEGER REFERENCES emp(id), name TEXT UNIQUE);
        CREATE TABLE emp(id INTEGER PRIMARY KEY, dept_id INTEGER NOT NULL REFERENCES dept(id),
            boss INTEGER REFERENCES emp(id), pay NUMERIC, hired DATE, nick TEXT);
    """,
    "odd": """
        CREATE TABLE code(c TEXT PRIMARY KEY, n INTEGER UNIQUE CHECK (n >= 0), k INTEGER);
        CREATE TABLE "order"("group by" TEXT COLLATE NOCASE, "x y" NUMERIC, flag BOOLEAN, free,
            tag TEXT COLLATE RTRIM, kin TEXT COLLATE NOCASE);
        CREATE TABLE ref(c TEXT REFERENCES code(c), k INTEGER REFERENCES code(k), at TIME, raw BLOB);
    """,
    "composite": """
        CREATE TABLE grid(x INTEGER, y TEXT, v INTEGER NOT NULL, PRIMARY KEY (x, y)) WITHOUT ROWID;
        CREATE TABLE mark(id INTEGER PRIMARY KEY, x INTEGER, y TEXT, w REAL,
            FOREIGN KEY (x, y) REFERENCES grid(x, y), UNIQUE (x, w));
        CREATE TABLE log(mark_id INTEGER REFERENCES mark(id), stamp DATETIME, msg TEXT NOT NULL);
    """,
    "collated": """
        CREATE TABLE p(k TEXT PRIMARY KEY COLLATE NOCASE, n INTEGER, m TEXT COLLATE RTRIM UNIQUE);
        CREATE TABLE c(id INTEGER PRIMARY KEY, k TEXT REFERENCES p(k), m TEXT REFERENCES p(m), d DATE UNIQUE);
        CREATE TABLE w(a TEXT COLLATE NOCASE, b TEXT, PRIMARY KEY (a, b)) WITHOUT ROWID;
    """,
    "computed": """
        CREATE TABLE part(deep INT AS (twice + 1) STORED, id INTEGER PRIMARY KEY, n INTEGER NOT NULL, s TEXT,
            twice INTEGER AS (n * 2) CHECK (twice < 30), half REAL AS (n / 2) STORED, whole INTEGER AS (r * 2), r REAL,
            loud TEXT COLLATE NOCASE AS (s || '!'), digit NUMERIC AS (substr(s, 1, 1)), free AS (coalesce(s, n)));
        CREATE TABLE stock(part INTEGER REFERENCES part(id), day DATE NOT NULL,
            month TEXT AS (substr(day, 1, 7)) NOT NULL);
    """,
    "mixed": """
        CREATE TABLE mixed(a INTEGER, b TEXT, flag BOOLEAN, v NUMERIC UNIQUE, day DATE);
        CREATE TABLE mixed_too(a INTEGER, w REAL, b TEXT, id INTEGER PRIMARY KEY);
    """,
}

TEXTS = ("", " a", "-3", "1", "1.5", "10", "2", "2020-01-05", "A", "Ab", "a", "ab", "abc", "b", "b ", "x%y", "é")
OTHER_TEXTS = ("", "1-2", "T", "a", "n/a", "t")
"""What columns of numbers and dates hold besides, in tables whose names begin with `mixed`."""
INTEGERS = (-3, -1, 0, 1, 2, 3, 5, 10)
REALS = (-2.5, -1.0, 0.0, 0.5, 1.0, 1.5, 2.25, 3.0, 10.0)
DAYS = ("1999-06-15", "2000-02-28", "2019-12-31", "2020-01-05", "2020-01-31", "2020-02-29", "2021-03-31")
TIMES = ("00:00:00", "06:30:05", "12:00:00", "23:59:59")
BLOBS = (b"\x00", b"\x01", b"\x02")


@frozen
class Pools:
    """The values each column may hold; the domains of a symbolic instance."""

    schema: Schema
    text_of: Mapping[Base, tuple[str, ...]] = field(default_factory=dict)

    def text_assumption(self, column: Base) -> Assumption | None:
        """Return what a proof about texts of the column rests on: nothing, the pools are all there is."""
        return None

    def holds_text(self, column: Base) -> bool:
        """Tell whether a column of numbers or moments holds texts as well."""
        other = self.kind(column) in NUMBER_KINDS | MOMENT_KINDS and column[1] not in ("id", "rowid")
        return column[0].startswith("mixed") and other

    def value_assumption(self, column: Base, size: int) -> Assumption | None:
        """Return what a proof about values of the column rests on: nothing."""
        return None

    def held_kind(self, column: Base, kind: Kind) -> Kind:
        """Return the kind of values that a column holds."""
        return kind

    def texts(self, column: Base) -> tuple[str, ...]:
        """Return the texts of a column."""
        if self.holds_text(column):
            return tuple(sorted({*OTHER_TEXTS, *(DAYS if self.kind(column) is Kind.DATE else ())}))
        return self.text_of.get(column, TEXTS)

    def numbers(self, column: Base) -> tuple[int | float, ...]:
        """Return the numbers of a column."""
        kind = self.kind(column)
        if kind is Kind.BOOLEAN:
            return (0, 1)
        if kind is Kind.INTEGER:
            return INTEGERS
        if kind is Kind.REAL:
            return REALS
        return tuple(sorted({int(n) if n == int(n) else n for n in (*INTEGERS, *REALS)}))

    def dates(self, column: Base, kind: Kind) -> tuple[str, ...]:
        """Return the moments of a column."""
        if kind is Kind.TIME:
            return TIMES
        if kind is Kind.DATE:
            return DAYS
        return tuple(f"{day} {time}" for day in DAYS[2:6] for time in TIMES[:3])

    def kind(self, column: Base) -> Kind:
        """Return the kind of a column; a hidden rowid is an integer."""
        found = self.table(column[0]).column(column[1])
        return Kind.INTEGER if found is None else found.kind

    def table(self, name: str) -> Table:
        """Return the table of that name."""
        found = self.schema.table(name)
        assert found is not None, name
        return found

    def values(self, column: Base) -> tuple[object, ...]:
        """Return all values the column may hold besides NULL."""
        kind = self.kind(column)
        if self.holds_text(column):
            return (*(self.numbers(column) if kind in NUMBER_KINDS else ()), *self.texts(column))
        if kind is Kind.TEXT:
            return self.texts(column)
        if kind in (Kind.DATE, Kind.DATETIME, Kind.TIME):
            return self.dates(column, kind)
        if kind is Kind.BLOB:
            return BLOBS
        if kind is Kind.ANY:
            return (*self.numbers(column), *self.texts(column))
        return self.numbers(column)


def schema(name: str) -> Schema:
    """Return one of the schemas above."""
    return schema_from_ddl(DDL[name])


def pools(made: Schema) -> Pools:
    """Return pools for a schema; text columns of different tables get different, overlapping ones."""
    text_of: dict[Base, tuple[str, ...]] = {}
    linked = {n.casefold() for t in made.tables for k in t.foreign_keys for n in (*k.columns, *k.target_columns)}
    offset = 0
    for table in made.tables:
        for column in table.columns:
            if column.kind in (Kind.TEXT, Kind.ANY) and column.name.casefold() not in linked:
                text_of[table.name, column.name] = tuple(
                    sorted(t for n, t in enumerate(TEXTS) if (n + offset) % 4 or t in ("a", "1"))
                )
                offset += 1
    return Pools(made, text_of)

"""Reads sqllogictest files and holds our execution on constants against the results they record."""

from __future__ import annotations

import hashlib
import sqlite3
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from generate.schema import Pools
from spotit.database import Database, Row, Rows, Value
from spotit.dialect.wording import quote
from spotit.engine.open import system
from spotit.errors import SchemaError, SpotitError, UnsupportedSql
from spotit.options import Options, Semantics
from spotit.schema import Schema
from spotit.schemas.load import schema_from_ddl
from spotit.selftest.sweep import at_most
from spotit.smt.terms.term import TRUE, Terms
from spotit.sql import lower_query
from spotit.symbolic.concrete import ConcreteInstance
from spotit.symbolic.encode import Setting, execute
from spotit.symbolic.execution import TooLarge
from spotit.symbolic.rows.ordering import positions

_LARGE = 2**60

Record = tuple[str, str, list[str]]
"""The first line without conditions, the SQL, and the expected lines."""


def records(path: Path) -> Iterator[Record]:
    """Yield the records of a file that SQLite is to run."""
    text = path.read_text(encoding="utf-8").replace("\r\n", "\n")
    for block in text.split("\n\n"):
        lines = [line for line in block.split("\n") if line and not line.startswith("#")]
        skipped = False
        while lines and lines[0].split()[0] in ("onlyif", "skipif"):
            word, system = lines.pop(0).split()[:2]
            skipped |= (word == "onlyif") != (system == "sqlite")
        if not lines or skipped or lines[0].split()[0] not in ("statement", "query"):
            continue
        body, _, expected = "\n".join(lines[1:]).partition("\n----")
        yield lines[0], body, expected.strip("\n").split("\n") if expected else []


@dataclass(slots=True)
class Score:
    """What became of the queries of a file."""

    right: int = 0
    wrong: list[str] = field(default_factory=list)
    open: Counter[str] = field(default_factory=Counter)
    """Queries we do not cover, by reason."""

    @property
    def covered(self) -> float:
        """The share of queries that were answered."""
        answered = self.right + len(self.wrong)
        return answered / max(1, answered + self.open.total())


@dataclass(slots=True)
class Runner:
    """Runs one file: statements on a connection, queries on our execution of its contents."""

    seconds: float = 2.0
    score: Score = field(default_factory=Score)
    connection: sqlite3.Connection = field(default_factory=lambda: sqlite3.connect(":memory:"))
    _state: tuple[Setting, Database] | None = None

    def run(self, path: Path, *, step: int = 1, start: int = 0) -> Score:
        """Run every step-th query of the file."""
        number = -start
        for head, sql, expected in records(path):
            if head.startswith("statement"):
                self._statement(sql)
                continue
            if number >= 0 and number % step == 0:
                self._query(head, sql, expected)
            number += 1
        self.connection.close()
        return self.score

    def _statement(self, sql: str) -> None:
        self._state = None
        try:
            self.connection.execute(sql)
        except sqlite3.Error:
            return

    def _query(self, head: str, sql: str, expected: list[str]) -> None:
        try:
            with at_most(self.seconds):
                rows = self._answer(sql)
        except UnsupportedSql as error:
            self.score.open[error.feature] += 1
        except TooLarge:
            self.score.open["too large"] += 1
        except TimeoutError:
            self.score.open["too slow"] += 1
        except SpotitError as error:
            self.score.open[f"{type(error).__name__}: {error}"] += 1
        else:
            if rows is None:
                self.score.open["the result is left open"] += 1
            elif shown(rows, head) == expected or hashed(rows, head) == expected:
                self.score.right += 1
            else:
                self.score.wrong.append(f"{sql}\n{rows[:5]}\n{expected[:5]}")

    def _answer(self, sql: str) -> list[Row] | None:
        setting, database = self._state or self._read()
        self._state = (setting, database)
        if any(isinstance(v, int) and abs(v) >= _LARGE for t in database.tables.values() for r in t.rows for v in r):
            raise UnsupportedSql("integers near 64 bits, which the ledger excludes")
        query = lower_query(sql, setting.schema, now=setting.options.now)
        instance = ConcreteInstance(setting.schema, max(database.height, 1), setting.domains, database=database)
        with Terms():
            table, run = execute(query, instance, setting, Semantics.LIST)
            places = [_constant(place) for place in positions(table)]
        if any(term is TRUE for term in run.ambiguities):
            return None
        rows = [(place, row) for place, row in zip(places, table.rows, strict=True) if row.present is TRUE]
        rows.sort(key=lambda pair: pair[0])
        return [tuple(cell.constant[0] for cell in row.cells if cell.constant is not None) for _, row in rows]

    def _read(self) -> tuple[Setting, Database]:
        found = self.connection.execute("SELECT sql FROM sqlite_master WHERE type IN ('table', 'view')").fetchall()
        try:
            schema = schema_from_ddl(";\n".join(sql for (sql,) in found) or "CREATE TABLE placeholder(x)")
        except SchemaError as error:
            raise UnsupportedSql(str(error)) from error
        options = Options(foreign_keys=False)
        stored = [t for t in schema.tables if found]
        setting = Setting(schema, options, Pools(schema), system().tabulator(options).tabulate)
        return setting, Database({t.name: self._contents(schema, t.name) for t in stored})

    def _contents(self, schema: Schema, name: str) -> Rows:
        table = schema.table(name)
        assert table is not None
        columns = [c.name for c in table.columns]
        hidden = table.rowid_column is None and not table.without_rowid
        names = [*columns, "rowid"] if hidden else columns
        cursor = self.connection.execute(f"SELECT {', '.join(map(quote, names))} FROM {quote(name)}")
        return Rows(tuple(names), tuple(cursor.fetchall()))


def _constant(term: object) -> int:
    return int(term.value)  # type: ignore[attr-defined]


def _values(rows: list[Row], head: str) -> list[str]:
    _, kinds, *rest = head.split()
    mode = rest[0] if rest else "nosort"
    written = [[_written(v, k) for v, k in zip(row, kinds, strict=True)] for row in rows]
    if mode == "rowsort":
        written.sort()
    flat = [text for row in written for text in row]
    return sorted(flat) if mode == "valuesort" else flat


def _written(value: Value, kind: str) -> str:
    if value is None:
        return "NULL"
    if kind == "I":
        return str(int(value)) if isinstance(value, int | float) else "0"
    if kind == "R":
        return f"{float(value):.3f}"
    text = str(value)
    return "".join(c if " " <= c <= "~" else "@" for c in text) or "(empty)"


def shown(rows: list[Row], head: str) -> list[str]:
    """Return the result as sqllogictest writes it."""
    return _values(rows, head) or []


def hashed(rows: list[Row], head: str) -> list[str]:
    """Return the result as sqllogictest abbreviates it."""
    values = _values(rows, head)
    digest = hashlib.md5("".join(f"{v}\n" for v in values).encode()).hexdigest()
    return [f"{len(values)} values hashing to {digest}"]

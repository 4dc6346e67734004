"""A database system of its own, without SQLite: a query is `take COLUMN from TABLE where COLUMN OPERATOR NUMBER`."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from spotit.constraints.check import Check
from spotit.constraints.constraint import violations
from spotit.database import Database, Rows, rows_of
from spotit.dialect.dialect import Dialect
from spotit.dialect.sqlite import SQLITE
from spotit.engine.failures import ConstraintViolation, QueryError
from spotit.engine.protocol import MAX_ROWS, Inspection, Reader, Tabulator, Translate
from spotit.options import Options
from spotit.schema import Schema

TINY: Dialect = replace(SQLITE, name="tiny", has_plans=False)
_QUERY = re.compile(r"take (\w+) from (\w+) where (\w+) (<|<=|>|>=|=) (\d+)")
_COMPARE = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "=": operator.eq}


@dataclass(slots=True)
class TinyEngine:
    """One database, kept as it was given."""

    system: TinySystem
    schema: Schema
    options: Options
    tables: dict[str, Rows] = field(default_factory=dict)
    loaded: int = 0
    refused: int = 0
    clock_was_read: bool = False
    steps: int = 0

    def inspect(self, sql: str) -> Inspection:
        found = _QUERY.fullmatch(sql)
        if found is None or self.schema.column((found[2], found[1])) is None:
            raise QueryError("not a query of this language", 0)
        return Inspection((found[1],), frozenset({found[2]}), frozenset())

    def run(self, sql: str, *, max_rows: int = MAX_ROWS, budget: float = 5.0, steps: int | None = None) -> Rows:
        found = _QUERY.fullmatch(sql)
        assert found is not None
        shown, table, tested, sign, number = found.groups()
        cells = rows_of(self.tables, table).project((shown, tested))
        holds = _COMPARE[sign]
        return Rows((shown,), tuple((a,) for a, b in cells if isinstance(b, int) and holds(b, int(number))))

    def load(self, database: Database) -> None:
        kept = self.schema.constraints(null_keys=self.options.null_keys, foreign_keys=self.options.foreign_keys)
        for problem in violations(kept, database.tables, _unknown):
            self.refused += 1
            raise ConstraintViolation(problem)
        self.loaded += 1
        self.tables = dict(database.tables)

    def close(self) -> None:
        self.tables = {}


def _unknown(_check: Check, rows: Rows) -> Sequence[bool | None]:
    return [None] * len(rows.rows)


@dataclass(slots=True)
class TinySystem:
    """The system; it reads no files and evaluates no expressions."""

    name: str = "Tiny"
    title: str = "Tiny 1.0"
    dialect: Dialect = TINY
    opened: list[TinyEngine] = field(default_factory=list)

    def open_engine(self, schema: Schema, options: Options) -> TinyEngine:
        self.opened.append(TinyEngine(self, schema, options))
        return self.opened[-1]

    def script(self, database: Database, schema: Schema) -> str:
        return "".join(f"put {row} into {name}\n" for name, rows in database.tables.items() for row in rows.rows)

    def ddl(self, schema: Schema) -> str:
        return "".join(f"table {table.name}\n" for table in schema.tables)

    def accepted(self, schema: Schema) -> Schema:
        return schema

    def tabulator(self, options: Options) -> Tabulator:
        raise NotImplementedError

    def open_file(self, path: Path, *, now: str) -> Reader:
        raise NotImplementedError

    def is_file(self, path: Path) -> bool:
        return False

    def read_file(self, path: Path) -> Schema:
        raise NotImplementedError

    def read_ddl(self, text: str, *, translate: Translate | None = None) -> Schema:
        raise NotImplementedError

    def build_file(self, path: Path, scripts: Iterable[str]) -> None:
        raise NotImplementedError

"""An engine for tests of the search: a query is a Python function of the rows that are loaded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import cast

from spotit.database import Database, Row, Rows
from spotit.engine.failures import ConstraintViolation, QueryError
from spotit.engine.protocol import MAX_ROWS, Inspection, System
from spotit.options import Options
from spotit.schema import DeclaredColumn, ForeignKey, Schema, Table
from spotit.search.pair import Pair, make_pair

Answer = Callable[[list[Row], list[Row]], Iterable[Row]]
"""The rows of a query's result, from those of `city` (id, name) and `person` (id, name, age, city)."""

SCHEMA = Schema(
    (
        Table("city", (DeclaredColumn("id", "INTEGER"), DeclaredColumn("name", "TEXT")), primary_key=("id",)),
        Table(
            "person",
            (
                DeclaredColumn("id", "INTEGER"),
                DeclaredColumn("name", "TEXT"),
                DeclaredColumn("age", "INTEGER"),
                DeclaredColumn("city", "INTEGER"),
            ),
            primary_key=("id",),
            foreign_keys=(ForeignKey(("city",), "city", ("id",)),),
        ),
        Table(
            "member",
            (DeclaredColumn("id", "INTEGER"), DeclaredColumn("sponsor", "INTEGER")),
            primary_key=("id",),
            foreign_keys=(ForeignKey(("sponsor",), "member", ("id",)),),
        ),
    )
)


@dataclass(frozen=True, slots=True)
class FakeSystem:
    """As much of a database system as verdicts ask for."""

    title: str = "Fake 1.0"

    def script(self, database: Database, schema: Schema) -> str:
        return f"-- {database.size} rows"


@dataclass(slots=True)
class FakeEngine:
    """Answers the queries that it was told about; refuses databases with a key twice."""

    answers: Mapping[str, Answer]
    options: Options = field(default_factory=Options)
    schema: Schema = SCHEMA
    loaded: list[Database] = field(default_factory=list)
    clock_was_read: bool = False
    steps: int = 0

    @property
    def system(self) -> System:
        return cast(System, FakeSystem())

    def load(self, database: Database) -> None:
        for name in database.tables:
            keys = [row[0] for row in self._rows(database, name)]
            if len(set(keys)) < len(keys):
                raise ConstraintViolation(f"a key of {name} occurs twice")
        self.loaded.append(database)

    def inspect(self, sql: str) -> Inspection:
        if sql not in self.answers:
            raise QueryError(f"not known: {sql}")
        return Inspection((), frozenset(), frozenset())

    def run(self, sql: str, *, max_rows: int = MAX_ROWS, budget: float = 5.0, steps: int | None = None) -> Rows:
        self.inspect(sql)
        found = self.answers[sql](*(self._rows(self.loaded[-1], name) for name in ("city", "person")))
        return Rows(("x",), tuple(found)[:max_rows])

    def close(self) -> None:
        self.loaded.clear()

    def _rows(self, database: Database, name: str) -> list[Row]:
        """Return the rows of a table with all its columns."""
        declared, rows = self.schema.table(name), database.tables.get(name, Rows(()))
        assert declared is not None
        named = [dict(zip(rows.columns, row, strict=True)) for row in rows.rows]
        return [tuple(row.get(column.name) for column in declared.columns) for row in named]


def fake_pair(left: tuple[str, Answer], right: tuple[str, Answer], options: Options | None = None) -> Pair:
    """Return a pair whose queries the engine answers by functions."""
    engine = FakeEngine(dict((left, right)), options or Options())
    return make_pair(left[0], right[0], engine)


def people(*rows: Row) -> Database:
    """Return a database of persons, with the cities that they live in."""
    cities = tuple((number, f"City {number}") for number in sorted({row[3] for row in rows} - {None}))
    return Database({"city": Rows(("id", "name"), cities), "person": Rows(("id", "name", "age", "city"), rows)})

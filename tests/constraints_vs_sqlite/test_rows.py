"""A constraint is broken by exactly those rows that SQLite refuses."""

from __future__ import annotations

from random import Random

import apsw
import pytest

from constraints_vs_sqlite.on_rows import broken, conditions_of
from constraints_vs_sqlite.schemas import DDL, DETERMINED, schema_named
from spotit.database import Database, Row, Rows, Value
from spotit.dialect.wording import quote
from spotit.engine.failures import ConstraintViolation
from spotit.engine.open import open_engine
from spotit.options import Options
from spotit.schema import Schema, Table

VALUES: tuple[Value, ...] = (
    *(None, None, 0, 1, 1, 2, -1, 2**53 + 1, 0.5, 1.0, 2.0**53, 1e300),
    *("1", "01", " 1 ", "1.0", "2", "9007199254740993", "", "a", "A", "a ", "b", "B", "é", "É", "1!", "x", "0x1"),
    *(b"a", b"1", b""),
)


def row(random: Random, width: int, plain: bool) -> Row:
    pool = VALUES if not plain else (None, 1, 2, "1", "a", "A", "a ")
    return tuple(random.choice(pool) for _ in range(width))


def drawn(schema: Schema, random: Random) -> Database:
    """Return a database whose rows repeat and refer to each other's values more often than chance has it."""
    plain = random.random() < 0.7
    tables = {}
    known: list[Value] = []
    for table in schema.tables:
        names = _columns(table, random)
        rows = [list(row(random, len(names), plain)) for _ in range(random.randint(0, 3))]
        for cells in rows:
            for place in range(len(cells)):
                if known and random.random() < 0.4:
                    cells[place] = random.choice(known)
            known += cells
        if table.hidden_rowid in names:
            at = names.index(table.hidden_rowid)
            for cells in rows:
                cells[at] = random.choice((1, 2, 3, "4", 5.0, "x"))
        tables[table.name] = Rows(names, tuple(map(tuple, rows)))
    order = random.sample(list(tables), len(tables))
    return Database({name: tables[name] for name in order})


def _columns(table: Table, random: Random) -> tuple[str, ...]:
    names = [column.name for column in table.columns if not column.computed]
    if table.hidden_rowid is not None and random.random() < 0.3:
        names.append(table.hidden_rowid)
    if len(names) > 1 and random.random() < 0.2:
        names.pop(random.randrange(len(names)))
    return tuple(names)


@pytest.mark.parametrize("null_keys", [False, True])
@pytest.mark.parametrize("name", DDL)
def test_the_engine_takes_what_breaks_no_constraint(name: str, null_keys: bool) -> None:
    schema = schema_named(name)
    options = Options(null_keys=null_keys)
    engine, evaluate, random = open_engine(schema, options), conditions_of(schema), Random(name)
    taken = refused = 0
    for _ in range(600):
        database = drawn(schema, random)
        found = broken(schema, database, options, evaluate)
        try:
            engine.load(database)
            taken += 1
            assert not found, f"{found}\n{database}"
        except ConstraintViolation as error:
            refused += 1
            assert found, f"{error}\n{database}"
    assert taken > 8
    assert refused > 8


@pytest.mark.parametrize("name", [name for name in DDL if "no key" not in name and name not in DETERMINED])
def test_sqlite_itself_takes_what_breaks_no_constraint(name: str) -> None:
    """The schema as it was written, in a database that nothing of ours has touched; there, keys may be NULL."""
    schema = schema_named(name)
    options = Options(null_keys=True)
    evaluate, random = conditions_of(schema), Random(name)
    connection = apsw.Connection(":memory:")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute(DDL[name])
    taken = refused = 0
    for _ in range(600):
        database = drawn(schema, random)
        if _numbers_itself(schema, database):
            continue
        accepted = _insert(connection, database)
        found = broken(schema, database, options, evaluate)
        assert bool(found) != accepted, f"{found}\n{database}"
        taken, refused = taken + accepted, refused + (not accepted)
    assert taken > 8
    assert refused > 8


def _numbers_itself(schema: Schema, database: Database) -> bool:
    """Tell whether SQLite would choose a key: we do not let it, since two runs may differ then."""
    for table in schema.tables:
        rows = database.tables[table.name]
        if table.rowid_column is not None and (None,) in rows.project((table.rowid_column,)):
            return True
    return False


def _insert(connection: apsw.Connection, database: Database) -> bool:
    connection.execute("BEGIN; PRAGMA defer_foreign_keys = ON")
    try:
        for name, rows in database.tables.items():
            names, marks = ", ".join(map(quote, rows.columns)), ", ".join("?" * len(rows.columns))
            connection.executemany(f"INSERT INTO {quote(name)} ({names}) VALUES ({marks})", rows.rows)
        broken_keys = connection.execute("PRAGMA foreign_key_check").fetchall()
    except (apsw.ConstraintError, apsw.MismatchError):
        return False
    finally:
        connection.execute("ROLLBACK")
    return not broken_keys

"""A constraint is broken by exactly those rows that SQLite refuses."""

from __future__ import annotations

from random import Random

import apsw
import pytest

from constraints_vs_sqlite.on_rows import broken, conditions_of
from spotit.database import Database, Row, Rows, Value
from spotit.engine.failures import ConstraintViolation
from spotit.engine.open import open_engine
from spotit.options import Options
from spotit.schema import Schema, Table, quote
from spotit.schemas.load import schema_from_ddl

DDL = {
    "composite foreign key, in another order than the key": """
        CREATE TABLE p(x INT, y TEXT, PRIMARY KEY (x, y));
        CREATE TABLE c(b TEXT, a INT, FOREIGN KEY (b, a) REFERENCES p(y, x));
    """,
    "composite self reference": """
        CREATE TABLE t(x INT, y INT, up INT, UNIQUE (x, y), FOREIGN KEY (up, y) REFERENCES t(x, y));
    """,
    "circle": """
        CREATE TABLE a(id INTEGER PRIMARY KEY, b INT NOT NULL REFERENCES b(id));
        CREATE TABLE b(id INTEGER PRIMARY KEY, a INT REFERENCES a(id));
    """,
    "foreign key to UNIQUE": """
        CREATE TABLE p(u INT UNIQUE, v TEXT UNIQUE);
        CREATE TABLE c(u INT REFERENCES p(u), v TEXT REFERENCES p(v));
    """,
    "foreign key to no key": """
        CREATE TABLE p(n INT, t TEXT, k TEXT COLLATE NOCASE, r TEXT COLLATE RTRIM, free);
        CREATE TABLE c(n TEXT REFERENCES p(n), t INT REFERENCES p(t), k TEXT REFERENCES p(k),
            r TEXT COLLATE NOCASE REFERENCES p(r), free INT REFERENCES p(free));
    """,
    "collated parents": """
        CREATE TABLE p(k TEXT COLLATE NOCASE PRIMARY KEY, r TEXT COLLATE RTRIM UNIQUE, f COLLATE NOCASE UNIQUE);
        CREATE TABLE c(k TEXT REFERENCES p(k), r TEXT COLLATE NOCASE REFERENCES p(r), f REFERENCES p(f));
    """,
    "parents of another type": """
        CREATE TABLE p(i INTEGER PRIMARY KEY, t TEXT UNIQUE, r REAL UNIQUE, n NUMERIC UNIQUE, f UNIQUE);
        CREATE TABLE c(i TEXT REFERENCES p(i), t INT REFERENCES p(t), r INT REFERENCES p(r), n TEXT REFERENCES p(n),
            f TEXT REFERENCES p(f));
        CREATE TABLE d(i REFERENCES p(i), t REFERENCES p(t), f INT REFERENCES p(f));
    """,
    "without rowid": """
        CREATE TABLE w(a TEXT COLLATE NOCASE, b INTEGER, PRIMARY KEY (a, b)) WITHOUT ROWID;
        CREATE TABLE v(n INTEGER PRIMARY KEY, a TEXT, FOREIGN KEY (a, n) REFERENCES w) WITHOUT ROWID;
    """,
    "generated columns": "CREATE TABLE g(a INT, b INT AS (a * 2) STORED, c TEXT AS (a || '!') UNIQUE);",
    "checks over several columns": """
        CREATE TABLE k(lo INT, hi INT, kind TEXT COLLATE NOCASE CHECK (kind IN ('a', 'b')), CHECK (lo <= hi),
            CHECK (kind <> 'a' OR lo > 0), CHECK (typeof(hi) <> 'text'));
    """,
    "names": '''
        CREATE TABLE "Ä b"("x ""y""" INT PRIMARY KEY, "ä" INT);
        CREATE TABLE "order"("Ä" INT REFERENCES "Ä b"("X ""Y"""), rowid TEXT UNIQUE);
    ''',
    "a column called rowid": "CREATE TABLE t(rowid TEXT UNIQUE, a INT); CREATE TABLE u(a INT NOT NULL, oid INT);",
}
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
        if table.name == "g" and names == ("a", "b", "c") and random.random() < 0.8:
            rows = [[n, 2 * n, f"{n}!"] for n in random.choices((1, 2, 3), k=len(rows))]
        tables[table.name] = Rows(names, tuple(map(tuple, rows)))
    return Database(tables)


def _columns(table: Table, random: Random) -> tuple[str, ...]:
    names = [column.name for column in table.columns]
    if table.hidden_rowid is not None and random.random() < 0.3:
        names.append(table.hidden_rowid)
    if len(names) > 1 and random.random() < 0.2:
        names.pop(random.randrange(len(names)))
    return tuple(names)


@pytest.mark.parametrize("null_keys", [False, True])
@pytest.mark.parametrize("name", DDL)
def test_the_engine_takes_what_breaks_no_constraint(name: str, null_keys: bool) -> None:
    schema = schema_from_ddl(DDL[name])
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


@pytest.mark.parametrize("name", [name for name in DDL if name not in ("foreign key to no key", "generated columns")])
def test_sqlite_itself_takes_what_breaks_no_constraint(name: str) -> None:
    """The schema as it was written, in a database that nothing of ours has touched; there, keys may be NULL."""
    schema = schema_from_ddl(DDL[name])
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

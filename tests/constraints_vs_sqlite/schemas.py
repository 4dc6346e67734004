"""Schemas with every kind of constraint, the awkward ones above all."""

from __future__ import annotations

from dataclasses import replace

from spotit.constraints.dependency import Dependency
from spotit.learned_facts import FactKind, LearnedFact
from spotit.schema import Schema
from spotit.schemas.load import schema_from_ddl

DDL = {
    "one column determines another": "CREATE TABLE t(a INT, b TEXT COLLATE NOCASE);",
    "two columns determine a third, which determines the first": "CREATE TABLE t(a TEXT, b INT, c TEXT COLLATE RTRIM);",
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
        CREATE TABLE p(n INT, k TEXT COLLATE NOCASE);
        CREATE TABLE c(n TEXT REFERENCES p(n), k TEXT REFERENCES p(k));
    """,
    "foreign key to no key, of other types": """
        CREATE TABLE p(t TEXT, r TEXT COLLATE RTRIM, free);
        CREATE TABLE c(t INT REFERENCES p(t), r TEXT COLLATE NOCASE REFERENCES p(r), free INT REFERENCES p(free));
    """,
    "collated parents": """
        CREATE TABLE p(k TEXT COLLATE NOCASE PRIMARY KEY, r TEXT COLLATE RTRIM UNIQUE, f COLLATE NOCASE UNIQUE);
        CREATE TABLE c(k TEXT REFERENCES p(k), r TEXT COLLATE NOCASE REFERENCES p(r), f REFERENCES p(f));
    """,
    "text that refers to a number": """
        CREATE TABLE p(i INTEGER PRIMARY KEY);
        CREATE TABLE c(i TEXT REFERENCES p(i), f REFERENCES p(i));
    """,
    "numbers that refer to text": """
        CREATE TABLE p(t TEXT UNIQUE);
        CREATE TABLE c(i INT REFERENCES p(t), f REFERENCES p(t));
    """,
    "other types that refer to others": """
        CREATE TABLE p(r REAL UNIQUE, n NUMERIC UNIQUE, f UNIQUE);
        CREATE TABLE c(r INT REFERENCES p(r), n TEXT REFERENCES p(n), f TEXT REFERENCES p(f));
    """,
    "without rowid": """
        CREATE TABLE w(a TEXT COLLATE NOCASE, b INTEGER, PRIMARY KEY (a, b)) WITHOUT ROWID;
        CREATE TABLE v(n INTEGER PRIMARY KEY, a TEXT, FOREIGN KEY (a, n) REFERENCES w) WITHOUT ROWID;
    """,
    "generated columns": """
        CREATE TABLE g(a INT CHECK (b <> 4), b INT AS (a * 2) STORED, c TEXT AS (d || '!') NOT NULL, d TEXT);
    """,
    "checks over several columns": """
        CREATE TABLE k(lo INT, hi INT, kind TEXT COLLATE NOCASE CHECK (kind IN ('a', 'b')), CHECK (lo <= hi),
            CHECK (kind <> 'a' OR lo > 0), CHECK (typeof(hi) <> 'text'));
    """,
    "a circle of other types": """
        CREATE TABLE a(id INTEGER PRIMARY KEY, b INT REFERENCES b(k));
        CREATE TABLE b(k TEXT PRIMARY KEY, a TEXT REFERENCES a(id), up INT REFERENCES b(k));
    """,
    "one to one": """
        CREATE TABLE p(id INTEGER PRIMARY KEY, t TEXT UNIQUE);
        CREATE TABLE c(id INTEGER PRIMARY KEY REFERENCES p(id), t TEXT UNIQUE REFERENCES p(t),
            n INT UNIQUE REFERENCES p(t));
    """,
    "strict, of any type": """
        CREATE TABLE w(k ANY PRIMARY KEY, up ANY REFERENCES w(k), a ANY UNIQUE) STRICT, WITHOUT ROWID;
    """,
    "descending key": "CREATE TABLE d(id INTEGER PRIMARY KEY DESC, a INT);",
    "indexes": """
        CREATE TABLE x(a INT, b TEXT); CREATE UNIQUE INDEX i ON x(b DESC, a);
        CREATE INDEX j ON x(a, lower(b)) WHERE a > 0;
    """,
    "names": '''
        CREATE TABLE "Ä b"("x ""y""" INT PRIMARY KEY, "ä" INT);
        CREATE TABLE "order"("Ä" INT REFERENCES "Ä b"("X ""Y"""), rowid TEXT UNIQUE);
    ''',
    "a column called rowid": "CREATE TABLE t(rowid TEXT UNIQUE, a INT); CREATE TABLE u(a INT NOT NULL, oid INT);",
}

DETERMINED = {
    "one column determines another": ((("a",), "b"),),
    "two columns determine a third, which determines the first": ((("a", "b"), "c"), (("c",), "a")),
}
"""Functional dependencies, which no DDL says, of table t."""


def schema_named(name: str) -> Schema:
    """Return the schema with that name in `DDL`, with its dependencies."""
    schema = schema_from_ddl(DDL[name])
    facts = [LearnedFact(FactKind.DEPENDENCY, "t", c, 0, 0, determined=d) for c, d in DETERMINED.get(name, ())]
    found = [fact.constraint(schema) for fact in facts]
    return replace(schema, dependencies=tuple(one for one in found if isinstance(one, Dependency)))

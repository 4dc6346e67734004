"""Schemas from CREATE statements, as SQLite understands them."""

import pytest

from spotit.database import Database, Rows
from spotit.dialect.collation import NOCASE
from spotit.dialect.statements import statements
from spotit.dialect.tokens import tokens
from spotit.engine.failures import ConstraintViolation
from spotit.engine.open import open_engine, system
from spotit.errors import SchemaError
from spotit.options import Options
from spotit.schema import DeclaredColumn, ForeignKey, Schema, View
from spotit.schemas.load import schema_from_ddl


def only(ddl: str):
    (table,) = schema_from_ddl(ddl).tables
    return table


@pytest.mark.parametrize(
    "ddl",
    [
        'CREATE TABLE "a b" ("sel ect" INT)',
        "CREATE TABLE [a b] ([sel ect] INT)",
        "CREATE TABLE `a b` (`sel ect` INT)",
        "create table if not exists 'a b' ('sel ect' int);;",
        '-- first\nCREATE /* ; */ TABLE main."a b" ("sel ect" INT -- last; (\n)',
    ],
)
def test_quotes_and_comments(ddl):
    table = only(ddl)
    assert table.name == "a b"
    assert table.columns == (DeclaredColumn("sel ect", "INT"),)


def test_columns_keys_and_rules():
    table = only(
        """CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT,
        name VARCHAR(20) NOT NULL UNIQUE COLLATE NOCASE,
        d DATE DEFAULT CURRENT_DATE,
        n DECIMAL(10, 2) CHECK (n > 0 /* why */), x,
        UNIQUE (d, n), UNIQUE (d, n), CONSTRAINT c CHECK (x IN ('a)', "b") OR d -- note
        IS NULL))"""
    )
    assert table.columns == (
        DeclaredColumn("id", "INTEGER"),
        DeclaredColumn("name", "VARCHAR(20)", not_null=True, collation=NOCASE),
        DeclaredColumn("d", "DATE"),
        DeclaredColumn("n", "DECIMAL(10, 2)"),
        DeclaredColumn("x", ""),
    )
    assert table.primary_key == ("id",)
    assert table.rowid_column == "id"
    assert table.unique == (("name",), ("d", "n"))
    assert table.checks == ("n > 0", "x IN ('a)', \"b\") OR d IS NULL")


def test_composite_key_and_without_rowid():
    table = only("CREATE TABLE t (a INT, b TEXT, PRIMARY KEY (b, a)) WITHOUT ROWID")
    assert table.primary_key == ("b", "a")
    assert table.without_rowid


def test_foreign_keys():
    schema = schema_from_ddl(
        """CREATE TABLE p (x INT, y INT, z INT, PRIMARY KEY (x, y));
        CREATE TABLE c (a INT, b INT REFERENCES P(Z) ON DELETE CASCADE, FOREIGN KEY (a, b) REFERENCES P,
            FOREIGN KEY (a) REFERENCES nowhere (q), FOREIGN KEY (a) REFERENCES p (nothing),
            FOREIGN KEY (a) REFERENCES p)"""
    )
    table = schema.table("c")
    assert table is not None
    assert table.foreign_keys == (ForeignKey(("b",), "p", ("z",)), ForeignKey(("a", "b"), "p", ("x", "y")))
    assert [inclusion.is_enforced for inclusion in schema.inclusions(table.name)] == [False, True]
    notes = "\n".join(schema.notes)
    for part in ("nowhere is ignored", "c(a) -> p is ignored", "c(b) -> p(z) has a target that is no key"):
        assert part in notes


def test_unique_indexes():
    schema = schema_from_ddl(
        """CREATE TABLE t (a INT, b TEXT, c INT); CREATE UNIQUE INDEX i ON t (a, b); CREATE INDEX j ON t (c);
        CREATE UNIQUE INDEX partial ON t (c) WHERE c > 0; CREATE UNIQUE INDEX computed ON t (lower(b));
        CREATE UNIQUE INDEX folded ON t (b COLLATE NOCASE);"""
    )
    (table,) = schema.tables
    assert table.keys == (("a", "b"),)
    assert [(index.name, index.is_unique, index.key) for index in table.indexes] == [
        ("i", True, ("a", "b")),
        ("j", False, ()),
        ("partial", True, ()),
        ("computed", True, ()),
        ("folded", True, ()),
    ]
    assert [(index.terms, index.condition) for index in table.indexes[2:4]] == [("c", "c > 0"), ("lower(b)", "")]
    assert len(schema.notes) == 3
    assert not schema.unkept
    assert schema_from_ddl(system().ddl(schema)).tables == schema.tables


@pytest.mark.parametrize("clause", ["UNIQUE (a COLLATE NOCASE)", "PRIMARY KEY (a COLLATE NOCASE)"])
def test_a_key_under_another_collation_is_kept_by_the_engine(clause):
    schema = schema_from_ddl(f"CREATE TABLE t (a TEXT, b INT, {clause})")
    assert schema.tables[0].keys == ()
    assert schema.tables[0].never_null("a") == clause.startswith("PRIMARY")
    engine = open_engine(schema, Options())
    engine.load(Database({"t": Rows(("a",), (("x",), ("y",)))}))
    with pytest.raises(ConstraintViolation):
        engine.load(Database({"t": Rows(("a",), (("x",), ("X",)))}))


def test_what_nobody_keeps_is_told_apart():
    ddl = "CREATE TABLE t (a INT REFERENCES gone(x)); CREATE TRIGGER g AFTER INSERT ON t BEGIN DELETE FROM t; END"
    schema = schema_from_ddl(ddl)
    assert len(schema.unkept) == 2
    assert set(schema.unkept) <= set(schema.notes)


@pytest.mark.parametrize("check", ["a ~ '^x'", "regexp_like(a, 'x')", "a IN (SELECT 'x')", "soundex(a) = 'A123'"])
def test_a_check_that_sqlite_does_not_take_is_left_out(check):
    schema = schema_from_ddl(f"CREATE TABLE t (a TEXT CHECK ({check}), b INT CHECK (b > 0), CHECK (b < 9))")
    assert schema.tables[0].checks == ("b > 0", "b < 9")
    (note,) = schema.unkept
    assert note.startswith("CHECK (") and "is left out" in note


def test_checks_that_sqlite_does_not_take_are_left_out():
    schema = schema_from_ddl("CREATE TABLE t (a TEXT CHECK (a ~ 'x') CHECK (a ~ 'y'))")
    assert schema.tables[0].checks == ()
    assert len(schema.unkept) == 2


def test_a_descending_integer_key_is_no_rowid():
    schema = schema_from_ddl("CREATE TABLE t (a INTEGER PRIMARY KEY DESC, b INT)")
    (table,) = schema.tables
    assert (table.rowid_column, table.hidden_rowid, table.keys) == (None, "rowid", (("a",),))
    assert schema_from_ddl(system().ddl(schema)).tables == schema.tables


def test_views_triggers_and_other_statements():
    schema = schema_from_ddl(
        """PRAGMA foreign_keys = ON; BEGIN;
        CREATE TABLE t (a INT); INSERT INTO t VALUES (1); INSERT INTO t VALUES ('CREATE TABLE x (y);');
        CREATE VIEW v (p, "q r") AS SELECT a AS x, a + 1 FROM t; -- the end
        CREATE VIEW broken AS SELECT z FROM t;
        CREATE TRIGGER g AFTER INSERT ON t BEGIN DELETE FROM t; SELECT 1; END;
        COMMIT;"""
    )
    assert schema.views == (View("v", "SELECT a AS x, a + 1 FROM t", ("p", "q r")),)
    notes = "\n".join(schema.notes)
    for part in ("2 INSERT statements ignored", "trigger g", "view broken is left out: no such column: z"):
        assert part in notes


def test_generated_columns_are_computed():
    ddl = "CREATE TABLE t (a INT, b INT GENERATED ALWAYS AS (a * 2) STORED NOT NULL, c AS (b || 'x'))"
    table = schema_from_ddl(ddl).tables[0]
    assert [(c.name, c.computed, c.is_stored) for c in table.columns] == [
        ("a", "", False),
        ("b", "a * 2", True),
        ("c", "b || 'x'", False),
    ]
    assert table.checks == ('"b" IS NOT NULL',)
    assert not any(table.never_null(column.name) for column in table.columns)
    assert schema_from_ddl(system().ddl(Schema((table,)))).tables[0] == table


@pytest.mark.parametrize(
    ("ddl", "note"),
    [
        ("CREATE TABLE t (a INT); CREATE TEMP TABLE u (b INT)", "reworded"),
        ("CREATE TABLE t (a INT); CREATE TABLE IF NOT EXISTS t (b INT)", "table of that name"),
        ("CREATE TABLE t (a INT); SET NAMES utf8", "1 SET statement ignored"),
        ("CREATE TABLE t (a INT); ALTER TABLE t ADD CONSTRAINT k PRIMARY KEY (a)", "ALTER TABLE"),
        ("CREATE TABLE t (a INT); CREATE TABLE sqlite_sequence (name, seq)", "SQLite's own"),
        ("CREATE TABLE t (index INT, group TEXT)", "reworded"),
    ],
)
def test_what_is_not_modelled_is_noted(ddl, note):
    assert any(note in text for text in schema_from_ddl(ddl).notes)


def test_alter_and_drop_are_executed():
    schema = schema_from_ddl(
        """DROP TABLE IF EXISTS t; CREATE TABLE t (a INT); ALTER TABLE t ADD COLUMN b TEXT;
        CREATE TABLE u (x); DROP TABLE u"""
    )
    assert [(t.name, [c.name for c in t.columns]) for t in schema.tables] == [("t", ["a", "b"])]


def test_mysql():
    schema = schema_from_ddl(
        """CREATE TABLE `p` (`q` int PRIMARY KEY);
        CREATE TABLE IF NOT EXISTS `db`.`t` (`id` int(10) unsigned NOT NULL AUTO_INCREMENT,
        `e` enum('a','b') DEFAULT 'a' COMMENT 'x',
        `d` datetime DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
        c int CHARACTER SET utf8, PRIMARY KEY (`id`), UNIQUE KEY `u` (`e`,`d`), KEY k (c),
        CONSTRAINT fk FOREIGN KEY (c) REFERENCES p (q) ON DELETE CASCADE)
        ENGINE=InnoDB DEFAULT CHARSET=utf8;"""
    )
    table = schema.table("t")
    assert table is not None
    assert [(c.name, c.declared, c.not_null) for c in table.columns] == [
        ("id", "INTEGER", True),
        ("e", "TEXT", False),
        ("d", "DATETIME", False),
        ("c", "INTEGER", False),
    ]
    assert table.primary_key == ("id",)
    assert table.unique == (("e", "d"),)
    assert table.checks == ("\"e\" IN ('a', 'b')",)
    assert table.foreign_keys == (ForeignKey(("c",), "p", ("q",)),)


def test_postgres():
    table = only(
        """CREATE TABLE public.t (id integer DEFAULT nextval('x'::regclass) NOT NULL, n character varying(20),
        ts timestamp without time zone DEFAULT now(), b boolean DEFAULT false, m numeric(5,2) CHECK (m > 0),
        s serial PRIMARY KEY, u uuid UNIQUE)"""
    )
    assert [c.declared for c in table.columns] == [
        "INTEGER",
        "TEXT",
        "DATETIME",
        "BOOLEAN",
        "NUMERIC",
        "INTEGER",
        "TEXT",
    ]
    assert (table.primary_key, table.unique, table.checks) == (("s",), (("u",),), ("m > 0",))


@pytest.mark.parametrize(
    ("ddl", "message"),
    [
        ("", "no CREATE TABLE"),
        ("SELECT 1", "no CREATE TABLE"),
        (
            "CREATE TABLE t (a INT);\n  CREATE TABLE T (b INT)",
            r"table T already exists, at line 2, column 16",
        ),
        ("CREATE TABLE t (a INT);\nCREATE TABLE u (a INT,, b)", "syntax error, at line 2, column 23"),
        ("CREATE TABLE t (a INT, A TEXT)", "duplicate column name"),
        ("CREATE TABLE t (a INT", "incomplete input"),
        (
            "CREATE TABLE t AS WITH RECURSIVE c AS (SELECT 1 UNION ALL SELECT 1 FROM nope) SELECT * FROM c",
            "no such",
        ),
        ("CREATE TABLE t AS SELECT load_extension('x')", "load_extension"),
    ],
)
def test_errors_name_the_place(ddl, message):
    with pytest.raises(SchemaError, match=message):
        schema_from_ddl(ddl)


def test_tokens():
    text = "SELECT x'0F', 'it''s', \"a\"\"b\", [c d], `e``f`, 1.5e-3, .5, ?1, :n, é -- c\n/* d */ <>"
    assert [t.text for t in tokens(text)][1:-1:2] == [
        "x'0F'",
        "'it''s'",
        '"a""b"',
        "[c d]",
        "`e``f`",
        "1.5e-3",
        ".5",
        "?1",
        ":n",
        "é",
    ]
    assert [t.name for t in tokens("'it''s' \"a\"\"b\" [c d] `e``f` g")] == ["it's", 'a"b', "c d", "e`f", "g"]
    assert all(text[t.start : t.end] == t.text for t in tokens(text))


def test_statements():
    found = [s.text for s in statements("a; ;b ';' ; create trigger x begin c; end; d -- ;\n")]
    assert found == ["a", "b ';'", "create trigger x begin c; end", "d"]

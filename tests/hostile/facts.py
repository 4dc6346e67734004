"""Hostile example data: facts files, profiles, and databases that are mined."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from hostile.files import QUERIES, SHORT, Command
from hostile.queries import COUNT, ESCAPE

TABLE = "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, b TEXT, g GENERATED ALWAYS AS (a + 1));"
BOMB = "'" + "a" * 5000 + "' LIKE '" + "%a" * 2000 + "b'"
CONDITIONS = {
    "endless": f"a IN ({COUNT} SELECT i FROM n)",
    "product": "EXISTS (SELECT 1 FROM t x, t y, t z, t u, t v, t w WHERE x.a + y.a + z.a + u.a + v.a + w.a < a)",
    "LIKE bomb": f"b LIKE '{'%a' * 3000}b' OR {BOMB}",
    "GLOB bomb": f"b GLOB '{'*a' * 3000}b' OR '{'a' * 5000}' GLOB '{'*a' * 2000}b'",
    "value bomb": "length(zeroblob(1000000000)) > a",
    "printf": "printf('%.*c', 2000000000, 'x') <> b",
    "instr": "instr(hex(zeroblob(1900000)), hex(zeroblob(900000)) || 'x') > a",
    "deep": "(" * 3000 + "a > 1" + ")" * 3000,
    "long": " OR ".join(f"a = {n}" for n in range(20_000)),
    "nonsense": "SELECT; DROP TABLE t",
    "statement": "a > 1); ATTACH '{folder}/evil.db' AS e; --",
    "attach": "(SELECT load_extension('evil')) OR readfile('{folder}/secret')",
    "no column": "nothing > nowhere.x",
    "aggregate": "count(*) > 3",
    "window": "row_number() OVER () > 3",
    "never": "a <> a",
    "clock": "a > strftime('%s', 'now') AND random() > a",
    "escapes": f"b <> '{ESCAPE}'",
    "NUL": "b <> '\x00'",
    "non-linear": "a * a * a * a - 7 * a * id * id = 13 * id * id * id + a * id",
    "huge": "a < " + "9" * 5000,
}


def _fact(condition: str, standing: str = "rule") -> str:
    entry = {"kind": "condition", "table": "t", "condition": condition, "standing": standing}
    return "version = 1\n[[fact]]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in entry.items())


def _facts_of(**entry: object) -> str:
    return "version = 1\n[[fact]]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in entry.items())


def _column(values: str) -> str:
    return f'version = 1\n[[column]]\ntable = "t"\nname = "a"\nrows = 5\nnulls = 0\n{values}\n'


def facts_files(folder: Path) -> Iterator[Command]:
    """Yield checks under facts that no mine wrote."""
    made = {f"condition {name}": _fact(text.replace("{folder}", str(folder))) for name, text in CONDITIONS.items()}
    made |= {
        "typical never": _fact("a <> a", "typical"),
        "endless preference": f"version = 1\npreferences = [{json.dumps('require ' + 'rows(t) >= 2 and ' * 2000)}]\n",
        "preference of a billion rows": 'version = 1\npreferences = ["require rows(t) >= 1000000000"]\n',
        "preference escape": f"version = 1\npreferences = [{json.dumps(ESCAPE)}]\n",
        "many": "version = 1\n" + _fact("a > 1").partition("\n")[2] * 3000,
        "numbers": "version = 1\n[tables]\nt = 99999999999999999999999999\n",
        "negative": "version = 1\n[tables]\nt = -5\n",
        "infinite": _column("least = inf\ngreatest = nan\nfrequent = [[inf, 1], [nan, 2], [-inf, 3]]"),
        "bounds exchanged": _column("least = 9e307\ngreatest = -9e307\ndistinct = -1"),
        "texts": _column(f'frequent = [[{json.dumps("x" * 500_000)}, 1], [{json.dumps(ESCAPE)}, 2], ["=cmd|x", 9]]'),
        "unknown table": _facts_of(kind="not null", table="../../evil", columns=["\u202e"], standing="rule"),
        "reference to itself": _facts_of(
            kind="inclusion", table="t", columns=["id"], target="t", target_columns=["id"], standing="rule"
        ),
        "reference to nothing": _facts_of(
            kind="inclusion", table="t", columns=["a"], target="nowhere", target_columns=["x"], standing="rule"
        ),
        "key of nothing": _facts_of(kind="unique", table="t", columns=["x"] * 500, standing="rule"),
        "contents": _facts_of(
            kind="contents", table="t", columns=["a"], standing="rule", contents=[[n] for n in range(9999)]
        ),
        "dependency": _facts_of(kind="dependency", table="t", columns=["a"], determined="nothing", standing="rule"),
        "kind": _facts_of(kind="evil", table="t", standing="rule"),
        "deep": "x = " + "[" * 50_000,
        "dotted": ".".join("a" * 50_000) + " = 1",
        "version": "version = 999999999999999999999999999",
        "date": "version = 1979-05-27T07:32:00Z",
        "empty": "",
    }
    raw = {name: text.encode("utf-8", "surrogatepass") for name, text in made.items()}
    raw |= {"noise": os.urandom(9000), "UTF-16": _fact("a > 1").encode("utf-16"), "NULs": bytes(100_000)}
    database = folder / "example.sqlite"
    _filled(database, TABLE + "INSERT INTO t (a, b) VALUES (1, 'x'), (2, 'y'), (3, 'z');")
    for name, content in raw.items():
        path = folder / f"{name}.toml"
        path.write_bytes(content)
        for realistic in ("soft", "hard"):
            given = ["--constraints", str(path), "--realistic", realistic, *SHORT]
            yield f"{name}, {realistic}", ["check", "--schema", TABLE, *QUERIES, *given]
        yield f"{name}, with data", ["check", "--schema", str(database), *QUERIES, "--constraints", str(path), *SHORT]
    for name in ("/dev/zero", str(folder / "fifo"), str(folder), "nowhere"):
        yield f"facts {name}", ["check", "--schema", TABLE, *QUERIES, "--constraints", name, *SHORT]


def _filled(path: Path, script: str) -> None:
    connection = sqlite3.connect(path)
    connection.executescript(f"PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN; {script}; COMMIT;")
    connection.close()


def _profile(column: dict[str, object], **table: object) -> str:
    entry = {"name": "t", "row_count": 100, "columns": [{"name": "a", **column}], **table}
    return json.dumps({"database": "d", "tables": [entry]})


def profiles(folder: Path) -> Iterator[Command]:
    """Yield profiles that no tool wrote."""
    made = {
        "numbers as texts": _profile({"min_value": "1", "max_value": "two", "unique_count": "7"}, row_count="100"),
        "1e400": _profile({"min_value": 1, "max_value": 2}).replace("2}", "1e400}"),
        "1e400 rows": _profile({}).replace("100", "1e400"),
        "rows": _profile({}).replace("100", "9" * 5000),
        "NaN": _profile({"min_value": float("nan"), "max_value": float("nan"), "null_fraction": float("nan")}),
        "infinite share": _profile({"null_fraction": float("inf")}),
        "negative": _profile({"null_fraction": -3.0, "unique_count": -1}, row_count=-5),
        "more than all": _profile({"null_fraction": 7.0, "unique_count": 10**30}),
        "samples": _profile({"sample_values": [None, float("inf"), "x", 1, 1.0, ESCAPE, "=1+1"], "unique_count": 6}),
        "NaN samples": _profile({"sample_values": [float("nan"), 1.0, float("-inf")], "unique_count": 3}),
        "long sample": _profile({"sample_values": ["x" * 900_000], "unique_count": 1}),
        "many samples": _profile({"sample_values": list(range(50_000)), "unique_count": 50_000}, row_count=10**9),
        "name": _profile({"name": ESCAPE + "\x00\u202e\n\x85" + "x" * 10_000}),
        "table": _profile({}, name="../../evil\x9b31m"),
        "database": json.dumps({"database": ESCAPE, "tables": []}),
        "surrogate": '{"tables": [{"name": "\\ud800", "row_count": 1, "columns": [{"name": "\\udc00"}]}]}',
        "columns": json.dumps(
            {"tables": [{"name": "t", "row_count": 9, "columns": [{"name": f"c{n}"} for n in range(9000)]}]}
        ),
        "types": '{"tables": [1, null, "x"]}',
        "a list": "[]",
        "a number": "1e999",
        "deep": "[" * 200_000,
        "repeated": '{"tables": [], "tables": 5}',
        "empty": "",
    }
    raw = {name: text.encode() for name, text in made.items()}
    raw |= {"noise": os.urandom(9000), "UTF-16": _profile({}).encode("utf-16")}
    for name, content in raw.items():
        path = folder / f"{name}.json"
        path.write_bytes(content)
        yield name, ["mine", "--profile", str(path)]
    for name in ("/dev/zero", str(folder / "fifo"), str(folder), "nowhere", "\x00"):
        yield f"profile {name}", ["mine", "--profile", name]


def mined(folder: Path) -> Iterator[Command]:
    """Yield the mining of databases whose schema or rows do harm."""
    rows = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT @)"
    odd = ",".join(f"c{n}" for n in range(1900))
    scripts = {
        "endless generated column": (
            f"CREATE TABLE t (a); INSERT INTO t (a) {rows.replace('@', '5000')} SELECT i FROM n;"
            "ALTER TABLE t ADD COLUMN g AS (instr(hex(zeroblob(1900000)), hex(zeroblob(900000)) || a));"
        ),
        "endless view": f"CREATE VIEW v AS {COUNT} SELECT count(*) FROM n; {TABLE}",
        "doubling views": "CREATE TABLE w (a); CREATE VIEW v0 AS SELECT a FROM w;"
        + "".join(f"CREATE VIEW v{n + 1} AS SELECT x.a FROM v{n} x, v{n} y;" for n in range(40)),
        "columns": f"CREATE TABLE t ({odd}); INSERT INTO t (c0, c7) VALUES (1, 2), (3, 4);",
        "tables": "".join(f"CREATE TABLE t{n} (id INTEGER PRIMARY KEY, t{n}_id, a);" for n in range(1500)),
        "keys": "".join(
            f"CREATE TABLE k{n} (id INTEGER PRIMARY KEY, a REFERENCES k{(n + 1) % 80});"
            f"INSERT INTO k{n} VALUES (1, 1), (2, 2);"
            for n in range(80)
        ),
        "names": f'CREATE TABLE "{ESCAPE}=cmd" ("../../evil" INTEGER, "a\nb" TEXT, "\u202e" TEXT);'
        f"INSERT INTO \"{ESCAPE}=cmd\" VALUES (1, '{ESCAPE}', '\u202e'), (2, 'x', 'y');",
        "long values": "CREATE TABLE t (a TEXT);" + "INSERT INTO t VALUES (hex(randomblob(3000000)));" * 4,
        "surrogates": "CREATE TABLE t (a TEXT); INSERT INTO t VALUES (CAST(x'eda080ff' AS TEXT)), ('x');",
        "numbers": "CREATE TABLE t (a); INSERT INTO t VALUES (9e999), (-9e999), (9223372036854775807), (x'00');",
        "many rows": f"CREATE TABLE t (a, b, c);INSERT INTO t {rows.replace('@', '300000')} SELECT i, i % 7, 5 FROM n",
        "expression index": f"{TABLE} CREATE INDEX x ON t (abs(a)); INSERT INTO t (a) VALUES (1);",
        "full text": "CREATE VIRTUAL TABLE f USING fts5(a); INSERT INTO f VALUES ('x');",
        "view with a file": f"CREATE VIEW v AS SELECT readfile('{folder}/secret'); {TABLE}",
        "trigger": f"{TABLE} CREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT load_extension('evil'); END;",
    }
    for name, script in scripts.items():
        path = folder / f"{name}.sqlite"
        try:
            _filled(path, script)
        except sqlite3.OperationalError:
            continue  # a module or a function that this SQLite lacks
        yield name, ["mine", str(path), "--timeout", "5"]
        yield (
            f"check against {name}",
            ["check", "--schema", str(path), "--left", "SELECT 1", "--right", "SELECT 2", *SHORT],
        )
    content = (folder / "names.sqlite").read_bytes()
    broken = {
        "cut": content[:900],
        "zeros": content[:100] + bytes(len(content) - 100),
        "schema": content.replace(b"CREATE TABLE", b"CREATE TABEL"),
        "root page": content.replace(b"\x02", b"\x7f"),
        "text": b"this is no database",
    }
    for name, data in broken.items():
        path = folder / f"{name}.broken"
        path.write_bytes(data)
        yield f"broken {name}", ["mine", str(path), "--timeout", "5"]
    link = folder / "link.sqlite"
    link.symlink_to(link)
    for name in ("/dev/zero", str(folder / "fifo"), str(folder), "nowhere", str(link), "x" * 10_000, "\x00"):
        yield f"database {name[:60]!r}", ["mine", name, "--timeout", "5"]
    yield "into a folder", ["mine", str(folder / "names.sqlite"), "--out", str(folder)]
    yield "onto a device", ["mine", str(folder / "names.sqlite"), "--out", "/dev/full"]

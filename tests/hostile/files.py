"""Hostile files by class: each function writes some into a folder and yields (name, command line) for what reads them.

A folder has a file `secret` with the text `SECRET`, which must not come out, and nothing called `evil` may appear.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

from hostile.queries import COUNT, ESCAPE, ORDINARY, SCHEMA

SECRET = "4f1c-the-secret-text"
Command = tuple[str, list[str]]
"""A name for people, and the arguments of `spotit`."""
QUERIES = ["--left", "SELECT a FROM t", "--right", "SELECT a FROM t WHERE a > 1"]
SHORT = ["--timeout", "1"]


_REWRITTEN: dict[str, str | bytes | int] = {
    "a CHECK that loads": "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER CHECK (load_extension('evil')))",
    "a default that reads": "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER DEFAULT (readfile('secret')))",
    "a column that is huge": "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT AS (hex(zeroblob(300000000))))",
    "columns of each other": "CREATE TABLE t (id INTEGER AS (a), a INTEGER AS (id), b)",
    "a file as a table": "CREATE VIRTUAL TABLE t USING csv(filename='/etc/passwd')",
    "its own pages": "CREATE VIRTUAL TABLE t USING dbstat",
    "a view of itself": "CREATE VIEW t AS SELECT * FROM t",
    "NUL": "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER)\x00evil",
    "an escape": f"CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER /* {ESCAPE} */)",
    "bytes": b"\xff\xfe\x00",
    "a number": 5,
    "columns": f"CREATE TABLE t ({','.join(f'c{n}' for n in range(30_000))})",
    "a comment": f"CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER /*{'x' * 9_000_000}*/)",
    "depth": f"CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER CHECK ({'(' * 900}1{')' * 900}))",
}
"""What a database file may say of its table without SQLite having seen it."""


def databases(folder: Path) -> Iterator[Command]:
    """Yield checks against files that are no good databases."""
    good = folder / "good.sqlite"
    connection = sqlite3.connect(good)
    connection.executescript("CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER); INSERT INTO t VALUES (1, 2);")
    connection.close()
    content = good.read_bytes()
    made = {
        "cut": content[:700],
        "header only": content[:100],
        "zeros": content[:100] + bytes(len(content) - 100),
        "noise": content[:100] + os.urandom(8000),
        "flipped": bytes(b ^ 0xFF if 100 <= n < 400 else b for n, b in enumerate(content)),
        "a schema that is no SQL": content.replace(b"CREATE TABLE t", b"CREATE TABEL t"),
        "page size": content[:16] + b"\x00\x00" + content[18:],
        "page count": content[:28] + b"\xff\xff\xff\xff" + content[32:],
        "empty": b"",
        "text": b"this is no database",
        "gzip": b"\x1f\x8b" + os.urandom(500),
    }
    for name, data in made.items():
        path = folder / f"{name}.sqlite"
        path.write_bytes(data)
        yield name, ["check", "--schema", str(path), *QUERIES, *SHORT]
    yield from _unsettled(folder, content)
    for name, statement in _REWRITTEN.items():
        path = folder / f"rewritten {name}.sqlite"
        path.write_bytes(content)
        connection = sqlite3.connect(path)
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_schema SET sql = ?", [statement])
        connection.commit()
        connection.close()
        yield f"rewritten {name}", ["check", "--schema", str(path), *QUERIES, *SHORT]
    huge = folder / "huge.sqlite"
    huge.write_bytes(content)
    os.truncate(huge, 3 << 30)
    yield "a sparse file of 3 GB", ["check", "--schema", str(huge), *QUERIES, *SHORT]
    text = folder / "huge.sql"
    text.touch()
    os.truncate(text, 3 << 30)
    yield "a text of 3 GB of NULs", ["check", "--schema", str(text), *QUERIES, *SHORT]
    (folder / "link.sql").symlink_to(folder / "link.sql")
    yield "a link to itself", ["check", "--schema", str(folder / "link.sql"), *QUERIES, *SHORT]
    for name in ("/dev/zero", "/dev/urandom", str(folder), str(folder / "fifo"), "\x00"):
        yield f"schema {name}", ["check", "--schema", name, *QUERIES, *SHORT]


def _unsettled(folder: Path, content: bytes) -> Iterator[Command]:
    """Yield checks against databases with something beside them that is not to be overlooked, or that means no good."""
    for name, path in (("journal", folder / "changing.sqlite"), ("wal", folder / "logged.sqlite")):
        path.write_bytes(content)
        journal = bytes.fromhex("d9d505f920a163d7") + f"{folder}/evil".encode() + os.urandom(2000)
        Path(f"{path}-{name}").write_bytes(journal)
        yield f"an unfinished change, {name}", ["check", "--schema", str(path), *QUERIES, *SHORT]
        link = folder / f"link to {name}.sqlite"
        link.symlink_to(path)
        yield f"a link to an unfinished change, {name}", ["check", "--schema", str(link), *QUERIES, *SHORT]
        yield f"mined, an unfinished change, {name}", ["mine", str(path), *SHORT]


def witnesses(folder: Path) -> Iterator[Command]:
    """Yield replays of files that are no witnesses, or that do more."""
    good = "CREATE TABLE t (a);\nINSERT INTO t VALUES (1);\n-- left\nSELECT a FROM t;\n-- right\nSELECT a FROM t;\n"
    made = {
        "empty": b"",
        "no queries": b"CREATE TABLE t (a);",
        "binary": os.urandom(5000),
        "endless script": good.replace("VALUES (1)", f"{COUNT} SELECT i FROM n").encode(),
        "endless query": good.replace("SELECT a FROM t;\n", f"{COUNT} SELECT count(*) FROM n;\n").encode(),
        "attach": (f"ATTACH '{folder}/evil.db' AS e;" + good).encode(),
        "vacuum": (f"VACUUM INTO '{folder}/evil.db';" + good).encode(),
        "extension": good.replace("VALUES (1)", "SELECT load_extension('evil')").encode(),
        "read": good.replace("SELECT a FROM t;", f"SELECT readfile('{folder}/secret');", 1).encode(),
        "shell": (f".shell touch {folder}/evil\n.read {folder}/secret\n" + good).encode(),
        "semantics": ("-- semantics: " + ESCAPE + "\n" + good).encode(),
        "instant": ("-- now: 99999-99-99\n" + good).encode(),
        "lines": good.replace("-- left", "-- left: gold, 999999999999999999999 lines").encode(),
        "escapes": good.replace("VALUES (1)", f"VALUES ('{ESCAPE}')").encode(),
        "marks": b"-- left\n" * 100_000,
        "many": (good + "-- right\nSELECT 1;\n" * 1000).encode(),
        "deep": good.replace("SELECT a FROM t;", "SELECT " + "(" * 5000 + "1" + ")" * 5000 + ";").encode(),
        "bomb": good.replace("SELECT a FROM t;", "SELECT zeroblob(999999999) FROM t;").encode(),
        "instr": good.replace(
            "SELECT a FROM t;", "SELECT instr(hex(zeroblob(1900000)), hex(zeroblob(900000)) || 'x') FROM t;"
        ).encode(),
        "not UTF-8": good.encode() + b"\xff\xfe",
        "BOM": b"\xef\xbb\xbf" + good.encode(),
        "UTF-16": good.encode("utf-16"),
        "trigger": good.replace(
            "INSERT", "CREATE TRIGGER r AFTER INSERT ON t BEGIN INSERT INTO t VALUES (1); END;\nINSERT", 1
        ).encode(),
    }  # fmt: skip
    for name, data in made.items():
        path = folder / f"{name}.sql"
        path.write_bytes(data)
        yield name, ["replay", str(path), *SHORT]
        if name in ("escapes", "endless query", "binary"):
            yield f"{name} as JSON", ["replay", str(path), "--json", *SHORT]
    for name in ("/dev/zero", str(folder / "fifo"), str(folder), "nowhere"):
        yield f"witness {name}", ["replay", name, *SHORT]


def pair_files(folder: Path) -> Iterator[Command]:
    """Yield batches with lines that hold no pair, and one that does."""
    good = json.dumps({"id": 1, "schema": SCHEMA, "left": ORDINARY, "right": ORDINARY})
    made = {
        "nothing": b"",
        "noise": os.urandom(20_000),
        "NULs": b"\x00" * 100_000,
        "deep": b"[" * 200_000 + b"\n" + b'{"a":' * 100_000,
        "types": b'1\nnull\n"x"\n[]\n{}\n{"id": 1}\ntrue\n1e999\n' + b"9" * 9000 + b"\n-\n{\n",
        "ids": b"\n".join(
            json.dumps({"id": value, "schema": SCHEMA, "left": ORDINARY, "right": ORDINARY}).encode()
            for value in (None, [1], {"a": [2]}, ESCAPE, "x" * 100_000, 1e300, "\ud800")
        ),
        "separators": (good.replace('"id": 1', '"id": "\u2028\u2029\x85\x0c\x1c"') + "\r\n" + good + "\r").encode(),
        "BOM": b"\xef\xbb\xbf" + good.encode(),
        "UTF-16": good.encode("utf-16"),
        "cut": good.encode()[:-9],
        "schemas": b"\n".join(
            json.dumps({"id": n, "schema": schema, "left": "SELECT 1", "right": "SELECT 1"}).encode()
            for n, schema in enumerate(("/dev/zero", f"{folder}/fifo", str(folder), "", "\x00", "x" * 300))
        ),
    }  # fmt: skip
    for name, data in made.items():
        path = folder / f"{name}.jsonl"
        path.write_bytes(data)
        yield name, ["check", "--json", "--pairs", str(path), *SHORT]
    for name in ("/dev/zero", "/dev/null", str(folder), str(folder / "fifo"), "nowhere"):
        yield f"pairs {name}", ["check", "--json", "--pairs", name, *SHORT]


def benchmark(folder: Path, questions: object = None) -> Path:
    """Write a benchmark with one database and return its folder."""
    home = folder / "data"
    (home / "databases" / "d").mkdir(parents=True)
    (home / "databases" / "d" / "schema.sql").write_text(SCHEMA)
    (home / "databases" / "d" / "data.sql").write_text("INSERT INTO t VALUES (1, 5, 'x', 1.5, '2020-01-01');")
    first = [{"question_id": 1, "db_id": "d", "question": "q", "SQL": ORDINARY}]
    (home / "dev.json").write_text(json.dumps(first if questions is None else questions))
    return home


def _evaluated(home: Path, predictions: Path, out: Path) -> list[str]:
    return [
        "eval", "--data", str(home), "--pred", f"m={predictions}", "--out", str(out),
        "--no-cache", "--jobs", "1", "--ex-timeout", "1", *SHORT,
    ]  # fmt: skip


def prediction_files(folder: Path) -> Iterator[Command]:
    """Yield runs over prediction files that are none, or that hold nonsense."""
    home = benchmark(folder)
    made = {
        "empty": b"",
        "noise": os.urandom(50_000),
        "deep": b"[" * 100_000,
        "types": b'{"1": 5, "2": null, "3": ["x"], "4": {"sql": 7}}',
        "ids": json.dumps({"../../evil": "SELECT 1", "\x00": "x", "1": ORDINARY, ESCAPE: "SELECT 1"}).encode(),
        "list": b'["SELECT 1", 2]',
        "surrogate": b'{"1": "SELECT \'\\ud800\'"}',
        "escapes": json.dumps({"1": f"SELECT '{ESCAPE}' FROM t"}).encode(),
        "repeated": b'{"1": "SELECT 1", "1": "SELECT 2"}',
        "long": json.dumps({"1": "SELECT " + "1," * 300_000 + "1"}).encode(),
        "UTF-16": json.dumps({"1": ORDINARY}).encode("utf-16"),
    }
    for name, data in made.items():
        path = folder / f"{name}.json"
        path.write_bytes(data)
        yield name, _evaluated(home, path, folder / f"run of {name}")
    for name in ("/dev/zero", str(folder / "fifo"), "nowhere"):
        yield f"predictions {name}", _evaluated(home, Path(name), folder / f"run of {Path(name).name}")
    folder_of_answers = folder / "answers"
    folder_of_answers.mkdir()
    os.mkfifo(folder_of_answers / "1.sql")
    yield "a folder with a pipe", _evaluated(home, folder_of_answers, folder / "run of answers")


def question_files(folder: Path) -> Iterator[Command]:
    """Yield runs over benchmarks that lead elsewhere, or that cannot be read."""
    answers = folder / "answers.json"
    answers.write_text(json.dumps({"1": ORDINARY}))
    question = {"question_id": 1, "db_id": "d", "question": "q", "SQL": ORDINARY}
    made: dict[str, object] = {
        "db_id up": [{**question, "db_id": "../../evil"}],
        "db_id absolute": [{**question, "db_id": f"{folder}/evil"}],
        "db_id NUL": [{**question, "db_id": "d\x00"}],
        "db_id escape": [{**question, "db_id": ESCAPE}],
        "db_id dot": [{**question, "db_id": "."}],
        "db_id list": [{**question, "db_id": ["d"]}],
        "id up": [{**question, "question_id": "../../evil"}],
        "id escape": [{**question, "question_id": ESCAPE}],
        "no gold": [{**question, "SQL": ""}],
        "gold that fails": [{**question, "SQL": "SELECT nothing FROM nowhere"}],
        "endless gold": [{**question, "SQL": f"{COUNT} SELECT count(*) FROM n"}],
        "text": [{**question, "question": ESCAPE, "evidence": "<script>", "difficulty": ESCAPE}],
        "types": [1, None, "x"],
        "twice": [question, {**question, "SQL": "SELECT 2"}],
        "nothing": [],
        "an object": {"1": question},
    }
    for name, questions in made.items():
        home = benchmark(folder / name, questions)
        yield name, _evaluated(home, answers, folder / name / "run")
    raw = {"noise": os.urandom(9000), "deep": b"[" * 100_000, "cut": b'[{"question_id": 1, "db'}
    for name, data in raw.items():
        home = benchmark(folder / name)
        (home / "dev.json").write_bytes(data)
        yield name, _evaluated(home, answers, folder / name / "run")
    scripts = {
        "an endless data script": f"INSERT INTO t (a) {COUNT} SELECT i FROM n LIMIT 300000000;",
        "a data script that attaches": f"ATTACH '{folder}/evil.db' AS e; INSERT INTO t (a) VALUES (1);",
        "a data script that fails": "INSERT INTO t VALUES (1); nonsense",
    }
    for name, script in scripts.items():
        home = benchmark(folder / name)
        (home / "databases" / "d" / "data.sql").write_text(script)
        yield name, _evaluated(home, answers, folder / name / "run")
    home = benchmark(folder / "a schema with a pipe")
    (home / "databases" / "d" / "schema.sql").unlink()
    os.mkfifo(home / "databases" / "d" / "schema.sql")
    yield "a schema with a pipe", _evaluated(home, answers, folder / "a schema with a pipe" / "run")


def run_directories(folder: Path, run: Path) -> Iterator[Command]:
    """Yield reports, scores and resumptions of runs that were tampered with; `run` is a sound one."""

    def changed(name: str, file: str, change: Callable[[bytes], bytes]) -> Path:
        copy = folder / name
        copy.mkdir()
        for path in run.rglob("*"):
            target = copy / path.relative_to(run)
            if path.is_dir():
                target.mkdir(parents=True, exist_ok=True)
            else:
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(path.read_bytes())
        (copy / file).write_bytes(change((copy / file).read_bytes()))
        return copy

    def swapped(old: bytes, new: bytes) -> Callable[[bytes], bytes]:
        return lambda content: content.replace(old, new)

    made = {
        "no verdicts": ("verdicts.jsonl", lambda _: b""),
        "no witnesses": ("witnesses.jsonl", lambda _: b""),
        "no outcomes": ("outcomes.jsonl", lambda _: b""),
        "no questions": ("questions.jsonl", lambda _: b""),
        "no schemas": ("schemas.jsonl", lambda _: b""),
        "no predictions": ("predictions.jsonl", lambda _: b""),
        "torn outcomes": ("outcomes.jsonl", lambda content: content[:-30]),
        "noise in outcomes": ("outcomes.jsonl", lambda content: content + b"\xff{\n"),
        "deep outcomes": ("outcomes.jsonl", lambda content: content + b"[" * 100_000 + b"\n"),
        "huge bound": ("outcomes.jsonl", swapped(b'"bound":', b'"bound":1000000000,"was":')),
        "huge bound of the run": ("run.json", swapped(b'"bound": 5', b'"bound": 1000000000')),
        "unknown verdict": ("outcomes.jsonl", swapped(b'"different"', b'"splendid"')),
        "unknown grade": ("outcomes.jsonl", swapped(b'"ordinary"', b'"splendid"')),
        "verdicts of another shape": ("verdicts.jsonl", swapped(b'"witness":{', b'"witness":[{')),
        "a witness without tables": ("verdicts.jsonl", swapped(b'"tables"', b'"chairs"')),
        "results of another shape": ("verdicts.jsonl", swapped(b'"columns":[', b'"columns":[[[')),
        "span": ("verdicts.jsonl", swapped(b'"span":null', b'"span":[-5,99999999999]')),
        "a witness elsewhere": ("witnesses.jsonl", swapped(b'"witness":"', b'"witness":"../../secret')),
        "methods": ("run.json", swapped(b'"m"', b'"<script>alert(1)</script>\\u001b[31m"')),
        "a program": ("run.json", swapped(b'"programs": {}', f'"programs": {{"m": "touch {folder}/evil"}}'.encode())),
        "paths": ("run.json", swapped(b'"data": "', b'"data": "/dev/zero","was": "')),
        "deep run": ("run.json", lambda _: b"[" * 100_000),
        "no run": ("run.json", lambda _: b"{}"),
        "a schema of doubling views": (
            "schemas.jsonl",
            swapped(b'"ddl":"', b'"ddl":"' + _views().encode()),
        ),
        "predictions that nest": (
            "predictions.jsonl",
            swapped(b'"sql":"', b'"sql":"SELECT ' + b"(" * 250 + b"1" + b")" * 250 + b" -- "),
        ),
        "gold queries that nest": ("questions.jsonl", swapped(b'"gold":"', b'"gold":"' + b"(" * 5000)),
        "gold queries of brackets": ("questions.jsonl", swapped(b'"gold":"', b'"gold":"' + b"[" * 190_000)),
    }  # fmt: skip
    for name, (file, change) in made.items():
        copy = changed(name, file, change)
        yield f"score, {name}", ["score", str(copy)]
        yield (
            f"report, {name}",
            ["report", str(copy), "--latex", str(copy / "t.tex"), "--csv", str(copy / "csv"), "--timeout", "20"],
        )
        yield f"resume, {name}", ["eval", "--out", str(copy), "--resume", "--no-cache", "--jobs", "1"]  # fmt: skip
    for file in ("outcomes.jsonl", "report.html", "summary.json.new", "lock", "verdicts.jsonl"):
        copy = changed(f"link {file}", "run.json", lambda content: content)
        (copy / file).unlink(missing_ok=True)
        (copy / file).symlink_to(folder / "secret")
        yield f"report, link {file}", ["report", str(copy)]
        yield f"resume, link {file}", ["eval", "--out", str(copy), "--resume", "--no-cache", "--jobs", "1"]


def _views() -> str:
    views = "".join(f"CREATE VIEW v{n + 1} AS SELECT x.a FROM v{n} x, v{n} y;" for n in range(40))
    return f"CREATE TABLE w (a);CREATE VIEW v0 AS SELECT a FROM w;{views}"


CLASSES = {
    "corrupted and huge databases": databases,
    "witness files": witnesses,
    "pair files": pair_files,
    "prediction files": prediction_files,
    "benchmarks": question_files,
}
"""The files by class; run directories need a sound one to start from."""

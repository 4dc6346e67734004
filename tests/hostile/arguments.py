"""Hostile predictions in every form, names of methods, and what cannot be a file or a number in every place."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

from hostile.files import SHORT, Command, benchmark
from hostile.places import EQUAL, NAMES
from hostile.queries import ESCAPE, ORDINARY, SCHEMA


def prediction_forms(folder: Path) -> Iterator[Command]:
    """Yield runs over prediction files of every form with nonsense in each."""
    home = benchmark(folder)
    good = {"question_id": 1, "sql": ORDINARY}
    made: dict[str, bytes] = {
        "cells.csv": b"question_id,sql\n1," + b"," * 100_000 + b"\n",
        "field.csv": b'question_id,sql\n1,"' + b"x" * 300_000 + b'"\n',
        "NUL.csv": b"question_id,sql\n1,SELECT \x00\n",
        "quote.csv": b'question_id,sql\n1,"SELECT',
        "header.csv": b"question_id,sql\n",
        "noise.csv": os.urandom(5000),
        "formula.csv": b"question_id,sql\n1,=cmd|x\n=1+1,@x\n",
        "tabs.tsv": b"question_id\tsql\n1\tSELECT a\tFROM t\n",
        "lines.txt": b"\n\n\x00\n" + ORDINARY.encode(),
        "line.sql": ORDINARY.encode() + b"\x85\xe2\x80\xa8",
        "torn.jsonl": json.dumps(good).encode() + b'\n{"question_id": 1, "sq',
        "deep.jsonl": json.dumps(good).encode() + b"\n" + b'{"a":' * 60_000,
        "types.jsonl": b'{"question_id": [1], "sql": {"sql": {"sql": {"sql": {"sql": {"sql": {"sql": {}}}}}}}}\n',
        "numbers.jsonl": b'{"question_id": 1e999, "sql": NaN}\n{"question_id": ' + b"9" * 5000 + b', "sql": "x"}\n',
        "candidates.json": json.dumps([{**good, "sql": [[[[[[[[ORDINARY]]]]]]]]}]).encode(),
        "fences.json": json.dumps({"1": "```" * 9000 + ORDINARY}).encode(),
        "tildes.json": json.dumps({"1": "~~~\n" * 9000 + "```sql\n" * 900}).encode(),
        "tags.json": json.dumps({"1": "<sql>" * 9000 + "<answer>" * 900}).encode(),
        "thoughts.json": json.dumps({"1": "<think>" * 5000 + "</think>" * 5000 + ORDINARY}).encode(),
        "starts.json": json.dumps({"1": "SELECT\n" * 6000}).encode(),
        "colons.json": json.dumps({"1": ": > * " * 6000 + "SELECT"}).encode(),
        "comments.json": json.dumps({"1": "--\n" * 12_000 + "/*" * 12_000}).encode(),
        "blanks.json": json.dumps({"1": " \t" * 90_000 + "SELECT 1"}).encode(),
        "brackets.json": json.dumps({"1": "[" * 150_000}).encode(),
        "names.json": json.dumps(dict.fromkeys(NAMES, ORDINARY)).encode(),
    }
    for name, content in made.items():
        path = folder / name
        path.write_bytes(content)
        yield name, _eval(home, folder / f"run of {name}", f"m={path}")
    links = folder / "links"
    links.mkdir()
    (links / "1.sql").symlink_to(folder / "secret")
    yield "a folder with a link", _eval(home, folder / "run of links", f"m={links}")
    (links / "2.json").symlink_to(folder / "secret")
    yield "a folder with a link to answers", _eval(home, folder / "run of links to answers", str(links))
    good_file = folder / "good.json"
    good_file.write_text(json.dumps({"1": ORDINARY}))
    for place, name in enumerate(NAMES):
        yield f"method {name[:20]!r}", _eval(home, folder / f"run {place}", f"{name}={good_file}")
    for option, value in (
        ("--ex-results", "/dev/zero"),
        ("--ex-results", f"{folder}/fifo"),
        ("--ex-results", f"{folder}/good.json"),
        ("--constraints", "/dev/zero"),
        ("--constraints", f"{folder}/fifo"),
        ("--constraints", f"{folder}/good.json"),
        ("--questions", "/dev/zero"),
        ("--questions", f"{folder}/fifo"),
        ("--pred-field", "a." * 5000),
        ("--timeout", "nan"),
        ("--timeout", "inf"),
        ("--timeout", "-1"),
        ("--ex-timeout", "nan"),
        ("--bound", "1000000000"),
        ("--memory", "99999999999999999999"),
        ("--db", ESCAPE),
        ("--ids", ESCAPE),
    ):
        out = folder / f"option {option} {value.replace('/', '_')[:40]}"
        yield f"{option} {value[:40]}", [*_eval(home, out, f"m={good_file}"), option, value]
    for name, program in (
        ("silent", "true"),
        ("failing", "exit 3"),
        ("noise", "head -c 100000 /dev/urandom"),
        ("long", "yes"),
        ("slow", "sleep 1000"),
        ("lines", "yes {} | head -n 300000"),
    ):
        given = [
            *_eval(home, folder / f"program {name}", None),
            "--method",
            f"m=sh -c '{program}'",
            "--method-timeout",
            "2",
        ]
        yield f"program {name}", given


def _eval(home: Path, out: Path, prediction: str | None) -> list[str]:
    given = [] if prediction is None else ["--pred", prediction]
    return [
        "eval",
        "--data",
        str(home),
        *given,
        "--out",
        str(out),
        "--no-cache",
        "--jobs",
        "1",
        "--ex-timeout",
        "1",
        *SHORT,
    ]


def arguments(folder: Path) -> Iterator[Command]:
    """Yield what cannot be a file, or a number, in each place of each command."""
    link = folder / "link"
    link.symlink_to(link)
    places = [
        "/dev/zero",
        "/dev/full",
        "/proc/self/mem",
        str(folder / "fifo"),
        str(folder),
        str(link),
        "nowhere/x.sql",
        "x" * 10_000,
        "\x00",
        ESCAPE + ".sql",
        "CON",
        "",
    ]
    other = ["--left", ORDINARY, "--right", EQUAL]
    commands = {
        "check schema": lambda path: ["check", "--schema", path, *other, *SHORT],
        "check left": lambda path: ["check", "--schema", SCHEMA, "--left", path, "--right", EQUAL, *SHORT],
        "check certificate": lambda path: ["check", "--schema", SCHEMA, *other, "--certificate", path, *SHORT],
        "check save": lambda path: [
            "check",
            "--schema",
            SCHEMA,
            "--left",
            ORDINARY,
            "--right",
            "SELECT 1",
            "--save",
            path,
            *SHORT,
        ],
        "explain schema": lambda path: ["explain", "--schema", path, "--left", ORDINARY, *SHORT],
        "lint": lambda path: ["lint", "--schema", SCHEMA, path, *SHORT],
        "lint schema": lambda path: ["lint", "--schema", path, ORDINARY, *SHORT],
        "score": lambda path: ["score", path],
        "report": lambda path: ["report", path, "--timeout", "5"],
        "replay": lambda path: ["replay", path, *SHORT],
        "verify-certificate": lambda path: ["verify-certificate", path, "--timeout", "5"],
        "grade schema": lambda path: [
            "grade",
            "--schema",
            path,
            "--reference",
            ORDINARY,
            "--submissions",
            str(folder),
            *SHORT,
        ],
        "grade reference": lambda path: [
            "grade",
            "--schema",
            SCHEMA,
            "--reference",
            path,
            "--submissions",
            str(folder),
            *SHORT,
        ],
        "grade submissions": lambda path: [
            "grade",
            "--schema",
            SCHEMA,
            "--reference",
            ORDINARY,
            "--submissions",
            path,
            *SHORT,
        ],
        "diff schema": lambda path: ["diff", "--schema", path, *SHORT],
        "resume": lambda path: ["eval", "--out", path, "--resume", "--no-cache", "--jobs", "1"],
    }
    for name, command in commands.items():
        for path in places:
            if name == "check save" and "fifo" in path:
                continue  # a pipe that is written to waits for its reader, as everywhere
            yield f"{name} {path[:30]!r}", command(path)
    for number in ("nan", "inf", "-inf", "1e400", "0", "-1", "1e-400", "x", "9" * 400):
        for option in ("--timeout", "--work", "--bound", "--seed"):
            yield f"{option} {number[:9]}", ["check", "--schema", SCHEMA, *other, *SHORT, option, number]
        yield (
            f"selftest {number[:9]}",
            ["selftest", "--minutes", number, "--seed", "5"],
        )
        yield f"lint --timeout {number[:9]}", ["lint", "--schema", SCHEMA, ORDINARY, "--timeout", number]
    for wish in (
        "require rows(t) >= 99999999999",
        "prefer " * 5000,
        ESCAPE,
        "require a(",
        "prefer rows(t) >= 1e400",
        "\x00",
        "",
    ):
        yield f"wish {wish[:20]!r}", ["check", "--schema", SCHEMA, *other, *SHORT, "--prefer", wish]
    for now in ("nan", ESCAPE, "9999-99-99", "now", "-4713-11-24", "x" * 10_000, "\x00"):
        yield f"now {now[:20]!r}", ["check", "--schema", SCHEMA, *other, *SHORT, "--now", now]

"""Hostile certificates, submissions of a class, and git work trees."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

from hostile.files import SHORT, Command
from hostile.queries import COUNT, ESCAPE, ORDINARY, SCHEMA
from hostile.schemas import CLASSES

EQUAL = "SELECT a FROM t WHERE a >= 4"
NAMES = (
    "../../evil",
    "CON",
    "nul.sql",
    ESCAPE,
    "a\nb",
    "a\r\nb",
    "\u202eevil",
    "=cmd|' /C calc'!A0",
    "@SUM(1)",
    "<script>alert(1)</script>",
    "\\input{/etc/passwd}",
    "$(touch evil)",
    "`touch evil`",
    "; touch evil",
    "-rf",
    "--out=evil",
    "x" * 10_000,
    "\x00",
    " ",
    "",
    "%s%n",
    "{0}",
    "[red]x[/red]",
    "\ufeff",
    "\x85\u2028",
    "a,b",
    'a"b',
    "::error::x",
    "%0A::error::x",
)
"""Names of students, methods, databases and questions."""


def certificates(folder: Path, sound: dict[str, str]) -> Iterator[Command]:
    """Yield certificates that were tampered with; `sound` has the files of one with questions."""
    content = json.loads(sound["certificate.json"])
    views = CLASSES["views that double"][0]
    changed: dict[str, object] = {
        "empty": {},
        "a list": [],
        "options list": {**content, "options": [1]},
        "options empty": {**content, "options": {}},
        "semantics": {**content, "options": {**content["options"], "semantics": ESCAPE}},
        "now": {**content, "options": {**content["options"], "now": {"a": 1}}},
        "now text": {**content, "options": {**content["options"], "now": ESCAPE}},
        "kind": {**content, "kind": ["x"]},
        "kind unknown": {**content, "kind": "splendid"},
        "rows": {**content, "kind": "enough rows", "rows": {"needed": 10**9, "proved": 10**9}},
        "rows text": {**content, "kind": "enough rows", "rows": {"needed": "x", "proved": None}},
        "rows missing": {**content, "kind": "enough rows"},
        "no steps": {key: value for key, value in content.items() if key != "steps"},
        "steps": {**content, "steps": {"left": [{"rule": ESCAPE}], "right": 7}},
        "assumptions": {**content, "assumptions": 5},
        "arrangement": {**content, "arrangement": [9, -1, 10**30]},
        "arrangement texts": {**content, "arrangement": ["x", None]},
        "questions": {**content, "questions": "question-1.smt2"},
        "format": {**content, "format": 1e999},
        "schema": {**content, "schema": "nonsense"},
        "schema file": {**content, "schema": f"{folder}/secret"},
        "schema views": {**content, "schema": views, "right": "SELECT a FROM v39"},
        "queries": {**content, "left": ESCAPE, "right": ["x"]},
        "endless": {**content, "right": f"{COUNT} SELECT count(*) FROM n"},
        "attach": {**content, "schema": f"ATTACH '{folder}/evil.db' AS e;" + content["schema"]},
        "another claim": {**content, "right": "SELECT a FROM t WHERE a >= 5"},
        "deep": {**content, "right": "SELECT " + "(" * 5000 + "1" + ")" * 5000},
    }
    for name, value in changed.items():
        yield name, _verify(_certificate(folder / name, {**sound, "certificate.json": json.dumps(value)}))
    raw = {
        "noise": os.urandom(900).decode("latin-1"),
        "nested": "[" * 100_000,
        "nothing": "",
        "surrogate": '{"format": "\\ud800"}',
    }
    for name, text in raw.items():
        yield name, _verify(_certificate(folder / name, {**sound, "certificate.json": text}))
    questions = {
        "output": f'(set-option :regular-output-channel "{folder}/evil.txt")\n(echo "evil")\n',
        "diagnostics": f'(set-option :diagnostic-output-channel "{folder}/evil.txt")\n(simplify x)\n',
        "dump": f'(set-option :trace true)(set-option :trace_file_name "{folder}/evil.log")\n',
        "include": f'(include "{folder}/secret")\n(check-sat)\n',
        "exit": "(exit)\n",
        "unsat": "(assert false)\n(check-sat)\n",
        "hard": "(declare-fun x () Int)(declare-fun y () Int)"
        "(assert (= (+ (* x x x) (* y y y)) (* 114 x y 3)))(assert (> x 99))\n(check-sat)\n",
        "deep": "(assert " + "(not " * 200_000 + "false" + ")" * 200_000 + ")\n(check-sat)\n",
        "noise": "\x1b[31m\x00(((",
        "long": "(declare-const x Int)\n" * 300_000,
    }
    for name, text in questions.items():
        home = _certificate(folder / f"question {name}", {**sound, "question-1.smt2": text})
        yield f"question {name}", _verify(home)
        yield (
            f"more, question {name}",
            _verify(_certificate(folder / f"more {name}", {**sound, "question-99.smt2": text})),
        )
    for name, target in (("secret", folder / "secret"), ("zero", Path("/dev/zero")), ("pipe", folder / "fifo")):
        home = _certificate(folder / f"link to {name}", sound)
        (home / "question-2.smt2").symlink_to(target)
        yield f"link to {name}", _verify(home)
        main = _certificate(folder / f"all of it is {name}", sound)
        (main / "certificate.json").unlink()
        (main / "certificate.json").symlink_to(target)
        yield f"all of it is {name}", _verify(main)
    home = _certificate(folder / "a folder", sound)
    (home / "question-2.smt2").mkdir()
    yield "a folder", _verify(home)
    for number in range(500):
        (home / f"question-{number + 3}.smt2").write_text("(check-sat)")
    yield "many", _verify(home)


def _verify(home: Path) -> list[str]:
    return ["verify-certificate", str(home), *(["--json"] if len(home.name) % 2 else []), "--timeout", "5"]


def _certificate(home: Path, files: dict[str, str]) -> Path:
    home.mkdir()
    for name, text in files.items():
        (home / name).write_text(text, encoding="utf-8", errors="surrogatepass")
    return home


def submissions(folder: Path) -> Iterator[Command]:
    """Yield the grading of classes in which somebody means no good."""
    answers = [
        ORDINARY,
        EQUAL,
        f"{COUNT} SELECT count(*) FROM n",
        f"SELECT '{ESCAPE}' FROM t",
        "=cmd|x",
        "<script>",
        "",
        ";",
    ]
    rows = [(name, answers[place % len(answers)]) for place, name in enumerate(NAMES)]
    tables = {
        "names": rows,
        "two statements": [("a", f"{ORDINARY}; DROP TABLE t"), ("b", f"ATTACH '{folder}/evil.db' AS e")],
        "long": [("a", "SELECT " + "1," * 300_000 + "1"), ("b", ORDINARY)],
        "deep": [("a", "SELECT " + "(" * 3000 + "1" + ")" * 3000), ("b", ORDINARY)],
        "the same": [("a", ORDINARY)] * 300,
        "file": [("a", f"{folder}/secret"), ("b", f"SELECT readfile('{folder}/secret')")],
    }
    raw = {name: _table(["student", "sql"], table).encode("utf-8", "surrogatepass") for name, table in tables.items()}
    good = f'student,sql\na,"{ORDINARY}"\n'.encode()
    raw |= {
        "empty": b"",
        "header": b"student,sql\n",
        "no header": b"a,SELECT 1\n",
        "noise": good + os.urandom(5000),
        "only noise": os.urandom(5000),
        "NULs": good + bytes(10_000),
        "quote": good + b'b,"SELECT 1\n' * 3,
        "cells": good + b"," * 100_000 + b"\n" + b"x\n",
        "headers": b"student,sql,sql,student\n1,2,3,4\n",
        "field": b'student,sql\na,"' + b"x" * 300_000 + b'"\n',
        "UTF-16": good.decode().encode("utf-16"),
        "BOM": b"\xef\xbb\xbf" + good,
        "Latin-1": good + "é,SELECT 'é'\n".encode("latin-1"),
        "carriage": good.replace(b"\n", b"\r"),
    }
    for name, content in raw.items():
        path = folder / f"{name}.csv"
        path.write_bytes(content)
        out = ["--out", str(folder / f"{name} out.csv"), "--html", str(folder / f"{name}.html")]
        yield name, _grade(str(path), *(out if len(name) % 2 else []))
    home = folder / "class"
    home.mkdir()
    for place, name in enumerate(NAMES):
        if "/" not in name and "\x00" not in name and "evil" not in name and len(name) < 200:
            (home / f"{name}.sql").write_text(answers[place % len(answers)])
    (home / "not UTF-8.sql").write_bytes(b"SELECT a \xff FROM t")
    (home / "folder.sql").mkdir()
    (home / "loop.sql").symlink_to(home / "loop.sql")
    (home / "secret.sql").symlink_to(folder / "secret")
    (home / "device.sql").symlink_to("/dev/zero")
    (home / "huge.sql").touch()
    os.truncate(home / "huge.sql", 3 << 30)
    yield "a class", _grade(str(home), "--html", str(folder / "class.html"))
    os.mkfifo(home / "pipe.sql")
    yield "a class with a pipe", _grade(str(home), "--out", str(folder / "class.csv"))
    one = folder / "names.csv"
    for points in ("nan", "inf", "1e400", "-1"):
        yield f"points {points}", _grade(str(folder / "BOM.csv"), "--points", points)
    yield (
        "views",
        [
            "grade",
            "--schema",
            CLASSES["views that double"][0],
            "--reference",
            ORDINARY,
            "--submissions",
            str(one),
            *SHORT,
        ],
    )
    yield (
        "reference",
        [
            "grade",
            "--schema",
            SCHEMA,
            "--reference",
            f"SELECT '{ESCAPE}'; x",
            "--submissions",
            str(folder / "BOM.csv"),
            *SHORT,
        ],
    )


def _table(header: list[str], rows: list[tuple[str, str]]) -> str:
    out = io.StringIO()
    csv.writer(out).writerows([header, *rows])
    return out.getvalue()


def _grade(path: str, *more: str) -> list[str]:
    return ["grade", "--schema", SCHEMA, "--reference", ORDINARY, "--submissions", path, "--jobs", "1", *SHORT, *more]


def _git(home: Path, *arguments: str) -> None:
    who = ["-c", "user.name=x", "-c", "user.email=x@x", "-c", "core.fsmonitor=", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *who, *arguments], cwd=home, check=True, capture_output=True)


def work_trees(folder: Path) -> Iterator[Command]:
    """Yield comparisons of versions in git work trees that mean no good; the tree is named by `--folder`."""
    old = f"{ORDINARY};\n"
    trees: dict[str, tuple[dict[str, str], dict[str, str | bytes]]] = {
        "endless": ({"q.sql": old}, {"q.sql": f"{COUNT} SELECT count(*) FROM n;"}),
        "escapes": ({f"{ESCAPE}.sql": old}, {f"{ESCAPE}.sql": f"SELECT '{ESCAPE}' FROM t;"}),
        "commands": ({"%0A::error::x,y.sql": old}, {"%0A::error::x,y.sql": "SELECT '\n::error::x' FROM t;"}),
        "option": ({"--output=bad.sql": old}, {"--output=bad.sql": "SELECT 1;"}),
        "newline": ({"a\nb.sql": old}, {"a\nb.sql": "SELECT 1;"}),
        "markup": ({"<script>.sql": old}, {"<script>.sql": "SELECT ']]>' FROM t;"}),
        "many": ({"q.sql": old * 300}, {"q.sql": "SELECT 1;\n" * 300}),
        "alternating": (
            {"q.sql": "".join(f"SELECT {n % 3};\n" for n in range(1500))},
            {"q.sql": "".join(f"SELECT {n % 5};\n" for n in range(1500))},
        ),
        "brackets": ({"q.sql": old}, {"q.sql": "[" * 190_000}),
        "long": ({"q.sql": old}, {"q.sql": "SELECT " + "1," * 200_000 + "1;"}),
        "not UTF-8": ({"q.sql": old, "r.sql": old}, {"q.sql": b"SELECT \xff;", "r.sql": "SELECT 2;"}),
        "NULs": ({"q.sql": old}, {"q.sql": bytes(1000)}),
        "nonsense": ({"q.sql": old}, {"q.sql": "'\"`[/*"}),
    }
    for number, (name, (before, after)) in enumerate(trees.items()):
        home = _tree(folder / name, before)
        for file, text in after.items():
            (home / file).write_bytes(text if isinstance(text, bytes) else text.encode())
        form = ("text", "json", "github", "sarif", "junit")
        for kind in (form[number % 5], form[(number + 2) % 5]):
            yield f"{name}, {kind}", _diff(home, "--format", kind)
    home = _tree(folder / "links", {f"{name}.sql": old for name in ("secret", "zero", "pipe", "folder", "gone")})
    for name, target in (("secret", folder / "secret"), ("zero", Path("/dev/zero"))):
        (home / f"{name}.sql").unlink()
        (home / f"{name}.sql").symlink_to(target)
    for name in ("pipe", "folder", "gone"):
        (home / f"{name}.sql").unlink()
    os.mkfifo(home / "pipe.sql")
    (home / "folder.sql").mkdir()
    yield "links", _diff(home)
    programs = _programs(folder)
    yield "programs", _diff(programs)
    yield "programs, staged", _diff(_programs(folder, staged=True))
    for name, remote in (
        ("ext", {"url": f"ext::sh -c touch% {folder}/evil"}),
        ("upload", {"url": str(programs), "uploadpack": f"touch {folder}/evil; git-upload-pack"}),
        ("ssh", {"url": "ssh://localhost/x"}),
    ):
        yield f"promised, {name}", _diff(_promised(folder / f"promised {name}", remote, f"touch {folder}/evil; false"))
    for name in ("HEAD", "config", "index", "packed-refs", "info/attributes"):
        for kind in ("pipe", "zero", "noise"):
            yield f"git's {kind} {name}", _diff(_damaged(folder / f"{kind} {name.replace('/', ' ')}", name, kind))
    for against in ("--output=evil", "-h", "nowhere", "", ESCAPE, "HEAD:q.sql", "HEAD@{1 day ago}", "x" * 10_000):
        yield f"against {against[:20]!r}", _diff(programs, "--against", against)
    for path in ("../../..", ESCAPE, ":(exclude)*", "--output=evil", "x" * 10_000):
        yield f"path {path[:20]!r}", [*_diff(programs), "--", path]
    (folder / "plain").mkdir()
    yield "no work tree", _diff(folder / "plain")
    yield "views", ["diff", "--schema", CLASSES["views that double"][0], *SHORT]


def _programs(folder: Path, *, staged: bool = False) -> Path:
    """Return a work tree whose repository names programs wherever it can."""
    home = _tree(folder / f"programs {staged}", {"q.sql": f"{ORDINARY};\n"})
    (home / "q.sql").write_text("SELECT 2;")
    (home / ".gitattributes").write_text("*.sql diff=x filter=x merge=x text eol=crlf ident\n")
    (home / ".git" / "info" / "attributes").write_text("*.sql filter=x\n")
    if staged:
        _git(home, "add", "-A")
    evil = f"touch {folder}/evil"
    for hook in ("post-index-change", "post-checkout", "pre-auto-gc", "reference-transaction", "fsmonitor-watchman"):
        path = home / ".git" / "hooks" / hook
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\n{evil}\n")
        path.chmod(0o755)
    for key in (
        "diff.external",
        "diff.x.textconv",
        "diff.x.command",
        "filter.x.clean",
        "filter.x.smudge",
        "filter.x.process",
        "merge.x.driver",
        "core.fsmonitor",
        "core.pager",
        "pager.diff-index",
        "core.sshCommand",
        "core.editor",
        "core.askPass",
        "core.alternateRefsCommand",
        "credential.helper",
        "alias.diff-index",
        "alias.ls-files",
        "gpg.program",
    ):
        _git(home, "config", key, f"!{evil}" if "alias" in key or "credential" in key else evil)
    _git(home, "config", "filter.x.required", "true")
    return home


def _promised(home: Path, remote: dict[str, str], command: str) -> Path:
    """Return a work tree whose repository lacks what a remote is said to have."""
    _tree(home, {"q.sql": f"{ORDINARY};\n"})
    (home / "q.sql").write_text("SELECT 2;")
    stored = subprocess.run(["git", "rev-parse", "HEAD:q.sql"], cwd=home, capture_output=True, text=True, check=True)
    digest = stored.stdout.strip()
    (home / ".git" / "objects" / digest[:2] / digest[2:]).unlink()
    for key, value in remote.items():
        _git(home, "config", f"remote.origin.{key}", value)
    for key, value in (
        ("remote.origin.promisor", "true"),
        ("remote.origin.partialclonefilter", "blob:none"),
        ("extensions.partialClone", "origin"),
        ("core.repositoryformatversion", "1"),
        ("protocol.ext.allow", "always"),
        ("protocol.allow", "always"),
        ("core.sshCommand", command),
    ):
        _git(home, "config", key, value)
    return home


def _damaged(home: Path, name: str, kind: str) -> Path:
    """Return a work tree in whose repository one file is another thing."""
    _tree(home, {"q.sql": f"{ORDINARY};\n"})
    (home / "q.sql").write_text("SELECT 2;")
    path = home / ".git" / name
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "zero":
        path.symlink_to("/dev/zero")
    else:
        path.write_bytes(os.urandom(3000))
    return home


def _tree(home: Path, files: dict[str, str]) -> Path:
    home.mkdir()
    _git(home, "init", "-q")
    for name, text in files.items():
        (home / name).write_text(text)
    _git(home, "add", "-A")
    _git(home, "commit", "-q", "-m", "x")
    return home


def _diff(home: Path, *more: str) -> list[str]:
    return ["--in", str(home), "diff", "--schema", SCHEMA, "--jobs", "1", *SHORT, *more]

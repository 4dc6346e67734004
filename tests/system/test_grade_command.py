"""`spotit grade`: a class's answers as CSV and as a page."""

from __future__ import annotations

import csv
import io
import subprocess
import sys
from pathlib import Path

DDL = "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, s TEXT)"
ANSWERS = {
    "ada": "SELECT COUNT(t.a) FROM t;",
    "bob": "SELECT COUNT(*) FROM t",
    "cy": "SELECT 1 FROM t",
    "dee": "SELECT nothing FROM t",
    "<b>eve": "SELECT COUNT(a) FROM t WHERE 1 = 1",
}


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "spotit", "grade", "--schema", DDL, "--reference", "SELECT COUNT(a) FROM t"]
    words = [*command, "--bound", "2", "--jobs", "1", *map(str, arguments)]
    return subprocess.run(words, capture_output=True, encoding="utf-8", timeout=120, check=False)


def test_a_folder_is_graded(tmp_path: Path) -> None:
    folder = tmp_path / "answers"
    folder.mkdir()
    for name, sql in ANSWERS.items():
        (folder / f"{name}.sql").write_text(sql)
    done = run("--submissions", folder, "--out", tmp_path / "g.csv", "--html", tmp_path / "g.html", "--points", 4)
    assert done.returncode == 0, done.stderr
    rows = {row["student"]: row for row in csv.DictReader(io.StringIO((tmp_path / "g.csv").read_text()))}
    assert {name: row["points"] for name, row in rows.items()} == {
        "ada": "4",
        "bob": "2",
        "cy": "0",
        "dee": "0",
        "<b>eve": "4",
    }
    assert (rows["bob"]["verdict"], rows["bob"]["grade"]) == ("different", "nulls")
    page = (tmp_path / "g.html").read_text()
    assert "&lt;b&gt;eve" in page and "<b>" not in page and page.count("<h2") == 5 and "<script" not in page


def test_a_csv_is_graded(tmp_path: Path) -> None:
    file = tmp_path / "answers.csv"
    file.write_text('Name,Query\nada,SELECT COUNT(a) FROM t\n=cmd(),"SELECT COUNT(a)\nFROM t"\nnone,\n')
    done = run("--submissions", file)
    rows = list(csv.reader(io.StringIO(done.stdout)))
    assert [row[:3] for row in rows[1:]] == [
        ["ada", "1", "equivalent"],
        ["'=cmd()", "1", "equivalent"],
        ["none", "0", "invalid"],
    ]
    file.write_text("who,what\na,b\n")
    assert "no columns student and sql" in run("--submissions", file).stderr
    (tmp_path / "empty").mkdir()
    assert "there are no answers" in run("--submissions", tmp_path / "empty").stderr

"""SQL under version control: `spotit diff`, its formats, the Action's script, the hooks and the pytest plugin."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from spotit.ci.changes import ChangedQuery, NotCompared, changed_queries
from spotit.ci.formats import Format, written
from spotit.ci.placed import FAIL_ON, PlacedVerdict
from spotit.verdict import Invalid

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, s TEXT);\n"
OLD = "SELECT a FROM t WHERE a > 1;\n\n-- names\nSELECT s FROM t;\nCREATE VIEW v AS SELECT id FROM t;\n"
NEW = "SELECT a FROM t WHERE a >= 2;\n\n-- all names\nSELECT DISTINCT s FROM t;\nCREATE VIEW v AS SELECT id FROM t;\n"


def git(folder: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main"]
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return a work tree with one changed file."""
    folder = tmp_path / "project"
    (folder / "queries").mkdir(parents=True)
    (folder / "schema.sql").write_text(SCHEMA)
    (folder / "queries/a query.sql").write_text(OLD)
    (folder / "queries/same.sql").write_text("SELECT 1;\n")
    git(folder, "init")
    git(folder, "add", ".")
    git(folder, "commit", "-m", "first")
    (folder / "queries/a query.sql").write_text(NEW)
    (folder / "queries/new.sql").write_text("SELECT 2;\n")
    git(folder, "add", ".")
    return folder


def spotit(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "spotit", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, encoding="utf-8", timeout=120, check=False
    )


def diff(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return spotit(folder, "diff", "--schema", "schema.sql", "--bound", "2", "--jobs", "1", *arguments)


def test_changed_queries_are_compared_with_their_older_versions(project: Path) -> None:
    done = diff(project, "queries")
    assert done.returncode == 1, done.stderr
    assert "queries/a query.sql:1: equivalent" in done.stdout
    assert "queries/a query.sql:4: different: The queries differ" in done.stdout
    assert "    INSERT INTO" in done.stdout
    assert "queries/new.sql:1: not compared: the file is new" in done.stdout
    assert "same.sql" not in done.stdout
    assert done.stdout.endswith("2 changed queries: 1 proved to mean the same, 1 failed.\n")
    assert diff(project, "--fail-on", "undecided", "queries").returncode == 0
    assert diff(project, "--semantics", "set", "queries").returncode == 0
    assert diff(project / "queries", "--schema", "../schema.sql", "a query.sql").returncode == 1


def test_files_may_be_moved_changed_and_gone_without_being_staged(project: Path) -> None:
    git(project, "commit", "-m", "second")
    for name in ("moved", "linked", "left"):
        (project / name).mkdir()
        (project / name / "q.sql").write_text(OLD)
    git(project, "add", ".")
    git(project, "commit", "-m", "third")
    git(project, "mv", "moved/q.sql", "moved/r.sql")
    (project / "moved/r.sql").write_text(OLD.replace("> 1", "> 2"))
    (project / "queries/same.sql").write_text("SELECT 1 + 0;\r\n")
    (project / "queries/new.sql").unlink()
    (project / "linked").rename(project / "elsewhere")
    (project / "elsewhere/q.sql").write_text("SELECT 5;")
    (project / "linked").symlink_to("elsewhere")
    (project / "left/q.sql").write_text(OLD.replace("\n", "\r\n"))
    said = diff(project, "--semantics", "set").stdout
    assert "moved/r.sql:1: different" in said
    assert "queries/same.sql:1: equivalent" in said
    assert "queries/new.sql:1: not compared: the file is gone" in said
    assert "linked/q.sql:1: not compared: the file is gone" in said
    assert "left/q.sql" not in said
    assert "elsewhere" not in said


def test_an_older_version_that_is_missing_is_no_passed_check(project: Path) -> None:
    stored = subprocess.run(["git", "rev-parse", "HEAD:queries/a query.sql"], cwd=project, capture_output=True)
    digest = stored.stdout.decode().strip()
    (project / ".git/objects" / digest[:2] / digest[2:]).unlink()
    done = diff(project, "queries")
    assert done.returncode == 2
    assert "git" in done.stderr


def test_wrong_usage_is_told(project: Path, tmp_path: Path) -> None:
    for arguments, said in (
        (("--against", "nowhere"), "there is no such version"),
        (("--against", "--output=x"), "there is no such version"),
        (("--fail-on", "diferent"), "no verdict is called diferent"),
    ):
        done = diff(project, *arguments)
        assert done.returncode == 2 and said in done.stderr, done.stderr
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "schema.sql").write_text(SCHEMA)
    assert "git" in diff(outside).stderr


def test_every_format_can_be_read(project: Path) -> None:
    lines = [json.loads(line) for line in diff(project, "--format", "json").stdout.splitlines()]
    places = [("queries/a query.sql", 1), ("queries/a query.sql", 4), ("queries/new.sql", 1)]
    assert [(line["path"], line["line"]) for line in lines] == places
    assert lines[0]["verdict"].startswith("equivalent")
    assert [line["verdict"] for line in lines[1:]] == ["different", None]
    (annotation,) = diff(project, "--format", "github").stdout.splitlines()
    assert annotation.startswith("::error file=queries/a query.sql,line=4,title=SpotIt%3A different::left:  SELECT s")
    log = json.loads(diff(project, "--format", "sarif").stdout)
    assert [result["level"] for result in log["runs"][0]["results"]] == ["none", "error"]
    done = diff(project, "--format", "junit", "--out", "spotit.xml")
    assert done.stdout == "" and done.returncode == 1
    suite = ElementTree.parse(project / "spotit.xml").getroot()[0]
    assert (suite.get("tests"), suite.get("failures"), len(suite.findall("testcase/failure"))) == ("2", "1", 1)


def test_no_character_of_a_query_acts_in_a_format() -> None:
    text = "x\r\n::error::y\x00\x1b[31m<&>\"'%0A ]]>"
    outcome = PlacedVerdict("a,b:c%\n.sql", 3, Invalid("right", text, queries=(text, text)), text, text)
    lines = written([outcome], [], Format.GITHUB, FAIL_ON).splitlines()
    assert len(lines) == 1 and lines[0].startswith("::error file=a%2Cb%3Ac%25%0A.sql,line=3,")
    case = ElementTree.fromstring(written([outcome], [], Format.JUNIT, FAIL_ON).encode())[0][0]
    assert case.get("name") == "a,b:c%\n.sql:3" or "a,b:c%" in (case.get("name") or "")
    assert json.loads(written([outcome], [], Format.SARIF, FAIL_ON))["version"] == "2.1.0"


def test_statements_are_paired_by_their_neighbours() -> None:
    old = "SELECT 1; SELECT 2; DELETE FROM t; SELECT 4;"
    new = "select 1;\nSELECT 20;\nSELECT 4;\nSELECT 5"
    found = list(changed_queries("f", old, new))
    assert found == [
        ChangedQuery("f", 2, "SELECT 2", "SELECT 20"),
        NotCompared("f", 2, "a statement is gone"),
        NotCompared("f", 4, "the statement is new"),
    ]
    (view,) = changed_queries("f", "CREATE VIEW v AS SELECT 1", "CREATE VIEW v AS SELECT 2")
    assert isinstance(view, ChangedQuery) and view.new == "SELECT 2"
    (other,) = changed_queries("f", "DELETE FROM t", "DELETE FROM u")
    assert other == NotCompared("f", 1, "it is no query")


def test_pairs_fail_on_what_is_asked_for(tmp_path: Path) -> None:
    pair = {"id": 1, "schema": SCHEMA, "left": "SELECT a FROM t", "right": "SELECT s FROM t"}
    (tmp_path / "pairs.jsonl").write_text(json.dumps(pair) + "\n{}\n")
    arguments = ("check", "--pairs", "pairs.jsonl", "--json", "--bound", "2")
    assert spotit(tmp_path, *arguments).returncode == 0
    assert spotit(tmp_path, *arguments, "--fail-on", "different").returncode == 1
    assert spotit(tmp_path, *arguments, "--fail-on", "invalid").returncode == 1
    assert spotit(tmp_path, *arguments, "--fail-on", "undecided,unsupported").returncode == 0


@pytest.mark.skipif(os.name == "nt", reason="a POSIX script")
def test_the_script_of_the_action_runs(project: Path, tmp_path: Path) -> None:
    git(project, "commit", "-m", "second")
    git(tmp_path, "clone", "--quiet", str(project), "clone")
    clone = tmp_path / "clone"
    inputs = {
        "SCHEMA": "schema.sql",
        "AGAINST": "HEAD~1",
        "PATHS": "queries",
        "FAIL_ON": "different",
        "FORMAT": "github",
    }
    environment = {**os.environ, **{f"SPOTIT_{key}": value for key, value in inputs.items()}}
    environment |= {"PYTHONPATH": str(ROOT / "src"), "SPOTIT_ARGUMENTS": "--bound 2 --jobs 1", "SPOTIT_OUT": ""}
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    command = ["sh", str(ROOT / "scripts/action")]
    done = subprocess.run(command, cwd=clone, env=environment, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 1 and done.stdout.startswith("::error file=queries/a query.sql,line=4"), done.stderr
    hostile = {**environment, "SPOTIT_SCHEMA": "$(touch hacked)", "SPOTIT_PATHS": "; touch hacked"}
    subprocess.run(command, cwd=clone, env=hostile, capture_output=True, check=False)
    assert not (clone / "hacked").exists()


def test_the_hooks_are_read_by_pre_commit(project: Path) -> None:
    client = pytest.importorskip("pre_commit.clientlib", reason="pre-commit is not installed")
    hooks = {hook["id"]: hook for hook in client.load_manifest(str(ROOT / ".pre-commit-hooks.yaml"))}
    assert set(hooks) == {"spotit-diff", "spotit-lint"}
    _, *diff_words = hooks["spotit-diff"]["entry"].split()
    changed = spotit(
        project, *diff_words, "--schema", "schema.sql", "--bound", "2", "queries/a query.sql", "queries/new.sql"
    )
    assert changed.returncode == 1 and "different" in changed.stdout
    _, *lint_words = hooks["spotit-lint"]["entry"].split()
    assert spotit(project, *lint_words, "--schema", "schema.sql", "queries/same.sql").returncode == 0


def test_pre_commit_runs_the_hooks(project: Path, tmp_path: Path) -> None:
    client = pytest.importorskip("pre_commit.clientlib", reason="pre-commit is not installed")
    hooks = [
        # What is at hand is run, and not what pre-commit would install: everything else is as in the manifest.
        {key: hook[key] for key in ("id", "name", "entry", "types", "require_serial")}
        | {"language": "system", "args": ["--schema", "schema.sql"]}
        for hook in client.load_manifest(str(ROOT / ".pre-commit-hooks.yaml"))
    ]
    (project / ".pre-commit-config.yaml").write_text(json.dumps({"repos": [{"repo": "local", "hooks": hooks}]}))
    (tmp_path / "spotit").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m spotit "$@"\n')
    (tmp_path / "spotit").chmod(0o755)
    git(project, "add", ".")
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PRE_COMMIT_HOME": str(tmp_path / "home")}
    environment["PATH"] = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    command = [sys.executable, "-m", "pre_commit", "run"]
    done = subprocess.run(command, cwd=project, env=environment, capture_output=True, encoding="utf-8", check=False)
    told = {line.partition(".")[0]: line.rsplit(".", 1)[1] for line in done.stdout.splitlines() if "...." in line}
    assert told == {
        "SpotIt, changed queries mean the same": "Failed",
        "SpotIt, seldom meant SQL": "Passed",
    }, done.stdout + done.stderr
    assert "different" in done.stdout and "SELECT DISTINCT s" in done.stdout


PAGE = (ROOT / "docs/how-to/for-sql-engineers.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_the_page_for_engineers_names_what_there_is(project: Path) -> None:
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed; it comes with pre-commit")
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    step, hook = (yaml.safe_load(block) for block in blocks("yaml"))
    assert set(step[1]["with"]) <= set(action["inputs"])
    needed = {name for name, one in action["inputs"].items() if one.get("required")}
    assert needed <= set(step[1]["with"])
    known = [one["id"] for one in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())]
    assert {one["id"] for one in hook[0]["hooks"]} <= set(known)


def test_the_commands_of_the_page_for_engineers_run(project: Path) -> None:
    git(project, "update-ref", "refs/remotes/origin/main", "HEAD")
    commands = re.findall(r"`spotit (diff[^`]+)`", PAGE)
    assert commands
    for command in commands:
        for shape in ("text", "json", "github", "sarif", "junit"):
            done = spotit(project, *command.split(), "--format", shape)
            assert done.returncode == 1 and "Traceback" not in done.stderr, done.stderr


def test_the_test_of_the_page_for_engineers_passes(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\nspotit_schema = schema.sql\n")
    (tmp_path / "schema.sql").write_text(SCHEMA)
    (tmp_path / "test_page.py").write_text("\n".join(blocks("python")))
    done = pytest_run(tmp_path)
    assert done.returncode == 0 and "1 passed" in done.stdout, done.stdout + done.stderr


def pytest_run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    plugin = ["-p", "no:spotit", "-p", "spotit.integrations.pytest_plugin", "-p", "no:cacheprovider", "-p", "no:xdist"]
    command = [sys.executable, "-m", "pytest", "-v", *plugin, "-c", "pytest.ini", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, encoding="utf-8", timeout=120, check=False
    )


def test_the_pytest_plugin(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\nspotit_schema = schema.sql\n")
    (tmp_path / "schema.sql").write_text(SCHEMA)
    pairs = {
        "same": "-- left\nSELECT a FROM t\n-- right\nSELECT t.a FROM t\n",
        "other": "-- schema: schema.sql\n-- bound: 2\n-- left\nSELECT a FROM t\n-- right\nSELECT s FROM t\n",
        "meant": "-- expect: different\n-- left\nSELECT a FROM t\n-- right\nSELECT s FROM t\n",
        "odd": "-- bount: 2\n-- left\nSELECT a FROM t\n-- right\nSELECT s FROM t\n",
    }
    for name, text in pairs.items():
        (tmp_path / f"{name}.sqlpair").write_text(text)
    (tmp_path / "test_own.py").write_text(
        "SQL = 'SELECT a FROM t'\n"
        "def test_same(assert_equivalent):\n    assert_equivalent(SQL, 'SELECT t.a FROM t', bound=2)\n"
        "def test_other(assert_equivalent):\n    assert_equivalent(SQL, 'SELECT s FROM t', 'schema.sql')\n"
    )
    done = pytest_run(tmp_path)
    lines = [line.split() for line in done.stdout.splitlines() if "::" in line and "%" in line]
    results = {words[0].rpartition("::")[2]: words[1] for words in lines}
    passed, failed = {"same", "meant", "test_same"}, {"other", "odd", "test_other"}
    assert results == dict.fromkeys(passed, "PASSED") | dict.fromkeys(failed, "FAILED"), done.stdout + done.stderr
    assert "The queries differ" in done.stdout and 'INSERT INTO "t"' in done.stdout
    assert "unknown remark bount" in done.stdout

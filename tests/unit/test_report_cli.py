"""`spotit report` and `spotit lint` as commands."""

import json

import pytest
import typer
from typer.testing import CliRunner

from report_fixture import LIBRARY, make_run
from spotit.cli.lint import lint_command, statements
from spotit.cli.report import report_command

app = typer.Typer()
app.command("report")(report_command)
app.command("lint")(lint_command)


def call(*arguments):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_report_writes_the_page_into_the_run(tmp_path):
    root = make_run(tmp_path / "run", questions=4)
    result = call("report", root)
    assert result.exit_code == 0
    assert (root / "report.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def test_report_writes_every_format(tmp_path):
    root = make_run(tmp_path / "run", questions=4)
    result = call(
        "report", root, "--html", tmp_path / "a.html", "--markdown", tmp_path / "a.md", "--latex", tmp_path / "a.tex",
        "--csv", tmp_path / "tables",
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    assert "toprule" in (tmp_path / "a.tex").read_text()
    assert (tmp_path / "a.md").read_text().startswith("# SpotIt report")
    assert (tmp_path / "tables" / "outcomes.csv").read_bytes().startswith(b"\xef\xbb\xbfquestion_id,")
    assert result.output.count("wrote ") == len(list((tmp_path / "tables").iterdir())) + 3


def test_report_of_no_run_says_so(tmp_path):
    result = call("report", tmp_path)
    assert result.exit_code == 2
    assert "not a run directory" in result.output


def test_lint_prints_the_place():
    result = call("lint", "--schema", LIBRARY, "SELECT id FROM author\nWHERE born > '1971'")
    assert result.exit_code == 1
    assert result.output.startswith("<query 1>:2:7: wrong: constant-comparison: `born > '1971'` is always true")
    assert "    WHERE born > '1971'\n          ^^^^^^^^^^^^^" in result.output


def test_lint_reads_files_of_several_statements_as_json(tmp_path):
    file = tmp_path / "queries.sql"
    file.write_text("SELECT 'a;b' FROM book; -- one; two\nSELECT title FROM book LIMIT 1;\n")
    result = call("lint", "--schema", LIBRARY, "--json", file)
    assert result.exit_code == 1
    (found,) = map(json.loads, result.output.splitlines())
    assert (found["statement"], found["name"], found["severity"], found["text"]) == (
        2,
        "limit-without-order",
        "risk",
        "1",
    )


@pytest.mark.parametrize(("sql", "code"), [("SELECT title FROM book", 0), ("SELEC", 2), ("SELECT 1 FROM", 2)])
def test_lint_exit_codes(sql, code):
    assert call("lint", "--schema", LIBRARY, sql).exit_code == code


def test_hints_do_not_fail():
    result = call("lint", "--schema", LIBRARY, "SELECT title FROM book ORDER BY price LIMIT 1")
    assert (result.exit_code, "hint: limit-ties" in result.output) == (0, True)


def test_lint_lists_itself():
    assert "count-else (wrong)" in call("lint", "--list").output


def test_lint_without_arguments_is_a_usage_error():
    assert call("lint").exit_code == 2


def test_statements_are_split_outside_strings_and_comments():
    assert [s.text for s in statements("a; 'x;y' /* ; */ b ;; -- ;\n")] == ["a", "'x;y' /* ; */ b"]

"""`spotit replay` on witness files."""

import json

import pytest
import typer
from typer.testing import CliRunner

from spotit.cli.replay import replay_command
from spotit.errors import UsageError
from spotit.options import Semantics
from spotit.search.witness.replay import read_witness, replay

SCRIPT = """CREATE TABLE "t" ("id" INTEGER PRIMARY KEY, "x" TEXT);
INSERT INTO "t" ("id", "x") VALUES (1, 'it''s');
INSERT INTO "t" ("id", "x") VALUES (2, NULL);
"""
LEFT = "SELECT id FROM t -- all\nORDER BY id"
RIGHT = "SELECT id FROM t WHERE x = 'it''s'"

app = typer.Typer()
app.command()(replay_command)


def witness(left, right):
    return f"-- semantics: bag; engine: any\n{SCRIPT}\n-- left: gold\n{left};\n-- right: prediction\n{right};\n"


def run(path, *options):
    return CliRunner().invoke(app, [str(path), *options])


def test_queries_below_marks():
    stored = read_witness(witness(LEFT, RIGHT))
    assert (stored.left_sql, stored.right_sql, stored.semantics) == (LEFT, RIGHT, Semantics.BAG)
    result = replay(stored)
    assert (result.left.rows, result.right.rows, result.agree) == (((1,), (2,)), ((1,),), False)


def test_command(tmp_path):
    file = tmp_path / "w.sql"
    file.write_text(witness(LEFT, RIGHT))
    shown = run(file)
    assert shown.exit_code == 1
    assert "left: 2 rows" in shown.stdout
    assert "The results differ." in shown.stdout
    found = json.loads(run(file, "--json").stdout)
    assert found["left_result"] == {"columns": ["id"], "rows": [[1], [2]]}
    assert found["agree"] is False


def test_a_failure_is_replayed(tmp_path):
    file = tmp_path / "w.sql"
    file.write_text(witness(LEFT, "SELECT abs(-9223372036854775808 + 0 * id) FROM t"))
    shown = run(file)
    assert shown.exit_code == 1
    assert "right: error: integer overflow" in shown.stdout
    assert json.loads(run(file, "--json").stdout)["right_result"] == {"error": "integer overflow"}


def test_agreement_exits_with_0(tmp_path):
    file = tmp_path / "w.sql"
    file.write_text(witness(LEFT, LEFT))
    assert run(file).exit_code == 0


@pytest.mark.parametrize("text", ["", "CREATE TABLE t(x);", '-- left: "SELECT 1"\n', "-- semantics: magic\n"])
def test_what_is_no_witness(text, tmp_path):
    with pytest.raises(UsageError):
        read_witness(text)
    file = tmp_path / "w.sql"
    file.write_text(text)
    assert run(file).exit_code == 2


def test_a_query_that_fails_or_writes_is_told(tmp_path):
    file = tmp_path / "w.sql"
    for query in ("SELECT nothing FROM t", "DELETE FROM t", "PRAGMA user_version"):
        file.write_text(witness(LEFT, query))
        assert run(file).exit_code == 2
    assert run(tmp_path / "absent.sql").exit_code == 2

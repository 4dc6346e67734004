"""Prediction files in every form, joined by id."""

import json

import pytest

from spotit.errors import UsageError
from spotit.evaluate.predictions import MAX_SQL, clean, join, parse_answers, read_answers
from spotit.evaluate.records import Question

QUESTIONS = [Question(i, "db", f"question {i}", "SELECT 1") for i in (0, 1, 5)]


LINES = [q.question_id for q in QUESTIONS]


def joined(text, selected=QUESTIONS):
    predictions, counts = join("m", parse_answers(text), LINES, selected)
    return {p.question_id: p.sql for p in predictions}, counts


@pytest.mark.parametrize(
    "text",
    [
        '{"0": "SELECT 0\\t----- bird -----\\tdb", "1": "SELECT 1", "5": "SELECT 5"}',
        '{"5": "SELECT 5", "1": {"sql": "SELECT 1"}, "0": "SELECT 0"}',
        '[{"question_id": 5, "sql": "SELECT 5"}, {"question_id": 0, "sql": "SELECT 0"}, '
        '{"id": "1", "SQL": "SELECT 1"}]',
        '{"id": 1, "prediction": "SELECT 1"}\n{"id": 5, "pred": "SELECT 5"}\n\n'
        '{"id": 0, "predicted_sql": "SELECT 0"}\n',
        '["SELECT 0", "SELECT 1", "SELECT 5"]',
        "SELECT 0\nSELECT 1\tdb\nSELECT 5\n",
    ],
    ids=["bird", "mapping", "records", "json-lines", "list", "lines"],
)
def test_every_form_is_joined_by_id(text):
    sql, counts = joined(text)
    assert sql == {0: "SELECT 0", 1: "SELECT 1", 5: "SELECT 5"}
    assert (counts.found, counts.problem) == (3, None)


def test_missing_extra_duplicate_and_empty_are_counted():
    sql, counts = joined('{"0": "SELECT 0", "0": "SELECT 9", "5": " ", "77": "SELECT 7"}')
    assert sql == {0: "SELECT 0", 1: None, 5: None}
    assert (counts.found, counts.missing, counts.extra, counts.duplicate, counts.empty) == (1, 1, 1, 1, 1)


def test_extra_means_unknown_to_the_benchmark_not_just_unselected():
    _, counts = joined('{"0": "SELECT 0", "1": "SELECT 1", "5": "SELECT 5"}', selected=QUESTIONS[:1])
    assert (counts.found, counts.extra) == (1, 0)


def test_lines_without_ids_must_cover_the_question_file():
    sql, counts = joined("SELECT 0\nSELECT 1\n")
    assert set(sql.values()) == {None}
    assert "2 lines without ids for 3 questions" in counts.problem


def test_positions_are_never_taken_for_ids():
    sql, counts = joined('{"0": "SELECT 0", "1": "SELECT 1", "2": "SELECT 5"}')
    assert sql[5] is None
    assert "look like positions" in counts.problem


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   \n",
        "{",
        "[1, 2]",
        '[{"sql": "SELECT 1"}]',
        "[" * 100_000,
        '{"a": 1}\nnot json',
        '{"x": "y"}\n[1]',
    ],
)
def test_nonsense_is_a_problem_not_an_exception(text):
    sql, counts = joined(text)
    assert counts.problem
    assert set(sql.values()) == {None}


def test_binary_junk_is_a_problem(tmp_path):
    (tmp_path / "p.json").write_bytes(bytes(range(256)) * 10)
    assert "UTF-8" in read_answers(tmp_path / "p.json").problem


def test_a_missing_file_is_an_error(tmp_path):
    with pytest.raises(UsageError, match="cannot read"):
        read_answers(tmp_path / "none.json")


def test_a_folder_of_sql_files_is_keyed_by_name(tmp_path):
    (tmp_path / "5.sql").write_text("SELECT 5\n")
    predictions, _ = join("m", read_answers(tmp_path), LINES, QUESTIONS)
    assert [p.sql for p in predictions] == [None, None, "SELECT 5"]


def test_an_oversized_prediction_is_not_kept():
    sql, counts = joined(json.dumps({"0": "x" * (MAX_SQL + 1)}))
    assert (sql[0], counts.oversized) == (None, 1)


def test_cleaning_keeps_the_query():
    assert clean("SELECT 'a\ud800'", "db") == "SELECT 'a?'"
    assert clean("SELECT 1\t----- bird -----\tdb", "db") == "SELECT 1"
    assert clean("SELECT '\tx' AS db", "db") == "SELECT '\tx' AS db"

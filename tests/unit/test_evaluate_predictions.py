"""Prediction files in every form, joined by id."""

import json

import pytest

from spotit.errors import UsageError
from spotit.evaluate.answers.predictions import MAX_SQL, clean, join, parse_answers, read_answers, require_queries
from spotit.evaluate.answers.query_in_text import query_in
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


Q = "SELECT a FROM t WHERE b = 'x; y'"


@pytest.mark.parametrize(
    "text",
    [
        f"```sql\n{Q}\n```",
        f"```\n{Q};\n```\nThis returns a.",
        f"Let me see.\n\n```sql\nSELECT wrong FROM first_try\n```\nNo, better:\n```sqlite\n{Q}\n```\nDone.",
        f"```sql {Q} ```",
        f"```sql\n{Q}",
        f"<think>First I SELECT something.\nSELECT 1</think>\n{Q}",
        f"I think, without an opening.</think>\n\n```sql\n{Q}\n```",
        f"<think>hm</think><answer>{Q}</answer>",
        f"<sql>\n{Q}\n</sql>",
        f"The query is:\n\n{Q};\n\nIt selects a.",
        f"SQL: {Q}",
        f"To answer this, we need column a.\n{Q}",
        f"-- the answer\n{Q}",
        Q,
        f"{Q} ; ; ",
        f"```sql\n{Q}\n```\n```python\nprint(1)\n```",
        f"```sql\n{Q}\n```\nOutput:\n```\n| a |\n| 1 |\n```",
        f'```json\n{{"why": "SELECT 1", "sql": "{Q}"}}\n```',
        f'{{"reasoning": "SELECT 1", "sql": "{Q}"}}',
        f"{Q}\n<think>was that right? SELECT 2",
        f"<think>a</think>SELECT 0<think>b</think>{Q}",
        f"**SQL Query:** {Q}",
        f"SQLQuery: {Q}\nSQLResult: 5\nAnswer: five",
        f"Step 1:\nSELECT a FROM z\n\nFinal answer:\n{Q}",
        f"{Q}\n\nExplanation: SELECT a picks the column.",
        f"With this we get:\n{Q}\nThat is all.",
        f"The answer is `{Q}`.",
        f"~~~sql\n{Q}\n~~~",
        f"> ```sql\n> {Q}\n> ```",
        f"\ufeff{Q}",
        f"```sql\r\n{Q}\r\n```\r\n",
        f"<answer>\n```sql\n{Q}\n```\n</answer>",
        f"[SQL]\n{Q}\n[/SQL]",
        f"### SQL:\n{Q}\n### Explanation\nfoo",
        f"{Q}<|im_end|>\n",
        f"{Q}</s>",
    ],
)
def test_the_query_is_found_in_what_a_model_writes(text):
    found = query_in(text)
    assert found.rstrip(";").removeprefix("-- the answer\n") == Q


@pytest.mark.parametrize(
    "text",
    [
        "SELECT '```' FROM t",
        "SELECT '<think>' || x || '</think>' FROM t",
        "SELECT 'The query is: SELECT 1'",
        "SELECT a FROM t WHERE b LIKE '%\n\nSELECT%'",
        "SELEC a FROM t",
        "I do not know.",
        "Please SELECT a good one WITH care.",
        "",
        "First:\nSELECT a FROM z\n\nBut better:\nSELECT a FROM t",
        "SELECT a FROM t WHERE x IN (\nSELECT y FROM z\n) which gives it",
        "Use `SELECT 1` or `SELECT 2`.",
        "SELECT 1; SELECT 2",
        "SELECT a FROM t\n\nQuestion: another?\nSQL: SELECT 2",
        "| q |\n|---|\n| SELECT a FROM t |",
    ],
)
def test_what_is_a_query_or_holds_none_stays_as_it_is(text):
    assert query_in(text) == text


@pytest.mark.parametrize("text", ["<think>I could\nSELECT 1 FROM z", "<think>SELECT 1</think>  ", " \n"])
def test_reasoning_is_no_answer(text):
    assert query_in(text) == ""


def test_the_last_block_of_sql_is_the_answer_whatever_it_does():
    assert query_in("```sql\nSELECT 1\n```\n```sql\nINSERT INTO t VALUES (1);\n```") == "INSERT INTO t VALUES (1)"
    assert query_in("```sql\nSELECT 1;\nSELECT 2;\n```") == "SELECT 1;\nSELECT 2"


@pytest.mark.parametrize("text", ["`" * 30_000, "<think>" * 5_000, "``` " * 9_000, ": SELECT" * 4_000, "<sql>" * 7_000])
def test_hostile_text_takes_no_time(text):
    query_in(text)


@pytest.mark.parametrize(
    "text",
    [
        'question_id,sql\n0,SELECT 0\n1,"SELECT 1"\n5,"SELECT\n5"\n',
        "id\tpredicted_sql\n5\tSELECT 5\n0\tSELECT 0\n1\tSELECT 1\n",
        '{"0": {"output": {"sql": "SELECT 0"}}, "1": {"sql": ["SELECT 1", "SELECT 9"]}, "5": ["SELECT 5"]}',
        '[{"id": 0, "choices": [{"message": {"content": "```sql\\nSELECT 0\\n```"}}]}, {"id": 1, "sql": "SELECT 1"}, '
        '{"id": 5, "candidates": [{"sql": "SELECT 5"}, {"sql": "SELECT 6"}]}]',
        '[{"sql": "SELECT 0"}, {"sql": "SELECT 1"}, {"sql": "SELECT 5"}]',
        '{"sql": "SELECT 0"}\n{"sql": "SELECT 1"}\n{"sql": "SELECT 5"}\n',
        '{"results": [{"id": 5, "sql": "SELECT 5"}, {"id": 1, "sql": "SELECT 1"}, {"id": 0, "sql": "SELECT 0"}]}',
        "sql,question\nSELECT 0,a\nSELECT 1,b\nSELECT 5,c\n",
        "Question ID;Prediction\n5;SELECT 5\n0;SELECT 0\n1;SELECT 1\n",
        "question_id,sql\r\n5.0,SELECT 5;\r\n0.0,SELECT 0;\r\n1.0,SELECT 1;\r\n",
        ",sql\n0,SELECT 0\n1,SELECT 1\n2,SELECT 5\n",
        ",sql\n5,SELECT 5\n0,SELECT 0\n1,SELECT 1\n",
        '{"question_id": [5, 0, 1], "sql": ["SELECT 5", "SELECT 0", "SELECT 1"]}',
        '{"0": "SELECT 0", "1": [{"role": "user", "content": "SELECT 7"}, '
        '{"role": "assistant", "content": "SELECT 8"}, '
        '{"role": "user", "content": "no"}, {"role": "assistant", "content": "SELECT 1"}], "5": "SELECT 5"}',
        '{"0": "{\\"sql\\": \\"SELECT 0\\"}", "1": "SELECT 1;", "5": "SQL: SELECT 5"}',
    ],
    ids=[
        "csv",
        "tsv",
        "nested",
        "chat",
        "records in order",
        "lines in order",
        "wrapped",
        "csv in order",
        "other case",
        "numbers with a fraction",
        "rows counted",
        "rows named",
        "columns",
        "conversation",
        "JSON in JSON",
    ],
)
def test_forms_that_people_have(text):
    sql, counts = joined(text)
    assert {key: " ".join(value.split()) for key, value in sql.items()} == {0: "SELECT 0", 1: "SELECT 1", 5: "SELECT 5"}
    assert counts.problem is None


def test_queries_taken_out_of_other_text_are_counted():
    _, counts = joined('{"0": "```sql\\nSELECT 0\\n```", "1": "SELECT 1\\tdb", "5": "<think>x</think>SELECT 5"}')
    assert counts.extracted == 2


def records(**fields):
    return json.dumps([{"question_id": q.question_id, "SQL": q.gold, **fields} for q in QUESTIONS])


def test_gold_beside_an_answer_under_another_name_is_not_taken_for_the_answer():
    sql, counts = joined(records(my_output="SELECT 2"))
    assert set(sql.values()) == {None}
    assert "the field SQL holds the gold query in 3 of 3 answers" in counts.problem
    assert "my_output" in counts.problem and "--pred-field" in counts.problem


def test_gold_itself_may_be_evaluated():
    sql, counts = joined(records(question="Which?"))
    assert set(sql.values()) == {"SELECT 1"} and counts.problem is None


def test_the_field_can_be_named():
    for field, text in (("my_output", records(my_output="SELECT 2")), ("a.b", records(a={"b": "SELECT 2"}))):
        predictions, counts = join("m", parse_answers(text, field), LINES, QUESTIONS)
        assert {p.sql for p in predictions} == {"SELECT 2"} and counts.problem is None
    assert "no record has a field nothing" in parse_answers(records(), "nothing").problem


def test_answers_about_other_databases_are_told():
    _, counts = joined('{"0": "SELECT 0\\t----- bird -----\\tdb", "1": "SELECT 1\\t----- bird -----\\tother"}')
    assert "marked as one about other, but the question is about db" in counts.problem


def test_some_ids_are_worse_than_none():
    _, counts = joined('[{"id": 0, "sql": "SELECT 0"}, {"sql": "SELECT 1"}, {"sql": "SELECT 5"}]')
    assert "record 1 has no id" in counts.problem


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "neither JSON"),
        ('{"0": "I cannot answer.", "1": "Sorry!"}', "none of the 2 predictions of m"),
        (records(my_output="SELECT 2"), "--pred-field"),
        ('{"q0": "SELECT 0", "q1": "SELECT 1"}', "none of the 2 ids"),
        ('{"data": [{"id": 0, "sql": "SELECT 0"}], "made": "today"}', "none of the 2 ids"),
        ('[{"id": 0, "mine": "SELECT 0"}, {"id": 1, "mine": "SELECT 1"}]', "are empty; queries stand under mine"),
    ],
)
def test_a_method_of_which_nothing_parses_is_an_error(tmp_path, text, message):
    predictions, counts = join("m", parse_answers(text), LINES, QUESTIONS)
    with pytest.raises(UsageError, match=message):
        require_queries("m", tmp_path / "p.json", predictions, counts)


def test_one_query_is_enough(tmp_path):
    predictions, counts = join("m", parse_answers('{"0": "no idea", "1": "SELECT 1"}'), LINES, QUESTIONS)
    require_queries("m", tmp_path / "p.json", predictions, counts)

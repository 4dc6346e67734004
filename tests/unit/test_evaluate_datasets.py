"""Benchmark folders in every layout."""

import json

import pytest

from spotit.errors import UsageError
from spotit.evaluate.datasets import load_benchmark, select
from spotit.evaluate.records import Selection

DDL = "CREATE TABLE t (a INTEGER);"


def write(root, files):
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content if isinstance(content, str) else json.dumps(content))
    return root


def test_bird_layout(tmp_path):
    record = {
        "question_id": 7,
        "db_id": "d",
        "question": "q",
        "evidence": "e",
        "SQL": "SELECT 1",
        "difficulty": "simple",
    }
    write(tmp_path, {"dev.json": [record], "dev_databases/d/d.sqlite": "", "dev_databases/d/schema.sql": DDL})
    benchmark = load_benchmark("bird", tmp_path)
    (question,) = benchmark.questions
    assert (question.question_id, question.gold, question.evidence, question.difficulty) == (
        7,
        "SELECT 1",
        "e",
        "simple",
    )
    assert benchmark.databases["d"].sqlite == tmp_path / "dev_databases/d/d.sqlite"
    assert benchmark.databases["d"].executable


def test_schema_only_databases_and_tables_json(tmp_path):
    records = [{"question_id": i, "db_id": db, "question": "", "SQL": "SELECT 1"} for i, db in enumerate("ab")]
    write(tmp_path, {"dev.json": records, "databases/a/schema.sql": DDL, "dev_tables.json": [{"db_id": "b"}]})
    databases = load_benchmark("bird", tmp_path).databases
    assert databases["a"].ddl == tmp_path / "databases/a/schema.sql"
    assert databases["b"].tables_json == tmp_path / "dev_tables.json"
    assert not databases["a"].executable and not databases["b"].executable


def test_rows_given_as_sql_text(tmp_path):
    records = [
        {"question_id": 1, "db_id": "a", "SQL": "SELECT 1"},
        {"question_id": 2, "db_id": "b", "SQL": "SELECT 1"},
    ]
    rows = "INSERT INTO t VALUES (1);"
    write(tmp_path, {"dev.json": records, "databases/a/schema.sql": DDL, "databases/a/data.sql": rows})
    write(tmp_path, {"databases/b.sql": DDL + rows})
    databases = load_benchmark("bird", tmp_path).databases
    assert [p.name for p in databases["a"].seeds] == ["schema.sql", "data.sql"]
    assert [p.name for p in databases["b"].seeds] == ["b.sql"]


def test_spider_layout_numbers_questions_by_place(tmp_path):
    records = [
        {"db_id": "d", "question": "q", "query": "SELECT 1"},
        {"db_id": "d", "question": "r", "query": "SELECT 2"},
    ]
    write(tmp_path, {"dev.json": records, "database/d/d.sqlite": ""})
    assert [q.question_id for q in load_benchmark("spider", tmp_path).questions] == [0, 1]


def test_spider2_takes_its_sqlite_part_and_gold_files(tmp_path):
    lines = "\n".join(
        json.dumps({"instance_id": i, "db": "My-Db", "question": "q"}) for i in ("local1", "bq2", "local3")
    )
    write(tmp_path, {"spider2-lite.jsonl": lines, "gold/sql/local1.sql": "SELECT 1;\n"})
    write(tmp_path, {"schemas/MY_DB/DDL.csv": 'table_name,DDL\nt,"CREATE TABLE t (a INTEGER)"\n'})
    benchmark = load_benchmark("spider2", tmp_path)
    assert [q.question_id for q in benchmark.questions] == ["local1"]
    assert benchmark.databases["My-Db"].inline == "CREATE TABLE t (a INTEGER);"
    assert benchmark.notes == ("1 questions have no gold query and are left out",)


def test_pairs_carry_their_schema_and_prediction(tmp_path):
    lines = json.dumps({"id": "x", "schema": DDL, "left": "SELECT a FROM t", "right": "SELECT 1"})
    write(tmp_path, {"pairs.jsonl": lines})
    benchmark = load_benchmark("pairs", tmp_path)
    (question,) = benchmark.questions
    assert benchmark.databases[question.db_id].inline == DDL
    assert benchmark.built_in == {"x": "SELECT 1"}


def test_pairs_that_carry_the_same_schema_share_a_database(tmp_path):
    other = DDL + " CREATE TABLE u (b);"
    schemas = [DDL, other, DDL, DDL]
    lines = [{"id": n, "schema": text, "left": f"SELECT {n}"} for n, text in enumerate(schemas)]
    lines.append({"id": 4, "db_id": 0, "schema": DDL, "left": "SELECT 4"})
    write(tmp_path, {"pairs.jsonl": "\n".join(map(json.dumps, lines))})
    benchmark = load_benchmark("pairs", tmp_path)
    assert [q.db_id for q in benchmark.questions] == ["0", "1", "0", "0", "0"]
    assert {name: source.inline for name, source in benchmark.databases.items()} == {"0": DDL, "1": other}


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({}, "no question file"),
        ({"dev.json": "{not json"}, "cannot read"),
        ({"dev.json": [1]}, "must be a JSON object"),
        ({"dev.json": [{"question_id": 1, "SQL": "x"}]}, "names no database"),
        ({"dev.json": [{"question_id": 1, "db_id": "d", "SQL": "x"}]}, "no database or schema"),
        (
            {"dev.json": [{"question_id": 1, "db_id": "d", "SQL": sql} for sql in "xy"], "d.sql": DDL},
            "two different questions",
        ),
        (
            {"dev.json": [{"question_id": n, "db_id": "d", "SQL": "x", "schema": DDL + n} for n in "ab"]},
            "two different schemas",
        ),
    ],
)
def test_bad_folders_are_told(tmp_path, files, message):
    write(tmp_path, files)
    with pytest.raises(UsageError, match=message):
        load_benchmark("bird", tmp_path)


def test_selection(tmp_path):
    records = [
        {
            "question_id": i,
            "db_id": "ab"[i % 2],
            "SQL": "SELECT 1",
            "difficulty": "simple" if i < 3 else "hard",
        }
        for i in range(6)
    ]
    write(tmp_path, {"dev.json": records, "a.sql": DDL, "b.sql": DDL})
    questions = load_benchmark("bird", tmp_path).questions

    def ids(**chosen):
        return [q.question_id for q in select(questions, Selection(**chosen))]

    assert ids(db=("a",)) == [0, 2, 4]
    assert ids(difficulty=("hard",), db=("b",)) == [3, 5]
    assert ids(ids=("5", "1")) == [1, 5]
    assert ids(limit=2) == [0, 1]


def test_a_question_repeated_word_for_word_counts_once(tmp_path):
    record = {"question_id": 1, "db_id": "d", "SQL": "SELECT 1"}
    write(tmp_path, {"dev.json": [record, record], "d.sql": DDL})
    benchmark = load_benchmark("bird", tmp_path)
    assert (len(benchmark.questions), benchmark.lines) == (1, (1, 1))
    assert benchmark.notes == ("1 questions repeat another one and are left out",)

"""`spotit eval` end to end on the bundled example and on small benchmarks of the tests' own."""

import json
import sys

import pytest
from eval_runs import (
    EXAMPLE,
    SHARED,
    benchmark,
    by_pair,
    outcomes,
    predictions,
    spotit,
    summary,
)

from spotit.evaluate import Request, evaluate, load_run
from spotit.evaluate.records import Selection
from spotit.options import Options

METHODS = ("atlas", "beacon", "cobalt", "drift")
FIELDS = {"question_id", "method", "ex", "verdict", "grade", "bound", "witness", "cross_checked", "seconds"}


@pytest.fixture(scope="module")
def example(tmp_path_factory):
    out = tmp_path_factory.mktemp("example") / "run"
    done = spotit(
        "eval",
        "--data",
        EXAMPLE,
        "--pred",
        EXAMPLE / "predictions",
        "--out",
        out,
        "--no-cache",
        "--degenerate",
    )
    assert done.returncode == 0, done.stderr
    return out, done


def test_the_example_is_scored(example):
    out, done = example
    assert all(method in done.stdout for method in METHODS)
    scores = summary(out)["methods"]
    for score in scores.values():
        assert score["ex"] >= score["robust"] >= score["spotit"] >= score["spotit_plus"]
    assert scores["atlas"]["spotit_plus_rank"] < scores["drift"]["spotit_plus_rank"]
    assert scores["drift"]["counts"]["missing"] == scores["drift"]["counts"]["empty"] == 1
    assert "note: drift: 1 missing, 1 empty" in done.stderr


def test_the_example_shows_every_verdict_and_grade(example):
    records = outcomes(example[0])
    assert {r["verdict"] for r in records} >= {
        "different", "equivalent", "equivalent_up_to_bound", "unrefuted", "unsupported", "invalid", None,
    }  # fmt: skip
    assert {r["grade"] for r in records} - {None} == {
        "ordinary", "ties", "unlikely", "nulls", "empty", "order", "rounding", "error", "degenerate",
    }  # fmt: skip


def test_no_proof_of_the_example_is_contradicted(example):
    for score in summary(example[0])["methods"].values():
        assert score["counts"]["contradictions"] == 0


def test_outcomes_have_the_documented_fields(example):
    for line in (example[0] / "outcomes.jsonl").read_text().splitlines():
        assert set(json.loads(line)) >= FIELDS


def test_every_witness_replays(example):
    run = load_run(example[0])
    assert run.complete
    own = {o.witness for o in run.outcomes if o.witness}
    witnesses = {p.name for p in (example[0] / "witnesses").iterdir()}
    assert own < witnesses == set(run.witnesses)
    assert {name.partition("-")[0] for name in witnesses - own} == {"41"}, (
        "three methods that fail EX agree against gold"
    )
    for name in sorted(witnesses)[-3:]:
        assert spotit("replay", example[0] / "witnesses" / name).returncode == 1


def test_scores_are_recomputed_from_the_store(example):
    out, _ = example
    again = json.loads(spotit("score", out, "--json").stdout)
    assert again == summary(out)
    smaller = json.loads(spotit("score", out, "--bound", "1", "--json").stdout)
    for method in METHODS:
        assert smaller["methods"][method]["spotit"] >= again["methods"][method]["spotit"]
    simple = json.loads(spotit("score", out, "--difficulty", "simple", "--db", "city_library", "--json").stdout)
    assert 0 < simple["questions"] < again["questions"]


def test_the_number_of_jobs_changes_nothing(example, tmp_path):
    arguments = (
        "--data",
        EXAMPLE,
        "--pred",
        EXAMPLE / "predictions",
        "--no-cache",
        "--degenerate",
        "--db",
        "city_library",
    )
    done = spotit("eval", *arguments, "--out", tmp_path / "run", "--jobs", 1)
    assert done.returncode == 0, done.stderr
    wanted = [o for o in outcomes(example[0]) if o["db_id"] == "city_library"]
    assert outcomes(tmp_path / "run") == wanted


def test_the_cache_spares_checks_and_keeps_outcomes(tmp_path):
    common = (
        "--data",
        EXAMPLE,
        "--pred",
        EXAMPLE / "predictions",
        "--limit",
        6,
        "--cache",
        tmp_path / "cache",
    )
    first = spotit("eval", *common, "--out", tmp_path / "a")
    second = spotit("eval", *common, "--out", tmp_path / "b")
    assert "cached" not in first.stderr
    assert "cached" in second.stderr
    assert outcomes(tmp_path / "a") == outcomes(tmp_path / "b")
    other = spotit("eval", *common, "--out", tmp_path / "c", "--bound", 2)
    assert "cached" not in other.stderr


def test_ex_from_a_file_and_without_ex(tmp_path):
    data = benchmark(tmp_path, {1: "SELECT a FROM t", 2: "SELECT b FROM t"})
    pred = predictions(tmp_path, "m", {1: "SELECT a FROM t WHERE a > 0", 2: "SELECT nothing"})
    listed = tmp_path / "ex.json"
    listed.write_text(json.dumps({"m": [1]}))
    spotit("eval", "--data", data, "--pred", pred, "--ex-results", listed, "--out", tmp_path / "a", "--no-cache")
    assert {k: (o["ex"], o["verdict"]) for k, o in by_pair(tmp_path / "a").items()} == {
        (1, "m"): (True, "different"),
        (2, "m"): (False, None),
    }
    done = spotit("eval", "--data", data, "--pred", pred, "--no-ex", "--out", tmp_path / "b", "--no-cache")
    assert {k: (o["ex"], o["verdict"]) for k, o in by_pair(tmp_path / "b").items()} == {
        (1, "m"): (None, "different"),
        (2, "m"): (None, "invalid"),
    }
    assert "--no-ex" in done.stderr
    assert summary(tmp_path / "b")["methods"]["m"]["ex"] is None


def test_schema_without_rows_needs_a_choice(tmp_path):
    data = benchmark(tmp_path, {1: "SELECT a FROM t"})
    (data / "databases" / "d" / "data.sql").unlink()
    pred = predictions(tmp_path, "m", {1: "SELECT a FROM t"})
    done = spotit("eval", "--data", data, "--pred", pred, "--out", tmp_path / "run")
    assert done.returncode == 2
    assert "--ex-results" in done.stderr and "--no-ex" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--data", "nowhere", "--pred", "m=x.json"), "there is no folder"),
        (("--data", EXAMPLE), "no method"),
        (("--data", EXAMPLE, "--pred", "m=nowhere.json"), "cannot read"),
        (("--data", EXAMPLE, "--pred", EXAMPLE / "predictions", "--db", "none"), "no question is left"),
        (("--data", EXAMPLE, "--pred", EXAMPLE / "predictions", "--benchmark", "x"), "unknown benchmark"),
        (("--data", EXAMPLE, "--pred", EXAMPLE / "predictions", "--bound", "0"), "bound"),
        (("--data", EXAMPLE, "--method", "m=/no/such/program"), "cannot start"),
    ],
)
def test_wrong_usage_is_told_in_a_line(tmp_path, arguments, message):
    done = spotit("eval", *arguments, "--out", tmp_path / "run")
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_a_program_as_a_method(tmp_path):
    data = benchmark(tmp_path, {1: "SELECT a FROM t", 2: "SELECT b FROM t", 3: "SELECT id FROM t"})
    program = tmp_path / "method.py"
    program.write_text(
        "import sys, json\n"
        "for line in sys.stdin:\n"
        "    q = json.loads(line)\n"
        "    assert 'CREATE TABLE' in q['schema'] and 'SQL' not in q\n"
        "    if q['question_id'] != 3:\n"
        "        print(json.dumps({'question_id': q['question_id'], 'sql': 'SELECT a FROM t'}))\n"
    )
    out = tmp_path / "run"
    done = spotit("eval", "--data", data, "--method", f"own={sys.executable} {program}", "--out", out, "--no-cache")
    assert done.returncode == 0, done.stderr
    found = by_pair(out)
    assert [found[i, "own"]["ex"] for i in (1, 2, 3)] == [True, False, False]
    assert found[3, "own"]["ex_reason"] == "missing"
    program.unlink()
    assert spotit("eval", "--out", out, "--resume").returncode == 0, "answers are kept with the run"


def test_a_program_that_fails_keeps_what_it_answered(tmp_path):
    data = benchmark(tmp_path, {1: "SELECT a FROM t", 2: "SELECT b FROM t"})
    program = tmp_path / "method.py"
    program.write_text('print(\'{"question_id": 1, "sql": "SELECT a FROM t"}\', flush=True)\nraise SystemExit(3)\n')
    done = spotit("eval", "--data", data, "--method", f"own={sys.executable} {program}", "--out", tmp_path / "run")
    assert "exit code 3" in done.stderr
    assert by_pair(tmp_path / "run")[1, "own"]["ex"] is True


def test_python_callables_as_methods(tmp_path):
    data = benchmark(tmp_path, {1: "SELECT a FROM t", 2: "SELECT b FROM t"})
    seen = []

    def method(question, schema):
        seen.append((question.question_id, "CREATE TABLE" in schema))
        return "SELECT a FROM t"

    run = evaluate(Request(benchmark="bird", data=data, out=tmp_path / "run", callables={"f": method}))
    assert seen == [(1, True), (2, True)]
    assert [o.ex for o in run.outcomes] == [True, False]


def test_generic_pairs(tmp_path):
    ddl = "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER);"
    pairs = [
        {"id": "same", "schema": ddl, "left": "SELECT a FROM t", "right": "SELECT t.a FROM t"},
        {"id": "not", "schema": ddl, "left": "SELECT a FROM t", "right": "SELECT id FROM t"},
    ]
    (tmp_path / "pairs.jsonl").write_text("\n".join(map(json.dumps, pairs)))
    done = spotit(
        "eval", "--benchmark", "pairs", "--data", tmp_path, "--no-ex", "--out", tmp_path / "run", "--no-cache"
    )
    assert done.returncode == 0, done.stderr
    found = by_pair(tmp_path / "run")
    assert found["same", "right"]["verdict"].startswith("equivalent")
    assert found["not", "right"]["verdict"] == "different"


def test_original_databases_stay_as_they_are(tmp_path):
    data = benchmark(tmp_path, {1: "SELECT a FROM t"})
    pred = predictions(tmp_path, "m", {1: "DROP TABLE t"})
    before = {p: p.read_bytes() for p in data.rglob("*") if p.is_file()}
    spotit("eval", "--data", data, "--pred", pred, "--out", tmp_path / "run", "--no-cache")
    assert {p: p.read_bytes() for p in data.rglob("*") if p.is_file()} == before
    assert by_pair(tmp_path / "run")[1, "m"]["verdict"] == "invalid"


def test_progress_lines_are_plain_when_not_on_a_terminal(example):
    assert "\x1b" not in example[1].stderr + example[1].stdout
    assert "pairs/s" in example[1].stderr


def test_superhero_ex_is_the_papers(tmp_path):
    bird = SHARED / "bird"
    if not bird.is_dir():
        pytest.skip("shared BIRD data is not here")
    files = {p.stem: p for p in sorted((bird / "predictions").glob("*.json"))}
    request = Request(
        benchmark="bird",
        data=bird,
        out=tmp_path / "run",
        predictions=files,
        selection=Selection(db=("superhero",), limit=40),
        options=Options(timeout=0.5),
        jobs=2,
    )
    run = evaluate(request)
    passing = json.loads((bird / "ex_pass_ids.json").read_text())
    assert {(o.question_id, o.method) for o in run.outcomes if o.ex} == {
        (q.question_id, m) for q in run.questions for m in files if q.question_id in passing[m]
    }


def test_spider_databases_run_with_real_ex(tmp_path):
    spider = SHARED / "spider"
    if not spider.is_dir():
        pytest.skip("shared Spider data is not here")
    records = json.loads((spider / "dev_subset.json").read_text())
    file = tmp_path / "gold.json"
    file.write_text(json.dumps({str(r["dev_index"]): r["query"] for r in records}))
    databases = sorted({r["db_id"] for r in records})
    ids = [next(str(r["dev_index"]) for r in records if r["db_id"] == db) for db in databases]
    arguments = ("--benchmark", "spider", "--data", spider, "--pred", f"gold={file}", "--ids", ",".join(ids))
    done = spotit("eval", *arguments, "--out", tmp_path / "run", "--no-cache")
    assert done.returncode == 0, done.stderr
    assert len(databases) == 9
    for record in outcomes(tmp_path / "run"):
        assert record["ex"] is True
        assert record["verdict"].startswith("equivalent"), record

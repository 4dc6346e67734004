"""The report as a pure function of the run: figures, rankings, tables, and a page that nothing breaks."""

import base64
import csv
import io
import json
import re
import zlib
from html.parser import HTMLParser

import pytest

from report_fixture import LIBRARY, NASTY, make_run
from spotit.errors import Span
from spotit.evaluate.records import Outcome, Prediction, Question
from spotit.evaluate.score import score
from spotit.evaluate.store import load_run
from spotit.lint.finding import Finding, Severity
from spotit.report.agreement import Answered, Group, answered, normal_text, refuted_at
from spotit.report.build import analyse
from spotit.report.details import utf16
from spotit.report.figures import figures
from spotit.report.intervals import mcnemar, paired, wilson
from spotit.report.overview import Grid, view
from spotit.report.page import build_report, packed
from spotit.report.suspects import SuspectList, ambiguous, suspects
from spotit.report.tables import (
    PaperTable,
    csv_cell,
    csv_files,
    latex,
    latex_table,
    latex_text,
    markdown,
    paper_tables,
)
from spotit.report.texts import GoldQuery, compare_texts
from spotit.report.witness import Focus, output_columns, results, shown_value, witness_tables
from spotit.schemas.load import schema_from_ddl


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return load_run(make_run(tmp_path_factory.mktemp("run")))


@pytest.fixture(scope="module")
def report(run):
    return analyse(run)


@pytest.fixture(scope="module")
def page(run):
    return build_report(run)


def unpacked(page, name):
    (data,) = re.findall(rf'<script type="application/octet-stream" id="{name}">([^<]*)</script>', page)
    return json.loads(zlib.decompress(base64.b64decode(data)))


# --- agreement


def outcome(**known):
    return Outcome(**{"question_id": 1, "method": "m", "db_id": "d", **known})


def test_the_strongest_grade_counts_own_or_borrowed():
    own = {"verdict": "different", "grade": "nulls"}
    assert refuted_at(outcome(ex=True, **own)) == "nulls"
    assert refuted_at(outcome(ex=True, **own, cross_checked=("w",), cross_grade="ordinary")) == "ordinary"
    assert refuted_at(outcome(ex=True, verdict="undecided", cross_checked=("w",))) == "unknown"
    assert refuted_at(outcome(ex=True, verdict="different", grade="degenerate")) is None
    assert refuted_at(outcome(ex=False, **own)) is None
    assert refuted_at(outcome(ex=None, **own)) == "nulls"


def test_every_prediction_is_in_one_group(run):
    for question in answered(run):
        grouped = [method for group in question.groups for method in group.methods]
        with_sql = [m for m, p in question.predictions.items() if p.sql is not None]
        assert sorted(grouped) == sorted(with_sql)


def test_text_is_the_same_up_to_spelling():
    assert normal_text('SELECT "A"  FROM t; -- x') == normal_text("select a\nfrom T")
    assert normal_text("SELECT 'A'") != normal_text("SELECT 'a'")


# --- figures


def test_figures_add_up(run):
    summary = score(run)
    questions = answered(run)
    found = figures(run, summary, questions)
    assert sum(found.refuted_by) == sum(found.differing_from) == len(questions)
    for method in run.methods:
        counts = summary.methods[method].counts
        assert sum(found.verdicts[method].values()) == counts["verified"]
        assert found.bounds[method][-1] == counts["own"]
        assert list(found.bounds[method]) == sorted(found.bounds[method])
    for name, points in found.timings.items():
        assert sum(p.checks for p in points) == sum(c.counts["verified"] for c in summary.methods.values()), name


def test_of_a_large_run_some_queries_are_measured(run, monkeypatch):
    verified = sum(c.counts["verified"] for c in score(run).methods.values())
    assert verified > 20
    monkeypatch.setattr("spotit.report.figures.SIZED", 20)
    points = figures(run, score(run), answered(run)).timings["AST nodes"]
    assert 10 < sum(p.checks for p in points) <= 20


def test_an_unfinished_and_an_empty_run_have_a_report(tmp_path):
    root = make_run(tmp_path / "run", questions=6)
    lines = (root / "outcomes.jsonl").read_bytes().splitlines(keepends=True)
    (root / "outcomes.jsonl").write_bytes(b"".join(lines[:12]))
    assert "not complete" in build_report(load_run(root))
    for name in ("outcomes", "verdicts", "witnesses", "schemas"):
        (root / f"{name}.jsonl").write_bytes(b"")
    assert "Suspect gold" in build_report(load_run(root))


# --- suspects


def by_list(found, kind):
    return [suspect for suspect in found if suspect.list is kind]


def test_suspects_are_ranked_by_the_evidence(run, report):
    order = list(SuspectList)
    assert [s.list for s in report.suspects] == sorted((s.list for s in report.suspects), key=order.index)
    for kind in SuspectList:
        points = [suspect.points for suspect in by_list(report.suspects, kind)]
        assert points and points == sorted(points, reverse=True)
    assert all(suspect.reasons for suspect in report.suspects)
    questions = answered(run)
    wrong = Finding("string-condition", "x", Span(0, 1), Severity.WRONG)
    plain = suspects(questions, [GoldQuery()] * len(questions), len(run.methods))
    linted = suspects(questions, [GoldQuery((wrong,))] * len(questions), len(run.methods))
    for kind in SuspectList:
        assert len(by_list(linted, kind)) >= len(by_list(plain, kind))
        assert by_list(linted, kind)[0].points > by_list(plain, kind)[0].points


def group(*methods, **fields):
    given = {"gold": False, "passes": False, "grade": None, "basis": "probes", **fields}
    return Group(methods=methods, **given)


def ranked(*all_groups):
    question = Question(1, "d", "q", "SELECT 1")
    made = [Answered(question, (), {}, (), groups) for groups in all_groups]
    return suspects(made, [GoldQuery()] * len(made), 5)


def test_the_larger_the_group_that_fails_and_agrees_the_more_suspect_is_gold():
    found = ranked(
        (group("a", "b", "c", "d"), group("e", gold=True, passes=True)),
        (group("a"), group("b"), group("c", "d"), group("e", gold=True, passes=True)),
        (group("a", "b", "c", "d", "e"),),
        (group("a"), group("b", "c", "d", "e", gold=True, passes=True)),
        (group("a", "b", "c", "d", "e", gold=True, passes=True),),
    )
    assert [s.position for s in found] == [2, 0, 1, 3]
    assert found[0].points == 10.5 and found[0].majority == "a"  # "SELECT 1" is short
    assert found[0].reasons[1] == "5 of them agree with each other on every witness and probe"


def test_other_columns_speak_for_gold():
    plain, beside = ranked((group("a", "b", "c"),), (group("a", "b", "c", beside_gold="columns"),))
    assert plain.position == 0 and beside.points < plain.points
    assert "for gold" in " ".join(beside.reasons)


def test_methods_that_say_distinct_where_gold_does_not_speak_against_it():
    def made(gold, sql):
        answers = {name: Prediction(1, name, sql) for name in ("a", "b", "c")}
        return Answered(Question(1, "d", "q", gold), (), answers, (), (group("a", "b", "c"),))

    texts = (
        ("SELECT COUNT(x) FROM t", "SELECT COUNT(x) FROM t -- DISTINCT"),
        ("SELECT COUNT(x) FROM t", "SELECT COUNT(distinct x) FROM t"),
        ("SELECT COUNT(DISTINCT x) FROM t", "SELECT COUNT(DISTINCT x) FROM t"),
    )
    found = {s.position: s for s in suspects([made(*pair) for pair in texts], [GoldQuery()] * 3, 5)}
    assert found[1].points > found[0].points
    assert "3 methods say DISTINCT, which gold never does" in found[1].reasons
    assert not any("DISTINCT" in reason for place in (0, 2) for reason in found[place].reasons)


@pytest.mark.parametrize(("severity", "listed"), [("WRONG", True), ("RISK", True), ("HINT", False)])
def test_a_gold_that_nobody_contradicts_is_latent_by_its_lints(severity, listed):
    agreed = Answered(Question(1, "d", "q", "SELECT 1"), (), {}, (), (group("a", "b", gold=True, passes=True),))
    finding = Finding("fan-out", "x", Span(0, 1), Severity[severity])
    found = suspects([agreed], [GoldQuery((finding,))], 2)
    assert [s.list for s in found] == ([SuspectList.LATENT] if listed else [])


@pytest.mark.parametrize(("grade", "listed"), [("ordinary", True), ("ties", True), ("nulls", False), ("order", False)])
def test_only_differences_that_keep_the_rules_are_latent(grade, listed):
    groups = (group("a", "b", "c", "d", "e", passes=True, grade=grade, basis="witnesses"),)
    assert [s.list for s in ranked(groups)] == ([SuspectList.LATENT] if listed else [])


def test_all_methods_against_gold_outrank_a_single_one(run, report):
    def refuted(suspect):
        return len(report.questions[suspect.position].differing)

    latent = by_list(report.suspects, SuspectList.LATENT)
    alone = [s.points for s in latent if refuted(s) == 1]
    together = [s.points for s in latent if refuted(s) == len(run.methods)]
    assert min(together, default=100) > max(alone, default=0)


def test_ambiguous_questions_have_two_large_groups(run, report):
    assert report.ambiguous == ambiguous(report.questions, len(run.methods))
    for entry in report.ambiguous:
        assert len(entry.groups) >= 2
        assert all(len(group.methods) >= 2 for group in entry.groups)


# --- witnesses


def test_rows_that_only_one_result_has_are_marked():
    left = {"columns": ["a"], "rows": [[1], ["x"]]}
    right = {"columns": ["a"], "rows": [[1.0], ["y"]]}
    (one, other), telling = results(left, right)
    assert (one["x"], other["x"]) == ([1], [1])
    assert telling == {"tx", "ty"}
    repeated = {"columns": ["a"], "rows": [[1], [1]]}
    (one, other), _ = results(repeated, {"columns": ["a"], "rows": [[1]]})
    assert (one["x"], other["x"]) == ([1], [])


def test_a_failure_is_shown_in_place_of_rows():
    both, telling = results({"columns": ["a"], "rows": [[7]]}, {"error": "malformed JSON"})
    assert both[0]["r"] == [[7]]
    assert both[0]["x"] == [0]
    assert both[1] == {"e": "malformed JSON"}
    assert telling == {"n7.0"}


def test_columns_that_a_query_names_come_first_and_telling_cells_are_marked():
    tables = {"T": {"columns": ["z", "a"], "rows": [["x", "x"], [2, None]]}, "u": {"columns": ["b"], "rows": []}}
    focus = Focus(used=frozenset({"a"}), changed=frozenset({"a", "z"}), telling=frozenset({"tx"}))
    (t, u) = witness_tables(tables, focus)
    assert (t["c"], t["u"], t["m"], t["h"]) == (["a", "z"], 1, [[0, 0], [1, 0]], [0])
    assert u["r"] == []
    elsewhere = Focus(frozenset({"a", "z"}), outputs=frozenset({("t", "z")}), telling=frozenset({"tx"}))
    assert witness_tables(tables, elsewhere)[0]["m"] == [[0, 0], [1, 1]]


def test_the_columns_that_queries_return_are_found():
    schema = schema_from_ddl(LIBRARY)
    sqls = (
        "SELECT a.name, MAX(b.year), COUNT(*) FROM author a JOIN book b ON b.author_id = a.id",
        "SELECT t FROM (SELECT title AS t FROM book) UNION SELECT country FROM author",
    )
    found = {("author", "name"), ("book", "year"), ("book", "title"), ("author", "country")}
    assert output_columns(sqls, schema) == found
    assert output_columns(["SELECT l.* FROM loan l, book"], schema) == {
        ("loan", name) for name in ("id", "book_id", "day", "returned")
    }
    assert output_columns(["SELEC"], schema) is None


def test_values_keep_what_javascript_would_lose():
    assert shown_value(2**60) == {"i": str(2**60)}
    assert shown_value(2.0) == {"i": "2.0"}
    assert shown_value({"hex": "00ff"}) == {"b": "00ff", "n": 2}
    assert shown_value("a" * 1000)["n"] == 1000
    assert [shown_value(v) for v in (None, 1, 2.5, "a")] == [None, 1, 2.5, "a"]


def test_spans_are_counted_as_a_browser_does():
    assert utf16("abc", [Span(1, 2)]) == [[1, 2]]
    assert utf16("😀é<", [Span(1, 3)]) == [[2, 4]]


# --- the page


def test_the_page_is_a_pure_function_of_the_run(run, page):
    assert build_report(load_run(run.path)) == page


class Elements(HTMLParser):
    """Collects the elements of a page and its text outside scripts and styles."""

    def __init__(self, page):
        super().__init__()
        self.elements, self.text = [], ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data):
        if self.elements and self.elements[-1][0] not in ("script", "style"):
            self.text += data


def test_the_page_needs_nothing_from_outside(page):
    assert page.startswith("<!doctype html>")
    assert "default-src 'none'" in page
    assert "url(" not in page
    assert "innerHTML" not in page
    for tag, attributes in Elements(page).elements:
        assert tag not in ("link", "iframe", "object", "embed", "base", "img")
        assert "src" not in attributes
        assert "style" not in attributes
        assert not [name for name in attributes if name.startswith("on")]
        assert attributes.get("href", "#").startswith("#")


def test_untrusted_text_is_text(run, page):
    parsed = Elements(page)
    assert run.methods[-1] in parsed.text
    assert run.info.notes[0] in parsed.text
    scripts = [attributes for tag, attributes in parsed.elements if tag == "script"]
    assert [s.get("type") for s in scripts] == ["application/octet-stream"] * (len(scripts) - 1) + [None]
    assert not any(re.search(r"[<\x00]", text) and text in page for text in NASTY)


def test_details_come_back_from_the_compressed_chunks(run, report, page):
    index = unpacked(page, "index")
    assert [q[0] for q in index["questions"]] == [q.question.question_id for q in report.questions]
    assert index["questions"][1][3] == report.questions[1].question.question
    first = unpacked(page, "chunk-0")
    witnesses = [(w, q) for q in first["q"] for w in q["w"]]
    assert witnesses
    for witness, _ in witnesses:
        script = "\n".join(first["lines"][number] for number in witness["z"])
        assert script == run.script(witness["n"])
    for detail in first["q"]:
        assert sorted(m for p in detail["p"] for m in p["m"]) == list(range(len(run.methods)))


def test_lone_surrogates_do_not_break_the_data():
    data = packed({"a": ["\ud800x", 1, None]})
    assert json.loads(zlib.decompress(base64.b64decode(data))) == {"a": ["?x", 1, None]}


def test_ten_methods_and_1534_questions_fit_into_6_mb(tmp_path):
    # a tenth of the questions: size grows no faster than their number
    run = load_run(make_run(tmp_path / "run", questions=153, methods=10))
    assert len(build_report(run)) < 600_000 + 100_000


# --- tables


def test_the_paper_tables_have_one_row_per_method(run, report):
    for table in paper_tables(report):
        assert len(table.grid.rows) == len(run.methods)
        assert all(len(row) == len(table.grid.head) for row in table.grid.rows)


def test_csv_cells_do_not_start_formulas(report):
    assert csv_cell("=1") == "'=1"
    assert csv_cell(" +1") == "' +1"
    assert csv_cell("@x") == "'@x"
    assert csv_cell("\tx") == "'\tx"
    assert csv_cell(-1) == "-1"
    for text in csv_files(report).values():
        for row in csv.reader(io.StringIO(text)):
            assert not any(cell.lstrip()[:1] in ("=", "+", "@") for cell in row)


def test_csv_lists_every_outcome(run, report):
    rows = list(csv.DictReader(io.StringIO(csv_files(report)["outcomes.csv"])))
    assert len(rows) == len(run.outcomes)


def test_latex_and_markdown_escape_what_is_special(report):
    assert latex_text("a_b{}%\\") == r"a\_b\{\}\%\textbackslash{}"
    assert latex(report).count(r"\begin{tabular}") == latex(report).count(r"\end{tabular}") == len(paper_tables(report))
    text = markdown(report)
    assert "<img" not in text
    assert "| Method | EX (%) | Rank |" in text


# --- the texts


def question_of(gold, *predictions):
    outcomes = tuple(
        outcome(method=f"m{i}", ex=True, verdict="different", grade="ordinary") for i in range(len(predictions))
    )
    known = {f"m{i}": Prediction(1, f"m{i}", sql) for i, sql in enumerate(predictions)}
    return Answered(Question(1, "library", "q", gold), outcomes, known, (), ())


def test_tables_that_only_gold_or_only_the_others_read():
    schema = schema_from_ddl(LIBRARY)
    gold = "SELECT a.name FROM author a JOIN book b ON b.author_id = a.id"
    seen = compare_texts(question_of(gold, "SELECT name FROM author", "SELECT a.name FROM author a, loan l"), schema)
    assert (seen.only_gold, seen.never_gold) == (("book",), ())
    seen = compare_texts(question_of("SELECT name FROM author", gold, gold), schema)
    assert (seen.only_gold, seen.never_gold) == ((), ("book",))
    assert compare_texts(question_of("SELEC", gold), schema) == GoldQuery()
    assert compare_texts(question_of(gold, gold), None) == GoldQuery()


def test_flaws_of_the_others_speak_for_gold():
    schema = schema_from_ddl(LIBRARY)
    gold = "SELECT COUNT(DISTINCT b.id) FROM book b JOIN loan l ON l.book_id = b.id"
    seen = compare_texts(question_of(gold, gold.replace("DISTINCT ", "")), schema)
    assert seen.faults == pytest.approx(0.25)
    assert compare_texts(question_of(gold.replace("DISTINCT ", ""), gold), schema).faults == 0


@pytest.mark.parametrize(
    ("gold", "other", "word"),
    [
        ("name LIKE '%Ann%'", "name = 'ann'", "pattern"),
        ("name LIKE '%Ann%'", "name = 'bob'", None),
        ("SUBSTR(born, 1, 10) = '1990-01-02'", "born = '1990-01-02 00:00:00'", "time of day"),
        ("born = '1990-01-02'", "born = '1990-01-03 00:00:00'", None),
        ("born > '1990-01-02'", "born >= '1990-01-02'", None),
    ],
)
def test_another_looseness_is_told(gold, other, word):
    texts = (f"SELECT id FROM author WHERE {condition}" for condition in (gold, other))
    seen = compare_texts(question_of(*texts), schema_from_ddl(LIBRARY))
    assert seen.looser is None if word is None else word in seen.looser


def test_the_best_values_are_bold_in_latex():
    grid = Grid(
        ("Method", "EX (%)", "Rank", "Avg. time (s)"), (("a_b", "70.00", "1", "0.5"), ("c", "60.00", "2", "0.1"))
    )
    text = latex_table(PaperTable("x", "X", grid))
    assert r"a\_b & \textbf{70.00} & 1 & 0.5 \\" in text and r"c & 60.00 & 2 & \textbf{0.1} \\" in text
    same = latex_table(PaperTable("x", "X", Grid(("Method", "EX (%)"), (("a", "70.00"), ("b", "70.00")))))
    assert "textbf" not in same


def test_intervals_and_paired_comparisons():
    assert wilson(0, 10).low == 0.0 and wilson(10, 10).high == 100.0 and wilson(0, 0) is None
    assert mcnemar(5, 5) == 1.0 and mcnemar(0, 10) < 0.01
    made = [
        Outcome(question_id=n, method=m, db_id="d", ex=ok)
        for n, right in enumerate(((1, 1), (1, 0), (1, 0), (0, 1)))
        for m, ok in zip("ab", map(bool, right), strict=True)
    ]
    (one,) = paired(made, ("a", "b"), lambda o: o.ex is True)
    assert (one.only_first, one.only_second, one.chance) == (2, 1, 1.0)


def test_a_page_says_what_a_refutation_is_and_what_cross_checking_added(run, report):
    page = build_report(run)
    assert "What a refutation is." in page and "does not say which of the two is wrong" in page
    assert "Cross-checking" in view(report).refutations
    assert "live-wasm" not in page and "wasm-unsafe-eval" not in page
    live = build_report(run, live=True)
    assert 'id="live-wasm"' in live and "worker-src blob:" in live
    assert live == build_report(run, live=True)


def test_suspects_csv_has_both_lists_in_the_order_shown(report):
    rows = list(csv.DictReader(io.StringIO(csv_files(report)["suspects.csv"])))
    assert [(r["list"], int(r["question_id"])) for r in rows] == [
        (s.list.value, report.questions[s.position].question.question_id) for s in report.suspects
    ]
    assert {r["list"] for r in rows} == {"gold alone", "latent"}
    for name in ("gold alone", "latent"):
        ranks = [int(r["rank"]) for r in rows if r["list"] == name]
        assert ranks == list(range(1, len(ranks) + 1))

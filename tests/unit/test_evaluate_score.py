"""Scores are pure functions of outcomes."""

from dataclasses import replace
from pathlib import Path

import pytest

from spotit.evaluate.records import Limits, Outcome, Question, RunInfo, Selection, WitnessRecord
from spotit.evaluate.score import FREE_OF_RULES, ROBUST, Subset, rank, score
from spotit.evaluate.store import Run


def outcome(question, method="m", **fields):
    return Outcome(question_id=question, method=method, db_id="d", difficulty="simple", **fields)


def different(question, grade, witness, method="m", **fields):
    return outcome(question, method, ex=True, verdict="different", grade=grade, witness=witness, seconds=1.0, **fields)


def equal(question, method="m", **fields):
    return outcome(
        question,
        method,
        ex=True,
        verdict="equivalent_up_to_bound",
        bound=5,
        encoded=True,
        seconds=3.0,
        **fields,
    )


def run(outcomes, heights=(), ex_source="database", degenerate=False):
    methods = tuple(dict.fromkeys(o.method for o in outcomes))
    questions = tuple(dict.fromkeys(o.question_id for o in outcomes))
    info = RunInfo(
        created="", spotit="", source="", engine="", benchmark="bird", ex_source=ex_source,
        options={"bound": 5, "degenerate": degenerate}, limits=Limits(), selection=Selection(),
        methods=methods, inputs=(), predictions={}, arguments={}, fingerprint="",
    )  # fmt: skip
    return Run(
        path=Path(),
        info=info,
        questions=tuple(Question(q, "d", "", "", difficulty="simple") for q in questions),
        predictions={},
        schemas={},
        outcomes=tuple(outcomes),
        verdicts={},
        witnesses={w: WitnessRecord(w, 0, "p", (), "ordinary", n, None) for w, n in dict(heights).items()},
    )


def scored(*outcomes, **options):
    return score(run(outcomes, **options)).methods["m"]


def test_own_differences_count_unless_degenerate():
    found = scored(
        different(1, "ordinary", "a"), different(2, "rounding", "b"), different(3, "degenerate", "c"),
        equal(4), outcome(5, ex=False),
    )  # fmt: skip
    assert (found.ex, found.spotit, found.robust) == (80.0, 40.0, 60.0)
    assert found.counts["own"] == 2
    assert found.grades["degenerate"] == 1


def test_degenerate_counts_when_asked_for():
    assert scored(different(1, "degenerate", "a"), degenerate=True).spotit == 0.0


def test_borrowed_witnesses_lower_spotit_plus_only():
    found = scored(equal(1, cross_checked=("w",), cross_grade="nulls"), equal(2), heights={"w": 6})
    assert (found.spotit, found.spotit_plus) == (100.0, 50.0)
    assert (found.robust, found.robust_plus) == (100.0, 100.0)
    assert (found.counts["borrowed"], found.counts["contradictions"]) == (1, 0)


def test_a_proof_refuted_within_its_bound_is_shown_as_a_contradiction():
    assert scored(equal(1, cross_checked=("w",)), heights={"w": 5}).counts["contradictions"] == 1


def test_a_sub_bound_counts_only_small_witnesses():
    made = run([different(1, "ordinary", "a"), different(2, "ordinary", "b")], heights={"a": 1, "b": 3})
    assert [score(made, Subset(bound=k)).methods["m"].spotit for k in (1, 2, 3)] == [50.0, 50.0, 0.0]


def test_a_subset_changes_the_denominator():
    made = run([equal(1), outcome(2, ex=False)])
    assert score(made, Subset(db=("other",))).questions == 0
    assert score(made, Subset(difficulty=("simple",))).methods["m"].ex == 50.0


def test_without_ex_an_invalid_or_missing_prediction_is_not_accepted():
    found = scored(
        outcome(1, verdict="equivalent"), outcome(2, verdict="invalid"), outcome(3, ex_reason="missing"),
        outcome(4, verdict="undecided"), ex_source="none",
    )  # fmt: skip
    assert (found.ex, found.ex_rank, found.spotit) == (None, None, 50.0)


def test_times_and_coverage():
    found = scored(different(1, "ties", "a", encoded=False), equal(2), outcome(3, ex=False, verdict="invalid"))
    assert found.coverage == 50.0
    assert (found.seconds.mean_to_witness, found.seconds.mean, found.seconds.total) == (1.0, 2.0, 4.0)
    assert (found.counts["verified"], found.counts["invalid"]) == (2, 1)


def test_ranks_are_shared():
    assert rank({"a": 1.0, "b": 3.0, "c": 3.0, "d": None}) == {"a": 3, "b": 1, "c": 1}


@pytest.mark.parametrize("metric", ["ex", "spotit", "spotit_plus", "robust"])
def test_every_metric_is_ranked(metric):
    made = run([equal(1, "m"), outcome(1, "n", ex=False)])
    methods = score(made).methods
    assert [getattr(methods[m], f"{metric}_rank") for m in "mn"] == [1, 2]


def test_gold_is_the_odd_one_out_where_no_method_answers_as_it_does():
    outcomes = [
        different(1, "ordinary", "w", replays={"w": "x"}),
        outcome(1, "other", ex=False, replays={"w": "x"}),
        different(2, "ordinary", "v", replays={"v": "x"}),
        equal(2, "other", replays={"v": "gold"}),
        different(3, "ordinary", "u", replays={"u": "x"}),
        outcome(3, "other", ex=False, replays={"u": "error"}),
    ]
    made = run(outcomes)
    witnesses = {w: WitnessRecord(w, 0, "p", (), "ordinary", 1, "gold") for w in "wvu"}
    counts = score(replace(made, witnesses=witnesses)).methods["m"].counts
    assert (counts["own"], counts["gold_odd"]) == (3, 1)


def test_witnesses_beside_ex_are_in_no_score():
    beside = outcome(1, ex=False, replays={"w": "x"}, alike="s.0", alike_by="text")
    found = scored(beside, equal(2, replays={"w": "x"}), heights={"w": 1})
    assert (found.spotit, found.spotit_plus, found.counts["own"], found.counts["borrowed"]) == (50.0, 50.0, 0, 0)


def test_robust_leaves_out_what_takes_nulls_or_luck():
    found = scored(*(different(i, grade, f"w{i}") for i, grade in enumerate(("ordinary", "ties", "nulls", "order"))))
    assert (found.spotit, found.robust, found.robust_without_rules) == (0.0, 50.0, 50.0)
    unlikely = scored(different(1, "unlikely", "w"))
    assert (unlikely.spotit, unlikely.robust, unlikely.robust_without_rules) == (0.0, 100.0, 0.0)
    assert {"ordinary", "ties"} == ROBUST and {*ROBUST, "unlikely"} == FREE_OF_RULES

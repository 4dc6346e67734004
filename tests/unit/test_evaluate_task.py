"""One question with all its methods, with a scripted worker in place of a process."""

import pytest

from spotit.evaluate.cache import Cache
from spotit.evaluate.protocol import (
    CheckStep,
    Executed,
    ExecuteStep,
    ProbeAnswer,
    ProbeStep,
    ReplayAnswer,
    ReplayStep,
    Setup,
)
from spotit.evaluate.records import Limits, Prediction, Question
from spotit.evaluate.task import Shared, Task, run_task
from spotit.options import Options
from spotit.schema import Schema
from spotit.workers.job import Died

GOLD = "SELECT gold"


def verdict(word, grade=None):
    witness = {
        "tables": {"t": {"columns": ["a"], "rows": [[1]]}},
        "sql": "CREATE TABLE t (a);",
        "now": None,
        "queries": None,
        "tags": [],
        "explanation": "",
    }
    result = {"columns": ["a"], "rows": [[1]]} if word == "different" else None
    return {
        "verdict": word, "grade": grade, "grade_settled": True, "bound": 1, "semantics": "set", "engine": "E",
        "reason": "because", "witness": witness if word == "different" else None, "assumptions": [],
        "side": None, "span": None, "left_result": result, "right_result": result,
        "stats": {"seconds": 0.5, "encoded": True, "spurious": 0, "cut_short": False},
    }  # fmt: skip


class Scripted:
    """Answers by the prediction's text: `wrong` fails EX, `bad`'s witness refutes `weak` too, `boom` dies."""

    def __init__(self):
        self.steps = []

    def call(self, step, seconds):
        self.steps.append(step)
        if isinstance(step, ProbeStep):
            return tuple(ProbeAnswer(text.split()[0], None) for text in step.predictions)
        text = step.prediction
        match step:
            case ExecuteStep():
                return Executed("wrong" not in text, "different result" if "wrong" in text else None, f"x{text}")
            case CheckStep() if "boom" in text:
                return Died("worker ended by SIGSEGV")
            case CheckStep(known=known):
                different = "bad" in text or ("weak" in text and known)
                return verdict("different", "ordinary") if different else verdict("equivalent_up_to_bound")
            case ReplayStep():
                differs = "bad" in text or "weak" in text
                return tuple(ReplayAnswer(differs, f"r{text}", "gold") for _ in step.witnesses)


def shared(cache=None):
    return Shared(Setup({"d": Schema(())}, {}, Options(), Limits()), {"d": "schema"}, "E", cache or Cache())


def run(*texts, cache=None, worker=None, **fields):
    question = Question("q/1", "d", "how\nmany", GOLD)
    predictions = tuple(Prediction("q/1", f"m{i}", text, "ok" if text else "missing") for i, text in enumerate(texts))
    worker = worker or Scripted()
    return run_task(Task(question, predictions, **fields), worker, shared(cache)), worker


def test_equal_predictions_are_done_once():
    result, worker = run("good", "good", "good")
    assert len(worker.steps) == 2
    assert [o.verdict for o in result.outcomes] == ["equivalent_up_to_bound"] * 3
    assert len({o.pair for o in result.outcomes}) == 1


def test_what_fails_ex_is_not_checked():
    result, worker = run("wrong", None)
    assert [(o.ex, o.ex_reason, o.verdict) for o in result.outcomes] == [
        (False, "different result", None),
        (False, "missing", None),
    ]
    assert not any(isinstance(step, CheckStep) for step in worker.steps)


def test_own_verdicts_never_depend_on_other_methods():
    _, worker = run("bad", "weak")
    own = [s for s in worker.steps if isinstance(s, CheckStep)][:2]
    assert all(step.known == () for step in own)


def test_a_witness_is_replayed_against_every_other_prediction():
    result, _ = run("bad", "weak", "good", "wrong")
    bad, weak, good, wrong = result.outcomes
    assert (bad.verdict, bad.cross_checked) == ("different", ())
    assert (weak.verdict, weak.cross_checked, weak.cross_grade) == (
        "equivalent_up_to_bound",
        (bad.witness,),
        "ordinary",
    )
    assert (good.cross_checked, good.replays) == ((), {bad.witness: "rgood"})
    assert wrong.replays == {bad.witness: "rwrong"}
    (witness,) = result.witnesses
    assert (witness.methods, witness.gold_answer) == (("m0",), "gold")


def test_a_death_is_an_outcome_and_the_rest_goes_on():
    result, _ = run("boom", "good")
    assert (result.outcomes[0].verdict, result.outcomes[0].reason) == ("undecided", "worker ended by SIGSEGV")
    assert result.outcomes[1].verdict == "equivalent_up_to_bound"


def test_listed_results_replace_execution():
    result, worker = run("wrong", "good", listed=frozenset({"m0"}))
    assert [(o.ex, o.ex_reason) for o in result.outcomes] == [(True, None), (False, "listed as failing")]
    assert not any(isinstance(step, ExecuteStep) for step in worker.steps)


def test_without_ex_everything_is_checked():
    result, _ = run("wrong", None, verify_all=True)
    assert [(o.ex, o.verdict) for o in result.outcomes] == [(None, "equivalent_up_to_bound"), (None, None)]


def test_cached_verdicts_are_not_checked_again(tmp_path):
    first, _ = run("bad", "good", "boom", cache=Cache(tmp_path))
    second, worker = run("bad", "good", "boom", cache=Cache(tmp_path))
    assert second.outcomes == first.outcomes
    assert second.cached == 2
    assert [s.prediction for s in worker.steps if isinstance(s, CheckStep)] == ["boom"]


def test_the_witness_script_is_replayable_text():
    result, _ = run("bad -- comment")
    (name,) = result.scripts
    script = result.scripts[name]
    assert name.startswith("q_1-") and "/" not in name
    assert "-- question q/1 (d): how many\n" in script
    assert script.endswith("-- left: gold, 1 line\nSELECT gold;\n-- right: prediction, 2 lines\nbad -- comment\n;\n")


@pytest.mark.parametrize("step", [ExecuteStep, ReplayStep])
def test_a_death_in_any_other_step_is_survived(step):
    class Mortal(Scripted):
        def call(self, wanted, seconds):
            return (
                Died("gone")
                if isinstance(wanted, step) and "weak" in wanted.prediction
                else super().call(wanted, seconds)
            )

    result, _ = run("bad", "weak", worker=Mortal())
    assert result.outcomes[0].verdict == "different"
    assert result.outcomes[1].ex is (step is not ExecuteStep)


def test_predictions_that_fail_ex_are_grouped_by_what_they_answer():
    result, worker = run("wrong a", "wrong b", "good", "wrong bad", "wrong a")
    first, second, good, third, _ = result.outcomes
    assert (good.alike, first.alike_by) == (None, "text")
    assert second.alike == first.alike and second.alike_by == "proof"
    assert third.alike != first.alike, "a check took it apart"
    assert len([s for s in worker.steps if isinstance(s, ProbeStep)]) == 1


def test_the_largest_group_that_fails_ex_is_checked_against_gold_but_scores_nothing():
    result, _ = run("wrong bad", "wrong bad", "weak")
    first, second, weak = result.outcomes
    (witness,) = result.witnesses
    assert witness.aside and witness.methods == ("m0", "m1")
    assert (first.verdict, second.witness, weak.cross_checked) == (None, None, ())
    assert weak.replays == {witness.witness: "rweak"}
    assert len(result.verdicts) == 2

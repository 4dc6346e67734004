"""The flow of a check, with stages and an engine of the test's own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from fake_engine import SCHEMA, Answer, FakeEngine, fake_pair, people

from spotit.database import Database, Rows
from spotit.errors import Span, UnsupportedSql
from spotit.options import Options
from spotit.reason import EnoughRows, Obstacle, ObstacleKind, SamePlan
from spotit.search import steps
from spotit.search.evidence import Candidate, Evidence, Results
from spotit.search.flow import STAGES, Step, decide, run
from spotit.search.inquiry import Inquiry
from spotit.search.meter import Meter
from spotit.search.pair import Unplanned
from spotit.search.stage import Stage
from spotit.symbolic import ledger
from spotit.verdict import (
    Different,
    Equivalent,
    EquivalentUpTo,
    Grade,
    Invalid,
    Undecided,
    Unrefuted,
    Unsupported,
    Verdict,
    Witness,
)

SOURCE = Path(__file__).resolve().parents[2] / "src" / "spotit"
ALL = ("SELECT name FROM person", lambda _, people: [(p[1],) for p in people])
OLD = ("SELECT name FROM person WHERE age > 30", lambda _, people: [(p[1],) for p in people if (p[2] or 0) > 30])
COUNT = ("SELECT COUNT(*) FROM person", lambda _, people: [(len(people),)])
MORE = ("SELECT COUNT(*) + 1 FROM person", lambda _, people: [(len(people) + 1,)])
YOUNG = people((1, "Al", 12, None))
NULL = people((1, "Al", None, None))
WITHOUT_SOLVER = (Stage.KNOWN, Stage.PROBE, Stage.SHRINK, Stage.CONFIRM, Stage.EXPLAIN)


def inquiry(
    left: tuple[str, Answer] = ALL,
    right: tuple[str, Answer] = OLD,
    *known: Database,
    options: Options | None = None,
    planned: bool = True,
) -> Inquiry:
    """Return an inquiry about two queries that a fake engine answers."""
    pair = fake_pair(left, right, options)
    if not planned:
        pair = replace(pair, right=None, unplanned=(Unplanned("right", UnsupportedSql("PIVOT", Span(3, 8))),))
    return Inquiry(pair, known, Meter(60.0))


def seen(grade: Grade) -> Candidate:
    """Return a difference of a grade."""
    return Candidate(YOUNG, Results(Rows(("x",), (("Al",),)), Rows(("x",))), grade)


def adding(evidence: Evidence) -> Step:
    """Return a stage that replaces the evidence."""
    return Step(Stage.FOLD, lambda *_: True, lambda *_: evidence)


def test_the_stages_are_those_of_the_enum_in_its_order() -> None:
    found = list(dict.fromkeys(step.stage for step in STAGES))
    # The same plan is looked at first, and accepted once no difference was seen by the choices that it leaves open.
    assert [Stage.PARSE, *found] == list(Stage)
    assert all(stage.meaning for stage in Stage)


def test_stages_run_one_after_the_other_and_only_when_they_are_worth_it() -> None:
    ran: list[tuple[Stage, int]] = []

    def noting(stage: Stage, *, when: int) -> Step:
        def note(_: Inquiry, evidence: Evidence) -> Evidence:
            ran.append((stage, evidence.proved))
            return replace(evidence, proved=evidence.proved + 1)

        return Step(stage, lambda _, evidence: evidence.proved == when, note)

    made = inquiry()
    run(made, [noting(Stage.PROBE, when=0), noting(Stage.FOLD, when=0), noting(Stage.SOLVE, when=1)])
    assert ran == [(Stage.PROBE, 0), (Stage.SOLVE, 1)]
    assert list(made.meter.stages) == [Stage.PROBE, Stage.SOLVE]


def test_a_verdict_ends_the_check() -> None:
    def fail(*_: object) -> Evidence:
        raise AssertionError("a stage ran after the verdict")

    end = Step(Stage.SAME_PLAN, lambda *_: True, lambda *_: Equivalent(SamePlan()))
    verdict = run(inquiry(), [end, Step(Stage.PROBE, lambda *_: True, fail)])
    assert isinstance(verdict, Equivalent) and verdict.reason == SamePlan()
    assert verdict.stats.encoded is True


def conclusions() -> Iterator[tuple[Evidence, Verdict]]:
    """Yield what is known at the end, and what it amounts to."""
    slow = Obstacle(ObstacleKind.WORK_LIMIT, rows=5)
    found = Different(Witness(YOUNG, ""), Rows(()), Rows(()), Grade.NULLS)
    yield Evidence(), Undecided(Obstacle(ObstacleKind.WORK_LIMIT))
    yield Evidence(proved=4, obstacle=slow), Undecided(slow, 4)
    yield Evidence(proved=4, assumptions=(ledger.TIES,), obstacle=slow), Undecided(slow, 4, (ledger.TIES,))
    yield Evidence(proved=5, obstacle=slow), Equivalent(EnoughRows(2, 5), (), 2)
    yield Evidence(proved=5, assumptions=(ledger.BOOLEANS,)), Equivalent(EnoughRows(2, 5), (ledger.BOOLEANS,), 2)
    yield Evidence(proved=5, assumptions=(ledger.PERMITTED,)), EquivalentUpTo(5, (ledger.PERMITTED,))
    yield Evidence(proved=5, assumptions=(ledger.TIES,)), Unrefuted(5, (ledger.TIES,))
    yield Evidence(proved=5, assumptions=(ledger.OPEN_RESULTS,)), Unrefuted(5, (ledger.OPEN_RESULTS,))
    yield Evidence(proved=5, assumptions=(ledger.REALS,)), Unrefuted(5, (ledger.REALS,))
    yield Evidence(proved=4, unsupported=UnsupportedSql("x", Span(1, 2))), Unsupported("x", None, Span(1, 2))
    yield Evidence(candidate=seen(Grade.NULLS), confirmed=found), found


@pytest.mark.parametrize(("evidence", "verdict"), list(conclusions()))
def test_what_the_evidence_amounts_to(evidence: Evidence, verdict: Verdict) -> None:
    found = run(inquiry(), [adding(evidence)])
    stamp = {"stats": found.stats, "asked_bound": 5, "semantics": "set", "engine": "Fake 1.0", "notes": ()}
    assert found == replace(verdict, **stamp)


def test_a_proof_of_a_query_without_a_threshold_is_for_the_bound() -> None:
    assert isinstance(run(inquiry(COUNT, MORE), [adding(Evidence(proved=5))]), EquivalentUpTo)
    assert isinstance(run(inquiry(options=Options(semantics="bag")), [adding(Evidence(proved=5))]), EquivalentUpTo)


def test_without_a_plan_nothing_is_claimed() -> None:
    verdict = run(inquiry(planned=False), [])
    assert isinstance(verdict, Unsupported)
    assert (verdict.feature, verdict.side, verdict.span) == ("PIVOT", "right", Span(3, 8))
    assert verdict.stats.encoded is False


def test_every_verdict_carries_what_was_spent() -> None:
    made = inquiry(options=Options(semantics="bag"))
    made.meter.databases, made.meter.solver_calls = 7, 3
    noted = replace(made.pair.engine, schema=replace(SCHEMA, notes=("a trigger",)))
    made = replace(made, pair=replace(made.pair, engine=noted))
    verdict = run(made, [adding(Evidence(encoded=True, spurious=(YOUNG, NULL)))])
    assert (verdict.semantics, verdict.engine, verdict.notes) == ("bag", "Fake 1.0", ("a trigger",))
    stats = verdict.stats
    assert (stats.databases, stats.solver_calls, stats.spurious, stats.encoded) == (7, 3, 2, True)
    assert list(stats.stages) == ["fold"] and 0 <= stats.stages["fold"] <= stats.seconds


def test_a_query_that_the_engine_rejects_is_invalid() -> None:
    engine = FakeEngine(dict((ALL, OLD)))
    verdict = decide(ALL[0], "SELECT nonsense", engine, (), Meter(60.0))
    assert isinstance(verdict, Invalid) and verdict.side == "right"
    assert verdict.stats.encoded is False and list(verdict.stats.stages) == ["parse"]


PLANNED, UNPLANNED = inquiry(), inquiry(planned=False)
NOTHING, PROVED = Evidence(), Evidence(proved=5)
ORDINARY, WEAK = Evidence(candidate=seen(Grade.ORDINARY)), Evidence(candidate=seen(Grade.TIES))
EXACT_REALS = Evidence(proved=5, assumptions=(ledger.REALS,))
UNCOVERED = Evidence(unsupported=UnsupportedSql("x"))
OPEN_PLAN = Evidence(same_plan=SamePlan())


@pytest.mark.parametrize(
    ("evidence", "planned", "unplanned"),
    [
        (
            NOTHING,
            "same plan, glance, same shape, probe, fold, second probe, solve, functions, attack, long probe",
            "glance, probe, long probe",
        ),
        (PROVED, "same plan, glance, same shape, probe, answer, grow", "glance, probe"),
        (
            EXACT_REALS,
            "same plan, glance, same shape, probe, crowd, functions, doubles, rounding, attack, answer",
            "glance, probe, crowd, doubles, rounding, attack",
        ),
        (UNCOVERED, "same plan, glance, same shape, probe, second probe, long probe", "glance, probe, long probe"),
        (ORDINARY, "same plan, shrink, rename, confirm", "shrink, rename, confirm"),
        (WEAK, "same plan, glance, probe, grade, shrink, rename, confirm", "glance, probe, shrink, rename, confirm"),
        (
            OPEN_PLAN,
            "same plan, glance, probe, same plan, fold, second probe, solve, functions, attack, long probe",
            None,
        ),
        (
            replace(OPEN_PLAN, candidate=seen(Grade.ORDER)),
            "same plan, glance, probe, grade, shrink, rename, confirm",
            None,
        ),
    ],
)
def test_which_stages_are_worth_running(evidence: Evidence, planned: str, unplanned: str | None) -> None:
    for made, expected in ((PLANNED, planned), (UNPLANNED, unplanned)):
        worth = ", ".join(step.stage.value for step in STAGES if step.when(made, evidence))
        assert expected is None or worth == expected


@pytest.mark.parametrize(
    ("rows", "proved", "worth"),
    [(5, 0, ""), (6, 0, "crowd"), (6, 5, "crowd, raise"), (26, 5, "crowd"), (6, 6, "crowd")],
)
def test_where_a_limit_needs_more_rows_larger_databases_are_looked_at(rows: int, proved: int, worth: str) -> None:
    limited = f"SELECT name FROM person ORDER BY id LIMIT {rows - 1}"
    made = inquiry((limited, lambda *_: []), (f"{limited} ", lambda *_: []))
    stages = [step.stage.value for step in STAGES if step.when(made, Evidence(proved=proved))]
    assert ", ".join(stage for stage in stages if stage in ("crowd", "raise")) == worth


def test_what_may_come_from_few_rows_alone_is_not_claimed() -> None:
    limited = "SELECT name FROM person ORDER BY id LIMIT 9"
    made = inquiry((limited, lambda *_: []), (f"{limited} ", lambda *_: []))
    few, enough = (run(made, [adding(Evidence(proved=rows))]) for rows in (5, 10))
    assert isinstance(few, Unrefuted) and isinstance(enough, EquivalentUpTo)
    assert few.limits == ("where no LIMIT, OFFSET, count or share needs more than 5 rows",)
    silent = run(made, [adding(Evidence(proved=10, answered=False))])
    assert isinstance(silent, Unrefuted)
    assert silent.limits == ("where both queries return no row, or nothing but NULL and 0",)


def test_a_probe_notes_whether_the_queries_return_something() -> None:
    for answer, answered in (([], False), ([(None,)], True)):
        made = inquiry((ALL[0], lambda *_, rows=answer: rows), (f"{ALL[0]} ", lambda *_, rows=answer: rows))
        made.probe.look(3)
        assert made.probe.answered is answered
    counting = "SELECT COUNT(*) FROM person"
    for answer, answered in (([(0,)], False), ([(1,)], True)):
        made = inquiry((counting, lambda *_, rows=answer: rows), (f"{counting} ", lambda *_, rows=answer: rows))
        made.probe.look(3)
        assert made.probe.answered is answered


def test_known_databases_are_tried_and_the_most_convincing_difference_is_kept() -> None:
    made = inquiry(ALL, OLD, NULL, YOUNG, NULL, people((1, "Zoë", 44, None)))
    found = steps.try_known(made, Evidence()).candidate
    assert found is not None and found.grade is Grade.ORDINARY and found.database == YOUNG
    assert made.meter.databases == 4


@pytest.mark.parametrize("counted", [False, True])
def test_no_row_against_a_row_of_nulls_counts_only_if_asked_for(counted: bool) -> None:
    nameless = people((1, None, 12, None))
    made = inquiry(ALL, OLD, nameless, options=Options(degenerate=counted))
    assert (steps.try_known(made, Evidence()).candidate is not None) is counted


def test_a_difference_goes_from_the_first_look_to_a_verdict() -> None:
    made = inquiry()
    verdict = run(made, [step for step in STAGES if step.stage in WITHOUT_SOLVER])
    assert isinstance(verdict, Different)
    assert verdict.grade is Grade.ORDINARY and verdict.settled
    assert verdict.witness.database.size == 1 and verdict.witness.script == "-- 1 rows"
    assert "Only" in verdict.witness.explanation or "returns" in verdict.witness.explanation
    assert verdict.stats.databases == made.meter.databases > 1
    assert verdict.stats.to_witness is not None and verdict.stats.to_witness <= verdict.stats.seconds


def forgetful(times: int) -> tuple[str, Answer]:
    """Return a query that gives another answer after so many runs."""
    runs = iter(range(1000))
    return "SELECT name FROM person WHERE id > 0", lambda _, people: [] if next(runs) < times else [("Al",)]


def test_what_the_engine_does_not_confirm_is_no_difference() -> None:
    made = inquiry(ALL, forgetful(1), YOUNG)
    verdict = run(made, [step for step in STAGES if step.stage in (Stage.KNOWN, Stage.CONFIRM)])
    assert isinstance(verdict, Undecided)
    assert verdict.reason == Obstacle(ObstacleKind.UNCONFIRMED_WITNESS)
    made = inquiry(ALL, forgetful(1), YOUNG, planned=False)
    verdict = run(made, [step for step in STAGES if step.stage in (Stage.KNOWN, Stage.CONFIRM)])
    assert isinstance(verdict, Unsupported)


def test_different_is_made_in_one_place() -> None:
    made = [path for path in SOURCE.rglob("*.py") if re.search(r"(?<!class )\bDifferent\((?!\))", path.read_text())]
    assert [path.relative_to(SOURCE).as_posix() for path in made] == ["search/witness/confirm.py"]

"""The proving side, with a solver that says what the test tells it to, and no engine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import pytest
from fake_engine import SCHEMA, people

from generate.schema import Pools
from spotit.budget import BUDGET
from spotit.database import Database, Rows
from spotit.options import Options
from spotit.reason import Obstacle, ObstacleKind
from spotit.search.evidence import Candidate, Evidence, Results
from spotit.search.meter import Meter
from spotit.search.prove import asking, bounded
from spotit.search.prove.bounded import Prover
from spotit.smt.solve.solver import Answer, Effort, Sat, Session, Unknown, Unsat
from spotit.smt.terms.term import Term
from spotit.sql import lower_query
from spotit.symbolic import ledger
from spotit.symbolic.encode import Setting
from spotit.verdict import Grade
from spotit.work import Allowance

NONE = Effort(0)
MODEL, NO_MODEL = Sat({"size person": 1}, NONE), Unsat(NONE)
SLOW, STUCK = Unknown(Obstacle(ObstacleKind.WORK_LIMIT), NONE), Unknown(Obstacle(ObstacleKind.GAVE_UP, "hm"), NONE)
OLDER, NOT_YOUNGER = "SELECT id FROM person WHERE age > 30", "SELECT id FROM person WHERE age >= 30"
FIRST, ANY_FIRST = "SELECT age FROM person ORDER BY age LIMIT 1", "SELECT age FROM person LIMIT 1"
ROWS = people((1, "a", 30, 4))
SEEN = Evidence(candidate=Candidate(ROWS, Results(Rows(()), Rows(())), Grade.ORDER))


@dataclass(slots=True)
class FakeBench:
    """Confirms models from the n-th on; what it is asked is kept."""

    confirmed: int | None = None
    grade: Grade = Grade.ORDINARY
    opened: bool = False
    given: Sequence[Database] = (ROWS,)
    tried: list[Database] = field(default_factory=list)

    def complete(self, model: Database) -> Database:
        return Database({**model.tables, "city": Rows(("id",), ((len(self.tried),),))})

    def candidate(self, database: Database) -> Candidate | None:
        self.tried.append(database)
        found = self.confirmed is not None and len(self.tried) > self.confirmed
        return Candidate(database, Results(Rows(()), Rows(())), self.grade) if found else None

    def is_open(self, database: Database) -> bool:
        return self.opened

    def samples(self) -> Iterator[Database]:
        yield from self.given


class FakeSolver:
    """Gives one answer after the other, the last one for ever."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.asked: list[Sequence[Term]] = []

    def __call__(self, session: Session, extra: Sequence[Term], *, allowance: Allowance) -> Answer:
        self.asked.append(extra)
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


def prover(
    monkeypatch: pytest.MonkeyPatch, bench: FakeBench, *answers: Answer, left: str = OLDER, right: str = NOT_YOUNGER
) -> tuple[Prover, FakeSolver, Meter]:
    """Return a prover of two queries up to two rows, its solver and its meter."""
    solver, meter, options = FakeSolver(*answers), Meter(60.0), Options(bound=2)
    monkeypatch.setattr(asking.cases, "check", solver)
    setting = Setting(SCHEMA, options, Pools(SCHEMA), lambda *_: pytest.fail("nothing is tabulated"))
    plans = lower_query(left, SCHEMA, now=options.now), lower_query(right, SCHEMA, now=options.now)
    return Prover(plans, setting, bench, meter, BUDGET), solver, meter


def test_equal_terms_are_a_proof_without_a_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    same, solver, _ = prover(monkeypatch, FakeBench(), STUCK, right="SELECT id FROM person WHERE NOT age <= 30")
    found = same.fold(Evidence())
    assert (found.proved, found.encoded) == (2, True)
    assert found.assumptions == (ledger.INTEGERS,)
    assert not solver.asked


def test_different_terms_are_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    other, solver, _ = prover(monkeypatch, FakeBench(), STUCK)
    assert other.fold(Evidence()) == Evidence(encoded=True)
    assert not solver.asked


def test_a_proof_about_no_database_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = FakeBench(given=(Database(),))
    same, solver, _ = prover(monkeypatch, bench, NO_MODEL, right="SELECT id FROM person WHERE NOT age <= 30")
    found = same.fold(Evidence())
    assert (found.proved, found.obstacle.kind) == (0, ObstacleKind.VACUOUS)
    assert len(solver.asked) == 1
    same, *_ = prover(monkeypatch, bench, MODEL, right="SELECT id FROM person WHERE NOT age <= 30")
    assert same.fold(Evidence()).proved == 2


def test_no_model_is_a_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    other, _, meter = prover(monkeypatch, FakeBench(), NO_MODEL)
    found = other.solve(Evidence())
    assert (found.proved, found.candidate) == (2, None)
    assert meter.solver_calls == 1


def test_a_confirmed_model_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = FakeBench(confirmed=0)
    other, *_ = prover(monkeypatch, bench, MODEL)
    found = other.solve(Evidence())
    assert found.candidate is not None and found.candidate.database == bench.tried[0]
    assert "city" in found.candidate.database.tables, "the model was not completed"
    assert (found.proved, found.spurious) == (0, ())


def test_a_model_that_the_engine_contradicts_is_blocked_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = FakeBench(confirmed=2)
    other, solver, _ = prover(monkeypatch, bench, MODEL)
    found = other.solve(Evidence())
    assert found.candidate is not None
    assert found.spurious == tuple(bench.tried[:2])
    assert [len(extra) for extra in solver.asked] == [1, 2, 3]


@pytest.mark.parametrize("opened", [False, True])
def test_what_is_left_after_blocking_models_is_no_proof(opened: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    bench = FakeBench(opened=opened)
    other, *_ = prover(monkeypatch, bench, MODEL, NO_MODEL)
    found = other.solve(Evidence())
    assert found.proved == 1, "at one row no model was blocked"
    assert found.obstacle == Obstacle(ObstacleKind.UNCONFIRMED_MODELS, rows=2)
    assert len(found.spurious) == (0 if opened else 1)


def test_the_search_ends_when_too_many_models_are_not_confirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = FakeBench()
    other, *_ = prover(monkeypatch, bench, MODEL)
    found = other.solve(Evidence())
    assert (found.proved, found.obstacle.kind) == (0, ObstacleKind.UNCONFIRMED_MODELS)
    assert len(bench.tried) == 2 * BUDGET.proving.models, "at two bounds"


@pytest.mark.parametrize("answer", [SLOW, STUCK])
def test_where_the_solver_gives_up_smaller_bounds_are_tried(answer: Unknown, monkeypatch: pytest.MonkeyPatch) -> None:
    # A timeout is followed by two more questions: without rows that agree, and after equal conditions were merged.
    times = 3 if answer is SLOW else 1
    other, *_ = prover(monkeypatch, FakeBench(given=()), *[answer] * times, NO_MODEL, MODEL)
    monkeypatch.setattr(bounded, "sweep", lambda wanted, *_: wanted)
    found = other.solve(Evidence())
    assert found.proved == 1
    assert found.obstacle == Obstacle(answer.reason.kind, answer.reason.detail, 2)


def test_a_difference_where_sql_leaves_the_result_open_is_set_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = FakeBench(opened=True)
    tied, *_ = prover(monkeypatch, bench, NO_MODEL, MODEL, left=FIRST, right=ANY_FIRST)
    found = tied.solve(Evidence())
    assert found.proved == 2
    assert ledger.OPEN_RESULTS in found.assumptions and ledger.TIES not in found.assumptions
    assert len(bench.tried) == BUDGET.proving.open_models


def test_what_is_left_open_is_permitted_by_both_or_taken_as_it_is_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    """The third question is whether anything is left open, the fourth whether a choice made alike tells them apart."""
    about_choices = {ledger.PERMITTED, ledger.TIES, ledger.OPEN_RESULTS}
    for answers, said in (
        ((MODEL, MODEL), {ledger.TIES}),
        ((MODEL, NO_MODEL), {ledger.PERMITTED}),
        ((NO_MODEL, MODEL), set()),
    ):
        tied, *_ = prover(monkeypatch, FakeBench(), NO_MODEL, NO_MODEL, *answers, left=FIRST, right=ANY_FIRST)
        assert about_choices & set(tied.solve(Evidence()).assumptions) == said


@pytest.mark.parametrize(
    ("answers", "grade", "settled"),
    [
        ((NO_MODEL,), Grade.ORDER, True),
        ((NO_MODEL, STUCK, NO_MODEL), Grade.ORDER, False),
        ((MODEL,), Grade.ORDINARY, True),
        ((NO_MODEL, MODEL), Grade.ORDINARY, False),
    ],
)
def test_a_stronger_grade_is_settled_only_when_all_stronger_ones_are(
    answers: tuple[Answer, ...], grade: Grade, settled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    other, *_ = prover(monkeypatch, FakeBench(confirmed=0), *answers)
    found = other.stronger(SEEN, BUDGET.polishing)
    assert found.candidate is not None
    assert (found.candidate.grade, found.settled) == (grade, settled)


def test_where_the_full_bound_is_too_hard_few_rows_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    other, *_ = prover(monkeypatch, FakeBench(confirmed=0), *[SLOW] * 3, MODEL)
    found = other.stronger(SEEN, BUDGET.polishing)
    assert found.candidate is not None and found.candidate.grade is Grade.ORDINARY
    assert not found.settled, "the full bound was not excluded"


def test_a_grade_is_not_settled_while_a_stronger_one_is_not_excluded(monkeypatch: pytest.MonkeyPatch) -> None:
    for first, settled in ((NO_MODEL, True), (SLOW, False)):
        bench = FakeBench(confirmed=0, grade=Grade.TIES)
        other, *_ = prover(monkeypatch, bench, first, MODEL, left=ANY_FIRST, right="SELECT -1 FROM person")
        found = other.stronger(SEEN, BUDGET.polishing)
        assert found.candidate is not None and found.candidate.grade is Grade.TIES
        assert found.settled is settled


def test_nothing_is_minimal_beyond_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    large = people(*((number, "a", 30, 4) for number in range(4)))
    other, solver, _ = prover(monkeypatch, FakeBench(), NO_MODEL)
    candidate = Candidate(large, Results(Rows(()), Rows(())), Grade.ORDINARY)
    assert other.no_smaller(Evidence(), candidate, 1, 1.0)[0] is False
    assert not solver.asked


@pytest.mark.parametrize(
    ("answers", "replies", "answered"),
    [((MODEL,), False, True), ((NO_MODEL,), False, False), ((SLOW,), False, None), ((NO_MODEL, MODEL), True, True)],
)
def test_something_is_returned_if_the_solver_says_so(
    answers: tuple[Answer, ...], replies: bool, answered: bool | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    other, *_ = prover(monkeypatch, FakeBench(), *answers)
    assert other.answers(Evidence(proved=3), 1.0, replies=replies) is answered


def test_a_raised_bound_changes_nothing_unless_it_is_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    for answer, proved in ((NO_MODEL, 2), (STUCK, 1)):
        other, *_ = prover(monkeypatch, FakeBench(), answer)
        found = other.within(Evidence(proved=1), 1.0)
        assert found.proved == proved
        assert found.obstacle == Evidence().obstacle


def test_a_witness_is_minimal_only_by_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    candidate = Candidate(ROWS, Results(Rows(()), Rows(())), Grade.ORDINARY)
    for answer, minimal in ((NO_MODEL, True), (MODEL, False), (STUCK, False)):
        other, solver, _ = prover(monkeypatch, FakeBench(), answer)
        assert other.no_smaller(Evidence(), candidate, 1, 1.0)[0] is minimal
        assert len(solver.asked) == 1

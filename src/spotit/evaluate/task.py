"""One question with all its methods, from EX to cross-checked witnesses: the unit of work and of resumption.

A task depends on nothing but its input, so outcomes do not depend on scheduling. Equal predictions
share all work.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import field, replace
from typing import Any, Protocol, TypeVar

import msgspec

from spotit.database import Database
from spotit.elsewhere.trial import Systems
from spotit.evaluate.alike.groups import Alike, alike
from spotit.evaluate.cache import Cache, pair_key, pair_name
from spotit.evaluate.crosscheck import Found, Refutation, borrowed
from spotit.evaluate.protocol import (
    CheckStep,
    Executed,
    ExecuteStep,
    ProbeStep,
    ReplayAnswer,
    ReplayStep,
    Setup,
    Step,
    StepAnswer,
)
from spotit.evaluate.records import (
    Outcome,
    Prediction,
    Question,
    VerdictRecord,
    WitnessRecord,
)
from spotit.evaluate.tried import tried
from spotit.evaluate.witness_file import database_of, file_stem, witness_script
from spotit.frozen import frozen
from spotit.options import Options
from spotit.verdict import Undecided
from spotit.vocabulary.lexicon import named_in
from spotit.workers.job import Died, Ended, Failed

GROUP_SECONDS = 2.0
"""For a check whether two predictions that fail EX agree with each other."""

Named = Mapping[str, tuple[str, ...]]
"""What texts of a question name, by kind."""

A = TypeVar("A", bound=StepAnswer)


class Caller(Protocol):
    """Whatever answers steps: a worker process, or a stand-in in tests."""

    def call(self, step: Step, seconds: float) -> StepAnswer | Ended:
        """Return the answer, or how the step ended without one."""
        ...


@frozen
class Task:
    """A question, its predictions in the order of the methods, and who passes EX if a file says so."""

    question: Question
    predictions: tuple[Prediction, ...]
    listed: frozenset[str] | None = None
    """Methods that pass according to `--ex-results`; None: decide it on the database."""
    verify_all: bool = False
    """`--no-ex`: verify whatever is there."""


@frozen
class Shared:
    """What all tasks of a run share on the side of the parent."""

    setup: Setup
    identities: Mapping[str, str]
    """Per database, a text that is the same for the same schema only."""
    engine: str
    cache: Cache = field(default_factory=Cache)
    also: Systems = field(default_factory=dict)
    """Other database systems on which witnesses are tried."""


@frozen
class TaskResult:
    """All records of one question, and the witness scripts by file name."""

    outcomes: tuple[Outcome, ...]
    verdicts: tuple[VerdictRecord, ...] = ()
    witnesses: tuple[WitnessRecord, ...] = ()
    scripts: dict[str, str] = field(default_factory=dict)
    cached: int = 0


@frozen
class _Checked:
    """The verdict of one distinct prediction."""

    pair: str
    verdict: dict[str, Any]
    cached: bool = False


def run_task(task: Task, worker: Caller, shared: Shared) -> TaskResult:
    """Return everything there is to know about one question."""
    texts = tuple(dict.fromkeys(p.sql for p in task.predictions if p.sql is not None))
    executed = _execute_all(task, texts, shared, worker)
    passing = {p.method for p in task.predictions if _passes(task, p, executed)}
    to_check = tuple(dict.fromkeys(p.sql for p in task.predictions if p.sql is not None and p.method in passing))
    named = named_in((task.question.question, task.question.evidence, task.question.gold, *texts))
    checked = {sql: _check(task.question, sql, named, shared, worker) for sql in to_check}
    found = {sql: _found(task.question, sql, c) for sql, c in checked.items() if c.verdict["witness"]}
    groups = _groups(task, passing, tuple(found.values()), shared, worker)
    aside = _aside(task, groups, named, shared, worker)
    shown = (*found.values(), *((aside.found,) if aside and aside.found else ()))
    replays = {sql: _replay(task.question, sql, shown, shared, worker) for sql in texts if shown}
    refuted = {sql: _refutation(task.question, sql, replays.get(sql, {}), found, shared, worker) for sql in to_check}
    return TaskResult(
        outcomes=tuple(
            _grouped(_outcome(task, p, executed, checked, found, replays, refuted), groups.get(p.sql or ""))
            for p in task.predictions
        ),
        verdicts=(
            *(_verdict_record(task.question, c, found.get(sql)) for sql, c in checked.items()),
            *((_verdict_record(task.question, aside.checked, aside.found),) if aside else ()),
        ),
        witnesses=tuple(_witness_record(task, f, replays, _told(task, f, passing, groups), passing) for f in shown),
        scripts={f.name: witness_script(task.question, f, _told(task, f, passing, groups)) for f in shown},
        cached=sum(c.cached for c in checked.values()),
    )


def _groups(
    task: Task, passing: set[str], found: tuple[Found, ...], shared: Shared, worker: Caller
) -> dict[str, Alike]:
    """Return who agrees with whom among the predictions that fail EX, by text; nothing where fewer than two do."""
    failing = [p.sql for p in task.predictions if p.sql is not None and p.method not in passing]
    if len(failing) < 2:
        return {}
    question, texts = task.question, tuple(dict.fromkeys(failing))
    step = ProbeStep(question.db_id, question.gold, texts, tuple(f.database for f in found))
    answer = worker.call(step, shared.setup.limits.hard_seconds)
    if isinstance(answer, Died | Failed):
        return {}
    options = shared.setup.options
    brief = replace(options, timeout=min(options.timeout, GROUP_SECONDS))

    def check(first: str, other: str) -> dict[str, Any]:
        return _verdict(question.db_id, first, other, {}, brief, shared, worker).verdict

    return alike(texts, _expect(answer, tuple), texts, check)


@frozen
class _Aside:
    """What tells gold from the largest group of predictions that fail EX."""

    checked: _Checked
    found: Found | None


def _aside(task: Task, groups: Mapping[str, Alike], named: Named, shared: Shared, worker: Caller) -> _Aside | None:
    """Return the verdict on gold and the largest group that fails EX: shown with a suspect gold, in no score."""
    sizes = Counter(groups[p.sql].key for p in task.predictions if p.sql and p.sql in groups)
    largest = max(sizes, key=sizes.__getitem__, default=None)
    sql = next((sql for sql, group in groups.items() if group.key == largest), None)
    if sql is None:
        return None
    checked = _check(task.question, sql, named, shared, worker)
    return _Aside(checked, _found(task.question, sql, checked) if checked.verdict["witness"] else None)


def _grouped(outcome: Outcome, group: Alike | None) -> Outcome:
    if group is None or outcome.ex is not False:
        return outcome
    return msgspec.structs.replace(outcome, alike=group.key, alike_by=group.basis, beside_gold=group.beside_gold)


def _told(task: Task, found: Found, passing: set[str], groups: Mapping[str, Alike]) -> tuple[str, ...]:
    """Return the methods that a witness was found for: those with the prediction, or with one of its group."""
    methods = _methods(task, found.sql, passing)
    if methods:
        return methods
    key = groups[found.sql].key
    return tuple(p.method for p in task.predictions if p.sql and p.sql in groups and groups[p.sql].key == key)


def _execute_all(task: Task, texts: tuple[str, ...], shared: Shared, worker: Caller) -> dict[str, Executed]:
    """Run every distinct prediction on the test database, where there is one and EX is decided on it."""
    question, limits = task.question, shared.setup.limits
    if task.verify_all or task.listed is not None:
        return {}
    seconds = 2 * limits.ex_timeout + 10
    results = {}
    for sql in texts:
        answer = worker.call(ExecuteStep(question.db_id, question.gold, sql), seconds)
        results[sql] = (
            Executed(False, answer.reason) if isinstance(answer, Died | Failed) else _expect(answer, Executed)
        )
    return results


def _passes(task: Task, prediction: Prediction, executed: Mapping[str, Executed]) -> bool:
    if prediction.sql is None:
        return False
    if task.listed is not None:
        return prediction.method in task.listed
    return task.verify_all or executed[prediction.sql].passed


def _check(question: Question, sql: str, named: Named, shared: Shared, worker: Caller) -> _Checked:
    checked = _verdict(question.db_id, question.gold, sql, named, None, shared, worker)
    pair = f"{file_stem(question.question_id)}-{pair_name(shared.identities[question.db_id], question.gold, sql)}"
    verdict = tried(checked.verdict, question.db_id, (question.gold, sql), shared.also, worker.call)
    return replace(checked, pair=pair, verdict=verdict)


def _verdict(
    db_id: str, left: str, right: str, named: Named, options: Options | None, shared: Shared, worker: Caller
) -> _Checked:
    """Return the verdict on two queries, from the cache if it is there; with other options than the run's if given."""
    key = pair_key(shared.identities[db_id], left, right, options or shared.setup.options, shared.engine, named)
    kept = shared.cache.get(key)
    if kept is not None:
        return _Checked("", kept, cached=True)
    step = CheckStep(db_id, left, right, options=options, named=named)
    answer = worker.call(step, shared.setup.limits.hard_seconds)
    verdict = _without_answer(answer, shared) if isinstance(answer, Died | Failed) else _expect(answer, dict)
    shared.cache.put(key, verdict)
    return _Checked("", verdict)


def _without_answer(ended: Ended, shared: Shared) -> dict[str, Any]:
    options = shared.setup.options
    semantics, columns = options.semantics.value, options.matching.value
    return Undecided(ended.obstacle, semantics=semantics, columns=columns, engine=shared.engine).as_dict()


def _found(question: Question, sql: str, checked: _Checked) -> Found:
    return Found(f"{checked.pair}.sql", checked.pair, sql, checked.verdict, database_of(checked.verdict["witness"]))


def _replay(
    question: Question, sql: str, found: tuple[Found, ...], shared: Shared, worker: Caller
) -> dict[str, ReplayAnswer]:
    """Return what this prediction answers on every witness of the question, by witness name."""
    step = ReplayStep(question.db_id, question.gold, sql, tuple(f.database for f in found))
    answer = worker.call(step, shared.setup.limits.hard_seconds)
    if isinstance(answer, Died | Failed):
        return {f.name: ReplayAnswer(False, "error", "") for f in found}
    return {f.name: replayed for f, replayed in zip(found, _expect(answer, tuple), strict=True)}


def _refutation(
    question: Question,
    sql: str,
    replays: Mapping[str, ReplayAnswer],
    found: Mapping[str, Found],
    shared: Shared,
    worker: Caller,
) -> Refutation:
    """Return which borrowed witnesses refute the prediction, and how strongly."""
    own = found.get(sql)
    by_name = {f.name: f for f in found.values()}
    names = tuple(n for n, r in replays.items() if r.differs and n in by_name and (own is None or n != own.name))
    if not names:
        return Refutation()

    def grade(databases: tuple[Database, ...]) -> tuple[str | None, bool | None]:
        step = CheckStep(question.db_id, question.gold, sql, databases)
        answer = worker.call(step, shared.setup.limits.hard_seconds)
        if isinstance(answer, Died | Failed):
            return None, None
        found = _expect(answer, dict)
        return found["grade"], found.get("robust")

    return borrowed(own, tuple(by_name[name] for name in names), grade)


def _outcome(
    task: Task,
    prediction: Prediction,
    executed: Mapping[str, Executed],
    checked: Mapping[str, _Checked],
    found: Mapping[str, Found],
    replays: Mapping[str, Mapping[str, ReplayAnswer]],
    refuted: Mapping[str, Refutation],
) -> Outcome:
    question, sql = task.question, prediction.sql or ""
    passed = _passes(task, prediction, executed)
    base = Outcome(
        question_id=question.question_id,
        method=prediction.method,
        db_id=question.db_id,
        difficulty=question.difficulty,
        ex=None if task.verify_all else passed,
        ex_reason=_ex_reason(task, prediction, executed),
        answer=executed[sql].answer if sql in executed else None,
        extra_columns=executed[sql].extra_columns if sql in executed else (),
        replays={name: r.answer for name, r in replays.get(sql, {}).items()},
    )
    if not passed:
        rejected = executed[sql].rejected if sql in executed else None
        # A prediction that the engine does not run needs no check to be invalid.
        return base if rejected is None else msgspec.structs.replace(base, verdict="invalid", reason=rejected)
    verdict, refutation = checked[sql].verdict, refuted[sql]
    return Outcome(
        **{name: getattr(base, name) for name in _EX_FIELDS},
        verdict=verdict["verdict"],
        grade=verdict["grade"],
        robust=verdict.get("robust"),
        bound=verdict["bound"],
        reason=verdict["reason"],
        witness=found[sql].name if sql in found else None,
        cross_checked=refutation.witnesses,
        cross_grade=refutation.grade,
        cross_robust=refutation.robust,
        pair=checked[sql].pair,
        encoded=verdict["stats"]["encoded"],
        spurious=verdict["stats"]["spurious"],
        seconds=verdict["stats"]["seconds"],
    )


_EX_FIELDS = ("question_id", "method", "db_id", "difficulty", "ex", "ex_reason", "answer", "extra_columns", "replays")


def _ex_reason(task: Task, prediction: Prediction, executed: Mapping[str, Executed]) -> str | None:
    if prediction.sql is None:
        return prediction.status
    if task.listed is not None:
        return None if prediction.method in task.listed else "listed as failing"
    return None if task.verify_all else executed[prediction.sql].reason


def _verdict_record(question: Question, checked: _Checked, found: Found | None) -> VerdictRecord:
    name = found.name if found else None
    return VerdictRecord(checked.pair, question.question_id, question.db_id, name, checked.verdict)


def _witness_record(
    task: Task,
    found: Found,
    replays: Mapping[str, Mapping[str, ReplayAnswer]],
    methods: tuple[str, ...],
    passing: set[str],
) -> WitnessRecord:
    gold = replays[found.sql][found.name].gold_answer or None
    answers: dict[str, Any] = {gold: found.verdict["left_result"]} if gold else {}
    answers |= {r.answer: r.result for r in (by[found.name] for by in replays.values()) if r.result is not None}
    return WitnessRecord(
        witness=found.name,
        question_id=task.question.question_id,
        pair=found.pair,
        methods=methods,
        grade=found.verdict["grade"],
        bound=found.verdict["bound"],
        gold_answer=gold,
        aside=passing.isdisjoint(methods),
        answers=answers,
    )


def _methods(task: Task, sql: str, passing: set[str]) -> tuple[str, ...]:
    return tuple(p.method for p in task.predictions if p.sql == sql and p.method in passing)


def _expect(answer: StepAnswer, kind: type[A]) -> A:
    assert isinstance(answer, kind), f"a worker answered {type(answer).__name__} instead of {kind.__name__}"
    return answer

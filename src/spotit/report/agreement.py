"""Which methods answer alike: on the test database as far as it is known, and on every witness of the question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from spotit.dialect.names import fold
from spotit.dialect.tokens import TokenKind
from spotit.errors import InvalidSql
from spotit.evaluate.records import Outcome, Prediction, Question, QuestionId, WitnessRecord
from spotit.evaluate.score import STRICT
from spotit.evaluate.store import Run
from spotit.frozen import frozen
from spotit.sql.syntax.tokens import scan
from spotit.verdict import Grade

UNKNOWN = "unknown"
"""The grade of a borrowed difference that could not be graded."""
_RANK = {grade.value: grade.rank for grade in Grade} | {UNKNOWN: len(Grade)}


@frozen
class Group:
    """Methods that answer alike wherever their answers are known."""

    methods: tuple[str, ...]
    gold: bool
    """They answer as gold does."""
    passes: bool
    """They pass EX (or EX was not measured)."""
    grade: str | None
    """The strongest grade at which a witness tells them from gold; None when no witness does."""
    basis: str
    """What their agreement rests on: `proof`, `probes`, `witnesses`, `database`, `same text`."""
    beside_gold: str | None = None
    """Their answers on all probes beside gold's: `same`, `columns` (one has columns beyond the other), or None."""
    natural: bool = True
    """Some witness that tells them from gold has nothing unnatural about it."""


@frozen
class Answered:
    """One question with everything the run knows about it."""

    question: Question
    outcomes: tuple[Outcome, ...]
    """In the order of the methods."""
    predictions: Mapping[str, Prediction]
    """By method."""
    witnesses: tuple[WitnessRecord, ...]
    groups: tuple[Group, ...]
    """Largest first; methods without a prediction are in none."""

    @property
    def differing(self) -> tuple[Outcome, ...]:
        """The outcomes that pass EX and are refuted by a witness."""
        return tuple(o for o in self.outcomes if refuted_at(o) is not None)


def refuted_at(outcome: Outcome) -> str | None:
    """Return the strongest grade at which a witness, own or borrowed, refutes a prediction; None when none does.

    Differences of grade `degenerate` do not count.
    """
    if outcome.ex is False:
        return None
    grades = []
    if outcome.verdict == "different" and outcome.grade in STRICT:
        grades.append(outcome.grade)
    if outcome.cross_checked and (outcome.cross_grade is None or outcome.cross_grade in STRICT):
        grades.append(outcome.cross_grade or UNKNOWN)
    return min(grades, key=_RANK.__getitem__, default=None)


def answered(run: Run) -> tuple[Answered, ...]:
    """Return the questions of a run that have outcomes, in their order."""
    outcomes: dict[QuestionId, list[Outcome]] = {}
    for outcome in run.outcomes:
        outcomes.setdefault(outcome.question_id, []).append(outcome)
    witnesses: dict[QuestionId, list[WitnessRecord]] = {}
    for witness in run.witnesses.values():
        witnesses.setdefault(witness.question_id, []).append(witness)
    return tuple(
        _answered(run, q, tuple(outcomes[q.question_id]), tuple(witnesses.get(q.question_id, ())))
        for q in run.questions
        if q.question_id in outcomes
    )


def _answered(
    run: Run, question: Question, outcomes: tuple[Outcome, ...], witnesses: tuple[WitnessRecord, ...]
) -> Answered:
    predictions = {
        o.method: run.predictions[key] for o in outcomes if (key := (o.question_id, o.method)) in run.predictions
    }
    tagged = {w.witness for w in witnesses if _tags(run, w)}
    groups = _groups(outcomes, predictions, witnesses, tagged)
    return Answered(question, outcomes, predictions, witnesses, groups)


def _tags(run: Run, witness: WitnessRecord) -> list[str]:
    stored = run.verdicts.get(witness.pair, {}).get("witness")
    return list(stored["tags"]) if stored else []


def _groups(
    outcomes: Sequence[Outcome],
    predictions: Mapping[str, Prediction],
    witnesses: Sequence[WitnessRecord],
    tagged: set[str],
) -> tuple[Group, ...]:
    gold = {w.witness: w.gold_answer for w in witnesses}
    members: dict[tuple[object, ...], list[Outcome]] = {}
    for outcome in outcomes:
        prediction = predictions.get(outcome.method)
        if prediction is not None and prediction.sql is not None:
            members.setdefault(_signature(outcome, prediction.sql, gold), []).append(outcome)
    groups = [_group(str(signature[0]), alike, tagged) for signature, alike in members.items()]
    return tuple(sorted(groups, key=lambda g: (-len(g.methods), not g.gold)))


def _signature(outcome: Outcome, sql: str, gold: Mapping[str, str | None]) -> tuple[object, ...]:
    """Return what two outcomes share when they count as alike; its first part says on what ground."""
    told_apart = outcome.ex is False or outcome.verdict == "invalid" or refuted_at(outcome) is not None
    if not told_apart:
        return ("gold",)
    if outcome.alike is not None:
        return ("probes", outcome.ex, outcome.answer, outcome.alike)
    if outcome.replays and any(answer != gold.get(name) for name, answer in outcome.replays.items()):
        return ("witnesses", outcome.ex, outcome.answer, tuple(sorted(outcome.replays.items())))
    if outcome.answer is not None and outcome.ex is False:
        return ("database", outcome.answer)
    return ("same text", outcome.ex, normal_text(sql))


def _group(basis: str, alike: Sequence[Outcome], tagged: set[str]) -> Group:
    grades = [grade for o in alike if (grade := refuted_at(o)) is not None]
    told = {name for o in alike for name in (o.witness, *o.cross_checked) if name}
    return Group(
        methods=tuple(o.method for o in alike),
        gold=basis == "gold",
        passes=alike[0].ex is not False,
        grade=min(grades, key=_RANK.__getitem__, default=None),
        basis="proof" if basis == "probes" and all(o.alike_by in ("text", "proof") for o in alike) else basis,
        beside_gold=alike[0].beside_gold if basis == "probes" else None,
        natural=not told or bool(told - tagged),
    )


def normal_text(sql: str) -> str:
    """Return the query with blanks, comments, letter case and quoting of names evened out."""
    try:
        tokens = scan(sql)
    except InvalidSql:
        return " ".join(sql.split())
    plain = (TokenKind.WORD, TokenKind.QUOTED, TokenKind.BRACKETED)
    words = [fold(t.name) if t.kind in plain else f"{t.kind}:{t.name}" for t in tokens]
    return " ".join(word for word in words if word != "symbol:;")

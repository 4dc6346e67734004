"""Which gold queries look wrong, and which questions look ambiguous, each with the reasons."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from spotit.lint.finding import Finding, Severity
from spotit.report.agreement import UNKNOWN, Answered, Group
from spotit.report.texts import SEVERITY_WEIGHT, GoldQuery, lint_weight

GRADE_WEIGHT = {
    "ordinary": 1.0,
    "ties": 0.55,
    "nulls": 0.45,
    "empty": 0.4,
    "order": 0.15,
    "rounding": 0.1,
    "error": 0.1,
    UNKNOWN: 0.3,
}
"""How much a difference of that grade says about the gold query."""
_REFUTED, _AGREED, _LINTED, _APART = 60.0, 25.0, 25.0, 12.0
"""Points for: methods that pass EX but differ, methods that differ in the same way, lints of gold, other tables than
those methods read."""
_DEFENDED, _FAULTED = 20.0, 30.0
"""Points against: methods that answer as gold does, lints of the queries that differ."""
_UNNATURAL, _LOOSER = 0.4, 0.5
"""What is left of a difference that only shows on odd data, such as names in other letter case; and of one between
two ways to test for the same constant."""
_LARGE = 0.25
"""The share of the methods that makes an agreeing group large."""
LEAST_POINTS = 20.0
"""Questions below are not listed as suspects."""


@dataclass(frozen=True, slots=True)
class Suspect:
    """A gold query that may be wrong."""

    position: int
    """Of the question in the run."""
    points: float
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """A question to which methods give two or more answers in large agreeing groups."""

    position: int
    points: float
    groups: tuple[Group, ...]


def suspects(questions: Sequence[Answered], golds: Sequence[GoldQuery], methods: int) -> tuple[Suspect, ...]:
    """Return the suspect gold queries, the most suspect first."""
    ranked = (
        _suspect(position, question, gold, methods)
        for position, (question, gold) in enumerate(zip(questions, golds, strict=True))
    )
    kept = (suspect for suspect in ranked if suspect.points >= LEAST_POINTS)
    return tuple(sorted(kept, key=lambda s: (-s.points, s.position)))


def _suspect(position: int, question: Answered, gold: GoldQuery, methods: int) -> Suspect:
    others = [group for group in question.groups if not group.gold]
    refuted = sum(_weight(g) * len(g.methods) for g in others if g.grade)
    agreeing = _largest(others)
    agreed = len(agreeing.methods) if agreeing and len(agreeing.methods) > 1 else 0
    defended = sum(len(g.methods) for g in question.groups if g.gold)
    strength = _weight(agreeing) if agreeing else 0.0
    told = _REFUTED * refuted / methods + _AGREED * strength * agreed / methods
    points = (
        told * (_LOOSER if gold.looser else 1.0)
        + _LINTED * lint_weight(gold.findings)
        + _APART * refuted / methods * bool(gold.only_gold or gold.never_gold)
        - _DEFENDED * defended / methods
        - _FAULTED * gold.faults
    )
    reasons = (
        *_group_reasons(question, others, agreeing, methods),
        *_text_reasons(gold),
        *_lint_reasons(gold.findings),
    )
    return Suspect(position, round(points, 1), reasons)


def _weight(group: Group) -> float:
    """Return how much a group says: by its grade, or little when it only fails on the database."""
    if group.grade:
        return GRADE_WEIGHT[group.grade] * (1.0 if group.natural else _UNNATURAL)
    return {"database": 0.5, "witnesses": 0.4, "same text": 0.4}[group.basis]


def _largest(groups: Sequence[Group]) -> Group | None:
    return max(groups, key=lambda g: len(g.methods) * _weight(g), default=None)


def _group_reasons(question: Answered, others: Sequence[Group], agreeing: Group | None, methods: int) -> Iterable[str]:
    refuted = sum(len(g.methods) for g in others if g.grade)
    passing = sum(o.ex is not False for o in question.outcomes)
    failing = sum(o.ex is False for o in question.outcomes)
    if refuted:
        grades = ", ".join(dict.fromkeys(g.grade for g in others if g.grade))
        whole = "all" if refuted == passing else f"{refuted} of the"
        yield f"{whole} {_count(passing, 'method')} that pass EX differ on a witness ({grades})"
    if failing:
        yield f"{_count(failing, 'method')} fail EX"
    if agreeing and len(agreeing.methods) > 1:
        where = {"witnesses": "on every witness", "database": "on the database", "same text": "word for word"}
        yield f"{len(agreeing.methods)} of {methods} methods agree with each other {where[agreeing.basis]}"
    if not any(g.gold for g in question.groups):
        yield "no method answers as gold does"


def _text_reasons(gold: GoldQuery) -> Iterable[str]:
    for tables, words in ((gold.only_gold, "only gold reads"), (gold.never_gold, "all of them but not gold read")):
        if tables:
            yield f"{words} {', '.join(f'`{table}`' for table in tables)}"
    if gold.looser:
        yield gold.looser
    if gold.faults >= SEVERITY_WEIGHT[Severity.RISK]:
        yield "for gold: the queries that differ have flaws that gold has not"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _lint_reasons(found: Iterable[Finding]) -> Iterable[str]:
    yield from dict.fromkeys(f"{f.name}: {f.message}" for f in found if f.severity is not Severity.HINT)


def ambiguous(questions: Sequence[Answered], methods: int) -> tuple[Ambiguous, ...]:
    """Return the questions with at least two large agreeing groups, the most evenly split first."""
    least = max(2, -(-methods * _LARGE // 1))
    found = []
    for position, question in enumerate(questions):
        large = tuple(g for g in question.groups if len(g.methods) >= least and _tells(g))
        if len(large) >= 2:
            found.append(Ambiguous(position, _split_points(large, methods), large))
    return tuple(sorted(found, key=lambda a: (-a.points, a.position)))


def _split_points(groups: Sequence[Group], methods: int) -> float:
    """Return up to 100 points: for an even split, for few methods outside it, for a strong difference."""
    second, whole = len(groups[1].methods), sum(len(g.methods) for g in groups)
    strength = max(_weight(g) for g in groups if not g.gold)
    return round(100 * strength * (second / methods + whole / methods / 2), 1)


def _tells(group: Group) -> bool:
    """Tell whether a group's answer really is another one, not only another order, rounding or a failure."""
    return group.gold or group.grade not in ("order", "rounding", "error")

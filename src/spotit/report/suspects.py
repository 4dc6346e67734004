"""Which gold queries look wrong, and which questions look ambiguous, each with the reasons."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from enum import StrEnum
from statistics import NormalDist

from spotit.dialect.tokens import tokens
from spotit.frozen import frozen
from spotit.lint.finding import Finding, Severity
from spotit.report.agreement import Answered, Group
from spotit.report.texts import SEVERITY_WEIGHT, GoldQuery, lint_weight
from spotit.verdict import Grade

GRADE_WEIGHT = {
    Grade.ORDINARY.value: 1.0,
    Grade.TIES.value: 0.55,
}
"""How much a difference of that grade says about a gold query that is right on the data: others break a rule of the
data, or take NULLs, an empty result or an arbitrary choice, and say nothing."""
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
"""Questions below are not listed as latent by what methods say."""
_FAILED, _TOGETHER, _LINTS_ALONE, _LENGTH = (0.34, 0.4), (0.21, 0.25), (0.04, 0.08), (5.2, 0.46)
_DISTINCT = (0.05, 0.15)
"""The mean and the spread, over questions of BIRD and five methods, of what speaks against a gold that stands alone:
the share of methods that fail EX, of those that agree with each other, lints of gold, the logarithm of its length, the
share of methods that say DISTINCT where gold never does. Each counts in units of its spread, none more than another."""
_COLUMNS = 0.5
"""What counts against the suspicion, in the same units, if the methods only return other columns."""


class SuspectList(StrEnum):
    """The two lists of suspect gold queries."""

    ALONE = "gold alone"
    """Methods fail EX, and agree with each other."""
    LATENT = "latent"
    """Gold is right on the test database as far as methods tell, and differs from them on other data."""


_STRONG = {SuspectList.ALONE: 84.0, SuspectList.LATENT: 50.0}
"""Points from which a suspect counts as a strong one; for a gold alone one spread above what is usual."""


@frozen
class Suspect:
    """A gold query that may be wrong."""

    list: SuspectList
    position: int
    """Of the question in the run."""
    points: float
    reasons: tuple[str, ...]
    majority: str | None = None
    """The method whose prediction stands for the largest group that differs from gold."""

    @property
    def strong(self) -> bool:
        """Whether it is worth a look before the others."""
        return self.points >= _STRONG[self.list]


@frozen
class Ambiguous:
    """A question to which methods give two or more answers in large agreeing groups."""

    position: int
    points: float
    groups: tuple[Group, ...]


def suspects(questions: Sequence[Answered], golds: Sequence[GoldQuery], methods: int) -> tuple[Suspect, ...]:
    """Return the suspect gold queries: those that stand alone, then the latent ones, the most suspect of each first."""
    pairs = list(enumerate(zip(questions, golds, strict=True)))
    alone = [_alone(position, question, gold, methods) for position, (question, gold) in pairs]
    latent = [_latent(position, question, gold, methods) for position, (question, gold) in pairs]
    kept = [one for one in (*alone, *latent) if one is not None]
    return tuple(sorted(kept, key=lambda s: (s.list is SuspectList.LATENT, -s.points, s.position)))


def _alone(position: int, question: Answered, gold: GoldQuery, methods: int) -> Suspect | None:
    """Return how suspect gold is by the methods that fail EX; None if none does.

    The points say how many of a hundred golds are less suspect, if what speaks against them is spread as usual. That
    the methods and gold differ in nothing but columns says that the question leaves the columns open.
    """
    failing = [group for group in question.groups if not group.passes and not group.gold]
    largest = max(failing, key=lambda group: len(group.methods), default=None)
    if largest is None:
        return None
    failed = sum(len(group.methods) for group in failing)
    distinct = _distinct_beside_gold(question)
    signals = (
        (failed / methods, _FAILED),
        (len(largest.methods) / methods, _TOGETHER),
        (lint_weight(gold.findings), _LINTS_ALONE),
        (math.log(max(1, len(question.question.gold))), _LENGTH),
        (distinct / methods, _DISTINCT),
    )
    against = sum((value - mean) / spread for value, (mean, spread) in signals)
    against -= _COLUMNS * (largest.beside_gold is not None)
    reasons = (
        *_alone_reasons(question, largest, failed, methods),
        *_distinct_reasons(distinct),
        *_lint_reasons(gold.findings),
    )
    points = round(100 * NormalDist(0, math.sqrt(len(signals))).cdf(against), 1)
    return Suspect(SuspectList.ALONE, position, points, reasons, largest.methods[0])


def _distinct_beside_gold(question: Answered) -> int:
    """Return how many methods say DISTINCT where gold never does: most golds that count too much lack one."""
    if _says_distinct(question.question.gold):
        return 0
    return sum(p.sql is not None and _says_distinct(p.sql) for p in question.predictions.values())


def _distinct_reasons(methods: int) -> Iterable[str]:
    if methods:
        yield f"{_count(methods, 'method')} {'say' if methods > 1 else 'says'} DISTINCT, which gold never does"


def _says_distinct(sql: str) -> bool:
    return any(token.key == "DISTINCT" for token in tokens(sql))


def _alone_reasons(question: Answered, largest: Group, failed: int, methods: int) -> Iterable[str]:
    yield f"{failed} of {methods} methods fail EX"
    if len(largest.methods) > 1:
        yield f"{len(largest.methods)} of them agree with each other {_WHERE[largest.basis]}"
    if largest.beside_gold == "columns":
        yield "for gold: it and they return the same but for columns that one has beyond the other"
    if largest.beside_gold == "same":
        yield "for gold: on the small generated databases that were tried they answer as gold does"
    if not any(group.gold for group in question.groups):
        yield "every method differs from gold on some database that was tried"


def _latent(position: int, question: Answered, gold: GoldQuery, methods: int) -> Suspect | None:
    """Return how suspect gold is by methods that pass EX and differ on data that keep the rules.

    Where none does, a lint can still say that gold is wrong in general; None where nothing speaks against it.
    """
    others = [group for group in question.groups if not group.gold]
    if not any(_weight(group) for group in others if group.passes):
        return _linted(position, gold)
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
    if points < LEAST_POINTS:
        return _linted(position, gold)
    reasons = (
        *_group_reasons(question, others, agreeing, methods),
        *_text_reasons(gold),
        *_lint_reasons(gold.findings),
    )
    majority = agreeing.methods[0] if agreeing else None
    return Suspect(SuspectList.LATENT, position, round(points, 1), reasons, majority)


def _linted(position: int, gold: GoldQuery) -> Suspect | None:
    """Return how suspect gold is by its lints alone; None if they are hints at most."""
    if all(finding.severity is Severity.HINT for finding in gold.findings):
        return None
    points = round(_LINTED * lint_weight(gold.findings), 1)
    return Suspect(SuspectList.LATENT, position, points, (*_lint_reasons(gold.findings),))


def _weight(group: Group) -> float:
    """Return how much a group says: by its grade, or little when it only fails on the database."""
    if group.grade:
        return GRADE_WEIGHT.get(group.grade, 0.0) * (1.0 if group.natural else _UNNATURAL)
    return 0.5 if group.basis == "database" else 0.4


def _largest(groups: Sequence[Group]) -> Group | None:
    return max(groups, key=lambda g: len(g.methods) * _weight(g), default=None)


def _group_reasons(question: Answered, others: Sequence[Group], agreeing: Group | None, methods: int) -> Iterable[str]:
    refuted = sum(len(g.methods) for g in others if g.grade)
    passing = sum(o.ex is not False for o in question.outcomes)
    failing = sum(o.ex is False for o in question.outcomes)
    if refuted:
        grades = ", ".join(dict.fromkeys(g.grade for g in others if g.grade))
        whole = "all" if refuted == passing else f"{refuted} of the"
        told = (
            f"{whole} {_count(passing, 'method')} that pass EX differ"
            if passing > 1
            else "the only method that passes EX differs"
        )
        yield f"{told} on a witness ({grades})"
    if failing:
        yield f"{_count(failing, 'method')} {'fail' if failing > 1 else 'fails'} EX"
    if agreeing and len(agreeing.methods) > 1:
        yield f"{len(agreeing.methods)} of {methods} methods agree with each other {_WHERE[agreeing.basis]}"
    if not any(g.gold for g in question.groups):
        yield "every method differs from gold on some database that was tried"


_WHERE = {
    "proof": "(proved)",
    "probes": "on every witness and probe",
    "witnesses": "on every witness",
    "database": "on the database",
    "same text": "word for word",
}
"""On what an agreement rests, in words."""


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

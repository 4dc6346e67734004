"""Scores as pure functions of the store: EX, SpotIt, SpotIt+, robust, ranks, coverage, times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import fmean, median

import msgspec

from spotit.evaluate.records import FORMAT, Outcome, PredictionCounts
from spotit.evaluate.store import Run
from spotit.frozen import frozen
from spotit.verdict import NAMES, Grade

ROBUST = frozenset({Grade.ORDINARY.value, Grade.TIES.value})
"""Differences that a maintainer would accept; of those by NULLs, the verdict itself knows which."""
FREE_OF_RULES = ROBUST | {Grade.UNLIKELY.value}
"""The same, and those that break a rule of the data: what robust would be if no rules were known."""
STRICT = frozenset(grade.value for grade in Grade if grade is not Grade.DEGENERATE)


class Seconds(msgspec.Struct, frozen=True):
    """Times of the checks of one method, in seconds."""

    mean_to_witness: float | None
    median_to_witness: float | None
    mean: float | None
    median: float | None
    total: float


class MethodScore(msgspec.Struct, frozen=True, kw_only=True):
    """The scores of one method; percentages are of all questions."""

    ex: float | None
    spotit: float
    spotit_plus: float
    robust: float
    robust_plus: float
    robust_without_rules: float = 0.0
    ex_rank: int | None = None
    spotit_rank: int = 0
    spotit_plus_rank: int = 0
    robust_rank: int = 0
    robust_plus_rank: int = 0
    robust_without_rules_rank: int = 0
    coverage: float | None
    seconds: Seconds
    counts: dict[str, int]
    grades: dict[str, int]


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """The content of summary.json."""

    format: int = FORMAT
    questions: int
    done: int
    bound: int
    ex_source: str
    subset: dict[str, object]
    methods: dict[str, MethodScore]


@frozen
class Subset:
    """What the scores are restricted to."""

    bound: int | None = None
    """Only witnesses with at most so many rows per table count."""
    difficulty: tuple[str, ...] = ()
    db: tuple[str, ...] = ()

    def keeps(self, db_id: str, difficulty: str | None) -> bool:
        """Tell whether a question takes part."""
        return (not self.db or db_id in self.db) and (not self.difficulty or difficulty in self.difficulty)

    def as_dict(self) -> dict[str, object]:
        """Return only what restricts."""
        chosen = {"bound": self.bound, "difficulty": list(self.difficulty), "db": list(self.db)}
        return {name: value for name, value in chosen.items() if value}


def score(run: Run, subset: Subset | None = None) -> Summary:
    """Return the scores of every method of a run."""
    subset = subset or Subset()
    questions = [q for q in run.questions if subset.keeps(q.db_id, q.difficulty)]
    kept = [o for o in run.outcomes if subset.keeps(o.db_id, o.difficulty)]
    heights = {name: witness.bound for name, witness in run.witnesses.items()}
    rule = RefutationRule(
        subset.bound,
        heights,
        degenerate=bool(run.info.options.get("degenerate")),
        asked=run.info.options["bound"],
        odd=_gold_is_odd(run),
    )
    scores = {
        method: _method([o for o in kept if o.method == method], len(questions), rule, run.info.predictions.get(method))
        for method in run.methods
    }
    return Summary(
        questions=len(questions),
        done=len({o.question_id for o in kept}),
        bound=subset.bound or run.info.options["bound"],
        ex_source=run.info.ex_source,
        subset=subset.as_dict(),
        methods=_ranked(scores),
    )


@frozen
class RefutationRule:
    """Decides what counts as a refutation."""

    bound: int | None
    heights: Mapping[str, int]
    degenerate: bool = False
    asked: int | None = None
    """The bound of the run."""
    odd: frozenset[str] = frozenset()
    """The witnesses on which no method answers as gold does, and at least two answer something."""

    def own(self, outcome: Outcome, grades: frozenset[str]) -> bool:
        """Tell whether the method's own witness refutes it, at one of these grades.

        NULLs count as robust where the data are known to hold them; only the verdict knows.
        """
        counts = (grades is ROBUST and outcome.robust is True) or outcome.grade in grades
        counts = counts or (self.degenerate and outcome.grade == "degenerate" and grades is STRICT)
        return outcome.verdict == "different" and counts and self._within(outcome.witness)

    def borrowed(self, outcome: Outcome, grades: frozenset[str]) -> bool:
        """Tell whether a witness of another method refutes it; an unknown grade counts as strict only."""
        counts = (grades is ROBUST and outcome.cross_robust is True) or outcome.cross_grade in grades
        counts = counts or (outcome.cross_grade is None and grades is STRICT)
        return counts and any(self._within(witness) for witness in outcome.cross_checked)

    def is_beyond(self, outcome: Outcome) -> bool:
        """Tell whether the method's own witness has more rows in a table than the run's bound."""
        return self.asked is not None and self.heights.get(outcome.witness or "", 0) > self.asked

    def _within(self, witness: str | None) -> bool:
        return self.bound is None or (witness is not None and self.heights.get(witness, 0) <= self.bound)


def _method(
    outcomes: Sequence[Outcome], questions: int, rule: RefutationRule, met: PredictionCounts | None
) -> MethodScore:
    verified = [o for o in outcomes if o.verdict is not None and o.ex is not False]
    accepted = [o for o in outcomes if _stands(o)]

    def percent(keep: Callable[[Outcome], bool], among: Sequence[Outcome] = accepted) -> float:
        return _percent(sum(map(keep, among)), questions)

    measured = any(o.ex is not None for o in outcomes)
    return MethodScore(
        ex=percent(lambda o: o.ex is True, outcomes) if measured else None,
        spotit=percent(lambda o: not rule.own(o, STRICT)),
        spotit_plus=percent(lambda o: not rule.own(o, STRICT) and not rule.borrowed(o, STRICT)),
        robust=percent(lambda o: not rule.own(o, ROBUST)),
        robust_plus=percent(lambda o: not rule.own(o, ROBUST) and not rule.borrowed(o, ROBUST)),
        robust_without_rules=percent(lambda o: not rule.own(o, FREE_OF_RULES)),
        coverage=_percent(sum(o.encoded is not False for o in verified), len(verified)) if verified else None,
        seconds=_seconds(verified, rule),
        counts=_counts(outcomes, verified, rule, met, questions),
        grades={g.value: sum(o.grade == g.value for o in verified) for g in Grade},
    )


def _stands(outcome: Outcome) -> bool:
    """Tell whether a prediction is accepted as long as no witness refutes it."""
    if outcome.ex is not None:
        return outcome.ex
    return outcome.verdict is not None and outcome.verdict != "invalid"


def _counts(
    outcomes: Sequence[Outcome],
    verified: Sequence[Outcome],
    rule: RefutationRule,
    met: PredictionCounts | None,
    questions: int,
) -> dict[str, int]:
    met = met or PredictionCounts()
    status = Counter(o.ex_reason for o in outcomes)
    verdicts = Counter(o.verdict for o in outcomes)
    own = [o for o in verified if rule.own(o, STRICT)]
    only_borrowed = [o for o in verified if rule.borrowed(o, STRICT) and not rule.own(o, STRICT)]
    return {
        "questions": questions,
        "found": len(outcomes) - sum(status[name] for name in ("missing", "empty", "oversized")),
        "missing": status["missing"],
        "empty": status["empty"],
        "oversized": status["oversized"],
        "extra": met.extra,
        "duplicate": met.duplicate,
        "ex_pass": sum(o.ex is True for o in outcomes),
        "verified": len(verified),
        **{name: verdicts[name] for name in NAMES.values()},
        "own": len(own),
        "beyond_bound": sum(map(rule.is_beyond, own)),
        "borrowed": len(only_borrowed),
        "gold_odd": sum(not rule.odd.isdisjoint((o.witness, *o.cross_checked)) for o in (*own, *only_borrowed)),
        "contradictions": sum(_contradicts(o, rule) for o in only_borrowed),
        "spurious": sum(o.spurious for o in verified),
    }


def _gold_is_odd(run: Run) -> frozenset[str]:
    """Return the witnesses on which gold is the odd one out: no method answers as it does, and two or more answer."""
    answers: dict[str, list[str]] = {}
    for outcome in run.outcomes:
        for witness, answer in outcome.replays.items():
            if answer != "error":
                answers.setdefault(witness, []).append(answer)
    return frozenset(
        name
        for name, found in answers.items()
        if len(found) > 1 and (record := run.witnesses.get(name)) is not None and record.gold_answer not in found
    )


def _contradicts(outcome: Outcome, rule: RefutationRule) -> bool:
    """Tell whether a witness within the proved bound refutes what was claimed to be proved."""
    if outcome.verdict == "equivalent":
        return True
    proved = outcome.bound or 0
    return outcome.verdict == "equivalent_up_to_bound" and any(
        rule.heights.get(witness, proved + 1) <= proved for witness in outcome.cross_checked
    )


def _seconds(verified: Sequence[Outcome], rule: RefutationRule) -> Seconds:
    to_witness = [o.seconds for o in verified if o.seconds is not None and rule.own(o, STRICT)]
    every = [o.seconds for o in verified if o.seconds is not None]
    return Seconds(
        mean_to_witness=_rounded(fmean, to_witness),
        median_to_witness=_rounded(median, to_witness),
        mean=_rounded(fmean, every),
        median=_rounded(median, every),
        total=round(sum(every), 3),
    )


def _rounded(statistic: Callable[[Iterable[float]], float], values: list[float]) -> float | None:
    return round(statistic(values), 6) if values else None


def _percent(part: int, whole: int) -> float:
    return round(100 * part / whole, 2) if whole else 0.0


def _ranked(scores: Mapping[str, MethodScore]) -> dict[str, MethodScore]:
    """Return the scores with their ranks."""
    columns = {
        f"{name}_rank": rank({method: getattr(s, name) for method, s in scores.items()})
        for name in ("ex", "spotit", "spotit_plus", "robust", "robust_plus", "robust_without_rules")
    }
    return {
        method: msgspec.structs.replace(s, **{name: ranks.get(method) for name, ranks in columns.items()})
        for method, s in scores.items()
    }


def rank(values: Mapping[str, float | None]) -> dict[str, int]:
    """Return ranks, 1 for the highest value; equal values share the better rank and the next one is skipped.

    >>> rank({"a": 70.0, "b": 60.0, "c": 70.0})
    {'a': 1, 'b': 3, 'c': 1}
    """
    known = {name: value for name, value in values.items() if value is not None}
    return {name: 1 + sum(other > value for other in known.values()) for name, value in known.items()}

"""The figures of the overview, as numbers: nothing here knows how they are drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import median

from spotit.assumption import AssumptionKind
from spotit.evaluate.records import Outcome
from spotit.evaluate.score import STRICT, Summary
from spotit.evaluate.store import Run
from spotit.frozen import frozen
from spotit.report.agreement import Answered, refuted_at
from spotit.report.complexity import Size, size_of
from spotit.verdict import Grade

VERDICTS = ("different", "equivalent", "equivalent_up_to_bound", "unrefuted", "undecided", "unsupported", "invalid")
GRADES = tuple(grade.value for grade in Grade)
_NODE_STEP = 20
SIZED = 10_000
"""Checks whose queries are measured at most; of a larger run every second, third ... one is."""


@frozen
class Timing:
    """The median seconds of the checks whose pair has this size."""

    label: str
    seconds: float
    checks: int


@frozen
class Figures:
    """Everything that the overview shows."""

    summary: Summary
    methods: tuple[str, ...]
    """Best SpotIt+ first."""
    verdicts: Mapping[str, Mapping[str, int]]
    """Per method, the verified predictions by verdict."""
    grades: Mapping[str, Mapping[str, int]]
    """Per method, the own differences by grade."""
    bounds: Mapping[str, tuple[int, ...]]
    """Per method, the differences with a witness of at most 1, 2, ... K rows per table."""
    bound_grades: tuple[Mapping[str, int], ...]
    """All methods: the same by grade."""
    refuted_by: tuple[int, ...]
    """Questions by the number of methods that pass EX and are refuted by a witness."""
    differing_from: tuple[int, ...]
    """Questions by the number of methods that differ from gold on the database or on a witness."""
    timings: Mapping[str, tuple[Timing, ...]]
    """Median time by each measure of size."""
    proofs: Mapping[str, Mapping[str, int]]
    """Per method: proofs for every database, up to the bound, and bounds proved by undecided checks."""
    proof_reasons: tuple[tuple[str, int], ...]
    assumptions: tuple[tuple[str, int], ...]
    unsupported: tuple[tuple[str, int], ...]
    undecided: tuple[tuple[str, int], ...]
    confirmed: Mapping[str, float | None]
    """Per method, the percentage of proposed witnesses that the engine confirmed."""


def figures(run: Run, summary: Summary, questions: Sequence[Answered]) -> Figures:
    """Return the figures of a run."""
    verified = [o for o in run.outcomes if o.verdict is not None and o.ex is not False]
    by_method = {m: [o for o in verified if o.method == m] for m in run.methods}
    order = sorted(run.methods, key=lambda m: (summary.methods[m].spotit_plus_rank, m))
    bound = max([summary.bound, *(o.bound or 0 for o in verified if o.verdict == "different")], default=1)
    return Figures(
        summary=summary,
        methods=tuple(order),
        verdicts={m: _counted(VERDICTS, (o.verdict for o in by_method[m])) for m in order},
        grades={m: summary.methods[m].grades for m in order},
        bounds={m: _cumulative(by_method[m], bound) for m in order},
        bound_grades=tuple(_grades_within(verified, k) for k in range(1, bound + 1)),
        refuted_by=_histogram(len(q.differing) for q in questions),
        differing_from=_histogram(sum(_differs(o) for o in q.outcomes) for q in questions),
        timings=_timings(run, verified),
        proofs={m: _proofs(by_method[m]) for m in order},
        proof_reasons=_most_common(o.reason or "" for o in verified if o.verdict == "equivalent"),
        assumptions=_assumptions(run, verified),
        unsupported=_most_common(o.reason or "" for o in verified if o.verdict == "unsupported"),
        undecided=_most_common(o.reason or "" for o in verified if o.verdict == "undecided"),
        confirmed={m: _confirmed(by_method[m]) for m in order},
    )


def _counted(names: Sequence[str], values: Iterable[str | None]) -> dict[str, int]:
    counts = Counter(values)
    return {name: counts[name] for name in names}


def own_difference(outcome: Outcome) -> bool:
    """Tell whether the own witness of a prediction refutes it."""
    return outcome.verdict == "different" and outcome.grade in STRICT


def _cumulative(outcomes: Sequence[Outcome], bound: int) -> tuple[int, ...]:
    return tuple(sum(own_difference(o) and (o.bound or 0) <= k for o in outcomes) for k in range(1, bound + 1))


def _grades_within(outcomes: Sequence[Outcome], k: int) -> dict[str, int]:
    return _counted(GRADES, (o.grade for o in outcomes if own_difference(o) and (o.bound or 0) <= k))


def _histogram(numbers: Iterable[int]) -> tuple[int, ...]:
    counts = Counter(numbers)
    return tuple(counts[n] for n in range(max(counts, default=0) + 1))


def _differs(outcome: Outcome) -> bool:
    return outcome.ex is False or refuted_at(outcome) is not None


def _proofs(outcomes: Sequence[Outcome]) -> dict[str, int]:
    return {
        "every database": sum(o.verdict == "equivalent" for o in outcomes),
        "up to the bound": sum(o.verdict == "equivalent_up_to_bound" for o in outcomes),
        "unrefuted": sum(o.verdict == "unrefuted" for o in outcomes),
        "up to a smaller bound": sum(o.verdict == "undecided" and bool(o.bound) for o in outcomes),
    }


def _most_common(texts: Iterable[str], limit: int = 20) -> tuple[tuple[str, int], ...]:
    counts = Counter(texts)
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    rest = sum(number for _, number in ordered[limit:])
    return (*ordered[:limit], *((("(other)", rest),) if rest else ()))


def _assumptions(run: Run, verified: Sequence[Outcome]) -> tuple[tuple[str, int], ...]:
    """Return how many proofs rest on each kind of assumption; the pools of all text columns count as one."""
    proved = (o for o in verified if o.verdict in ("equivalent", "equivalent_up_to_bound", "unrefuted") and o.pair)
    stated = (run.verdicts.get(o.pair or "", {}).get("assumptions", ()) for o in proved)
    return _most_common(text for texts in stated for text in dict.fromkeys(map(_general, texts)))


def _general(assumption: str) -> str:
    """Return an assumption without the names and numbers of the query at hand."""
    kind = AssumptionKind.of_sentence(assumption)
    return assumption if kind is None else kind.general


def _confirmed(outcomes: Sequence[Outcome]) -> float | None:
    found = sum(o.verdict == "different" for o in outcomes)
    spurious = sum(o.spurious for o in outcomes)
    return round(100 * found / (found + spurious), 2) if found + spurious else None


def _timings(run: Run, verified: Sequence[Outcome]) -> dict[str, tuple[Timing, ...]]:
    """Return median times by the size of the schema and of the two queries, for as many checks as are measured."""
    timed = [(o, o.seconds) for o in verified if o.seconds is not None]
    timed = timed[:: -(-len(timed) // SIZED) or 1]
    gold = {q.question_id: q.gold for q in run.questions}
    known: dict[str, Size | None] = {}

    def size(outcome: Outcome) -> Size | None:
        prediction = run.predictions.get((outcome.question_id, outcome.method))
        texts = (gold[outcome.question_id], (prediction.sql if prediction else None) or "")
        sizes = [known[t] if t in known else known.setdefault(t, size_of(t)) for t in texts]
        return sizes[0] + sizes[1] if sizes[0] and sizes[1] else None

    sized = [(seconds, o, size(o)) for o, seconds in timed]
    schema = run.schemas

    def of_schema(field: str) -> tuple[Timing, ...]:
        known_schemas = ((s, int(getattr(schema[o.db_id], field))) for s, o, _ in sized if o.db_id in schema)
        return _medians(known_schemas, str)

    return {
        "columns": of_schema("columns"),
        "constraints": of_schema("constraints"),
        "tables": of_schema("tables"),
        "subqueries": _medians(((s, z.subqueries) for s, _, z in sized if z), str),
        "AST nodes": _medians(((s, z.nodes // _NODE_STEP) for s, _, z in sized if z), _node_label),
    }


def _node_label(step: int) -> str:
    return f"{step * _NODE_STEP}–{(step + 1) * _NODE_STEP - 1}"


def _medians(pairs: Iterable[tuple[float, int]], label: Callable[[int], str]) -> tuple[Timing, ...]:
    grouped: dict[int, list[float]] = {}
    for seconds, key in pairs:
        grouped.setdefault(key, []).append(seconds)
    return tuple(Timing(label(k), round(median(v), 6), len(v)) for k, v in sorted(grouped.items()))

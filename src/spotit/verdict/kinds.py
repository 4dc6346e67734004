"""The closed set of answers a check can give, each as one sentence and in its JSON form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from importlib import import_module
from typing import Literal, NoReturn

from spotit.assumption import Assumption, Standing, leaves_open
from spotit.database import Outcome
from spotit.errors import Span
from spotit.frozen import frozen
from spotit.reason import EnoughRows, Obstacle, Proof
from spotit.verdict.effort import Stats
from spotit.verdict.grades import Grade
from spotit.verdict.witness import Witness

Side = Literal["left", "right"]


@frozen
class ColumnMatch:
    """Which columns of the right query stand for those of the left: one arrangement, for every database."""

    places: tuple[int, ...]
    """For each column of the left query the place on the right, from 1."""
    names: tuple[tuple[str, str], ...]
    """The names of each such pair."""
    extra: tuple[str, ...] = ()
    """The other columns of the right query."""

    @property
    def text(self) -> str:
        """The arrangement as a sentence; empty where every column has its place."""
        if not self.extra and self.places == tuple(range(1, len(self.places) + 1)):
            return ""
        pairs = ", ".join(f"{left} = {right}" for left, right in self.names)
        extra = f"; only the right query has {', '.join(self.extra)}" if self.extra else ""
        return f"Columns, left = right: {pairs}{extra}."


@frozen(kw_only=True, repr=False)
class Common:
    """What every verdict carries besides its claim."""

    stats: Stats = field(default_factory=Stats)
    asked_bound: int | None = None
    """Rows per table for which the answer was asked; what was reached is the claim's own."""
    semantics: str = "set"
    columns: str = "exact"
    """How columns were matched: `exact`, `permuted` or `extra`."""
    matched: ColumnMatch | None = None
    """Where they may be arranged: the arrangement that a proof is about."""
    engine: str = ""
    notes: tuple[str, ...] = ()
    """What the schema says that is not modelled."""
    dialect: str = "sqlite"
    """That of the queries as they were given; what is not SQLite's was translated and is judged by SQLite's rules."""
    queries: tuple[str, str] | None = None
    """The left and the right query, as they were given."""

    @property
    def verdict(self) -> str:
        """The verdict's word, as in JSON: `different`, `equivalent`, ..."""
        return NAMES[type(self)]

    @property
    def is_different(self) -> bool:
        """Whether a witness shows that the queries differ."""
        return isinstance(self, Different)

    @property
    def is_proved(self) -> bool:
        """Whether the queries are proved to agree: on every database, or on all up to the bound."""
        return isinstance(self, Equivalent | EquivalentUpTo)

    def __bool__(self) -> NoReturn:
        raise TypeError(
            "a verdict is neither true nor false, since it may be undecided: "
            "ask for verdict.is_proved or verdict.is_different, or call spotit.assert_equivalent"
        )

    def __str__(self) -> str:
        # Printing is above this layer, and is looked up when it is asked for.
        return str(import_module("spotit.cli.print_verdict").verdict_text(self))

    def __repr__(self) -> str:
        assert isinstance(self, Verdict)
        return f"<{self.verdict}: {claim(self)}>"

    def _repr_html_(self) -> str:
        """Return the verdict for a notebook, the witness as tables."""
        return str(import_module("spotit.report.notebook").verdict_html(self))

    def as_dict(self) -> dict[str, object]:
        """Return the JSON object of the verdict."""
        assert isinstance(self, Verdict)
        return as_dict(self)


@frozen(repr=False)
class Different(Common):
    """Confirmed by running both queries on the witness in the engine; made by `search.confirm` alone."""

    witness: Witness
    left: Outcome
    right: Outcome
    grade: Grade
    settled: bool = True
    """False when the search ended before the stronger grades were excluded."""
    known_nulls: bool = False
    """A difference by NULLs, in columns that hold NULLs in the example data."""
    holds_on: Mapping[str, bool | str] | None = None
    """Whether the results differ on other database systems too, or what they say of a query; None: not tried."""

    @property
    def is_robust(self) -> bool:
        """Whether a maintainer would accept it: an ordinary difference, one by ties, or by NULLs that there are."""
        return self.grade in (Grade.ORDINARY, Grade.TIES) or (self.grade is Grade.NULLS and self.known_nulls)


@frozen(repr=False)
class Equivalent(Common):
    """Proved for every database that satisfies the schema (and the assumptions)."""

    reason: Proof
    assumptions: tuple[Assumption, ...] = ()
    bound: int | None = None


@frozen(repr=False)
class EquivalentUpTo(Common):
    """Proved for every database with at most `rows` rows per table, under the assumptions."""

    rows: int
    assumptions: tuple[Assumption, ...] = ()


@frozen(repr=False)
class Unrefuted(Common):
    """No difference found; with at most `rows` rows per table there is none under assumptions that may fail."""

    rows: int
    assumptions: tuple[Assumption, ...]

    @property
    def limits(self) -> tuple[str, ...]:
        """How far the search reached: a phrase for each assumption that may fail."""
        return tuple(a.limit for a in self.assumptions if a.standing is Standing.FALLIBLE)


@frozen(repr=False)
class Undecided(Common):
    """Neither a witness nor a proof within the budget; `proved_rows` is the bound still proved."""

    reason: Obstacle
    proved_rows: int = 0
    assumptions: tuple[Assumption, ...] = ()


@frozen(repr=False)
class Unsupported(Common):
    """The encoder does not cover `feature`; concrete search ran and found nothing."""

    feature: str
    side: Side | None = None
    span: Span | None = None


@frozen(repr=False)
class Invalid(Common):
    """A query that does not parse, or that the engine rejects; or a schema that cannot be read."""

    side: Side | Literal["schema", "pair"]
    message: str
    span: Span | None = None


Verdict = Different | Equivalent | EquivalentUpTo | Unrefuted | Undecided | Unsupported | Invalid

NAMES: dict[type, str] = {
    Different: "different",
    Equivalent: "equivalent",
    EquivalentUpTo: "equivalent_up_to_bound",
    Unrefuted: "unrefuted",
    Undecided: "undecided",
    Unsupported: "unsupported",
    Invalid: "invalid",
}
EXIT_CODES = {
    "equivalent": 0,
    "equivalent_up_to_bound": 0,
    "different": 1,
    "invalid": 2,
    "unrefuted": 3,
    "undecided": 3,
    "unsupported": 3,
}


def name(verdict: Verdict) -> str:
    """Return the verdict's word in JSON."""
    return NAMES[type(verdict)]


def claim(verdict: Verdict) -> str:
    """Return the verdict as one sentence that claims no more than is known."""
    match verdict:
        case Different():
            clock = f" with the clock at {verdict.witness.now}" if verdict.witness.now else ""
            return f"The queries differ{clock} ({verdict.grade}: {verdict.grade.meaning})."
        case Equivalent():
            is_open = not isinstance(verdict.reason, EnoughRows) and verdict.reason.open
            agree = "permit the same results" if is_open else "are equivalent"
            return f"The queries {agree} on every database: {verdict.reason.text}."
        case EquivalentUpTo():
            agree = "permit the same results" if leaves_open(verdict.assumptions) else "agree"
            return f"The queries {agree} on every database with at most {verdict.rows} rows per table."
        case Unrefuted():
            return f"No difference found {_listed(verdict.limits)}, with at most {verdict.rows} rows per table."
        case Undecided():
            proved = f"; proved up to {verdict.proved_rows} rows per table" if verdict.proved_rows else ""
            return f"Undecided: {verdict.reason.text}{proved}."
        case Unsupported():
            side = f" in the {verdict.side} query" if verdict.side else ""
            return f"Unsupported{side}: {verdict.feature}."
        case Invalid():
            what = verdict.side if verdict.side in ("schema", "pair") else f"{verdict.side} query"
            return f"The {what} is invalid: {verdict.message}"


def _listed(phrases: tuple[str, ...]) -> str:
    *first, last = phrases
    return f"{', '.join(first)} and {last}" if first else last


def as_dict(verdict: Verdict) -> dict[str, object]:
    """Return the JSON object: every key is always there, None where it does not apply."""
    different = verdict if isinstance(verdict, Different) else None
    span = getattr(verdict, "span", None)
    return {
        "verdict": name(verdict),
        "grade": different.grade.value if different is not None else None,
        "grade_settled": different.settled if different is not None else None,
        "robust": different.is_robust if different is not None else None,
        "bound": _bound(verdict),
        "asked_bound": verdict.asked_bound,
        "semantics": verdict.semantics,
        "columns": verdict.columns,
        "arrangement": list(verdict.matched.places) if verdict.matched else None,
        "extra_columns": list(verdict.matched.extra) if verdict.matched else None,
        "engine": verdict.engine,
        "dialect": verdict.dialect,
        "holds_on": dict(different.holds_on) if different is not None and different.holds_on is not None else None,
        "assumptions": [assumption.text for assumption in assumptions_of(verdict)],
        "reason": _reason(verdict),
        "proof": list(verdict.reason.steps) if isinstance(verdict, Equivalent) else None,
        "side": getattr(verdict, "side", None),
        "span": [span.start, span.end] if span else None,
        "witness": different.witness.as_dict() if different is not None else None,
        "left_result": different.left.as_dict() if different is not None else None,
        "right_result": different.right.as_dict() if different is not None else None,
        "notes": list(verdict.notes),
        "stats": verdict.stats.as_dict(),
    }


def _bound(verdict: Verdict) -> int | None:
    match verdict:
        case Different():
            return verdict.witness.database.height
        case EquivalentUpTo() | Unrefuted():
            return verdict.rows
        case Undecided():
            return verdict.proved_rows
        case Equivalent():
            return verdict.bound
        case _:
            return None


def _reason(verdict: Verdict) -> str:
    match verdict:
        case Unsupported():
            return verdict.feature
        case Invalid():
            return verdict.message
        case Different():
            return verdict.witness.explanation or verdict.grade.meaning
        case EquivalentUpTo():
            is_open = leaves_open(verdict.assumptions)
            return f"{'the queries permit the same results' if is_open else 'no difference exists'} within the bound"
        case Unrefuted():
            return f"no difference found {_listed(verdict.limits)}"
        case Equivalent() | Undecided():
            return verdict.reason.text


def assumptions_of(verdict: Verdict) -> tuple[Assumption, ...]:
    """Return what the verdict's claim takes for granted; nothing for a verdict that claims no proof."""
    match verdict:
        case Equivalent() | EquivalentUpTo() | Unrefuted() | Undecided():
            return verdict.assumptions
        case Different() | Unsupported() | Invalid():
            return ()

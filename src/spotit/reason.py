"""Why a verdict is what it is: what proves two queries equivalent, and what stood in the way of an answer."""

from __future__ import annotations

from collections import Counter
from enum import Enum

from spotit.frozen import frozen


class Choice(Enum):
    """What SQL may leave to the engine, in words that complete "SQL leaves open ..."."""

    CUT = "which rows LIMIT takes"
    FIRST_ROW = "which row a subquery returns"
    DUPLICATE = "which of several equal values is kept"
    BARE_COLUMN = "from which row of its group a column is taken"
    CONCATENATION = "in which order values are joined"
    SUM = "in which order values are added"
    WINDOW = "in which order a window sees tied rows"
    ORDER = "in which order tied rows are returned"


@frozen
class Rewritten:
    """One step of a proof: the rule by which a plan was rewritten, and the fields that lead to the place."""

    rule: str
    place: str


def _rules(side: str, steps: tuple[Rewritten, ...]) -> tuple[str, ...]:
    """Return by which rules a plan was rewritten, each with how often, as a line; none if by no more than an order."""
    counts = Counter(step.rule for step in steps if step.rule != _ORDER)
    shown = [rule if count == 1 else f"{rule} ({count} times)" for rule, count in counts.items()]
    return (f"the {side} query is rewritten: {', '.join(shown)}",) if shown else ()


_ORDER = "canonical order"
"""The last step of every rewriting, which says nothing."""


@frozen
class SamePlan:
    """Both queries have one plan, as they are or once rewritten, so that they permit the same results."""

    open: tuple[Choice, ...] = ()
    """Where SQL leaves the engine a choice among several results."""
    left: tuple[Rewritten, ...] = ()
    """How the left plan was rewritten."""
    right: tuple[Rewritten, ...] = ()
    """How the right plan was rewritten."""

    @property
    def text(self) -> str:
        """The reason as a clause for people."""
        plan = "both queries have the same plan" + (" once rewritten" if self.left or self.right else "")
        if not self.open:
            return plan
        choices = " and ".join(choice.value for choice in self.open)
        return f"{plan}; SQL leaves open {choices}"

    @property
    def steps(self) -> tuple[str, ...]:
        """The proof for people, a line each."""
        return (*_rules("left", self.left), *_rules("right", self.right), "both plans are the same")

    def __str__(self) -> str:
        return self.text


@frozen
class EqualParts:
    """Both plans, once rewritten, have one shape, and their parts agree on each single row."""

    open: tuple[Choice, ...] = ()
    """Where SQL leaves the engine a choice among several results."""
    left: tuple[Rewritten, ...] = ()
    """How the left plan was rewritten."""
    right: tuple[Rewritten, ...] = ()
    """How the right plan was rewritten."""
    questions: tuple[str, ...] = ()
    """That parts differ on some row, as SMT-LIB that cannot be satisfied; empty where the parts fold to one term."""

    @property
    def text(self) -> str:
        """The reason as a clause for people."""
        asked = sum(1 for question in self.questions if question)
        how = f"by {asked} question{'s' if asked > 1 else ''} to the solver" if asked else "without a solver"
        plan = f"both queries have plans of one shape, whose parts are equal on every row ({how})"
        if not self.open:
            return plan
        choices = " and ".join(choice.value for choice in self.open)
        return f"{plan}; SQL leaves open {choices}"

    @property
    def steps(self) -> tuple[str, ...]:
        """The proof for people, a line each."""
        asked = sum(1 for question in self.questions if question)
        folded = len(self.questions) - asked
        agree = [f"{folded} by folding to one term"] if folded else []
        agree += [f"{asked} by the solver"] if asked else []
        shown = f"; parts that are written differently are equal on every row, {' and '.join(agree)}" if agree else ""
        return (*_rules("left", self.left), *_rules("right", self.right), f"both plans have one shape{shown}")

    def __str__(self) -> str:
        return self.text


@frozen
class EnoughRows:
    """A difference would fit into `needed` rows per table, and there is none with `proved` rows."""

    needed: int
    proved: int

    @property
    def text(self) -> str:
        """The reason as a clause for people."""
        return f"a difference would show with {self.needed} rows per table, and {self.proved} were proved"

    @property
    def steps(self) -> tuple[str, ...]:
        """The proof for people, a line each."""
        return (
            f"a difference of the two queries fits into {self.needed} rows per table",
            f"there is none with {self.proved} rows per table",
        )

    def __str__(self) -> str:
        return self.text


Proof = SamePlan | EqualParts | EnoughRows
"""Why two queries agree on every database."""


class ObstacleKind(Enum):
    """All that can keep a check from an answer: the clause, with a place for a detail."""

    WORK_LIMIT = "the work allowed was used up"
    """Counted, so that it is the same on any machine."""
    TIME_LIMIT = "the time limit was reached"
    """The clock on the wall has ended the check."""
    MEMORY = "memory"
    TOO_LARGE = "an intermediate table of {detail}"
    GAVE_UP = "{detail}"
    """The solver gave up, in its own words."""
    UNCONFIRMED_MODELS = "the engine did not confirm the models"
    UNCONFIRMED_WITNESS = "the engine did not confirm the difference again"
    NO_ONE_ORDER = "on each database some order of the columns makes the results agree, but no one order on all"
    """What was found holds for an arrangement of the columns that is chosen anew for each database."""
    DIFFER_ON_EXAMPLE = (
        "the queries return different results on {detail}, and no small database was found that shows it"
    )
    VACUOUS = "no database with rows satisfies the constraints, so a proof would say nothing"
    WORKER_ENDED = "{detail}"
    """The process that ran the check was ended from outside."""
    INTERNAL_FAILURE = "internal failure: {detail}"
    """An error of ours."""


@frozen
class Obstacle:
    """Why there is neither a proof nor a witness."""

    kind: ObstacleKind
    detail: str = ""
    rows: int | None = None
    """The bound at which it stood in the way, where there is one."""

    @property
    def text(self) -> str:
        """The reason as a clause for people."""
        place = "" if self.rows is None else f" at {self.rows} rows per table"
        return self.kind.value.format(detail=self.detail) + place

    def __str__(self) -> str:
        return self.text


def worker_ended(detail: str) -> Obstacle:
    """Return the obstacle that the process which ran the check was ended, and how."""
    return Obstacle(ObstacleKind.WORKER_ENDED, detail)


def internal_failure(error: Exception) -> Obstacle:
    """Return the obstacle that the check ended in an exception which nobody expected."""
    return Obstacle(ObstacleKind.INTERNAL_FAILURE, f"{type(error).__name__}: {error}"[:300])

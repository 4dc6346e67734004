"""What is known about a pair of queries at some point of a check; it only grows from stage to stage."""

from __future__ import annotations

from enum import Enum

from spotit.arrangement import Arrangement
from spotit.assumption import Assumption
from spotit.database import Database, Outcome
from spotit.errors import UnsupportedSql
from spotit.frozen import frozen
from spotit.reason import EqualParts, Obstacle, ObstacleKind, SamePlan
from spotit.verdict import Different, Grade

_NO_WORK = Obstacle(ObstacleKind.WORK_LIMIT)


@frozen
class Results:
    """What both queries do on one database."""

    left: Outcome
    right: Outcome


@frozen
class Candidate:
    """A database on which the queries differ on the engine, and how convincing that is."""

    database: Database
    results: Results
    grade: Grade
    tags: tuple[str, ...] = ()
    unmet: int = 0
    """How many of the user's wishes it does not fulfil."""

    @property
    def rank(self) -> tuple[int, int, int]:
        """Smaller is more convincing: the grade, then how much is unnatural, then how much is not as wished."""
        return self.grade.rank, len(self.tags), self.unmet


class Belief(Enum):
    """What facts of example data say of a difference."""

    UNKNOWN = "unknown"
    """Nothing, or nobody has asked."""
    BELIEVABLE = "believable"
    """It is on data that keep every rule."""
    UNLIKELY = "unlikely"
    """None was found that keeps every rule."""


@frozen
class Evidence:
    """What the stages have found out so far."""

    candidate: Candidate | None = None
    """The most convincing difference seen, among those that count."""
    belief: Belief = Belief.UNKNOWN
    """What facts of example data say of it."""
    settled: bool = False
    """No difference of a stronger grade than the candidate's exists."""
    confirmed: Different | None = None
    """The difference as a verdict, once the engine has confirmed it."""
    same_plan: SamePlan | EqualParts | None = None
    """That both queries have the same plan, or plans with equal parts, where it leaves the engine a choice."""
    same_plan_assumptions: tuple[Assumption, ...] = ()
    """What that takes for granted."""
    arrangement: Arrangement | None = None
    """The one arrangement of the right query's columns that proofs are about, where columns may be arranged."""
    refuting_example: str | None = None
    """The example database, if the queries return different results on it and no small database shows that."""
    proved: int = 0
    """Rows per table up to which no difference exists."""
    assumptions: tuple[Assumption, ...] = ()
    """What that proof takes for granted."""
    answered: bool = True
    """The queries return something on a database of that bound, or nobody has had to ask."""
    silent: bool = False
    """It is proved that they do not."""
    obstacle: Obstacle = _NO_WORK
    """Why there is no proof at the full bound."""
    unsupported: UnsupportedSql | None = None
    """What the symbolic execution does not cover."""
    encoded: bool | None = None
    """Whether the symbolic execution covers both queries; None when it was not tried."""
    spurious: tuple[Database, ...] = ()
    """Databases on which the engine contradicts the solver: errors of ours."""

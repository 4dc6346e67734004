"""What one symbolic execution carries along: the engine's functions, the ledger, where results are open or fail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Protocol

from spotit.assumption import Assumption
from spotit.budget import PRICES
from spotit.database import Value
from spotit.errors import SpotitError
from spotit.frozen import frozen
from spotit.plan.expr import Exists, InRel, Scalar
from spotit.reason import Obstacle, ObstacleKind
from spotit.smt.terms.arithmetic import eq
from spotit.smt.terms.boolean import and_, not_
from spotit.smt.terms.term import FALSE, TRUE, Term, current, int_var
from spotit.symbolic.values.needs_finite import NeedsFinite
from spotit.symbolic.values.value import SymValue
from spotit.work import Allowance, unlimited

Env = Mapping[int, SymValue]
"""The value of each column in scope, by column id."""

Tabulate = Callable[[str, Sequence[tuple[Value, ...]]], list[Value]]
"""Evaluates an SQL expression over ?1, ?2, ... on each tuple of arguments, on the engine."""


MOST_PLACES = 150
"""Rows among which a free order is made: it takes a rule for every two of them."""


class Subqueries(Protocol):
    """What evaluates a relation inside an expression."""

    def __call__(self, expr: Exists | Scalar | InRel, env: Env, run: Execution) -> SymValue:
        """Return the value of a subquery expression."""


class GivenUp(SpotitError):
    """The symbolic execution was given up: it takes too long or gets too large."""

    def __init__(self, obstacle: Obstacle) -> None:
        super().__init__(obstacle.text)
        self.obstacle = obstacle


class OutOfWork(GivenUp):
    """The symbolic execution did not end within its allowance."""

    def __init__(self) -> None:
        super().__init__(Obstacle(ObstacleKind.WORK_LIMIT))


class TooLarge(GivenUp):
    """The symbolic table would have more rows than the cap allows."""

    def __init__(self, rows: int, most: int) -> None:
        detail = f"{rows} symbolic rows exceeds the cap of {most}"
        super().__init__(Obstacle(ObstacleKind.TOO_LARGE, detail))


@dataclass(slots=True)
class Choices:
    """The arbitrary choices of one execution: at each site the rows get an order of their own."""

    name: str
    """Executions whose choices have one name choose alike: at the first site with so many rows, at the second, ..."""
    sites: Counter[int] = field(default_factory=Counter)
    rules: list[Term] = field(default_factory=list)

    def order(self, present: Sequence[Term]) -> list[Term]:
        """Return the places of rows at a new site: Int variables that are all different.

        Rows are told apart by when they are present, so that the order in which a join lists them does not matter.
        """
        rows = len(present)
        self.sites[rows] += 1
        site = f"choice {self.name}.{self.sites[rows]} of {rows}"
        listed = sorted(range(rows), key=lambda row: present[row].id)
        places = {row: int_var(f"{site}#{number}", 0, rows - 1) for number, row in enumerate(listed)}
        self.rules += [not_(eq(places[a], places[b])) for i, a in enumerate(listed) for b in listed[:i]]
        return [places[row] for row in range(rows)]


@frozen
class Rounded:
    """A function's result for some numbers where a condition holds: a free variable."""

    function: str
    arguments: tuple[Term, ...]
    result: Term
    when: Term = TRUE
    numbers: tuple[Term, ...] = ()
    """Of a sum: the numbers, of which the arguments say what is added."""


class _Guarded(AbstractContextManager[None]):
    """Exchanges the guard of an execution for another one while a block runs."""

    __slots__ = ("_other", "_run")

    def __init__(self, run: Execution, guard: Term) -> None:
        self._run = run
        self._other = guard

    def __enter__(self) -> None:
        self._other, self._run.guard = self._run.guard, self._other

    def __exit__(self, *_: object) -> None:
        self._other, self._run.guard = self._run.guard, self._other


@dataclass(slots=True)
class Execution:
    """One execution of a query on a symbolic database."""

    tabulate: Tabulate
    subquery: Subqueries
    product_rows: int = 4000
    assumptions: dict[Assumption, None] = field(default_factory=dict)
    """The ledger: what a proof from this execution takes for granted, in order of first use."""
    ambiguities: list[Term] = field(default_factory=list)
    """Where one of these holds, SQL does not determine the result."""
    failures: list[Term] = field(default_factory=list)
    """Where one of these holds, the engine fails instead of returning rows, if it evaluates what is computed here."""
    unfinished: list[Term] = field(default_factory=list)
    """Where one of these holds, the result is not exact: a recursion goes on beyond what was unrolled, say."""
    guard: Term = TRUE
    """When it fails, what is being computed does not matter."""
    allowance: Allowance = field(default_factory=unlimited)
    """What may be spent before it is given up."""
    counted: int = 0
    """The terms that are paid for."""
    doubles: bool = False
    """Numbers are the engine's: REAL arithmetic rounds, and an integer that does not fit becomes a REAL.

    False: arithmetic is exact, and the ledger says so.
    """
    free_results: bool = False
    """Some results of REAL arithmetic are free variables: less is known of them than the engine determines."""
    rounded: list[Rounded] = field(default_factory=list)
    """Those results, as far as it is worth knowing that equal numbers have equal ones."""
    opaque: bool = False
    """Mathematical functions whose arguments are too many to list have free variables as results."""
    clock: Callable[[], SymValue] | None = None
    """Returns the present instant; None where nothing may depend on it."""
    choices: Choices | None = None
    """Makes the choices that SQL leaves open free variables; None: they fall by position."""

    def guarded_by(self, guard: Term) -> AbstractContextManager[None]:
        """Let what is computed in a block matter where `guard` holds, whatever its surroundings say."""
        return _Guarded(self, guard)

    def narrowed_by(self, condition: Term) -> AbstractContextManager[None]:
        """Let what is computed in a block matter only where the condition holds as well."""
        return _Guarded(self, and_(self.guard, condition))

    def check_work(self, looks: int = 1) -> None:
        """Pay for what was done, and give up when the allowance is spent; called for each row in loops over rows.

        `looks` is how many other rows each is compared with, where those are many.
        """
        made, allowance = len(current().table), self.allowance
        units = PRICES.row * looks
        if made > self.counted:
            units += PRICES.term * (made - self.counted)
        self.counted = made
        allowance.work.spend(units)
        if allowance.over:
            raise OutOfWork

    def assume(self, what: Assumption) -> None:
        """Add an assumption to the ledger."""
        self.assumptions[what] = None

    def places(self, present: Sequence[Term]) -> list[Term] | None:
        """Return a free order of rows among which SQL leaves a choice, or None when the first is chosen.

        Each row is given by when it is present.
        """
        if self.choices is None or len(present) <= 1:
            return None
        if len(present) > MOST_PLACES:
            raise TooLarge(len(present), MOST_PLACES)
        return self.choices.order(present)

    def ambiguous(self, condition: Term, *, placed: bool = False) -> None:
        """Record that the result is not determined where the condition holds.

        `placed` tells that `places` decides it: then nothing is undetermined where choices are free variables.
        """
        if placed and self.choices is not None:
            return
        condition = and_(self.guard, condition)
        if condition is not FALSE:
            self.ambiguities.append(condition)

    def fails(self, condition: Term) -> None:
        """Record that evaluating fails where the condition holds."""
        condition = and_(self.guard, condition)
        if condition is not FALSE:
            self.failures.append(condition)

    def incomplete(self, condition: Term) -> None:
        """Record that the result is not exact where the condition holds; the ledger says why."""
        condition = and_(self.guard, condition)
        if condition is not FALSE:
            self.unfinished.append(condition)


__all__ = [
    "Choices",
    "Env",
    "Execution",
    "GivenUp",
    "NeedsFinite",
    "OutOfWork",
    "Rounded",
    "Subqueries",
    "Tabulate",
    "TooLarge",
]

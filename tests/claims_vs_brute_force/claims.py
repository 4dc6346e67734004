"""Holds what the symbolic search claims about a pair against what the engine does on many databases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

from spotit.database import Database
from spotit.engine.compare import close, degenerate, same
from spotit.engine.failures import QueryError
from spotit.engine.open import system
from spotit.engine.protocol import Engine
from spotit.errors import InvalidSql
from spotit.search import steps
from spotit.search.evidence import Evidence
from spotit.search.inquiry import Inquiry
from spotit.search.meter import Meter
from spotit.search.pair import Pair, make_pair
from spotit.search.witness.open_results import is_open
from spotit.symbolic import ledger


class Claim(StrEnum):
    """What the symbolic search says, without any concrete search before it."""

    SAME = "same"
    DIFFERENT = "different"
    OPEN = "open"
    """Neither: unsupported, out of time, or too large."""


@dataclass(frozen=True, slots=True)
class Case:
    """A pair with what was claimed about it."""

    pair: Pair
    found: Evidence
    claim: Claim

    def difference(self, databases: Iterable[Database]) -> Database | None:
        """Return a database on which the queries differ on the engine in a way the claim does not allow for."""
        ties = {ledger.PERMITTED, ledger.TIES, ledger.OPEN_RESULTS} & set(self.found.assumptions)
        for database in databases:
            if self._differs(database) and not (ties and is_open(self.pair, database)):
                return database
        return None

    def _differs(self, database: Database) -> bool:
        pair = self.pair
        results = pair.results(database)
        if results is None:
            return False
        semantics, ordered, columns = pair.options.semantics, pair.ordered, pair.options.columns
        if same(results.left, results.right, semantics, ordered=ordered, columns=columns):
            return False
        if close(results.left, results.right, semantics, ordered=ordered, columns=columns):
            return False
        return not degenerate(results.left, results.right, semantics, columns)


def decide(left: str, right: str, engine: Engine, budget: float = 10.0) -> Case | None:
    """Return the symbolic claim about a pair up to the bound; None when a query has no plan."""
    try:
        pair = make_pair(left, right, engine)
    except (QueryError, InvalidSql):
        return None
    if pair.plans is None:
        return None
    inquiry = Inquiry(pair, (), Meter(budget))
    found = steps.fold(inquiry, Evidence(arrangement=None if pair.orders is None else pair.orders.first()))
    if found.proved < engine.options.bound and found.unsupported is None:
        found = steps.solve(inquiry, found)
    if found.candidate is not None:
        claim = Claim.DIFFERENT
    elif found.unsupported is None and found.proved >= engine.options.bound:
        claim = Claim.SAME
    else:
        claim = Claim.OPEN
    return Case(pair, found, claim)


@dataclass(slots=True)
class Tally:
    """What a series of cases came to."""

    claims: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    spurious: list[tuple[str, str, str]] = field(default_factory=list)
    contradicted: list[str] = field(default_factory=list)
    """Claims of sameness that a database contradicts."""

    def add(self, case: Case, databases: Iterable[Database]) -> None:
        """Take in a case, held against the databases."""
        self.claims[case.claim] += 1
        pair = case.pair
        for database in case.found.spurious:
            script = system().script(database, pair.schema)
            self.spurious.append((pair.left_sql, pair.right_sql, script))
        if case.claim is Claim.OPEN:
            reason = case.found.unsupported.feature if case.found.unsupported else case.found.obstacle.text
            self.reasons[reason] += 1
        if case.claim is Claim.SAME:
            found = case.difference(databases)
            if found is not None:
                self.contradicted.append(
                    f"{pair.left_sql}\n{pair.right_sql}\n{system().script(found, pair.schema)}{pair.options.semantics}"
                    f" {case.found.assumptions}"
                )

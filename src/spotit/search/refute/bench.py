"""Tries out on the engine what the solver proposes."""

from __future__ import annotations

from collections.abc import Iterator

from spotit.database import Database
from spotit.engine.failures import ConstraintViolation
from spotit.frozen import frozen
from spotit.search.evidence import Candidate
from spotit.search.meter import Meter
from spotit.search.pair import Pair
from spotit.search.refute.probe import samples
from spotit.search.refute.repair.complete import complete
from spotit.search.witness.grade import candidate_of, counts


@frozen
class EngineBench:
    """The engine of a pair, for the prover (`search.prove.asking.Bench`)."""

    pair: Pair
    meter: Meter

    def complete(self, model: Database) -> Database:
        """Return the database with the columns that must be filled, and with the parents that its keys need."""
        return complete(model, self.pair)

    def candidate(self, database: Database) -> Candidate | None:
        """Return the candidate when the queries differ on the database in a way that counts."""
        self.meter.databases += 1
        found = candidate_of(self.pair, database)
        if found is None or not counts(self.pair, found):
            return None
        self.meter.saw_difference()
        return found

    def is_open(self, database: Database) -> bool:
        """Tell whether SQL leaves the result of a query on the database open."""
        from spotit.search.witness.open_results import is_open

        return is_open(self.pair, database)

    def takes(self, database: Database) -> bool:
        """Tell whether the database breaks no constraint on the engine."""
        try:
            self.pair.engine.load(database)
        except ConstraintViolation:
            return False
        return True

    def samples(self) -> Iterator[Database]:
        """Yield a few small databases that satisfy the schema as far as the generator knows it."""
        return samples(self.pair)

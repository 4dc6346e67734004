"""One check being run: what its stages have in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from spotit.database import Database
from spotit.search.evidence import Evidence
from spotit.search.meter import Meter
from spotit.search.pair import Pair
from spotit.search.refute.bench import EngineBench
from spotit.search.refute.probe import Probe

if TYPE_CHECKING:
    from spotit.search.prove.bounded import Prover
    from spotit.symbolic.encode import Setting


@dataclass(frozen=True)
class Inquiry:
    """The pair in question, databases to try first, what is spent, and the two searches."""

    pair: Pair
    known: Sequence[Database]
    meter: Meter

    @property
    def planned(self) -> bool:
        """Whether both queries have plans, so that something can be proved of them."""
        return self.pair.plans is not None

    @cached_property
    def probe(self) -> Probe:
        """The concrete search; each look goes on where the last one stopped."""
        return Probe(self.pair, self.meter)

    @cached_property
    def crowded_probe(self) -> Probe:
        """The concrete search with as many rows as every LIMIT and count needs, as far as that goes."""
        return Probe(self.pair, self.meter, min(self.pair.needed_rows, self.pair.budget.looking.crowded_rows // 2))

    @cached_property
    def prover(self) -> Prover:
        """The symbolic search; it keeps the terms that it has built last."""
        return self._prover(self.pair.setting)

    @cached_property
    def raised_prover(self) -> Prover:
        """The symbolic search with as many rows as every LIMIT and count needs."""
        return self._prover(self.pair.setting_at(self.pair.needed_rows))

    def prover_at(self, rows: int) -> Prover:
        """Return the search that has proved so many rows."""
        return self.prover if rows <= self.pair.options.bound else self.raised_prover

    def _prover(self, setting: Setting) -> Prover:
        from spotit.search.prove.bounded import Prover

        pair = self.pair
        assert pair.plans is not None
        return Prover(pair.plans, setting, EngineBench(pair, self.meter), self.meter, pair.budget)

    def is_proved(self, evidence: Evidence) -> bool:
        """Tell whether the full bound is proved."""
        return evidence.proved >= self.pair.options.bound

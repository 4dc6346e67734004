"""One check being run: what its stages have in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from spotit.arrangement import Arrangement
from spotit.database import Database
from spotit.plan.facts.needed_rows import NeededRows
from spotit.search.evidence import Evidence
from spotit.search.meter import Meter
from spotit.search.pair import Pair
from spotit.search.prove.same_plan import NormalForms
from spotit.search.refute.bench import EngineBench
from spotit.search.refute.probe import Probe
from spotit.verdict import Grade
from spotit.vocabulary.lexicon import NO_LEXICON, Lexicon

if TYPE_CHECKING:
    from spotit.search.prove.bounded import Prover
    from spotit.search.realism.from_data import RealWitness
    from spotit.search.realism.realism import Realism


@dataclass(frozen=True)
class Inquiry:
    """The pair in question, databases to try first, what is spent, and the two searches."""

    pair: Pair
    known: Sequence[Database]
    meter: Meter
    lexicon: Lexicon = NO_LEXICON
    """Values that are known for columns, for the witness to show."""
    realism: Realism | None = None
    """What facts of example data mean for the pair."""
    declared: Pair | None = None
    """The queries over the schema as it is declared, where the pair's schema has been given rules."""
    sought: Grade = Grade.ORDINARY
    """The grade with which a difference is good enough for the concrete search."""
    _shown: list[tuple[Pair, RealWitness | None]] = field(default_factory=list)
    """On which pair the difference is shown, if not on this one, and the real rows behind it."""
    _provers: dict[tuple[int, Arrangement | None], Prover] = field(default_factory=dict)

    def note(self, pair: Pair, real: RealWitness | None) -> None:
        """Take notice that the difference is one over a schema with rules, and perhaps one on real rows."""
        self._shown.append((pair, real))

    @property
    def shown_on(self) -> Pair:
        """The pair over whose schema the difference is made simpler: one with rules if it keeps them."""
        return self._shown[-1][0] if self._shown else self.pair

    @property
    def real(self) -> RealWitness | None:
        """The real rows that the difference is made of, if it is."""
        return self._shown[-1][1] if self._shown else None

    @property
    def planned(self) -> bool:
        """Whether both queries have plans, so that something can be proved of them."""
        return self.pair.plans is not None

    @property
    def arrangement(self) -> Arrangement | None:
        """The first arrangement of columns that agrees with what was seen, where columns may be arranged."""
        return None if self.pair.orders is None else self.pair.orders.first()

    @cached_property
    def _forms(self) -> dict[Arrangement | None, NormalForms]:
        return {}

    def normal_forms(self, arrangement: Arrangement | None = None) -> NormalForms:
        """Return both plans as they are and once rewritten, the right query's columns so arranged."""
        pair = self.pair
        assert pair.plans is not None
        if arrangement not in self._forms:
            self._forms[arrangement] = NormalForms(pair.plans, pair.schema, pair.options, arrangement, notes=pair.notes)
        return self._forms[arrangement]

    @cached_property
    def only_nulls_tell(self) -> bool:
        """Whether it is proved that the queries agree wherever the columns that matter hold no NULL."""
        from spotit.search.prove.without_nulls import agree_without_nulls

        pair = self.pair
        if pair.plans is None:
            return False
        allowance, columns = self.meter.within(pair.budget.proving.parts_work), pair.usage.columns - pair.asked_for_null
        return agree_without_nulls(self.normal_forms(self.arrangement), columns, pair.samples_at(1), allowance)

    @cached_property
    def threshold(self) -> int | None:
        """The rows with which a proof becomes one for every database, if there is such a number."""
        from spotit.search.prove.threshold import threshold  # loaded for bounded proofs alone

        return None if self.pair.plans is None else threshold(self.pair.plans, self.pair.schema, self.pair.options)

    @cached_property
    def probe(self) -> Probe:
        """The concrete search; each look goes on where the last one stopped."""
        return Probe(self.pair, self.meter, sought=self.sought)

    @cached_property
    def crowded_probe(self) -> Probe:
        """The concrete search with as many rows as every LIMIT and count needs, as far as that goes."""
        return Probe(self.pair, self.meter, self.pair.row_needs, sought=self.sought)

    def probe_with(self, rows: int) -> Probe:
        """Return a concrete search with at least so many rows."""
        return Probe(self.pair, self.meter, NeededRows(rows, rows), sought=self.sought)

    @property
    def prover(self) -> Prover:
        """The symbolic search for differences, by every arrangement of columns; it keeps the terms built last."""
        return self.prover_at(self.pair.options.bound)

    @property
    def small_prover(self) -> Prover:
        """The same with very few rows, where nothing is to be proved."""
        return self._prover(min(self.pair.budget.proving.first_rows, self.pair.options.bound), None)

    def prover_at(self, rows: int, arrangement: Arrangement | None = None) -> Prover:
        """Return the search that proves so many rows, or the bound if that is more.

        Where columns may be arranged, what it proves is about one arrangement.
        """
        wanted = max(rows, self.pair.options.bound)
        if (wanted, arrangement) not in self._provers:
            self._provers[wanted, arrangement] = self._prover(wanted, arrangement)
        return self._provers[wanted, arrangement]

    def _prover(self, rows: int, arrangement: Arrangement | None) -> Prover:
        from spotit.search.prove.bounded import Prover
        from spotit.search.prove.encodings import RewrittenPlans, rewritten_plans

        pair = self.pair
        assert pair.plans is not None
        shared = rows == pair.options.bound and arrangement is None
        setting = pair.setting if shared else pair.setting_at(rows, arrangement)

        def rewritten() -> RewrittenPlans | None:
            return None if setting.arrangements else rewritten_plans(self.normal_forms(), pair.samples_at(rows), rows)

        return Prover(pair.plans, setting, EngineBench(pair, self.meter), self.meter, pair.budget, rewritten)

    def never_answers(self, rows: int) -> bool:
        """Tell whether the queries, if they return nothing with so many rows, return nothing on any database."""
        from spotit.search.prove.never_answers import never_answer

        pair = self.pair
        return pair.plans is not None and never_answer(pair.plans, rows, pair.schema, pair.options)

    def is_proved(self, evidence: Evidence) -> bool:
        """Tell whether the full bound is proved."""
        return evidence.proved >= self.pair.options.bound

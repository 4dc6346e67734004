"""One attack after the other until the time is over."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from spotit.selftest.attacks import ATTACKS, Flaw, Tally, attempt
from spotit.selftest.constructs import constructs

MOST_FLAWS = 20
"""After so many there is no need for more."""


@dataclass(slots=True)
class SelftestReport:
    """What a run of the selftest came to."""

    seed: int
    seconds: float = 0.0
    attacks: dict[str, Tally] = field(default_factory=lambda: {name: Tally() for name in ATTACKS})
    spent: dict[str, float] = field(default_factory=lambda: dict.fromkeys(ATTACKS, 0.0))
    """Seconds per attack."""
    constructs: Counter[str] = field(default_factory=Counter)
    """Queries by construct."""

    @property
    def flaws(self) -> list[Flaw]:
        """Everything that was found."""
        return [flaw for tally in self.attacks.values() for flaw in tally.flaws]

    @property
    def cases(self) -> int:
        """Queries or pairs, each on one database, of all attacks."""
        return sum(tally.cases for tally in self.attacks.values())


def selftest(seconds: float, seed: int, tell: Callable[[SelftestReport], None] = lambda _: None) -> SelftestReport:
    """Attack SpotIt for so many seconds, each kind of attack for an equal share, and return what came of it."""
    report, begun, number = SelftestReport(seed), time.monotonic(), 0
    while (spent := time.monotonic() - begun) < seconds and len(report.flaws) < MOST_FLAWS:
        number += 1
        attack = min(report.spent, key=report.spent.__getitem__)
        texts = attempt(attack, f"{seed} {attack} {number}", report.attacks[attack])
        for text in texts:
            report.constructs.update(constructs(text))
        report.seconds = time.monotonic() - begun
        report.spent[attack] += report.seconds - spent
        tell(report)
    return report

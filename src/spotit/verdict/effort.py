"""What a check did and how long it took."""

from __future__ import annotations

from dataclasses import field

from spotit.frozen import frozen


@frozen
class Stats:
    """What a check did and how long it took."""

    seconds: float = 0.0
    """Wall time of the check itself, without process start."""
    stages: dict[str, float] = field(default_factory=dict)
    """Seconds per stage."""
    databases: int = 0
    """Concrete databases tried on the engine."""
    solver_calls: int = 0
    spurious: int = 0
    """Solver models that the engine did not confirm: bugs of ours."""
    encoded: bool | None = None
    """Whether the bounded encoder covers both queries; None when not known."""
    to_witness: float | None = None
    """Seconds until the engine first showed a difference; the rest is grading, shrinking and explaining."""
    work: float = 0.0
    """Units of work spent: counted, so that equal checks spend the same on any machine."""
    cut_short: bool = False
    """The clock on the wall ended the check: with more time it may end otherwise, or with another witness."""

    def as_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        return {
            "seconds": round(self.seconds, 6),
            "stages": {name: round(value, 6) for name, value in self.stages.items()},
            "databases": self.databases,
            "solver_calls": self.solver_calls,
            "spurious": self.spurious,
            "encoded": self.encoded,
            "to_witness": None if self.to_witness is None else round(self.to_witness, 6),
            "work": round(self.work, 6),
            "cut_short": self.cut_short,
        }

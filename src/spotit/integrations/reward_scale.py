"""What verdicts are worth as rewards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from spotit.frozen import frozen
from spotit.verdict import (
    Different,
    Equivalent,
    EquivalentUpTo,
    Grade,
    Invalid,
    Undecided,
    Unrefuted,
    Unsupported,
    Verdict,
)


@frozen
class RewardScale:
    """What each verdict on an answer is worth."""

    proved: float = 1.0
    unrefuted: float = 0.9
    """No difference was found, and the proof rests on something that may fail."""
    grades: Mapping[Grade, float] = field(
        default_factory=lambda: {
            Grade.ORDINARY: 0.0,
            Grade.TIES: 0.0,
            Grade.UNLIKELY: 0.2,
            Grade.NULLS: 0.2,
            Grade.EMPTY: 0.2,
            Grade.ORDER: 0.5,
            Grade.ROUNDING: 0.8,
            Grade.ERROR: 0.0,
            Grade.DEGENERATE: 0.8,
        }
    )
    """What a difference is worth: something where ordinary data does not show it."""
    invalid: float = 0.0
    unsupported: float = 0.0
    """A construct of the answer that no proof covers."""

    def reward(self, verdict: Verdict) -> float | None:
        """Return the reward of a verdict on gold and answer; None where it says nothing about the answer."""
        match verdict:
            case Equivalent() | EquivalentUpTo():
                return self.proved
            case Unrefuted():
                return self.unrefuted
            case Different():
                return self.grades.get(verdict.grade, 0.0)
            case Invalid():
                return self.invalid if verdict.side == "right" else None
            case Unsupported():
                return None if verdict.side == "left" else self.unsupported
            case Undecided():
                return None


@frozen
class Rewarded:
    """The reward of one answer, and the verdict behind it."""

    reward: float | None
    verdict: str
    grade: str | None
    reason: str

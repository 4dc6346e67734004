"""The answers a check can give: their kinds, the grades of differences, witnesses, and what a check has cost."""

from spotit.verdict.effort import Stats
from spotit.verdict.grades import Grade
from spotit.verdict.kinds import (
    EXIT_CODES,
    NAMES,
    ColumnMatch,
    Different,
    Equivalent,
    EquivalentUpTo,
    Invalid,
    Side,
    Undecided,
    Unrefuted,
    Unsupported,
    Verdict,
    as_dict,
    assumptions_of,
    claim,
    name,
)
from spotit.verdict.witness import ChangedCell, Origin, Witness

__all__ = [
    "EXIT_CODES",
    "NAMES",
    "ChangedCell",
    "ColumnMatch",
    "Different",
    "Equivalent",
    "EquivalentUpTo",
    "Grade",
    "Invalid",
    "Origin",
    "Side",
    "Stats",
    "Undecided",
    "Unrefuted",
    "Unsupported",
    "Verdict",
    "Witness",
    "as_dict",
    "assumptions_of",
    "claim",
    "name",
]

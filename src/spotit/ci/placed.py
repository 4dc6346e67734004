"""What there is to say about one place of one file, for a CI system."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from enum import StrEnum

from spotit.errors import UsageError
from spotit.frozen import frozen
from spotit.verdict import NAMES, Verdict, claim

FAIL_ON = ("different", "invalid")
"""The verdicts that fail a comparison of versions, unless the caller says otherwise."""


class Level(StrEnum):
    """How an outcome is told."""

    ERROR = "error"
    """It fails the run."""
    WARNING = "warning"
    """Nothing is proved, and it is not among what fails the run."""
    PASSED = "passed"


@frozen
class PlacedVerdict:
    """A verdict on the query at a line of a file."""

    path: str
    line: int
    verdict: Verdict
    old: str
    new: str

    def level(self, fail_on: Collection[str]) -> Level:
        """Return how it is told when these verdicts fail the run."""
        if self.verdict.verdict in fail_on:
            return Level.ERROR
        return Level.PASSED if self.verdict.is_proved else Level.WARNING

    @property
    def headline(self) -> str:
        """The verdict in one sentence."""
        return claim(self.verdict)


def verdict_words(given: Iterable[str], usual: Iterable[str]) -> frozenset[str]:
    """Return the verdicts that are named, with commas or one by one; the usual ones where none is, none for `none`."""
    words = [word.strip() for text in given for word in text.split(",") if word.strip()]
    if not words:
        return frozenset(usual)
    if words == ["none"]:
        return frozenset()
    if unknown := set(words) - set(NAMES.values()):
        raise UsageError(f"no verdict is called {', '.join(sorted(unknown))}; there are {', '.join(NAMES.values())}")
    return frozenset(words)

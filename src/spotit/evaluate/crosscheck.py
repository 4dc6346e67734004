"""Cross-checking (SpotIt+): a witness found for one prediction may refute others of the same question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from spotit.database import Database
from spotit.frozen import frozen
from spotit.verdict import Grade


@frozen
class Found:
    """A witness of a question: its file, the prediction it was found for, and the verdict it comes with."""

    name: str
    pair: str
    sql: str
    verdict: dict[str, Any]
    database: Database

    @property
    def grade(self) -> Grade:
        """How convincing the difference is for the prediction it was found for."""
        return Grade(self.verdict["grade"])


@frozen
class Refutation:
    """The borrowed witnesses that refute a prediction and the strongest grade among them."""

    witnesses: tuple[str, ...] = ()
    grade: str | None = None
    robust: bool | None = None
    """Whether a maintainer would accept it."""


def borrowed(
    own: Found | None,
    witnesses: Sequence[Found],
    grade: Callable[[tuple[Database, ...]], tuple[str | None, bool | None]],
) -> Refutation:
    """Return the refutation by witnesses of others on which a replay showed a difference.

    How convincing it is for *this* prediction is asked from `grade`, a check that is shown the witnesses
    first; not needed when the prediction has a witness of its own.
    """
    names = tuple(w.name for w in witnesses)
    if own is not None and own.grade is not Grade.DEGENERATE:
        return Refutation(names, own.grade.value, own.verdict.get("robust"))
    return Refutation(names, *grade(tuple(w.database for w in witnesses)))

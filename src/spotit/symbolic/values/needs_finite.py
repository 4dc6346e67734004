"""The signal that a value has to come from a finite pool."""

from __future__ import annotations

from collections.abc import Sequence

from spotit.errors import UnsupportedSql
from spotit.smt.terms.term import Term


class NeedsFinite(UnsupportedSql):
    """An engine function of a value that is not a function of one pool index.

    `terms` are the offending value's terms: the base cells below them can be restricted to finite pools, and the
    execution repeated.
    """

    def __init__(self, feature: str, terms: Sequence[Term]) -> None:
        super().__init__(feature)
        self.terms = tuple(terms)

"""SQLite's three collations: how a text compares with a constant under each."""

from __future__ import annotations

from spotit.automata.classifier import Classifier
from spotit.automata.functions.letter_case import lowered
from spotit.automata.functions.trim import right_trimmed
from spotit.automata.languages.order import order
from spotit.automata.not_decided import NotRegular
from spotit.dialect.collation import BINARY, NOCASE, RTRIM, Collation


def collated_order(constant: str, collation: Collation) -> Classifier:
    """Return the classifier of texts below (-1), equal to (0) and above (1) a constant under a collation."""
    same_order = order(collation.key(constant))
    if collation is BINARY:
        return same_order
    if collation is NOCASE:
        return lowered(same_order)
    if collation is RTRIM:
        return right_trimmed(same_order, " ")
    raise NotRegular(f"collation {collation}")

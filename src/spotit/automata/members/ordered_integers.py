"""Integers in every order of labels in which any integers stand; the labels are those of their numerals."""

from __future__ import annotations

from spotit.automata.classifier import Classifier
from spotit.automata.languages.integers import MOST
from spotit.automata.members.subwords import Item, reduced

_DIGITS = "0123456789"


def ordered_integers(classifier: Classifier, most: int) -> tuple[int, ...]:
    """Return integers, sorted, among which every order of labels of up to `most` integers occurs.

    The classifier labels numerals; texts that are none have the label None.
    """
    orders = _Orders(classifier, most)
    minus = classifier.run(0, "-")
    below = [(label, f"-{text}") for label, text in reversed(orders.without_sign(minus))]
    above = [(classifier.label("0"), "0"), *orders.without_sign(0)]
    return tuple(int(text) for _, text in reduced([*below, *above], most))


class _Orders:
    """Builds the sequences of numerals of one length that may follow a state."""

    def __init__(self, classifier: Classifier, most: int) -> None:
        self._classifier = classifier
        self._most = most
        self._columns = [classifier.alphabet.of(ord(digit)) for digit in _DIGITS]
        self._sequences: dict[tuple[int, int], list[Item]] = {}

    def without_sign(self, state: int) -> list[Item]:
        """Return the numerals of positive magnitudes that may follow a state, the small ones first."""
        items: list[Item] = []
        for length in range(1, len(str(MOST)) + 1):
            items = reduced([*items, *self._digits(state, length, _DIGITS[1:])], self._most)
        return items

    def _digits(self, state: int, length: int, digits: str) -> list[Item]:
        row = self._classifier.moves[state]
        items: list[Item] = []
        for digit in digits:
            after = row[self._columns[int(digit)]]
            items += ((label, digit + text) for label, text in self._sequence(after, length - 1))
        return reduced(items, self._most)

    def _sequence(self, state: int, length: int) -> list[Item]:
        key = state, length
        if key not in self._sequences:
            if length:
                self._sequences[key] = self._digits(state, length, _DIGITS)
            else:
                label = self._classifier.labels[state]
                self._sequences[key] = [] if label is None else [(label, "")]
        return self._sequences[key]

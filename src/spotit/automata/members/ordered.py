"""Members of a classifier's classes in every order in which any texts stand.

The texts, sorted, are a sequence of labels. `ordered_members` returns a finite part of them that has the same subwords
of up to n labels: for any n texts there are n of these members with the same labels in the same order, equal ones for
equal ones.

From a state q, the labels of the sorted texts are T(q) = label(q), T(q after the first character), T(q after the
second), ... . A state is *free* when it can come back to itself by two texts of which neither begins with the other:
T(q) then contains any number of copies of itself one after the other, and its subwords are all words over the labels
that q leads to. A state on a single cycle has T(q) = A T(q) B, so its subwords are those of n copies of A and n copies
of B. All others are put together from states below them.
"""

from __future__ import annotations

from spotit.automata.alphabet import characters, count, plainness
from spotit.automata.classifier import Classifier, Label
from spotit.automata.members.components import components
from spotit.automata.members.shortest import ShortestTexts
from spotit.automata.members.subwords import Item, has_all, reduced
from spotit.automata.not_decided import AutomatonTooLarge

_MOST_ITEMS = 4000
Run = tuple[int, int, int]
"""The first and last of neighbouring characters that lead to one state, and that state."""


def ordered_members(classifier: Classifier, most: int) -> list[Item]:
    """Return labelled texts, sorted, among which every order of labels of up to `most` texts occurs.

    Texts with the label None are left out.

    Raises `AutomatonTooLarge` when these would be too many.
    """
    return _Orders(classifier, most).whole()


class _Orders:
    """Builds for each state the sequence of labelled texts that may follow it."""

    def __init__(self, classifier: Classifier, most: int) -> None:
        self._classifier = classifier
        self._most = most
        self._shortest = ShortestTexts(classifier)
        self._runs = [_runs(classifier, state) for state in range(len(classifier.moves))]
        self._reached: dict[int, frozenset[Label]] = {}
        self._free: dict[int, frozenset[int]] = {}
        """The component of each free state."""
        self._sequences: dict[int, list[Item]] = {}

    def whole(self) -> list[Item]:
        """Return the sequence of the start state."""
        for component in components(self._classifier.moves):
            self._add(frozenset(component))
        return self._sequence(0)

    def _sequence(self, state: int) -> list[Item]:
        if state not in self._sequences:
            self._sequences[state] = self._rounds(state, self._free[state])
        return self._sequences[state]

    def _add(self, component: frozenset[int]) -> None:
        labels = {self._classifier.labels[state] for state in component} - {None}
        below = {after for state in component for _, _, after in self._runs[state]} - component
        reached = frozenset(labels.union(*(self._reached[state] for state in below)))
        inside = [(state, run) for state in component for run in self._runs[state] if run[2] in component]
        self._reached |= dict.fromkeys(component, reached)
        if sum(min(count(first, last), 2) for _, (first, last, _) in inside) > len(component):
            self._free |= dict.fromkeys(component, component)
        else:
            self._unroll(component, {state: run[2] for state, run in inside})

    def _rounds(self, state: int, component: frozenset[int]) -> list[Item]:
        """Return as many rounds of all labels as texts are wanted, each behind a beginning of its own."""
        items: list[Item] = []
        for beginning, end in self._beginnings(state, component) if self._reached[state] else ():
            texts = [(beginning + self._shortest.find(end, label), label) for label in self._reached[state]]
            items += ((label, text) for text, label in sorted(texts, key=lambda pair: pair[0]))
        return items

    def _beginnings(self, state: int, component: frozenset[int]) -> list[tuple[str, int]]:
        """Return texts inside the component, sorted, none of which begins with another, and where they lead."""
        leaves = [("", state)]
        while len(leaves) < self._most:
            leaves.sort(key=lambda leaf: (len(leaf[0]), *map(plainness, leaf[0])), reverse=True)
            text, at = leaves.pop()
            for first, last, after in self._runs[at]:
                if after in component:
                    wanted = self._most - len(leaves)
                    leaves += ((text + character, after) for character in characters(first, last, max(wanted, 1)))
        leaves.sort(key=lambda leaf: (len(leaf[0]), *map(plainness, leaf[0])))
        return sorted(leaves[: self._most])

    def _unroll(self, component: frozenset[int], following: dict[int, int]) -> None:
        """Go round a cycle as often as texts are wanted, from inside out; a state by itself is put together once."""
        path = _round_trip(component, following)
        self._sequences |= {state: [] for state in path}
        for _ in range(self._most + 1 if following else 1):
            for state in reversed(path):
                self._sequences[state] = self._put_together(state)

    def _put_together(self, state: int) -> list[Item]:
        label = self._classifier.labels[state]
        items: list[Item] = [] if label is None else [(label, "")]
        for first, last, after in self._runs[state]:
            items += self._behind(first, last, after)
        items = reduced(items, self._most)
        if len(items) > _MOST_ITEMS:
            raise AutomatonTooLarge("too many texts for every order")
        return items

    def _behind(self, first: int, last: int, after: int) -> list[Item]:
        """Return the sequence of a state behind each of some characters: one is enough if it has all words already."""
        inner = self._sequence(after)
        complete = has_all(inner, len(self._reached[after]), self._most)
        chosen = sorted(characters(first, last, 1 if complete else self._most))
        items = [(label, character + text) for character in chosen for label, text in inner]
        return items if len(chosen) == 1 else reduced(items, self._most)


def _round_trip(component: frozenset[int], following: dict[int, int]) -> list[int]:
    """Return the states of a cycle in order."""
    path = [min(component)]
    while len(path) < len(component):
        path.append(following[path[-1]])
    return path


def _runs(classifier: Classifier, state: int) -> list[Run]:
    """Return where the characters lead, in their order."""
    runs: list[Run] = []
    row = classifier.moves[state]
    for first, last, number in classifier.alphabet.intervals():
        after = row[number]
        if runs and runs[-1][2] == after:
            runs[-1] = (runs[-1][0], last, after)
        else:
            runs.append((first, last, after))
    return runs

"""The shortest texts that lead from a state of a classifier to a label."""

from __future__ import annotations

from spotit.automata.alphabet import plainest, plainness
from spotit.automata.classifier import Classifier, Label


class ShortestTexts:
    """Finds shortest texts, plain ones where there is a choice; remembers the distances for each label."""

    def __init__(self, classifier: Classifier) -> None:
        self._classifier = classifier
        self._characters = [members[0] for members in plainest(classifier.alphabet, 1)]
        self._before: list[list[int]] = [[] for _ in classifier.moves]
        for state, row in enumerate(classifier.moves):
            for after in dict.fromkeys(row):
                self._before[after].append(state)
        self._distances: dict[Label, dict[int, int]] = {}

    def find(self, state: int, label: Label) -> str:
        """Return a shortest text that leads from the state to the label; there must be one."""
        distances = self._distances_to(label)
        text = ""
        while distances[state]:
            closer = [
                (self._characters[number], after)
                for number, after in enumerate(self._classifier.moves[state])
                if distances.get(after, -1) == distances[state] - 1
            ]
            character, state = min(closer, key=lambda choice: plainness(choice[0]))
            text += character
        return text

    def _distances_to(self, label: Label) -> dict[int, int]:
        """Return the length of the shortest text to the label for each state that leads to it."""
        known = self._distances.get(label)
        if known is None:
            reached = [state for state, here in enumerate(self._classifier.labels) if here == label]
            known = self._distances[label] = dict.fromkeys(reached, 0)
            for state in reached:
                for before in self._before[state]:
                    if before not in known:
                        known[before] = known[state] + 1
                        reached.append(before)
        return known

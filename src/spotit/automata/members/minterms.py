"""Members of the classes into which a classifier divides the texts."""

from __future__ import annotations

from collections.abc import Sequence

from spotit.automata.alphabet import plainest
from spotit.automata.classifier import Classifier, Label, combined, constant
from spotit.frozen import frozen


@frozen
class Minterm:
    """The texts with one label."""

    label: Label
    members: tuple[str, ...]
    """Shortest members, plain ones first; the empty text only if it is needed."""
    complete: bool
    """Whether these are all members."""


def together(classifiers: Sequence[Classifier]) -> Classifier:
    """Return the classifier whose label is the tuple of the labels of others."""
    return combined(classifiers, lambda *labels: labels) if classifiers else constant(())


def minterms(classifier: Classifier, most: int) -> tuple[Minterm, ...]:
    """Return all classes of texts but that of the label None, with up to `most` members; each has at least one."""
    labels = (label for label in dict.fromkeys(classifier.labels) if label is not None)
    return tuple(_minterm(classifier, label, most) for label in labels)


def _minterm(classifier: Classifier, label: Label, most: int) -> Minterm:
    """Enumerate by length; a state that is reached by `most` texts of a length needs no more of them."""
    useful = leading_to(classifier, label)
    chosen = plainest(classifier.alphabet, most)
    found: list[str] = []
    frontier: dict[int, list[str]] = {0: [""]} if useful[0] else {}
    while frontier:
        for state, texts in frontier.items():
            if classifier.labels[state] == label:
                found += texts
        if len(found) > most:
            return Minterm(label, tuple([text for text in found if text][:most]), complete=False)
        frontier = _longer(classifier, frontier, useful, chosen, most)
    return Minterm(label, tuple(found), complete=True)


def _longer(
    classifier: Classifier, frontier: dict[int, list[str]], useful: list[bool], chosen: list[list[str]], most: int
) -> dict[int, list[str]]:
    """Return for each useful state texts that are one character longer."""
    following: dict[int, list[str]] = {}
    for state, texts in frontier.items():
        for number, after in enumerate(classifier.moves[state]):
            if useful[after]:
                longer = following.setdefault(after, [])
                for character in chosen[number]:
                    longer += (text + character for text in texts)
                    if len(longer) > most:
                        break
    return {state: texts[: most + 1] for state, texts in following.items()}


def leading_to(classifier: Classifier, label: Label) -> list[bool]:
    """Tell for each state whether a text with the label can be completed from it."""
    before: list[list[int]] = [[] for _ in classifier.moves]
    for state, row in enumerate(classifier.moves):
        for after in row:
            before[after].append(state)
    todo = [state for state, here in enumerate(classifier.labels) if here == label]
    useful = [here == label for here in classifier.labels]
    while todo:
        for state in before[todo.pop()]:
            if not useful[state]:
                useful[state] = True
                todo.append(state)
    return useful

"""Automata that give every text a label.

A `Classifier` is a complete deterministic automaton whose states carry labels: the label of a text is that of the state
in which reading it ends. A language is a classifier with the labels 1 and 0, a condition of SQL one with 1, 0 and None
for NULL. Classifiers are minimal: no two states agree on all texts, and no two classes of characters lead to the same
states.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

from spotit.automata.alphabet import WHOLE, Alphabet, common
from spotit.automata.not_decided import AutomatonTooLarge
from spotit.frozen import frozen

State = TypeVar("State", bound=Hashable)
Label = Hashable

MOST_STATES = 3000
MOST_COUNTED = 500
"""How far the characters of a text are counted: automata that count have few equal states and are slow to minimise."""


@frozen(eq=False)
class Classifier:
    """A minimal automaton with labels; it starts in state 0."""

    alphabet: Alphabet
    moves: tuple[tuple[int, ...], ...]
    """For each state the state after one more character, by the character's class."""
    labels: tuple[Label, ...]
    """For each state the label of the texts that end in it."""

    def run(self, state: int, text: str) -> int:
        """Return the state after reading a text from a state on."""
        for character in text:
            state = self.moves[state][self.alphabet.of(ord(character))]
        return state

    def label(self, text: str) -> Label:
        """Return the label of a text."""
        return self.labels[self.run(0, text)]

    def columns(self, alphabet: Alphabet, image: Callable[[int], int] = lambda code: code) -> tuple[int, ...]:
        """Return this automaton's class for each class of a finer alphabet; `image` maps the characters before."""
        return tuple(self.alphabet.of(image(code)) for code in alphabet.firsts())


def constant(label: Label) -> Classifier:
    """Return the classifier that gives every text the same label."""
    return Classifier(WHOLE, ((0,),), (label,))


def build(
    alphabet: Alphabet, start: State, step: Callable[[State, int], State], label: Callable[[State], Label]
) -> Classifier:
    """Return the classifier of an automaton given by its steps; a step reads a class of the alphabet.

    Raises `AutomatonTooLarge` beyond `MOST_STATES` states.
    """
    numbers = {start: 0}
    states = [start]
    moves: list[tuple[int, ...]] = []
    classes = range(alphabet.size)
    for state in states:
        row = []
        for number in classes:
            after = step(state, number)
            known = numbers.get(after)
            if known is None:
                known = numbers[after] = len(states)
                states.append(after)
            row.append(known)
        moves.append(tuple(row))
        if len(states) > MOST_STATES:
            raise AutomatonTooLarge("automaton with too many states")
    return _minimal(alphabet, moves, [label(state) for state in states])


def relabelled(classifier: Classifier, change: Callable[[Label], Label]) -> Classifier:
    """Return the classifier whose labels are functions of another's."""
    return _minimal(classifier.alphabet, classifier.moves, [change(label) for label in classifier.labels])


def combined(parts: Sequence[Classifier], label: Callable[..., Label]) -> Classifier:
    """Return the classifier whose label is a function of the labels of others."""
    if len(parts) == 1:
        return relabelled(parts[0], label)
    alphabet = common([part.alphabet for part in parts])
    columns = [part.columns(alphabet) for part in parts]
    tables = [part.moves for part in parts]

    def step(states: tuple[int, ...], number: int) -> tuple[int, ...]:
        return tuple([table[s][column[number]] for table, s, column in zip(tables, states, columns, strict=True)])

    def labelled(states: tuple[int, ...]) -> Label:
        return label(*(part.labels[s] for part, s in zip(parts, states, strict=True)))

    return build(alphabet, (0,) * len(parts), step, labelled)


def from_character(classifier: Classifier, first: int) -> Classifier:
    """Return the classifier for texts whose characters all are `first` or later ones."""
    old = classifier.alphabet
    alphabet = Alphabet.by(old.starts, old.of, first)
    columns = classifier.columns(alphabet)
    moves = classifier.moves
    return build(alphabet, 0, lambda state, number: moves[state][columns[number]], classifier.labels.__getitem__)


def chosen(selector: Classifier, options: dict[Label, Classifier]) -> Classifier:
    """Return the classifier that labels a text as the option does that the selector's label names."""
    places = {name: place for place, name in enumerate(options)}
    return combined([selector, *options.values()], lambda name, *labels: labels[places[name]])


def _minimal(alphabet: Alphabet, moves: Sequence[tuple[int, ...]], labels: Sequence[Label]) -> Classifier:
    """Merge states that agree on all texts, then classes of characters that lead to the same states."""
    blocks = _numbered(labels)
    count = max(blocks) + 1
    while count < len(moves):
        refined = _numbered([(block, *[blocks[s] for s in row]) for block, row in zip(blocks, moves, strict=True)])
        size = max(refined) + 1
        if size == count:
            break
        blocks, count = refined, size
    first: dict[int, int] = {}
    for state, block in enumerate(blocks):
        first.setdefault(block, state)
    merged = [tuple([blocks[s] for s in moves[state]]) for state in first.values()]
    kept = tuple(labels[state] for state in first.values())
    columns = _numbered(list(zip(*merged, strict=True)))
    if max(columns) + 1 == alphabet.size:
        return Classifier(alphabet, tuple(merged), kept)
    coarse = Alphabet.by(alphabet.starts, lambda code: columns[alphabet.of(code)], alphabet.starts[0])
    picked = [alphabet.of(code) for code in coarse.firsts()]
    return Classifier(coarse, tuple(tuple([row[place] for place in picked]) for row in merged), kept)


def _numbered(keys: Sequence[Hashable]) -> list[int]:
    """Number the distinct keys in the order of first occurrence."""
    numbers: dict[Hashable, int] = {}
    return [numbers.setdefault(key, len(numbers)) for key in keys]

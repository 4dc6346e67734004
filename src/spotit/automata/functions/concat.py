"""The operator ||, with a constant before or after the text."""

from __future__ import annotations

from spotit.automata.classifier import Classifier, build


def with_prefix(target: Classifier, prefix: str) -> Classifier:
    """Return the classifier of prefix || x."""
    moves = target.moves
    start = target.run(0, prefix)
    return build(target.alphabet, start, lambda state, number: moves[state][number], target.labels.__getitem__)


def with_suffix(target: Classifier, suffix: str) -> Classifier:
    """Return the classifier of x || suffix."""
    moves = target.moves
    ends = [target.labels[target.run(state, suffix)] for state in range(len(moves))]
    return build(target.alphabet, 0, lambda state, number: moves[state][number], ends.__getitem__)

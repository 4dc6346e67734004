"""REPLACE(x, old, new) with constants."""

from __future__ import annotations

from spotit.automata.alphabet import common, singled_out
from spotit.automata.classifier import Classifier, build
from spotit.automata.languages.search import matcher


def replaced(target: Classifier, old: str, new: str) -> Classifier:
    """Return the classifier of REPLACE(x, old, new), which replaces from left to right.

    A state is the target's state, and the length of the beginning of `old` that was read but not yet passed on.
    """
    if not old:
        return target
    alphabet = common([target.alphabet, singled_out(old)])
    columns = target.columns(alphabet)
    found = matcher(old, alphabet)

    def step(state: tuple[int, int], number: int) -> tuple[int, int]:
        inner, pending = state
        length = found(pending, number)
        if length == len(old):
            return target.run(inner, new), 0
        if length == 0:
            return target.moves[target.run(inner, old[:pending])][columns[number]], 0
        return target.run(inner, old[: pending + 1 - length]), length

    return build(alphabet, (0, 0), step, lambda state: target.labels[target.run(state[0], old[: state[1]])])

"""The text up to its first NUL, which is all that LENGTH, SUBSTR, LIKE, GLOB, UNICODE and PRINTF see of it."""

from __future__ import annotations

from spotit.automata.alphabet import common, singled_out
from spotit.automata.classifier import Classifier, build


def until_nul(target: Classifier) -> Classifier:
    """Return the classifier of the text up to its first NUL; a state is the target's, and whether a NUL was read."""
    alphabet = common([target.alphabet, singled_out("\0")])
    columns = target.columns(alphabet)

    def step(state: tuple[int, bool], number: int) -> tuple[int, bool]:
        inner, ended = state
        if ended or number == 0:
            return inner, True
        return target.moves[inner][columns[number]], False

    return build(alphabet, (0, False), step, lambda state: target.labels[state[0]])

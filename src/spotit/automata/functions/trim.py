"""TRIM, LTRIM and RTRIM, of blanks or of any characters."""

from __future__ import annotations

from spotit.automata.alphabet import common, singled_out
from spotit.automata.classifier import Classifier, build


def trimmed(target: Classifier, characters: str) -> Classifier:
    """Return the classifier of TRIM(x, characters)."""
    return left_trimmed(right_trimmed(target, characters), characters)


def left_trimmed(target: Classifier, characters: str) -> Classifier:
    """Return the classifier of LTRIM(x, characters); in state -1 nothing but these characters was read."""
    alphabet = common([target.alphabet, singled_out(characters)])
    columns = target.columns(alphabet)
    dropped = [chr(code) in characters for code in alphabet.firsts()]

    def step(state: int, number: int) -> int:
        if state < 0 and dropped[number]:
            return state
        return target.moves[max(state, 0)][columns[number]]

    return build(alphabet, -1, step, lambda state: target.labels[max(state, 0)])


def right_trimmed(target: Classifier, characters: str) -> Classifier:
    """Return the classifier of RTRIM(x, characters).

    A state is the target's state before the characters that would be trimmed if the text ended here, and after them.
    """
    alphabet = common([target.alphabet, singled_out(characters)])
    columns = target.columns(alphabet)
    dropped = [chr(code) in characters for code in alphabet.firsts()]

    def step(state: tuple[int, int], number: int) -> tuple[int, int]:
        kept, read = state
        after = target.moves[read][columns[number]]
        return (kept, after) if dropped[number] else (after, after)

    return build(alphabet, (0, 0), step, lambda state: target.labels[state[0]])

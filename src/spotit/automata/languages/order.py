"""How a text compares with a constant by code points, which is the order of the UTF-8 bytes."""

from __future__ import annotations

from spotit.automata.alphabet import Alphabet
from spotit.automata.classifier import Classifier, build

_BELOW, _ABOVE = -1, -2


def order(constant: str) -> Classifier:
    """Return the classifier of texts below (-1), equal to (0) and above (1) a constant.

    A state is how much of the constant was read, or the outcome.
    """
    codes = [ord(character) for character in constant]
    alphabet = Alphabet.by((cut for code in codes for cut in (code, code + 1)), lambda code: code)
    firsts = alphabet.firsts()

    def step(state: int, number: int) -> int:
        if state < 0:
            return state
        if state == len(codes) or firsts[number] > codes[state]:
            return _ABOVE
        return state + 1 if firsts[number] == codes[state] else _BELOW

    def label(state: int) -> int:
        if state == len(codes):
            return 0
        return 1 if state == _ABOVE else -1

    return build(alphabet, 0, step, label)

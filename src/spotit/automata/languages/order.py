"""Where a text stands among constants, by code points, which is the order of the UTF-8 bytes."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

from spotit.automata.alphabet import Alphabet
from spotit.automata.classifier import Classifier, build, relabelled


def place(constants: Iterable[str]) -> Classifier:
    """Return the classifier of texts by place: 2 i + 1 for the i-th constant itself, 2 i for those just before it.

    A state is a text that begins a constant, or the place of all texts that begin with what was read.
    """
    known = sorted(set(constants))
    beginnings = {text[:size] for text in known for size in range(len(text) + 1)} or {""}
    codes = {ord(character) for text in known for character in text}
    alphabet = Alphabet.by((cut for code in codes for cut in (code, code + 1)), lambda code: code)
    firsts = [chr(code) for code in alphabet.firsts()]

    def step(state: str | int, number: int) -> str | int:
        if isinstance(state, int):
            return state
        longer = state + firsts[number]
        return longer if longer in beginnings else label(longer)

    def label(state: str | int) -> int:
        if isinstance(state, int):
            return state
        index = bisect_left(known, state)
        return 2 * index + (known[index : index + 1] == [state])

    start: str | int = ""
    return build(alphabet, start, step, label)


def order(constant: str) -> Classifier:
    """Return the classifier of texts below (-1), equal to (0) and above (1) a constant."""
    return relabelled(place([constant]), lambda label: (label > 1) - (label < 1))  # type: ignore[operator]

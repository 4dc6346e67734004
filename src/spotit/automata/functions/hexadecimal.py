"""HEX: two digits for each byte of the text in UTF-8."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from itertools import pairwise

from spotit.automata.alphabet import Alphabet
from spotit.automata.classifier import Classifier, build
from spotit.automata.not_decided import AutomatonTooLarge

Run = tuple[int, ...]
"""For each state of an automaton the state after some digits."""
_LONGER = (0x80, 0x800, 0x10000, 0x110000)
_LEADS = (0x00, 0xC0, 0xE0, 0xF0)
_MOST_TAILS = 5000


def in_hexadecimal(target: Classifier) -> Classifier:
    """Return the classifier of HEX(x)."""
    runs = list(_runs(target))
    run_of = _finder(runs)
    alphabet = Alphabet.by((start for start, _ in runs), run_of)
    after = [run_of(code) for code in alphabet.firsts()]
    return build(alphabet, 0, lambda state, number: after[number][state], target.labels.__getitem__)


def _runs(target: Classifier) -> Iterator[tuple[int, Run]]:
    """Yield where the digits of characters begin to have another effect, with that effect."""
    digits = {digit: tuple(row[target.alphabet.of(ord(digit))] for row in target.moves) for digit in "0123456789ABCDEF"}
    octets = [_then(digits[f"{octet:02X}"[0]], digits[f"{octet:02X}"[1]]) for octet in range(256)]
    last: Run | None = None
    for start, run in _characters(octets):
        if run != last:
            last = run
            yield start, run


def _characters(octets: list[Run]) -> Iterator[tuple[int, Run]]:
    """Yield ranges of characters in order, each by its first one, with the effect of all in it."""
    yield from ((code, octets[code]) for code in range(0x80))
    for more, (first, end) in enumerate(pairwise(_LONGER), start=1):
        tails = _tails(octets, more)
        size = 64**more
        for code in range(first - first % size, end, size):
            lead = octets[_LEADS[more] + code // size]
            yield from ((max(first, code + start), _then(lead, run)) for start, run in tails if code + start < end)


def _tails(octets: list[Run], count: int) -> list[tuple[int, Run]]:
    """Return the effects of so many bytes that continue a character, by the first number that they stand for."""
    found: list[tuple[int, Run]] = [(0, tuple(range(len(octets[0]))))]
    for place in range(count):
        size = 64**place
        longer = [(more * size + start, _then(octets[0x80 + more], run)) for more in range(64) for start, run in found]
        found = [item for n, item in enumerate(longer) if n == 0 or item[1] != longer[n - 1][1]]
        if len(found) > _MOST_TAILS:
            raise AutomatonTooLarge("digits of many characters")
    return found


def _finder(runs: list[tuple[int, Run]]) -> Callable[[int], Run]:
    starts = [start for start, _ in runs]
    return lambda code: runs[bisect_right(starts, code) - 1][1]


def _then(first: Run, second: Run) -> Run:
    return tuple([second[state] for state in first])

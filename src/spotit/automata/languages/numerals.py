"""Integers seen as text: their decimal numerals are a regular language."""

from __future__ import annotations

from functools import cache

from spotit.automata.alphabet import common, singled_out
from spotit.automata.classifier import Classifier, Label, build
from spotit.automata.languages.integers import LEAST, MOST
from spotit.automata.not_decided import AutomatonTooLarge
from spotit.dialect.numerals import BLANKS

_WIDEST = 32
_Read = tuple[str, int, int]
"""The sign ('' at the start, 'x' for no numeral), the number of digits, how they compare with the extreme numeral's."""


@cache
def numeral() -> Classifier:
    """Return the classifier of texts that SQLite writes for a 64-bit integer, with the labels 1 and 0."""
    alphabet = singled_out("-0123456789")
    characters = [chr(code) for code in alphabet.firsts()]
    extremes = {"+": str(MOST), "-": str(-LEAST)}

    def step(state: _Read, number: int) -> _Read:
        sign, count, compared = state
        character = characters[number]
        if sign == "" and character == "-":
            return "-", 0, 0
        sign = sign or "+"
        zero = character == "0" and count == 0
        if sign not in extremes or character not in "0123456789" or count == len(str(MOST)) or (zero and sign == "-"):
            return "x", 0, 0
        if zero:
            return "0", 1, 0
        limit = extremes[sign][count]
        return sign, count + 1, compared or (character > limit) - (character < limit)

    def label(state: _Read) -> Label:
        sign, count, compared = state
        return int(sign == "0" or (sign in extremes and count > 0 and (count < len(str(MOST)) or compared <= 0)))

    return build(alphabet, ("", 0, 0), step, label)


_NUMBER: dict[str, dict[str, str]] = {
    "start": {"blank": "start", "sign": "sign", "digit": "whole", ".": "point"},
    "sign": {"digit": "whole", ".": "point"},
    "point": {"digit": "fraction"},
    "whole": {"digit": "whole", ".": "fraction", "e": "exponent", "blank": "end"},
    "fraction": {"digit": "fraction", "e": "exponent", "blank": "end"},
    "exponent": {"digit": "power", "sign": "minus"},
    "minus": {"digit": "power"},
    "power": {"digit": "power", "blank": "end"},
    "end": {"blank": "end"},
    "no number": {},
}
"""What may come next in a text that is a number in full, by the part of it that is read."""
_WRITTEN = {**dict.fromkeys(BLANKS, "blank"), **dict.fromkeys("0123456789", "digit"), ".": "."}
_WRITTEN |= {"+": "sign", "-": "sign", "e": "e", "E": "e"}


@cache
def no_number() -> Classifier:
    """Return the classifier of texts that a column of numeric affinity keeps as they are, with the labels 1 and 0."""
    alphabet = singled_out("".join(_WRITTEN))
    parts = [_WRITTEN.get(chr(code), "") for code in alphabet.firsts()]

    def label(state: str) -> Label:
        return int(state not in ("whole", "fraction", "power", "end"))

    return build(alphabet, "start", lambda state, number: _NUMBER[state].get(parts[number], "no number"), label)


def padded(target: Classifier, width: int, filler: str) -> Classifier:
    """Return the classifier of the numeral padded on the left: zeros go after the sign, blanks before it.

    The target is run over the numeral with each number of fillers before it; the length then says which run counts.
    """
    if width > _WIDEST:
        raise AutomatonTooLarge("wide numbers")
    alphabet = common([target.alphabet, singled_out("-")])
    columns = target.columns(alphabet)
    minus = [chr(code) == "-" for code in alphabet.firsts()]
    state_after = [target.run(0, filler * count) for count in range(width + 1)]
    signed = [target.run(0, "-" + filler * count) for count in range(width + 1)]
    start = (0, tuple(state_after))

    def step(state: tuple[int, tuple[int, ...]], number: int) -> tuple[int, tuple[int, ...]]:
        read, runs = state
        if read == 0 and filler == "0" and minus[number]:
            return 1, tuple(signed)
        return min(read + 1, width), tuple([target.moves[run][columns[number]] for run in runs])

    return build(alphabet, start, step, lambda state: target.labels[state[1][width - state[0]]])

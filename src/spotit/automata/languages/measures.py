"""Functions of SQL that turn a text into an integer: each turns labels of integers into a classifier of texts."""

from __future__ import annotations

from spotit.automata.alphabet import WHOLE, Alphabet, common, singled_out
from spotit.automata.classifier import MOST_COUNTED, Classifier, Label, build, constant
from spotit.automata.languages.integers import LEAST, MOST, Steps
from spotit.automata.languages.search import matcher
from spotit.automata.not_decided import AutomatonTooLarge

_WIDTHS = (0x80, 0x800, 0x10000)
"""Where UTF-8 needs one more byte for a character."""
_BLANKS = "\t\n\v\f\r "


def length(steps: Steps) -> Classifier:
    """Return the classifier of LENGTH(x)."""
    last = _counted(steps)
    return build(WHOLE, 0, lambda count, _: min(count + 1, last), steps.of)


def octet_length(steps: Steps) -> Classifier:
    """Return the classifier of OCTET_LENGTH(x)."""
    last = _counted(steps)
    alphabet = Alphabet.by(_WIDTHS, lambda code: code)
    return build(alphabet, 0, lambda count, number: min(count + number + 1, last), steps.of)


def _counted(steps: Steps) -> int:
    """Return up to where counting matters."""
    if steps.last > MOST_COUNTED:
        raise AutomatonTooLarge("length or position far to the right")
    return steps.last


def position(needle: str, steps: Steps) -> Classifier:
    """Return the classifier of INSTR(x, needle).

    A state is the number of characters read, as far as it matters, and how much of the constant they end in.
    """
    if not needle:
        return constant(steps.of(1))
    alphabet = singled_out(needle)
    match = matcher(needle, alphabet)
    size = len(needle)
    last = _counted(steps) + size

    def step(state: tuple[int, int], number: int) -> tuple[int, int]:
        read, matched = state
        if matched == size:
            return state
        return min(read + 1, last), match(matched, number)

    def label(state: tuple[int, int]) -> Label:
        read, matched = state
        return steps.of(read - size + 1 if matched == size else 0)

    return build(alphabet, (0, 0), step, label)


def first_character(steps: Steps, nothing: Label) -> Classifier:
    """Return the classifier of UNICODE(x), which is NULL for the empty text."""
    alphabet = Alphabet.by(steps.starts, steps.of)
    labels = [nothing, *(steps.of(code) for code in alphabet.firsts())]
    return build(alphabet, 0, lambda state, number: state or number + 1, labels.__getitem__)


def leading_integer(steps: Steps) -> Classifier:
    """Return the classifier of CAST(x AS INTEGER): blanks, a sign and digits are read, the rest is not.

    The labels of numbers with one sign change at a few magnitudes. While digits come in, what matters is their number,
    and how they compare with the first as many digits of each of these magnitudes.
    """
    alphabet = singled_out(_BLANKS + "+-0123456789")
    reader = _DigitReader(steps, alphabet)
    return build(alphabet, _START, reader.step, reader.label)


_Number = tuple[str, int, tuple[int, ...]]
_START: _Number = ("", 0, ())
_STOPPED = "."


class _DigitReader:
    """Reads a number digit by digit; a state is (sign, number of digits, comparisons) with sign '' before any."""

    def __init__(self, steps: Steps, alphabet: Alphabet) -> None:
        self._steps = steps
        self._characters = [chr(code) for code in alphabet.firsts()]
        above = sorted({start for start in steps.starts if start > 0})
        below = sorted({1 - start for start in steps.starts if start <= 0})
        self._cuts = {"+": [str(cut) for cut in above], "-": [str(cut) for cut in below]}
        self._longest = max((len(cut) for cuts in self._cuts.values() for cut in cuts), default=0)

    def step(self, state: _Number, number: int) -> _Number:
        """Return the state after a character."""
        sign, count, compared = state
        if sign.endswith(_STOPPED):
            return state
        character = self._characters[number]
        if sign == "" and character in _BLANKS:
            return state
        if sign == "" and character in "+-":
            return character, 0, (0,) * len(self._cuts[character])
        if character in "0123456789":
            sign = sign or "+"
            return self._digit(sign, count, compared or (0,) * len(self._cuts[sign]), character)
        return f"{sign or '+'}{_STOPPED}", count, compared

    def _digit(self, sign: str, count: int, compared: tuple[int, ...], digit: str) -> _Number:
        if count == 0 and digit == "0":
            return sign, count, compared
        outcomes = []
        for cut, outcome in zip(self._cuts[sign], compared, strict=True):
            if outcome == 0 and count < len(cut):
                outcome = (digit > cut[count]) - (digit < cut[count])
            outcomes.append(outcome)
        return sign, min(count + 1, self._longest + 1), tuple(outcomes)

    def label(self, state: _Number) -> Label:
        """Return the label of the number read."""
        sign, count, compared = state
        sign = sign.rstrip(_STOPPED) or "+"
        magnitude = 0
        for cut, outcome in zip(self._cuts[sign], compared or (0,) * len(self._cuts[sign]), strict=True):
            if count > len(cut) or (count == len(cut) and outcome >= 0):
                magnitude = int(cut)
        number = magnitude if sign == "+" else -magnitude
        return self._steps.of(max(LEAST, min(number, MOST)))


def leading_numeral(target: Classifier) -> Classifier:
    """Return the classifier of CAST(x AS INTEGER) where the labels are those of the integer's numeral."""
    reader = _NumeralReader(target)
    return build(reader.alphabet, ("", 0, 0, 0), reader.step, reader.label)


_Numeral = tuple[str, int, int, int]
"""The sign ('' before any), the target's state, the digits without leading zeros, how they compare with the limit."""


class _NumeralReader:
    """Reads a number digit by digit and runs another automaton over its numeral."""

    def __init__(self, target: Classifier) -> None:
        self.alphabet = common([target.alphabet, singled_out(_BLANKS + "+-0123456789")])
        self._target = target
        self._characters = [chr(code) for code in self.alphabet.firsts()]
        self._limits = {"+": str(MOST), "-": str(-LEAST)}

    def step(self, state: _Numeral, number: int) -> _Numeral:
        """Return the state after a character."""
        sign, _, count, compared = state
        character = self._characters[number]
        if sign.endswith(_STOPPED) or (sign == "" and character in _BLANKS):
            return state
        if sign == "" and character in "+-":
            return character, self._target.run(0, "-" if character == "-" else ""), 0, 0
        if character not in "0123456789":
            return f"{sign or '+'}{_STOPPED}", *state[1:]
        sign = sign or "+"
        if count == 0 and character == "0":
            return sign, *state[1:]
        limit = self._limits[sign]
        if not compared and count < len(limit):
            compared = (character > limit[count]) - (character < limit[count])
        return sign, self._target.run(state[1], character), min(count + 1, len(limit) + 1), compared

    def label(self, state: _Numeral) -> Label:
        """Return the label of the numeral of the number read."""
        sign, run, count, compared = state
        sign = sign.rstrip(_STOPPED) or "+"
        size = len(self._limits[sign])
        if count == 0:
            return self._target.label("0")
        if count > size or (count == size and compared > 0):
            return self._target.label(str(MOST if sign == "+" else LEAST))
        return self._target.labels[run]

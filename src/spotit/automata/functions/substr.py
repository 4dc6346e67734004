"""SUBSTR with constant positions, counted from the left or from the right."""

from __future__ import annotations

from spotit.automata.classifier import MOST_COUNTED, Classifier, Label, build
from spotit.automata.not_decided import AutomatonTooLarge

_LONGEST_WINDOW = 64
_Window = tuple[tuple[int, ...], tuple[int, ...] | None]
"""The states of the runs, the youngest first, and those after the last few beginnings of a text that is still short."""


def substring(target: Classifier, start: int, length: int | None) -> Classifier:
    """Return the classifier of SUBSTR(x, start, length), of SUBSTR(x, start) when there is no length."""
    if start < 0:
        if length is None:
            return window_from_end(target, -start, 0)
        if length < 0:
            return window_from_end(target, -start - length, -start)
        return window_from_end(target, -start, max(0, -start - length))
    first = max(start - 1, 0)
    if length is None:
        return slice_from_start(target, first, None)
    if length < 0:
        return slice_from_start(target, max(0, first + length), first)
    return slice_from_start(target, first, first + length if start > 0 else max(length - 1, 0))


def slice_from_start(target: Classifier, first: int, stop: int | None) -> Classifier:
    """Return the classifier of the characters from position `first` to before `stop`, counted from 0.

    A state is the number of characters read, as far as it matters, and the target's state.
    """
    if max(first, stop or 0) > MOST_COUNTED:
        raise AutomatonTooLarge("position far to the right")
    moves = target.moves
    last = first if stop is None else stop

    def step(state: tuple[int, int], number: int) -> tuple[int, int]:
        read, inner = state
        taken = read >= first and (stop is None or read < stop)
        return min(read + 1, last), moves[inner][number] if taken else inner

    return build(target.alphabet, (0, 0), step, lambda state: target.labels[state[1]])


def window_from_end(target: Classifier, begin: int, end: int) -> Classifier:
    """Return the classifier of the characters from `begin` to before `end`, both counted from the end of the text.

    What lies before the text is cut off. The target is run from each of the last `begin` positions, each time over as
    many characters as the window has; while the text is shorter than that, its beginnings matter too.
    """
    if begin > _LONGEST_WINDOW:
        raise AutomatonTooLarge("long window at the end of a text")
    moves = target.moves
    size = begin - end

    def step(state: _Window, number: int) -> _Window:
        runs, beginnings = state
        older = tuple([moves[run][number] if age < size else run for age, run in enumerate(runs, 1)])
        first = moves[0][number] if size else 0
        following = (first, *older)[:begin]
        if beginnings is None or len(runs) + 1 >= begin:
            return following, None
        return following, (*beginnings, moves[beginnings[-1]][number])[-end - 1 :]

    def label(state: _Window) -> Label:
        runs, beginnings = state
        return target.labels[runs[-1] if beginnings is None else beginnings[0]]

    start: _Window = ((), (0,))
    return build(target.alphabet, start, step, label)


def without_last(target: Classifier, dropped: int) -> Classifier:
    """Return the classifier of the text without its last characters; a state has the target's for all of them."""
    if dropped > _LONGEST_WINDOW:
        raise AutomatonTooLarge("long window at the end of a text")
    moves = target.moves

    def step(states: tuple[int, ...], number: int) -> tuple[int, ...]:
        return (*states, moves[states[-1]][number])[-dropped - 1 :]

    start: tuple[int, ...] = (0,)
    return build(target.alphabet, start, step, lambda states: target.labels[states[0]])

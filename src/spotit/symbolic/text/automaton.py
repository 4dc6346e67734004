"""Composite text read from left to right: its length, the patterns it matches, how it sorts against known strings.

A test that reads a text character by character is a machine with few states. Every string of a pool takes the machine
from state to state, which is a table; so a text of many parts is read without listing what it may be.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

from spotit.dialect.collation import Collation
from spotit.frozen import frozen
from spotit.smt.terms.arithmetic import add, eq
from spotit.smt.terms.boolean import and_, any_of, ite
from spotit.smt.terms.term import TRUE, Term, integer
from spotit.symbolic.values.atoms import Text
from spotit.symbolic.values.decode import terms_of
from spotit.symbolic.values.needs_finite import NeedsFinite
from spotit.symbolic.values.pool import StringPool, lookup, member
from spotit.symbolic.values.value import SymValue

State = Hashable
Transition = Callable[[State, str], State]
"""The state after one more character."""

_MOST_STATES = 64


@frozen(eq=False)
class Chunk:
    """A stretch of a text, which is there where `there` holds; its value is text of listed pools, or needs to be."""

    there: Term
    value: SymValue


def _texts(chunk: Chunk, feature: str) -> list[tuple[Term, StringPool, Term]]:
    found = []
    for alt in chunk.value.alts:
        match alt.atom:
            case Text(StringPool() as pool, index):
                found.append((alt.guard, pool, index))
            case _:
                raise NeedsFinite(feature, terms_of(chunk.value))
    return found


def length_of(chunks: Sequence[Chunk]) -> Term:
    """Return the number of characters, an Int term."""
    total = integer(0)
    for chunk in chunks:
        size = integer(0)
        for guard, pool, index in _texts(chunk, "length"):
            size = ite(guard, lookup(index, [integer(characters(s)) for s in pool.strings]), size)
        total = add(total, size if chunk.there is TRUE else ite(chunk.there, size, integer(0)))
    return total


def characters(string: str) -> int:
    """Return what LENGTH counts: the characters before the first NUL."""
    return len(string.partition("\0")[0])


@dataclass(slots=True)
class _Machine:
    """A deterministic machine whose states are numbered as they are met."""

    step: Transition
    numbers: dict[State, int]
    states: list[State]

    def number(self, state: State) -> int:
        """Return the number of a state."""
        if state not in self.numbers:
            self.numbers[state] = len(self.states)
            self.states.append(state)
        return self.numbers[state]

    def after(self, state: State, string: str) -> State:
        """Return the state after a string."""
        for character in string:
            state = self.step(state, character)
        return state


def accepted(
    chunks: Sequence[Chunk], start: State, step: Transition, accepts: Callable[[State], bool], feature: str
) -> Term:
    """Return the condition that the machine that starts in `start` ends in a state that it accepts."""
    machine = _Machine(step, {}, [])
    reached: dict[int, None] = {machine.number(start): None}
    state: Term = integer(0)
    for chunk in chunks:
        texts = _texts(chunk, feature)
        moved = {n: _moved(machine, n, texts) for n in reached}
        following = dict.fromkeys(t for _, targets in moved.values() for t in targets)
        if chunk.there is not TRUE or len(texts) != 1:
            following |= reached
        if len(machine.states) > _MOST_STATES:
            raise NeedsFinite(feature, [t for c in chunks for t in terms_of(c.value)])
        state = ite(chunk.there, _select(state, {n: term for n, (term, _) in moved.items()}), state)
        reached = following
    return any_of(eq(state, integer(n)) for n in reached if accepts(machine.states[n]))


def _moved(machine: _Machine, number: int, texts: Sequence[tuple[Term, StringPool, Term]]) -> tuple[Term, set[int]]:
    """Return the number of the state after a chunk, as a term, and all that it may be."""
    term: Term = integer(number)
    targets: set[int] = set()
    for guard, pool, index in texts:
        numbers = [machine.number(machine.after(machine.states[number], s)) for s in pool.strings]
        targets.update(numbers)
        term = ite(guard, lookup(index, [integer(n) for n in numbers]), term)
    return term, targets


def _select(state: Term, moved: dict[int, Term]) -> Term:
    (last, *rest) = reversed(sorted(moved))
    result = moved[last]
    for n in rest:
        result = ite(eq(state, integer(n)), moved[n], result)
    return result


def ordered_before(chunks: Sequence[Chunk], pool: StringPool, index: Term, collation: Collation, *, less: bool) -> Term:
    """Return the condition that the text sorts before (`less`) or after the member of a pool at `index`."""
    if not collation.by_character:
        raise NeedsFinite("order of composite text under RTRIM", [t for c in chunks for t in terms_of(c.value)])
    key = collation.key
    found = []
    for n, string in enumerate(pool.strings):
        here = member(index, [k == n for k in range(len(pool))])
        found.append(and_(here, _sorts(chunks, key(string), key, less=less)))
    return any_of(found)


_BELOW, _ABOVE = -1, -2


def _sorts(chunks: Sequence[Chunk], string: str, key: Callable[[str], str], *, less: bool) -> Term:
    """Compare with one string; the states are how much of it was read, and the two outcomes."""

    def step(state: State, character: str) -> State:
        assert isinstance(state, int)
        if state < 0:
            return state
        if state == len(string):
            return _ABOVE
        folded = key(character)
        if folded == string[state]:
            return state + 1
        return _BELOW if folded < string[state] else _ABOVE

    def accepts(state: State) -> bool:
        assert isinstance(state, int)
        if less:
            return state == _BELOW or 0 <= state < len(string)
        return state == _ABOVE

    return accepted(chunks, 0, step, accepts, "order of composite text")

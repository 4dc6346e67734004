"""Texts of different pools compared: each pair of indexes is mapped to two Int terms that compare as the texts do."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from spotit.dialect.collation import Collation
from spotit.smt.terms.arithmetic import add, eq, floor_div, lt, scale
from spotit.smt.terms.boolean import all_of
from spotit.smt.terms.term import Term, integer
from spotit.symbolic.values.needs_finite import NeedsFinite
from spotit.symbolic.values.pool import FixedPool, Pool, StringPool, lookup

PoolIndex = tuple[Pool, Term]
"""A pool and an index into it."""


def comparable(left: PoolIndex, right: PoolIndex, collation: Collation) -> tuple[Term, Term]:
    """Return two Int terms that compare as the two texts do under a collation."""
    a, b = left[0], right[0]
    if a is b and (collation.is_identity or isinstance(a, FixedPool)):
        return left[1], right[1]
    if not collation.is_identity:
        for pool in (a, b):
            _check_layout(pool, collation, (left[1], right[1]))
    if isinstance(a, FixedPool) and isinstance(b, FixedPool):
        return _two_layouts(a, left[1], b, right[1])
    if not collation.is_identity and isinstance(a, StringPool) and isinstance(b, StringPool):
        return _collated(left, right, collation)
    if _mapped_first(a, b):
        second, first = _into_pool(right, left, collation)
        return first, second
    return _into_pool(left, right, collation)


def _check_layout(pool: Pool, collation: Collation, terms: tuple[Term, Term]) -> None:
    """Refuse a layout with a letter or a blank that the collation changes; digits are their own keys."""
    if isinstance(pool, FixedPool) and collation.key(pool[0]) != pool[0]:
        raise NeedsFinite("collation of a text of fixed layout", terms)


def below(widths: tuple[int, ...], parts: tuple[Term, ...], position: int) -> Term:
    """Return the condition that digit fields spell a number below `position`, by as few leading fields as decide it.

    So `d >= '1990-01-01'` and "the year is at least 1990" are the same term.
    """
    count = len(parts)
    while count > 1:
        part = parts[count - 1]
        rest, here = divmod(position, 10 ** widths[count - 1])
        if part.lo is not None and here <= part.lo:
            position = rest
        elif part.hi is not None and here > part.hi:
            position = rest + 1
        else:
            break
        count -= 1
    return lt(spelled(widths[:count], parts[:count]), integer(position))


def exactly(widths: tuple[int, ...], parts: tuple[Term, ...], position: int) -> Term:
    """Return the condition that digit fields spell `position`, field by field."""
    tests = []
    for width, part in zip(reversed(widths), reversed(parts), strict=True):
        position, here = divmod(position, 10**width)
        tests.append(eq(part, integer(here)))
    return all_of(reversed(tests))


def spelled(widths: Sequence[int], parts: Sequence[Term]) -> Term:
    """Return the number that digit fields spell together."""
    total = integer(0)
    for width, part in zip(widths, parts, strict=True):
        total = add(scale(10**width, total), part)
    return total


def _mapped_first(left: Pool, right: Pool) -> bool:
    """Tell which of two pools is mapped into the other: the listed one, the smaller, the one that sorts first."""
    if isinstance(left, StringPool) and isinstance(right, StringPool):
        return (len(left), left.strings) < (len(right), right.strings)
    return isinstance(left, StringPool)


def _collated(left: PoolIndex, right: PoolIndex, collation: Collation) -> tuple[Term, Term]:
    key = collation.key
    ranks = {k: n for n, k in enumerate(sorted({key(s) for s in (*left[0], *right[0])}))}
    first, second = (lookup(index, [integer(ranks[key(s)]) for s in pool]) for pool, index in (left, right))
    return first, second


def _into_pool(kept: PoolIndex, mapped: PoolIndex, collation: Collation) -> tuple[Term, Term]:
    """Compare by positions in the kept text's pool: its members are even, the gaps between them odd."""
    key = collation.key
    leaves = []
    for string in mapped[0]:
        position, exact = kept[0].cut(key(string))
        leaves.append(integer(2 * position if exact else 2 * position - 1))
    return scale(2, kept[1]), lookup(mapped[1], leaves)


def _two_layouts(a: FixedPool, left: Term, b: FixedPool, right: Term) -> tuple[Term, Term]:
    """Compare by the digits before the first place where the layouts differ; on equal digits that place decides."""
    first, second = a.template, b.template
    common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False)))
    digits = first[:common].count("\0")
    one, other = first[common : common + 1], second[common : common + 1]
    if not one and not other:
        return left, right
    if {one, other} & set("0123456789") and "\0" in (one, other):
        raise NeedsFinite("comparison of texts of different layouts", (left, right))
    # A digit field stands for a digit; the end of a text sorts before any character.
    before = one.replace("\0", "5") < other.replace("\0", "5")
    if sum(a.widths) == digits:
        return _aligned(left, right, 10 ** (sum(b.widths) - digits), before)
    if sum(b.widths) == digits:
        y, x = _aligned(right, left, 10 ** (sum(a.widths) - digits), not before)
        return x, y
    x, y = (floor_div(index, integer(10 ** (sum(pool.widths) - digits))) for pool, index in ((a, left), (b, right)))
    return scale(2, x), add(scale(2, y), integer(1 if before else -1))


def _aligned(prefix: Term, longer: Term, block: int, before: bool) -> tuple[Term, Term]:
    """Rank a text against those whose first digits it has, as a block of `block` texts that it precedes or follows."""
    shift = -1 if before else 2 * block - 1
    return add(scale(2 * block, prefix), integer(shift)), scale(2, longer)

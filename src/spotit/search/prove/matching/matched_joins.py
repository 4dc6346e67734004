"""Joins under a condition: their relations paired in any order, their conditions true for the same rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, permutations

from spotit.plan import rel as r
from spotit.plan.facts.conjuncts import conjuncts_of
from spotit.plan.facts.seen import Seen
from spotit.plan.rules.block import JoinBlock, Outer, block_of
from spotit.search.prove.matching.correspondence import Matcher, Names

_MOST_PAIRINGS = 12
"""Ways to pair the relations of a join that are tried."""
_MOST_OUTERS = 4
"""Left joins that are tried in every order."""


def matched_joins(matcher: Matcher, left: r.Rel, right: r.Rel, names: Names, seen: Seen) -> Names | None:
    """Return the names if both are joins of the same relations under conditions that are true for the same rows."""
    ours, theirs = block_of(left), block_of(right)
    if ours is None or theirs is None or len(ours.leaves) != len(theirs.leaves):
        return None
    if len(ours.outers) != len(theirs.outers):
        return None
    inner = replace(seen, order=False, places=False, forms=True)
    for found in islice(paired(matcher, ours.leaves, theirs.leaves, names, inner), _MOST_PAIRINGS):
        joined = _outers(matcher, ours, theirs.outers, found, inner)
        if joined is None:
            continue
        base = replace(ours, conditions=()).rel
        wanted = [matcher.read(condition, ours.conditions, joined) for condition in theirs.conditions]
        if matcher.rows.same_truth(base, ours.conditions, wanted):
            return joined
    return None


def paired(
    matcher: Matcher, left: Sequence[r.Rel], right: Sequence[r.Rel], names: Names, seen: Seen
) -> Iterator[Names]:
    """Yield what comes of pairing each relation on the right with another one on the left."""
    if not right:
        yield names
        return
    first, *rest = right
    for place, candidate in enumerate(left):
        found = matcher.relation(candidate, first, names, seen) if type(candidate) is type(first) else None
        if found is not None:
            yield from paired(matcher, (*left[:place], *left[place + 1 :]), rest, found, seen)


def _outers(matcher: Matcher, ours: JoinBlock, theirs: Sequence[Outer], names: Names, seen: Seen) -> Names | None:
    """Return the names with the columns of left joins, each on a condition that is true for the same pairs."""
    for order in permutations(theirs):
        found: Names | None = names
        for number, (mine, other) in enumerate(zip(ours.outers, order, strict=True)):
            found = matcher.relation(mine.optional, other.optional, found, seen) if found is not None else None
            if found is None:
                break
            kept = replace(ours, outers=ours.outers[:number], conditions=()).rel
            pairs = r.Join(r.JoinKind.INNER, kept, mine.optional)
            here, there = conjuncts_of(mine.on), conjuncts_of(other.on)
            if not matcher.rows.same_truth(pairs, here, [matcher.read(part, here, found) for part in there]):
                found = None
                break
        if found is not None:
            return found
        if len(theirs) > _MOST_OUTERS:
            break
    return None

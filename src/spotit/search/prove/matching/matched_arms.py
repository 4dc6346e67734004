"""Set operations of the same arms, in any order where that does not matter, and rows without copies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations

from spotit.plan import rel as r
from spotit.plan.facts.keys import unique_on
from spotit.plan.facts.seen import Seen, seen_below
from spotit.search.prove.matching.correspondence import Matcher, Names, beside

_MOST_ARMS = 4
"""Arms that are tried in every order."""


def matched_arms(matcher: Matcher, left: r.SetOp, right: r.SetOp, names: Names, seen: Seen) -> Names | None:
    """Return the names if both combine the same relations in the same way."""
    if left.kind is not right.kind or _collations(left) != _collations(right):
        return None
    below = seen_below(left, seen)["left"]
    ours, theirs = _arms(left), _arms(right)
    if len(ours) != len(theirs):
        return None
    orders: Iterator[tuple[r.Rel, ...]] = iter([tuple(theirs)])
    if _commutes(left, seen) and len(theirs) <= _MOST_ARMS:
        orders = permutations(theirs)
    for order in orders:
        found: Names | None = names
        for arm, other in zip(ours, order, strict=True):
            found = matcher.relation(arm, other, found, below) if found is not None else None
        if found is not None:
            return beside(left, right, found)
    return None


def matched_distinct(matcher: Matcher, left: r.Distinct, right: r.Distinct, names: Names, seen: Seen) -> Names | None:
    """Return the names if the DISTINCT rows of both sides are those of the same rows."""
    found = matcher.relation(left.input, right.input, names, seen_below(left, seen)["input"])
    if found is None:
        return None
    twins = [found.get(column.id) for column in right.columns]
    pairs = zip(twins, right.columns, strict=True)
    if any(twin is None or twin.collation is not column.collation for twin, column in pairs):
        return None
    shown = {twin.id for twin in twins if twin is not None}
    return found if shown == {column.id for column in left.columns} else None


def matched_without_copies(matcher: Matcher, left: r.Rel, right: r.Rel, names: Names, seen: Seen) -> Names | None:
    """Return the names if DISTINCT rows of the one side are the rows of the other, which has no copies."""
    distinct, other = (left, right) if isinstance(left, r.Distinct) else (right, left)
    if not isinstance(distinct, r.Distinct) or distinct.on is not None or seen.forms:
        return None
    if any(not column.collation.is_identity for column in distinct.columns):
        return None
    if not unique_on(other, other.columns, matcher.facts):
        return None
    below = replace(seen, order=False, copies=False, places=True)
    if distinct is left:
        return matcher.relation(distinct.input, other, names, below)
    return matcher.relation(other, distinct.input, names, below)


def _commutes(rel: r.SetOp, seen: Seen) -> bool:
    """Tell whether the order of the arms does not matter: of equal values that differ, one arm's are kept."""
    if rel.kind is r.SetKind.UNION_ALL:
        return True
    alike = not seen.forms and all(column.collation.is_identity for column in rel.columns)
    return rel.kind is not r.SetKind.EXCEPT and alike


def _arms(rel: r.Rel) -> list[r.Rel]:
    """Return what a set operation combines; that of the same kind below it taken apart, but for EXCEPT."""
    if not isinstance(rel, r.SetOp):
        return [rel]
    if rel.kind is r.SetKind.EXCEPT:
        return [rel.left, rel.right]
    first = rel.left
    nested = isinstance(first, r.SetOp) and first.kind is rel.kind and _collations(first) == _collations(rel)
    return [*(_arms(first) if nested else [first]), rel.right]


def _collations(rel: r.Rel) -> list[object]:
    return [column.collation for column in rel.columns]

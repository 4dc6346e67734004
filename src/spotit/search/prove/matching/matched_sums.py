"""Sums of joins: UNION ALL of the same joined rows, each as often on both sides under its own conditions."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

from spotit.plan import rel as r
from spotit.plan.facts.seen import Seen
from spotit.plan.rules.block import JoinBlock, block_of
from spotit.plan.walk import substitute
from spotit.search.prove.matching.correspondence import Matcher, Names, beside
from spotit.search.prove.matching.equal_rows import EqualRows
from spotit.search.prove.matching.matched_joins import paired

Summand = tuple[r.Project, JoinBlock]
"""What is computed of joined rows, and the join."""


def matched_sums(matcher: Matcher, left: r.Rel, right: r.Rel, names: Names, seen: Seen) -> Names | None:
    """Return the names if both sides are sums of the same joined rows, each as often under its own conditions."""
    ours, theirs = ([_summand(arm) for arm in _summed(side)] for side in (left, right))
    first = ours[0]
    if first is None or len(left.columns) != len(right.columns):
        return None
    sides: list[r.Rel] = []
    for summands in (ours, theirs):
        arms = [_over(matcher, first[1], one, names, forms=seen.forms) for one in summands if one is not None]
        kept = [arm for arm in arms if arm is not None]
        if len(kept) != len(summands):
            return None
        sides.append(reduce(lambda one, other: _union(matcher.rows, one, other), kept))
    return beside(left, right, names) if matcher.rows.agree(sides[0], sides[1], copies=seen.copies) else None


def _over(matcher: Matcher, rows: JoinBlock, summand: Summand, names: Names, *, forms: bool) -> r.Rel | None:
    """Return a summand over other scans of the same tables, if it has no others; with `forms`, 1 is not 1.0."""
    head, block = summand
    if block.outers or rows.outers or len(block.leaves) != len(rows.leaves):
        return None
    if block is rows:
        return matcher.rows.shown(head.input, head.exprs, forms=forms)
    found = next(paired(matcher, rows.leaves, block.leaves, names, Seen(order=False, places=False)), None)
    if found is None:
        return None
    tests = [substitute(condition, found) for condition in block.conditions]
    below = replace(rows, conditions=tuple(tests)).rel
    return matcher.rows.shown(below, [substitute(expr, found) for expr in head.exprs], forms=forms)


def _union(rows: EqualRows, left: r.Rel, right: r.Rel) -> r.Rel:
    return r.SetOp(r.SetKind.UNION_ALL, left, right, rows.fresh(len(left.columns)))


def _summed(rel: r.Rel) -> list[r.Rel]:
    """Return what UNION ALL puts together; any other relation is alone."""
    if isinstance(rel, r.SetOp) and rel.kind is r.SetKind.UNION_ALL:
        return [*_summed(rel.left), *_summed(rel.right)]
    return [rel]


def _summand(rel: r.Rel) -> Summand | None:
    if not isinstance(rel, r.Project):
        return None
    block = block_of(rel.input)
    return None if block is None else (rel, block)

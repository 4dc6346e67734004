"""What comparisons of the same sum with different constants imply of each other."""

from __future__ import annotations

from typing import NamedTuple

from spotit.smt.terms.term import FALSE, TRUE, Memo, Rational, Sort, Term

_shapes: Memo[tuple[object, ...], int] = Memo()
_facts: Memo[tuple[str, Term], Fact | None] = Memo()
_ATOMS = ("le", "eq", "not")


class Fact(NamedTuple):
    """S <= bound (`le`), S = bound (`eq`) or S != bound (`ne`); S is known by a number, -S by minus that."""

    kind: str
    sum: int
    bound: Rational


def tighten(op: str, members: dict[int, Term]) -> bool:
    """Drop members that others imply; return False when they contradict each other.

    In a disjunction the negated members are looked at, so the same rules serve.
    """
    found: list[tuple[Fact, Term]] = []
    facts = _facts.here()
    for term in members.values():
        if term.op in _ATOMS:
            key = (op, term)
            fact = facts[key] if key in facts else facts.setdefault(key, _fact(op, term))
            if fact is not None:
                found.append((fact, term))
    return len(found) < 2 or _compare(op, found, members)


def _fact(op: str, term: Term) -> Fact | None:
    """Return what a member of a conjunction, or a negated member of a disjunction, says."""
    positive = op == "and"
    if term.op == "not":
        term, positive = term.args[0], not positive
    if term.op == "eq":
        total, bound = _split(term.args[0])
        return Fact("eq" if positive else "ne", abs(total), bound if total > 0 else -bound)
    if term.op != "le":
        return None
    total, bound = _split(term.args[0])
    if positive:
        return Fact("le", total, bound)
    # Not S <= bound is -S <= -bound - 1 for integers; a strict bound on reals is not used.
    return Fact("le", -total, -bound - 1) if term.args[0].sort is Sort.INT else None


def _split(term: Term) -> tuple[int, Rational]:
    """Return the number of the sum without its constant, and minus the constant."""
    shapes = _shapes.here()
    if term.op != "lin":
        return shapes.setdefault(((1,), term), len(shapes) + 1), 0
    offset, coefficients = term.value
    if coefficients[0] > 0:
        return shapes.setdefault((coefficients, *term.args), len(shapes) + 1), -offset
    opposite = tuple([-c for c in coefficients])
    return -shapes.setdefault((opposite, *term.args), len(shapes) + 1), -offset


def _compare(op: str, found: list[tuple[Fact, Term]], members: dict[int, Term]) -> bool:
    upper: dict[int, tuple[Rational, Term]] = {}
    equal: dict[int, Rational] = {}
    apart: list[tuple[Fact, Term]] = []
    for fact, term in found:
        kind, total, bound = fact
        if kind == "eq":
            if equal.setdefault(total, bound) != bound:
                return False
        elif kind == "ne":
            apart.append((fact, term))
        else:
            known = upper.get(total)
            if known is None or bound < known[0]:
                upper[total] = (bound, term)
                if known is not None:
                    members.pop(known[1].id, None)
            elif known[1] is not term:
                members.pop(term.id, None)
    for total, (bound, term) in upper.items():
        opposite = upper.get(-total)
        if opposite is not None and -opposite[0] > bound:
            return False
        if opposite is not None and -opposite[0] == bound and total > 0 and not _meet(op, term, opposite[1], members):
            return False
    return _obey(equal, upper, members) and _stay_apart(apart, equal, upper, members)


def _meet(op: str, low: Term, high: Term, members: dict[int, Term]) -> bool:
    """Put S = v in the place of S <= v and S >= v (their negations in a disjunction); return False if it cannot be."""
    from spotit.smt.terms.arithmetic import eq_zero  # these modules build on this one
    from spotit.smt.terms.boolean import not_

    if low.id not in members or high.id not in members:
        return True
    del members[low.id], members[high.id]
    equal = eq_zero((low if op == "and" else not_(low)).args[0])
    if equal is FALSE:
        return False
    if equal is not TRUE:
        member = equal if op == "and" else not_(equal)
        members[member.id] = member
    return True


def _obey(equal: dict[int, Rational], upper: dict[int, tuple[Rational, Term]], members: dict[int, Term]) -> bool:
    """Check the bounds of sums whose value is known, and drop them."""
    for total, value in equal.items():
        for side, reached in ((total, value), (-total, -value)):
            if side in upper:
                bound, term = upper[side]
                if reached > bound:
                    return False
                members.pop(term.id, None)
    return True


def _stay_apart(
    apart: list[tuple[Fact, Term]],
    equal: dict[int, Rational],
    upper: dict[int, tuple[Rational, Term]],
    members: dict[int, Term],
) -> bool:
    """Drop S != v where S is known to be another value or beyond v; return False where S is v."""
    for (_, total, value), term in apart:
        if total in equal:
            if equal[total] == value:
                return False
            members.pop(term.id, None)
            continue
        above, below = upper.get(total), upper.get(-total)
        if (above is not None and above[0] < value) or (below is not None and below[0] < -value):
            members.pop(term.id, None)
    return True

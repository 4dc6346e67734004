"""Constructors of Bool terms and of if-then-else, which settle what they can before a node is made."""

from __future__ import annotations

from collections.abc import Iterable

from spotit.smt.terms.facts import tighten
from spotit.smt.terms.term import FALSE, TRUE, Bounds, Memo, Sort, Term, boolean, intern

_ABSORB_LIMIT = 64
_ROUNDS = 4
_COMPOUND = ("and", "or", "ite")

_settled: Memo[tuple[str, tuple[int, ...]], Term] = Memo()


def not_(term: Term) -> Term:
    """Return the negation, pushed inwards: variables, equalities and comparisons of reals stay negated."""
    found = term.negation
    if found is None:
        if term.op in _COMPOUND:
            _negate_below(term)
        found = _link(term)
    return found


def _negate_below(term: Term) -> None:
    """Negate the compound parts bottom-up: nesting may be deeper than Python's stack."""
    stack = [term]
    while stack:
        node = stack[-1]
        parts = node.args[1:] if node.op == "ite" else node.args
        missing = [part for part in parts if part.negation is None and part.op in _COMPOUND]
        if missing:
            stack += missing
        else:
            stack.pop()
            if node.negation is None:
                _link(node)


def _link(term: Term) -> Term:
    if term.negation is None:
        term.negation = negation = _negate(term)
        if negation.negation is None:
            negation.negation = term
    return term.negation


def _negate(term: Term) -> Term:
    op = term.op
    if op == "not":
        return term.args[0]
    if op == "le" and term.args[0].sort is Sort.INT:
        return intern("le", (_one_minus(term.args[0]),), None, Sort.BOOL)
    if op == "and":
        return any_of([not_(arg) for arg in term.args])
    if op == "or":
        return all_of([not_(arg) for arg in term.args])
    if op == "ite":
        return ite(term.args[0], not_(term.args[1]), not_(term.args[2]))
    return intern("not", (term,), None, Sort.BOOL)


def _one_minus(term: Term) -> Term:
    """Return 1 - term, which is as normal as the compared Int term."""
    offset, coefficients = term.value if term.op == "lin" else (0, (1,))
    if offset == 1 and coefficients == (-1,):
        return term.args[0]
    args = term.args if term.op == "lin" else (term,)
    bounds = (None if term.hi is None else 1 - term.hi, None if term.lo is None else 1 - term.lo)
    return intern("lin", args, (1 - offset, tuple([-c for c in coefficients])), Sort.INT, bounds)


def and_(*terms: Term) -> Term:
    """Return the conjunction."""
    if len(terms) == 2:  # most are of a condition with a constant
        first, second = terms
        if first is FALSE or second is FALSE:
            return FALSE
        if first is TRUE and second.op != "and":
            return second
        if second is TRUE and first.op != "and":
            return first
    return _junction("and", terms, TRUE, FALSE)


def or_(*terms: Term) -> Term:
    """Return the disjunction."""
    return _junction("or", terms, FALSE, TRUE)


def all_of(terms: Iterable[Term]) -> Term:
    """Return the conjunction of all terms: flattened, sorted, absorbed."""
    return _junction("and", terms, TRUE, FALSE)


def any_of(terms: Iterable[Term]) -> Term:
    """Return the disjunction of all terms: flattened, sorted, absorbed."""
    return _junction("or", terms, FALSE, TRUE)


def implies(left: Term, right: Term) -> Term:
    """Return left -> right."""
    return _junction("or", (not_(left), right), FALSE, TRUE)


def _junction(op: str, terms: Iterable[Term], unit: Term, zero: Term) -> Term:
    members: dict[int, Term] = {}
    for term in terms:
        if term.op == op:
            for part in term.args:
                members[part.id] = part
        elif term is zero:
            return zero
        elif term is not unit:
            members[term.id] = term
    if len(members) < 2:
        return next(iter(members.values())) if members else unit
    key = (op, tuple(sorted(members)))
    settled = _settled.here()
    found = settled.get(key)
    if found is None:
        found = settled[key] = _settle(op, members, unit, zero)
    return found


def _settle(op: str, members: dict[int, Term], unit: Term, zero: Term) -> Term:
    if not _absorb(op, members) or zero.id in members:
        return zero
    members.pop(unit.id, None)
    if len(members) < 2:
        return next(iter(members.values())) if members else unit
    return intern(op, tuple([members[key] for key in sorted(members)]), None, Sort.BOOL)


def _absorb(op: str, members: dict[int, Term]) -> bool:
    """Apply a & ~a = 0, a & (a | b) = a, a & (~a | b) = a & b and what bounds imply; return False for 0."""
    dual = "or" if op == "and" else "and"
    for _ in range(_ROUNDS):
        for term in members.values():
            negation = term.negation
            if negation is not None and negation.id in members:
                return False
        changed = len(members) <= _ABSORB_LIMIT and _absorb_duals(op, dual, members)
        if not tighten(op, members):
            return False
        if not changed:
            break
    return True


def _absorb_duals(op: str, dual: str, members: dict[int, Term]) -> bool:
    changed = False
    for term in [t for t in members.values() if t.op == dual]:
        args = term.args
        if any([arg.id in members for arg in args]):
            del members[term.id]
            changed = True
            continue
        kept = [a for a in args if a.negation is None or a.negation.id not in members]
        if len(kept) < len(args):
            del members[term.id]
            reduced = any_of(kept) if op == "and" else all_of(kept)
            for part in reduced.args if reduced.op == op else (reduced,):
                members[part.id] = part
            changed = True
    return changed


def _older(term: Term) -> tuple[Term, bool]:
    """Return the term or its negation, whichever was made first, and whether it is the negation."""
    if term.op == "not":
        return term.args[0], True
    negation = not_(term) if term.op == "le" and term.args[0].sort is Sort.INT else term.negation
    if negation is not None and negation.id < term.id:
        return negation, True
    return term, False


def iff(left: Term, right: Term) -> Term:
    """Return left <-> right."""
    left, left_flipped = _older(left)
    right, right_flipped = _older(right)
    same = left_flipped == right_flipped
    if left.id > right.id:
        left, right = right, left
    if left is right:
        return boolean(same)
    if left is TRUE:
        return right if same else not_(right)
    if left.negation is right:
        return boolean(not same)
    term = intern("iff", (left, right), None, Sort.BOOL)
    return term if same else not_(term)


def ite(condition: Term, then: Term, other: Term) -> Term:
    """Return if-then-else, of any one sort."""
    if condition is TRUE or then is other:
        return then
    if condition is FALSE:
        return other
    if then.sort is not other.sort:
        raise TypeError(f"the branches are {then.sort.value} and {other.sort.value}")
    condition, flipped = _older(condition)
    if flipped:
        then, other = other, then
    then = _under(condition, then, 1)
    other = _under(condition, other, 2)
    if then is other:
        return then
    if then.sort is Sort.BOOL:
        return _bool_ite(condition, then, other)
    return _merged(condition, then, other) or intern(
        "ite", (condition, then, other), None, then.sort, _hull(then, other)
    )


def _under(condition: Term, branch: Term, position: int) -> Term:
    """Simplify a branch that tests the same condition again."""
    while branch.op == "ite" and branch.args[0] is condition:
        branch = branch.args[position]
    return branch


def _merged(condition: Term, then: Term, other: Term) -> Term | None:
    """Return one choice for two nested ones that share a branch."""
    if other.op == "ite":
        inner, first, second = other.args
        if first is then:
            return ite(or_(condition, inner), then, second)
        if second is then:
            return ite(or_(condition, not_(inner)), then, first)
    if then.op == "ite":
        inner, first, second = then.args
        if second is other:
            return ite(and_(condition, inner), first, other)
        if first is other:
            return ite(and_(condition, not_(inner)), second, other)
    return None


def _bool_ite(condition: Term, then: Term, other: Term) -> Term:
    if then is TRUE or then is condition:
        return or_(condition, other)
    if then is FALSE or then is condition.negation:
        return and_(not_(condition), other)
    if other is TRUE or other is condition.negation:
        return or_(not_(condition), then)
    if other is FALSE or other is condition:
        return and_(condition, then)
    if then.negation is other:
        return iff(condition, then)
    return intern("ite", (condition, then, other), None, Sort.BOOL)


def _hull(left: Term, right: Term) -> Bounds:
    lo = None if left.lo is None or right.lo is None else min(left.lo, right.lo)
    hi = None if left.hi is None or right.hi is None else max(left.hi, right.hi)
    return lo, hi

"""Three-valued truth: when an expression is true and when it is false; elsewhere it is NULL."""

from __future__ import annotations

from collections.abc import Sequence

from spotit.database import Value
from spotit.errors import UnsupportedSql
from spotit.frozen import frozen
from spotit.smt.terms.arithmetic import eq
from spotit.smt.terms.boolean import all_of, and_, any_of, not_
from spotit.smt.terms.term import FALSE, TRUE, Sort, Term, integer, real
from spotit.symbolic.execution import Execution
from spotit.symbolic.operators.conversion import leading_number
from spotit.symbolic.operators.tabulate import engine_rows, holds
from spotit.symbolic.values.atoms import Atom, Blob, Composite, Number, Text
from spotit.symbolic.values.pool import FixedPool, member
from spotit.symbolic.values.tabulated import tabulated
from spotit.symbolic.values.value import Finite, SymValue, truth_value

_TRUTH = "CASE WHEN ?1 THEN 1 ELSE 0 END"


@frozen(eq=False)
class Truth:
    """A truth value; the term for NULL is made when it is asked for.

    `finite` keeps it as a function of one cell, with the outputs 1, 0 and None.
    """

    true: Term
    false: Term
    known: Term | None = None
    parts: tuple[Truth, ...] = ()
    finite: Finite | None = None

    @property
    def null(self) -> Term:
        """The condition that it is NULL."""
        if self.known is not None:
            return self.known
        some = any_of(part.null for part in self.parts)
        # A junction with a NULL part is NULL unless another part decides it.
        return and_(some, not_(self.true), not_(self.false))

    def negated(self) -> Truth:
        """Return NOT."""
        finite = None if self.finite is None else _map_finite(self.finite, _not)
        return Truth(self.false, self.true, self.known, self.parts, finite)

    def value(self) -> SymValue:
        """Return it as 1, 0 or NULL."""
        if self.finite is not None:
            return tabulated(self.finite.null, self.finite.at_null, self.finite.key, self.finite.outputs)
        return truth_value(self.true, self.null)


def certain(true: Term) -> Truth:
    """Return a truth value that is never NULL."""
    return Truth(true, not_(true), FALSE)


def of_finite(finite: Finite) -> Truth:
    """Return the truth value of a function of one cell with the outputs 1, 0 and None."""
    true, false, null = (holds(finite, lambda v, w=wanted: v == w) for wanted in (1, 0, None))  # type: ignore[misc]
    return Truth(true, false, null, (), finite)


def junction(parts: Sequence[Truth], *, conjunction: bool) -> Truth:
    """Return AND or OR of the parts; those that are functions of one cell are folded into one first."""
    groups: list[Truth] = []
    for part in parts:
        for position, known in enumerate(groups):
            if part.finite is not None and known.finite is not None and part.finite.same_input(known.finite):
                groups[position] = _folded(known.finite, part.finite, conjunction)
                break
        else:
            groups.append(part)
    if len(groups) == 1:
        return groups[0]
    trues, falses = [g.true for g in groups], [g.false for g in groups]
    if conjunction:
        return Truth(all_of(trues), any_of(falses), None, tuple(groups))
    return Truth(any_of(trues), all_of(falses), None, tuple(groups))


def _folded(first: Finite, second: Finite, conjunction: bool) -> Truth:
    combine = _and if conjunction else _or
    outputs = tuple(combine(a, b) for a, b in zip(first.outputs, second.outputs, strict=True))
    return of_finite(Finite(first.null, combine(first.at_null, second.at_null), first.key, outputs))


def _and(left: Value, right: Value) -> Value:
    if left == 0 or right == 0:
        return 0
    return None if left is None or right is None else 1


def _or(left: Value, right: Value) -> Value:
    if left == 1 or right == 1:
        return 1
    return None if left is None or right is None else 0


def _not(value: Value) -> Value:
    return None if value is None else 1 - int(value)


def _map_finite(finite: Finite, function: object) -> Finite:
    outputs = tuple(map(function, finite.outputs))  # type: ignore[call-overload]
    return Finite(finite.null, function(finite.at_null), finite.key, outputs)  # type: ignore[operator]


def truth_of(value: SymValue, run: Execution) -> Truth:
    """Return the truth value of any value: numbers by != 0, text and blobs by their numeric prefix."""
    if value.finite is not None:
        *outputs, at_null = _truths([*value.finite.outputs, value.finite.at_null], run)
        return of_finite(Finite(value.finite.null, at_null, value.finite.key, tuple(outputs)))
    if len(value.alts) == 1:
        nonzero = _nonzero(value.alts[0].atom, run)
        given = not_(value.null)
        return Truth(and_(given, nonzero), and_(given, not_(nonzero)), value.null)
    tests = [(alt.guard, _nonzero(alt.atom, run)) for alt in value.alts]
    true = any_of(and_(guard, test) for guard, test in tests)
    false = any_of(and_(guard, not_(test)) for guard, test in tests)
    return Truth(true, false, value.null)


def _truths(values: Sequence[Value], run: Execution) -> list[Value]:
    texts = [(v,) for v in values if isinstance(v, str | bytes)]
    known = dict(zip(texts, engine_rows(_TRUTH, texts, run), strict=True)) if texts else {}
    return [known[(v,)] if isinstance(v, str | bytes) else None if v is None else int(v != 0) for v in values]


def _nonzero(atom: Atom, run: Execution) -> Term:
    match atom:
        case Number(term):
            return not_(eq(term, integer(0) if term.sort is Sort.INT else real(0)))
        case Text(FixedPool()):
            return _nonzero(leading_number(atom), run)
        case Text(pool, index):
            return member(index, [v == 1 for v in _truths(list(pool), run)])
        case Blob(value):
            return TRUE if _truths([value], run) == [1] else FALSE
        case Composite():
            raise UnsupportedSql("text joined by GROUP_CONCAT as a condition")
    raise AssertionError(atom)

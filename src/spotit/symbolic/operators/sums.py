"""SUM, TOTAL and AVG: integers add up exactly or fail, doubles round in the order in which they are added."""

from __future__ import annotations

from collections.abc import Sequence

from spotit.dialect.values import LEAST, MOST
from spotit.frozen import frozen
from spotit.plan.expr import AggCall, ArithOp
from spotit.smt.terms.arithmetic import count, divide, lt, to_real, total
from spotit.smt.terms.boolean import and_, any_of, ite, not_, or_
from spotit.smt.terms.term import FALSE, Sort, Term, bool_var, integer, real
from spotit.symbolic import ledger
from spotit.symbolic.execution import Execution
from spotit.symbolic.operators import doubles, rounding
from spotit.symbolic.operators.conversion import leading_number, lift, per_atom
from spotit.symbolic.operators.tabulate import apply
from spotit.symbolic.values.atoms import Atom, Number, Text
from spotit.symbolic.values.layout import Layout
from spotit.symbolic.values.merge import union
from spotit.symbolic.values.pool import FixedPool
from spotit.symbolic.values.tabulated import tabulated
from spotit.symbolic.values.value import Alt, SymValue, number


@frozen(eq=False)
class Member:
    """A row's argument in a group: it counts where `inside` holds."""

    inside: Term
    value: SymValue


def summand(value: SymValue, run: Execution) -> SymValue:
    """Return what SUM adds for a value: numbers as they are, text by the engine's own reading of it."""
    if all(isinstance(alt.atom, Number) for alt in value.alts):
        return value
    if value.finite is not None:
        finite = value.finite
        inputs = [(v,) for v in (*finite.outputs, finite.at_null)]
        *outputs, at_null = run.tabulate("(SELECT sum(?1))", inputs)
        return tabulated(finite.null, at_null, finite.key, outputs)
    return per_atom(value, lambda atom: _summand_atom(atom, run))


def _summand_atom(atom: Atom, run: Execution) -> SymValue:
    """Text that is no whole number counts as a REAL, unlike in arithmetic (lang_aggfunc.html, sum)."""
    match atom:
        case Number():
            return lift(atom)
        case Text(FixedPool()):
            read = leading_number(atom)
            return lift(read if Layout.of(atom).is_number() else Number(to_real(read.term)))
    return apply("(SELECT sum(?1))", [lift(atom)], run, "sum of text")


@frozen(eq=False)
class _Sum:
    """Numbers of a group, added up exactly."""

    integers: Term
    reals: Term
    has_real: Term
    """There is a REAL among them."""
    overflow: Term
    """Adding up the integers leaves 64 bits on the way."""
    key: str
    """Which numbers these are, in whatever order."""
    addends: rounding.Addends

    @property
    def exact(self) -> Term:
        """The sum as a Real."""
        return total([to_real(self.integers), self.reals], Sort.REAL)

    @property
    def rounds(self) -> bool:
        """Tell whether adding up the doubles may round."""
        return self.has_real is not FALSE and not doubles.is_whole(self.exact)


def _sum_of(members: Sequence[Member], run: Execution) -> _Sum:
    integers: list[Term] = []
    reals: list[Term] = []
    real_seen: list[Term] = []
    addends: list[tuple[Term, Term]] = []
    plain = True
    for member in members:
        for alt in summand(member.value, run).alts:
            assert isinstance(alt.atom, Number)
            counted, term = and_(member.inside, alt.guard), alt.atom.term
            plain &= term.op not in ("lin", "const") and not term.is_table
            if term.sort is Sort.INT:
                integers.append(ite(counted, term, integer(0)))
                addends.append((term, to_real(integers[-1])))
            else:
                reals.append(ite(counted, term, real(0)))
                real_seen.append(counted)
                addends.append((term, reals[-1]))
    whole, broken = total(integers, Sort.INT), total(reals, Sort.REAL)
    # A sum of plain cells shows which they are, however many rows the cells of 0 come from.
    shown = [whole, broken] if plain else sorted((*integers, *reals), key=lambda term: term.id)
    key = " ".join(str(term.id) for term in shown)
    return _Sum(whole, broken, any_of(real_seen), _overflow(integers, addends, key, run), key, addends)


def _overflow(integers: Sequence[Term], addends: rounding.Addends, key: str, run: Execution) -> Term:
    """Return the condition that adding up integers leaves 64 bits: in every order, or in the one that is taken."""
    lows, highs = [term.lo for term in integers], [term.hi for term in integers]
    least = None if None in lows else sum(min(0, low) for low in lows if low is not None)
    most = None if None in highs else sum(max(0, high) for high in highs if high is not None)
    if least is not None and most is not None and least >= LEAST and most <= MOST:
        return FALSE
    if not run.doubles:
        run.assume(ledger.OVERFLOW)
        return FALSE
    run.assume(ledger.SUM_ORDER)
    zero = integer(0)
    above = total([ite(lt(zero, term), term, zero) for term in integers], Sort.INT)
    below = total([ite(lt(term, zero), term, zero) for term in integers], Sort.INT)
    in_some_order = or_(lt(integer(MOST), above), lt(below, integer(LEAST)))
    in_this_order = bool_var(f"overflow of the sum {key}")
    run.rounded.append(rounding.of_overflow(addends, in_this_order))
    whole = total(integers, Sort.INT)
    return or_(lt(integer(MOST), whole), lt(whole, integer(LEAST)), and_(in_some_order, in_this_order))


def added(members: Sequence[Member], call: AggCall, run: Execution) -> SymValue:
    """Return SUM, which fails where integers overflow."""
    found = _sum_of(members, run)
    nobody = not_(any_of(m.inside for m in members))
    run.fails(and_(not_(found.has_real), found.overflow))
    if found.has_real is FALSE:
        return number(found.integers, nobody)
    result, null = _as_double(found, run)
    return union(
        or_(nobody, and_(found.has_real, null)),
        [
            Alt(and_(not_(nobody), not_(found.has_real)), Number(found.integers)),
            Alt(and_(not_(nobody), found.has_real, not_(null)), Number(result)),
        ],
    )


def _as_double(found: _Sum, run: Execution) -> tuple[Term, Term]:
    """Return the sum with a REAL among its numbers as a Real, and where it is NULL: infinities may cancel out."""
    if not found.rounds:
        return found.exact, FALSE
    if not run.doubles:
        run.assume(ledger.REALS)
        return found.exact, FALSE
    run.assume(ledger.SUM_ORDER)
    result, null = doubles.free(f"sum {found.key}", (), None, run, nan=True)
    run.rounded += rounding.of_sum(found.addends, result, null)
    return result, null


def _real_sum(found: _Sum, run: Execution) -> tuple[Term, Term]:
    """Return the sum as a Real, and where it is NULL."""
    if not run.doubles:
        if not doubles.is_whole(found.exact):
            run.assume(ledger.REALS)
        return found.exact, FALSE
    whole = doubles.of_integer(found.integers, run)
    if found.overflow is not FALSE:
        rounded, _ = doubles.free(f"sum {found.key}", (), None, run)
        run.rounded += rounding.of_sum(found.addends, rounded, FALSE)
        whole = ite(found.overflow, rounded, whole)
    if found.has_real is FALSE:
        return whole, FALSE
    result, null = _as_double(found, run)
    if found.integers.op == "const" and found.integers.value == 0:
        return result, null
    return ite(found.has_real, result, whole), and_(found.has_real, null)


def totalled(members: Sequence[Member], call: AggCall, run: Execution) -> SymValue:
    """Return TOTAL, 0.0 of nothing."""
    found = _sum_of(members, run)
    result, null = _real_sum(found, run)
    if not found.rounds:
        return number(result, null)
    somebody = any_of(m.inside for m in members)
    return number(ite(somebody, result, real(0)), and_(somebody, null))


def averaged(members: Sequence[Member], call: AggCall, run: Execution) -> SymValue:
    """Return AVG, the sum as a double divided by the number of members."""
    size = count(m.inside for m in members)
    nobody = not_(any_of(m.inside for m in members))
    found = _sum_of(members, run)
    result, null = _real_sum(found, run)
    if not run.doubles:
        run.assume(ledger.REALS)
        return number(divide(result, size), nobody)
    return union(or_(nobody, null), doubles.operate(ArithOp.DIV, result, size, run).alts)


def note_sliding(members: Sequence[Member], run: Execution) -> None:
    """Note what a sliding frame takes for granted: what leaves it is subtracted, which may round or overflow."""
    if run.doubles:
        found = _sum_of(members, run)
        if found.rounds:
            run.assume(ledger.REALS)
        if found.overflow is not FALSE:
            run.assume(ledger.OVERFLOW)


__all__ = ["Member", "added", "averaged", "note_sliding", "summand", "totalled"]

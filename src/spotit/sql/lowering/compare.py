"""Comparisons with SQLite's affinity and collation, over single values, row values and lists."""

from __future__ import annotations

from collections.abc import Callable

from spotit.dialect.collation import BINARY
from spotit.dialect.storage import stored
from spotit.plan.expr import Affine, And, Compare, CompareOp, Expr, InRel, Literal, Or
from spotit.plan.facts.forms import Form, form_of
from spotit.plan.facts.schema_facts import Facts
from spotit.plan.rel import Project
from spotit.plan.walk import has_relation
from spotit.schema import Affinity
from spotit.sql.lowering.state import Build, Lowered
from spotit.sql.names.typed import Typed, apply, compare_affinity, compare_collation

_STRICT = {
    CompareOp.LE: CompareOp.LT,
    CompareOp.GE: CompareOp.GT,
    CompareOp.LT: CompareOp.LT,
    CompareOp.GT: CompareOp.GT,
}
RowOperands = tuple[list[Typed], list[Typed]]


def conjunction(args: list[Expr]) -> Expr:
    """Return the flattened AND of the arguments."""
    flat = [part for arg in args for part in (arg.args if isinstance(arg, And) else (arg,))]
    return flat[0] if len(flat) == 1 else And(tuple(flat))


def disjunction(args: list[Expr]) -> Expr:
    """Return the flattened OR of the arguments; of none, false."""
    flat = [part for arg in args for part in (arg.args if isinstance(arg, Or) else (arg,))]
    if not flat:
        return Literal(0)
    return flat[0] if len(flat) == 1 else Or(tuple(flat))


def compare(op: CompareOp, left: Typed, right: Typed) -> Expr:
    """Compare two values under the affinity and collation that SQLite gives the comparison."""
    affinity = compare_affinity(left.affinity, right.affinity)
    return Compare(op, apply(affinity, left), apply(affinity, right), compare_collation(left, right))


def compare_rows(op: CompareOp, left: list[Typed], right: list[Typed], anew: Callable[[], RowOperands]) -> Expr:
    """Compare row values from left to right; `anew` lowers both sides again where a value is needed twice."""
    if len(left) == 1:
        return compare(op, left[0], right[0])
    pairs = list(zip(left, right, strict=True))
    if op in (CompareOp.EQ, CompareOp.IS):
        return And(tuple(compare(op, a, b) for a, b in pairs))
    if op in (CompareOp.NE, CompareOp.IS_NOT):
        return Or(tuple(compare(op, a, b) for a, b in pairs))
    result = compare(op, *pairs[-1])
    for index in range(len(pairs) - 2, -1, -1):
        a, b = pairs[index]
        again = (a, b)
        if has_relation(a.expr) or has_relation(b.expr):
            rows = anew()
            again = (rows[0][index], rows[1][index])
        result = Or((compare(_STRICT[op], a, b), And((compare(CompareOp.EQ, *again), result))))
    return result


def in_list(arg: Typed, items: list[Typed], again: Callable[[], Typed]) -> list[Expr]:
    """Return arg = item for each item; only `arg`'s affinity and collation count (lang_expr.html, IN)."""
    tests: list[Expr] = []
    for index, item in enumerate(items):
        subject = arg if index == 0 else again()
        tests.append(
            Compare(
                CompareOp.EQ,
                apply(arg.affinity, subject),
                apply(arg.affinity, item),
                arg.collation or BINARY,
            )
        )
    return tests


def in_query(build: Build, args: list[Typed], lowered: Lowered) -> Expr:
    """Return args IN the rows of a subquery, with the affinity of each comparison applied to both sides."""
    affinities = [compare_affinity(arg.affinity, last.affinity) for arg, last in zip(args, lowered.last, strict=True)]
    collations = tuple(compare_collation(arg, last) for arg, last in zip(args, lowered.last, strict=True))
    rel, facts = lowered.rel, Facts(build.schema)
    picked = zip(affinities, lowered.columns, strict=True)
    exprs = tuple(
        _stored(affinity, column, is_real=form_of(column.expr, rel, facts) is Form.REAL) for affinity, column in picked
    )
    if exprs != rel.columns:
        names = zip(lowered.names, lowered.columns, strict=True)
        rel = Project(rel, exprs, tuple(build.column(name, typed) for name, typed in names))
    pairs = zip(affinities, args, strict=True)
    left = tuple(_stored(affinity, arg, is_real=arg.affinity is Affinity.REAL) for affinity, arg in pairs)
    return InRel(left, rel, collations)


def _stored(affinity: Affinity | None, arg: Typed, *, is_real: bool) -> Expr:
    """Return an operand of IN as it is stored to be looked up: REAL affinity makes doubles of integers, unlike `=`."""
    if affinity is not Affinity.REAL or is_real:
        return apply(affinity, arg)
    if isinstance(arg.expr, Literal):
        return Literal(stored(arg.expr.value, affinity))
    return Affine(arg.expr, affinity)

"""Two questions for a row of the same relation as one."""

from __future__ import annotations

from collections.abc import Iterator

from spotit.frozen import frozen
from spotit.plan import rel as r
from spotit.plan.expr import And, Column, Exists, Expr, Literal, Not, Or
from spotit.plan.facts.conjuncts import conjuncts_of
from spotit.plan.isomorphic import renaming
from spotit.plan.rules.rule import ExpressionPlace, ExpressionRule
from spotit.plan.walk import outer_columns, substitute


@frozen
class _Question:
    """The rows of a relation on which a condition holds."""

    rel: r.Rel
    condition: Expr


def _apply(expr: Expr, place: ExpressionPlace) -> Expr | None:
    assert isinstance(expr, And | Or)
    for (first, one), (second, other) in _pairs(expr):
        condition = _read(other, one)
        if condition is None:
            continue
        asked: Expr = Exists(r.Project(r.Filter(one.rel, Or((one.condition, condition))), (), ()))
        merged = Not(asked) if isinstance(expr, And) else asked
        rest = tuple(arg for place_of, arg in enumerate(expr.args) if place_of not in (first, second))
        return type(expr)((*rest, merged)) if rest else merged
    return None


def _pairs(expr: And | Or) -> Iterator[tuple[tuple[int, _Question], tuple[int, _Question]]]:
    """Yield each two operands that ask for a row: for none of both (AND), or for one of either (OR)."""
    asked = [(number, _question(arg, negated=isinstance(expr, And))) for number, arg in enumerate(expr.args)]
    known = [(number, question) for number, question in asked if question is not None]
    for place_of, one in enumerate(known):
        for other in known[place_of + 1 :]:
            yield one, other


def _question(arg: Expr, *, negated: bool) -> _Question | None:
    if negated:
        if not isinstance(arg, Not):
            return None
        arg = arg.arg
    match arg:
        case Exists(rel=r.Project(input=r.Filter() as below, exprs=())):
            return _Question(below.input, below.predicate)
        case Exists(rel=r.Project(input=below, exprs=())):
            return _Question(below, Literal(1))
    return None


def _read(question: _Question, other: _Question) -> Expr | None:
    """Return the condition of a question about the rows of another one, if both are about the same rows."""
    around = (column.id for column in outer_columns(other.rel))
    found = renaming(other.rel, question.rel, around)
    if found is None:
        return None
    ours = {column.id: column for column in other.rel.columns}
    columns: dict[int, Column] = {}
    for column in question.rel.columns:
        twin = ours.get(found.get(column.id, -1))
        if twin is None:
            return None
        columns[column.id] = twin
    tests = [substitute(test, columns) for test in conjuncts_of(question.condition)]
    return tests[0] if len(tests) == 1 else And(tuple(tests))


MERGED_EXISTS = ExpressionRule(
    "merged EXISTS",
    "EXISTS (... WHERE a) OR EXISTS (... WHERE b) about the same rows is EXISTS (... WHERE a OR b), and none of both "
    "is NOT EXISTS of it",
    (And, Or),
    _apply,
)

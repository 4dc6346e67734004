"""Plan expressions over symbolic values, as SQLite evaluates them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from spotit.database import Value
from spotit.dialect.types import NUMERIC_AFFINITIES
from spotit.errors import UnsupportedSql
from spotit.plan.expr import (
    Affine,
    And,
    Arith,
    ArithOp,
    BitNot,
    Call,
    Case,
    Cast,
    Clock,
    Column,
    Compare,
    Exists,
    Expr,
    InRel,
    IsNull,
    Literal,
    Negate,
    Not,
    Or,
    Scalar,
    When,
)
from spotit.plan.facts.seen_of_dates import sees_fractions
from spotit.plan.rules.conditions.unix_seconds import as_number
from spotit.schema import Affinity
from spotit.smt.terms.boolean import and_, not_
from spotit.smt.terms.term import FALSE, TRUE, Term
from spotit.symbolic import ledger
from spotit.symbolic.execution import Env, Execution
from spotit.symbolic.expressions.functions import call
from spotit.symbolic.operators.arithmetic import arithmetic, bit_not, negate
from spotit.symbolic.operators.comparison import EQUALITIES, compare, spelled_equal
from spotit.symbolic.operators.conversion import affine, cast
from spotit.symbolic.operators.storing import stored_number
from spotit.symbolic.operators.tabulate import Joint, joint
from spotit.symbolic.operators.truth import Truth, certain, junction, of_finite, truth_of
from spotit.symbolic.text.composite_functions import as_numeral, as_text, read_back
from spotit.symbolic.text.layout_functions import concatenate
from spotit.symbolic.values.merge import choose
from spotit.symbolic.values.value import Finite, SymValue, constant


def evaluate(expr: Expr, env: Env, run: Execution) -> SymValue:
    """Return the value of an expression where the columns have the values of `env`."""
    match expr:
        case Column(id):
            return env[id]
        case Literal(value):
            return constant(value)
        case Clock():
            return _now(run)
        case Compare() | And() | Or() | Not() | IsNull():
            return truth_expr(expr, env, run).value()
        case Arith(ArithOp.CONCAT, left, right):
            return concatenate(evaluate(left, env, run), evaluate(right, env, run), run)
        case Arith(op, left, right):
            return arithmetic(op, _operand(left, env, run), _operand(right, env, run), run)
        case Case(whens, default):
            return _case(whens, default, env, run)
        case Call(_, args):
            if Clock() in args and sees_fractions(expr):
                run.assume(ledger.WHOLE_SECONDS)
            return _call(expr, [evaluate(arg, env, run) for arg in args], run)
        case Exists() | Scalar() | InRel():
            return run.subquery(expr, env, run)
    return _unary(expr, env, run)


def _unary(expr: Expr, env: Env, run: Execution) -> SymValue:
    match expr:
        case Cast(arg, affinity) if affinity in NUMERIC_AFFINITIES:
            return cast(read_back(_operand(arg, env, run), affinity), affinity, run)
        case Cast(arg, Affinity.TEXT):
            return as_text(evaluate(arg, env, run), run)
        case Cast(arg, affinity):
            return cast(evaluate(arg, env, run), affinity, run)
        case Affine(arg, Affinity.INTEGER | Affinity.REAL as affinity):
            return stored_number(as_numeral(evaluate(arg, env, run)), affinity, run)
        case Affine(arg, Affinity.NUMERIC as affinity):
            return affine(as_numeral(evaluate(arg, env, run)), affinity, run)
        case Affine(arg, affinity):
            return affine(evaluate(arg, env, run), affinity, run)
        case Negate(arg):
            return negate(_operand(arg, env, run), run)
        case BitNot(arg):
            return bit_not(evaluate(arg, env, run), run)
    raise UnsupportedSql(f"expression {type(expr).__name__}")


def _now(run: Execution) -> SymValue:
    if run.clock is None:
        raise UnsupportedSql("the clock in a constraint")
    return run.clock()


def _operand(expr: Expr, env: Env, run: Execution) -> SymValue:
    """Return the value of an operand of arithmetic, which is read as a number."""
    return evaluate(as_number(expr), env, run)


def _call(expr: Call, values: list[SymValue], run: Execution) -> SymValue:
    try:
        return call(expr.function, values, run, [isinstance(arg, Call) and arg.name == "json" for arg in expr.args])
    except UnsupportedSql as error:
        error.span = error.span or expr.span
        raise


def truth(value: SymValue, run: Execution) -> tuple[Term, Term]:
    """Return the condition that a value is true, and the condition that it is NULL."""
    found = truth_of(value, run)
    return found.true, found.null


def condition(expr: Expr, env: Env, run: Execution) -> Term:
    """Return the condition that an expression is true."""
    return truth_expr(expr, env, run).true


def truth_expr(expr: Expr, env: Env, run: Execution) -> Truth:
    """Return when an expression is true, false and NULL."""
    match expr:
        case And() | Or():
            parts = [truth_expr(arg, env, run) for arg in _flat(expr, type(expr))]
            return junction(parts, conjunction=isinstance(expr, And))
        case Not(arg):
            return truth_expr(arg, env, run).negated()
        case Compare():
            return _comparison(expr, env, run)
        case IsNull(arg):
            value = evaluate(arg, env, run)
            together = joint([value])
            if together is None:
                return certain(value.null)
            *outputs, at_null = (int(v is None) for (v,) in (*together.rows, together.at_null))
            return of_finite(Finite(together.null, at_null, together.key, tuple(outputs)))
    return truth_of(evaluate(expr, env, run), run)


def _comparison(expr: Compare, env: Env, run: Execution) -> Truth:
    """Compare; an integer is tested for equality with a text without listing the texts of all integers."""
    for textual, other in ((expr.left, expr.right), (expr.right, expr.left)):
        match textual:
            case Affine(arg, Affinity.TEXT) if expr.op in EQUALITIES and expr.collation.by_character:
                truth = spelled_equal(expr.op, evaluate(arg, env, run), evaluate(other, env, run))
                if truth is not None:
                    return truth
    return compare(expr.op, evaluate(expr.left, env, run), evaluate(expr.right, env, run), expr.collation)


def _flat(expr: Expr, kind: type[Expr]) -> Iterator[Expr]:
    for arg in expr.args:  # type: ignore[attr-defined]
        if isinstance(arg, kind):
            yield from _flat(arg, kind)
        else:
            yield arg


def _case(whens: Sequence[When], default: Expr, env: Env, run: Execution) -> SymValue:
    """Return CASE; each branch is evaluated knowing that it is the one taken."""
    branches: list[tuple[Truth, SymValue]] = []
    with run.narrowed_by(TRUE):
        for when in whens:
            test = truth_expr(when.condition, env, run)
            if test.true is FALSE:
                continue
            with run.narrowed_by(test.true):
                branches.append((test, evaluate(when.result, env, run)))
            run.guard = and_(run.guard, not_(test.true))
            if test.true is TRUE:
                break
        result = evaluate(default, env, run)
    table = _case_table(branches, result)
    if table is not None:
        return table
    for test, value in reversed(branches):
        result = choose(test.true, value, result)
    return result


def _case_table(branches: Sequence[tuple[Truth, SymValue]], default: SymValue) -> SymValue | None:
    """Return the CASE as a function of one cell when all its conditions and results are."""
    if not branches or any(test.finite is None for test, _ in branches):
        return None
    tests = [test.value() for test, _ in branches]
    together: Joint | None = joint([*tests, *(value for _, value in branches), default])
    if together is None:
        return None
    count = len(branches)

    def chosen(row: tuple[Value, ...]) -> Value:
        return next((row[count + n] for n in range(count) if row[n] == 1), row[-1])

    return together.mapped(lambda rows: [chosen(row) for row in rows])


__all__ = ["condition", "evaluate", "truth", "truth_expr"]

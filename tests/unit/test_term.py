"""The laws of the term constructors, the text and the interpreter; no solver."""

from __future__ import annotations

from fractions import Fraction

import pytest

from spotit.smt.solve.smtlib import dump
from spotit.smt.terms.arithmetic import (
    absolute,
    add,
    ascending,
    at_most_one,
    cases,
    count,
    divide,
    eq,
    floor_div,
    floor_mod,
    floor_of,
    indicator,
    le,
    lt,
    multiply,
    scale,
    subtract,
    to_real,
    total,
)
from spotit.smt.terms.boolean import all_of, and_, any_of, iff, implies, ite, not_, or_
from spotit.smt.terms.interpret import compile_terms, interpret
from spotit.smt.terms.term import (
    FALSE,
    TRUE,
    Sort,
    Term,
    Terms,
    bool_var,
    int_var,
    integer,
    key_var,
    real,
    real_var,
    size,
)


def bools(count: int) -> list[Term]:
    return [bool_var(f"b{n}") for n in range(count)]


def n(value: int) -> Term:
    return integer(value)


def test_terms_that_look_alike_are_one(terms: Terms) -> None:
    a, b = bools(2)
    assert and_(a, b) is and_(b, a, a)
    assert or_(a, or_(b, a)) is or_(b, a)
    assert integer(1) is not real(1)
    assert len(terms) == size(and_(a, b), or_(a, b), integer(1), real(1))


def test_junctions_settle_units_and_contradictions() -> None:
    a, b = bools(2)
    assert all_of([]) is TRUE
    assert any_of([]) is FALSE
    assert and_(a, TRUE) is a
    assert and_(a, FALSE) is FALSE
    assert and_(a, not_(a)) is FALSE
    assert or_(a, b, not_(a)) is TRUE
    assert implies(a, a) is TRUE


def test_absorption() -> None:
    a, b, c = bools(3)
    assert and_(a, or_(a, b)) is a
    assert or_(a, and_(a, b)) is a
    assert and_(a, or_(not_(a), b)) is and_(a, b)
    assert and_(a, or_(not_(a), b), or_(not_(b), c)) is and_(a, b, c)


def test_negation_is_pushed_inwards_and_undone() -> None:
    a, b = bools(2)
    x = int_var("x")
    for term in (and_(a, b), or_(a, not_(b)), le(x, n(3)), eq(x, n(3)), iff(a, b), ite(a, b, eq(x, n(1)))):
        assert not_(not_(term)) is term
    assert not_(and_(a, b)) is or_(not_(a), not_(b))
    assert not_(le(x, n(3))) is le(n(4), x)


def test_bounds_on_one_sum_imply_each_other() -> None:
    x, y = int_var("x"), int_var("y")
    s = subtract(scale(2, x), y)
    assert and_(le(s, n(3)), le(s, n(5))) is le(s, n(3))
    assert or_(le(s, n(3)), le(s, n(5))) is le(s, n(5))
    assert and_(le(s, n(3)), le(n(4), s)) is FALSE
    assert or_(le(s, n(3)), le(n(4), s)) is TRUE
    assert and_(eq(s, n(3)), le(s, n(5))) is eq(s, n(3))
    assert and_(eq(s, n(3)), eq(s, n(5))) is FALSE
    assert and_(eq(s, n(3)), not_(eq(s, n(5)))) is eq(s, n(3))
    assert and_(le(s, n(3)), not_(eq(s, n(5)))) is le(s, n(3))
    assert or_(le(s, n(3)), eq(s, n(2))) is le(s, n(3))
    assert or_(not_(eq(s, n(3))), eq(s, n(2))) is not_(eq(s, n(3)))
    assert or_(not_(eq(s, n(3))), not_(eq(s, n(2)))) is TRUE


def test_strict_bounds_on_reals_are_not_closed_ones() -> None:
    r = real_var("r")
    assert and_(le(r, real(3)), le(real(3), r)) is not FALSE
    assert or_(le(r, real(3)), le(real(4), r)) is not TRUE
    assert or_(lt(r, real(3)), le(real(3), r)) is TRUE


def test_sums_have_one_form() -> None:
    x, y = int_var("x"), int_var("y")
    assert add(x, y, scale(-1, x)) is y
    assert add(x, y) is add(y, x)
    assert subtract(x, x) is n(0)
    assert total([], Sort.REAL) is real(0)
    assert multiply(n(3), x) is add(x, x, x)
    with pytest.raises(ValueError, match="not Int"):
        scale(Fraction(1, 2), x)


def test_comparisons_are_divided_by_what_is_shared() -> None:
    x, y = int_var("x"), int_var("y")
    assert le(scale(2, x), n(5)) is le(x, n(2))
    assert le(n(5), scale(2, x)) is le(n(3), x)
    assert eq(scale(2, x), n(5)) is FALSE
    assert eq(subtract(x, y), n(0)) is eq(y, x)
    assert eq(divide(x, n(2)), divide(y, n(3))) is eq(scale(3, x), scale(2, y))


def test_intervals_fold_comparisons() -> None:
    x, y = int_var("x", 0, 5), int_var("y", 6, 9)
    assert lt(x, y) is TRUE
    assert eq(x, y) is FALSE
    assert le(add(x, y), n(14)) is TRUE
    assert floor_div(x, n(6)) is n(0)
    assert floor_mod(x, n(6)) is x
    with pytest.raises(ValueError, match="another interval"):
        int_var("x", 0, 6)
    with pytest.raises(ValueError, match="empty"):
        int_var("z", 1, 0)


def test_choices_merge() -> None:
    a, b = bools(2)
    x, y = int_var("x"), int_var("y")
    assert ite(not_(a), x, y) is ite(a, y, x)
    assert ite(a, x, ite(a, y, x)) is x
    assert ite(a, x, ite(b, x, y)) is ite(or_(a, b), x, y)
    assert ite(a, ite(b, x, y), y) is ite(and_(a, b), x, y)
    assert ite(a, b, FALSE) is and_(a, b)
    assert ite(a, b, not_(b)) is iff(a, b)
    with pytest.raises(TypeError):
        ite(a, x, real(1))


def test_equivalence_keeps_one_polarity() -> None:
    a, b = bools(2)
    x = int_var("x")
    assert iff(not_(a), not_(b)) is iff(b, a)
    assert iff(not_(a), b) is not_(iff(a, b))
    assert iff(a, not_(a)) is FALSE
    assert iff(a, FALSE) is not_(a)
    assert iff(a, le(n(4), x)) is not_(iff(a, le(x, n(3))))


def test_tables_are_decided_at_their_leaves() -> None:
    a, b = bools(2)
    table = ite(a, n(1), ite(b, n(5), n(9)))
    assert eq(table, n(1)) is a
    assert le(add(table, n(1)), n(2)) is a
    assert eq(indicator(a), indicator(b)) is iff(a, b)
    assert floor_div(table, n(4)) is ite(a, n(0), ite(b, n(1), n(2)))
    assert floor_of(divide(table, n(2))) is ite(a, n(0), ite(b, n(2), n(4)))


def test_conversions_meet() -> None:
    x = int_var("x")
    assert floor_of(to_real(add(x, n(2)))) is add(x, n(2))
    assert floor_of(x) is x
    assert le(x, real(Fraction(5, 2))) is le(x, n(2))
    assert eq(x, real(Fraction(5, 2))) is FALSE


def test_ascending_keys_fold_but_are_asserted_unfolded() -> None:
    keys = [key_var(f"k{row}", "k", row, 0, 9) for row in range(3)]
    assert lt(keys[0], keys[2]) is TRUE
    assert eq(keys[1], keys[2]) is FALSE
    first, second = ascending(keys, [TRUE, TRUE, bool_var("b")])
    assert interpret([first, second], {"k0": 4, "k1": 3, "k2": 3, "b": False}) == [False, True]


def test_small_helpers() -> None:
    a, b, c = bools(3)
    x = int_var("x", -3, 3)
    roots = [at_most_one([a, b, c]), count([a, b, c]), absolute(x), cases(x, lambda v: n(v * v))]
    assert interpret(roots, {"b0": True, "b1": False, "b2": True, "x": -2}) == [False, 2, 2, 4]


def test_division_by_nothing_is_zero() -> None:
    x, y, r = int_var("x"), int_var("y"), real_var("r")
    roots = [floor_div(x, y), floor_mod(x, y), divide(r, y), floor_div(x, n(0)), divide(x, n(0))]
    assert interpret(roots, {"x": 7, "y": 0, "r": Fraction(1, 2)}) == [0, 0, 0, 0, 0]
    assert interpret(roots[:2], {"x": -7, "y": 2}) == [-4, 1]


def test_missing_variables() -> None:
    roots = [bool_var("b"), int_var("x", 3, 9), int_var("y", None, -2), real_var("r")]
    assert interpret(roots, {}, default=True) == [False, 3, -2, 0]
    assert compile_terms(roots, default=True)({}) == (False, 3, -2, 0)
    with pytest.raises(KeyError):
        interpret(roots, {})
    with pytest.raises(KeyError):
        compile_terms(roots)({})


def test_deep_terms_need_no_deep_stack() -> None:
    x = int_var("x", 0, 10_000)
    table = n(0)
    for value in range(3000):
        table = ite(eq(x, n(value)), n(value * 7 % 11), table)
    nest: Term = bool_var("p0")
    for value in range(3000):
        nest = (and_ if value % 2 else or_)(bool_var(f"p{value}"), nest)
    roots = [table, add(table, n(1)), le(table, n(5)), to_real(table), not_(nest), not_(le(table, n(5)))]
    values = interpret(roots, {"x": 2998}, default=True)
    assert values == [9, 10, False, 9, True, True]
    assert compile_terms(roots, default=True)({"x": 2998}) == tuple(values)
    assert dump([roots[4]]).startswith("(declare-const |p0| Bool)")


def test_dump_writes_legal_numbers_and_shares_terms() -> None:
    x, y, r = int_var("x", -1, 5), int_var("y"), real_var("r")
    product = multiply(x, y)
    text = dump([le(product, n(-2)), or_(eq(product, n(3)), le(r, real(Fraction(-1, 3))))])
    assert text == (
        "(declare-const |x| Int)\n"
        "(assert (>= |x| (- 1)))\n"
        "(assert (<= |x| 5))\n"
        "(declare-const |y| Int)\n"
        "(declare-const |r| Real)\n"
        "(assert (let ((!0 (* |x| |y|)))\n"
        "(and (<= !0 (- 2)) (or (= !0 3) (<= |r| (- (/ 1.0 3.0)))))))"
    )

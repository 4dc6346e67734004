"""Symbolic values, pools and layouts: equal meanings make equal terms, and all members are told apart rightly."""

from __future__ import annotations

from itertools import product

import pytest

from spotit.dialect.collation import BINARY
from spotit.smt.terms.arithmetic import eq, lt
from spotit.smt.terms.boolean import and_, not_
from spotit.smt.terms.interpret import interpret
from spotit.smt.terms.term import FALSE, TRUE, bool_var, int_var, integer
from spotit.symbolic.operators.tabulate import finite_of
from spotit.symbolic.text.like_glob import glob_segments, like_segments, matches
from spotit.symbolic.values.decode import decode, terms_of
from spotit.symbolic.values.layout import Field, Layout
from spotit.symbolic.values.merge import choose
from spotit.symbolic.values.pool import DATE, fixed_pool, lookup, member, string_pool
from spotit.symbolic.values.tabulated import tabulated
from spotit.symbolic.values.text_order import below, comparable, exactly
from spotit.symbolic.values.value import NULL, constant, number, text
from spotit.symbolic.values.value_order import same


def decoded(value, **assignment):
    terms = terms_of(value)
    values = dict(zip(terms, interpret(terms, assignment, default=True), strict=True))
    return decode(value, values.__getitem__)


@pytest.mark.parametrize("size", range(1, 9))
def test_member_is_the_same_term_for_a_set_and_its_twice_negated_complement(size):
    index = int_var("x", 0, size - 1)
    for holds in product((False, True), repeat=size):
        term = member(index, holds)
        assert not_(member(index, [not h for h in holds])) is term
        assert [interpret([term], {"x": n})[0] for n in range(size)] == list(holds)


def test_lookup_follows_a_table_of_constants():
    index = lookup(int_var("x", 0, 3), [integer(n) for n in (2, 0, 2, 1)])
    term = lookup(index, [integer(n) for n in (10, 20, 30)])
    assert [interpret([term], {"x": n})[0] for n in range(4)] == [30, 10, 30, 20]


@pytest.mark.parametrize("value", [None, 0, -3, 0.1, 2.0, "", "a", b"\x00"])
def test_constants_come_back(value):
    found = constant(value)
    assert found.constant == (value,)
    assert type(found.constant[0]) is type(value)


def test_a_table_of_mixed_classes_has_one_alternative_per_class():
    outputs = (1, 2.5, "a", None, b"x", "b")
    value = tabulated(bool_var("n"), "null", int_var("x", 0, 5), outputs)
    assert [decoded(value, n=False, x=k) for k in range(6)] == list(outputs)
    assert decoded(value, n=True, x=0) == "null"


def test_what_a_key_cannot_reach_does_not_enter_the_terms():
    narrow = tabulated(FALSE, None, int_var("x", 1, 2), ("z", "a", "b"))
    assert narrow.alts[0].atom.pool is string_pool(("a", "b"))


def test_choose_keeps_the_function_of_the_chosen_cell():
    pool = string_pool(("a", "b", "c"))
    value = choose(bool_var("c"), text(pool, int_var("x", 0, 2)), text(pool, int_var("y", 0, 2), bool_var("n")))
    assert value.finite is not None
    assert decoded(value, c=True, x=2, y=0, n=True) == "c"
    assert decoded(value, c=False, x=2, y=0, n=True) is None


def test_a_choice_of_classes_is_still_finite():
    value = choose(bool_var("c"), constant("a"), number(int_var("x", 3, 5)))
    table = finite_of(value)
    assert table is not None
    assert set(table.outputs) == {"a", 3, 4, 5}


def test_same_is_is():
    assert same(NULL, NULL) is TRUE
    assert same(constant(1), constant(1.0)) is TRUE
    assert same(constant(1), constant("1")) is FALSE
    assert same(NULL, constant(0)) is FALSE


LAYOUTS = [(2,), (1, "-", 1), (1, 1), (1, "-"), (1, "-x"), (1, "/", 1), ("-", 1), (2, "-"), (1, "-", 1, "!"), (1,)]


@pytest.mark.parametrize("first", LAYOUTS)
@pytest.mark.parametrize("second", LAYOUTS)
def test_texts_of_two_layouts_compare_as_strings(first, second):
    a, b = fixed_pool(*first), fixed_pool(*second)
    left, right = int_var("x", 0, len(a) - 1), int_var("y", 0, len(b) - 1)
    x, y = comparable((a, left), (b, right), BINARY)
    terms = [lt(x, y), eq(x, y)]
    for i, j in product(range(0, len(a), 3), range(len(b))):
        assert interpret(terms, {"x": i, "y": j}) == [a[i] < b[j], a[i] == b[j]]


def test_a_listed_text_compares_with_a_layout_as_strings():
    words = ("", "0", "1-", "1-5", "1-5x", "2", "a")
    a, b = fixed_pool(1, "-", 1), string_pool(words)
    x, y = comparable((a, int_var("x", 0, 99)), (b, int_var("y", 0, len(words) - 1)), BINARY)
    for i, j in product(range(100), range(len(words))):
        assert interpret([lt(x, y), eq(x, y)], {"x": i, "y": j}) == [a[i] < words[j], a[i] == words[j]]


def test_a_cut_at_a_year_is_a_test_of_the_year():
    year, month, day = int_var("y", 0, 9999), int_var("m", 1, 12), int_var("d", 1, 31)
    parts = (year, month, day)
    assert below(DATE.widths, parts, DATE.cut("1990-01-01")[0]) is lt(year, integer(1990))
    assert below(DATE.widths, parts, DATE.cut("1990-12-32")[0]) is lt(year, integer(1991))
    assert exactly((4, 2), parts[:2], 199005) is and_(eq(year, integer(1990)), eq(month, integer(5)))


def test_below_agrees_with_the_whole_number():
    parts = (int_var("x", 0, 9), int_var("y", 2, 5), int_var("z", 1, 8))
    for position in range(1001):
        term = below((1, 1, 1), parts, position)
        for x, y, z in product((0, 4, 5, 9), range(2, 6), (1, 4, 8)):
            assert interpret([term], {"x": x, "y": y, "z": z}) == [100 * x + 10 * y + z < position]


def test_layouts_are_cut_inside_fields():
    layout = Layout((Field(4, int_var("y", 0, 9999)), "-", Field(2, int_var("m", 0, 99))))
    for start, stop in product(range(8), range(8)):
        piece = layout.substring(start, stop).value()
        assert decoded(piece, y=1987, m=65) == "1987-65"[start:stop]


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("1_-%", ["10-05", "19-99"]),
        ("%9", ["19-99"]),
        ("%0%5", ["10-05"]),
        ("_", []),
        ("%-%", ["10-05", "19-99", "20-10"]),
    ],
)
def test_like_on_a_layout(pattern, expected):
    layout = Layout((Field(2, int_var("x", 0, 99)), "-", Field(2, int_var("y", 0, 99))))
    term = matches(layout, like_segments(pattern, None))
    texts = ["10-05", "19-99", "20-10"]
    assert [t for t in texts if interpret([term], {"x": int(t[:2]), "y": int(t[3:])})[0]] == expected


def test_glob_brackets():
    layout = Layout((Field(1, int_var("x", 0, 9)), "]"))
    assert matches(layout, glob_segments("?[]a]")) is TRUE
    assert matches(layout, glob_segments("?[^]a]")) is FALSE
    term = matches(layout, glob_segments("[1-37]*"))
    assert [n for n in range(10) if interpret([term], {"x": n})[0]] == [1, 2, 3, 7]

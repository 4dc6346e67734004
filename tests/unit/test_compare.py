import itertools
import random

import pytest

from spotit.database import Failure, Rows
from spotit.engine.compare import agreement, close, degenerate, first_difference, same
from spotit.engine.failures import TooManyOrders
from spotit.options import Columns, Semantics

SET, BAG, LIST, SPIDER = Semantics.SET, Semantics.BAG, Semantics.LIST, Semantics.SPIDER


def rows(*values, width=None):
    width = len(values[0]) if values else (width or 1)
    return Rows(tuple(f"c{i}" for i in range(width)), tuple(values))


@pytest.mark.parametrize("semantics", list(Semantics))
@pytest.mark.parametrize(
    ("left", "right", "equal"),
    [
        (1, 1.0, True),
        (True, 1, True),
        (0.0, -0.0, True),
        (None, None, True),
        (1, "1", False),
        ("1", b"1", False),
        (None, 0, False),
        (None, "", False),
        ("a", "A", False),
        (2**53 + 1, float(2**53), False),
        (2**53, float(2**53), True),
        (float("inf"), float("inf"), True),
        (0.1 + 0.2, 0.3, False),
    ],
)
def test_values(semantics, left, right, equal):
    assert same(rows((left,)), rows((right,)), semantics, ordered=True) is equal
    assert same(rows((right,)), rows((left,)), semantics, ordered=False) is equal


@pytest.mark.parametrize("semantics", list(Semantics))
def test_a_failure_equals_no_rows_but_every_failure(semantics):
    failure = Failure("integer overflow")
    assert same(failure, Failure("malformed JSON"), semantics, ordered=True)
    for result in (rows((1,)), rows(width=1)):
        assert not same(failure, result, semantics, ordered=True)
        assert not same(result, failure, semantics, ordered=True)
        assert not degenerate(result, failure, SET)
        assert first_difference(result, failure, semantics) is None


@pytest.mark.parametrize(
    ("left", "right", "agree"),
    [
        ([(1,), (2,)], [(2,), (1,)], {SET, BAG, SPIDER}),
        ([(1,), (1,)], [(1,)], {SET}),
        ([(1,), (1,), (2,)], [(1,), (2,), (2,)], {SET}),
        ([(1, 2)], [(2, 1)], {SPIDER}),
        ([(1, 2), (3, 4)], [(2, 1), (4, 3)], {SPIDER}),
        ([(1, 2), (3, 4)], [(2, 1), (3, 4)], set()),
        ([(1, 2), (3, 4)], [(2, 3), (4, 1)], set()),
        ([(1,)], [(1, 1)], set()),
        ([], [(1,)], set()),
        ([], [], {SET, BAG, LIST, SPIDER}),
    ],
)
def test_semantics(left, right, agree):
    for semantics in Semantics:
        assert same(rows(*left), rows(*right), semantics, ordered=False) is (semantics in agree)


def test_two_empty_results_agree_whatever_their_columns():
    for semantics in Semantics:
        assert same(rows(width=1), rows(width=3), semantics, ordered=True)


def test_spider_looks_at_order_only_when_the_left_query_orders():
    left, right = rows((1, "a"), (2, "b")), rows(("b", 2), ("a", 1))
    assert same(left, right, SPIDER, ordered=False)
    assert not same(left, right, SPIDER, ordered=True)


@pytest.mark.parametrize("ordered", [False, True])
def test_spider_agrees_with_trying_every_permutation(ordered):
    rng = random.Random(5)
    found = {True: 0, False: 0}
    for _ in range(2000):
        width, height = rng.randint(1, 4), rng.randint(1, 4)
        left = [tuple(rng.choice((0, 1, "a", None)) for _ in range(width)) for _ in range(height)]
        order = rng.sample(range(width), width)
        right = [tuple(row[i] for i in order) for row in left]
        if rng.random() < 0.5:
            right[0] = tuple(rng.choice((0, 1, "a", None)) for _ in range(width))
        if rng.random() < 0.3:
            rng.shuffle(right)
        expected = any(
            same(
                rows(*[tuple(row[i] for i in p) for row in left]),
                rows(*right),
                LIST if ordered else BAG,
                ordered=True,
            )
            for p in itertools.permutations(range(width))
        )
        assert same(rows(*left), rows(*right), SPIDER, ordered=ordered) is expected
        found[expected] += 1
    assert min(found.values()) > 300


def test_spider_is_fast_on_many_columns():
    left = rows(*[tuple((i * j) % 7 for j in range(20)) for i in range(50)])
    right = rows(*[tuple(reversed(row)) for row in left.rows])
    assert same(left, right, SPIDER, ordered=False)
    assert not same(left, rows(*right.rows[:-1], tuple(range(20))), SPIDER, ordered=False)
    assert same(rows((1,) * 30), rows((1,) * 30), SPIDER, ordered=True)


def test_degenerate():
    for semantics in (SET, BAG, LIST, SPIDER):
        assert degenerate(rows(), rows((None, None)), semantics)
        assert not degenerate(rows(), rows(), semantics)
        assert not degenerate(rows((None,)), rows((None,)), semantics)
        assert not degenerate(rows(), rows((None, 0)), semantics)


def test_several_rows_of_nulls_are_one_row_as_sets_alone():
    assert degenerate(rows((None,), (None,)), rows(), SET)
    assert not any(degenerate(rows((None,), (None,)), rows(), semantics) for semantics in (BAG, LIST, SPIDER))
    assert not degenerate(rows(width=1), rows((None, 5), (None, 6)), BAG, Columns.EXTRA)


@pytest.mark.parametrize("semantics", list(Semantics))
def test_close(semantics):
    third = 1 / 3
    assert close(rows((third, "a")), rows((third * (1 + 1e-12), "a")), semantics, ordered=True)
    assert close(rows((1,)), rows((1 + 1e-12,)), semantics, ordered=True)
    assert not close(rows((third,)), rows((third + 1e-6,)), semantics, ordered=True)
    assert not close(rows((10**15,)), rows((10**15 + 1,)), semantics, ordered=True)
    assert not close(rows(("0.1",)), rows((0.1,)), semantics, ordered=True)
    assert not close(rows((float("inf"),)), rows((1e308,)), semantics, ordered=True)
    assert not close(rows((1.5,), (2.5,)), rows((1.5,)), semantics, ordered=True)


def test_close_keeps_multiplicity_in_bags():
    left, right = rows((0.1 + 0.2,), (0.3,)), rows((0.3,), (0.3,))
    assert close(left, right, BAG, ordered=False)
    assert close(left, rows((0.3,)), SET, ordered=False)
    assert not close(left, rows((0.3,)), BAG, ordered=False)
    assert close(rows((0.1 + 0.2, 1)), rows((1, 0.3)), SPIDER, ordered=False)


def test_first_difference():
    assert first_difference(rows((1,), (2,)), rows((1,)), SET) == ((2,), "left")
    assert first_difference(rows((1,)), rows((1,), (3,)), SET) == ((3,), "right")
    assert first_difference(rows((1,)), rows((1,), (1,)), SET) is None
    assert first_difference(rows((1,)), rows((1,), (1,)), BAG) == ((1,), "right")
    assert first_difference(rows((1,), (2,)), rows((2,), (1,)), LIST) == ((1,), "left")
    assert first_difference(rows((1,)), rows((1,), (2,)), LIST) == ((2,), "right")
    assert first_difference(rows((1,)), rows((1,)), LIST) is None


ARRANGED = (Columns.PERMUTED, Columns.EXTRA)


def by_trying(left, right, semantics, columns):
    """Whether some injection of the left columns into the right ones makes the rows agree."""
    wide, narrow = len(right.columns), len(left.columns)
    if columns is Columns.EXACT or (columns is Columns.PERMUTED and wide != narrow):
        orders = [tuple(range(wide))] if wide == narrow else []
    else:
        orders = list(itertools.permutations(range(wide), narrow))
    if not left.rows or not right.rows:
        return not left.rows and not right.rows
    return any(
        same(left, rows(*[tuple(row[i] for i in order) for row in right.rows]), semantics, ordered=True)
        for order in orders
    )


@pytest.mark.parametrize("columns", list(Columns))
@pytest.mark.parametrize("semantics", [SET, BAG, LIST])
def test_arranged_columns_agree_with_trying_every_injection(semantics, columns):
    rng = random.Random(f"{semantics} {columns}")
    found = {True: 0, False: 0}
    values = (0, 1, "a", None)
    for _ in range(1500):
        narrow, height = rng.randint(1, 3), rng.randint(0, 4)
        wide = narrow + (rng.randint(0, 2) if rng.random() < 0.7 else -1)
        left = [tuple(rng.choice(values) for _ in range(narrow)) for _ in range(height)]
        if wide >= narrow and rng.random() < 0.7:
            order = rng.sample(range(narrow), narrow) if rng.random() < 0.7 else list(range(narrow))
            right = [(*(row[i] for i in order), *(rng.choice(values) for _ in range(wide - narrow))) for row in left]
            mixed = rng.sample(range(wide), wide) if rng.random() < 0.5 else range(wide)
            right = [tuple(row[i] for i in mixed) for row in right]
        else:
            right = [tuple(rng.choice(values) for _ in range(max(wide, 1))) for _ in range(rng.randint(0, 3))]
        if right and rng.random() < 0.3:
            right[0] = tuple(rng.choice(values) for _ in right[0])
        if rng.random() < 0.3:
            rng.shuffle(right)
        if right and rng.random() < 0.3:
            right.append(right[0])
        one, other = rows(*left, width=narrow), rows(*right, width=max(wide, 1))
        expected = by_trying(one, other, semantics, columns)
        assert same(one, other, semantics, ordered=True, columns=columns) is expected, (one, other)
        arrangement = agreement(one, other, semantics, ordered=True, columns=columns)
        assert (arrangement is not None) is expected
        if expected and one.rows and columns is not Columns.EXACT:
            taken = rows(*[tuple(row[i] for i in arrangement) for row in other.rows])
            assert len(set(arrangement)) == len(arrangement) == narrow and same(one, taken, semantics, ordered=True)
        found[expected] += 1
    assert min(found.values()) > 100, found


def test_one_arrangement_must_do_for_all_rows():
    left, right = rows((1, 2), (3, 4)), rows((2, 1), (3, 4))
    for semantics in Semantics:
        for columns in ARRANGED:
            assert not same(left, right, semantics, ordered=False, columns=columns)
    assert same(left, rows((2, 1), (4, 3)), SET, ordered=False, columns=Columns.PERMUTED)


def test_extra_columns_are_those_of_the_right_side_only():
    wide, narrow = rows((1, "a", 5), (2, "b", 5)), rows(("a",), ("b",))
    assert same(narrow, wide, SET, ordered=False, columns=Columns.EXTRA)
    assert not same(wide, narrow, SET, ordered=False, columns=Columns.EXTRA)
    assert not same(narrow, wide, SET, ordered=False, columns=Columns.PERMUTED)


def test_extra_columns_do_not_hide_copies():
    left, right = rows((1,), (2,)), rows((1, "a"), (1, "b"), (2, "a"))
    assert same(left, right, SET, ordered=False, columns=Columns.EXTRA)
    assert not same(left, right, BAG, ordered=False, columns=Columns.EXTRA)


def test_degenerate_looks_at_the_columns_that_are_compared():
    none, nulls = rows(width=1), rows((None, 5))
    assert degenerate(none, nulls, SET, Columns.EXTRA)
    assert not degenerate(none, nulls, SET, Columns.PERMUTED)
    assert not degenerate(rows(width=2), nulls, SET, Columns.EXTRA)
    assert degenerate(rows((None,)), rows(width=2), SET, Columns.EXTRA)
    assert degenerate(rows(width=3), rows((None, None)), SET, Columns.EXTRA)


def test_what_takes_too_long_is_not_called_the_same_or_different():
    # Each column holds three of six, so that every partial match looks promising.
    half = [tuple(int(bit) for bit in f"{number:06b}") for number in range(64) if f"{number:06b}".count("1") == 3]
    left = rows(*[tuple(column[i] for column in half) for i in range(6)])
    right = rows(*[*left.rows[:-1], tuple(1 - value for value in left.rows[-1])])
    try:
        told = same(left, right, BAG, ordered=False, columns=Columns.PERMUTED)
    except TooManyOrders:
        return
    assert told in (True, False)

"""Pairs made of functions of single values: none that a single row tells apart is called equal."""

from __future__ import annotations

import pytest

from generate.function_pairs import DDL, FunctionPairs
from generate.single_rows import SingleRows
from spotit import Different, Equivalent, EquivalentUpTo, Options, Semantics, check, load_schema

SCHEMA = load_schema(DDL)
OPTIONS = Options(timeout=10.0, semantics=Semantics.SET)


def claims(seed: int | str, pairs: int) -> tuple[list[object], list[object], int]:
    """Return pairs called equal that a row tells apart, those not called different, and how many a row tells apart."""
    draw, rows = FunctionPairs(seed), SingleRows()
    wrong: list[object] = []
    missed: list[object] = []
    apart = 0
    for _ in range(pairs):
        pair = draw.pair()
        verdict, row = check(pair.left, pair.right, SCHEMA, OPTIONS), rows.difference(pair)
        if row is None:
            continue
        apart += 1
        if isinstance(verdict, Equivalent | EquivalentUpTo):
            wrong.append((pair.left, pair.right, row))
        elif not isinstance(verdict, Different):
            missed.append((pair.left, pair.right, row))
    return wrong, missed, apart


@pytest.mark.parametrize("seed", range(4))
def test_no_pair_that_a_row_tells_apart_is_called_equal(seed: int) -> None:
    wrong, missed, apart = claims(seed, 25)
    assert not wrong
    assert len(missed) <= 1
    assert apart >= 5


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 300))
def test_many_pairs(seed: int) -> None:
    assert not claims(seed, 25)[0]

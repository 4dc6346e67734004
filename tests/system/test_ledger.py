"""What an equality rests on beyond the values of columns is printed with it: NULLs in keys, rows of NULLs."""

from __future__ import annotations

import pytest

import spotit
from spotit.assumption import AssumptionKind
from spotit.verdict import assumptions_of

KEYED = "CREATE TABLE t(a INT PRIMARY KEY, x INT)"
PLAIN = "CREATE TABLE t(id INTEGER PRIMARY KEY, x INT)"
COUNTS = ("SELECT COUNT(a) FROM t", "SELECT COUNT(*) FROM t")
GREATEST = ("SELECT MAX(x) FROM t", "SELECT x FROM t ORDER BY x DESC LIMIT 1")


def kinds(verdict: spotit.Verdict) -> set[AssumptionKind]:
    return {assumption.kind for assumption in assumptions_of(verdict)}


def test_that_keys_hold_no_null_is_said_where_a_key_is_read_that_could() -> None:
    verdict = spotit.check(*COUNTS, KEYED)
    assert verdict.is_proved and AssumptionKind.KEYS in kinds(verdict)
    assert spotit.check(*COUNTS, KEYED, null_keys=True).is_different
    rowid = spotit.check("SELECT COUNT(id) FROM t", "SELECT COUNT(*) FROM t", PLAIN)
    assert rowid.is_proved and AssumptionKind.KEYS not in kinds(rowid)


def test_that_a_row_of_nulls_is_not_counted_is_said_where_there_may_be_one() -> None:
    verdict = spotit.check(*GREATEST, PLAIN, bound=3)
    assert verdict.is_proved and AssumptionKind.NULL_ROWS in kinds(verdict)
    assert spotit.check(*GREATEST, PLAIN, bound=3, degenerate=True).is_different


@pytest.mark.parametrize("where", ["x > 3 AND x < 9", "x IN (4, 5, 6, 7, 8)"])
def test_and_is_not_said_elsewhere(where: str) -> None:
    sums = "SELECT COUNT(*), MAX(x), COUNT(DISTINCT x) FROM t WHERE"
    verdict = spotit.check(f"{sums} x BETWEEN 4 AND 8", f"{sums} {where}", PLAIN, bound=3)
    assert verdict.is_proved and AssumptionKind.NULL_ROWS not in kinds(verdict)

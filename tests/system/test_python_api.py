"""Verdicts in Python: what cannot be misused, and a pool of processes for threads and asyncio."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from dataclasses import fields
from pathlib import Path

import pytest

import spotit
from spotit.errors import UsageError
from spotit.options import OptionChanges
from spotit.reason import ObstacleKind

DDL = "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, s TEXT)"
ALL, SOME, SAME = "SELECT a FROM t", "SELECT a FROM t WHERE a > 1", "SELECT a FROM t WHERE id = id"
SLOW = "SELECT COUNT(*) FROM t a, t b, t c, t d WHERE a.a * b.a + c.a * d.a = a.s * b.a"


@pytest.fixture(scope="module")
def pool():
    with spotit.Pool(jobs=2, timeout=20.0, options=spotit.Options(bound=2)) as opened:
        yield opened


@pytest.fixture(scope="module")
def different() -> spotit.Verdict:
    return spotit.check(ALL, SOME, DDL, bound=2)


@pytest.mark.parametrize("right", [SOME, SAME, "SELECT b FROM t"])
def test_a_verdict_has_no_truth(right: str) -> None:
    verdict = spotit.check(ALL, right, DDL, bound=2)
    with pytest.raises(TypeError, match="is_proved"):
        assert verdict
    with pytest.raises(TypeError, match="assert_equivalent"):
        _ = not verdict


def test_a_verdict_says_what_it_is(different: spotit.Verdict) -> None:
    same, wrong = spotit.check(ALL, SAME, DDL), spotit.check(ALL, "SELECT b FROM t", DDL)
    assert (different.verdict, different.is_different, different.is_proved) == ("different", True, False)
    assert (same.verdict, same.is_different, same.is_proved) == ("equivalent", False, True)
    assert (wrong.verdict, wrong.is_different, wrong.is_proved) == ("invalid", False, False)
    assert different.queries == (ALL, SOME)


def test_text_reads_like_the_command_line(different: spotit.Verdict) -> None:
    command = [sys.executable, "-m", "spotit", "check", "--schema", DDL, "--left", ALL, "--right", SOME, "--bound", "2"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", env={"COLUMNS": "100"}, check=False)
    assert done.returncode == 1, done.stderr
    printed, written = (text.rstrip().split("\n") for text in (done.stdout, str(different)))
    assert [line.rstrip() for line in printed[:-1]] == written[:-1]  # the last line has the seconds
    assert repr(different).startswith("<different: The queries differ")


def test_a_notebook_gets_tables_in_which_no_value_acts() -> None:
    sql = "SELECT '<script>alert(1)</script>' FROM t"
    verdict = spotit.check(sql, "SELECT 'x' FROM t", 'CREATE TABLE t ("<b>" INTEGER)')
    html = verdict._repr_html_()
    assert html.count("<table ") == 3
    assert "&lt;script&gt;" in html and "<script>" not in html and "<b>" not in html


def test_options_can_be_given_by_name() -> None:
    assert spotit.check(ALL, "SELECT DISTINCT a FROM t", DDL, semantics="bag").is_different
    assert spotit.check(ALL, "SELECT DISTINCT a FROM t", DDL, spotit.Options(bound=2), semantics="set").is_proved
    with pytest.raises(TypeError, match="there is no option bond; the options are bound, "):
        spotit.check(ALL, ALL, DDL, bond=3)
    with pytest.raises(TypeError, match=r"options must be spotit\.Options, not int"):
        spotit.check(ALL, ALL, DDL, 3)


def test_the_names_of_options_are_those_of_options() -> None:
    assert list(OptionChanges.__annotations__) == [field.name for field in fields(spotit.Options)]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ((None, ALL, DDL), "the left query is None"),
        ((ALL, 3, DDL), "the right query is an int"),
        ((ALL, Path("x.sql"), DDL), "the right query is a path"),
        ((b"SELECT 1", ALL, DDL), "the left query is a bytes"),
        ((ALL, ALL, None), "the schema is None"),
        ((ALL, ALL, [DDL]), "the schema is a list"),
    ],
)
def test_wrong_types_are_told(given: tuple, sentence: str, pool: spotit.Pool) -> None:
    for check in (spotit.check, spotit.assert_equivalent, pool.check):
        with pytest.raises(TypeError, match=sentence):
            check(*given)


def test_assert_equivalent_raises_with_the_witness() -> None:
    assert spotit.assert_equivalent(ALL, SAME, DDL, bound=2).is_proved
    with pytest.raises(AssertionError, match=r'The queries differ(.|\n)*INSERT INTO "t"'):
        spotit.assert_equivalent(ALL, SOME, DDL, bound=2)
    with pytest.raises(AssertionError, match="The right query is invalid: no such column: b"):
        spotit.assert_equivalent(ALL, "SELECT b FROM t", DDL)
    spotit.assert_equivalent(ALL, SOME, DDL, bound=2, accept="different")
    with pytest.raises(ValueError, match="no verdict is called eqivalent"):
        spotit.assert_equivalent(ALL, ALL, DDL, accept=["eqivalent"])


def test_a_pool_gives_the_verdicts_of_check(pool: spotit.Pool) -> None:
    for right in (SOME, SAME, "SELECT b FROM t"):
        expected, found = spotit.check(ALL, right, DDL, bound=2), pool.check(ALL, right, DDL)
        assert found.verdict == expected.verdict and found.queries == (ALL, right)
        assert getattr(found, "witness", None) == getattr(expected, "witness", None)
    assert pool.check("SELECT 1", "SELECT 1", "CREATE TABLE (").verdict == "invalid"
    pairs = [spotit.QueryPair(ALL, f"SELECT a FROM t WHERE a > {n}", DDL, n) for n in range(9)]
    assert sorted(pair.id for pair, verdict in pool.check_many(pairs) if verdict.is_different) == list(range(9))


def test_a_group_keeps_its_order_and_shares_its_witnesses(pool: spotit.Pool) -> None:
    predictions = [SOME, SAME, "SELECT b FROM t", SOME, "SELECT a FROM t WHERE a > 2"]
    verdicts = pool.check_group(ALL, predictions, DDL)
    assert [v.verdict for v in verdicts] == ["different", "equivalent", "invalid", "different", "different"]
    assert verdicts[0] is verdicts[3]
    with spotit.Pool(jobs=1, options=spotit.Options(bound=2)) as one:
        many = one.check_group(ALL, [f"SELECT a FROM t WHERE a > {n}" for n in range(7)], DDL)
    assert all(v.is_different for v in many)
    assert "known" in many[-1].stats.stages and "known" not in many[0].stats.stages


def test_threads_and_tasks_share_a_pool(pool: spotit.Pool) -> None:
    found: list[str] = []

    def work() -> None:
        found.extend(pool.check(ALL, right, DDL).verdict for right in (SOME, SAME))

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == ["different"] * 8 + ["equivalent"] * 8

    async def all_of_them() -> list[spotit.Verdict]:
        return await asyncio.gather(*(pool.acheck(ALL, right, DDL) for right in [SOME, SAME] * 4))

    assert [v.verdict for v in asyncio.run(all_of_them())] == ["different", "equivalent"] * 4


def test_a_closed_pool_says_so_and_what_was_running_ends() -> None:
    pool = spotit.Pool(jobs=1)
    verdicts: list[spotit.Verdict] = []
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n, t"
    thread = threading.Thread(target=lambda: verdicts.append(pool.check(endless, SLOW, DDL, bound=9)))
    thread.start()
    threading.Event().wait(1.0)
    pool.close()
    thread.join(30)
    assert not thread.is_alive()
    (verdict,) = verdicts
    if verdict.verdict == "undecided":
        assert verdict.reason.kind in (ObstacleKind.WORKER_ENDED, ObstacleKind.WORK_LIMIT, ObstacleKind.TIME_LIMIT)
    with pytest.raises(UsageError, match="the pool is closed"):
        pool.check(ALL, ALL, DDL)
    with pytest.raises(ValueError, match="jobs must be at least 1"):
        spotit.Pool(jobs=0)

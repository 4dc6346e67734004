"""Checks from many threads at once: the same verdicts as one after the other, none raised, time limits kept."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from spotit import Different, Options, Schema, Verdict, check, load_schema
from spotit.engine.lease import Engines
from spotit.verdict import name

THREADS = 8
CHECKS = 100
SHOP = load_schema(
    """
    CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT, born DATE);
    CREATE TABLE sale (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customer(id),
        day DATETIME, price REAL, pieces INTEGER CHECK (pieces > 0));
    """
)
TREE = load_schema(
    "CREATE TABLE node (id INTEGER PRIMARY KEY, up INTEGER REFERENCES node(id), tag TEXT COLLATE NOCASE)"
)
SMALL = Options(bound=2)
OLDEST = "SELECT name FROM customer WHERE born = (SELECT MIN(born) FROM customer)"
BUYERS = "SELECT name FROM customer WHERE id IN (SELECT customer_id FROM sale)"
CHILDREN = "SELECT a.id FROM node a JOIN node b ON a.up = b.id"
BORN = "SELECT name FROM customer WHERE born < date('now')"
RANKED = "SELECT id, {}() OVER (ORDER BY up) FROM node"
PAIRS: tuple[tuple[Schema, str, str, Options], ...] = (
    (SHOP, "SELECT name FROM customer", "SELECT name FROM customer WHERE id = id", SMALL),
    (SHOP, "SELECT name FROM customer", "SELECT city FROM customer", SMALL),
    (SHOP, "SELECT nome FROM customer", "SELECT name FROM customer", SMALL),
    (SHOP, "SELECT COUNT(city) FROM customer", "SELECT COUNT(*) FROM customer", SMALL),
    (SHOP, "SELECT name FROM customer", "SELECT DISTINCT name FROM customer", Options(bound=2, semantics="bag")),
    (SHOP, "SELECT name FROM customer ORDER BY born LIMIT 1", OLDEST, SMALL),
    (SHOP, "SELECT c.name FROM customer c JOIN sale s ON s.customer_id = c.id", BUYERS, SMALL),
    (SHOP, "SELECT SUM(pieces) FROM sale WHERE pieces > 2", "SELECT SUM(pieces) FROM sale WHERE pieces >= 3", SMALL),
    (SHOP, "SELECT strftime('%Y', born) FROM customer", "SELECT substr(born, 1, 4) FROM customer", SMALL),
    (SHOP, BORN, BORN.replace("<", "<="), Options(bound=2, now="2001-02-03 04:05:06")),
    (SHOP, BORN, BORN.replace("date('now')", "'2024-08-15'"), SMALL),
    (SHOP, BORN, BORN.replace("born", "city"), SMALL),
    (SHOP, "SELECT price * 2 FROM sale", "SELECT price + price FROM sale", SMALL),
    (TREE, "SELECT tag FROM node GROUP BY tag", "SELECT DISTINCT tag FROM node", Options(bound=2, semantics="bag")),
    (TREE, CHILDREN, "SELECT id FROM node WHERE up IS NOT NULL", SMALL),
    (TREE, CHILDREN, "SELECT id FROM node WHERE up IS NOT NULL", Options(bound=2, foreign_keys=False)),
    (TREE, RANKED.format("rank"), RANKED.format("dense_rank"), Options(bound=3)),
)


def told(verdict: Verdict) -> tuple[str, str | None]:
    """Return what does not depend on how fast the machine is at the moment."""
    return name(verdict), verdict.grade.value if isinstance(verdict, Different) else None


def test_verdicts_from_eight_threads_are_those_of_one() -> None:
    expected = [told(check(left, right, schema, options)) for schema, left, right, options in PAIRS]
    assert len(set(expected)) >= 6

    def work(seed: int) -> None:
        random = Random(seed)
        for number in (random.randrange(len(PAIRS)) for _ in range(CHECKS)):
            schema, left, right, options = PAIRS[number]
            assert told(check(left, right, schema, options)) == expected[number], (left, right)

    with ThreadPoolExecutor(THREADS) as executor:
        list(executor.map(work, range(THREADS)))


def test_each_thread_keeps_its_time_limit() -> None:
    # Products of sums over unbounded integers keep the solver busy far beyond the limit.
    product = "SELECT SUM(a.pieces) * SUM({}) FROM sale a JOIN sale b ON a.id < b.id"
    left, right = product.format("b.pieces * a.pieces"), product.format("a.pieces * b.pieces + 0 * b.id")
    limit = 1.0

    def work(_: int) -> float:
        started = time.monotonic()
        check(left, right, SHOP, Options(bound=12, timeout=limit))
        return time.monotonic() - started

    with ThreadPoolExecutor(THREADS) as executor:
        assert max(executor.map(work, range(THREADS))) < 15 * limit


def test_an_engine_is_lent_to_one_at_a_time_and_then_to_the_next() -> None:
    engines = Engines()
    with engines.lend(SHOP, Options()) as first, engines.lend(SHOP, Options(timeout=1.0)) as second:
        assert first is not second
    with engines.lend(SHOP, Options(semantics="bag")) as again:
        assert again is second or again is first
        assert again.options == Options(semantics="bag")
    with engines.lend(SHOP, Options(null_keys=True)) as other, engines.lend(TREE, Options()) as another:
        assert other not in (first, second)
        assert another.schema is TREE


def test_an_engine_is_not_lent_again_after_a_failure() -> None:
    engines = Engines()
    with pytest.raises(KeyboardInterrupt), engines.lend(SHOP, Options()) as broken:
        raise KeyboardInterrupt
    with engines.lend(SHOP, Options()) as engine:
        assert engine is not broken


def test_only_a_few_idle_engines_are_kept() -> None:
    engines = Engines(most=2)
    instants = [f"2025-01-0{day} 00:00:00" for day in (1, 2, 3)]
    seen = []
    for now in instants:
        with engines.lend(SHOP, Options(now=now)) as engine:
            seen.append(engine)
    with engines.lend(SHOP, Options(now=instants[0])) as engine:
        assert engine is not seen[0]
    with engines.lend(SHOP, Options(now=instants[2])) as engine:
        assert engine is seen[2]

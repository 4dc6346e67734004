"""Pairs: the term that says "the results differ" is true exactly where they differ on the engine."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from generate.pairs import mutants
from generate.query import Queries
from generate.schema import DDL
from spotit.engine.compare import close, degenerate, same
from spotit.engine.failures import QueryError
from spotit.errors import UnsupportedSql
from spotit.options import Options, Semantics
from spotit.selftest.agreement import no_subquery
from spotit.selftest.sweep import Ground, ground
from spotit.smt.terms.boolean import all_of
from spotit.smt.terms.interpret import compile_terms
from spotit.sql import lower_query
from spotit.symbolic.constraints.terms import constraint_terms
from spotit.symbolic.database.assignment import assignment
from spotit.symbolic.encode import encode
from spotit.symbolic.execution import Execution, TooLarge

SEMANTICS = (Semantics.SET, Semantics.BAG, Semantics.LIST)


def compare(place: Ground, left: str, right: str, semantics: Semantics, random: Random) -> int:
    """Return on how many databases the term and the engine were compared; fail where they disagree."""
    setting = replace(place.setting, options=Options(semantics=semantics))
    plans = [lower_query(sql, place.schema, now=setting.options.now) for sql in (left, right)]
    made = encode(plans[0], plans[1], 2, setting)
    with made.terms:
        promised = constraint_terms(made.instance, Execution(setting.tabulate, no_subquery), checks=setting.checks)
        terms = [made.differ, made.degenerate, made.ambiguous, all_of(promised), all_of(made.constraints)]
    run = compile_terms(terms, default=True)
    compared = 0
    for _ in range(15):
        database = place.databases.draw(random, 2)
        place.engine.load(database)
        here, there = place.engine.run(left), place.engine.run(right)
        given = assignment(made.instance, database)
        assert given is not None
        differ, void, ambiguous, lawful, exact = run(given)
        story = f"{semantics}\n{left}\n{right}\n{database}\n{here}\n{there}"
        assert lawful, story
        if (
            ambiguous
            or not exact
            or (close(here, there, semantics, ordered=True) != same(here, there, semantics, ordered=True))
        ):
            continue
        compared += 1
        assert differ == (not same(here, there, semantics, ordered=True)), story
        assert not differ or void == degenerate(here, there, semantics), story
    return compared


def turned(sql: str) -> str:
    """Return the query with its last ORDER BY turned round, in the first term."""
    head, word, tail = sql.rpartition(" ORDER BY ")
    if not word:
        return f"{sql} ORDER BY 1 DESC"
    first = tail.split(",")[0].split(" LIMIT")[0]
    plain = first.replace(" DESC", "").replace(" ASC", "").split(" NULLS")[0]
    return head + word + (plain if " DESC" in first else f"{plain} DESC") + tail[len(first) :]


def sweep_pairs(name: str, seed: str, queries: int) -> int:
    """Compare generated queries with mutants of themselves; return the number of comparisons."""
    place = ground(name)
    random = Random(seed)
    writer = Queries(random, place.schema, place.pools)
    compared = 0
    for _ in range(queries):
        sql = writer.query(2)
        semantics = random.choice(SEMANTICS)
        mutant = next(mutants(sql, random), sql)
        if semantics is Semantics.LIST and random.random() < 0.6:
            mutant = turned(sql)
        try:
            place.engine.inspect(sql)
            place.engine.inspect(mutant)
            compared += compare(place, sql, mutant, semantics, random)
        except (QueryError, UnsupportedSql, TooLarge):
            continue
    return compared


def open_on_one_side() -> None:
    """Compare pairs of which one side's result is left open, or not exact, and the other's is not."""
    place, folded = ground("plain"), ground("collated")
    deep = "WITH RECURSIVE c(n) AS (SELECT a FROM r UNION ALL SELECT n + 1 FROM c WHERE n < 300) SELECT count(*) FROM c"
    far = deep.replace("count(*)", "coalesce(max(n), 0) >= 300")
    for seed in range(8):
        random = Random(seed)
        compare(place, "SELECT 0", far, Semantics.BAG, random)
        compare(place, far, "SELECT 0", Semantics.BAG, random)
        compare(place, "SELECT a, b FROM r ORDER BY a", "SELECT a, b FROM r ORDER BY a, b", Semantics.LIST, random)
        compare(place, "SELECT a FROM r ORDER BY a", "SELECT a FROM r ORDER BY a DESC", Semantics.LIST, random)
        compare(place, "SELECT a FROM r ORDER BY a, b LIMIT 1", "SELECT a FROM r ORDER BY a, b", Semantics.LIST, random)
        compare(place, "SELECT a FROM r ORDER BY a, b", "SELECT a FROM r ORDER BY a, b LIMIT 1", Semantics.LIST, random)
        compare(folded, "SELECT DISTINCT a FROM w", "SELECT a FROM w", Semantics.SET, random)
        compare(place, "SELECT a FROM r", "SELECT a, b FROM r", Semantics.BAG, random)
        compare(place, "SELECT count(*) FROM r", deep, Semantics.BAG, random)
        compare(place, deep, "SELECT count(*) FROM r", Semantics.BAG, random)
        compare(place, "SELECT MIN(b) FROM r", "SELECT b FROM r LIMIT 1", Semantics.BAG, random)
        compare(place, "SELECT b FROM r LIMIT 1", "SELECT MIN(b) FROM r", Semantics.BAG, random)


def test_a_result_may_be_open_on_one_side() -> None:
    open_on_one_side()


@pytest.mark.parametrize("name", sorted(DDL))
def test_the_difference_term_agrees_with_the_engine(name: str) -> None:
    assert sweep_pairs(name, f"pairs {name}", 40) > 300


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("name", sorted(DDL))
def test_at_length(name: str, seed: int) -> None:
    assert sweep_pairs(name, f"{seed} {name}", 200) > 1500

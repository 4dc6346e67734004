"""Columns in any order, or among more: the difference term is true exactly where no arrangement makes results agree."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from generate.pairs import mutants
from generate.query import Queries
from generate.schema import DDL
from spotit.arrangement import can_arrange, every_arrangement
from spotit.engine.compare import close, degenerate, same
from spotit.engine.failures import QueryError
from spotit.errors import UnsupportedSql
from spotit.options import Columns, Options, Semantics
from spotit.selftest.sweep import Ground, ground
from spotit.smt.terms.interpret import compile_terms
from spotit.sql import lower_query
from spotit.symbolic.database.assignment import assignment
from spotit.symbolic.encode import encode
from spotit.symbolic.execution import TooLarge

_MODES = [(s, c) for s in (Semantics.SET, Semantics.BAG) for c in (Columns.PERMUTED, Columns.EXTRA)]


def rearranged(sql: str, width: int, random: Random, *, more: bool) -> str:
    """Return the query with its columns in another order, and if `more` with others among them."""
    names = [f"c{place}" for place in range(width)]
    taken = random.sample(names, width) + (random.sample([*names, "1", "NULL"], random.randint(0, 2)) if more else [])
    return f"WITH q({', '.join(names)}) AS ({sql}) SELECT {', '.join(taken)} FROM q"


def compare(place: Ground, left: str, right: str, mode: tuple[Semantics, Columns], random: Random) -> tuple[int, int]:
    """Return on how many databases the results agreed and differed; fail where the term says otherwise."""
    semantics, columns = mode
    plans = [lower_query(sql, place.schema) for sql in (left, right)]
    widths = [len(plan.rel.columns) for plan in plans]
    able = can_arrange(*widths, columns)
    arrangements = tuple(every_arrangement(*widths)) if able else ()
    options = Options(semantics=semantics, columns=columns)
    made = encode(*plans, 2, replace(place.setting, options=options, arrangements=arrangements))
    terms = compile_terms([made.differ, made.degenerate, made.ambiguous, *made.constraints], default=True)
    seen = [0, 0]
    for _ in range(8):
        database = place.databases.draw(random, 2)
        place.engine.load(database)
        here, there = place.engine.run(left), place.engine.run(right)
        given = assignment(made.instance, database)
        assert given is not None
        differ, void, ambiguous, *exact = terms(given)
        agree = same(here, there, semantics, ordered=True, columns=columns)
        if ambiguous or not all(exact) or close(here, there, semantics, ordered=True, columns=columns) != agree:
            continue
        story = f"{mode}\n{left}\n{right}\n{database}\n{here}\n{there}"
        assert differ == (not agree), story
        assert agree or void == degenerate(here, there, semantics, columns), story
        seen[differ] += 1
    return seen[0], seen[1]


def sweep(name: str, seed: str, queries: int) -> tuple[int, int]:
    """Compare generated queries with rearranged mutants of themselves."""
    place = ground(name)
    random = Random(seed)
    writer = Queries(random, place.schema, place.pools)
    agreed = differed = 0
    for _ in range(queries):
        sql, mode = writer.query(2), random.choice(_MODES)
        try:
            place.engine.inspect(sql)
            width = len(lower_query(sql, place.schema).rel.columns)
            if width > 3:
                continue
            changed = next(iter(mutants(sql, random)), sql) if random.random() < 0.8 else sql
            other = rearranged(changed, width, random, more=mode[1] is Columns.EXTRA)
            place.engine.inspect(other)
            one, two = compare(place, sql, other, mode, random)
        except (QueryError, UnsupportedSql, TooLarge):
            continue
        agreed, differed = agreed + one, differed + two
    return agreed, differed


@pytest.mark.parametrize("name", sorted(DDL))
def test_the_term_agrees_with_the_engine(name: str) -> None:
    agreed, differed = sweep(name, f"arranged {name}", 60)
    assert agreed > 60 and differed >= 5, (agreed, differed)

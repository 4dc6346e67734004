"""Results compared without the rows that are shown to be the same on both sides: that term against SQLite."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from generate.pairs import Rewrites, mutants
from generate.query import Queries
from generate.schema import DDL
from spotit.engine.compare import close, same
from spotit.engine.failures import QueryError
from spotit.errors import InvalidSql, UnsupportedSql
from spotit.options import Options, Semantics
from spotit.selftest.sweep import Ground, ground
from spotit.smt.solve.solver import Sat, Session, Unsat
from spotit.smt.terms.boolean import not_
from spotit.smt.terms.interpret import Assignment, compile_terms
from spotit.smt.terms.term import Term
from spotit.sql import lower_query
from spotit.symbolic.database.assignment import assignment
from spotit.symbolic.encode import Encoding, encode
from spotit.symbolic.execution import TooLarge
from spotit.symbolic.row_pairs import differ_without_pairs
from spotit.work import Work

ROWS = 2


def without_pairs(made: Encoding, semantics: Semantics) -> Term | None:
    """Return when the results differ, by what the solver leaves of them where nothing is open and nothing fails."""
    session = Session(list(made.constraints))

    def refuted(condition: Term) -> Assignment | bool:
        given = [not_(made.ambiguous), *map(not_, made.fails)]
        answer = session.check([*given, condition], allowance=Work().allow(0.2))
        return answer.model if isinstance(answer, Sat) else isinstance(answer, Unsat)

    return differ_without_pairs(made.left, made.right, semantics, (), [], refuted)


def compare(place: Ground, left: str, right: str, semantics: Semantics, random: Random) -> int:
    """Return on how many databases the term and the engine were compared; fail where they disagree."""
    setting = replace(place.setting, options=Options(semantics=semantics))
    plans = [lower_query(sql, place.schema, now=setting.options.now) for sql in (left, right)]
    made = encode(plans[0], plans[1], ROWS, setting)
    with made.terms:
        found = without_pairs(made, semantics)
    if found is None:
        return 0
    run = compile_terms([found, made.ambiguous, *made.fails, *map(not_, made.constraints)], default=True)
    compared = 0
    for _ in range(12):
        database = place.databases.draw(random, ROWS)
        place.engine.load(database)
        here, there = place.engine.run(left), place.engine.run(right)
        given = assignment(made.instance, database)
        assert given is not None
        differ, *beside = run(given)
        agree = same(here, there, semantics, ordered=True)
        if any(beside) or close(here, there, semantics, ordered=True) != agree:
            continue
        compared += 1
        assert differ == (not agree), f"{semantics}\n{left}\n{right}\n{database}\n{here}\n{there}"
    return compared


def twice(place: Ground, random: Random) -> int:
    """Compare tables with themselves taken twice: a row is then the same as two others."""
    compared = 0
    for table in place.schema.tables:
        left = f'SELECT * FROM "{table.name}"'
        for semantics in (Semantics.SET, Semantics.BAG):
            compared += compare(place, f"{left} UNION ALL {left}", left, semantics, random)
    return compared


def sweep_pairs(name: str, seed: str, pairs: int) -> int:
    """Compare generated queries with rewrites and mutants of themselves."""
    place, random = ground(name), Random(seed)
    writer = Queries(random, place.schema, place.pools)
    rewrites = Rewrites(Queries(random, place.schema, place.pools))
    compared = twice(place, random)
    for _ in range(pairs):
        if random.random() < 0.5:
            pair = rewrites.pair()
            left, right = pair.left, pair.right
        else:
            left = writer.query(2)
            right = next(mutants(left, random), left)
        try:
            compared += compare(place, left, right, random.choice((Semantics.SET, Semantics.BAG)), random)
        except (QueryError, InvalidSql, UnsupportedSql, TooLarge):
            continue
    return compared


@pytest.mark.parametrize("name", sorted(DDL))
def test_what_is_left_agrees_with_the_engine(name: str) -> None:
    assert sweep_pairs(name, f"row pairs {name}", 60) > 60


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", sorted(DDL))
def test_at_length(name: str, seed: int) -> None:
    assert sweep_pairs(name, f"row pairs {seed} {name}", 500) > 500

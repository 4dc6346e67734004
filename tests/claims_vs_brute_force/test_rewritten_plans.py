"""Bounded proofs of plans once rewritten: every database of a tiny world must bear out what they say of the queries."""

from __future__ import annotations

from random import Random

import pytest

from claims_vs_brute_force.claims import Case, Claim, Tally
from claims_vs_brute_force.tiny_worlds import DDL, World, world
from generate.pairs import Rewrites, mutants
from generate.query import Queries
from spotit.engine.failures import QueryError
from spotit.engine.open import open_engine
from spotit.engine.protocol import Engine
from spotit.errors import InvalidSql
from spotit.options import Options, Semantics
from spotit.search.evidence import Evidence
from spotit.search.inquiry import Inquiry
from spotit.search.meter import Meter
from spotit.search.pair import make_pair
from spotit.search.prove.bounded import RewrittenProver
from spotit.search.prove.encodings import rewritten_plans
from spotit.search.refute.bench import EngineBench

ROWS = 2
_SEMANTICS = (Semantics.SET, Semantics.BAG, Semantics.LIST)


def decided_once_rewritten(left: str, right: str, engine: Engine) -> Case | None:
    """Return what is claimed of a pair by its rewritten plans alone; None where there are none."""
    try:
        pair = make_pair(left, right, engine)
    except (QueryError, InvalidSql):
        return None
    if pair.plans is None or pair.orders is not None:
        return None
    inquiry = Inquiry(pair, (), Meter(20.0))
    found = rewritten_plans(inquiry.normal_forms(), pair.samples_at(ROWS), ROWS)
    if found is None:
        return None
    bench, chance = EngineBench(pair, inquiry.meter), inquiry.normal_forms().by_chance
    prover = RewrittenProver(found, bench, inquiry.meter, pair.budget, by_chance=chance)
    evidence = prover.settled(ROWS, Evidence(), inquiry.meter.rest)
    claim = Claim.DIFFERENT if evidence.candidate else Claim.SAME if evidence.proved >= ROWS else Claim.OPEN
    return Case(pair, evidence, claim)


def tally(place: World, seed: str, pairs: int) -> Tally:
    """Decide rewrites and mutants of generated queries, and hold the claims against every database."""
    random, result = Random(seed), Tally()
    writer = Queries(random, place.schema, place.pools)
    rewrites = Rewrites(Queries(random, place.schema, place.pools))
    engines = {s: open_engine(place.schema, Options(bound=ROWS, semantics=s)) for s in _SEMANTICS}
    for _ in range(pairs):
        engine = engines[random.choice(_SEMANTICS)]
        if random.random() < 0.5:
            pair = rewrites.pair()
            left, right = pair.left, next(mutants(pair.right, random), pair.right)
        else:
            left = writer.query(2)
            right = next(mutants(left, random), left)
        case = decided_once_rewritten(left, right, engine)
        if case is not None:
            result.add(case, place.databases)
    return result


@pytest.mark.parametrize("name", sorted(DDL))
def test_no_claim_is_contradicted(name: str) -> None:
    seen = tally(world(name), f"rewritten {name}", 50)
    assert not seen.contradicted, seen.contradicted[0]
    assert seen.claims[Claim.SAME] >= 4 and seen.claims[Claim.DIFFERENT] >= 2, seen.claims


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", sorted(DDL))
def test_at_length(name: str, seed: int) -> None:
    seen = tally(world(name), f"rewritten {seed} {name}", 400)
    assert not seen.contradicted, seen.contradicted[0]

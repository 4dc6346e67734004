"""All databases of a tiny world; a claim that two queries agree must never be contradicted by one of them."""

from __future__ import annotations

from random import Random

import pytest

from claims_vs_brute_force.claims import Claim, Tally, decide
from claims_vs_brute_force.tiny_worlds import DDL, World, world
from generate.pairs import mutants
from generate.query import Queries
from spotit.engine.failures import QueryError
from spotit.engine.open import open_engine
from spotit.options import Options, Semantics


def tally(place: World, seed: str, queries: int, changes: int = 2) -> Tally:
    """Decide generated queries against their mutants, and hold the claims against every database."""
    random = Random(seed)
    writer = Queries(random, place.schema, place.pools)
    result = Tally()
    engines = {s: open_engine(place.schema, Options(bound=2, semantics=s)) for s in _SEMANTICS}
    for _ in range(queries):
        sql = writer.query(2)
        engine = engines[random.choice(_SEMANTICS)]
        for _, mutant in zip(range(changes), mutants(sql, random), strict=False):
            try:
                engine.inspect(sql)
                engine.inspect(mutant)
            except QueryError:
                continue
            case = decide(sql, mutant, engine)
            if case is not None:
                result.add(case, place.databases)
    return result


_SEMANTICS = (Semantics.SET, Semantics.BAG, Semantics.LIST)


@pytest.mark.parametrize("name", sorted(DDL))
def test_no_claim_is_contradicted(name: str) -> None:
    seen = tally(world(name), f"brute {name}", 25)
    assert not seen.contradicted, seen.contradicted[0]
    assert not seen.spurious, "\n".join(seen.spurious[0])
    assert seen.claims[Claim.SAME] >= 8 and seen.claims[Claim.DIFFERENT] >= 5, seen.claims
    assert seen.claims[Claim.OPEN] <= 0.1 * seen.claims.total(), seen.reasons


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("name", sorted(DDL))
def test_at_length(name: str, seed: int) -> None:
    seen = tally(world(name), f"long {seed} {name}", 150, 3)
    assert not seen.contradicted, seen.contradicted[0]
    assert not seen.spurious, "\n".join(seen.spurious[0])

"""Gold queries against copies with one literal changed: what is still called equal holds on random databases."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from generate.literal_mutations import mutated
from published.test_benchmark_golds import bird, schema_of, spider
from spotit import Equivalent, EquivalentUpTo, Options, check
from spotit.engine.open import open_engine
from spotit.search.pair import make_pair
from spotit.search.refute.generate import Generator, Profile

PROFILES = (Profile(5, passing=0.8, copies=0.3), Profile(3, passing=0.9), Profile(4, passing=0.6, nulls=0.2))
DATABASES = 60


def contradicted(source: Path, gold: str, mutant: str) -> bool:
    """Tell whether a random database, from a seed of its own, tells the queries apart."""
    options = Options(seed=4711)
    pair = make_pair(gold, mutant, open_engine(schema_of(source), options))
    generator = Generator(pair.schema, pair.usage, options, pair.instants)
    return any(
        pair.differing(generator.database(PROFILES[number % len(PROFILES)])) is not None for number in range(DATABASES)
    )


@pytest.mark.parametrize("seed", range(3))
def test_what_is_still_called_equal_holds(shared_data: Path, seed: int) -> None:
    golds = sorted({*bird(shared_data), *spider(shared_data)})
    random = Random(seed)
    pairs = [(source, gold, other) for source, gold in random.sample(golds, 25) for other in mutated(gold)]
    equal = 0
    for source, gold, mutant in random.sample(pairs, min(20, len(pairs))):
        if isinstance(check(gold, mutant, schema_of(source), Options(timeout=10.0)), Equivalent | EquivalentUpTo):
            equal += 1
            assert not contradicted(source, gold, mutant), (gold, mutant)
    assert equal <= 4

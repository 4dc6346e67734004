"""The comparisons find deliberate bugs in the encoder; `tests/mutants/run.py` tries all of them."""

from __future__ import annotations

import pytest

from mutants.catalogue import MUTATIONS
from mutants.mutation import Mutation
from mutants.run import fate, stale

SAMPLE = MUTATIONS[7::60]


def test_the_catalogue_is_up_to_date() -> None:
    assert not [m.title for m in MUTATIONS if stale(m)]
    assert len(MUTATIONS) >= 300


@pytest.mark.parametrize("mutation", SAMPLE, ids=lambda m: m.title)
def test_a_sample_of_mutants_is_killed(mutation: Mutation) -> None:
    assert fate(mutation, 40).killed


@pytest.mark.slow
def test_kill_rate() -> None:
    fates = [fate(mutation, 30) for mutation in MUTATIONS]
    survivors = [f.mutation.title for f in fates if not f.killed]
    assert len(survivors) <= 0.05 * len(fates), survivors

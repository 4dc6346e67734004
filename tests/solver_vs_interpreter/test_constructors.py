"""Every constructor keeps the meaning of the plain operation, and every static interval holds."""

from __future__ import annotations

import pytest

from solver_vs_interpreter.random_terms import Maker
from spotit.smt.terms.interpret import compile_terms, interpret
from spotit.smt.terms.term import Sort, Terms


def check(seed: int, steps: int = 150) -> int:
    """Compare `steps` random constructor calls with their plain meaning."""
    with Terms():
        maker = Maker(seed)
        made = [maker.step() for _ in range(steps)]
    roots = [meant.term for meant in made]
    run = compile_terms(roots)
    for position, assignment in enumerate(maker.assignments):
        for meant, value in zip(made, run(assignment), strict=True):
            assert value == meant.values[position], (seed, meant.term, assignment)
            if meant.term.sort is not Sort.BOOL:
                assert meant.term.lo is None or meant.term.lo <= value, (seed, meant.term, assignment)
                assert meant.term.hi is None or value <= meant.term.hi, (seed, meant.term, assignment)
    assert interpret(roots, maker.assignments[0]) == list(run(maker.assignments[0]))
    return len(made) * len(maker.assignments)


@pytest.mark.parametrize("seed", range(60))
def test_constructors_keep_the_plain_meaning(seed: int) -> None:
    check(seed)

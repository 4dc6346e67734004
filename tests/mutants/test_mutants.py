"""The comparisons find deliberate bugs in the encoder; `tests/mutants/run.py` tries all of them."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from mutants.catalogue import MUTATIONS
from mutants.mutation import Mutation, Stale
from mutants.run import ROOT, fate, found_without, stale

HARD = ("_left_look_up", "_recursive", "_never_null_grouped")
"""Functions with mutants in the sample that take longer to find than a test may: `tests/mutants/run.py` hunts them."""
SAMPLE = [mutation for mutation in MUTATIONS[7::60] if mutation.function not in HARD]

SOURCE = dedent(
    """
    LIMIT = 3

    class Row:
        size: int = 2

        def cells(self, width):
            if width > LIMIT:
                return f(width, 1)
            return f(width, 1) + g(width)

    def cells(width):
        match width:
            case 1 | 2 if width > 1:
                return f(width, 1)
        g(width)
    """
)
REFORMATTED = dedent(
    """
    def cells(width):  # moved up
        match width:
            case 1 | 2 if (width > 1):
                return f(
                    width,
                    1,
                )
        g(width)

    class Row:
        def cells(self, width):
            if (width > LIMIT): return f(width, 1)
            return (
                f(width, 1)
                + g(width)
            )

        size: int = 2

    LIMIT = 3
    """
)


@pytest.mark.parametrize(
    ("mutation", "changed"),
    [
        (Mutation("", "", "3", "4"), "LIMIT = 4"),
        (Mutation("", "Row", "2", "0"), "size: int = 0"),
        (Mutation("", "cells", "f(width, 1)", "width"), "return width"),
        (Mutation("", "cells", "case 1 | 2 if width > 1:", "case 1:"), "case 1:"),
        (Mutation("", "cells", "g(width)", "return 7"), "return 7"),
        (Mutation("", "Row.cells", "f(width, 1)", "width", 0), "return width"),
        (Mutation("", "Row.cells", "f(width, 1)", "width", 1), "return width + g(width)"),
    ],
)
@pytest.mark.parametrize("source", [SOURCE, REFORMATTED])
def test_a_mutation_is_anchored_by_function_and_syntax(mutation: Mutation, changed: str, source: str) -> None:
    before = ast.unparse(ast.parse(source)).splitlines()
    after = mutation.applied(source).splitlines()
    assert [line.strip() for line in after if line not in before] == [changed]


@pytest.mark.parametrize(
    "mutation",
    [
        Mutation("", "Row.cells", "f(width, 1)", "width"),
        Mutation("", "Row.cells", "f(width, 1)", "width", 2),
        Mutation("", "cells", "width > LIMIT", "True"),
        Mutation("", "row", "f(width, 1)", "width"),
        Mutation("", "", "f(width, 1)", "width"),
    ],
)
def test_a_place_that_cannot_be_told_is_stale(mutation: Mutation) -> None:
    with pytest.raises(Stale):
        mutation.applied(SOURCE)


def test_the_catalogue_is_up_to_date() -> None:
    assert not [m.title for m in MUTATIONS if stale(m)]
    assert len(MUTATIONS) == len(set(MUTATIONS)) >= 400


def test_the_catalogue_does_not_depend_on_formatting_or_on_the_order_of_functions() -> None:
    for file in {mutation.file for mutation in MUTATIONS}:
        module = ast.parse((ROOT / "src" / "spotit" / file).read_text(encoding="utf-8"))
        module.body.reverse()
        shuffled = ast.parse(ast.unparse(module))
        for mutation in MUTATIONS:
            if mutation.file == file:
                mutation.place(shuffled)


def test_nothing_is_found_without_a_mutant() -> None:
    assert not found_without([m for m in MUTATIONS if m.file == "symbolic/operators/doubles.py"], 6)


@pytest.mark.parametrize("mutation", SAMPLE, ids=lambda m: m.title)
def test_a_sample_of_mutants_is_killed(mutation: Mutation) -> None:
    assert fate(mutation, 40).killed


@pytest.mark.slow
def test_kill_rate() -> None:
    assert not found_without(MUTATIONS, 30)
    fates = [fate(mutation, 30) for mutation in MUTATIONS]
    survivors = [f.mutation.title for f in fates if not f.killed]
    assert len(survivors) <= 0.05 * len(fates), survivors

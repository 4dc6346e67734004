"""Choices that make results equal: trying all of them and asking the solver agree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from spotit.budget import BUDGET
from spotit.search.prove.permitted_choice import Judge
from spotit.smt.solve.solver import Unsat
from spotit.smt.terms.arithmetic import eq, le
from spotit.smt.terms.boolean import all_of, any_of, not_
from spotit.smt.terms.interpret import interpret
from spotit.smt.terms.term import TRUE, Term, Terms, integer
from spotit.symbolic.execution import Choices
from spotit.symbolic.open_choices import ChosenDifference
from spotit.work import Work


@pytest.fixture(autouse=True)
def terms() -> Iterator[None]:
    with Terms():
        yield


def condition(random: Random, places: list[list[Term]]) -> Term:
    def atom() -> Term:
        site = random.choice(places)
        one, other = random.sample(site, 2)
        found = random.choice((le(one, other), eq(one, integer(random.randrange(len(site))))))
        return found if random.random() < 0.5 else not_(found)

    return any_of([all_of([atom() for _ in range(2)]) for _ in range(random.randrange(2, 9))])


@pytest.mark.parametrize("seed", range(60))
def test_trying_all_choices_says_what_the_solver_says(seed: int) -> None:
    random, choices = Random(seed), Choices("left")
    places = [choices.order([TRUE] * rows) for rows in random.choice(((2,), (3,), (3, 2), (4,)))]
    chosen = ChosenDifference(condition(random, places), choices.rules, True)
    tried = Judge(BUDGET.judging, 2048, Work()).equal_by(chosen)
    asked = Judge(replace(BUDGET.judging, all_choices=0, random_choices=0), 2048, Work()).equal_by(chosen)
    assert isinstance(tried, Unsat) == isinstance(asked, Unsat)
    if isinstance(tried, dict):
        whole = {**{str(place.value): 0 for site in places for place in site}, **tried}
        assert interpret([chosen.differ], whole) == [False]

"""Choices that SQL permits and that make two results equal, where there are any."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, permutations, product
from math import perm, prod
from random import Random

from spotit.budget import PRICES, Judging
from spotit.frozen import frozen
from spotit.smt.solve.solver import Effort, Sat, Unknown, Unsat, solve
from spotit.smt.terms.boolean import not_
from spotit.smt.terms.interpret import compile_terms
from spotit.smt.terms.rewrite import replaced
from spotit.smt.terms.term import FALSE, TRUE, Sort, Term, constant, integer, size, subterms
from spotit.symbolic.open_choices import ChosenDifference
from spotit.work import Work

Choice = Mapping[str, int]
"""The place of each row, at each site where SQL leaves open which comes first."""


@frozen
class Judge:
    """Looks for choices by which results are equal, within a budget."""

    judging: Judging
    memory_mb: int
    work: Work

    def equal_by(self, chosen: ChosenDifference) -> Choice | Unsat | Unknown:
        """Return a choice by which the results are equal on a database, or that there is none or that nobody knows."""
        if chosen.differ is FALSE:
            return {}
        if chosen.differ is TRUE:
            return Unsat(Effort(0))
        sites = _sites(str(node.value) for node in subterms(chosen.differ) if node.op == "var")
        found = self._by_trial(chosen, sites)
        if found is not None:
            return found
        wanted = [not_(chosen.differ), *chosen.rules]
        answer = solve(wanted, allowance=self.work.allow(self.judging.choices_work), memory_mb=self.memory_mb)
        if not isinstance(answer, Sat):
            return answer
        return {name: int(value) for name, value in answer.model.items()}

    def _by_trial(self, chosen: ChosenDifference, sites: dict[str, list[str]]) -> Choice | Unsat | None:
        """Try all choices where they are few, else some random ones; None if none of those makes the results equal.

        The rules say that the places of a site are all different, and no more.
        """
        rows = _sites(str(node.value) for node in subterms(*chosen.rules) if node.op == "var")
        if any(not set(names) <= set(rows.get(site, ())) for site, names in sites.items()):
            return None
        evaluate = compile_terms([chosen.differ])
        number = prod(perm(len(rows[site]), len(names)) for site, names in sites.items())
        if number > self.judging.all_choices:
            return self._by_luck(evaluate, sites)
        self.work.spend(PRICES.evaluation * number * size(chosen.differ))
        names = [name for site in sites.values() for name in site]
        ways = (permutations(range(len(rows[site])), len(listed)) for site, listed in sites.items())
        for places in product(*ways):
            choice = dict(zip(names, chain.from_iterable(places), strict=True))
            if not evaluate(choice)[0]:
                return choice
        return Unsat(Effort(0))

    def _by_luck(self, evaluate: Callable[[Choice], Sequence[object]], sites: dict[str, list[str]]) -> Choice | None:
        """Return one of some random choices if it makes the results equal: cheaper than the solver where many do."""
        random = Random(1)
        for _ in range(self.judging.random_choices):
            chosen: dict[str, int] = {}
            for names in sites.values():
                chosen.update(zip(names, random.sample(range(len(names)), len(names)), strict=True))
            if not evaluate(chosen)[0]:
                return chosen
        return None


def on_model(found: ChosenDifference, model: Mapping[str, object]) -> ChosenDifference:
    """Return the difference on the one database that a model of the solver describes."""
    names = {node for node in subterms(found.differ, *found.rules) if node.op == "var"}
    choices = {node for rule in found.rules for node in subterms(rule) if node.op == "var"}
    values = {node: _value(node, model.get(str(node.value))) for node in names - choices}
    return ChosenDifference(replaced(found.differ, values), found.rules, found.exact)


def under(found: ChosenDifference, choice: Choice) -> Term:
    """Return when the results differ by a choice; rows that it does not speak of come after those that it does."""
    variables = {str(node.value): node for rule in found.rules for node in subterms(rule) if node.op == "var"}
    values: dict[Term, Term] = {}
    for names in _sites(variables).values():
        free = iter(sorted(set(range(len(names))) - {choice[name] for name in names if name in choice}))
        for name in names:
            values[variables[name]] = integer(choice[name] if name in choice else next(free))
    return replaced(found.differ, values)


def _sites(names: Iterable[str]) -> dict[str, list[str]]:
    """Return the names of the variables by the site that they belong to."""
    sites: dict[str, list[str]] = {}
    for name in names:
        sites.setdefault(name.rsplit("#", 1)[0], []).append(name)
    return sites


def _value(variable: Term, value: object) -> Term:
    if variable.sort is Sort.BOOL:
        return TRUE if value else FALSE
    return constant(value or 0, variable.sort)  # type: ignore[arg-type]

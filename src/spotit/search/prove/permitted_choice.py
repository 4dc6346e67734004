"""Choices that SQL permits and that make two results equal, where there are any."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random

from spotit.budget import Judging
from spotit.smt.solve.solver import Sat, Unknown, Unsat, solve
from spotit.smt.terms.boolean import not_
from spotit.smt.terms.interpret import compile_terms
from spotit.smt.terms.rewrite import replaced
from spotit.smt.terms.term import FALSE, TRUE, Sort, Term, constant, integer, subterms
from spotit.symbolic.open_choices import ChosenDifference
from spotit.work import Work

Choice = Mapping[str, int]
"""The place of each row, at each site where SQL leaves open which comes first."""


@dataclass(frozen=True, slots=True)
class Judge:
    """Looks for choices by which results are equal, within a budget."""

    judging: Judging
    memory_mb: int
    work: Work

    def equal_by(self, chosen: ChosenDifference) -> Choice | Unsat | Unknown:
        """Return a choice by which the results are equal on a database, or that there is none or that nobody knows."""
        if chosen.differ is FALSE:
            return {}
        lucky = self._by_luck(chosen.differ) if chosen.differ is not TRUE else None
        if lucky is not None:
            return lucky
        wanted = [not_(chosen.differ), *chosen.rules]
        answer = solve(wanted, allowance=self.work.allow(self.judging.choices_work), memory_mb=self.memory_mb)
        if not isinstance(answer, Sat):
            return answer
        return {name: int(value) for name, value in answer.model.items()}

    def _by_luck(self, differ: Term) -> Choice | None:
        """Return one of some random choices if it makes the results equal: cheaper than the solver where many do."""
        sites = _sites(str(node.value) for node in subterms(differ) if node.op == "var")
        evaluate = compile_terms([differ])
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

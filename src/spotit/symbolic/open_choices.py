"""When two queries differ, over the choices that SQL leaves open to each of them."""

from __future__ import annotations

from spotit.frozen import frozen
from spotit.options import Semantics
from spotit.plan.rel import Query
from spotit.smt.terms.term import Term
from spotit.symbolic import ledger
from spotit.symbolic.database.instance import Instance
from spotit.symbolic.difference import differs
from spotit.symbolic.encode import Setting, execute
from spotit.symbolic.execution import Choices
from spotit.symbolic.rows.ordering import in_chosen_order
from spotit.work import Allowance


@frozen
class ChosenDifference:
    """A difference of two queries over variables for what SQL leaves open."""

    differ: Term
    rules: list[Term]
    """Which values the choices may have together."""
    exact: bool
    """The results are those of the engine to the last bit."""


def differ_by_choice(
    left: Query,
    right: Query,
    instance: Instance,
    setting: Setting,
    allowance: Allowance | None = None,
    *,
    doubles: bool = False,
) -> ChosenDifference:
    """Return when two queries differ on the databases of an instance, whatever the engine chooses."""
    tables = []
    rules: list[Term] = []
    exact = True
    semantics = setting.options.comparison(left.ordered)
    for name, query in (("left", left), ("right", right)):
        choices = Choices(name)
        table, run = execute(query, instance, setting, semantics, choices, allowance, doubles)
        tables.append(in_chosen_order(table, run) if semantics is Semantics.LIST else table)
        rules += choices.rules
        exact = exact and ledger.REALS not in run.assumptions and not run.free_results
    found = differs(tables[0], tables[1], semantics, arrangements=setting.arrangements, tick=run.check_work)
    return ChosenDifference(found, rules, exact)

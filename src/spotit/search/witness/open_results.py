"""What the engine cannot show: whether a result hangs on a choice that SQL leaves open."""

from __future__ import annotations

import time
from random import Random

from spotit.database import Database
from spotit.errors import UnsupportedSql
from spotit.plan.rel import Query
from spotit.search.pair import Pair
from spotit.smt.solve.solver import Unsat, solve
from spotit.smt.terms.boolean import not_
from spotit.smt.terms.interpret import compile_terms
from spotit.smt.terms.term import FALSE, TRUE, Term, Terms, subterms
from spotit.symbolic.concrete import choices_on_database, on_database
from spotit.symbolic.execution import GivenUp


def is_open(pair: Pair, database: Database) -> bool:
    """Tell whether SQL leaves the result of either query on the database open; a query without a plan may do so."""
    return pair.plans is None or any(_is_open(query, pair, database) for query in pair.choosing)


def permits_equal(pair: Pair, database: Database) -> bool:
    """Tell whether some choices that SQL permits make the results equal on the database; False without plans.

    A choice is shown to exist by the solver; when it cannot tell, the weaker grade is taken.
    """
    if pair.plans is None:
        return False
    with Terms():
        return _permits_equal(pair, pair.plans, database)


def _permits_equal(pair: Pair, plans: tuple[Query, Query], database: Database) -> bool:
    judging = pair.budget.judging
    try:
        deadline = time.monotonic() + judging.open_seconds
        differ, rules = choices_on_database(*plans, database, pair.setting, deadline)
    except (UnsupportedSql, GivenUp):
        return True
    if differ is TRUE or differ is FALSE:
        return differ is FALSE
    if _equal_by_luck(differ, judging.random_choices):
        return True
    answer = solve([not_(differ), *rules], budget=judging.choices_seconds, memory_mb=pair.options.memory_mb)
    return not isinstance(answer, Unsat)


def _equal_by_luck(differ: Term, tries: int) -> bool:
    """Tell whether one of some random choices makes the results equal: cheaper than the solver where many do."""
    sites: dict[str, list[str]] = {}
    for node in subterms(differ):
        if node.op == "var":
            sites.setdefault(str(node.value).rsplit("#", 1)[0], []).append(str(node.value))
    evaluate = compile_terms([differ])
    random = Random(1)
    for _ in range(tries):
        chosen: dict[str, int] = {}
        for names in sites.values():
            chosen.update(zip(names, random.sample(range(len(names)), len(names)), strict=True))
        if not evaluate(chosen)[0]:
            return True
    return False


def _is_open(query: Query, pair: Pair, database: Database) -> bool:
    """Tell whether a query's result is open on the database; where the plan cannot be executed, it is taken to be."""
    try:
        deadline = time.monotonic() + pair.budget.judging.open_seconds
        with Terms():
            return on_database(query, database, pair.setting, deadline)[1] is not FALSE
    except (UnsupportedSql, GivenUp):
        return True

"""What the engine cannot show: whether a result hangs on a choice that SQL leaves open."""

from __future__ import annotations

from spotit.database import Database
from spotit.errors import UnsupportedSql
from spotit.options import Semantics
from spotit.plan.rel import Query
from spotit.search.pair import Pair
from spotit.search.prove.permitted_choice import Judge
from spotit.smt.solve.solver import Unsat
from spotit.smt.terms.term import FALSE, Terms
from spotit.symbolic.concrete import choices_on_database, on_database
from spotit.symbolic.execution import GivenUp


def is_open(pair: Pair, database: Database) -> bool:
    """Tell whether SQL leaves the result of either query on the database open; a query without a plan may do so."""
    return pair.plans is None or any(_is_open(query, pair, database) for query in pair.choosing)


def permits_equal(pair: Pair, database: Database) -> bool:
    """Tell whether some choices that SQL permits make the results equal on the database; False without plans.

    That no choice does so is shown by the solver, over numbers that round as the engine's do; when it cannot tell,
    or when columns have too many orders, the weaker grade is taken.
    """
    if pair.plans is None:
        return False
    if pair.setting.other_arrangements:
        return True
    with Terms():
        exact = _excludes_equal(pair, pair.plans, database, doubles=False)
        if exact is None:
            return not _excludes_equal(pair, pair.plans, database, doubles=True)
        return not exact


def _excludes_equal(pair: Pair, plans: tuple[Query, Query], database: Database, *, doubles: bool) -> bool | None:
    """Tell whether no choice makes the results equal; None if there is none only if real arithmetic is exact."""
    judging = pair.budget.judging
    try:
        allowance = pair.work.allow(judging.open_work)
        found = choices_on_database(*plans, database, pair.setting, allowance, doubles=doubles)
    except (UnsupportedSql, GivenUp):
        return False
    if not isinstance(Judge(judging, pair.options.memory_mb, pair.work).equal_by(found), Unsat):
        return False
    return True if found.exact else None


def _is_open(query: Query, pair: Pair, database: Database) -> bool:
    """Tell whether a query's result is open on the database; where the plan cannot be executed, it is taken to be."""
    try:
        allowance = pair.work.allow(pair.budget.judging.open_work)
        with Terms():
            listed = _is_listed(query, pair)
            return on_database(query, database, pair.setting, allowance, listed=listed)[1] is not FALSE
    except (UnsupportedSql, GivenUp):
        return True


def _is_listed(query: Query, pair: Pair) -> bool:
    """Tell whether ties in the order of a result count: not where the query has forgotten the order that the other has.

    Its rows then come in an order that the comparison sees, and that no ORDER BY makes a matter of ties.
    """
    assert pair.plans is not None
    others = [other for other in pair.plans if other is not query]
    forgotten = not query.ordered and any(other.ordered for other in others)
    return pair.options.comparison(pair.plans[0].ordered) is Semantics.LIST and not forgotten

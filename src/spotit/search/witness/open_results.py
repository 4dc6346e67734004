"""Judges what the engine cannot show: whether a result hangs on a choice that SQL leaves open."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

from spotit.database import Database
from spotit.errors import UnsupportedSql
from spotit.options import Semantics
from spotit.plan.expr import Scalar
from spotit.plan.rel import Aggregate, Distinct, Limit, Query, Recursive, Rel, SetOp, Window
from spotit.plan.walk import walk
from spotit.search.pair import Pair
from spotit.search.witness.grade import Judge
from spotit.smt.solve.solver import Unsat, solve
from spotit.smt.terms.boolean import not_
from spotit.smt.terms.interpret import compile_terms
from spotit.smt.terms.term import FALSE, TRUE, Term, Terms, subterms
from spotit.symbolic.concrete import choices_on_database, on_database
from spotit.symbolic.encode import Setting, semantics_of
from spotit.symbolic.execution import GivenUp

_BUDGET = 0.5
_RANDOM_CHOICES = 12


def make_judge(give_setting: Callable[[], Setting]) -> Judge:
    """Return the judge that executes the plans on the database in question; the setting is asked for when needed."""
    choosing: dict[int, bool] = {}
    """By identity: hashing a plan takes as long as walking it."""

    def chooses(query: Query) -> bool:
        if id(query) not in choosing:
            choosing[id(query)] = can_be_open(query)
        return choosing[id(query)]

    def is_ambiguous(pair: Pair, database: Database) -> bool:
        queries = [query for query in (pair.left, pair.right) if query is not None]
        listed = any(semantics_of(query, pair.options) is Semantics.LIST for query in queries)
        return any(_open(query, database, give_setting()) for query in queries if listed or chooses(query))

    def permitted_equal(pair: Pair, database: Database) -> bool:
        with Terms():
            return _permitted_equal(pair, database, give_setting())

    return Judge(is_ambiguous, permitted_equal)


def _permitted_equal(pair: Pair, database: Database, setting: Setting) -> bool:
    """A choice is shown to exist by the solver; when it cannot tell, the weaker grade is taken."""
    assert pair.left is not None and pair.right is not None
    try:
        deadline = time.monotonic() + _BUDGET
        differ, rules = choices_on_database(pair.left, pair.right, database, setting, deadline)
    except (UnsupportedSql, GivenUp):
        return True
    if differ is TRUE or differ is FALSE:
        return differ is FALSE
    if _equal_by_luck(differ):
        return True
    answer = solve([not_(differ), *rules], budget=_BUDGET, memory_mb=pair.options.memory_mb)
    return not isinstance(answer, Unsat)


def _equal_by_luck(differ: Term) -> bool:
    """Tell whether one of some random choices makes the results equal: cheaper than the solver where many do."""
    sites: dict[str, list[str]] = {}
    for node in subterms(differ):
        if node.op == "var":
            sites.setdefault(str(node.value).rsplit("#", 1)[0], []).append(str(node.value))
    evaluate = compile_terms([differ])
    random = Random(1)
    for _ in range(_RANDOM_CHOICES):
        chosen: dict[str, int] = {}
        for names in sites.values():
            chosen.update(zip(names, random.sample(range(len(names)), len(names)), strict=True))
        if not evaluate(chosen)[0]:
            return True
    return False


def can_be_open(query: Query) -> bool:
    """Tell whether some operator of a query makes a choice that SQL may leave open."""
    return any(_chooses(node) for node in walk(query.rel))


def _chooses(node: object) -> bool:
    match node:
        case Limit() | Scalar() | Window() | Recursive():
            return True
        case Distinct(on=on):
            return on is not None or _collated(node)
        case SetOp():
            return _collated(node)
        case Aggregate(aggregates=calls, bare=bare):
            chooses = any(call.function.by_order or not call.collation.is_identity for call in calls)
            return bool(bare) or chooses or _collated(node)
    return False


def _collated(rel: Rel) -> bool:
    """Tell whether values that count as the same may differ, so that one of them is chosen."""
    return any(not column.collation.is_identity for column in rel.columns)


def _open(query: Query, database: Database, setting: Setting) -> bool:
    """Tell whether a query's result is open on the database; where the plan cannot be executed, it is taken to be."""
    try:
        with Terms():
            return on_database(query, database, setting, time.monotonic() + _BUDGET)[1] is not FALSE
    except (UnsupportedSql, GivenUp):
        return True

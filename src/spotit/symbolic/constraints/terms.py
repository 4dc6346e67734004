"""What the schema promises of every database, as terms over the cells that the queries read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import assert_never

from spotit.constraints.check import Check
from spotit.constraints.constraint import Constraint
from spotit.constraints.dependency import Dependency
from spotit.constraints.inclusion import Inclusion
from spotit.constraints.key import Key
from spotit.constraints.not_null import NotNull
from spotit.errors import UnsupportedSql
from spotit.smt.terms.term import TRUE, Term
from spotit.symbolic import ledger
from spotit.symbolic.constraints.check import LoweredCheck, check_matters, check_terms
from spotit.symbolic.constraints.dependency import dependency_matters, dependency_terms
from spotit.symbolic.constraints.inclusion import inclusion_matters, inclusion_terms
from spotit.symbolic.constraints.key import ascending_keys, key_matters, key_terms
from spotit.symbolic.database.instance import Instance
from spotit.symbolic.execution import Execution, NeedsFinite


def constraint_terms(
    instance: Instance, run: Execution, *, foreign_keys: bool = True, checks: Mapping[Check, LoweredCheck]
) -> list[Term]:
    """Return the constraints on the touched cells; what they touch in turn is constrained as well."""
    waiting = list(instance.schema.constraints(null_keys=instance.null_keys, foreign_keys=foreign_keys))
    terms: dict[type[Constraint], list[Term]] = {kind: [] for kind in (Inclusion, Check, Key, Dependency, NotNull)}
    progress = True
    while progress:
        before, waiting, progress = waiting, [], False
        for constraint in before:
            if _matters(constraint, instance, run, checks):
                terms[type(constraint)] += _sayable(constraint, instance, run, checks)
                progress = True
            else:
                waiting.append(constraint)
    if any(term is not TRUE for term in terms[Inclusion]):
        run.assume(ledger.FOREIGN_KEYS)
    found = [*(term for of_kind in terms.values() for term in of_kind), *ascending_keys(instance), *instance.validity]
    return [term for term in found if term is not TRUE]


def _matters(constraint: Constraint, instance: Instance, run: Execution, checks: Mapping[Check, LoweredCheck]) -> bool:
    """Tell whether the constraint says anything of the cells that are touched so far."""
    if constraint.table not in instance.sizes:
        return False
    match constraint:
        case Inclusion():
            return inclusion_matters(constraint, instance, checks.values())
        case Check():
            return constraint in checks and check_matters(checks[constraint], instance, run)
        case Key():
            return key_matters(constraint, instance)
        case Dependency():
            return dependency_matters(constraint, instance)
        case NotNull():
            return False  # the cells of such a column are made without a NULL
        case _:
            assert_never(constraint)


def _sayable(
    constraint: Constraint, instance: Instance, run: Execution, checks: Mapping[Check, LoweredCheck]
) -> list[Term]:
    """Return the terms of a constraint; none where they cannot be had, which leaves it to the engine alone."""
    try:
        return list(_terms(constraint, instance, run, checks))
    except NeedsFinite as need:
        if not instance.behind(need.terms) <= instance.restricted:
            raise
    except UnsupportedSql:
        pass
    instance.unsaid.append(constraint)
    return []


def _terms(
    constraint: Constraint, instance: Instance, run: Execution, checks: Mapping[Check, LoweredCheck]
) -> Iterator[Term]:
    match constraint:
        case Inclusion():
            return inclusion_terms(constraint, instance, run)
        case Check():
            return check_terms(checks[constraint], instance, run)
        case Key():
            return key_terms(constraint, instance)
        case Dependency():
            return dependency_terms(constraint, instance)
        case NotNull():
            return iter(())
        case _:
            assert_never(constraint)

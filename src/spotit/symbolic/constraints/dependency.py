"""A functional dependency as terms: rows that agree on some columns agree on another."""

from __future__ import annotations

from collections.abc import Iterator

from spotit.constraints.dependency import Dependency
from spotit.dialect.collation import Collation
from spotit.smt.terms.boolean import all_of, and_, implies, not_, or_
from spotit.smt.terms.term import Term
from spotit.symbolic.database.instance import Instance
from spotit.symbolic.values.value import SymValue
from spotit.symbolic.values.value_order import same


def dependency_matters(dependency: Dependency, instance: Instance) -> bool:
    """Tell whether all its columns are touched: an untouched one can be given any value."""
    names = (*dependency.columns, dependency.determined)
    return all(instance.touched((dependency.table, name)) for name in names)


def dependency_terms(dependency: Dependency, instance: Instance) -> Iterator[Term]:
    """Yield that no two present rows agree on the columns and differ on the other."""
    table = dependency.table
    for place in range(instance.rows):
        for earlier in range(place):
            alike = all_of(
                [
                    _agree(instance.cell(table, name, earlier), instance.cell(table, name, place), equality.collation)
                    for name, equality in zip(dependency.columns, dependency.equality, strict=True)
                ]
            )
            one, other = (instance.cell(table, dependency.determined, row) for row in (earlier, place))
            collation = dependency.determined_equality.collation
            equal = or_(and_(one.null, other.null), _agree(one, other, collation))
            yield implies(and_(instance.present(table, place), alike), equal)


def _agree(one: SymValue, other: SymValue, collation: Collation) -> Term:
    return and_(not_(one.null), not_(other.null), same(one, other, collation))

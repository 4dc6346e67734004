"""The columns that the conditions of a block equate, in classes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from spotit.frozen import frozen
from spotit.plan.expr import Column, Compare, CompareOp, Expr, Literal
from spotit.plan.facts.conjuncts import equated_columns, is_equality
from spotit.plan.facts.forms import form_of
from spotit.plan.facts.schema_facts import Facts
from spotit.plan.rel import Rel, Scan
from spotit.plan.rules.block import JoinBlock
from spotit.plan.walk import place_of
from spotit.union_find import UnionFind


@frozen
class Equalities:
    """Classes of columns whose values are identical, the first of each standing for all; and the other conditions."""

    classes: tuple[tuple[Column, ...], ...]
    others: tuple[Expr, ...]

    @property
    def conditions(self) -> tuple[Expr, ...]:
        """The conditions: that all of a class equal its first, and the others."""
        stars = (Compare(CompareOp.EQ, first, other) for first, *rest in self.classes for other in rest)
        return (*stars, *self.others)

    def together(self, first: Column, second: Column) -> bool:
        """Tell whether two columns are in one class."""
        return any(first in found and second in found for found in self.classes)


def equalities_of(block: JoinBlock, facts: Facts) -> Equalities:
    """Return what the conditions of a block equate among columns of its leaves."""
    leaf_of = {column.id: (number, leaf) for number, leaf in enumerate(block.leaves) for column in leaf.columns}
    pairs: list[tuple[Column, Column]] = []
    others: list[Expr] = []
    for condition in block.conditions:
        pair = equated_columns(condition)
        if pair is not None and pair[0].id != pair[1].id and _identical(pair, leaf_of, facts):
            pairs.append(pair)
        else:
            others.append(condition)
    pairs += [pair for pair in _by_constants(others) if _identical(pair, leaf_of, facts)]
    classes = (tuple(sorted(found, key=lambda column: _rank(column, *leaf_of[column.id]))) for found in merged(pairs))
    return Equalities(tuple(classes), tuple(others))


def _by_constants(conditions: Iterable[Expr]) -> Iterator[tuple[Column, Column]]:
    """Yield columns that are equal to the same constant."""
    found: dict[Literal, Column] = {}
    for condition in conditions:
        if isinstance(condition, Compare) and is_equality(condition):
            for column, other in ((condition.left, condition.right), (condition.right, condition.left)):
                if isinstance(column, Column) and isinstance(other, Literal) and other.value is not None:
                    first = found.setdefault(other, column)
                    if first.id != column.id:
                        yield first, column


def _identical(pair: tuple[Column, Column], leaf_of: Mapping[int, tuple[int, Rel]], facts: Facts) -> bool:
    """Tell whether columns of the leaves that are equal are also of the same form."""
    if any(column.id not in leaf_of for column in pair):
        return False
    first, second = (form_of(column, leaf_of[column.id][1], facts) for column in pair)
    return first is not None and first is second


def _rank(column: Column, number: int, leaf: Rel) -> tuple[str, str, int, int]:
    """Return what decides which column stands for its class: names, so that two plans choose alike, then places."""
    place = place_of(column, leaf.columns) or 0
    if isinstance(leaf, Scan):
        return leaf.table, leaf.fields[place], number, place
    return "\uffff", "", number, place


def merged(pairs: Iterable[Iterable[Column]]) -> list[list[Column]]:
    """Return the classes that the pairs make, by the columns' ids."""
    classes: UnionFind[Column] = UnionFind()
    for pair in pairs:
        classes.unite(pair)
    return classes.classes()

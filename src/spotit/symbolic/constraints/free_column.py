"""What is known of columns that stand for functions: where they are NULL, and that equal arguments make them equal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations

from spotit.frozen import frozen
from spotit.plan.free_columns import FreeColumn
from spotit.schema import Kind
from spotit.smt.terms.arithmetic import le, lt
from spotit.smt.terms.boolean import all_of, and_, any_of, implies, not_, or_
from spotit.smt.terms.term import Term, integer
from spotit.symbolic.database.instance import Instance
from spotit.symbolic.values.atoms import Number
from spotit.symbolic.values.value import SymValue
from spotit.symbolic.values.value_order import same

_MOST_COUNTED = 2**32
"""No text that SQLite holds has so many characters, and no character so great a number."""


@frozen
class _Cell:
    """A value of a function, and the arguments that it is the value for."""

    present: Term
    value: SymValue
    arguments: tuple[SymValue, ...]


def free_column_terms(columns: Sequence[FreeColumn], instance: Instance) -> Iterator[Term]:
    """Yield how large the values are, and what holds of those columns whose arguments are read as well."""
    for column in columns:
        if column.is_count and instance.touched((column.table, column.name)):
            yield from _counts(column, instance)
    found = {column: _cells(column, instance) for column in columns if _matters(column, instance)}
    for column, cells in found.items():
        for cell in cells:
            yield from _null(column, cell)
    alike: defaultdict[object, list[_Cell]] = defaultdict(list)
    for column, cells in found.items():
        kinds = [instance.kind((column.table, name)) for name in column.arguments]
        if Kind.ANY not in kinds:  # 1 and 1.0 are equal, and not the same argument
            alike[column.function, tuple(kinds)] += cells
    for cells in alike.values():
        for first, second in combinations(cells, 2):
            pairs = zip(first.arguments, second.arguments, strict=True)
            yield implies(
                all_of((first.present, second.present, *(same(a, b) for a, b in pairs))),
                same(first.value, second.value),
            )


def _matters(column: FreeColumn, instance: Instance) -> bool:
    return all(instance.touched((column.table, name)) for name in (column.name, *column.arguments))


def _cells(column: FreeColumn, instance: Instance) -> list[_Cell]:
    table = column.table
    return [
        _Cell(
            instance.present(table, row),
            instance.cell(table, column.name, row),
            tuple(instance.cell(table, name, row) for name in column.arguments),
        )
        for row in range(instance.rows)
    ]


def _counts(column: FreeColumn, instance: Instance) -> Iterator[Term]:
    """Yield that the values are numbers of characters and the like."""
    for row in range(instance.rows):
        for alt in instance.cell(column.table, column.name, row).alts:
            assert isinstance(alt.atom, Number)
            within = and_(le(integer(0), alt.atom.term), lt(alt.atom.term, integer(_MOST_COUNTED)))
            yield or_(not_(instance.present(column.table, row)), not_(alt.guard), within)


def _null(column: FreeColumn, cell: _Cell) -> Iterator[Term]:
    for place, argument in enumerate(cell.arguments):
        if column.is_null_with(place):
            yield or_(not_(cell.present), not_(argument.null), cell.value.null)
    if column.is_total:
        yield or_(not_(cell.present), not_(cell.value.null), any_of(argument.null for argument in cell.arguments))

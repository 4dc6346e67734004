"""The conditions that the solver is asked about: that results differ, and of what kind the database is."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from collections.abc import Set as AbstractSet
from fractions import Fraction

from spotit.dialect.values import WHOLE
from spotit.schema import BaseColumn
from spotit.smt.solve.solver import Sat
from spotit.smt.terms import term
from spotit.smt.terms.arithmetic import absolute, eq, floor_of, le, scale, to_real, total
from spotit.smt.terms.boolean import all_of, and_, any_of, not_, or_
from spotit.smt.terms.term import FALSE, TRUE, Sort, Term, integer, real
from spotit.symbolic.difference import void
from spotit.symbolic.encode import Encoding
from spotit.symbolic.values.decode import nearest_double
from spotit.symbolic.values.value import decimal
from spotit.verdict import Grade


def rows_differ(encoding: Encoding, *, degenerate: bool) -> Term:
    """Return the term that is true iff both queries return rows and these differ in a way that counts."""
    found = encoding.differ if degenerate else and_(encoding.differ, not_(encoding.degenerate))
    return and_(found, *map(not_, encoding.fails))


def outcomes_differ(encoding: Encoding, *, degenerate: bool) -> Term:
    """Return the term that is true iff rows differ in a way that counts, or one query fails and the other does not."""
    return or_(not_(eq(*encoding.fails)), rows_differ(encoding, degenerate=degenerate))


def demands(
    encoding: Encoding, asked_for_null: AbstractSet[BaseColumn], cells: tuple[Collection[int], Collection[int]]
) -> Iterator[tuple[Grade, list[Term]]]:
    """Yield the grades that can be asked for, strongest first, with what a witness of each must satisfy.

    A NULL is nothing special in the columns of which both queries ask whether they are NULL, and a 0 nothing but a
    value in the columns at the places `cells` of the left and the right result.
    """
    columns = encoding.instance.cells.items()
    nulls = [cell.null for column, cells in columns for cell in cells if column not in asked_for_null]
    full = [not_(null) for null in nulls if null is not FALSE]
    sizes = encoding.instance.sizes.values()
    filled = any_of([le(integer(1), size) for size in sizes]) if sizes else TRUE
    something = and_(filled, not_(and_(void(encoding.left, cells[0]), void(encoding.right, cells[1]))))
    determined = not_(encoding.ambiguous)
    yield Grade.ORDINARY, [determined, something, *full]
    yield Grade.TIES, [encoding.ambiguous, something, *full]
    yield Grade.NULLS, [determined, something]
    yield Grade.EMPTY, [determined]


def answers(encoding: Encoding, *, replies: bool) -> Term:
    """Return the term that is true iff a query returns a row; if `replies`, one that is more than NULL and 0."""
    tables = (encoding.left, encoding.right)
    if replies:
        return any_of([not_(void(table)) for table in tables])
    return any_of([row.present for table in tables for row in table.rows])


def has_rows(encoding: Encoding) -> list[Term]:
    """Return the terms that are true iff every table has a row."""
    return [le(integer(1), size) for size in encoding.instance.sizes.values() if size.op == "var"]


def fewer_rows(encoding: Encoding, rows: int) -> Term:
    """Return the term that is true iff all tables together have fewer rows."""
    return le(total(encoding.instance.sizes.values(), Sort.INT), integer(rows - 1))


def other_database(encoding: Encoding, answer: Sat) -> Term:
    """Return the term that is true iff the database is another one than the model's."""
    variables = _variables(encoding)
    fixed = [_equals(variables[name], value) for name, value in answer.model.items() if name in variables]
    return not_(all_of(fixed))


def holds_doubles(encoding: Encoding, answer: Sat) -> bool:
    """Tell whether the real cells of a model are doubles, so that its database is what the model says."""
    reals = (name for name, variable in _variables(encoding).items() if variable.sort is Sort.REAL)
    values = (answer.model[name] for name in reals if name in answer.model)
    return all(decimal(nearest_double(value)) == value for value in values)


def plain_numbers(encoding: Encoding) -> list[Term]:
    """Return the terms that are true iff real cells are quarters, or large round numbers: doubles hold both exactly."""
    reals = [v for v in _variables(encoding).values() if v.sort is Sort.REAL]
    return [or_(_is_multiple(v, Fraction(1, 4)), _is_multiple(v, Fraction(2**20))) for v in reals]


def _is_multiple(variable: Term, unit: Fraction) -> Term:
    """Return the condition that a number is a multiple of a power of 2, and so few times that a double holds it."""
    times = scale(1 / unit, variable)
    return and_(eq(to_real(floor_of(times)), times), le(absolute(times), real(WHOLE)))


def _variables(encoding: Encoding) -> dict[str, Term]:
    roots = (encoding.differ, *encoding.fails, *encoding.constraints)
    return {str(t.value): t for t in term.subterms(*roots) if t.op == "var"}


def _equals(variable: Term, value: object) -> Term:
    if variable.sort is Sort.BOOL:
        return variable if value else not_(variable)
    return eq(variable, term.constant(value, variable.sort))  # type: ignore[arg-type]

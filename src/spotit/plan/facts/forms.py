"""In which form values come: 1 and 1.0 are equal numbers of two forms, which typeof() and || tell apart.

(-9223372036854775808 is the one number that a column of numeric affinity keeps in both forms.)
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from spotit.dialect.functions import Result
from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.facts.schema_facts import Facts
from spotit.plan.walk import place_of
from spotit.schema import Affinity


class Form(Enum):
    """How an expression gives each value: equal values of one form are identical."""

    WHOLE = "a number that is whole as an integer, other numbers as doubles"
    REAL = "every number as a double"
    TEXT = "no number at all"


_BY_AFFINITY = {
    Affinity.INTEGER: Form.WHOLE,
    Affinity.NUMERIC: Form.WHOLE,
    Affinity.REAL: Form.REAL,
    Affinity.TEXT: Form.TEXT,
}
_BY_CAST = {Affinity.INTEGER: Form.WHOLE, Affinity.REAL: Form.REAL, Affinity.TEXT: Form.TEXT}
_BY_RESULT = {Result.INTEGER: Form.WHOLE, Result.TEXT: Form.TEXT, Result.BLOB: Form.TEXT}


def form_of(expr: e.Expr, rel: r.Rel, facts: Facts) -> Form | None:
    """Return the one form in which an expression over the rows of the relation comes, None if it is not known."""
    match expr:
        case e.Column():
            return _column_form(expr, r.any_rel(rel), facts)
        case e.Literal(value=value):
            return _value_form(value)
        case e.Compare() | e.And() | e.Or() | e.Not() | e.IsNull() | e.Exists() | e.InRel():
            return Form.WHOLE
        case e.Cast(affinity=affinity) | e.Affine(affinity=affinity):
            return _BY_CAST.get(affinity)
        case e.Call():
            return _BY_RESULT.get(expr.function.result)
    return None


def _value_form(value: object) -> Form | None:
    match value:
        case int():
            return Form.WHOLE
        case float():
            return Form.REAL
        case str() | bytes():
            return Form.TEXT
    return None


def _column_form(column: e.Column, rel: r.AnyRel, facts: Facts) -> Form | None:
    place = place_of(column, rel.columns)
    if place is None:
        return None
    match rel:
        case r.Scan():
            return stored_form(rel.table, rel.fields[place], facts)
        case r.Project():
            return form_of(rel.exprs[place], rel.input, facts)
        case r.Join():
            return form_of(column, rel.left, facts) or form_of(column, rel.right, facts)
        case r.Aggregate():
            return _aggregated(rel, place, facts)
        case r.SetOp():
            return _common(form_of(arm.columns[place], arm, facts) for arm in (rel.left, rel.right))
        case r.Filter() | r.Distinct() | r.OrderBy() | r.Limit() | r.Window() | r.Unnest():
            return form_of(column, rel.input, facts)
        case r.Values() | r.Recursive() | r.Working():
            return None


def _common(forms: Iterable[Form | None]) -> Form | None:
    found = set(forms)
    return found.pop() if len(found) == 1 else None


def _aggregated(rel: r.Aggregate, place: int, facts: Facts) -> Form | None:
    call = place - len(rel.keys)
    if call < 0:
        return form_of(rel.keys[place], rel.input, facts)
    if call >= len(rel.aggregates):
        return form_of(rel.bare[call - len(rel.aggregates)], rel.input, facts)
    aggregated = rel.aggregates[call]
    if aggregated.function.passes is not None:
        return form_of(aggregated.args[0], rel.input, facts)
    result = aggregated.function.result
    return Form.REAL if result is Result.REAL else _BY_RESULT.get(result)


def stored_form(table: str, field: str, facts: Facts) -> Form | None:
    """Return the form in which a column of a table stores its values, None if it keeps several."""
    declared = facts.table(table)
    column = declared.column(field)
    if column is None:
        return Form.WHOLE if field == declared.hidden_rowid else None
    if column.declared.strip().upper() == "ANY":
        return None  # in a STRICT table it keeps every value as it is
    return _BY_AFFINITY.get(column.affinity)

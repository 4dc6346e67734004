"""Queries that only NULLs can tell apart: over columns without NULLs they are the same plan, or have equal parts."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import TYPE_CHECKING

from spotit.assumption import is_fallible
from spotit.schema import BaseColumn, Schema, Table
from spotit.search.prove.same_plan import NormalForms, same_plan
from spotit.work import Allowance

if TYPE_CHECKING:
    from spotit.search.prove.setting import SampledValues


def agree_without_nulls(
    forms: NormalForms, columns: AbstractSet[BaseColumn], samples: SampledValues, allowance: Allowance
) -> bool:
    """Tell whether two queries are shown to permit the same results wherever these columns hold no NULL."""
    schema = _filled(forms.schema, columns)
    if schema == forms.schema:
        return False
    filled = NormalForms(forms.plans, schema, forms.options, forms.arrangement)
    if same_plan(filled) is not None:
        return True
    from spotit.search.prove.matching.equal_parts import equal_parts  # loads the symbolic execution

    found = equal_parts(filled, samples, allowance)
    return found is not None and not is_fallible(found.assumptions)


def _filled(schema: Schema, columns: AbstractSet[BaseColumn]) -> Schema:
    """Return the schema with these columns NOT NULL."""
    return replace(schema, tables=tuple(_with_filled(table, columns) for table in schema.tables))


def _with_filled(table: Table, columns: AbstractSet[BaseColumn]) -> Table:
    if not any(name == table.name for name, _ in columns):
        return table
    changed = (
        replace(column, not_null=True) if (table.name, column.name) in columns else column for column in table.columns
    )
    return replace(table, columns=tuple(changed))

"""Facts from a profile: what the statistics of the columns say, and what they suggest about joined rows."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import msgspec

from spotit.dialect.date_layouts import looks_dated
from spotit.dialect.names import fold
from spotit.dialect.types import MOMENT_KINDS
from spotit.dialect.wording import literal, quote
from spotit.errors import UsageError
from spotit.files import read_text
from spotit.learned_facts import ColumnFacts, FactKind, LearnedFact, LearnedFacts, one_of
from spotit.mine.column_facts import FEW_ROWS, LEAST_ROWS, REPEATED, is_name_of_rows, is_one_a_day, is_small_domain
from spotit.mine.key_columns import has_key_name, is_key_like
from spotit.mine.lookup_facts import MOST_COLUMNS, MOST_ROWS
from spotit.mine.profile_joins import joined_facts
from spotit.mine.reference_facts import is_named_after
from spotit.mine.statistics import DataProfile, ProfileColumn, ProfileTable
from spotit.mine.text_shapes import code_condition, date_condition, figure_condition
from spotit.schema import Schema


def facts_of_profile(path: Path, schema: Schema | None = None) -> LearnedFacts:
    """Return the facts that a profile supports; raise `UsageError` when the file is none.

    With the schema, whose foreign keys say how tables join, they include facts about joined rows.
    """
    text = read_text(path)
    try:
        profile = msgspec.convert(json.loads(text, parse_constant=_refused), DataProfile, strict=False)
        for table in profile.tables:
            table.require_possible()
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path} is not a profile: {error}") from None
    columns = tuple(_column(table, column) for table in profile.tables for column in table.columns)
    facts = [fact for table in profile.tables for column in table.columns for fact in _facts(table, column, schema)]
    if schema is not None:
        facts += joined_facts(profile, schema)
    rows = {table.name: table.row_count for table in profile.tables}
    return LearnedFacts(f"profile of {profile.database or path.name}", rows, columns, tuple(facts))


def _refused(word: str) -> object:
    raise ValueError(f"{word} is no number")


def _column(table: ProfileTable, column: ProfileColumn) -> ColumnFacts:
    frequent = tuple((value, 1) for value in column.values)
    return ColumnFacts(
        table.name,
        column.name,
        table.row_count,
        table.nulls(column),
        column.unique_count,
        column.min_value,
        column.max_value,
        frequent,
    )


def _facts(table: ProfileTable, column: ProfileColumn, schema: Schema | None) -> Iterator[LearnedFact]:
    rows, present = table.row_count, table.present(column)
    in_key = _is_key_like(table, column, schema)
    if rows and present == rows:
        yield LearnedFact(FactKind.NOT_NULL, table.name, (column.name,), rows, rows, rows >= FEW_ROWS)
    if _is_unique(column, present) and table.primary_key != (column.name,) and not _is_dated(column):
        # A row to which others refer is told from the rest by its name, if the name is all it is called.
        named = fold(column.name) == "name" and rows >= FEW_ROWS
        is_lookup = _is_lookup(table, schema) or (named and schema is not None and _is_referred_to(table, schema))
        is_rule = (in_key and rows >= LEAST_ROWS) or is_name_of_rows(
            column.name, rows, is_text=isinstance(column.min_value, str), is_lookup=is_lookup
        )
        if is_rule or rows >= LEAST_ROWS:
            yield LearnedFact(FactKind.UNIQUE, table.name, (column.name,), present, present, is_rule)
    if _is_unique(column, present) and _is_dated(column) and is_one_a_day(present, *column.ends):
        basis = f"{present} different days from {column.min_value} to {column.max_value}"
        yield LearnedFact(FactKind.UNIQUE, table.name, (column.name,), present, present, basis=basis)
    declared = schema.column((table.name, column.name)) if schema is not None else None
    is_moment = declared is not None and declared.kind in MOMENT_KINDS
    if in_key and not is_moment and (coded := code_condition(quote(column.name), column.texts)) is not None:
        yield _shape(table, column, coded)
    if not in_key:
        yield from _conditions(table, column, is_moment=is_moment)


def _shape(table: ProfileTable, column: ProfileColumn, condition: str) -> LearnedFact:
    """Return what the known values of a column look like."""
    present, names = table.present(column), (column.name,)
    known = len(set(column.texts))
    basis = f"as have the {known} values that are known" if known > 1 else "as has the one value that is known"
    is_rule = present >= LEAST_ROWS
    return LearnedFact(FactKind.SHAPE, table.name, names, present, present, is_rule, condition, basis=basis)


def _is_lookup(table: ProfileTable, schema: Schema | None) -> bool:
    """Tell whether a table is small, has few columns, refers to no other, and is referred to."""
    if schema is None or table.row_count > MOST_ROWS or not 2 <= len(table.columns) <= MOST_COLUMNS:
        return False
    return _is_referred_to(table, schema) and not schema.references(table.name)


def _is_referred_to(table: ProfileTable, schema: Schema) -> bool:
    """Tell whether rows of other tables refer to those of a table, by a foreign key or by a column named after it."""
    keys = (key for other in schema.tables for key in schema.references(other.name))
    if any(fold(key.target) == fold(table.name) for key in keys):
        return True
    others = (other for other in schema.tables if fold(other.name) != fold(table.name))
    return any(is_named_after(column.name, table.name) for other in others for column in other.columns)


def _is_key_like(table: ProfileTable, column: ProfileColumn, schema: Schema | None) -> bool:
    declared = schema.table(table.name) if schema is not None else None
    if schema is not None and declared is not None:
        return is_key_like(schema, declared, column.name)
    return column.name in table.primary_key or has_key_name(column.name)


def _conditions(table: ProfileTable, column: ProfileColumn, *, is_moment: bool) -> Iterator[LearnedFact]:
    """Yield what the values of a column that names no rows have in common; a date type has a layout of its own."""
    name, present = quote(column.name), table.present(column)
    enough = present >= LEAST_ROWS

    def fact(kind: FactKind, is_rule: bool, condition: str) -> LearnedFact:
        return LearnedFact(kind, table.name, (column.name,), present, present, is_rule, condition)

    if (dated := date_condition(name, column.texts)) is not None:
        if not is_moment:
            yield _shape(table, column, dated)
        yield fact(FactKind.RANGE, False, f"{name} BETWEEN {literal(column.min_value)} AND {literal(column.max_value)}")
        return
    values = tuple(sorted(column.values, key=lambda value: (str(type(value)), value)))
    if column.is_listed and present >= REPEATED * len(values) and not all(looks_dated(str(v)) for v in values):
        yield fact(FactKind.VALUES, is_small_domain(len(values), present), one_of(name, values))
    elif enough and not is_moment and (shape := figure_condition(name, column.texts, is_all=column.is_listed)):
        yield _shape(table, column, shape)
    least, greatest = column.ends
    if isinstance(least, int | float) and isinstance(greatest, int | float):
        if least >= 0:
            yield fact(FactKind.RANGE, enough, f"{name} >= 0")
        yield fact(FactKind.RANGE, False, f"{name} BETWEEN {literal(least)} AND {literal(greatest)}")


def _is_dated(column: ProfileColumn) -> bool:
    return bool(column.texts) and all(map(looks_dated, column.texts))


def _is_unique(column: ProfileColumn, present: int) -> bool:
    whole = isinstance(column.min_value, int | str)
    return whole and column.unique_count is not None and column.unique_count == present >= 2

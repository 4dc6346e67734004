"""Facts about single columns: no NULL, few values, ranges, shapes of text, typical values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date

from spotit.database import Value
from spotit.dialect.date_layouts import looks_dated
from spotit.dialect.types import MOMENT_KINDS
from spotit.dialect.wording import literal
from spotit.learned_facts import ColumnFacts, FactKind, LearnedFact, one_of
from spotit.mine.key_columns import has_key_name, is_key_like, words
from spotit.mine.source import ExampleFile, MinedColumn, MinedTable
from spotit.mine.text_shapes import code_condition, date_condition

LEAST_ROWS = 30
"""Rows from which on what never fails is a rule."""
_MANY_ROWS = 60
"""Rows from which on texts that are all different name the rows."""
_IDENTIFYING = frozenset(("code", "email", "url", "uuid", "isbn", "number"))
"""Words of the names of columns that are meant to tell rows apart."""
_OF_PEOPLE = frozenset(("first", "last", "given", "family", "forename", "surname"))
"""Words of the names that people have in common with others."""
FEW_ROWS = 10
"""Rows from which on a column without NULL is a rule."""
_MOST_TEXTS = 30
_MOST_NUMBERS = 12
REPEATED = 5
"""How often the values of a small domain occur, on average."""
_SURE = 10
"""How often they occur, on average, where that there are no others is a rule."""
_MEETINGS = 7
"""Pairs of rows that would have one day by chance, from which on that none has is no accident."""
_FREQUENT = 12
_LONGEST_SHAPE = 30
_LONGEST_VALUE = 200
"""Longer texts are not kept as typical values."""


def is_name_of_rows(name: str, rows: int, *, is_text: bool, is_lookup: bool) -> bool:
    """Tell whether it is no accident that a column has no value twice: people of one name are few among a few dozen."""
    identifies = has_key_name(name) or not words(name).isdisjoint(_IDENTIFYING)
    if is_lookup or (identifies and rows >= LEAST_ROWS):
        return True
    return is_text and rows >= _MANY_ROWS and words(name).isdisjoint(_OF_PEOPLE)


def is_one_a_day(rows: int, least: Value, greatest: Value) -> bool:
    """Tell whether it is no accident that no two rows have one day: of so many days that some would meet by chance.

    >>> is_one_a_day(954, "1950-05-13", "2017-11-26"), is_one_a_day(30, "1950-05-13", "2017-11-26")
    (True, False)
    """
    try:
        first, last = (date.fromisoformat(str(end)) for end in (least, greatest))
    except ValueError:
        return False
    return rows >= LEAST_ROWS and rows**2 >= 2 * _MEETINGS * ((last - first).days + 1)


def is_small_domain(values: int, rows: int) -> bool:
    """Tell whether so many rows with so few different values are enough to say that there are no others."""
    return values > 1 and rows >= max(LEAST_ROWS, _SURE * values)


def column_facts(table: MinedTable, column: MinedColumn) -> ColumnFacts:
    """Return what the column holds, with its typical values."""
    kept = [v for v in column.filled if not isinstance(v, bytes) and len(str(v)) <= _LONGEST_VALUE]
    frequent = tuple(Counter(kept).most_common(_FREQUENT))
    distinct = len(column.sampled) if table.is_whole else None
    nulls = table.rows - column.present
    least, greatest = (None if isinstance(v, bytes) else v for v in (column.least, column.greatest))
    return ColumnFacts(table.name, column.name, table.rows, nulls, distinct, least, greatest, frequent)


def presence(table: MinedTable, *, is_lookup: bool) -> Iterator[LearnedFact]:
    """Yield the columns that hold no NULL, though they might."""
    enough = table.rows >= FEW_ROWS or is_lookup
    for column in table.columns:
        if table.rows and column.present == table.rows and not table.table.never_null(column.name):
            yield LearnedFact(FactKind.NOT_NULL, table.name, (column.name,), table.rows, table.rows, enough)


def candidates(source: ExampleFile, table: MinedTable) -> Iterator[LearnedFact]:
    """Yield conditions on single columns that the sample does not contradict."""
    for column in table.columns:
        if is_key_like(source.schema, table.table, column.name):
            if _may_have_shape(column) and (coded := code_condition(column.sql, _texts(column))) is not None:
                yield _condition(table, column, FactKind.SHAPE, coded, column.present >= LEAST_ROWS)
            continue
        domain = _domain(column)
        if domain is not None:
            is_rule = is_small_domain(len(domain), column.present)
            yield _condition(table, column, FactKind.VALUES, one_of(column.sql, domain), is_rule)
        if column.is_number and not _counts_rows(column):
            yield from _ranges(table, column)
        elif _may_have_shape(column) and domain is None and (shape := _shape(column)) is not None:
            yield _condition(table, column, FactKind.SHAPE, shape, column.present >= LEAST_ROWS)


def _may_have_shape(column: MinedColumn) -> bool:
    """Tell whether a column holds texts of which its declared type does not say how they are written."""
    return column.is_text and column.declared.kind not in MOMENT_KINDS


def _counts_rows(column: MinedColumn) -> bool:
    """Tell whether the numbers of a column are all different and whole, as those that rows are counted with."""
    return column.types == {"integer"} and len(column.sampled) == len(column.filled)


def _ranges(table: MinedTable, column: MinedColumn) -> Iterator[LearnedFact]:
    least, greatest = column.least, column.greatest
    enough = column.present >= LEAST_ROWS
    if isinstance(least, int | float) and least >= 0:
        yield _condition(table, column, FactKind.RANGE, f"{column.sql} >= 0", enough)
    if enough:
        between = f"{column.sql} BETWEEN {literal(least)} AND {literal(greatest)}"
        yield _condition(table, column, FactKind.RANGE, between, False)


def _condition(table: MinedTable, column: MinedColumn, kind: FactKind, condition: str, is_rule: bool) -> LearnedFact:
    return LearnedFact(kind, table.name, (column.name,), column.present, column.present, is_rule, condition)


def _domain(column: MinedColumn) -> tuple[Value, ...] | None:
    """Return the values of a column that has few of them, each of them often; None for other columns."""
    most = _MOST_TEXTS if column.is_text else _MOST_NUMBERS if column.is_number else 0
    values = column.sampled
    if not 1 <= len(values) <= most or len(column.filled) < REPEATED * len(values):
        return None
    if any(isinstance(value, str) and len(value) > _LONGEST_VALUE for value in values):
        return None
    if all(isinstance(value, str) and looks_dated(value) for value in values):
        return None  # days go on
    return tuple(sorted(values, key=lambda value: (str(type(value)), value)))


def _texts(column: MinedColumn) -> list[str]:
    return [value for value in column.sampled if isinstance(value, str)]


def _shape(column: MinedColumn) -> str | None:
    """Return the condition that a text looks as all those of a column of codes or dates; None where they do not."""
    texts = _texts(column)
    pattern = None if (dated := date_condition(column.sql, texts)) else _pattern(texts)
    return dated if pattern is None else f"{column.sql} GLOB {literal(pattern)}"


def _pattern(texts: list[str]) -> str | None:
    """Return a GLOB pattern that all texts match; None where they have nothing in common."""
    lengths = {len(text) for text in texts}
    if len(texts) < REPEATED or len(lengths) != 1 or not 2 <= max(lengths) <= _LONGEST_SHAPE:
        if len(texts) >= REPEATED and all(text.isascii() and text.isdigit() for text in texts):
            return "[0-9]*"
        return None
    classes = [_character_class({text[place] for text in texts}) for place in range(max(lengths))]
    return None if all(one in ("?", "[A-Za-z]") for one in classes) else "".join(classes)


def _character_class(characters: set[str]) -> str:
    if all(c.isascii() and c.isdigit() for c in characters):
        return "[0-9]"
    if len(characters) == 1:
        (one,) = characters
        return f"[{one}]" if one in "*?[" else one
    if all(c.isascii() and c.isupper() for c in characters):
        return "[A-Z]"
    return "[A-Za-z]" if all(c.isascii() and c.isalpha() for c in characters) else "?"

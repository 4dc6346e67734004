"""Values that two queries suggest for the columns they read: a proof over them alone says so in its ledger."""

from __future__ import annotations

from spotit.dialect.numerals import number_in
from spotit.plan.hints.usage import Usage
from spotit.schema import BaseColumn, Kind, Schema
from spotit.search.hints.column_values import of_other_layout
from spotit.search.hints.plain_values import plain_date

_NUMBERS = (0, 1, 2, 3, 4, 5, -1)
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_PLACES = (0, 1, 40, 400, 4000, 40000)
"""Which of the plain dates a column has of which the queries say nothing."""


class UsageSamples:
    """Samples for the columns of a schema, from how the queries use them."""

    def __init__(self, usage: Usage, schema: Schema, bound: int) -> None:
        self._usage = usage
        self._schema = schema
        self._fresh = bound + 1

    def of_other_layout(self, column: BaseColumn) -> bool:
        """Tell whether a query equates a date column with a date of another layout than its type's."""
        number, kind = self._usage.class_of.get(column), self._kind(column)
        if number is None or kind is None:
            return False
        return of_other_layout(self._usage.classes[number].tests, kind)

    def texts(self, column: BaseColumn) -> tuple[str, ...]:
        """Return strings for a column, sorted."""
        kind = self._kind(column)
        if kind is not None and self.of_other_layout(column):
            texts = {*self._plain_texts(column), *self.dates(column, kind)}
            # A column of numeric affinity, as DATE is one, would store a number.
            return tuple(sorted(text for text in texts if number_in(text) is None))
        return self._plain_texts(column)

    def numbers(self, column: BaseColumn) -> tuple[int | float, ...]:
        """Return numbers for a column, enough of them whole."""
        number = self._usage.class_of.get(column)
        found = self._usage.number_pool(number) if number is not None else ()
        return tuple(dict.fromkeys((*found, *_NUMBERS)))

    def dates(self, column: BaseColumn, kind: Kind) -> tuple[str, ...]:
        """Return dates of a kind for a column, sorted."""
        number = self._usage.class_of.get(column)
        if number is None or kind is Kind.TIME:
            return tuple(plain_date(kind, place) for place in _PLACES)
        return tuple(sorted(self._usage.date_pool(number, kind)))

    def together(self, column: BaseColumn) -> frozenset[BaseColumn]:
        """Return the columns whose values meet the column's, itself included."""
        number = self._usage.class_of.get(column)
        return frozenset((column,)) if number is None else frozenset((column, *self._usage.classes[number].columns))

    def _plain_texts(self, column: BaseColumn) -> tuple[str, ...]:
        number = self._usage.class_of.get(column)
        if number is None:
            return tuple(sorted(_LETTERS[: self._fresh]))
        pool = self._usage.text_pool(number, self._fresh)
        return tuple(sorted({"", *pool, *(f"{text}x" for text in pool), *(text[:-1] for text in pool)}))

    def _kind(self, column: BaseColumn) -> Kind | None:
        declared = self._schema.column(column)
        return declared.kind if declared is not None else None

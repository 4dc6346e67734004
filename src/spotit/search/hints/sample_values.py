"""Values that two queries suggest for the columns they read: a proof over them alone says so in its ledger."""

from __future__ import annotations

from spotit.database import Value
from spotit.dialect.numerals import number_in, number_of
from spotit.dialect.types import MOMENT_KINDS
from spotit.plan.hints.named_values import held_kind, takes_others
from spotit.plan.hints.usage import Usage
from spotit.schema import BaseColumn, Kind, Schema
from spotit.search.hints.check_demands import check_values
from spotit.search.hints.column_values import A_FRACTION
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

    def holds_text(self, column: BaseColumn) -> bool:
        """Tell whether a query compares a column of numbers or dates with a text that no value of its type is."""
        table, named = self._schema.table(column[0]), self._named(column)
        return any(isinstance(value, str) for value in named) and table is not None and takes_others(table, column[1])

    def held_kind(self, column: BaseColumn, kind: Kind) -> Kind:
        """Return the kind of values that a column of this kind holds, judged by the numbers it is compared with."""
        return held_kind(self._named(column), kind)

    def texts(self, column: BaseColumn) -> tuple[str, ...]:
        """Return strings for a column, sorted."""
        kind = self._kind(column)
        named_number = kind is not None and kind in MOMENT_KINDS and self.held_kind(column, kind) is Kind.ANY
        if kind is not None and (named_number or self.holds_text(column)):
            texts = {*self._plain_texts(column), *(self.dates(column, kind) if kind in MOMENT_KINDS else ())}
            # A column of numeric affinity, as DATE is one, would store a number.
            return tuple(sorted(text for text in texts if number_in(text) is None))
        allowed = () if self._usage.allowed is None else self._usage.allowed.found(column)
        return tuple(sorted({*self._plain_texts(column), *(value for value in allowed if isinstance(value, str))}))

    def numbers(self, column: BaseColumn) -> tuple[int | float, ...]:
        """Return numbers for a column, enough of them whole."""
        number = self._usage.class_of.get(column)
        found = self._usage.number_pool(number) if number is not None else ()
        named = [value for text in self._in_checks(column) if (value := number_of(text)) is not None]
        beside = [value + step for value in named for step in (0, 1, -1)]
        broken = (A_FRACTION,) if self._kind(column) is Kind.ANY else ()
        compared = [value for value in self._named(column) if isinstance(value, int | float)]
        return tuple(dict.fromkeys((*found, *beside, *compared, *_NUMBERS, *broken)))

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
        named = self._in_checks(column)
        if number is None:
            return tuple(sorted({*_LETTERS[: self._fresh], *named}))
        pool = (*self._usage.text_pool(number, self._fresh), *named)
        return tuple(sorted({"", *pool, *(f"{text}x" for text in pool), *(text[:-1] for text in pool)}))

    def _named(self, column: BaseColumn) -> tuple[Value, ...]:
        number = self._usage.class_of.get(column)
        return () if number is None else self._usage.classes[number].named

    def _in_checks(self, column: BaseColumn) -> tuple[str, ...]:
        """Return the constants that the CHECKs name with the column: few other values may satisfy them."""
        table, declared = self._schema.table(column[0]), self._schema.column(column)
        return () if table is None or declared is None else tuple(check_values(table, declared))

    def _kind(self, column: BaseColumn) -> Kind | None:
        declared = self._schema.column(column)
        return declared.kind if declared is not None else None

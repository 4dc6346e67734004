"""Functions of one value that are the same for every value: of dates by looking at every day, of numbers by cells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import islice
from math import inf, nextafter
from random import Random

from spotit.budget import PRICES
from spotit.database import Value
from spotit.dialect.types import DAY_KINDS
from spotit.engine.failures import QueryError, QueryUnfinished
from spotit.engine.protocol import Tabulator
from spotit.plan import expr as e
from spotit.plan.alike import SUBJECT, OneColumn, with_common, with_constants
from spotit.plan.facts.calendar_period import reads_day_alone, years_enough
from spotit.plan.rel import Rel
from spotit.plan.sql_form import NoSqlForm, sql_form
from spotit.plan.walk import substitute
from spotit.schema import BaseColumn, Kind
from spotit.search.prove.number_cells import Agreement, NotDivided, compared
from spotit.work import Allowance

Kinds = Callable[[BaseColumn], Kind | None]
"""Returns the kind of all values of a base column besides NULL, None if it has several."""
_NULL = e.Literal(None)
_ALL_YEARS = ((0, 9999),)
_DAYS_A_YEAR = 365
_MOST_APART = 3
_NUMBERS = (Kind.INTEGER, Kind.REAL)
_SOME_INTEGERS = [(sign * (10**size + step),) for size in range(19) for step in (-1, 0, 1, 7) for sign in (1, -1)]
"""Integers of all sizes."""
_SOME_DAYS = ("2024-02-29", "0000-01-01", "9999-12-31", "0380-06-15", "1999-12-31", "2000-01-01", "1000-10-10")
"""Days on which a function that has one value for all must have it; most others do not."""


@cache
def doubles() -> list[tuple[float]]:
    """Return many doubles of all sizes, with few digits and with all, those beside whole numbers and halves, and odd
    ones of 53 bits."""
    random = Random(0)
    plain = [random.uniform(-1, 1) * 10.0 ** random.randint(-3, 7) for _ in range(1500)]
    short = [round(number, random.randint(0, 3)) for number in plain[:600]]
    halves = [n / 2 for n in range(-60, 240)]
    beside = [nextafter(half, to) for half in halves if half for to in (inf, -inf)]
    long = [float(random.getrandbits(53) | 1) for _ in range(200)]
    return [(number,) for number in (*plain, *short, *halves, *beside, *long)]


class SameFunctions:
    """Tells which functions of dates and numbers are the same, and remembers values that tell others apart."""

    def __init__(self, kinds: Kinds, tabulator: Tabulator, allowance: Allowance) -> None:
        self._kinds = kinds
        self._tabulator = tabulator
        self._allowance = allowance
        self.apart: list[tuple[BaseColumn, Value]] = []
        """Columns with days or numbers for which functions of the two plans differ."""

    def unified(self, left: Rel, right: Rel) -> Rel:
        """Return the right plan with the functions of dates and numbers that the left plan computes in other words."""
        written = with_common(left, right, self._is_number, self._is_same_number)
        return with_common(left, written, self._is_dated, self._is_same)

    def with_constants(self, left: Rel, right: Rel) -> tuple[Rel, Rel]:
        """Return both plans with constants for functions of dates, of those that only one of the plans computes."""
        plain = with_constants(left, right, self._is_dated, self._constant)
        return plain, with_constants(right, plain, self._is_dated, self._constant)

    def _constant(self, function: OneColumn) -> e.Expr | None:
        """Return an expression for a function that has one value for every day; None if it has several."""
        if self._kinds(function.column) is Kind.DATETIME and not reads_day_alone(function.expr):
            return None
        try:
            form = sql_form(function.expr, "?1")
            values = self._tabulator.tabulate(form, [(day,) for day in _SOME_DAYS])
            value, at_null = e.Literal(values[0]), e.Literal(self._tabulator.tabulate(form, [(None,)])[0])
            if any(value != e.Literal(other) for other in values) or self._day_apart(function.expr, value):
                return None
        except (NoSqlForm, QueryError):
            return None
        return value if value == at_null else e.Case((e.When(e.IsNull(SUBJECT), at_null),), value)

    def _is_dated(self, column: BaseColumn) -> bool:
        return self._kinds(column) in DAY_KINDS

    def _is_number(self, column: BaseColumn) -> bool:
        return self._kinds(column) in _NUMBERS

    def _is_same_number(self, left: OneColumn, right: OneColumn) -> bool:
        """Tell whether functions of integers or doubles are the same; note numbers that tell them apart."""
        kind = self._kinds(left.column)
        assert kind is not None
        try:
            apart = self._numbers_apart(left.expr, right.expr, doubles() if kind is Kind.REAL else _SOME_INTEGERS)
            agreement = Agreement(same=False) if apart else compared(left.expr, right.expr, kind, self._tabulate)
        except (NoSqlForm, NotDivided):
            return False
        self.apart += [(left.column, number) for number in (*apart, agreement.apart) if number is not None]
        return agreement.same

    def _numbers_apart(self, left: e.Expr, right: e.Expr, numbers: Sequence[tuple[Value]]) -> list[Value]:
        """Return some numbers for which two functions differ; none where one of them fails on a number."""
        try:
            values = [self._tabulate(sql_form(function, "?1"), numbers) for function in (left, right)]
        except QueryError:
            return []
        found = (number for (number,), a, b in zip(numbers, *values, strict=True) if a != b)
        return list(islice(found, _MOST_APART))

    def _tabulate(self, form: str, arguments: Sequence[tuple[Value, ...]]) -> list[Value]:
        if self._allowance.over:
            raise NotDivided
        self._allowance.spend(PRICES.evaluation * len(arguments))
        return self._tabulator.tabulate(form, arguments)

    def _is_same(self, left: OneColumn, right: OneColumn) -> bool:
        is_datetime = self._kinds(left.column) is Kind.DATETIME
        if is_datetime and not all(reads_day_alone(function.expr) for function in (left, right)):
            return False
        try:
            if _at_null(left.expr, self._tabulator) != _at_null(right.expr, self._tabulator):
                return False
            day = self._day_apart(left.expr, right.expr)
        except (NoSqlForm, QueryError):
            return False
        if day is not None:
            self.apart.append((left.column, f"{day} 00:00:00" if is_datetime else day))
        return day is None

    def is_same_date(self, left: e.Expr, right: e.Expr) -> bool:
        """Tell whether two functions of a date that are NULL for NULL are the same; false if that takes long."""
        try:
            return years_enough(left, right) is not None and self._day_apart(left, right) is None
        except (NoSqlForm, QueryError):
            return False

    def is_never(self, condition: e.Expr, of_time: bool) -> bool:
        """Tell whether a condition is true of no date, NULL included; false if that is not decided."""
        if of_time and not reads_day_alone(condition):
            return False
        holds = e.Not(e.IsNull(e.Case((e.When(condition, e.Literal(1)),), _NULL)))
        try:
            days = [(day,) for day in (None, *_SOME_DAYS)]
            if any(self._tabulator.tabulate(sql_form(holds, "?1"), days)):
                return False
            return self._day_apart(holds, e.Literal(0)) is None
        except (NoSqlForm, QueryError):
            return False

    def _day_apart(self, left: e.Expr, right: e.Expr) -> str | None:
        """Return a day for which functions differ, None if there is none."""
        if self._allowance.over:
            raise QueryUnfinished("no work left")
        forms = sql_form(left, "day"), sql_form(right, "day")
        years = years_enough(left, right) or _ALL_YEARS
        self._allowance.spend(PRICES.day * _DAYS_A_YEAR * sum(last - first + 1 for first, last in years))
        try:
            return self._tabulator.day_apart(*forms, years, budget=self._allowance.work.seconds_left)
        finally:
            self._allowance.work.is_late()


def _at_null(function: e.Expr, tabulator: Tabulator) -> str:
    """Return how the engine writes the value of a function for NULL."""
    expr = substitute(function, {SUBJECT.id: _NULL})
    return str(tabulator.tabulate(f"quote({sql_form(expr, 'day')})", [()])[0])

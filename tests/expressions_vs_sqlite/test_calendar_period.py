"""Functions of dates that agree on the years which are enough agree on all days."""

from __future__ import annotations

import random

import pytest

from spotit import load_schema
from spotit.plan.alike import SUBJECT
from spotit.plan.expr import Column, Expr
from spotit.plan.facts.calendar_period import reads_day_alone, years_enough
from spotit.plan.rel import Project
from spotit.plan.sql_form import sql_form
from spotit.plan.walk import outer_columns, substitute
from spotit.search.prove.setting import tabulator_at
from spotit.sql import lower_query

SCHEMA = load_schema("CREATE TABLE t(d DATE, s DATETIME)")
TABULATOR = tabulator_at(None)
SHIFTS = ("+1 day", "-1 day", "+1 month", "-3 months", "+30 days", "+1 year", "-1 year", "weekday 0", "weekday 3")
STARTS = ("start of month", "start of year", "start of day")
AGREEING = [
    ("DATE(d, '+1 day', '-1 day')", "d"),
    ("strftime('%w', d) = '0'", "DATE(d, 'weekday 0') = d"),
    ("DATE(d, 'start of month') = d", "strftime('%d', d) = '01'"),
    ("DATE(d, '+12 months')", "DATE(d, '+1 year')"),
    ("strftime('%Y', d) = '2020'", "d LIKE '2020%'"),
    ("strftime('%Y', d)", "SUBSTR(d, 1, 4)"),
    ("d BETWEEN '2020-01-01' AND '2020-12-31'", "DATE(d, 'start of year') = '2020-01-01'"),
]


def function(sql: str) -> Expr:
    rel = lower_query(f"SELECT {sql} FROM t", SCHEMA).rel
    assert isinstance(rel, Project)
    (column,) = outer_columns(rel.exprs[0])
    return substitute(rel.exprs[0], {column.id: Column(SUBJECT.id, SUBJECT.name)})


def days_apart(left: str, right: str) -> tuple[str | None, str | None] | None:
    """Return a day that tells functions apart among the years that are enough, and among all; None if no years are."""
    sides = function(left), function(right)
    years = years_enough(*sides)
    if years is None:
        return None
    forms = [sql_form(side, "day") for side in sides]
    return tuple(TABULATOR.day_apart(*forms, spans, budget=60.0) for spans in (years, ((0, 9999),)))  # type: ignore[return-value]


@pytest.mark.parametrize(("left", "right"), AGREEING)
def test_which_years_are_enough(left: str, right: str) -> None:
    found = days_apart(left, right)
    assert found is not None
    some, every = found
    assert (some is None) is (every is None)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60))
def test_random_functions(seed: int) -> None:
    rng = random.Random(seed)

    def moved(inner: str) -> str:
        return f"DATE({inner}, {', '.join(repr(rng.choice((*SHIFTS, *STARTS))) for _ in range(rng.randint(1, 3)))})"

    def condition() -> str:
        date = moved("d")
        return rng.choice(
            (
                f"{date} = {moved('d')}",
                f"{date} < {rng.choice(AGREEING)[1]}" if rng.random() < 0 else f"{date} < '2020-02-29'",
                f"strftime('%d', {date}) = '{rng.randint(1, 31):02}'",
                f"{date} LIKE '2020-0%'",
                f"SUBSTR({date}, 6) > '06-15'",
            )
        )

    left, right = (condition(), condition()) if rng.random() < 0.5 else (moved("d"), moved("d"))
    found = days_apart(left, right)
    assert found is not None
    some, every = found
    assert (some is None) is (every is None), (left, right, found)


@pytest.mark.parametrize(
    ("sql", "expected"),
    [
        ("DATE(s, '+1 month')", True),
        ("strftime('%Y-%m', s)", True),
        ("SUBSTR(s, 1, 10) = '2020-01-01'", True),
        ("DATE(DATETIME(s, 'start of month'), '+3 days') IS NULL", True),
        ("DATE(s, '+12 hours')", False),
        ("DATE(s, '+1.5 days')", False),
        ("DATETIME(s)", False),
        ("strftime('%H', s)", False),
        ("strftime('%s', s)", False),
        ("SUBSTR(s, 1, 13)", False),
        ("DATE(s) < s", False),
        ("LENGTH(s)", False),
    ],
)
def test_what_reads_the_day_alone(sql: str, expected: bool) -> None:
    assert reads_day_alone(function(sql)) is expected

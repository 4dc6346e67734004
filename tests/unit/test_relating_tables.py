"""Pairs of columns that statistics suggest to be unique, and the one spelling of texts."""

import pytest

from spotit import check
from spotit.learned_facts import ColumnFacts, LearnedFacts
from spotit.mine.relating_tables import full_names, pairs_once
from spotit.mine.statistics import ProfileColumn, ProfileTable
from spotit.options import Options
from spotit.schemas.load import schema_from_ddl
from spotit.search.realism.example import Example
from spotit.verdict import Grade

DDL = """CREATE TABLE race (id INTEGER PRIMARY KEY); CREATE TABLE driver (id INTEGER PRIMARY KEY);
CREATE TABLE result (id INTEGER PRIMARY KEY, race INTEGER REFERENCES race (id), driver INTEGER REFERENCES driver (id),
                     points INTEGER {more});"""


def result(rows=5000, races=900, drivers=800, more=()):
    numbers = [ProfileColumn("id", unique_count=rows, min_value=1, max_value=rows)]
    numbers += [ProfileColumn("race", unique_count=races, min_value=1, max_value=races)]
    numbers += [ProfileColumn("driver", unique_count=drivers, min_value=1, max_value=drivers)]
    return ProfileTable("result", rows, (*numbers, *more), ("id",))


def test_a_table_that_only_relates_rows_has_each_pair_once():
    (fact,) = pairs_once(result(), schema_from_ddl(DDL.format(more="")))
    assert fact.columns == ("race", "driver") and fact.is_rule and "no date" in fact.basis


@pytest.mark.parametrize(("rows", "found"), [(1200, True), (1201, False)])
def test_each_thing_is_translated_once_into_a_language(rows, found):
    ddl = """CREATE TABLE sets (code TEXT PRIMARY KEY);
    CREATE TABLE translation (id INTEGER PRIMARY KEY, code TEXT REFERENCES sets (code), language TEXT);"""
    columns = (("code", 120), ("language", 10))
    made = tuple(ProfileColumn(name, unique_count=n, min_value="a", max_value="z") for name, n in columns)
    facts = list(pairs_once(ProfileTable("translation", rows, made, ("id",)), schema_from_ddl(ddl)))
    assert [fact.columns for fact in facts] == ([("code", "language")] if found else [])


@pytest.mark.parametrize(
    ("table", "more"),
    [
        (result(rows=5), ""),
        (result(rows=500_000), ""),
        (result(), ", day DATE"),
        (
            result(more=(ProfileColumn("d", unique_count=9, min_value="2010-01-01", max_value="2012-01-01"),)),
            ", d TEXT",
        ),
        (result(), "); CREATE TABLE note (result INTEGER REFERENCES result (id)"),
        (result(), ", lap INTEGER, UNIQUE (race, driver, lap)"),
    ],
)
def test_one_that_has_dates_or_rows_of_its_own_may_have_it_twice(table, more):
    assert list(pairs_once(table, schema_from_ddl(DDL.format(more=more)))) == []


@pytest.mark.parametrize(("given", "family", "found"), [(33, 20, True), (20, 20, False), (30, 31, True)])
def test_full_names_are_unique_where_there_are_many(given, family, found):
    names = (("first_name", given), ("last_name", family))
    columns = (ProfileColumn(name, unique_count=n, min_value="Ann", max_value="Zoe") for name, n in names)
    assert len(list(full_names(ProfileTable("member", 33, tuple(columns))))) == found


def test_a_text_in_other_letters_than_the_known_ones_is_unlikely():
    ddl = "CREATE TABLE member (id INTEGER PRIMARY KEY, position TEXT)"
    values = tuple((value, 9) for value in ("Member", "President", "Treasurer"))
    known = Example(LearnedFacts(columns=(ColumnFacts("member", "position", 27, 0, 3, "Member", "Treasurer", values),)))
    left, right = (
        "SELECT id FROM member WHERE position = 'President'",
        "SELECT id FROM member WHERE position LIKE 'president'",
    )
    assert check(left, right, ddl, Options()).grade is Grade.ORDINARY
    told = check(left, right, ddl, Options(), constraints=known)
    assert told.grade is Grade.UNLIKELY and "letter case" in told.witness.breaks[0]
    other = check(left, right.replace("LIKE 'p", "LIKE '%p"), ddl, Options(), constraints=known)
    assert other.grade is Grade.ORDINARY

"""Facts of example data in a check: which differences are unlikely, and witnesses that are made of real rows."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from spotit import check
from spotit.engine.open import open_engine, system
from spotit.learned_facts import ColumnFacts, FactKind, LearnedFact, LearnedFacts, year_of
from spotit.options import Options, Semantics
from spotit.schemas.load import load_schema
from spotit.search.realism.example import Example
from spotit.verdict import Different, Equivalent, EquivalentUpTo, Grade, Verdict

DDL = """
CREATE TABLE sex (id INTEGER PRIMARY KEY, label TEXT);
CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, sex_id INTEGER REFERENCES sex(id), weight INTEGER);
CREATE TABLE visit (person_id INTEGER REFERENCES person(id), day INTEGER, name TEXT);
"""
ROWS = """
INSERT INTO sex VALUES (1, 'male'), (2, 'female'), (3, 'unknown');
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
INSERT INTO person SELECT i, 'person ' || (i % 55), 1 + i % 3, CASE WHEN i % 7 THEN 40 + i END FROM n;
INSERT INTO visit SELECT p.id, d.id, p.name FROM person AS p, person AS d WHERE d.id <= 2;
"""


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("people") / "people.sqlite"
    system().build_file(path, [DDL + ROWS])
    return path


@pytest.fixture(autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.getbasetemp() / "cache"))


def different(verdict: Verdict) -> Different:
    assert isinstance(verdict, Different), repr(verdict)
    return verdict


UNLIKELY = [
    (
        "SELECT p.id FROM person p JOIN sex s ON p.sex_id = s.id WHERE s.label = 'female'",
        "SELECT id FROM person WHERE sex_id = 2",
        "sex(id, label) has only its 3 known rows (3 of 3 rows)",
    ),
    (
        "SELECT COUNT(person_id) FROM visit WHERE day = 1",
        "SELECT COUNT(DISTINCT person_id) FROM visit WHERE day = 1",
        None,
    ),
    (
        "SELECT COUNT(name) FROM person",
        "SELECT COUNT(*) FROM person",
        "person.name is never NULL (60 of 60 rows)",
    ),
    (
        "SELECT p.name FROM visit v JOIN person p ON p.id = v.person_id WHERE v.day = 1",
        "SELECT v.name FROM visit v JOIN person p ON p.id = v.person_id WHERE v.day = 1",
        "visit(person_id, name) agrees with person(id, name) (120 of 120 rows)",
    ),
]


@pytest.mark.parametrize(("left", "right", "rule"), [case for case in UNLIKELY if case[2]])
def test_what_breaks_a_rule_is_unlikely(database: Path, left: str, right: str, rule: str) -> None:
    verdict = different(check(left, right, database))
    assert verdict.grade is Grade.UNLIKELY and not verdict.is_robust
    assert rule in verdict.witness.breaks
    assert verdict.as_dict()["robust"] is False
    assert rule in str(verdict)
    plain = different(check(left, right, database, realistic="off"))
    assert plain.grade in (Grade.ORDINARY, Grade.NULLS) and not plain.witness.breaks


@pytest.mark.parametrize(("left", "right", "rule"), [case for case in UNLIKELY if case[2]])
def test_hard_rules_make_them_equivalent_and_are_said(database: Path, left: str, right: str, rule: str) -> None:
    verdict = check(left, right, database, realistic="hard")
    assert isinstance(verdict, Equivalent | EquivalentUpTo), repr(verdict)
    assert f"the rule `{rule}` of the example data holds" in [assumption.text for assumption in verdict.assumptions]


def test_soft_rules_are_no_part_of_a_proof(database: Path) -> None:
    verdict = check("SELECT id FROM person WHERE id > 1", "SELECT id FROM person WHERE id >= 2", database)
    assert isinstance(verdict, Equivalent | EquivalentUpTo)
    assert not any("rule" in assumption.text for assumption in verdict.assumptions)


def test_a_difference_that_keeps_the_rules_is_ordinary(database: Path) -> None:
    left, right = "SELECT name FROM person WHERE weight > 50", "SELECT name FROM person WHERE weight >= 50"
    verdict = different(check(left, right, database))
    assert verdict.grade is Grade.ORDINARY and not verdict.witness.breaks and verdict.is_robust


def test_nulls_that_there_are_count(database: Path) -> None:
    verdict = different(check("SELECT COUNT(weight) FROM person", "SELECT COUNT(*) FROM person", database))
    assert verdict.grade is Grade.NULLS and verdict.is_robust
    plain = check("SELECT COUNT(weight) FROM person", "SELECT COUNT(*) FROM person", database, realistic="off")
    assert not different(plain).is_robust


def real_rows(database: Path) -> dict[str, list[dict[str, object]]]:
    reader, schema = system().open_file(database), load_schema(database)
    found = {}
    for table in schema.tables:
        rows = reader.run(f'SELECT * FROM "{table.name}"')
        found[table.name] = [dict(zip(rows.columns, row, strict=True)) for row in rows.rows]
    reader.close()
    return found


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("SELECT name FROM person WHERE weight > 50", "SELECT name FROM person WHERE weight >= 50"),
        ("SELECT MAX(weight) FROM person WHERE sex_id = 1", "SELECT weight FROM person WHERE sex_id = 1"),
        *((left, right) for left, right, _ in UNLIKELY),
    ],
)
def test_the_origin_is_true(database: Path, left: str, right: str) -> None:
    """Each row is another row of the database but for the cells that are said to be changed."""
    verdict = different(check(left, right, database))
    origin = verdict.witness.origin
    assert origin is not None and len(origin.changed) <= 2
    assert origin.rows == verdict.witness.database.size
    real = real_rows(database)
    for name, table in verdict.witness.database.tables.items():
        for place, row in enumerate(table.rows):
            shown = dict(zip(table.columns, row, strict=True))
            for cell in origin.changed:
                if (cell.table, cell.row) == (name, place):
                    assert shown[cell.column] != cell.value
                    shown[cell.column] = cell.value
            match = next((other for other in real[name] if shown.items() <= other.items()), None)
            assert match is not None, (name, shown)
            real[name].remove(match)
    assert "from your database" in str(verdict)


def test_facts_without_the_database(database: Path, tmp_path: Path) -> None:
    from spotit.mine.facts_file import facts_text
    from spotit.mine.mine_database import mine

    file = tmp_path / "facts.toml"
    file.write_text(facts_text(mine(database)), encoding="utf-8")
    left, right, rule = UNLIKELY[0]
    verdict = different(check(left, right, DDL, constraints=file))
    assert verdict.grade is Grade.UNLIKELY and rule in verdict.witness.breaks and verdict.witness.origin is None
    robust = different(
        check("SELECT id FROM person WHERE sex_id = 1", "SELECT id FROM person WHERE sex_id = 2", DDL, constraints=file)
    )
    assert robust.grade is Grade.ORDINARY
    labels = robust.witness.database.tables["sex"]
    assert set(labels.project(("id",))) <= {(1,), (2,), (3,)}


KINDS = [
    LearnedFact(FactKind.UNIQUE, "person", ("name",), 9, 9),
    LearnedFact(FactKind.VALUES, "person", ("name",), 9, 9, condition="name IN ('Ann', 'Bob')"),
    LearnedFact(FactKind.CONDITION, "person", ("weight", "id"), 9, 9, condition="weight < id"),
    LearnedFact(FactKind.PARTICIPATION, "person", ("id",), 9, 9, target="visit", target_columns=("person_id",)),
    LearnedFact(FactKind.DEPENDENCY, "person", ("name",), 9, 9, determined="weight"),
]


@pytest.mark.parametrize("fact", KINDS, ids=lambda fact: fact.kind.value)
def test_rules_of_each_kind_steer_the_search(fact: LearnedFact) -> None:
    """A witness of an ordinary difference keeps the rule, on the engine that enforces it."""
    left = "SELECT p.name, p.weight FROM person p JOIN visit v ON v.person_id = p.id WHERE p.weight > 3"
    right = "SELECT p.name, p.weight FROM person p JOIN visit v ON v.person_id = p.id WHERE p.weight > 4"
    verdict = different(check(left, right, DDL, constraints=Example(LearnedFacts(facts=(fact,)))))
    assert verdict.grade is Grade.ORDINARY and not verdict.witness.breaks
    from spotit.search.realism.strengthen import rules_of, strengthened

    schema = load_schema(DDL)
    engine = open_engine(strengthened(schema, rules_of((fact,), schema)), Options())
    engine.load(verdict.witness.database)
    engine.close()


HOSTILE = [
    "weight <== )",
    "weight > 1); VACUUM INTO 'stolen.sqlite'; --",
    "weight > 1)); VACUUM INTO 'stolen.sqlite'; CREATE TABLE x (a CHECK (1",
    "weight > 1 /* <==",
    "weight > (SELECT 1) <==",
    "'<==",
    "<==" + "(" * 50_000,
    "\x00 <==",
]


@pytest.mark.parametrize("condition", HOSTILE, ids=range(len(HOSTILE)))
def test_a_condition_that_is_none_is_left_out(condition: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    fact = LearnedFact(FactKind.CONDITION, "person", ("weight",), 9, 9, condition=condition)
    left, right = "SELECT weight FROM person", "SELECT weight FROM person WHERE weight > 1"
    soft = different(check(left, right, DDL, constraints=Example(LearnedFacts(facts=(fact,)))))
    assert soft.grade is Grade.ORDINARY
    hard = check(left, left + " WHERE 1", DDL, constraints=Example(LearnedFacts(facts=(fact,))), realistic="hard")
    assert not any("<==" in assumption.text for assumption in hard.assumptions)
    assert not list(tmp_path.iterdir())


def test_facts_of_another_schema_say_nothing() -> None:
    facts = tuple(LearnedFact(FactKind.NOT_NULL, table, ("x",), 9, 9) for table in ("nowhere", "person"))
    left, right = "SELECT COUNT(name) FROM person", "SELECT COUNT(*) FROM person"
    verdict = different(check(left, right, DDL, constraints=Example(LearnedFacts(facts=facts))))
    assert verdict.grade is Grade.NULLS


MEETING = """
CREATE TABLE season (year INTEGER PRIMARY KEY, title TEXT NOT NULL);
CREATE TABLE race (id INTEGER PRIMARY KEY, year INTEGER NOT NULL REFERENCES season(year), day TEXT NOT NULL,
    lap INTEGER NOT NULL, name TEXT, sign TEXT);
"""
COLUMNS = (
    ColumnFacts("season", "year", 60, 0, 60, 1950, 2009, ((1961, 1), (1962, 1), (1963, 1))),
    ColumnFacts("race", "day", 600, 0, 600, "1950-05-13", "2009-11-01", (("1961-05-14", 1), ("1962-05-20", 1))),
    ColumnFacts("race", "lap", 600, 0, 30, 300, 700, ((310, 9), (420, 8), (555, 7))),
    ColumnFacts("race", "sign", 600, 0, 2, "+", "-", (("-", 400), ("+", 200))),
)


def _racing(*facts: LearnedFact) -> Example:
    return Example(LearnedFacts(columns=COLUMNS, facts=facts))


SPAN = LearnedFact(FactKind.RANGE, "race", ("lap",), 600, 600, False, "lap BETWEEN 300 AND 700")
YEAR = LearnedFact(FactKind.FORMULA, "race", ("year", "day"), 600, 600, True, year_of("year", "day"))
SIGNS = LearnedFact(FactKind.VALUES, "race", ("sign",), 600, 600, True, "sign IN ('-', '+')")
NAMED = LearnedFact(FactKind.NOT_NULL, "race", ("name",), 600, 600)


def test_a_witness_has_values_of_the_data_also_where_no_query_looks() -> None:
    """The range lies far from plain numbers, and no query reads the columns but the name."""
    found = different(
        check(
            "SELECT name FROM race",
            "SELECT DISTINCT name FROM race",
            MEETING,
            Options(semantics=Semantics.BAG),
            constraints=_racing(SPAN, YEAR),
        )
    )
    assert found.grade is Grade.ORDINARY and found.is_robust
    rows = found.witness.database.tables["race"]
    assert all(300 <= lap <= 700 for (lap,) in rows.project(("lap",)))
    assert all(year == int(day[:4]) for year, day in rows.project(("year", "day")))


def test_an_unlikely_difference_breaks_no_more_than_it_needs_to() -> None:
    """The count of names differs by a NULL alone; signs, laps and years have no part in it."""
    found = different(
        check(
            "SELECT sign, COUNT(name) FROM race GROUP BY sign",
            "SELECT sign, COUNT(*) FROM race GROUP BY sign",
            MEETING,
            constraints=_racing(SPAN, YEAR, SIGNS, NAMED),
        )
    )
    assert found.grade is Grade.UNLIKELY
    assert found.witness.breaks == ("race.name is never NULL (600 of 600 rows)",)
    rows = found.witness.database.tables["race"]
    assert {sign for (sign,) in rows.project(("sign",))} <= {"-", "+"}


def test_a_typical_fact_in_the_way_is_given_up_alone() -> None:
    """Only a lap beyond the range shows the difference; the year of the day is typical too, and stays."""
    found = different(
        check(
            "SELECT id FROM race WHERE lap > 900",
            "SELECT id FROM race WHERE lap > 950",
            MEETING,
            constraints=_racing(SPAN, replace(YEAR, is_rule=False)),
        )
    )
    assert found.grade is Grade.ORDINARY
    rows = found.witness.database.tables["race"]
    assert all(year == int(day[:4]) for year, day in rows.project(("year", "day")))


PEOPLE = """
CREATE TABLE town (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE person (id INTEGER PRIMARY KEY, first TEXT, last TEXT, town_id INTEGER REFERENCES town(id));
CREATE TABLE prize (id INTEGER PRIMARY KEY, person_id INTEGER REFERENCES person(id), sum INTEGER, day TEXT);
CREATE TABLE visit (person_id INTEGER REFERENCES person(id), day TEXT);
"""
PRIZES = Example(
    LearnedFacts(
        tables={"town": 50, "person": 500, "prize": 2000, "visit": 2000},
        columns=(
            ColumnFacts("person", "first", 500, 0, 90, "Ada", "Zoe", (("Ada", 9), ("Max", 8), ("Zoe", 7))),
            ColumnFacts("person", "last", 500, 0, 400, "Abel", "Zorn", (("Abel", 9), ("Zorn", 8))),
            ColumnFacts("prize", "sum", 2000, 0, 40, 0, 900, ((0, 50), (100, 40), (250, 30))),
            ColumnFacts("prize", "day", 2000, 0, 900, "1990-02-01", "2004-11-30", (("1997-04-01", 9),)),
            ColumnFacts("visit", "day", 2000, 0, 900, "1990-02-01", "2004-11-30", (("1997-04-01", 9),)),
        ),
        facts=(
            LearnedFact(FactKind.NOT_NULL, "person", ("first",), 500, 500),
            LearnedFact(FactKind.RANGE, "prize", ("sum",), 2000, 2000, condition='"sum" >= 0'),
            LearnedFact(
                FactKind.PARTICIPATION, "person", ("id",), 500, 500, target="prize", target_columns=("person_id",)
            ),
        ),
    )
)


def test_whom_the_queries_name_is_there() -> None:
    """The one of the name has rows beside the other one of whom a query takes no notice."""
    join = "FROM person p JOIN prize z ON z.person_id = p.id WHERE p.last = 'Lovelace'"
    found = different(
        check(f"SELECT SUM(z.sum) {join} AND p.first = 'Ada'", f"SELECT SUM(z.sum) {join}", PEOPLE, constraints=PRIZES)
    )
    assert found.grade is Grade.ORDINARY and not found.witness.breaks
    people = found.witness.database.tables["person"]
    names = set(people.project(("first", "last")))
    assert ("Ada", "Lovelace") in names and len(names) == 2
    assert found.left.rows[0][0] is not None


def test_what_is_named_is_told_from_what_is_not_by_what_is_returned() -> None:
    """In a set two rows that return the same are one."""
    left, right = "SELECT sum FROM prize WHERE day = '1999-01-05'", "SELECT sum FROM prize WHERE day LIKE '1999-01%'"
    found = different(check(left, right, PEOPLE, constraints=PRIZES))
    days = {day for (day,) in found.witness.database.tables["prize"].project(("day",))}
    assert "1999-01-05" in days and len(days) == 2
    assert found.left.rows and found.right.rows


def test_no_row_is_there_twice_where_another_day_will_do() -> None:
    left = "SELECT COUNT(*) FROM visit WHERE strftime('%Y', day) = '1997'"
    right = "SELECT COUNT(DISTINCT person_id) FROM visit WHERE strftime('%Y', day) = '1997'"
    rows = different(check(left, right, PEOPLE, constraints=PRIZES)).witness.database.tables["visit"].rows
    assert len(set(rows)) == len(rows) == 2


def test_dates_that_a_test_asks_for_are_ones_that_the_data_may_hold() -> None:
    span = LearnedFact(
        FactKind.RANGE,
        "prize",
        ("day",),
        2000,
        2000,
        is_rule=False,
        condition="\"day\" BETWEEN '1990-02-01' AND '2004-11-30'",
    )
    known = Example(replace(PRIZES.facts, facts=(*PRIZES.facts.facts, span)))
    left = "SELECT sum FROM prize WHERE substr(day, 6, 2) = '12'"
    right = "SELECT SUM(sum) FROM prize WHERE substr(day, 6, 2) = '12'"
    rows = different(check(left, right, PEOPLE, constraints=known)).witness.database.tables["prize"]
    assert all("1990-02-01" <= day <= "2004-11-30" for (day,) in rows.project(("day",)))


def test_numbers_of_columns_that_nobody_asks_for_are_not_none_of_something() -> None:
    found = different(
        check("SELECT COUNT(sum) FROM prize", "SELECT COUNT(DISTINCT sum) FROM prize", PEOPLE, constraints=PRIZES)
    )
    assert all(value for (value,) in found.witness.database.tables["prize"].project(("sum",)))


def test_facts_are_worked_out_once_for_a_schema() -> None:
    schema = load_schema(PEOPLE)
    assert PRIZES.rules_over(schema) is PRIZES.rules_over(load_schema(PEOPLE))
    other = load_schema("CREATE TABLE person (id INTEGER PRIMARY KEY, first TEXT)")
    assert [rule.fact.kind for rule in PRIZES.rules_over(other).within({("person", "first")})] == [FactKind.NOT_NULL]


def test_that_nulls_tell_alone_is_unlikely_where_there_are_none() -> None:
    left, right = "SELECT COUNT(first) FROM person", "SELECT COUNT(*) FROM person"
    found = different(check(left, right, PEOPLE, constraints=PRIZES))
    assert found.grade is Grade.UNLIKELY and found.settled
    assert any("first is never NULL" in said for said in found.witness.breaks)


SCHOOLS = "CREATE TABLE school (id INTEGER PRIMARY KEY, KindCode TEXT, KindName TEXT, SizeClass TEXT, SpanClass TEXT)"


def _schooling(rows: int) -> Example:
    columns = (
        ColumnFacts("school", "KindCode", rows, 40, 3, "10", "30", (("20", 1), ("30", 1), ("10", 1))),
        ColumnFacts("school", "KindName", rows, 40, 3, "Day", "Night", (("Day", 1), ("Night", 1), ("Home", 1))),
        ColumnFacts("school", "SizeClass", rows, 40, 3, "big", "small", (("small", 1), ("big", 1), ("fair", 1))),
        ColumnFacts("school", "SpanClass", rows, 40, 3, "long", "short", (("short", 1), ("long", 1), ("fair", 1))),
    )
    return Example(LearnedFacts(tables={"school": rows}, columns=columns))


def test_a_code_and_its_name_go_together() -> None:
    """Both columns have as many values and NULLs, and names that begin alike: the second code is the second name."""
    left, right = "SELECT id FROM school WHERE KindCode = '30'", "SELECT id FROM school WHERE KindName = 'Night'"
    found = different(check(left, right, SCHOOLS, constraints=_schooling(4000)))
    assert found.grade is Grade.UNLIKELY
    assert any("second most frequent" in said for said in found.witness.breaks)
    few = different(check(left, right, SCHOOLS, constraints=_schooling(100)))
    assert few.grade is Grade.ORDINARY
    other = "SELECT id FROM school WHERE KindName = 'Day'"
    assert different(check(left, other, SCHOOLS, constraints=_schooling(4000))).grade is Grade.ORDINARY


def test_columns_that_merely_have_as_many_values_do_not_go_together() -> None:
    left, right = "SELECT id FROM school WHERE SizeClass = 'big'", "SELECT id FROM school WHERE SpanClass = 'long'"
    assert different(check(left, right, SCHOOLS, constraints=_schooling(4000))).grade is Grade.ORDINARY

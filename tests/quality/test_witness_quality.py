"""The witness is exactly the one that a person would draw: fewest rows, plainest values."""

from typing import NamedTuple

import pytest

from spotit.engine.open import open_engine
from spotit.engine.sqlite.schema.read_script import read_script
from spotit.options import Options, Semantics
from spotit.search.meter import Meter
from spotit.search.pair import make_pair
from spotit.search.refute.probe import Probe
from spotit.search.witness.shrink import shrink
from spotit.work import unlimited

DDL = """
CREATE TABLE city (id INTEGER PRIMARY KEY, name TEXT NOT NULL, people INTEGER);
CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, age INTEGER, born DATE, joined TEXT, pay REAL,
    city_id INTEGER REFERENCES city(id));
CREATE TABLE visit (person_id INTEGER, city_id INTEGER, day DATE, PRIMARY KEY (person_id, city_id),
    FOREIGN KEY (person_id) REFERENCES person(id), FOREIGN KEY (city_id) REFERENCES city(id));
CREATE TABLE task (id INTEGER PRIMARY KEY, state TEXT CHECK (state IN ('open', 'done')), cost INTEGER NOT NULL);
"""


class Case(NamedTuple):
    left: str
    right: str
    tables: dict
    grade: str = "ordinary"
    semantics: str = "set"


CASES = [
    Case(
        "SELECT id FROM person WHERE age > 30",
        "SELECT id FROM person WHERE age >= 30",
        {"person": [{"id": 1, "age": 30}]},
    ),
    Case(
        "SELECT id FROM person WHERE age < 30",
        "SELECT id FROM person WHERE age <= 30",
        {"person": [{"id": 1, "age": 30}]},
    ),
    Case(
        "SELECT id FROM person WHERE name = 'Ann'",
        "SELECT id FROM person WHERE name LIKE '%Ann%'",
        {"person": [{"id": 1, "name": "xAnny"}]},
    ),
    Case(
        "SELECT id FROM person WHERE name LIKE 'A%'",
        "SELECT id FROM person WHERE name LIKE '%A'",
        {"person": [{"id": 1, "name": "Ay"}]},
    ),
    Case(
        "SELECT name FROM person",
        "SELECT name FROM city",
        {"city": [{"id": 1, "name": "a"}]},
    ),
    Case(
        "SELECT COUNT(name) FROM person",
        "SELECT COUNT(DISTINCT name) FROM person",
        {"person": [{"id": 1, "name": "a"}, {"id": 2, "name": "a"}]},
    ),
    Case(
        "SELECT COUNT(*) FROM person",
        "SELECT COUNT(age) FROM person",
        {"person": [{"id": 1, "age": None}]},
        grade="nulls",
    ),
    Case(
        "SELECT SUM(age) FROM person",
        "SELECT MAX(age) FROM person",
        {"person": [{"id": 1, "age": 1}, {"id": 2, "age": 1}]},
    ),
    Case(
        "SELECT AVG(age) FROM person",
        "SELECT SUM(age) / COUNT(age) FROM person",
        {"person": [{"id": 1, "age": 1}, {"id": 2, "age": 2}]},
    ),
    Case(
        "SELECT p.id FROM person p JOIN city c ON p.city_id = c.id",
        "SELECT p.id FROM person p LEFT JOIN city c ON p.city_id = c.id",
        {"person": [{"id": 1, "city_id": None}]},
        grade="nulls",
    ),
    Case(
        "SELECT p.name FROM person p JOIN city c ON p.city_id = c.id WHERE c.name = 'Rome'",
        "SELECT p.name FROM person p JOIN visit v ON v.person_id = p.id JOIN city c ON v.city_id = c.id "
        "WHERE c.name = 'Rome'",
        {"city": [{"id": 1, "name": "Rome"}], "person": [{"id": 1, "name": "a", "city_id": 1}]},
    ),
    Case(
        "SELECT id FROM person WHERE born < '1990-01-01'",
        "SELECT id FROM person WHERE born <= '1990-01-01'",
        {"person": [{"id": 1, "born": "1990-01-01"}]},
    ),
    Case(
        "SELECT id FROM person WHERE STRFTIME('%Y', born) = '1999'",
        "SELECT id FROM person WHERE STRFTIME('%Y', born) >= '1999'",
        {"person": [{"id": 1, "born": "2000-01-01"}]},
    ),
    Case(
        "SELECT id FROM person WHERE STRFTIME('%Y', born) = '1999'",
        "SELECT id FROM person WHERE STRFTIME('%m', born) = '12'",
        {"person": [{"id": 1, "born": "1999-01-01"}]},
    ),
    Case(
        "SELECT id FROM person WHERE SUBSTR(joined, 1, 4) = '2012'",
        "SELECT id FROM person WHERE joined = '2012'",
        {"person": [{"id": 1, "joined": "2012-01-01"}]},
    ),
    Case(
        "SELECT id FROM person WHERE name IN ('Ann', 'Bob')",
        "SELECT id FROM person WHERE name = 'Ann'",
        {"person": [{"id": 1, "name": "Bob"}]},
    ),
    Case(
        "SELECT id FROM person WHERE NOT name = 'Ann'",
        "SELECT id FROM person WHERE name = 'Bob'",
        {"person": [{"id": 1, "name": "a"}]},
    ),
    Case(
        "SELECT city_id, COUNT(*) FROM person GROUP BY city_id",
        "SELECT city_id, COUNT(*) FROM person WHERE age > 18 GROUP BY city_id",
        {"city": [{"id": 1, "name": "a"}], "person": [{"id": 1, "age": 18, "city_id": 1}]},
    ),
    Case(
        "SELECT city_id FROM person GROUP BY city_id HAVING COUNT(*) > 1",
        "SELECT city_id FROM person GROUP BY city_id HAVING COUNT(*) > 2",
        {"city": [{"id": 1, "name": "a"}], "person": [{"id": 1, "city_id": 1}, {"id": 2, "city_id": 1}]},
    ),
    Case(
        "SELECT name FROM city EXCEPT SELECT name FROM person",
        "SELECT name FROM city",
        {"city": [{"id": 1, "name": "a"}], "person": [{"id": 1, "name": "a"}]},
    ),
    Case(
        "SELECT name FROM city UNION SELECT name FROM person",
        "SELECT name FROM city",
        {"person": [{"id": 1, "name": "a"}]},
    ),
    Case(
        "SELECT name FROM city INTERSECT SELECT name FROM person",
        "SELECT name FROM city",
        {"city": [{"id": 1, "name": "a"}]},
    ),
    Case(
        "SELECT id FROM city WHERE id IN (SELECT city_id FROM person)",
        "SELECT id FROM city WHERE id IN (SELECT city_id FROM visit)",
        {"city": [{"id": 1, "name": "a"}], "person": [{"id": 1, "city_id": 1}]},
    ),
    Case(
        "SELECT id FROM city c WHERE EXISTS (SELECT 1 FROM person p WHERE p.city_id = c.id AND p.age > 65)",
        "SELECT id FROM city c WHERE EXISTS (SELECT 1 FROM person p WHERE p.city_id = c.id)",
        {"city": [{"id": 1, "name": "a"}], "person": [{"id": 1, "age": 65, "city_id": 1}]},
    ),
    Case(
        "SELECT name FROM person WHERE age = (SELECT MAX(age) FROM person)",
        "SELECT name FROM person WHERE age = (SELECT MIN(age) FROM person)",
        {"person": [{"id": 1, "name": "a", "age": 1}, {"id": 2, "name": "b", "age": 2}]},
    ),
    Case(
        "SELECT id FROM person WHERE age > (SELECT AVG(age) FROM person)",
        "SELECT id FROM person WHERE age >= (SELECT AVG(age) FROM person)",
        {"person": [{"id": 1, "age": 1}]},
    ),
    Case(
        "SELECT name FROM person ORDER BY age DESC LIMIT 1",
        "SELECT name FROM person ORDER BY age LIMIT 1",
        {"person": [{"id": 1, "name": "a", "age": 1}, {"id": 2, "name": "b", "age": 2}]},
    ),
    Case(
        "SELECT id FROM task WHERE state = 'open'",
        "SELECT id FROM task WHERE state = 'open' AND cost > 100",
        {"task": [{"id": 1, "state": "open", "cost": 100}]},
    ),
    Case(
        "SELECT SUM(CASE WHEN state = 'open' THEN cost ELSE 0 END) FROM task",
        "SELECT SUM(cost) FROM task",
        {"task": [{"id": 1, "state": "done", "cost": 1}]},
    ),
    Case(
        "SELECT id FROM person WHERE pay > 1000.5",
        "SELECT id FROM person WHERE pay > 1000",
        {"person": [{"id": 1, "pay": 1000.5}]},
    ),
    Case(
        "SELECT id FROM person WHERE name = 'Ann' OR age > 30",
        "SELECT id FROM person WHERE name = 'Ann' AND age > 30",
        {"person": [{"id": 1, "name": "a", "age": 31}]},
    ),
    Case(
        "SELECT COUNT(*) FROM visit WHERE city_id = 7",
        "SELECT COUNT(DISTINCT day) FROM visit WHERE city_id = 7",
        {
            "city": [{"id": 7, "name": "a"}],
            "person": [{"id": 1}, {"id": 2}],
            "visit": [
                {"person_id": 1, "city_id": 7, "day": "2000-01-01"},
                {"person_id": 2, "city_id": 7, "day": "2000-01-01"},
            ],
        },
    ),
    Case(
        "SELECT name FROM person",
        "SELECT DISTINCT name FROM person",
        {"person": [{"id": 1, "name": "a"}, {"id": 2, "name": "a"}]},
        semantics="bag",
    ),
]


@pytest.fixture(scope="module")
def engine():
    return open_engine(read_script(DDL), Options())


def witness(engine, left, right, semantics=Semantics.SET):
    pair = make_pair(left, right, open_engine(engine.schema, Options(semantics=semantics)))
    found = Probe(pair, Meter(20.0)).look(2000)
    assert found is not None
    return shrink(pair, found, allowance=unlimited()).candidate


def test_there_are_enough_cases():
    assert len(CASES) >= 30


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.left} | {case.right}")
def test_the_witness_is_the_expected_one(engine, case):
    found = witness(engine, case.left, case.right, Semantics(case.semantics))
    tables = found.database.tables
    shown = {name: [dict(zip(table.columns, row, strict=True)) for row in table.rows] for name, table in tables.items()}
    assert (shown, found.grade.value, found.tags) == (case.tables, case.grade, ())

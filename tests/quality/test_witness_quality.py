"""The witness is exactly the one that a person would draw: fewest rows, plainest values."""

import pytest

from spotit.engine.script import read_script
from spotit.engine.sqlite import Engine
from spotit.options import Options, Semantics
from spotit.search.grade import Judge
from spotit.search.pair import make_pair
from spotit.search.probe import probe
from spotit.search.shrink import shrink

DDL = """
CREATE TABLE city (id INTEGER PRIMARY KEY, name TEXT NOT NULL, people INTEGER);
CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, age INTEGER, born DATE, joined TEXT, pay REAL,
    city_id INTEGER REFERENCES city(id));
CREATE TABLE visit (person_id INTEGER, city_id INTEGER, day DATE, PRIMARY KEY (person_id, city_id),
    FOREIGN KEY (person_id) REFERENCES person(id), FOREIGN KEY (city_id) REFERENCES city(id));
CREATE TABLE task (id INTEGER PRIMARY KEY, state TEXT CHECK (state IN ('open', 'done')), cost INTEGER NOT NULL);
"""
PAIRS = {}


@pytest.fixture(scope="module")
def engine():
    return Engine(read_script(DDL), options=Options())


def witness(engine, left, right, semantics=Semantics.SET):
    options = Options(semantics=semantics)
    pair = make_pair(left, right, engine.schema, options, engine)
    found = probe(pair, judge=Judge(), budget=5.0, databases=2000).candidate
    assert found is not None
    return shrink(pair, found, judge=Judge(), budget=5.0).candidate

"""Every SQL function: its terms against SQLite on random databases."""

from __future__ import annotations

from random import Random

import pytest

from generate.database import Databases
from generate.schema import Pools
from queries.functions import CALLS, DDL, queries_of
from spotit.dialect.functions import FUNCTIONS, Function
from spotit.engine.open import open_engine
from spotit.errors import UnsupportedSql
from spotit.options import Options
from spotit.schemas.load import schema_from_ddl
from spotit.selftest.agreement import prepare, setting_of
from spotit.selftest.sweep import Ground, try_query

DATABASES = 40


def sorted_texts(*texts: str) -> tuple[str, ...]:
    """Return texts as a pool must have them: in SQLite's order."""
    return tuple(sorted(texts, key=str.encode))


WORDS = sorted_texts(
    "", " a", "a ", "A", "aB", "ab", "abc", "b", "é", "É", "1.5", "-1", "10", "01", "65", "4142", "it's", "a%", "%b",
    "*b", "[1]", "2000-02-29", "2001-12-31 23:59:58", "12:30",
)  # fmt: skip
DOCUMENTS = sorted_texts(
    "[1, 2]", "[]", '["a",{"b":null}]', "not json",
    '{"a":"x","b":{"c":[10,20]}}', '{"a":1}', '{"a":"1"}', '{"a":1.5}', "{a:5}"
)  # fmt: skip
PROVED = [function for function in FUNCTIONS if function.encoded]


def name_of(function: Function) -> str:
    return f"{function.kind.name.lower()} {function.name}"


@pytest.fixture(scope="module")
def place() -> Ground:
    """Return a table with words, documents, numbers and dates."""
    made = schema_from_ddl(DDL)
    values = Pools(made, {("t", "a"): WORDS, ("t", "b"): WORDS, ("t", "doc"): DOCUMENTS})
    options = Options()
    setting = setting_of(made, values, options, {})
    return Ground("functions", made, values, Databases(made, values), open_engine(made, options), setting)


def test_calls_are_of_known_functions() -> None:
    assert set(CALLS) <= {function.name for function in FUNCTIONS}


@pytest.mark.parametrize("function", PROVED, ids=name_of)
def test_a_function_agrees_with_the_engine(function: Function, place: Ground) -> None:
    queries = queries_of(function)
    assert queries, f"{function.name}() has no call in tests/queries/functions.py"
    random = Random(function.name)
    for sql in queries:
        summary = try_query(place, sql, random, DATABASES)
        assert not summary.mismatches, str(summary.mismatches[0])
        assert not summary.unsupported, (sql, summary.unsupported)
        assert summary.cases > DATABASES // 4, (sql, summary)


@pytest.mark.parametrize("function", [f for f in FUNCTIONS if not f.encoded], ids=name_of)
def test_what_is_not_encoded_is_refused(function: Function, place: Ground) -> None:
    call = f"{function.name}({', '.join(['n'] * function.least)})"
    with pytest.raises(UnsupportedSql):
        prepare(f"SELECT {call} FROM t", place.setting, 2)

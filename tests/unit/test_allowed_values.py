"""Values that CHECKs allow, as the engine sees them."""

import sqlite3

import pytest

from spotit.options import Options
from spotit.schemas.load import schema_from_ddl
from spotit.search.hints.allowed_values import AllowedValues
from spotit.search.prove.setting import lowered_checks, tabulator_at

VALUES = (
    "",
    "a",
    "B",
    "b",
    "10",
    "9",
    "é",
    "z",
    "\U0001f600",
    "￿",
    -1,
    0,
    1,
    2,
    2.5,
    9,
    10,
    2**53,
    2**53 + 1,
    float(2**53),
)


@pytest.mark.parametrize("declared", ["TEXT", "INTEGER", "REAL", "TEXT COLLATE NOCASE", "NUMERIC", ""])
@pytest.mark.parametrize(
    "condition",
    [
        "v IN ('a', 'b', '10')",
        "v IN (1, 2, 9007199254740993)",
        "v >= 0",
        "v BETWEEN 1 AND 2.5",
        "v > 'a' AND v <> '￿'",
        "v = 'B' OR v < 2",
        "v BETWEEN '1' AND 'z'",
        "v GLOB '[0-9]*' AND v <> '9'",
    ],
)
def test_among_is_what_sqlite_accepts(declared, condition):
    ddl = f"CREATE TABLE t (v {declared} CHECK ({condition}))"
    schema = schema_from_ddl(ddl)
    checks = dict(lowered_checks(schema, Options(), schema.tables)).values()
    allowed = AllowedValues(checks, tabulator_at(None).tabulate, 5)
    connection = sqlite3.connect(":memory:")
    connection.execute(f"CREATE TABLE t (v {declared})")
    for value in VALUES:
        connection.execute("DELETE FROM t")
        connection.execute("INSERT INTO t VALUES (?)", (value,))
        stored, kept = connection.execute(f"SELECT v, ({condition}) IS NOT FALSE FROM t").fetchone()
        if type(stored) is type(value):
            assert allowed.among(("t", "v"), (value,)) == ((value,) if kept else ()), value
    assert set(allowed.among(("t", "v"), allowed.found(("t", "v")))) == set(allowed.found(("t", "v")))
    connection.close()

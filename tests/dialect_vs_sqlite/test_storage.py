"""What a column stores, and which of its values are equal, against SQLite."""

from __future__ import annotations

from itertools import combinations
from random import Random

import apsw
import pytest

from spotit.database import Value
from spotit.dialect.collation import BINARY, NOCASE, RTRIM, Collation
from spotit.dialect.storage import Equality, stored
from spotit.dialect.types import Affinity

VALUES: tuple[Value, ...] = (
    *(None, 0, 1, -1, 2**53 + 1, 2**63 - 1, -(2**63)),
    *(0.0, -0.0, 1.0, 0.5, 0.1, 49.47, 1e14, 1e15, 1e16, 1e17, 1e18, 1e20, 1e-4, 1e-5, 2.0**53, 2.0**63, -(2.0**63)),
    *(99999999999999.9, 527549.25, 1e300, float("inf"), float("-inf"), float("nan")),
    *("", " ", "1", "1.0", " 12 ", "\t7\n", "\x0b1", "1e3", "1e400", "1e-400", "00012", "+5", "-0", "-0.0", ".5", "5."),
    *("5.e1", "1e", "1_000", "0x10", "inf", "nan", "abc", "\u00a01", "１", "٣", "1 2", "--1"),
    *(
        "9223372036854775807",
        "9223372036854775808",
        "-9223372036854775808",
        "9007199254740993",
        "9223372036854774784.0",
    ),
    *(b"", b"1", b"a"),
)
TEXTS = ("a", "A", "a ", "A ", "é", "É", "1", "1.0", "01", "")


def numbers(random: Random) -> list[Value]:
    short = [float(f"{random.randint(1, 999)}e{random.randint(-20, 25)}") for _ in range(300)]
    return [*short, *(random.randint(-(10**6), 10**6) / 4 for _ in range(100))]


@pytest.mark.parametrize("affinity", Affinity)
def test_a_column_stores_what_sqlite_stores(affinity: Affinity) -> None:
    connection = apsw.Connection(":memory:")
    connection.execute(f"CREATE TABLE t(x {affinity})")
    for value in (*VALUES, *numbers(Random(1))):
        [(kept,)] = connection.execute("INSERT INTO t VALUES (?) RETURNING x", (value,)).fetchall()
        assert repr(stored(value, affinity)) == repr(kept), value


@pytest.mark.parametrize("collation", [BINARY, NOCASE, RTRIM], ids=repr)
@pytest.mark.parametrize("affinity", Affinity)
def test_values_are_equal_that_sqlite_takes_for_one(affinity: Affinity, collation: Collation) -> None:
    connection = apsw.Connection(":memory:")
    connection.execute(f"CREATE TABLE t(x {affinity} COLLATE {collation.name} UNIQUE)")
    equality = Equality(affinity, collation)
    values = [value for value in (*VALUES, *TEXTS) if value is not None and value == value]
    for pair in combinations(values, 2):
        connection.execute("BEGIN")
        try:
            connection.executemany("INSERT INTO t VALUES (?)", [(value,) for value in pair])
            equal = False
        except apsw.ConstraintError:
            equal = True
        connection.execute("ROLLBACK")
        assert (equality.key(pair[0]) == equality.key(pair[1])) == equal, pair

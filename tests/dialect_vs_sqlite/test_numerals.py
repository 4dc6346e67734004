"""Numbers in text: what the dialect reads, and what SQLite does."""

from __future__ import annotations

from itertools import product
from random import Random

import apsw
import pytest

from spotit.dialect.numerals import BLANKS, leading_number, number_in, whole_if_exact, written_integer

TEXTS = (
    "", " ", "+", "-", ".", "e", "e5", "+.", "-e", "0", "-0", "+0", "00", "007", "7", "+7", "-7", "--7", "+-7",
    "7-", "7 7", "1.", ".5", "-.5", "1.5", "01.50", "1..5", "1.5.", "1e3", "1E3", "1e+3", "1e-3", "1e", "1e+",
    "1.5e2", ".5e1", "1.e2", "1e3.5", "12abc", "abc12", "0x10", "0X1f", "1_000", "1,000", "1'", "inf", "-inf",
    "nan", "Infinity", "true", "NULL", " 12", "12 ", "\t12\n", "\v12\f", "\r12\r", "\u00a012", "12\u00a0",
    "\u200312", "12\u2003", "\x1c12", "\x8512", "\ufeff12", "\u0663", "1\u0663", "\uff11\uff12", "\u00b2",
    "\u2167", "\u09e7.5", "1e\u0663", "\u22127", "\u0661\u0662", "\U0001d7ce", "9223372036854775807",
    "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "9007199254740993",
    "9007199254740993.0", "1e18", "1e19", "-1e19", "1e400", "123456789012345678901234567890", "0.1", "2.675",
    "1e-400", "2020-01-05", "10:30", "1/2", "5%", "$5", "5e0", "1.0", "100.0", "1e1",
)  # fmt: skip
ALPHABET = f"01.eE+-x{BLANKS}\u00a0\u0663"


def _texts() -> list[str]:
    random = Random("numerals")
    short = ["".join(letters) for size in (1, 2, 3) for letters in product("1.e+- ", repeat=size)]
    long = ["".join(random.choices(ALPHABET, k=random.randint(2, 9))) for _ in range(2000)]
    return [*TEXTS, *short, *long]


@pytest.fixture(scope="module")
def sqlite() -> apsw.Connection:
    connection = apsw.Connection(":memory:")
    connection.execute("CREATE TABLE t(i INTEGER PRIMARY KEY, n NUMERIC)")
    return connection


def _same(ours: object, theirs: object) -> bool:
    """Tell whether the values are the same in value and type; SQLite may read the last bit of a REAL differently."""
    if isinstance(ours, float) and isinstance(theirs, float):
        return ours == theirs or abs(ours - theirs) <= 1e-15 * abs(ours)
    return type(ours) is type(theirs) and ours == theirs


def test_a_text_that_is_a_number_is_stored_as_it(sqlite: apsw.Connection) -> None:
    for text in _texts():
        sqlite.execute("INSERT OR REPLACE INTO t VALUES (1, ?)", (text,))
        theirs = sqlite.execute("SELECT n FROM t").fetchone()[0]
        number = number_in(text)
        ours = text if number is None else whole_if_exact(number)
        assert _same(ours, theirs), (text, ours, theirs)


def test_a_text_that_is_a_number_compares_as_it(sqlite: apsw.Connection) -> None:
    for text in _texts():
        is_number = bool(sqlite.execute("SELECT CAST(?1 AS NUMERIC) = ?1", (text,)).fetchone()[0])
        assert (number_in(text) is not None) == is_number, text


def test_arithmetic_reads_the_number_that_a_text_begins_with(sqlite: apsw.Connection) -> None:
    for text in _texts():
        theirs = sqlite.execute("SELECT ?1 + 0", (text,)).fetchone()[0]
        assert _same(leading_number(text), theirs), (text, theirs)


def test_an_integer_is_written_in_one_way(sqlite: apsw.Connection) -> None:
    for text in _texts():
        number = sqlite.execute("SELECT CAST(?1 AS INTEGER)", (text,)).fetchone()[0]
        written = sqlite.execute("SELECT CAST(?1 AS TEXT)", (number,)).fetchone()[0]
        assert written_integer(text) == (number if written == text else None), text

"""The collations of the dialect against SQLite's."""

from __future__ import annotations

import pickle
from copy import deepcopy
from itertools import product

import apsw
import pytest

from constraints_vs_sqlite.on_rows import broken
from spotit.database import Database, Rows
from spotit.dialect.collation import BINARY, NOCASE, RTRIM, Collation, collation_named
from spotit.engine.open import system
from spotit.options import Options
from spotit.schemas.load import schema_from_ddl

ALL = (BINARY, NOCASE, RTRIM)
TEXTS = (
    "", " ", "  ", "a", "A", "b", "B", "ab", "aB", "Ab", "a ", "a  ", " a", "A ", "a\t", "a\n", "a\u00a0", "a!",
    "z", "Z", "[", "`", "{", "@", "ä", "Ä", "ß", "SS", "ı", "I", "i", "İ", "K", "\u212a", "k",
    "\U0001f600", "\ufffd", "0", "1",
)  # fmt: skip


def _compare(collation: Collation, left: str, right: str) -> int:
    sql = f"SELECT (?1 > ?2 COLLATE {collation.name}) - (?1 < ?2 COLLATE {collation.name})"
    return int(apsw.Connection(":memory:").execute(sql, (left, right)).fetchone()[0])


@pytest.mark.parametrize("collation", ALL, ids=str)
def test_keys_compare_as_sqlite_compares(collation: Collation) -> None:
    for left, right in product(TEXTS, repeat=2):
        first, second = collation.key(left), collation.key(right)
        assert (first > second) - (first < second) == _compare(collation, left, right), (left, right)


@pytest.mark.parametrize("collation", ALL, ids=str)
def test_variants_are_other_texts_that_sqlite_calls_equal(collation: Collation) -> None:
    for text in TEXTS:
        assert text not in collation.variants(text)
        assert all(_compare(collation, text, other) == 0 for other in collation.variants(text)), text


@pytest.mark.parametrize("collation", (NOCASE, RTRIM), ids=str)
def test_samples_hold_what_the_collation_identifies_and_what_it_reorders(collation: Collation) -> None:
    orders = {
        (_compare(BINARY, left, right), _compare(collation, left, right))
        for left, right in product(collation.samples, repeat=2)
    }
    assert (1, 0) in orders
    assert (1, -1) in orders


def test_a_digit_is_its_own_key() -> None:
    assert all(collation.key(digit) == digit for collation in ALL for digit in "0123456789")


def test_one_object_each() -> None:
    for collation in ALL:
        assert collation_named(collation.name.lower()) is collation
        assert deepcopy(collation) is collation
        assert pickle.loads(pickle.dumps(collation)) is collation
    assert collation_named("UNICODE") is None


@pytest.mark.parametrize(("child", "kept"), [("A", True), ("É", True), ("é", False), ("a ", False)])
def test_a_foreign_key_finds_its_parent_as_in_sqlite(child: str, kept: bool) -> None:
    schema = schema_from_ddl(
        "CREATE TABLE p(k TEXT COLLATE NOCASE PRIMARY KEY); CREATE TABLE c(k TEXT REFERENCES p(k))"
    )
    database = Database({"p": Rows(("k",), (("a",), ("É",))), "c": Rows(("k",), ((child,),))})
    connection = apsw.Connection(":memory:")
    connection.execute(system().script(database, schema))
    assert (not connection.execute("PRAGMA foreign_key_check").fetchall()) == kept
    assert (not broken(schema, database, Options())) == kept

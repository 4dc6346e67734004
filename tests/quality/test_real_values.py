"""Values that no query names look real, and everything else about the witness stays as it was."""

from __future__ import annotations

import re

import pytest

from spotit import Options, check
from spotit.verdict import Different
from spotit.vocabulary.lexicon import Lexicon

SHOP = """
CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT, born DATE);
CREATE TABLE purchase (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customer(id),
    amount INTEGER NOT NULL CHECK (amount > 0), day DATE NOT NULL, code TEXT);
CREATE TABLE part (part_id TEXT PRIMARY KEY, label TEXT);
CREATE TABLE piece (piece_id TEXT PRIMARY KEY, part_id TEXT NOT NULL REFERENCES part(part_id));
"""


def different(left: str, right: str, schema: str = SHOP, lexicon: Lexicon | None = None) -> Different:
    verdict = check(left, right, schema, Options(), **({"lexicon": lexicon} if lexicon else {}))
    assert isinstance(verdict, Different)
    return verdict


def column(verdict: Different, table: str, name: str) -> list:
    return [row[0] for row in verdict.witness.database.tables[table].project((name,))]


def test_different_rows_have_different_names_and_days() -> None:
    verdict = different("SELECT COUNT(*) FROM purchase", "SELECT COUNT(DISTINCT customer_id) FROM purchase")
    days = column(verdict, "purchase", "day")
    assert len(days) == len(set(days)) == 2
    assert verdict.left.rows == ((2,),) and verdict.right.rows == ((1,),)


def test_values_that_meet_stay_equal() -> None:
    verdict = different(
        "SELECT p.part_id FROM part p JOIN piece q ON q.part_id = p.part_id", "SELECT part_id FROM part WHERE 1 = 0"
    )
    assert column(verdict, "part", "part_id") == column(verdict, "piece", "part_id")
    assert re.fullmatch(r"P\d+", column(verdict, "part", "part_id")[0])


@pytest.mark.parametrize("order", ["ASC", "DESC"])
def test_the_order_of_names_stays(order: str) -> None:
    verdict = different(
        f"SELECT id FROM customer ORDER BY name {order} LIMIT 1", f"SELECT id FROM customer ORDER BY id {order} LIMIT 1"
    )
    names = column(verdict, "customer", "name")
    assert len(set(names)) == 2 and all(len(name) > 2 for name in names)


def test_what_a_query_names_stays() -> None:
    verdict = different("SELECT id FROM customer WHERE city = 'b'", "SELECT id FROM customer WHERE city = 'c'")
    assert set(column(verdict, "customer", "city")) <= {"b", "c"}


def test_a_text_around_a_pattern_has_words() -> None:
    verdict = different("SELECT id FROM customer WHERE name LIKE '%Ann%'", "SELECT id FROM customer WHERE name = 'Ann'")
    (name,) = column(verdict, "customer", "name")
    assert "ann" in name.lower() and name not in ("Ann", "xAnny")


def test_codes_look_like_the_named_one() -> None:
    verdict = different("SELECT COUNT(*) FROM part WHERE part_id <> 'TR006'", "SELECT 0")
    assert all(re.fullmatch(r"TR\d{3}", code) for code in column(verdict, "part", "part_id"))


def test_known_values_come_first() -> None:
    lexicon = Lexicon({("customer", "city"): ("Fresno", "Lodi")})
    verdict = different("SELECT city FROM customer", "SELECT city FROM customer WHERE 0", lexicon=lexicon)
    assert column(verdict, "customer", "city") == ["Fresno"]


def test_a_name_of_several_columns_says_nothing_about_them() -> None:
    lexicon = Lexicon(named={"label": ("Fresno",), "city": ("Lodi",)})
    schema = SHOP + "CREATE TABLE box (id INTEGER PRIMARY KEY, label TEXT NOT NULL, city_2 TEXT);"
    verdict = different("SELECT label FROM part", "SELECT label FROM part WHERE 0", schema, lexicon)
    assert column(verdict, "part", "label") != ["Fresno"]
    verdict = different("SELECT city FROM customer", "SELECT city FROM customer WHERE 0", schema, lexicon)
    assert column(verdict, "customer", "city") == ["Lodi"]


def test_a_check_is_kept() -> None:
    schema = "CREATE TABLE t (id INTEGER PRIMARY KEY, city TEXT CHECK (length(city) = 1))"
    verdict = different("SELECT city FROM t", "SELECT city FROM t WHERE 0", schema)
    assert all(len(city) == 1 for city in column(verdict, "t", "city"))


def test_the_same_input_gives_the_same_witness() -> None:
    queries = ("SELECT name FROM customer WHERE born > '1990-01-01'", "SELECT name FROM customer")
    assert different(*queries).witness.script == different(*queries).witness.script


def test_no_tag_comes_in() -> None:
    verdict = different("SELECT id FROM purchase WHERE day > '2013-01-01'", "SELECT id FROM purchase")
    assert verdict.witness.tags == () and verdict.grade.value == "ordinary"


def test_with_as_many_rows_both_results_say_something() -> None:
    verdict = different(
        "SELECT name FROM customer WHERE city = 'Rome'", "SELECT city FROM customer WHERE city = 'Rome'"
    )
    assert verdict.left.rows and verdict.right.rows
    assert column(verdict, "customer", "city") == ["Rome"]

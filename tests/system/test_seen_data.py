"""A database at hand says more than its schema: what its rows break is not taken for granted."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

import spotit
from spotit.verdict import Different

DDL = """
CREATE TABLE maker(id TEXT PRIMARY KEY, name TEXT);
CREATE TABLE model(id INTEGER PRIMARY KEY, maker TEXT REFERENCES maker(id), since DATE, seen DATETIME, opens TIME,
    doors INTEGER, price REAL, sold BOOLEAN, colour TEXT, weight DECIMAL(5, 2));
"""
CLEAN = [
    "INSERT INTO maker VALUES ('m1', 'Ada')",
    "INSERT INTO model VALUES (1, 'm1', '2020-02-29', '2020-01-01 10:00:00', '10:00:00', 4, 1.5, 1, 'red', 2)",
    "INSERT INTO model VALUES (2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)",
]


def database(folder: Path, *more: str) -> Path:
    """Return an SQLite file with clean rows, and with what else is inserted."""
    path = folder / "cars.sqlite"
    with sqlite3.connect(path) as connection:
        connection.executescript(DDL)
        for statement in (*CLEAN, *more):
            connection.execute(statement)
    connection.close()
    return path


def test_clean_data_say_nothing_new(tmp_path: Path) -> None:
    schema = spotit.load_schema(database(tmp_path))
    assert not schema.notes
    assert schema == spotit.load_schema(DDL)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("since", "'2020-02-30'"),
        ("since", "20200229"),
        ("since", "'29/02/2020'"),
        ("seen", "'2020-01-01'"),
        ("opens", "'10:00'"),
        ("doors", "'four'"),
        ("doors", "4.5"),
        ("price", "'cheap'"),
        ("sold", "'T'"),
        ("sold", "2"),
        ("colour", "x'00'"),
        ("weight", "''"),
    ],
)
def test_a_value_of_another_type_makes_a_column_hold_anything(column: str, value: str, tmp_path: Path) -> None:
    path = database(tmp_path, f"INSERT INTO model(id, {column}) VALUES (3, {value})")
    table = spotit.load_schema(path).table("model")
    assert table is not None
    assert [found.name for found in table.columns if found.is_mixed] == [column]
    left, right = f"SELECT typeof({column}) FROM model WHERE id = 3", f"SELECT typeof({column}) FROM model WHERE id = 1"
    assert not spotit.check(left, right, path).is_proved


def test_a_foreign_key_that_finds_no_row_is_not_assumed(tmp_path: Path) -> None:
    left, right = "SELECT maker FROM model", "SELECT maker.id FROM model JOIN maker ON maker.id = model.maker"
    right += " UNION SELECT NULL FROM model WHERE maker IS NULL"
    assert spotit.check(left, right, database(tmp_path), realistic="off").is_proved
    path = database(tmp_path / "..", "INSERT INTO model(id, maker) VALUES (3, 'm9')")
    verdict = spotit.check(left, right, path)
    path.unlink()
    assert isinstance(verdict, Different)
    assert verdict.notes == ("the data break the foreign key model(maker) -> maker: it is not assumed",)


def test_differences_on_the_data_at_hand_are_never_called_equal(tmp_path: Path) -> None:
    """The pairs are equal over the schema alone."""
    path = database(tmp_path, "INSERT INTO model(id, maker, since, sold) VALUES (3, 'm9', '1999', 'F')")
    for left, right in (
        ("SELECT id FROM model WHERE since IS NOT NULL", "SELECT id FROM model WHERE date(since) = since"),
        ("SELECT id FROM model WHERE sold IS NOT NULL", "SELECT id FROM model WHERE sold IN (0, 1)"),
        ("SELECT COUNT(maker) FROM model", "SELECT COUNT(*) FROM model JOIN maker ON maker.id = maker"),
    ):
        assert spotit.check(left, right, DDL).is_proved
        assert spotit.check(left, right, path).is_different


def test_a_proof_up_to_a_bound_is_not_claimed_against_the_data_at_hand(tmp_path: Path) -> None:
    """The quotient times the divisor is not the count again from 59 rows on."""
    left, right = "SELECT COUNT(*) / 57.0 * 57 FROM model", "SELECT CAST(COUNT(*) AS REAL) FROM model"
    assert spotit.check(left, right, DDL).is_proved
    rows = ", ".join(f"({number})" for number in range(59))
    path = database(tmp_path, "DELETE FROM model", f"INSERT INTO model(id) VALUES {rows}")
    verdict = spotit.check(left, right, path)
    assert verdict.verdict == "undecided"
    assert "different results on cars.sqlite" in str(verdict)
    assert spotit.check(left, right, path, realistic="off").is_proved

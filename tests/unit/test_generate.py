"""The databases that the probe draws: they keep the declared constraints and hold what the queries ask about."""

from __future__ import annotations

from collections.abc import Iterator

from constraints_vs_sqlite.on_rows import broken
from spotit.database import Database
from spotit.options import Options
from spotit.plan.hints.usage import Usage, analyse
from spotit.schema import Schema
from spotit.schemas.load import schema_from_ddl
from spotit.search.hints.column_values import fill_of
from spotit.search.refute.generate import Generator, Profile
from spotit.sql.lowering.query import lower_query

CIRCLE = schema_from_ddl("""
    CREATE TABLE team(id INTEGER PRIMARY KEY, captain INTEGER NOT NULL REFERENCES player(id));
    CREATE TABLE player(id INTEGER PRIMARY KEY, team INTEGER NOT NULL REFERENCES team(id), name TEXT)
""")
SHOP = schema_from_ddl("""
    CREATE TABLE shop(id INTEGER PRIMARY KEY, name TEXT, opened DATETIME, size INTEGER);
    CREATE TABLE sale(id INTEGER PRIMARY KEY, shop_id INTEGER REFERENCES shop(id), price REAL)
""")


def _usage(left: str, right: str, schema: Schema) -> Usage:
    now = Options().now
    return analyse(lower_query(left, schema, now=now), lower_query(right, schema, now=now), schema)


def _drawn(left: str, right: str, schema: Schema, profile: Profile, count: int = 60) -> Iterator[Database]:
    generator = Generator(schema, _usage(left, right, schema), Options())
    for _ in range(count):
        yield generator.database(profile)


def _keys_hold(database: Database, schema: Schema) -> bool:
    return not broken(schema, database, Options())


def test_tables_that_refer_to_each_other_are_filled() -> None:
    sql = "SELECT t.id FROM team t JOIN player p ON p.team = t.id WHERE p.name = 'Ann'"
    found = list(_drawn(sql, sql, CIRCLE, Profile(rows=3, passing=0.8)))
    assert all(_keys_hold(database, CIRCLE) for database in found)
    assert sum(database.size > 1 for database in found) > 30


def test_a_circle_with_a_table_of_its_own_rows() -> None:
    schema = schema_from_ddl("""
        CREATE TABLE a(id INTEGER PRIMARY KEY, b INTEGER REFERENCES b(id), up INTEGER NOT NULL REFERENCES a(id));
        CREATE TABLE b(id INTEGER PRIMARY KEY REFERENCES a(id))
    """)
    found = list(_drawn("SELECT b, up FROM a", "SELECT id, 1 FROM b", schema, Profile(rows=4, nulls=0.1), 200))
    assert all(_keys_hold(database, schema) for database in found)
    assert any(database.tables["a"].rows and database.tables["b"].rows for database in found)


def test_a_hole_is_in_one_column_at_a_time() -> None:
    sql = "SELECT name, size FROM shop JOIN sale ON shop_id = shop.id WHERE price > 1"
    holes = set()
    for database in _drawn(sql, sql, SHOP, Profile(rows=3, hole=1.0)):
        empty = {
            (name, table.columns[place])
            for name, table in database.tables.items()
            for row in table.rows
            for place, value in enumerate(row)
            if value is None
        }
        assert len(empty) <= 1
        holes |= empty
    assert holes == {("shop", "name"), ("shop", "size"), ("sale", "shop_id"), ("sale", "price")}


def test_at_least_so_many_rows() -> None:
    sql = "SELECT name FROM shop"
    sizes = {len(d.tables["shop"].rows) for d in _drawn(sql, sql, SHOP, Profile(rows=5, least=4))}
    assert sizes == {4, 5}


def _shared(condition: str, column: str) -> set[object]:
    sql = f"SELECT name FROM shop WHERE {condition}"
    table = SHOP.table("shop")
    assert table is not None
    declared = table.column(column)
    assert declared is not None
    return {value for values in fill_of(table, declared, _usage(sql, sql, SHOP), 6).shared for value in values}


def test_values_that_pass_a_comparison_are_not_all_equal() -> None:
    assert _shared("size > 499", "size") >= {500, 501, 509}
    assert _shared("size <= 20", "size") >= {20, 19, 18, 10}
    assert _shared("name < '13:00:00'", "name") >= {"12:00:00", "11:00:00"}
    assert _shared("opened >= '2010-01-01 10:00:00'", "opened") >= {"2010-01-01 10:00:00", "2010-01-11 10:00:00"}


def test_a_date_of_another_layout_is_taken_as_it_is() -> None:
    text = "2010-07-19 19:16:14.0"
    assert text in _shared(f"opened = '{text}'", "opened")
    assert _shared("opened = '2010-07-19 19:16:14'", "opened") == {"2010-07-19 19:16:14"}


def test_what_an_average_by_hand_is_compared_with_is_a_value() -> None:
    sql = "SELECT name FROM shop JOIN sale ON shop_id = shop.id GROUP BY name HAVING SUM(size) / COUNT(price) > 400"
    usage = _usage(sql, sql, SHOP)
    assert 400 in usage.number_pool(usage.class_of["shop", "size"])
    assert 400 not in usage.number_pool(usage.class_of["sale", "price"])


def test_a_text_column_that_is_called_a_date_holds_dates() -> None:
    schema = schema_from_ddl(
        "CREATE TABLE paid(id INTEGER PRIMARY KEY, pay_date TEXT, birthday TEXT, update_note TEXT)"
    )
    table = schema.table("paid")
    assert table is not None
    usage = _usage("SELECT birthday FROM paid WHERE pay_date = '201208'", "SELECT birthday FROM paid", schema)
    first = {
        name: fill_of(table, column, usage, 6).pool[:3]
        for name in ("pay_date", "birthday")
        if (column := table.column(name))
    }
    assert first["birthday"] == ("2000-01-01", "2001-02-03", "2002-03-04")
    assert set(first["pay_date"]) == {"201208", "201207", "201209"}

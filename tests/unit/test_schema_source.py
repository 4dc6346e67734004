"""Schema in: every kind of source, and every shared schema."""

import json
from dataclasses import replace
from pathlib import Path

import apsw
import pytest

from spotit.cli.inputs import file_named, schema_of
from spotit.dialect.collation import BINARY
from spotit.engine.open import system
from spotit.errors import SchemaError
from spotit.schema import DeclaredColumn, ForeignKey, Schema, Table
from spotit.schemas.load import load_schema

DATA = Path(__file__).parents[3] / "shared" / "data"
ENTRY = {
    "db_id": "demo",
    "table_names_original": ["a", "b", "sqlite_sequence"],
    "column_names_original": [
        [-1, "*"],
        [0, "x"],
        [0, "y"],
        [0, "born"],
        [1, "x"],
        [1, "y"],
        [1, "height"],
        [2, "n"],
    ],
    "column_types": ["text", "number", "text", "time", "number", "text", "number", "text"],
    "primary_keys": [[1, 2]],
    "foreign_keys": [[4, 1], [5, 2]],
}


def test_tables_json_entry():
    schema = load_schema(ENTRY)
    a, b = schema.tables
    assert a.columns == (
        DeclaredColumn("x", "INTEGER"),
        DeclaredColumn("y", "TEXT"),
        DeclaredColumn("born", "DATETIME"),
    )
    assert a.primary_key == ("x", "y")
    assert b.columns == (
        DeclaredColumn("x", "INTEGER"),
        DeclaredColumn("y", "TEXT"),
        DeclaredColumn("height", "NUMERIC"),
    )
    assert b.foreign_keys == (ForeignKey(("x", "y"), "a", ("x", "y")),)
    assert any("sqlite_sequence" in note for note in schema.notes)


def test_foreign_keys_that_share_a_target_stay_apart():
    entry = {**ENTRY, "primary_keys": [1], "foreign_keys": [[4, 1], [6, 1]]}
    assert load_schema(entry).tables[1].foreign_keys == (
        ForeignKey(("x",), "a", ("x",)),
        ForeignKey(("height",), "a", ("x",)),
    )


@pytest.mark.parametrize(
    "change",
    [
        {"column_types": ["text"]},
        {"primary_keys": [99]},
        {"foreign_keys": [[1]]},
        {"table_names_original": "ab"},
        {
            "column_names_original": [[-1, "*"]],
            "column_types": ["text"],
            "primary_keys": [],
            "foreign_keys": [],
        },
    ],
)
def test_malformed_entries(change):
    with pytest.raises(SchemaError):
        load_schema({**ENTRY, **change})


def test_files(tmp_path):
    ddl = "CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT);"
    sql, csv, sqlite, tables = (tmp_path / name for name in ("s.sql", "s.csv", "s.db", "tables.json"))
    sql.write_text("\ufeff" + ddl, encoding="utf-8")
    csv.write_text(f'table_name,DDL\nt,"{ddl}"\n')
    apsw.Connection(str(sqlite)).execute(ddl)
    tables.write_text(json.dumps([ENTRY, {**ENTRY, "db_id": "other"}]))
    expected = load_schema(ddl)
    for path in (sql, csv, sqlite):
        assert load_schema(path) == expected
        assert load_schema(str(path)) == expected
    assert load_schema(expected) is expected
    assert load_schema(tables, db_id="other") == load_schema(ENTRY)
    for db_id in (None, "third"):
        with pytest.raises(SchemaError, match="demo, other"):
            load_schema(tables, db_id=db_id)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("junk.sql", b"\xff\xfe\x00\x80"),
        ("junk.sqlite", b"SQLite format 3\x00 and then nothing of the kind" * 50),
        ("junk.json", b"[1, 2"),
        ("list.json", b"[1, 2]"),
        ("deep.json", b"[" * 100_000),
        ("junk.csv", b"a,b\n1,2\n"),
        ("empty.sql", b""),
        ("nul.sql", b"CREATE TABLE t (a \x00 INT)"),
    ],
)
def test_bad_files(tmp_path, name, content):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(SchemaError):
        load_schema(path)


def test_no_such_file(tmp_path):
    for source in (tmp_path / "none.sql", str(tmp_path / "none.sql"), tmp_path, ""):
        with pytest.raises(SchemaError):
            load_schema(source)


def test_unknown_collations_and_functions_of_a_file_are_noted(tmp_path):
    path = tmp_path / "s.sqlite"
    connection = apsw.Connection(str(path))
    connection.create_collation("odd", lambda a, b: (a > b) - (a < b))
    connection.create_scalar_function("mine", lambda a: a, deterministic=True)
    connection.execute("CREATE TABLE t (a TEXT COLLATE odd, b INT CHECK (mine(b) > 0), c INT CHECK (c > 0))")
    connection.close()
    schema = load_schema(path)
    assert schema.tables[0].columns[0].collation is BINARY
    assert schema.tables[0].checks == ("c > 0",)
    assert len(schema.notes) == 2


@pytest.mark.parametrize("length", [100, 255, 256, 300, 999, 1000, 1001, 5000])
def test_ddl_on_one_line_is_no_file_name(length: int, tmp_path: Path):
    columns = ", ".join(f"c{number} INT" for number in range(length // 8))
    ddl = f"CREATE TABLE t(a INT, {columns})".ljust(length)
    assert len(ddl) >= length
    assert file_named(ddl, tmp_path) is None
    assert schema_of(ddl).tables == load_schema(ddl).tables


def shared() -> list[tuple[Path, str | None]]:
    files = [*DATA.glob("bird/databases/*/schema.sql"), *DATA.glob("*/databases/*/*.sqlite")]
    found: list[tuple[Path, str | None]] = [
        (path, None) for path in (*files, *DATA.glob("spider2_sqlite/schemas/*/DDL.csv"))
    ]
    for path in (*DATA.glob("*/*tables.json"),):
        found += [(path, entry["db_id"]) for entry in json.loads(path.read_text(encoding="utf-8"))]
    return found


def enforced(schema: Schema) -> Schema:
    """The schema without what `ddl` does not say."""
    return Schema(tuple(_enforced(table, schema) for table in schema.tables), schema.views)


def _enforced(table: Table, schema: Schema) -> Table:
    found = zip(table.foreign_keys, schema.inclusions(table.name), strict=True)
    columns = tuple(replace(column, is_mixed=False) for column in table.columns)
    return replace(table, columns=columns, foreign_keys=tuple(key for key, there in found if there.is_enforced))


@pytest.mark.skipif(not DATA.exists(), reason="the shared data is not beside the repository")
def test_every_shared_schema_loads_and_comes_back_from_its_own_ddl():
    sources = shared()
    assert len(sources) > 200
    for path, db_id in sources:
        schema = load_schema(path, db_id=db_id)
        again = load_schema(system().ddl(schema))
        assert enforced(again) == enforced(schema), (path, db_id)

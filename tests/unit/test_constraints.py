"""Constraints on rows, and what a schema says of its tables by its foreign keys."""

from __future__ import annotations

from spotit.constraints.check import Check
from spotit.constraints.constraint import broken_by, violations, without_broken
from spotit.constraints.inclusion import Inclusion
from spotit.constraints.key import Key
from spotit.constraints.not_null import NotNull
from spotit.database import Rows
from spotit.dialect.collation import NOCASE
from spotit.schema import DeclaredColumn, ForeignKey, Schema, Table

BOSS = Table(
    "boss",
    (DeclaredColumn("id", "INTEGER"), DeclaredColumn("name", "TEXT", collation=NOCASE)),
    ("id",),
    unique=(("name",),),
)
TEAM = Table(
    "team",
    (DeclaredColumn("id", "INT"), DeclaredColumn("head", "TEXT"), DeclaredColumn("size", "INT", not_null=True)),
    ("id",),
    foreign_keys=(ForeignKey(("head",), "Boss", ("NAME",)),),
    checks=("size > 0",),
)
PLAYER = Table(
    "player",
    (DeclaredColumn("team", "INT"), DeclaredColumn("mate", "INT")),
    foreign_keys=(ForeignKey(("team",), "team", ("id",)), ForeignKey(("mate",), "player", ("mate",))),
)
SCHEMA = Schema((PLAYER, TEAM, BOSS))


def test_a_schema_lists_what_holds() -> None:
    found = [str(constraint) for constraint in SCHEMA.constraints()]
    assert found == [
        "player(rowid) is a key",
        "player(team) -> team(id)",
        "player(mate) -> player(mate)",
        "team.id is not NULL",
        "team.size is not NULL",
        "team(id) is a key",
        "team(rowid) is a key",
        "team(head) -> boss(name)",
        "team: size > 0",
        "boss.id is not NULL",
        "boss(id) is a key",
        "boss(name) is a key",
    ]


def test_options_loosen_what_holds() -> None:
    kinds = [type(c) for c in SCHEMA.constraints(foreign_keys=False)]
    assert Inclusion not in kinds
    assert "team.id is not NULL" not in map(str, SCHEMA.constraints(null_keys=True))
    assert "boss.id is not NULL" in map(str, SCHEMA.constraints(null_keys=True))


def test_only_declared_keys_are_enforced() -> None:
    assert [key.is_enforced for key in SCHEMA.inclusions("player")] == [True, False]
    assert [key.is_plain for key in (*SCHEMA.inclusions("player"), *SCHEMA.inclusions("team"))] == [True, True, False]


def test_a_missing_column_is_null() -> None:
    assert NotNull("boss", "id").broken_by({"boss": Rows(("name",), (("a",), ("b",)))}) == [0, 1]
    assert NotNull("boss", "id").broken_by({}) == []


def test_a_key_counts_from_the_second_row_on_and_no_null() -> None:
    key = next(c for c in SCHEMA.constraints() if isinstance(c, Key) and c.columns == ("name",))
    rows = Rows(("NAME",), (("a",), (None,), ("A",), (None,), ("b",)))
    assert key.broken_by({"boss": rows}) == [2]


def test_a_rowid_is_an_integer() -> None:
    key = next(c for c in SCHEMA.constraints() if isinstance(c, Key) and c.is_rowid and c.table == "boss")
    assert key.broken_by({"boss": Rows(("id",), (("1",), (2.0,), (1.5,), ("x",)))}) == [2, 3]


def test_an_inclusion_finds_its_partner_under_the_targets_collation() -> None:
    (key,) = SCHEMA.inclusions("team")
    tables = {"boss": Rows(("name",), (("ann",),)), "team": Rows(("head",), (("ANN",), ("bob",), (None,), ("bob",)))}
    assert key.missing(tables) == {("bob",): [1, 3]}
    assert key.broken_by(tables) == [1, 3]


def test_a_text_column_tells_1_from_1_0() -> None:
    code = DeclaredColumn("code", "TEXT")
    near = Table("b", (code,), foreign_keys=(ForeignKey(("code",), "a", ("code",)),))
    (key,) = Schema((Table("a", (code,), primary_key=("code",)), near)).inclusions("b")
    tables = {"a": Rows(("code",), ((1,), ("x",))), "b": Rows(("code",), ((1.0,), (1,), ("1",), ("x",), (None,)))}
    assert key.missing(tables) == {(1.0,): [0]}


def test_a_check_is_broken_where_it_is_false() -> None:
    check = Check("team", "size > 0")
    rows = {"team": Rows(("size",), ((1,), (0,), (None,)))}
    truths = [True, False, None]
    assert broken_by(check, rows, lambda _check, _rows: truths) == [1]
    assert list(violations([check], rows, lambda _check, _rows: truths)) == ["team: size > 0: row 2 of team breaks it"]


def test_rows_go_until_nothing_is_broken() -> None:
    tables = {
        "player": Rows(("team",), ((1,), (2,), (None,))),
        "team": Rows(("id", "head"), ((1, "ann"), (2, "bob"))),
        "boss": Rows(("id", "name"), ((1, "Ann"),)),
    }
    bound = [c for c in SCHEMA.constraints() if isinstance(c, Key | Inclusion)]
    kept = without_broken(tables, bound)
    assert {name: rows.rows for name, rows in kept.items()} == {
        "player": ((1,), (None,)),
        "team": ((1, "ann"),),
        "boss": ((1, "Ann"),),
    }


def test_what_foreign_keys_lead_to() -> None:
    assert [table.name for table in SCHEMA.reached(["TEAM"])] == ["team", "boss"]
    assert [table.name for table in SCHEMA.reached(["player", "none"])] == ["player", "team", "boss"]


def test_parents_come_first_and_circles_are_cut() -> None:
    assert SCHEMA.parents_first(["player", "boss", "team"]) == ["boss", "team", "player"]
    ring = Schema(
        (
            Table("a", (DeclaredColumn("x", "INT"),), ("x",), foreign_keys=(ForeignKey(("x",), "b", ("x",)),)),
            Table("b", (DeclaredColumn("x", "INT"),), ("x",), foreign_keys=(ForeignKey(("x",), "a", ("x",)),)),
        )
    )
    assert ring.parents_first(["a", "b"]) == ["b", "a"]
    assert ring.parents_first(["b", "a"]) == ["a", "b"]


def test_the_hidden_rowid_takes_a_name_that_no_column_has() -> None:
    assert Table("t", (DeclaredColumn("a"),)).hidden_rowid == "rowid"
    assert Table("t", (DeclaredColumn("RowId"),)).hidden_rowid == "_rowid_"
    assert Table("t", tuple(map(DeclaredColumn, ("rowid", "oid", "_rowid_")))).hidden_rowid is None
    assert Table("t", (DeclaredColumn("a", "INTEGER"),), ("a",)).hidden_rowid is None
    assert Table("t", (DeclaredColumn("a"),), ("a",), without_rowid=True).hidden_rowid is None

"""Where SQL leaves a result open: what the engine answers must be one of the permitted results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from spotit.database import Database, Row, Rows
from spotit.dialect.wording import literal
from spotit.errors import UnsupportedSql
from spotit.options import Options, Semantics
from spotit.selftest.agreement import prepare
from spotit.selftest.sweep import Ground, ground
from spotit.smt.solve.solver import Sat, solve
from spotit.smt.terms.boolean import not_
from spotit.smt.terms.term import FALSE, TRUE, Terms
from spotit.sql import lower_query
from spotit.symbolic.concrete import choices_on_database
from spotit.symbolic.encode import Setting
from spotit.work import Work

BAG = Options(semantics=Semantics.BAG)


def is_permitted(sql: str, database: Database, found: Sequence[Row], setting: Setting) -> bool | None:
    """Tell whether some choice gives the rows that the engine found; None when that cannot be told."""
    if any(isinstance(value, float) and float(f"{value:.6g}") != value for row in found for value in row):
        return None  # a rounded number is no exact one
    bag = replace(setting, options=BAG)
    query = lower_query(sql, setting.schema, now=BAG.now)
    shown = lower_query(_values(found, len(query.rel.columns)), setting.schema, now=BAG.now)
    with Terms():
        try:
            found = choices_on_database(query, shown, database, bag)
        except UnsupportedSql:
            return None
        if found.differ in (TRUE, FALSE):
            return found.differ is FALSE
        return isinstance(solve([not_(found.differ), *found.rules], allowance=Work().allow(5.0), memory_mb=2000), Sat)


def _values(rows: Sequence[Row], width: int) -> str:
    if not rows:
        return f"SELECT {', '.join(['NULL'] * width)} WHERE 0"
    return "VALUES " + ", ".join(f"({', '.join(map(literal, row))})" for row in rows)


FORBIDDEN: tuple[tuple[str, tuple[Row, ...], tuple[Row, ...]], ...] = (
    ("SELECT a FROM r LIMIT 1", ((1, "a"), (2, "b")), ()),
    ("SELECT a FROM r LIMIT 1", ((1, "a"), (2, "b")), ((1,), (2,))),
    ("SELECT a FROM r LIMIT 1", ((1, "a"), (2, "b")), ((3,),)),
    ("SELECT a, b FROM r ORDER BY a LIMIT 1", ((1, "a"), (1, "b"), (2, "c")), ((2, "c"),)),
    ("SELECT DISTINCT a FROM r ORDER BY b", ((1, "a"), (1, "b")), ((1,), (1,))),
    ("SELECT DISTINCT a FROM r ORDER BY b", ((1, "a"), (1, "b")), ()),
    ("SELECT b, max(a) FROM r", ((1, "a"), (2, "b"), (2, "c")), (("a", 2),)),
    ("SELECT count(*), a, b FROM r", ((1, "a"), (2, "b")), ((2, 1, "b"),)),
    ("SELECT group_concat(b) FROM r", ((1, "a"), (2, "b")), (("a",),)),
    ("SELECT group_concat(b ORDER BY a) FROM r", ((1, "a"), (1, "b"), (2, "c")), (("a,c,b",),)),
    ("SELECT a, row_number() OVER () FROM r", ((1, "a"), (2, "b")), ((1, 1), (2, 1))),
    ("SELECT b, row_number() OVER (ORDER BY a) FROM r", ((1, "a"), (1, "b"), (2, "c")), (("a", 3), ("b", 1), ("c", 2))),
    ("SELECT b, first_value(b) OVER (ORDER BY a) FROM r", ((1, "a"), (1, "b")), (("a", "a"), ("b", "b"))),
    (
        "WITH RECURSIVE c(n) AS (SELECT a FROM r UNION ALL SELECT n + 10 FROM c WHERE n < 10 LIMIT 2) SELECT n FROM c",
        ((1, "a"), (2, "b")),
        ((1,), (11,)),
    ),
)
"""Queries, rows of r(a, b), and results that no choice gives."""


PERMITTED: tuple[tuple[str, tuple[Row, ...], tuple[tuple[Row, ...], ...]], ...] = (
    ("SELECT DISTINCT b COLLATE NOCASE FROM r", ((1, "a"), (2, "A")), ((("a",),), (("A",),))),
    ("SELECT b COLLATE NOCASE, count(*) FROM r GROUP BY 1", ((1, "a"), (2, "A")), ((("a", 2),), (("A", 2),))),
    ("SELECT max(b COLLATE NOCASE) FROM r", ((1, "a"), (2, "A")), ((("a",),), (("A",),))),
    ("SELECT group_concat(DISTINCT b COLLATE NOCASE) FROM r", ((1, "a"), (2, "A")), ((("a",),), (("A",),))),
    ("SELECT a FROM r LIMIT 1", ((1, "a"), (2, "b")), (((1,),), ((2,),))),
    ("SELECT (SELECT a FROM r)", ((1, "a"), (2, "b")), (((1,),), ((2,),))),
    ("SELECT count(*), b FROM r", ((1, "a"), (2, "b")), (((2, "a"),), ((2, "b"),))),
)
"""Queries, rows of r(a, b), and results that a choice gives."""


def wrongly_forbidden(setting: Setting) -> str:
    """Return a permitted result that is held to be forbidden, the empty string when none is."""
    for sql, rows, results in PERMITTED:
        for result in results:
            if not is_permitted(sql, Database({"r": Rows(("a", "b"), rows)}), result, setting):
                return f"{sql}\n{rows}\n{result}"
    return ""


def wrongly_permitted(setting: Setting) -> str:
    """Return a forbidden result that is held to be permitted, the empty string when none is."""
    for sql, rows, result in FORBIDDEN:
        if is_permitted(sql, Database({"r": Rows(("a", "b"), rows)}), result, setting):
            return f"{sql}\n{rows}\n{result}"
    return ""


def sweep_open(
    make: Callable[[Random], tuple[str, str]], *, seed: str, queries: int, databases: int = 15, rows: int = 3
) -> tuple[int, str]:
    """Return how many open results were held against the permitted ones, and the first that is none of them."""
    random = Random(seed)
    places: dict[str, Ground] = {}
    compared = 0
    for _ in range(queries):
        name, sql = make(random)
        if name not in places:
            places[name] = ground(name)
        place = places[name]
        try:
            prepared = prepare(sql, place.setting, rows)
        except UnsupportedSql:
            continue
        for _ in range(databases):
            database = place.databases.draw(random, rows)
            answer = prepared.answer(database, random)
            if answer is None or not answer.ambiguous or not answer.exact:
                continue
            place.engine.load(database)
            found = place.engine.run(sql).rows
            permitted = is_permitted(sql, database, found, place.setting)
            compared += permitted is not None
            if permitted is False:
                return compared, f"[{name}] {sql}\n{database}\n{found}"
    return compared, ""

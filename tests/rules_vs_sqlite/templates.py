"""Queries of the shapes on which rules about subqueries, windows and groups work, over columns of every sort."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from rules_vs_sqlite.world import Tally, World, hold
from spotit.options import Semantics

COLUMNS = {"p": ("k", "a", "b", "c", "u", "z", "f"), "q": ("k", "n", "p", "g", "v", "x"), "s": ("m", "p")}
NUMBERS = {"p": ("k", "a"), "q": ("k", "n", "x")}
PARTS = {
    "agg": ("COUNT(*)", "COUNT({t.x})", "MAX({t.x})", "MIN({t.x})", "COUNT(DISTINCT {t.x})", "SUM(1)",
            "SUM(CASE WHEN {t.x} > 1 THEN 1 ELSE 0 END)", "MAX({t.x}) FILTER (WHERE {t.x} > 1)"),
    "win": ("COUNT(*)", "MAX({t.x})", "MIN({t.x})", "COUNT({t.x})", "MAX({t.x} COLLATE NOCASE)"),
    "num": ("ROW_NUMBER()", "RANK()", "DENSE_RANK()"),
    "con": ("1", "'a'", "1.0", "NULL", "0", "1 + 1", "7"),
    "com": ("{t.x} + 1", "{t.x} < 2", "1", "COALESCE({t.x}, 1)", "-{t.x}", "{t.x} || 'a'", "CAST({t.x} AS TEXT)"),
    "com2": ("SUM(n)", "MAX(n)", "MIN(n)", "COUNT(n)", "COUNT(*)", "MAX(n), SUM(n)"),
    "dis": ("", "", "DISTINCT "),
    "dir": ("", " DESC", " ASC NULLS LAST", " DESC NULLS FIRST"),
    "cmp": ("= 0", "> 0", ">= 1", "<> 0", "< 1", "<= 0", "= 1", "> 1", "IS 0", "IS NOT 0"),
    "eq": ("=", "=", "IS"),
    "test": ("{t.x} > 1", "{t.x} IS NOT NULL", "{t.x} = {t.x}", "{t.x} <= 'a'", "1"),
    "ext": ("MAX", "MIN"),
    "less": ("<", "<=", ">", ">="),
    "add": ("TOTAL", "AVG"),
    "some": ("IS NOT NULL", ">= 0", "IS NULL", "< 2"),
    "join": ("JOIN", "LEFT JOIN"),
    "lose": ("GROUP BY x", "GROUP BY x, w", "UNION SELECT 1 WHERE 0", "UNION ALL SELECT 1 WHERE 0", "WHERE x > 1"),
    "set": ("UNION", "INTERSECT", "EXCEPT"),
    "over": ("PARTITION BY {t.x}", "", "PARTITION BY {t.x}, {t.x}", "ORDER BY {t.x}",
             "PARTITION BY {t.x} ORDER BY {t.x}",
             "ORDER BY {t.x} ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING"),
}  # fmt: skip
TEMPLATES = (
    "SELECT {t.x}, {t.x} FROM {t} ORDER BY {t.x}{dir} LIMIT 1",
    "SELECT {t.x} FROM {t} WHERE {test} ORDER BY {t.x}{dir} LIMIT 1",
    "SELECT {o.x} FROM {o} AS o WHERE {o.x} {eq} (SELECT {t.x} FROM {t} WHERE {test} ORDER BY {t.x}{dir} LIMIT 1)",
    "SELECT o.{y}, (SELECT {t.y} FROM {t} WHERE {t.x} {eq} o.{y} ORDER BY {t.y}{dir} LIMIT 1) FROM {o} AS o",
    "SELECT (SELECT {agg} FROM {t} WHERE {test})",
    "SELECT {t.x}, {agg}, {agg} FROM {t} WHERE {test} GROUP BY {t.x}",
    "SELECT {agg} FROM {t} GROUP BY {t.x} HAVING COUNT(*) {cmp}",
    "SELECT o.{y} FROM {o} AS o WHERE (SELECT {agg} FROM {t} WHERE {t.x} {eq} o.{y}) {cmp}",
    "SELECT {t.x}, {win} OVER ({over}) FROM {t} WHERE {test}",
    "SELECT x FROM (SELECT {t.x} AS x, {win} OVER ({over}) AS w FROM {t}) WHERE w {cmp}",
    "SELECT x FROM (SELECT {t.x} AS x, {num} OVER (PARTITION BY {t.x} ORDER BY {t.x}{dir}) AS w FROM {t}) WHERE w = 1",
    "SELECT x FROM (SELECT {t.x} AS x, {num} OVER (ORDER BY {t.x}{dir}, {t.x}) AS w FROM {t} WHERE {test}) "
    "WHERE w <= 1",
    "SELECT {t.x}, MIN({t.x}), {t.x} FROM {t} GROUP BY {t.x}",
    "SELECT MAX({t.x}) FROM {t} WHERE {test} GROUP BY {t.x}, {t.x}",
    "SELECT o.{y}, {agg} FROM {o} AS o LEFT JOIN {t} ON {t.x} {eq} o.{y} GROUP BY o.{y}",
    "SELECT o.{k}, {agg}, {agg} FROM {o} AS o LEFT JOIN {t} ON {t.x} {eq} o.{y} AND {test} GROUP BY o.{k}",
    "SELECT o.{y}, d.n FROM {o} AS o JOIN (SELECT {t.x} AS g, {agg} AS n FROM {t} GROUP BY {t.x}) AS d "
    "ON d.g {eq} o.{y}",
    "SELECT o.{y} FROM {o} AS o JOIN (SELECT {t.x} AS g, {agg} AS n FROM {t} GROUP BY {t.x}) AS d "
    "ON d.g = o.{y} AND d.n {cmp}",
    "SELECT {t.x} FROM {t} WHERE {t.y} = (SELECT MAX(i.{y}) FROM {t} AS i WHERE i.{z} {eq} {t.z})",
    "SELECT {t.x} FROM {t} WHERE {test} AND (SELECT MIN({t.y}) FROM {t} WHERE {test}) = {t.y}",
    "SELECT o.{y} FROM {o} AS o WHERE o.{y} IS NOT NULL AND o.{y} NOT IN (SELECT {t.x} FROM {t} WHERE {test})",
    "SELECT COUNT(*) FROM (SELECT {t.x}, {agg} FROM {t} GROUP BY {t.x} HAVING {agg} {cmp})",
    "SELECT {t.x}, {t.x}, {agg} FROM {t} WHERE {t.y} {eq} {con} AND {test} GROUP BY {t.x}, {t.y}",
    "SELECT {t.y}, {t.x} FROM {t} WHERE {t.y} {eq} {con} AND {test}",
    "SELECT DISTINCT {con}, {t.x}, d.v FROM {t}, (SELECT {con} AS v) AS d WHERE {test}",
    "SELECT {agg}, d.v, {t.x} FROM {t}, (SELECT {con} AS v) AS d GROUP BY d.v, {t.x}, {con} || ''",
    "SELECT o.{y}, d.i IS NULL, d.j IS NOT NULL FROM {o} AS o LEFT JOIN (SELECT DISTINCT {t.x} AS j, {con} AS i "
    "FROM {t} WHERE {test}) AS d ON d.j {eq} o.{y}",
    "SELECT o.{y} FROM {o} AS o LEFT JOIN {t} ON {t.x} {eq} o.{y} AND {test} WHERE {t.x} IS NULL OR o.{y} {cmp}",
    "SELECT o.{y}, d.i, d.j FROM {o} AS o LEFT JOIN (SELECT {t.x} AS i, {com} AS j FROM {t}) AS d "
    "ON d.i {eq} o.{y} WHERE d.j IS NULL OR o.{y} {cmp}",
    "SELECT o.{y} FROM {o} AS o WHERE EXISTS (SELECT 1 FROM {t} WHERE {t.x} {eq} o.{y} AND {test}) "
    "OR EXISTS (SELECT 1 FROM {t} WHERE {t.x} {eq} o.{y}) OR o.{y} {cmp}",
    "SELECT o.{y} FROM {o} AS o WHERE NOT EXISTS (SELECT 1 FROM {t} WHERE {t.x} {eq} o.{y} AND {test}) "
    "AND o.{y} NOT IN (SELECT {t.x} FROM {t} WHERE {test})",
    "SELECT x, {com2} FROM (SELECT {t.x} AS x, {agg} AS n, {t.x} AS w FROM {t} GROUP BY {t.x}, {t.x} UNION ALL "
    "SELECT {t.x}, {agg}, 1 FROM {t} GROUP BY {t.x}) GROUP BY x",
    "SELECT {com2} FROM (SELECT {t.x} AS x, {agg} AS n FROM {t} GROUP BY {t.x} UNION ALL "
    "SELECT {t.x}, {agg} FROM {t} GROUP BY {t.x}) WHERE x {cmp}",
    "SELECT o.{y}, d.x, d.n FROM {o} AS o LEFT JOIN (SELECT {t.x} AS x, {com} AS n FROM {t} WHERE {con}) AS d ON {con}",
    "SELECT {t.x}, {t.y} FROM {t} WHERE {test} GROUP BY {t.x}, {t.y} HAVING COUNT({t.z}) FILTER (WHERE {test}) {cmp}",
    "SELECT COUNT({dis}{t.y}), MAX({t.y}) FROM {t} WHERE {t.y} IS NOT NULL AND {test}",
    "SELECT {con}, {agg} FROM {t} WHERE {t.y} = {con} GROUP BY {t.y}",
    "SELECT x, SUM({dis}n) FROM (SELECT {t.y} AS x, COUNT({dis}{t.x}) AS n FROM {t} GROUP BY {t.y} UNION ALL "
    "SELECT {t.z}, COUNT(*) FROM {t} WHERE {test} GROUP BY {t.z}, {t.x}) GROUP BY x",
    "SELECT x, MAX(n), MIN(m) FROM (SELECT {t.y} AS x, MAX({t.x}) AS n, MIN({t.x}) AS m FROM {t} GROUP BY {t.y} "
    "UNION ALL SELECT {t.z}, MAX({t.x}), MIN({t.x}) FROM {t} GROUP BY {t.x}, {t.z}) GROUP BY x",
    "SELECT o.{y}, (SELECT d.j FROM (SELECT 1 AS i) AS e LEFT JOIN (SELECT o.{y} AS j, {t.x} AS w FROM {t}) AS d "
    "ON d.w {eq} {con}) FROM {o} AS o",
    "SELECT p.b, p.z FROM p WHERE p.a {less} 1 ORDER BY p.k{dir} LIMIT 1",
    "SELECT {t.x} FROM {t} GROUP BY {t.x} HAVING {ext}({t.x}) {less} 1",
    "SELECT typeof(x) FROM (SELECT {t.x} AS x FROM {t} GROUP BY {t.x}, {t.x} HAVING {ext}({t.x}) {less} 1)",
    "SELECT o.{y} FROM {o} AS o {join} (SELECT {t.x} AS g, {add}({t.n}) AS n FROM {t} GROUP BY {t.x}) AS d "
    "ON d.g = o.{y} WHERE d.n {some}",
    "SELECT o.{y} FROM {o} AS o WHERE (SELECT {add}({t.n}) FROM {t} WHERE {t.x} = o.{y}) {some}",
    "SELECT x FROM (SELECT {t.x} AS x, {t.x} AS w FROM {t} ORDER BY {t.x}{dir}, {t.x} LIMIT 3) {lose}",
    "SELECT d.x FROM (SELECT {t.x} AS x FROM {t} ORDER BY {t.x}{dir} LIMIT 3) AS d {join} {o} AS o ON o.{k} = d.x",
    "SELECT (SELECT DISTINCT x FROM (SELECT {t.x} AS x FROM {t} ORDER BY {t.x}{dir} LIMIT 3))",
    "SELECT DISTINCT {t.x}, {t.x} FROM {t}, {o} AS o WHERE {t.x} = o.{k}",
    "SELECT {t.x} FROM {t} {set} SELECT {t.x} FROM {t} WHERE {test}",
    "SELECT x FROM (SELECT {t.x} AS x, {t.x} AS w FROM {t} GROUP BY {t.x}) WHERE x {less} 'a'",
)


def query(random: Random) -> str:
    """Return a query of a random template."""
    sql = random.choice(TEMPLATES)
    table, other = random.choice(("p", "q")), random.choice(("p", "q", "s"))
    shared = {name: random.choice(COLUMNS[table]) for name in ("y", "z")}
    if "o.{y}" in sql:
        shared["y"] = random.choice(COLUMNS[other])
    key = {"p": "k", "q": "k", "s": "p"}[other]

    def put(found: re.Match[str]) -> str:
        name = found[1]
        if name in PARTS:
            return random.choice(PARTS[name])
        if name in ("t", "o"):
            return table if name == "t" else other
        if name in ("y", "z"):
            return shared[name]
        if name == "k":
            return key
        if name == "t.n":
            return f"{table}.{random.choice(NUMBERS[table])}"
        source, which = name.split(".")
        column = shared[which] if which in shared else random.choice(COLUMNS[table if source == "t" else other])
        if column not in COLUMNS[table if source == "t" else other]:
            column = random.choice(COLUMNS[table if source == "t" else other])
        return f"{table if source == 't' else 'o'}.{column}"

    while "{" in sql:
        sql = re.sub(r"\{([a-z0-9.]+)\}", put, sql)
    return sql


def sweep_templates(place: World, seed: str, queries: int, databases: int) -> Tally:
    """Return what queries of the templates came to, each step of their rewriting held against the engine."""
    random, tally = Random(seed), Tally()
    for sql in _accepted(place, random, queries):
        semantics = random.choice((Semantics.SET, Semantics.BAG, Semantics.BAG, Semantics.LIST))
        hold(place, sql, semantics, (place.databases.draw(random, 5) for _ in range(databases)), tally)
    return tally


def _accepted(place: World, random: Random, count: int) -> Iterator[str]:
    for _ in range(count):
        sql = query(random)
        if place.plan(sql) is not None:
            yield sql

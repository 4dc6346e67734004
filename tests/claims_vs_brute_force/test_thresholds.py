"""If no database of the threshold's size tells two queries apart, none does: tried on all databases of three rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, product

import apsw
import pytest

from spotit.options import Options, Semantics
from spotit.schema import Schema
from spotit.schemas.load import schema_from_ddl
from spotit.search.prove.threshold import threshold
from spotit.sql import lower_query

MOST = 3
"""Rows of a table in the largest databases."""


@dataclass(frozen=True, slots=True)
class Tiny:
    """A schema of two tables, the rows that they may hold, and queries."""

    ddl: str
    rows: dict[str, tuple[tuple[object, ...], ...]]
    queries: tuple[str, ...]


_TESTS = ("t.a = u.a", "t.a < u.b", "u.a IS t.a AND u.b = 0", "u.b > t.a", "u.a = 1", "1", "u.b <= t.a AND u.a = 0")
PLAIN = Tiny(
    "CREATE TABLE t(a INTEGER); CREATE TABLE u(a INTEGER, b INTEGER)",
    {"t": ((None,), (0,), (1,)), "u": tuple(product((None, 0, 1), (0, 1, None)))},
    (
        "SELECT a FROM t",
        "SELECT DISTINCT a FROM t",
        "SELECT a FROM t WHERE a IS NOT NULL",
        *(f"SELECT a FROM t WHERE EXISTS (SELECT 1 FROM u WHERE {test})" for test in _TESTS),
        *(f"SELECT a FROM t WHERE NOT EXISTS (SELECT 1 FROM u WHERE {test})" for test in _TESTS),
        *(f"SELECT t.a FROM t LEFT JOIN u ON {test} WHERE u.b IS NULL" for test in _TESTS[:4]),
        *(f"SELECT t.a, u.b FROM t LEFT JOIN u ON {test}" for test in _TESTS),
        *(f"SELECT t.a, u.b FROM t JOIN u ON {test}" for test in _TESTS[:4]),
        "SELECT t.a, u.b FROM t FULL JOIN u ON t.a = u.a",
        "SELECT a FROM t EXCEPT SELECT a FROM u",
        "SELECT a FROM t EXCEPT SELECT b FROM u",
        "SELECT a FROM t INTERSECT SELECT a FROM u",
        "SELECT a FROM t UNION SELECT a FROM u",
        "SELECT a FROM t WHERE a NOT IN (SELECT a FROM u)",
        "SELECT a FROM t WHERE a NOT IN (SELECT b FROM u)",
        "SELECT a FROM t WHERE a IN (SELECT a FROM u) OR NOT EXISTS (SELECT 1 FROM u)",
        "SELECT DISTINCT a FROM t WHERE a = (SELECT MAX(a) FROM t)",
        "SELECT DISTINCT a FROM t WHERE a = (SELECT MIN(a) FROM t)",
        "SELECT a FROM t WHERE a <> (SELECT MAX(b) FROM u)",
        "SELECT b FROM u WHERE NOT EXISTS (SELECT 1 FROM t WHERE t.a > u.b) AND 0 NOT IN (SELECT a FROM t)",
        "SELECT x.b FROM u x WHERE NOT EXISTS (SELECT 1 FROM u y WHERE y.b > x.b)",
        "SELECT x.b FROM u x WHERE NOT EXISTS (SELECT 1 FROM u y WHERE y.a = x.a AND y.b > x.b)",
        "SELECT t.a FROM t, u WHERE NOT EXISTS (SELECT 1 FROM u z WHERE z.a = t.a AND z.b = u.b)",
        "SELECT (SELECT COUNT(*) FROM u) > 0, a FROM t",
        "SELECT a FROM t WHERE (SELECT COUNT(*) FROM u WHERE u.a = t.a) = 0",
    ),
)
_CHILDREN = ("c.p = p.k", "c.p = p.k AND c.y = 0", "c.y = p.x", "c.y = 1", "c.p > p.k")
KEYED = Tiny(
    "CREATE TABLE p(k INTEGER PRIMARY KEY, x INTEGER); CREATE TABLE c(p INTEGER REFERENCES p(k), y INTEGER)",
    {"p": tuple(product((1, 2, 3), (None, 0))), "c": tuple(product((None, 1, 2, 3), (0, 1)))},
    (
        "SELECT k FROM p",
        "SELECT x FROM p",
        "SELECT p FROM c WHERE p IS NOT NULL",
        "SELECT DISTINCT p FROM c",
        *(f"SELECT k FROM p WHERE NOT EXISTS (SELECT 1 FROM c WHERE {test})" for test in _CHILDREN),
        *(f"SELECT k FROM p WHERE EXISTS (SELECT 1 FROM c WHERE {test})" for test in _CHILDREN),
        *(f"SELECT p.k, c.y FROM p LEFT JOIN c ON {test}" for test in _CHILDREN),
        "SELECT k FROM p EXCEPT SELECT p FROM c",
        "SELECT k FROM p WHERE k NOT IN (SELECT p FROM c)",
        "SELECT k FROM p WHERE k NOT IN (SELECT p FROM c WHERE p IS NOT NULL)",
        "SELECT x FROM p ORDER BY k LIMIT 1",
        "SELECT k FROM p ORDER BY k DESC LIMIT 1",
        "SELECT x FROM p WHERE k = (SELECT MAX(k) FROM p)",
        "SELECT x FROM p WHERE k = (SELECT MIN(k) FROM p WHERE x = 0)",
        "SELECT c.y FROM c LEFT JOIN p ON p.k = c.p AND p.x = 0 WHERE p.k IS NULL",
        "SELECT y FROM c WHERE p IS NULL",
    ),
)


def databases(tiny: Tiny, connection: apsw.Connection) -> Iterator[int]:
    """Fill the tables with each choice of rows that the schema allows; yield the rows of the largest table."""
    contents = [
        [rows for size in range(MOST + 1) for rows in combinations_with_replacement(every, size)]
        for every in tiny.rows.values()
    ]
    for chosen in product(*contents):
        connection.execute("BEGIN")
        try:
            for name, rows in zip(tiny.rows, chosen, strict=True):
                marks = ", ".join("?" * len(rows[0])) if rows else ""
                connection.execute(f"DELETE FROM {name}")
                if rows:
                    connection.executemany(f"INSERT INTO {name} VALUES ({marks})", rows)
        except apsw.ConstraintError:
            connection.execute("ROLLBACK")
            continue
        connection.execute("COMMIT")
        yield max(map(len, chosen))


def results(tiny: Tiny, queries: tuple[str, ...]) -> tuple[list[int], dict[str, list[Counter[object]]]]:
    """Return the sizes of all databases, and what each query returns on them."""
    connection = apsw.Connection(":memory:")
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute(tiny.ddl)
    found: dict[str, list[Counter[object]]] = {sql: [] for sql in queries}
    sizes = []
    orphans = "SELECT 1 FROM c WHERE p NOT IN (SELECT k FROM p)" if "REFERENCES" in tiny.ddl else "SELECT 1 WHERE 0"
    for size in databases(tiny, connection):
        if connection.execute(orphans).fetchall():
            continue
        sizes.append(size)
        for sql in queries:
            found[sql].append(Counter(connection.execute(sql)))
    return sizes, found


def differ(left: Counter[object], right: Counter[object], options: Options) -> bool:
    """Tell whether two results differ in a way that counts."""
    same = set(left) == set(right) if options.semantics is Semantics.SET else left == right
    one_empty = bool(left) != bool(right)
    nulls = all(value is None for row in (*left, *right) for value in row)  # type: ignore[attr-defined]
    return not same and (options.degenerate or not (one_empty and nulls))


def overlooked(
    schema: Schema, sizes: list[int], found: dict[str, list[Counter[object]]], options: Options, share: int
) -> list[str]:
    """Return the pairs that only databases beyond their threshold tell apart, and first how many had a threshold."""
    wrong, bounded = [], 0
    plans = {sql: lower_query(sql, schema, now=options.now) for sql in found}
    for left, right in list(combinations(found, 2))[::share]:
        needed = threshold((plans[left], plans[right]), schema, options)
        if needed is None or needed >= MOST:
            continue
        bounded += 1
        told = [size for size, a, b in zip(sizes, found[left], found[right], strict=True) if differ(a, b, options)]
        if told and min(told) > needed:
            wrong.append(f"{options.semantics} {needed} < {min(told)}: {left}\n{right}")
    return bounded, wrong


def all_overlooked(tiny: Tiny, share: int) -> tuple[int, list[str]]:
    """Return how many of every so many pairs have a threshold, and those that only databases beyond it tell apart."""
    schema = schema_from_ddl(tiny.ddl)
    sizes, found = results(tiny, tiny.queries)
    assert len(sizes) > 2000
    total, every = 0, []
    for semantics, degenerate in product((Semantics.SET, Semantics.BAG), (True, False)):
        bounded, wrong = overlooked(schema, sizes, found, Options(semantics=semantics, degenerate=degenerate), share)
        total += bounded
        every += wrong
    return total, every


def wrong_thresholds() -> str:
    """Return a pair that only databases beyond its threshold tell apart, the empty string if there is none."""
    return next((wrong[0] for tiny in (PLAIN, KEYED) if (wrong := all_overlooked(tiny, 4)[1])), "")


@pytest.mark.parametrize(("tiny", "least"), [(PLAIN, 60), (KEYED, 20)], ids=["plain", "keyed"])
def test_a_difference_shows_within_the_threshold(tiny: Tiny, least: int) -> None:
    total, wrong = all_overlooked(tiny, 7)
    assert not wrong, wrong[0]
    assert total >= least, total


@pytest.mark.slow
@pytest.mark.parametrize("tiny", [PLAIN, KEYED], ids=["plain", "keyed"])
def test_every_difference_shows_within_the_threshold(tiny: Tiny) -> None:
    assert not all_overlooked(tiny, 1)[1]

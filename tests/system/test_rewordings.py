"""What other dialects say in words that SQLite lacks: the translation, run on SQLite, gives what the standard says."""

from __future__ import annotations

import random
import sqlite3
from collections import Counter
from collections.abc import Callable

import pytest

from spotit.errors import UnsupportedSql
from spotit.options import QueryDialect
from spotit.schemas.foreign_query import as_sqlite

Row = tuple[object, ...]
Table = list[tuple[int | None, int | None, int | None]]


def run(sql: str, rows: Table, dialect: str = "postgres") -> list[Row]:
    with sqlite3.connect(":memory:") as connection:
        connection.execute("CREATE TABLE t (a INTEGER, b INTEGER, c INTEGER)")
        connection.execute("CREATE TABLE u (a INTEGER, b INTEGER, c INTEGER)")
        connection.executemany("INSERT INTO t VALUES (?, ?, ?)", rows)
        connection.executemany("INSERT INTO u VALUES (?, ?, ?)", rows[:2])
        return connection.execute(as_sqlite(sql, QueryDialect(dialect))).fetchall()


def tables(count: int, seed: int = 1) -> list[Table]:
    chance = random.Random(seed)
    values = (None, 1, 2, 3)
    return [
        [(chance.choice(values), chance.choice(values), chance.choice(values)) for _ in range(chance.randrange(7))]
        for _ in range(count)
    ]


def grouped(rows: Table, sets: list[tuple[int, ...]]) -> Counter[Row]:
    """Return a, b, SUM(c), COUNT(*), SUM(a), GROUPING(a, b) for sets of the columns 0 and 1, as the standard says."""
    found: Counter[Row] = Counter()
    for keys in sets:
        groups: dict[Row, Table] = {} if keys else {(): []}
        for row in rows:
            groups.setdefault(tuple(row[key] for key in keys), []).append(row)
        for values, members in groups.items():
            cells = [values[keys.index(column)] if column in keys else None for column in (0, 1)]
            sums = [_sum([row[column] for row in members]) for column in (2, 0)]
            mask = 2 * (0 not in keys) + (1 not in keys)
            found[(*cells, sums[0], len(members), sums[1], mask)] += 1
    return found


def _sum(values: list[int | None]) -> int | None:
    known = [value for value in values if value is not None]
    return sum(known) if known else None


SETS: dict[str, list[tuple[int, ...]]] = {
    "ROLLUP(a, b)": [(0, 1), (0,), ()],
    "ROLLUP((a, b))": [(0, 1), ()],
    "CUBE(a, b)": [(0, 1), (0,), (1,), ()],
    "GROUPING SETS((a, b), a, ())": [(0, 1), (0,), ()],
    "GROUPING SETS(b, (a), (a, b), (a))": [(1,), (0,), (0, 1), (0,)],
    "GROUPING SETS(ROLLUP(a), b)": [(0,), (), (1,)],
    "a, ROLLUP(b)": [(0, 1), (0,)],
    "ROLLUP(a), CUBE(b)": [(0, 1), (0,), (1,), ()],
}


@pytest.mark.parametrize("group", SETS)
def test_grouping_sets(group: str) -> None:
    for rows in tables(25):
        sql = f"SELECT a, b, SUM(c), COUNT(*), SUM(a), GROUPING(a, b) FROM t GROUP BY {group}"
        assert Counter(run(sql, rows)) == grouped(rows, SETS[group]), rows
        few = f"SELECT T.a, b FROM t GROUP BY {group} HAVING COUNT(*) > 1"
        expected: Counter[Row] = Counter()
        for row, copies in grouped(rows, SETS[group]).items():
            if row[3] > 1:  # type: ignore[operator]
                expected[row[:2]] += copies
        assert Counter(run(few, rows)) == expected, rows


def test_grouping_sets_within_other_queries() -> None:
    rows: Table = [(1, 2, 3), (1, 3, 4), (2, 2, None)]
    assert run("SELECT a, SUM(c) FROM t GROUP BY ROLLUP(a) ORDER BY a, 2 LIMIT 2", rows) == [(1, 7), (2, None)]
    assert run("SELECT DISTINCT SUM(c) AS s FROM t GROUP BY CUBE(a) ORDER BY s NULLS FIRST", rows) == [(None,), (7,)]
    assert run("SELECT COUNT(*) FROM (SELECT a FROM t GROUP BY ROLLUP(a, b)) x", rows) == [(6,)]
    assert run("WITH x AS (SELECT 5 AS k) SELECT k FROM x GROUP BY ROLLUP(k) UNION ALL SELECT 6", rows) == [
        (5,),
        (None,),
        (6,),
    ]
    twice = "SELECT a FROM t WHERE a IN (SELECT b FROM t GROUP BY ROLLUP(b)) GROUP BY ROLLUP(a)"
    assert run(twice, rows) == [(2,), (None,)]


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT x.a, b FROM t x JOIN u ON x.a = u.a GROUP BY ROLLUP(x.a, x.b)",
        "SELECT (SELECT u.a FROM u AS v GROUP BY ROLLUP(a)) FROM u",
        "SELECT a + 1 AS b FROM t GROUP BY ROLLUP(b)",
        "SELECT a, (SELECT MAX(b) FROM u) FROM t GROUP BY ROLLUP(a)",
        "SELECT a, SUM(COUNT(*)) OVER () FROM t GROUP BY ROLLUP(a)",
        "SELECT a FROM t GROUP BY ROLLUP(1)",
        "SELECT a FROM t GROUP BY ROLLUP(a) ORDER BY b",
        "SELECT a FROM t GROUP BY ROLLUP(a, b, c), CUBE(a, b, c), CUBE(a, b)",
        f"SELECT a FROM t GROUP BY CUBE({', '.join('a' * 60)})",
        f"SELECT a FROM t GROUP BY {', '.join(['CUBE(a, b, c)'] * 40)}",
        "SELECT COUNT(DISTINCT a, b) FROM t",
        "SELECT a FROM t ORDER BY a FETCH FIRST 2 ROWS WITH TIES",
        "SELECT DISTINCT ON (a) a, b FROM t ORDER BY a, b DESC",
        "SELECT FROM t",
        "SELECT BIT_AND(a) FROM t",
        "SELECT a FROM t WHERE a = ANY (ARRAY[1, 2])",
        "SELECT MAX(a) > ALL (SELECT b FROM u) FROM t",
        "SELECT * FROM (VALUES (1, 2)) AS v (x)",
        "SELECT a EXCEPT ALL SELECT b FROM t",
    ],
)
def test_what_has_no_exact_words_is_refused(sql: str) -> None:
    with pytest.raises(UnsupportedSql):
        as_sqlite(sql, QueryDialect.POSTGRES)


def compared(left: int | None, sign: str, right: int | None) -> bool | None:
    if left is None or right is None:
        return None
    signs: dict[str, Callable[[int, int], bool]] = {
        "=": lambda x, y: x == y,
        "<>": lambda x, y: x != y,
        "<": lambda x, y: x < y,
        "<=": lambda x, y: x <= y,
        ">": lambda x, y: x > y,
        ">=": lambda x, y: x >= y,
    }
    return signs[sign](left, right)


def quantified(outcomes: list[bool | None], some: bool) -> bool | None:
    if some in outcomes:
        return some
    return None if None in outcomes else not some


@pytest.mark.parametrize("word", ["ANY", "SOME", "ALL"])
@pytest.mark.parametrize("sign", ["=", "<>", "<", "<=", ">", ">="])
def test_comparisons_with_any_and_all(sign: str, word: str) -> None:
    for rows in tables(30, seed=2):
        right = [row[1] for row in rows[:2]]
        outcomes = [quantified([compared(row[0], sign, one) for one in right], word != "ALL") for row in rows]
        condition = f"a {sign} {word} (SELECT b FROM u)"
        assert [row[0] for row in run(f"SELECT {condition} FROM t", rows)] == outcomes, rows
        kept = [(row[0],) for row, outcome in zip(rows, outcomes, strict=True) if outcome or row[2] == 1]
        assert run(f"SELECT a FROM t WHERE {condition} OR c = 1", rows) == kept, rows
        dropped = [(row[0],) for row, outcome in zip(rows, outcomes, strict=True) if outcome is False]
        assert run(f"SELECT a FROM t WHERE NOT ({condition})", rows) == dropped, rows


def test_any_does_not_catch_names() -> None:
    rows: Table = [(3, 1, 2), (1, 5, 2)]
    assert run("SELECT b FROM t WHERE b > ANY (SELECT a AS b FROM u WHERE u.c = t.c)", rows) == [(5,)]


def test_counts_of_several_values() -> None:
    for rows in tables(30, seed=3):
        known = sum(None not in row[:2] for row in rows)
        assert run("SELECT COUNT(a, b) FROM t", rows, "calcite") == [(known,)]
        distinct = Counter((row[0], row[1]) for row in rows)
        groups: Counter[object] = Counter()
        for one, other in distinct:
            groups[one] += one is not None and other is not None
        assert dict(run("SELECT a, COUNT(DISTINCT a, b) FROM t GROUP BY a", rows, "calcite")) == dict(groups)


@pytest.mark.parametrize(
    ("sql", "expected"),
    [
        ("SELECT * FROM (VALUES (1, 'x'), (2, NULL)) AS v (m, n) WHERE v.m > 1", [(2, None)]),
        ("SELECT n FROM (VALUES (7)) AS v (n)", [(7,)]),
        ("SELECT d.x FROM t AS d (x, y, z) WHERE y = 2", [(1,)]),
        ("SELECT p + q FROM (SELECT a, b FROM t UNION SELECT 9, 9) AS e (p, q) ORDER BY 1", [(3,), (18,)]),
        ("SELECT x.a, e.p FROM t AS x JOIN (SELECT * FROM u) AS e (p, q, r) ON e.p = x.a", [(1, 1)]),
        ("(SELECT a FROM t ORDER BY a LIMIT 1) UNION ALL (SELECT b FROM t) ORDER BY 1 DESC", [(2,), (1,)]),
        ("(SELECT a FROM t)", [(1,)]),
        ("((SELECT a FROM t) UNION ALL (SELECT 5 AS a)) ORDER BY a DESC LIMIT 1", [(5,)]),
        ("SELECT 1 EXCEPT (SELECT 2 EXCEPT SELECT 2)", [(1,)]),
        ("SELECT 1 UNION (SELECT 2 INTERSECT SELECT 3)", [(1,)]),
        ("SELECT a FROM t ORDER BY a OFFSET 0 ROWS FETCH NEXT 1 ROWS ONLY", [(1,)]),
        ("SELECT 'a_b' LIKE 'a!_b' ESCAPE '!', 'axb' LIKE 'a!_b' ESCAPE '!', '*' LIKE '!*' ESCAPE '!'", [(1, 0, 1)]),
    ],
)
def test_other_words(sql: str, expected: list[Row]) -> None:
    assert run(sql, [(1, 2, 3)]) == expected


def test_names_of_calcite() -> None:
    sql = "SELECT t0.$f1, EXPR$0, '$f1' AS \"x$\" FROM (VALUES (1, 2)) AS t0 (EXPR$0, $f1) -- $f2"
    assert run(sql, [], "calcite") == [(2, 1, "$f1")]
    assert run("SELECT $cor0.a FROM t AS $cor0", [(4, 5, 6)], "calcite") == [(4,)]


def test_a_function_that_sqlite_lacks_is_unsupported() -> None:
    import spotit

    schema = spotit.load_schema("CREATE TABLE t (a INTEGER)")
    verdict = spotit.check("SELECT STDDEV_POP(a) FROM t", "SELECT a FROM t", schema, dialect="postgres")
    assert isinstance(verdict, spotit.Unsupported)
    assert verdict.side == "left" and "STDDEV_POP of PostgreSQL" in verdict.feature

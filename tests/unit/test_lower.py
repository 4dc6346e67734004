"""Queries to plans: the shape of each clause."""

from __future__ import annotations

import pytest

from spotit.dialect.collation import NOCASE
from spotit.errors import InvalidSql, Span, UnsupportedSql
from spotit.plan.show import show
from spotit.schema import DeclaredColumn, Schema, Table, View
from spotit.sql import lower_query

SCHEMA = Schema(
    (
        Table(
            "t",
            (
                DeclaredColumn("id", "INTEGER"),
                DeclaredColumn("n", "INT"),
                DeclaredColumn("s", "TEXT"),
                DeclaredColumn("d", "DATE"),
            ),
            primary_key=("id",),
        ),
        Table(
            "u",
            (DeclaredColumn("id", "INT"), DeclaredColumn("s", "TEXT", collation=NOCASE), DeclaredColumn("x", "REAL")),
        ),
    ),
    views=(View("v", "SELECT n, s FROM t WHERE n > 0", ("a", "b")),),
)


def plan(sql: str) -> str:
    return show(lower_query(sql, SCHEMA).rel, names=False)


def lines(text: str) -> str:
    """Return an indented block without its margin."""
    rows = text.strip("\n").split("\n")
    margin = len(rows[0]) - len(rows[0].lstrip())
    return "\n".join(row[margin:] for row in rows).rstrip() + "\n"


CASES = {
    "SELECT s FROM t WHERE n = 1 AND (id > 2 AND d IS NULL)": """
        project c2 := c1
          filter ((c3 = 1) and (c4 > 2) and (c5 is null))
            scan t (c4 := id, c3 := n, c1 := s, c5 := d)
    """,
    "SELECT 1, 'a'": """
        project c1 := 1, c2 := 'a'
          values () ()
    """,
    "SELECT n, count(*), s FROM t GROUP BY n HAVING sum(id) > 1": """
        project c4 := c1, c5 := c2, c6 := c3
          filter (c7 > 1)
            aggregate by c1 := c8; c2 := count(*), c7 := sum(c9); bare c3 := c10
              scan t (c9 := id, c8 := n, c10 := s)
    """,
    "SELECT DISTINCT s FROM t ORDER BY n DESC LIMIT 2, 3": """
        limit 3 offset 2
          project c2 := c1
            sort c3 desc
              distinct on (c1)
                project c1 := c4, c3 := c5
                  scan t (c5 := n, c4 := s)
    """,
    "SELECT t.s FROM t LEFT JOIN u USING (id) WHERE u.x IS NULL": """
        project c2 := c1
          filter (c3 is null)
            left join on (c4 = c5)
              scan t (c4 := id, c1 := s)
              scan u (c5 := id, c3 := x)
    """,
    "SELECT id FROM t FULL JOIN u USING (id)": """
        project c3 := (case when not (c1 is null) then c1 else c2)
          full join on (c1 = c2)
            scan t (c1 := id)
            scan u (c2 := id)
    """,
    "SELECT n FROM t WHERE id IN (1, 2) AND n BETWEEN 3 AND 4 OR s NOT IN ('a')": """
        project c2 := c1
          filter ((((c3 = 1) or (c3 = 2)) and (c1 >= 3) and (c1 <= 4)) or not (c4 = 'a'))
            scan t (c3 := id, c1 := n, c4 := s)
    """,
    "SELECT coalesce(n, id), iif(n, 1, 2), nullif(n, 0), CASE n WHEN 1 THEN 'x' END FROM t": """
        project c3 := (case when not (c1 is null) then c1 else c2), c4 := (case when c1 then 1 else 2), \
c5 := (case when (c1 = 0) then NULL else c1), c6 := (case when (c1 = 1) then 'x' else NULL)
          scan t (c2 := id, c1 := n)
    """,
    "SELECT n FROM t UNION ALL SELECT id FROM u EXCEPT SELECT 1 ORDER BY n": """
        sort c1
          except (c1)
            union all (c2)
              project c4 := c3
                scan t (c3 := n)
              project c6 := c5
                scan u (c5 := id)
            project c7 := 1
              values () ()
    """,
    "SELECT a FROM v": """
        project c2 := c1
          project c1 := c3, c5 := c4
            filter (c3 > 0)
              scan t (c3 := n, c4 := s)
    """,
    "SELECT n FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.id = t.id)": """
        project c2 := c1
          filter exists {project c3 := 1 [filter (c4 = c5) [scan u (c4 := id)]]}
            scan t (c5 := id, c1 := n)
    """,
    "SELECT sum(x) OVER (PARTITION BY s ORDER BY id DESC ROWS 1 PRECEDING) FROM u": """
        project c2 := c1
          window c1 := sum(c3) over (partition by c4 collate NOCASE order by c5 desc rows 1 preceding to current row)
            scan u (c5 := id, c4 := s, c3 := x)
    """,
    "WITH RECURSIVE c(k) AS (SELECT 1 UNION SELECT k + 1 FROM c WHERE k < 9 LIMIT 5) SELECT k FROM c": """
        project c2 := c1
          recursive 3 union (c1) limit 5
            project c4 := 1
              values () ()
            project c6 := (c5 + 1)
              filter (c5 < 9)
                working 3 (c5)
    """,
    "SELECT group_concat(DISTINCT s), string_agg(s, '-' ORDER BY n) FILTER (WHERE n) FROM t": """
        project c3 := c1, c4 := c2
          aggregate c1 := group_concat(distinct c5, ','), c2 := group_concat(c5, '-' order by c6) filter c6
            scan t (c6 := n, c5 := s)
    """,
    "SELECT max(s), max(n, 1), count() FROM t": """
        project c4 := c1, c5 := max(c2, 1), c6 := c3
          aggregate c1 := max(c7), c3 := count(*); bare c2 := c8
            scan t (c8 := n, c7 := s)
    """,
    "SELECT date('now'), strftime('%Y'), CURRENT_DATE, julianday('NOW', '+1 day')": """
        project c1 := date(now), c2 := strftime('%Y', now), c3 := date(now), c4 := julianday(now, '+1 day')
          values () ()
    """,
    "SELECT rowid FROM u WHERE _rowid_ = 1": """
        project c2 := c1
          filter (c1 = 1)
            scan u (c1 := rowid)
    """,
    "SELECT oid FROM t": """
        project c2 := c1
          scan t (c1 := id)
    """,
    "SELECT n LIKE 'a%' ESCAPE '!', s NOT GLOB 'b', -9223372036854775808, - n, ~n, 9223372036854775808 FROM t": """
        project c3 := like('a%', c1, '!'), c4 := not glob('b', c2), c5 := -9223372036854775808, c6 := -(c1), \
c7 := ~(c1), c8 := 9.223372036854776e+18
          scan t (c1 := n, c2 := s)
    """,
}


@pytest.mark.parametrize("sql", CASES)
def test_plan(sql: str) -> None:
    assert plan(sql) == lines(CASES[sql])


@pytest.mark.parametrize(
    ("sql", "message", "span"),
    [
        ("", "the query is empty", (0, 0)),
        ("SELECT", "incomplete input", (6, 6)),
        ("SELECT nope FROM t", "no such column: nope", (7, 11)),
        ("SELECT * FROM nope", "no such table: nope", (14, 18)),
        ("SELECT id FROM t, u", "ambiguous column name: id", (7, 9)),
        ("SELECT `zz`", "no such column: zz", (7, 11)),
        ("DELETE FROM t", "DELETE is not a SELECT statement", (0, 6)),
        ("SELECT 1; SELECT 2", "more than one statement", (10, 16)),
        ("SELECT abs(1, 2)", "wrong number of arguments to function abs()", (7, 16)),
        ("SELECT foo(1)", "no such function: foo", (7, 13)),
        ("SELECT sum(count(*)) FROM t", "misuse of aggregate function count()", (11, 19)),
        ("SELECT n FROM t WHERE sum(n) > 1", "misuse of aggregate: sum()", (22, 28)),
        ("SELECT sum(n) AS k FROM t WHERE k > 1", "misuse of aliased aggregate k", (32, 33)),
        ("SELECT n FROM t HAVING n", "HAVING clause on a non-aggregate query", (23, 24)),
        ("SELECT n FROM t ORDER BY 2", "ORDER BY term 1 out of range - should be between 1 and 1", (25, 26)),
        ("SELECT 1 LIMIT 'x'", "datatype mismatch in LIMIT", (15, 18)),
        ("SELECT x'1'", "unrecognized token: \"x'1'\"", (7, 11)),
        ("SELECT 1abc", 'unrecognized token: "1abc"', (7, 11)),
        ("WITH c AS (SELECT * FROM c) SELECT * FROM c", "circular reference: c", (25, 26)),
        ("SELECT row_number() FROM t", "misuse of window function row_number()", (7, 19)),
    ],
)
def test_invalid(sql: str, message: str, span: tuple[int, int]) -> None:
    with pytest.raises(InvalidSql) as caught:
        lower_query(sql, SCHEMA)
    assert (caught.value.message, caught.value.span) == (message, Span(*span))


@pytest.mark.parametrize(
    ("sql", "feature"),
    [
        ("SELECT random()", "random()"),
        ("SELECT ?1", "parameter ?1"),
        ("SELECT json_array(v) FROM (SELECT '{}' -> 'a' AS v)", "json_array() of a value that may be JSON or text"),
        ("SELECT * FROM pragma_table_info('t')", "table-valued function pragma_table_info"),
        ("SELECT (SELECT sum(t.n)) FROM t", "aggregate that belongs to an outer query"),
        ("SELECT " + "(" * 20 + "n" + " IN (1, 2, 3))" * 20 + " FROM t", "a plan of more than 50000 nodes"),
    ],
)
def test_unsupported(sql: str, feature: str) -> None:
    with pytest.raises(UnsupportedSql) as caught:
        lower_query(sql, SCHEMA)
    assert caught.value.feature == feature


def test_names_and_order() -> None:
    query = lower_query("SELECT t.N, n + 1, s AS 'x y', * FROM t ORDER BY 1", SCHEMA)
    assert query.names == ("n", "n + 1", "x y", "id", "n", "s", "d")
    assert query.ordered
    assert not lower_query("SELECT n FROM (SELECT n FROM t ORDER BY 1)", SCHEMA).ordered


def test_every_use_of_a_cte_has_its_own_columns() -> None:
    text = plan("WITH c AS (SELECT id FROM t) SELECT a.id FROM c a JOIN c b ON a.id = b.id")
    assert text.count("scan t") == 2
    assert "(c1 = c3)" in text

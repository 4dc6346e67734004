"""Pairs of a query and the same query with an expression somewhere that fails, on some databases or on all."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from spotit.database import Database, Row, Rows

DDL = """
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b TEXT, r REAL);
CREATE TABLE u(id INTEGER PRIMARY KEY, t_id INTEGER REFERENCES t(id), c INTEGER);
"""
FAILING = (
    "abs(-9223372036854775808)",
    "json_extract('x', '$.a')",
    "json_extract('{}', 'a')",
    "json_array(x'ff')",
    "json_object('a')",
    "'a' LIKE 'b' ESCAPE 'cc'",
    r"unistr('\00')",
    "abs(t.a)",
    "abs(-t.a)",
    "abs(t.a - t.id)",
    "json_extract(t.b, '$.a')",
    "json_set(t.b, t.b, 1)",
    "t.b -> '$.a'",
    "json_array_length(t.b)",
    "t.b LIKE 'x' ESCAPE t.b",
    "unistr(t.b)",
    "(SELECT sum(4611686018427387904) FROM t)",
    "(SELECT sum(a) FROM t)",
    "(SELECT id FROM u LIMIT 'x')",
    "(SELECT u.c FROM u LIMIT (SELECT b FROM t))",
)
"""Expressions over a row of t that fail, with any value of its columns or with some."""
ENDLESS = "(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n)"
PLACES = (
    ("SELECT t.a FROM t", "SELECT t.a FROM t ORDER BY {}"),
    ("SELECT t.a FROM t", "SELECT a FROM (SELECT t.a, {} AS x FROM t)"),
    ("SELECT t.a FROM t", "WITH s AS (SELECT t.a, {} AS x FROM t) SELECT a FROM s"),
    ("SELECT t.id FROM t GROUP BY t.id", "SELECT t.id FROM t GROUP BY t.id, {}"),
    ("SELECT t.id FROM t GROUP BY t.id", "SELECT t.id FROM t GROUP BY t.id HAVING {} IS NOT 'q'"),
    ("SELECT t.a FROM t", "SELECT t.a FROM t WHERE {} IS NOT 'q'"),
    ("SELECT t.a FROM t", "SELECT t.a FROM t WHERE t.id = t.id OR {}"),
    ("SELECT t.a FROM t WHERE t.a > 3", "SELECT t.a FROM t WHERE t.a > 3 AND {} IS NOT 'q'"),
    ("SELECT count(*) FROM t", "SELECT count(*) FROM (SELECT DISTINCT t.id, {} AS x FROM t)"),
    ("SELECT count(*) FROM t", "SELECT count(coalesce({}, 1)) FROM t"),
    ("SELECT t.a FROM t", "SELECT t.a FROM t WHERE EXISTS (SELECT {})"),
    ("SELECT t.a FROM t", "SELECT CASE WHEN 1 THEN t.a ELSE {} END FROM t"),
    ("SELECT t.a FROM t", "SELECT CASE WHEN {} IS 'q' THEN t.a ELSE t.a END FROM t"),
    ("SELECT t.a FROM t", "SELECT t.a FROM t LEFT JOIN u ON u.id = {}"),
    ("SELECT t.a FROM t", "SELECT a FROM (SELECT t.a, row_number() OVER (ORDER BY {}) AS n FROM t)"),
    ("SELECT t.a FROM t", "SELECT a FROM (SELECT t.a, row_number() OVER (PARTITION BY {}) AS n FROM t) WHERE n > 0"),
    ("SELECT max(t.a) FROM t", "SELECT m FROM (SELECT max(t.a) AS m, max({}) AS x FROM t)"),
    ("SELECT coalesce(t.id, 1) FROM t", "SELECT coalesce(t.id, 1, {}) FROM t"),
    ("SELECT {} FROM t", "SELECT {} FROM t WHERE t.id IS NOT NULL"),
    ("SELECT t.a FROM t WHERE {} = 1 AND t.a = 2", "SELECT t.a FROM t WHERE t.a = 2 AND {} = 1"),
    ("SELECT t.a FROM t WHERE {} = 1", "SELECT t.a FROM t WHERE 1 = {}"),
)
"""Where a failing expression may stand; without the failure both queries return the same."""
_WINDOW = "SELECT a FROM (SELECT a, {} AS n FROM t)"
_COUNTED = "SELECT count(*) FROM t"
SINGLE = (
    *(("SELECT a FROM t", _WINDOW.format(f"{call} OVER (ORDER BY id)")) for call in ("ntile(0)", "ntile(a)")),
    *(("SELECT a FROM t", _WINDOW.format(f"nth_value(a, {n}) OVER (ORDER BY id)")) for n in ("0", "id - 1")),
    *(
        ("SELECT a FROM t", _WINDOW.format(f"sum(a) OVER (ORDER BY id {frame})"))
        for frame in ("ROWS -1 PRECEDING", "RANGE 'x' PRECEDING", "ROWS BETWEEN 1 PRECEDING AND -1 FOLLOWING", "")
    ),
    *(("SELECT a FROM t", f"SELECT a FROM t LIMIT {n}") for n in ("'x'", "2.5 + 97", "NULL", "(SELECT -1 FROM t)")),
    *(("SELECT a FROM t", f"SELECT a FROM t LIMIT -1 OFFSET {n}") for n in ("'x'", "NULL", "0.5")),
    (_COUNTED, "SELECT count(*) FROM (SELECT sum(a) FROM t GROUP BY id)"),
    (_COUNTED, "SELECT count(*) FROM (SELECT sum(9223372036854775807) AS s FROM t, t AS x) WHERE s IS NOT 'q' AND 0"),
    (_COUNTED, "SELECT count(*) FROM t HAVING sum(9223372036854775807) IS NOT 'q'"),
    (_COUNTED, "SELECT count(*) FROM (SELECT json_group_array(x'ff') FROM t GROUP BY id)"),
    ("SELECT id FROM t GROUP BY id", "SELECT id FROM t GROUP BY id HAVING sum(9223372036854775807 + a) IS NOT 'q'"),
    ("SELECT id FROM t", "SELECT id FROM t WHERE EXISTS (SELECT sum(9223372036854775807) FROM t)"),
    ("SELECT id FROM t", "SELECT t.id FROM t LEFT JOIN (SELECT sum(9223372036854775807) AS s FROM t) AS x ON x.s = 1"),
    ("SELECT id FROM t", "SELECT t.id FROM t, (SELECT sum(9223372036854775807) AS s FROM t) AS x"),
    ("SELECT id FROM t WHERE 0", "SELECT id FROM t WHERE (SELECT sum(9223372036854775807) FROM t) = NULL"),
    (
        "SELECT id FROM t WHERE 0",
        "SELECT id FROM t WHERE coalesce((SELECT sum(9223372036854775807) FROM t), 1) IS NULL",
    ),
    ("SELECT id FROM t", "SELECT id FROM t WHERE (SELECT sum(a) + count(*) FROM t) IS NOT 'q'"),
    ("SELECT a FROM t", "SELECT t.a FROM t LEFT JOIN json_each(t.b) AS j ON 0"),
    ("SELECT id FROM t", "SELECT id FROM t WHERE json_valid(b) OR NOT json_valid(b) OR b IS NULL OR b -> '$' = 1"),
    ("SELECT id FROM t WHERE a > 1 AND a < 1", "SELECT id FROM t WHERE a > 1 AND a < 1 AND abs(a) = 1"),
    ("SELECT id FROM t WHERE abs(a) >= 0", "SELECT id FROM t WHERE a IS NOT NULL"),
    ("SELECT id FROM t WHERE abs(a) > 5", "SELECT id FROM t WHERE a > 5 OR a < -5"),
    ("SELECT abs(r) FROM t", "SELECT CASE WHEN r < 0 THEN -r ELSE r END FROM t"),
    ("SELECT abs(abs(a)) FROM t", "SELECT abs(a) FROM t"),
    ("SELECT sum(a) FROM t", "SELECT sum(a) FROM t WHERE a IS NOT NULL"),
    ("SELECT sum(a > 3) FROM t", "SELECT sum(CASE WHEN a > 3 THEN 1 WHEN a <= 3 THEN 0 END) FROM t"),
    ("SELECT b, sum(a) FROM t GROUP BY b HAVING b = 'x'", "SELECT b, sum(a) FROM t WHERE b = 'x' GROUP BY b"),
    ("SELECT b FROM t GROUP BY b", "SELECT b FROM (SELECT b, sum(a) AS s FROM t GROUP BY b)"),
)
"""Other failures: of windows, LIMIT and sums, and pairs that fail alike."""


def pairs() -> Iterator[tuple[str, str]]:
    """Yield all pairs: each failing expression at each place, and the single ones."""
    for failing, (left, right) in product(FAILING, PLACES):
        yield left.replace("{}", failing), right.replace("{}", failing)
    yield from SINGLE


def endless() -> Iterator[tuple[str, str]]:
    """Yield pairs with a recursion that does not end."""
    for left, right in PLACES:
        if "{}" not in left:
            yield left, right.replace("{}", ENDLESS)


def databases() -> Iterator[Database]:
    """Yield databases on which much fails: the least and the greatest integers, texts that are no JSON."""
    contents: tuple[tuple[Row, ...], ...] = (
        (),
        ((1, 1, "[1]", 1.5),),
        ((1, None, None, None),),
        ((1, 4, "x", 1.0),),
        ((1, -(2**63), "x", 1.0),),
        ((1, 2, "", 0.5), (2, 3, "5", 0.5)),
        ((1, 2, "x", 1.0), (2, -(2**63), "[1]", 0.5)),
        ((1, 2**63 - 1, '{"a":1}', -1.5), (2, 2**63 - 1, "a", 2.0)),
        ((1, -(2**63), "[1]", 0.0), (2, -(2**63), r"\zz", 2.0)),
    )
    for rows in contents:
        for others in ((), ((1, 1, 2**63 - 1), (2, 1, 2**63 - 1))):
            if rows or not others:
                tables = {"t": Rows(("id", "a", "b", "r"), rows), "u": Rows(("id", "t_id", "c"), others)}
                yield Database(tables)

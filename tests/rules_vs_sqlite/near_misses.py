"""For each rule with a side condition: a query that breaks it, and what the rule would then wrongly make of it.

Each near miss has rows on which SQLite tells the two apart.
"""

from __future__ import annotations

from dataclasses import dataclass

from spotit.options import Semantics

DDL = """
    CREATE TABLE p(k INTEGER PRIMARY KEY, a INTEGER, b TEXT NOT NULL, c TEXT COLLATE NOCASE, u TEXT UNIQUE, z, f REAL);
    CREATE TABLE q(k INTEGER NOT NULL, n INTEGER NOT NULL, p INTEGER REFERENCES p(k), g INTEGER REFERENCES p(a),
        v TEXT REFERENCES r(t), x INTEGER, PRIMARY KEY (k, n));
    CREATE TABLE r(t TEXT PRIMARY KEY COLLATE NOCASE, y TEXT);
    CREATE TABLE s(m INTEGER, p INTEGER NOT NULL REFERENCES p(k));
"""
P, Q, R = (
    "p(k, a, b, c, u, z, f)",
    "q(k, n, p, g, v, x)",
    "r(t, y)",
)
TWO = f"INSERT INTO {P} VALUES (1, 1, 'x', 'a', NULL, 1, 1.0), (2, NULL, 'y', 'A', NULL, 1.0, 2.5)"
FIVE = f"INSERT INTO {P} VALUES (5, 5, 'x', 'a', 'u', 5, 5.0)"
CHILD = f"INSERT INTO {Q} VALUES (1, 1, NULL, NULL, NULL, 7), (1, 2, 1, 1, NULL, NULL)"
NULLS = f"INSERT INTO {P} VALUES (1, NULL, 'x', 'a', NULL, 1, NULL)"
APART = f"INSERT INTO {P} VALUES (1, 1, 'x', 'a', NULL, 1, 1.0), (2, 2, 'x', 'b', NULL, 1, 1.0)"
TWINS = f"INSERT INTO {Q} VALUES (1, 1, 1, NULL, NULL, 7), (1, 2, 1, NULL, NULL, 7)"
BAG, SET, LIST = Semantics.BAG, Semantics.SET, Semantics.LIST


@dataclass(frozen=True, slots=True)
class NearMiss:
    """A query to which a rule must not be applied, and what it must not become."""

    rule: str
    sql: str
    wrong: str
    rows: tuple[str, ...]
    semantics: Semantics = BAG


NEAR_MISSES: tuple[NearMiss, ...] = (
    NearMiss("constant operand", "SELECT a AND 1 FROM p", "SELECT a FROM p", (FIVE,)),
    NearMiss("repeated operand", "SELECT a OR a FROM p", "SELECT a FROM p", (FIVE,)),
    NearMiss("double negation", "SELECT NOT NOT a FROM p", "SELECT a FROM p", (FIVE,)),
    NearMiss("comparison with NULL", "SELECT a IS 1 FROM p", "SELECT a = 1 FROM p", (TWO,)),
    NearMiss("comparison with NULL", "SELECT k FROM p WHERE NOT a IS 1", "SELECT k FROM p WHERE NOT a = 1", (TWO,)),
    NearMiss("sure NULL test", "SELECT k FROM p WHERE a IS NULL", "SELECT k FROM p WHERE 0", (TWO,)),
    NearMiss(
        "sure NULL test",
        "SELECT p.k FROM p LEFT JOIN q ON q.p = p.k WHERE q.k IS NULL",
        "SELECT p.k FROM p LEFT JOIN q ON q.p = p.k WHERE 0",
        (TWO,),
    ),
    NearMiss("self-comparison", "SELECT a = a FROM p", "SELECT a IS NOT NULL FROM p", (TWO,)),
    NearMiss(
        "CASE as condition",
        "SELECT k FROM p WHERE NOT CASE WHEN a THEN 1 ELSE 0 END",
        "SELECT k FROM p WHERE NOT a",
        (TWO,),
    ),
    NearMiss("CASE as condition", "SELECT CASE WHEN a THEN 1 ELSE 0 END FROM p", "SELECT a FROM p", (FIVE,)),
    NearMiss(
        "IN as EXISTS",
        "SELECT k FROM p WHERE k NOT IN (SELECT x FROM q)",
        "SELECT k FROM p WHERE NOT EXISTS (SELECT 1 FROM q WHERE x = p.k)",
        (TWO, CHILD),
    ),
    NearMiss(
        "IN as EXISTS",
        "SELECT a NOT IN (SELECT k FROM q) FROM p",
        "SELECT NOT EXISTS (SELECT 1 FROM q WHERE q.k = p.a) FROM p",
        (TWO, CHILD),
    ),
    NearMiss(
        "EXISTS without columns",
        "SELECT k FROM p WHERE EXISTS (SELECT 1 FROM p LIMIT 0)",
        "SELECT k FROM p WHERE EXISTS (SELECT 1 FROM p)",
        (TWO,),
    ),
    NearMiss(
        "EXISTS without columns",
        "SELECT k FROM p WHERE EXISTS (SELECT 1 FROM p LIMIT 1 OFFSET 5)",
        "SELECT k FROM p WHERE EXISTS (SELECT 1 FROM p)",
        (TWO,),
    ),
    NearMiss(
        "first value as extreme", "SELECT (SELECT a FROM p ORDER BY a LIMIT 1)", "SELECT (SELECT min(a) FROM p)", (TWO,)
    ),
    NearMiss(
        "first value as extreme",
        "SELECT (SELECT a FROM p ORDER BY a DESC NULLS FIRST LIMIT 1)",
        "SELECT (SELECT max(a) FROM p)",
        (TWO,),
    ),
    NearMiss(
        "first value as extreme",
        "SELECT (SELECT k FROM p ORDER BY k DESC LIMIT 1 OFFSET 1)",
        "SELECT (SELECT max(k) FROM p)",
        (TWO,),
    ),
    NearMiss(
        "first value as extreme",
        "SELECT (SELECT b FROM p ORDER BY k DESC LIMIT 1)",
        "SELECT (SELECT min(b) FROM p)",
        (TWO,),
    ),
    NearMiss("unseen order", "SELECT k FROM p ORDER BY k DESC", "SELECT k FROM p", (TWO,), LIST),
    NearMiss(
        "unseen order",
        "SELECT k FROM (SELECT k FROM p ORDER BY k DESC LIMIT 1)",
        "SELECT k FROM (SELECT k FROM p LIMIT 1)",
        (TWO,),
    ),
    NearMiss(
        "unseen order",
        "SELECT group_concat(k) FROM (SELECT k FROM p ORDER BY k DESC)",
        "SELECT group_concat(k) FROM (SELECT k FROM p)",
        (TWO,),
    ),
    NearMiss("unseen copies", "SELECT DISTINCT z FROM p", "SELECT z FROM p", (TWO,)),
    NearMiss("unseen copies", "SELECT count(*) FROM (SELECT DISTINCT z FROM p)", "SELECT count(*) FROM p", (TWO,), SET),
    NearMiss(
        "unseen copies", "SELECT typeof(z) FROM (SELECT DISTINCT z FROM p)", "SELECT typeof(z) FROM p", (TWO,), SET
    ),
    NearMiss("unseen copies", "SELECT DISTINCT c FROM p", "SELECT c FROM p", (TWO,), SET),
    NearMiss("UNION as DISTINCT", "SELECT z FROM p UNION ALL SELECT z FROM p", "SELECT DISTINCT z FROM p", (TWO,)),
    NearMiss(
        "repeated sort key",
        "SELECT c FROM p ORDER BY c, c COLLATE BINARY",
        "SELECT c FROM p ORDER BY c",
        (TWO,),
        LIST,
    ),
    NearMiss("repeated sort key", "SELECT k FROM p ORDER BY u, k DESC", "SELECT k FROM p ORDER BY u", (TWO,), LIST),
    NearMiss(
        "repeated sort key", "SELECT n FROM q ORDER BY k, n DESC", "SELECT n FROM q ORDER BY k", (TWO, CHILD), LIST
    ),
    NearMiss(
        "implied NULL test",
        "SELECT k FROM p WHERE a IS NOT NULL AND coalesce(a, 1) = 1",
        "SELECT k FROM p WHERE coalesce(a, 1) = 1",
        (TWO,),
    ),
    NearMiss(
        "implied NULL test",
        "SELECT k FROM p WHERE a IS NOT NULL AND (a = 1 OR b = 'y')",
        "SELECT k FROM p WHERE a = 1 OR b = 'y'",
        (TWO,),
    ),
    NearMiss(
        "inlined projection",
        "SELECT d.one FROM p LEFT JOIN (SELECT p, 1 AS one FROM q) AS d ON d.p = p.k",
        "SELECT 1 FROM p LEFT JOIN q ON q.p = p.k",
        (TWO,),
    ),
    NearMiss("renamed columns", "SELECT z FROM (SELECT DISTINCT z, k FROM p)", "SELECT DISTINCT z FROM p", (TWO,)),
    NearMiss(
        "condition above join",
        "SELECT p.k FROM p LEFT JOIN q ON q.p = p.k AND p.a = 1",
        "SELECT p.k FROM p LEFT JOIN q ON q.p = p.k WHERE p.a = 1",
        (TWO,),
    ),
    NearMiss(
        "filter above join",
        "SELECT p.k FROM p LEFT JOIN (SELECT * FROM q WHERE x = 7) AS d ON d.p = p.k",
        "SELECT p.k FROM p LEFT JOIN q ON q.p = p.k WHERE q.x = 7",
        (TWO,),
    ),
    NearMiss(
        "filter into outer join",
        "SELECT d.k FROM (SELECT * FROM p WHERE a = 1) AS d LEFT JOIN q ON q.p = d.k",
        "SELECT p.k FROM p LEFT JOIN q ON q.p = p.k AND p.a = 1",
        (TWO,),
    ),
    NearMiss(
        "outer join as inner join",
        "SELECT p.k FROM p LEFT JOIN q ON q.p = p.k WHERE coalesce(q.x, 0) = 0",
        "SELECT p.k FROM p JOIN q ON q.p = p.k WHERE coalesce(q.x, 0) = 0",
        (TWO,),
    ),
    NearMiss(
        "outer join as inner join",
        "SELECT p.k FROM p LEFT JOIN q ON q.p = p.k WHERE q.x = 1 OR p.a = 1",
        "SELECT p.k FROM p JOIN q ON q.p = p.k WHERE q.x = 1 OR p.a = 1",
        (TWO,),
    ),
    NearMiss(
        "outer join as inner join",
        "SELECT p.k, q.k FROM p FULL JOIN q ON q.p = p.k WHERE p.k > 0",
        "SELECT p.k, q.k FROM p JOIN q ON q.p = p.k WHERE p.k > 0",
        (TWO, CHILD),
    ),
    NearMiss(
        "equal columns",
        "SELECT typeof(p.f) FROM p JOIN q ON p.f = q.n",
        "SELECT typeof(q.n) FROM p JOIN q ON p.f = q.n",
        (TWO, CHILD),
    ),
    NearMiss(
        "equal columns",
        "SELECT x.c FROM p AS x JOIN p AS y ON x.c = y.c AND x.k < y.k",
        "SELECT y.c FROM p AS x JOIN p AS y ON x.c = y.c AND x.k < y.k",
        (TWO,),
    ),
    NearMiss(
        "self-join by key",
        "SELECT x.n FROM q AS x JOIN q AS y ON x.k = y.k",
        "SELECT x.n FROM q AS x",
        (TWO, CHILD),
    ),
    NearMiss(
        "self-join by key",
        "SELECT count(*) FROM p AS x JOIN p AS y ON x.u = y.u",
        "SELECT count(*) FROM p AS x",
        (TWO,),
    ),
    NearMiss("join by foreign key", "SELECT q.n FROM q JOIN p ON q.p = p.k", "SELECT q.n FROM q", (TWO, CHILD)),
    NearMiss(
        "join by foreign key",
        "SELECT q.n FROM q JOIN p ON q.p = p.k WHERE p.b = 'y'",
        "SELECT q.n FROM q WHERE q.p IS NOT NULL",
        (TWO, CHILD),
    ),
    NearMiss("join by foreign key", "SELECT p.k FROM q JOIN p ON q.p = p.k", "SELECT p.k FROM p", (TWO, CHILD)),
    NearMiss(
        "join by foreign key",
        "SELECT q.n FROM q JOIN p ON q.g = p.a",
        "SELECT q.n FROM q WHERE q.g IS NOT NULL",
        (TWO, FIVE.replace("5, 5,", "5, 1,"), CHILD),
    ),
    NearMiss(
        "join by foreign key",
        "SELECT q.n FROM q JOIN r ON q.v = r.t COLLATE BINARY",
        "SELECT q.n FROM q WHERE q.v IS NOT NULL",
        (f"INSERT INTO {R} VALUES ('A', 'y')", f"INSERT INTO {Q} VALUES (1, 1, NULL, NULL, 'a', 7)"),
    ),
    NearMiss(
        "join by foreign key",
        "SELECT q.n FROM q JOIN p ON q.x = p.k",
        "SELECT q.n FROM q WHERE q.x IS NOT NULL",
        (TWO, CHILD),
    ),
    NearMiss(
        "unused outer join",
        "SELECT p.k FROM p LEFT JOIN q ON q.p = p.k",
        "SELECT p.k FROM p",
        (TWO, CHILD, f"INSERT INTO {Q} VALUES (9, 9, 1, NULL, NULL, 9)"),
    ),
    NearMiss(
        "unused outer join",
        "SELECT q.k FROM q LEFT JOIN p ON q.p = p.k WHERE p.b IS NULL",
        "SELECT q.k FROM q",
        (TWO, CHILD),
    ),
    NearMiss(
        "EXISTS as join",
        "SELECT p.k FROM p WHERE EXISTS (SELECT 1 FROM q WHERE q.p = p.k)",
        "SELECT p.k FROM p JOIN q ON q.p = p.k",
        (TWO, CHILD, f"INSERT INTO {Q} VALUES (9, 9, 1, NULL, NULL, 9)"),
    ),
    NearMiss(
        "EXISTS as join",
        "SELECT count(*) FROM p WHERE k IN (SELECT p FROM q)",
        "SELECT count(*) FROM p JOIN q ON q.p = p.k",
        (TWO, CHILD, f"INSERT INTO {Q} VALUES (9, 9, 1, NULL, NULL, 9)"),
        SET,
    ),
    NearMiss("count of rows", "SELECT count(a) FROM p", "SELECT count(*) FROM p", (TWO,)),
    NearMiss(
        "count of rows",
        "SELECT count(q.k) FROM p LEFT JOIN q ON q.p = p.k",
        "SELECT count(*) FROM p LEFT JOIN q ON q.p = p.k",
        (TWO,),
    ),
    NearMiss("DISTINCT of a key", "SELECT count(DISTINCT z) FROM p", "SELECT count(z) FROM p", (TWO,)),
    NearMiss("DISTINCT of a key", "SELECT count(DISTINCT k) FROM q", "SELECT count(k) FROM q", (TWO, CHILD)),
    NearMiss(
        "DISTINCT of a key",
        "SELECT count(DISTINCT p.k) FROM p JOIN q ON q.g = p.a OR q.p = p.k OR q.x = 7",
        "SELECT count(p.k) FROM p JOIN q ON q.g = p.a OR q.p = p.k OR q.x = 7",
        (TWO, CHILD),
    ),
    NearMiss(
        "DISTINCT of a key",
        "SELECT count(DISTINCT u COLLATE NOCASE) FROM p",
        "SELECT count(u) FROM p",
        (f"INSERT INTO {P} VALUES (1, 1, 'x', 'a', 's', 1, 1.0), (2, 1, 'x', 'a', 'S', 1, 1.0)",),
    ),
    NearMiss(
        "GROUP BY as DISTINCT",
        "SELECT count(*) FROM (SELECT b FROM p GROUP BY b, k)",
        "SELECT count(*) FROM (SELECT DISTINCT b FROM p)",
        (TWO, FIVE),
    ),
    NearMiss(
        "GROUP BY as DISTINCT",
        "SELECT count(*) FROM (SELECT b FROM p GROUP BY b COLLATE NOCASE)",
        "SELECT count(*) FROM (SELECT DISTINCT b FROM p)",
        (FIVE, f"INSERT INTO {P} VALUES (6, 6, 'X', 'a', NULL, 5, 5.0)"),
    ),
    NearMiss(
        "decided column",
        "SELECT count(*) FROM (SELECT b, k FROM p GROUP BY b)",
        "SELECT count(*) FROM (SELECT b, k FROM p GROUP BY b, k)",
        (TWO, FIVE),
    ),
    NearMiss(
        "decided column",
        "SELECT count(*) FROM (SELECT u, k FROM p GROUP BY u)",
        "SELECT count(*) FROM (SELECT u, k FROM p GROUP BY u, k)",
        (TWO,),
    ),
    NearMiss("DISTINCT by key", "SELECT DISTINCT u FROM p", "SELECT u FROM p", (TWO,)),
    NearMiss("DISTINCT by key", "SELECT DISTINCT k FROM q", "SELECT k FROM q", (TWO, CHILD)),
    NearMiss(
        "DISTINCT by key",
        "SELECT DISTINCT b FROM (SELECT b FROM p ORDER BY k LIMIT 2)",
        "SELECT b FROM (SELECT b FROM p ORDER BY k LIMIT 2)",
        (APART,),
    ),
    NearMiss(
        "DISTINCT by key",
        "SELECT DISTINCT u COLLATE NOCASE FROM p WHERE u IS NOT NULL",
        "SELECT u FROM p WHERE u IS NOT NULL",
        (f"INSERT INTO {P} VALUES (1, 1, 'x', 'a', 's', 1, 1.0), (2, 1, 'x', 'a', 'S', 1, 1.0)",),
    ),
    NearMiss(
        "DISTINCT by key",
        "SELECT DISTINCT p.k FROM p JOIN q ON q.g = p.a OR q.p = p.k OR q.x = 7",
        "SELECT p.k FROM p JOIN q ON q.g = p.a OR q.p = p.k OR q.x = 7",
        (TWO, CHILD),
    ),
    NearMiss(
        "constant comparison",
        "SELECT 'a' = 'A' COLLATE NOCASE FROM p",
        "SELECT 0 FROM p",
        (TWO,),
    ),
    NearMiss("constant comparison", "SELECT '1' = 1 FROM p", "SELECT 1 FROM p", (TWO,)),
    NearMiss(
        "seconds as a number",
        "SELECT strftime('%s', b) || 'x' FROM p WHERE typeof(strftime('%s', b)) = 'text'",
        "SELECT unixepoch(b) || 'x' FROM p WHERE typeof(unixepoch(b)) = 'text'",
        (f"INSERT INTO {P} VALUES (1, 1, '2000-01-01', 'a', NULL, 1, 1.0)",),
    ),
    NearMiss(
        "implied equalities",
        "SELECT x.k FROM p AS x, p AS y, p AS w WHERE x.c = y.c AND y.c = w.b",
        "SELECT x.k FROM p AS x, p AS y, p AS w WHERE x.c = y.c AND y.c = w.b AND x.c = w.b COLLATE BINARY",
        (f"INSERT INTO {P} VALUES (1, 1, 'a', 'a', NULL, 1, 1.0), (2, 1, 'A', 'A', NULL, 1, 1.0)",),
    ),
    NearMiss("canonical order", "SELECT k - a FROM p", "SELECT a - k FROM p", (FIVE.replace("5, 5,", "5, 4,"),)),
    NearMiss(
        "canonical order",
        "SELECT p.k FROM p LEFT JOIN q ON q.p = p.k",
        "SELECT p.k FROM q LEFT JOIN p ON q.p = p.k",
        (TWO, CHILD),
    ),
    NearMiss("sure IS", "SELECT k FROM p WHERE a IS f", "SELECT k FROM p WHERE a = f", (NULLS,)),
    NearMiss("sure IS", "SELECT a IS k FROM p", "SELECT a = k FROM p", (TWO,)),
    NearMiss("sure IS", "SELECT k FROM p WHERE NOT a IS k", "SELECT k FROM p WHERE NOT a = k", (TWO,)),
    NearMiss(
        "FILTER for CASE",
        "SELECT count(CASE WHEN a > 1 THEN 1 ELSE 0 END) FROM p",
        "SELECT count(*) FILTER (WHERE a > 1) FROM p",
        (TWO,),
    ),
    NearMiss(
        "FILTER for CASE",
        "SELECT k, max(CASE WHEN a > 1 THEN 1 END) FROM p",
        "SELECT k, max(1) FILTER (WHERE a > 1) FROM p WHERE 0",
        (TWO,),
    ),
    NearMiss(
        "FILTER as WHERE",
        "SELECT b, count(*) FILTER (WHERE a > 0) FROM p GROUP BY b",
        "SELECT b, count(*) FROM p WHERE a > 0 GROUP BY b",
        (TWO,),
    ),
    NearMiss(
        "FILTER as WHERE",
        "SELECT count(*) FILTER (WHERE a > 0), count(*) FROM p",
        "SELECT count(*), count(*) FROM p WHERE a > 0",
        (TWO,),
    ),
    NearMiss(
        "HAVING as WHERE",
        "SELECT count(*) FROM p GROUP BY c HAVING c = 'a' COLLATE BINARY",
        "SELECT count(*) FROM p WHERE c = 'a' COLLATE BINARY GROUP BY c",
        (TWO,),
    ),
    NearMiss("HAVING as WHERE", "SELECT count(*) FROM p HAVING 0", "SELECT count(*) FROM p WHERE 0", (TWO,)),
    NearMiss(
        "count of DISTINCT rows",
        "SELECT count(*) FROM (SELECT DISTINCT a FROM p)",
        "SELECT count(DISTINCT a) FROM p",
        (TWO,),
    ),
    NearMiss(
        "groups of groups",
        "SELECT sum(m) FROM (SELECT x, count(*) AS m FROM q GROUP BY x)",
        "SELECT count(*) FROM q",
        (),
    ),
    NearMiss(
        "groups of groups",
        "SELECT max(m) FROM (SELECT c, min(k) AS m FROM p GROUP BY c)",
        "SELECT min(k) FROM p",
        (APART,),
    ),
    NearMiss(
        "groups of groups",
        "SELECT a, sum(m) FROM (SELECT k, a, count(*) AS m FROM p GROUP BY k, a) WHERE m > 1 GROUP BY a",
        "SELECT a, count(*) FROM p GROUP BY a",
        (TWO,),
    ),
    NearMiss("groups of one row", "SELECT count(*) FROM q GROUP BY k", "SELECT 1 FROM q", (TWO, CHILD)),
    NearMiss("groups of one row", "SELECT count(*) FROM p GROUP BY u", "SELECT 1 FROM p", (TWO,)),
    NearMiss("groups of one row", "SELECT count(a) FROM p GROUP BY k", "SELECT 1 FROM p", (TWO,)),
    NearMiss(
        "set operation as EXISTS",
        "SELECT a FROM p EXCEPT SELECT x FROM q",
        "SELECT DISTINCT a FROM p WHERE NOT EXISTS (SELECT 1 FROM q WHERE q.x = p.a)",
        (TWO, CHILD),
    ),
    NearMiss(
        "set operation as EXISTS",
        "SELECT b FROM p INTERSECT SELECT 'x' FROM p",
        "SELECT b FROM p WHERE b = 'x'",
        (APART,),
    ),
    NearMiss(
        "no rows",
        "SELECT p.k, d.x FROM p LEFT JOIN (SELECT x FROM q WHERE 0) AS d ON 1",
        "SELECT p.k, d.x FROM p JOIN (SELECT x FROM q WHERE 0) AS d ON 1",
        (TWO,),
    ),
    NearMiss("no rows", "SELECT count(*) FROM p WHERE 0", "SELECT k FROM p WHERE 0", (TWO,)),
    NearMiss(
        "below UNION ALL",
        "SELECT y FROM (SELECT a AS y FROM p UNION ALL SELECT k FROM p) WHERE y > 1",
        "SELECT a FROM p WHERE a > 1 UNION ALL SELECT k FROM p",
        (TWO,),
    ),
    NearMiss(
        "EXISTS of the same row",
        "SELECT k FROM p WHERE EXISTS (SELECT 1 FROM p AS o WHERE o.c = p.c AND o.a > 0)",
        "SELECT k FROM p WHERE a > 0",
        (TWO,),
    ),
    NearMiss(
        "EXISTS of the same row",
        "SELECT k FROM p WHERE EXISTS (SELECT 1 FROM p AS o WHERE o.a = p.a)",
        "SELECT k FROM p",
        (TWO,),
    ),
    NearMiss(
        "EXISTS of the same row",
        "SELECT n FROM q WHERE EXISTS (SELECT 1 FROM q AS o WHERE o.k = q.k AND o.x > 0)",
        "SELECT n FROM q WHERE x > 0",
        (TWO, CHILD),
    ),
    NearMiss(
        "outer join by foreign key",
        "SELECT q.n, p.b FROM q LEFT JOIN p ON p.k = q.p",
        "SELECT q.n, p.b FROM q JOIN p ON p.k = q.p",
        (TWO, CHILD),
    ),
    NearMiss(
        "outer join by foreign key",
        "SELECT s.m, p.b FROM s LEFT JOIN p ON p.k = s.p AND p.a > 1",
        "SELECT s.m, p.b FROM s JOIN p ON p.k = s.p AND p.a > 1",
        (TWO, "INSERT INTO s VALUES (1, 1)"),
    ),
    NearMiss(
        "outer join by foreign key",
        "SELECT s.m, p.b FROM s LEFT JOIN p ON p.k = s.m",
        "SELECT s.m, p.b FROM s JOIN p ON p.k = s.m",
        (TWO, "INSERT INTO s VALUES (7, 1)"),
    ),
    NearMiss(
        "anti-join",
        "SELECT p.k FROM p LEFT JOIN q ON q.p = p.k WHERE q.x IS NULL",
        "SELECT k FROM p WHERE NOT EXISTS (SELECT 1 FROM q WHERE q.p = p.k)",
        (TWO, CHILD),
    ),
    NearMiss(
        "DISTINCT as EXISTS",
        "SELECT p.k FROM p JOIN (SELECT DISTINCT p, n FROM q) AS d ON d.p = p.k",
        "SELECT k FROM p WHERE EXISTS (SELECT 1 FROM q WHERE q.p = p.k)",
        (TWO, TWINS),
    ),
    NearMiss(
        "scalar as outer join",
        "SELECT k, (SELECT n FROM q WHERE q.p = p.k) FROM p",
        "SELECT p.k, q.n FROM p LEFT JOIN q ON q.p = p.k",
        (TWO, TWINS),
    ),
    NearMiss(
        "scalar as outer join",
        "SELECT x, (SELECT coalesce(a, 0) FROM p WHERE p.k = q.p) FROM q",
        "SELECT x, coalesce(a, 0) FROM q LEFT JOIN p ON p.k = q.p",
        (TWO, CHILD),
    ),
)

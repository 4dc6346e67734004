"""Pairs that differ, but not on databases as small as the bound, or not with the strings that come to mind first.

A proof for the bound is right for each of them; a claim for every database, or for all strings, is not.
"""

from __future__ import annotations

import spotit
from claims_vs_brute_force.claims import Claim, decide
from spotit import Equivalent, Options, load_schema
from spotit.engine.open import open_engine
from spotit.options import Semantics

SIZE_DDL = "CREATE TABLE t(x INTEGER); CREATE TABLE u(x INTEGER, y INTEGER)"
TEXT_DDL = "CREATE TABLE t(k INTEGER PRIMARY KEY, s TEXT); CREATE TABLE v(s TEXT)"

_ONE = Options(bound=1, timeout=10)
_TWO = Options(bound=2, timeout=10)
_BAG = Options(bound=1, timeout=10, semantics=Semantics.BAG, degenerate=True)

LARGER = (
    (_ONE, "SELECT 1 FROM t AS a JOIN t AS b ON a.x <> b.x", "SELECT 1 FROM t WHERE 0"),
    (_ONE, "SELECT x FROM t WHERE EXISTS (SELECT 1 FROM t AS o WHERE o.x < t.x)", "SELECT x FROM t WHERE 0"),
    (_ONE, "SELECT x FROM t WHERE x IN (SELECT o.x FROM t AS o, t AS p WHERE p.x > o.x)", "SELECT x FROM t WHERE 0"),
    (_ONE, "SELECT x FROM t GROUP BY x HAVING count(*) > 1", "SELECT x FROM t WHERE 0"),
    (_TWO, "SELECT x FROM t GROUP BY x HAVING count(*) > 2", "SELECT x FROM t WHERE 0"),
    (_TWO, "SELECT x FROM t ORDER BY x LIMIT 2", "SELECT x FROM t"),
    (
        _TWO,
        "SELECT x FROM t WHERE NOT EXISTS (SELECT 1 FROM t AS a, t AS b, t AS c WHERE a.x < b.x AND b.x < c.x)",
        "SELECT x FROM t",
    ),
    (_TWO, "SELECT x FROM t WHERE (SELECT count(*) FROM t) < 3", "SELECT x FROM t"),
    (_TWO, "SELECT a.x FROM t AS a, t AS b, t AS c WHERE a.x < b.x AND b.x < c.x", "SELECT x FROM t WHERE 0"),
    (_BAG, "SELECT DISTINCT x FROM t", "SELECT x FROM t"),
    (_BAG, "SELECT x FROM t UNION SELECT x FROM u", "SELECT x FROM t UNION ALL SELECT x FROM u WHERE 0"),
)
"""Options and two queries that differ on a database larger than the bound."""

OTHER_STRINGS = (
    ("SELECT k FROM t WHERE length(s) = 7", "SELECT k FROM t WHERE 0"),
    ("SELECT k FROM t WHERE s LIKE 'a%' AND s > 'ab' AND s < 'ac'", "SELECT k FROM t WHERE 0"),
    ("SELECT k FROM t WHERE s > 'x' AND s < 'y'", "SELECT k FROM t WHERE 0"),
    ("SELECT k FROM t WHERE s < 'b'", "SELECT k FROM t WHERE s < 'b' AND s = 'b'"),
    ("SELECT k FROM t WHERE s > 'x'", "SELECT k FROM t WHERE s > 'x' AND s = 'x'"),
    ("SELECT 1 FROM t, v WHERE t.s LIKE 'a%' AND v.s LIKE 'a%' AND t.s <> v.s", "SELECT 1 FROM t WHERE 0"),
    ("SELECT 1 FROM t, v WHERE t.s LIKE 'a%' AND v.s NOT LIKE 'a%'", "SELECT 1 FROM t WHERE 0"),
    ("SELECT k FROM t WHERE s = 'a' COLLATE NOCASE", "SELECT k FROM t WHERE s = 'a'"),
    ("SELECT k FROM t WHERE s = 'zebra'", "SELECT k FROM t WHERE 0"),
    ("SELECT k FROM t WHERE s LIKE 'zz%'", "SELECT k FROM t WHERE 0"),
    ("SELECT k FROM t WHERE s LIKE 'b%' AND s LIKE '%r_'", "SELECT k FROM t WHERE 0"),
    ("SELECT min(x) FROM (SELECT s AS x FROM t WHERE s IS NOT NULL UNION ALL SELECT 'A')", "SELECT 'A'"),
    ("SELECT k FROM t WHERE CASE WHEN k > 0 THEN s ELSE 'q' END = 'zebra' AND k > 0", "SELECT k FROM t WHERE 0"),
    ("SELECT k FROM t WHERE s IN (SELECT s FROM v WHERE s = 'zebra')", "SELECT k FROM t WHERE 0"),
    ("SELECT k FROM t WHERE upper(s) = 'YAK'", "SELECT k FROM t WHERE 0"),
    ("SELECT k FROM t WHERE s", "SELECT k FROM t WHERE 0"),
)
"""Two queries that differ on some strings only."""


def overclaimed_size() -> str:
    """Return a pair of the first list that is called equivalent, the empty string when none is."""
    schema = load_schema(SIZE_DDL)
    for options, left, right in LARGER:
        if isinstance(spotit.check(left, right, schema, options), Equivalent):
            return f"{left}\n{right}\n{options}"
    return ""


def overclaimed_text() -> str:
    """Return a pair of the second list that is called the same for all strings, the empty string when none is."""
    schema = load_schema(TEXT_DDL)
    engine = open_engine(schema, _ONE)
    for left, right in OTHER_STRINGS:
        case = decide(left, right, engine)
        assert case is not None, left
        if case.claim is Claim.SAME and not any(a.column is not None for a in case.found.assumptions):
            return f"{left}\n{right}\n{case.found.assumptions}"
    return ""

"""Columns of different types and collations in joins, IN, compounds and groups: no claim that a few rows contradict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import apsw
import pytest

from spotit import Equivalent, EquivalentUpTo, Options, Semantics, check, load_schema

DDL = (
    "CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, c TEXT COLLATE NOCASE, n INTEGER, r REAL, x);"
    "CREATE TABLE u(id INTEGER PRIMARY KEY, b TEXT, e TEXT COLLATE RTRIM, m INTEGER, q REAL, y, k NUMERIC);"
)
SCHEMA = load_schema(DDL)
_WORDS = ("1", "1.0", "01", "a", "A", "a ", "", "10", "5", " 5", "5 ", None)
_WHOLE = (0, 1, 5, 10, -1, 2**53 + 1, 2**63 - 1, None)
_DOUBLES = (0.0, 1.0, 5.0, 1.5, 2.0**53, 10.0, 0.1, None)
_VALUES: dict[str, tuple[object, ...]] = {
    **dict.fromkeys("acbe", _WORDS),
    **dict.fromkeys("nm", _WHOLE),
    **dict.fromkeys("rq", _DOUBLES),
    **dict.fromkeys("xy", (1, 1.0, "1", "1.0", "a", "A", "a ", b"a", 5, "5", 2**53 + 1, 2.0**53, None)),
    "k": (1, 1.5, 5, 10, 2**53 + 1, 0, None),
}
_CONSTANTS = ("1", "'1'", "1.0", "'a'", "'A'", "5", "'5'", "'5.0'", "' 5'", "x'61'", "''", "9007199254740993", "0")
_IN = "SELECT id FROM t WHERE {t} IN (SELECT {u} FROM u)"
_EXISTS = "SELECT id FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.{u} = t.{t})"
_EQUAL = "SELECT id FROM t WHERE {t} = {s}"
_CONSTANT = "SELECT id FROM t WHERE {t} = {k}"
_UNION = "SELECT {t} AS z FROM t UNION SELECT {u} FROM u"
_ALL = "SELECT {t} AS z FROM t UNION ALL SELECT {u} FROM u"
TEMPLATES = (
    ("SELECT t.id FROM t JOIN u ON t.{t} = u.{u}", _IN),
    (_IN, _EXISTS),
    (_IN, "SELECT id FROM t WHERE +{t} IN (SELECT {u} FROM u)"),
    (_IN, "SELECT id FROM t WHERE {t} IN (SELECT +{u} FROM u)"),
    (_IN, "SELECT id FROM t WHERE {t} IN (SELECT {u} FROM u UNION SELECT {u} FROM u)"),
    ("SELECT {t} FROM t INTERSECT SELECT {u} FROM u", "SELECT {t} FROM t WHERE {t} IN (SELECT {u} FROM u)"),
    ("SELECT {t} FROM t EXCEPT SELECT {u} FROM u",
     "SELECT {t} FROM t WHERE NOT EXISTS (SELECT 1 FROM u WHERE u.{u} IS t.{t})"),
    (_UNION, f"SELECT DISTINCT z FROM ({_ALL})"),
    (f"SELECT z FROM ({_UNION}) WHERE z > {{k}}",
     "SELECT {t} FROM t WHERE {t} > {k} UNION SELECT {u} FROM u WHERE {u} > {k}"),
    (f"SELECT z / 2 FROM ({_ALL})",
     "SELECT {t} / 2 FROM t UNION ALL SELECT {u} / 2 FROM u"),
    ("SELECT COUNT(DISTINCT {t}) FROM t", "SELECT COUNT(DISTINCT +{t}) FROM t"),
    ("SELECT MAX({t}) FROM t", "SELECT {t} FROM t ORDER BY {t} DESC LIMIT 1"),
    (_EQUAL, "SELECT id FROM t WHERE {t} = +{s}"),
    (_EQUAL, "SELECT id FROM t WHERE {t} IN ({s})"),
    (_EQUAL, "SELECT id FROM (SELECT id, +{t} AS z, {s} AS w FROM t) WHERE z = w"),
    (_CONSTANT, "SELECT id FROM t WHERE {t} IN ({k}, NULL)"),
    (_CONSTANT, "SELECT id FROM t WHERE {t} IN (VALUES ({k}))"),
    (_CONSTANT, "SELECT id FROM t WHERE {t} = (SELECT {k})"),
    (_CONSTANT, "SELECT id FROM t WHERE NULLIF({t}, {k}) IS NULL AND {t} IS NOT NULL"),
    ("SELECT t.id FROM t JOIN u ON {t} = {u} WHERE u.{u} = {k}",
     "SELECT t.id FROM t JOIN u ON {t} = {u} WHERE t.{t} = {k}"),
    ("SELECT SUBSTR({t}, 1, 1) FROM t", "SELECT SUBSTR({t}, 1, 1) || '' FROM t"),
)  # fmt: skip


def pairs(seed: int, count: int) -> Iterator[tuple[str, str]]:
    """Yield pairs of queries that often mean the same."""
    random = Random(f"mixed types {seed}")
    for _ in range(count):
        left, right = random.choice(TEMPLATES)
        one, other = random.sample("acnrx", 2)
        given = {"t": one, "s": other, "u": random.choice("bemqyk"), "k": random.choice(_CONSTANTS)}
        yield left.format(**given), right.format(**given)


def contradiction(left: str, right: str, random: Random, semantics: Semantics, tries: int = 150) -> str:
    """Return rows for which SQLite returns different results, the empty string if none were found."""
    connection = apsw.Connection(":memory:")
    connection.execute(DDL)
    for _ in range(tries):
        connection.execute("DELETE FROM t; DELETE FROM u")
        rows = [(table, _row(columns, random)) for table, columns in (("t", "acnrx"), ("u", "bemqyk")) for _ in "12"]
        for table, row in rows:
            connection.execute(f"INSERT INTO {table} VALUES (NULL{', ?' * len(row)})", row)
        results = [connection.execute(sql).fetchall() for sql in (left, right)]
        one, other = (Counter(r) if semantics is Semantics.BAG else set(r) for r in results)
        if one != other and any(value is not None for result in results for row in result for value in row):
            return f"{rows}\n{results}"
    return ""


def _row(columns: str, random: Random) -> tuple[object, ...]:
    return tuple(random.choice(_VALUES[column]) for column in columns)


def wrong(seed: int, count: int) -> tuple[list[str], int]:
    """Return the claims that rows contradict, and how many claims there were."""
    random, found, claims = Random(seed), [], 0
    for left, right in pairs(seed, count):
        semantics = random.choice((Semantics.SET, Semantics.BAG))
        verdict = check(left, right, SCHEMA, Options(timeout=10.0, bound=2, semantics=semantics))
        if isinstance(verdict, Equivalent | EquivalentUpTo):
            claims += 1
            rows = contradiction(left, right, random, semantics)
            found += [f"{left}\n{right}\n{rows}"] if rows else []
    return found, claims


def test_claims_over_mixed_types() -> None:
    found, claims = wrong(1, 120)
    assert not found, found[0]
    assert claims > 30


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
def test_claims_over_mixed_types_at_length(seed: int) -> None:
    found, _ = wrong(seed, 500)
    assert not found, found[0]

"""A query and its copy with a COLLATE added: where databases of a few small texts tell them apart, so must we."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, product
from random import Random

import pytest

import spotit
from generate.collations import additions
from generate.query import Queries
from generate.schema import pools
from spotit import Different, Equivalent, EquivalentUpTo, Options, Unrefuted
from spotit.database import Database, Row, Rows
from spotit.engine.compare import same
from spotit.engine.failures import QueryError
from spotit.engine.open import open_engine
from spotit.options import Semantics
from spotit.schema import Schema
from spotit.schemas.load import schema_from_ddl

PLAIN = "CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b TEXT); CREATE TABLE u(a TEXT)"
DECLARED = "CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT COLLATE NOCASE, b TEXT COLLATE RTRIM); CREATE TABLE u(a TEXT)"
TEXTS = ("a", "A", "a ", "b", "B", "a\t")
QUERIES = (
    "SELECT id FROM t WHERE a = b",
    "SELECT id FROM t WHERE a < b OR a IS NULL",
    "SELECT id FROM t WHERE a BETWEEN 'A' AND 'a'",
    "SELECT id FROM t WHERE a IN ('a', 'b')",
    "SELECT id FROM t WHERE a IN (SELECT a FROM u)",
    "SELECT id FROM t WHERE a NOT IN (SELECT a FROM u)",
    "SELECT id FROM t WHERE (a, b) IN (SELECT a, a FROM u)",
    "SELECT id FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.a = t.a)",
    "SELECT id FROM t WHERE a >= (SELECT max(a) FROM u)",
    "SELECT id, CASE a WHEN 'a' THEN 1 WHEN b THEN 2 END FROM t",
    "SELECT id, nullif(a, b) FROM t",
    "SELECT id, max(a, b) FROM t",
    "SELECT t.id FROM t JOIN u ON t.a = u.a",
    "SELECT t.id, u.a FROM t LEFT JOIN u ON t.a > u.a",
    "SELECT count(DISTINCT a), count(DISTINCT b) FROM t",
    "SELECT min(a), max(b) FROM t",
    "SELECT count(*) FROM t GROUP BY a",
    "SELECT a, min(b) FROM t GROUP BY a HAVING count(*) > 1",
    "SELECT count(*) FROM (SELECT DISTINCT a, b FROM t)",
    "SELECT a FROM t UNION SELECT a FROM u",
    "SELECT a FROM t INTERSECT SELECT a FROM u",
    "SELECT b FROM t EXCEPT SELECT a FROM u",
    "SELECT id FROM t ORDER BY a, id LIMIT 1",
    "SELECT id, count(*) OVER (PARTITION BY a) FROM t",
    "SELECT id, dense_rank() OVER (ORDER BY a) FROM t",
    "SELECT id, min(a) OVER (ORDER BY id) FROM t",
    "SELECT group_concat(id ORDER BY a, id) FROM t",
    "SELECT length(group_concat(DISTINCT a)) FROM t",
)


@pytest.mark.parametrize("sql", QUERIES)
def test_a_collation_is_told_apart(sql: str) -> None:
    for ddl, collation in ((PLAIN, "NOCASE"), (PLAIN, "RTRIM"), (DECLARED, "BINARY")):
        for changed in additions(sql, collation, _schema(ddl)):
            _compare(ddl, sql, changed)


@pytest.mark.parametrize("ddl", (PLAIN, DECLARED))
def test_a_collation_in_a_generated_query_is_told_apart(ddl: str) -> None:
    random = Random(f"collations {ddl}")
    schema = _schema(ddl)
    writer = Queries(random, schema, pools(schema))
    words: Counter[str] = Counter()
    while words.total() < 20:
        sql = writer.query(2)
        changes = list(additions(sql, random.choice(("NOCASE", "RTRIM", "BINARY")), schema))
        if changes:
            words[_compare(ddl, sql, random.choice(changes))] += 1
    assert words["Different"] >= 3, words


def _compare(ddl: str, left: str, right: str) -> str:
    """Return the kind of the verdict; where it knows no difference, no small database may show one."""
    options = Options(bound=2, semantics=Semantics.BAG, timeout=10)
    verdict = spotit.check(left, right, _schema(ddl), options)
    if isinstance(verdict, Equivalent | EquivalentUpTo | Unrefuted):
        found = _difference(ddl, left, right, options)
        assert found is None, f"{left}\n{right}\n{verdict}\n{found}"
    else:
        assert not isinstance(verdict, Different) or verdict.stats.spurious == 0, f"{left}\n{right}"
    return type(verdict).__name__


def _difference(ddl: str, left: str, right: str, options: Options) -> Database | None:
    engine = open_engine(_schema(ddl), options)
    for database in _databases():
        engine.load(database)
        try:
            results = [engine.run(sql, budget=1.0) for sql in (left, right)]
        except QueryError:
            continue
        if not same(results[0], results[1], options.semantics, ordered=False):
            return database
    return None


@cache
def _schema(ddl: str) -> Schema:
    return schema_from_ddl(ddl)


@cache
def _databases() -> tuple[Database, ...]:
    return tuple(_small_databases())


def _small_databases() -> Iterator[Database]:
    """Yield databases of up to two rows a table; what the other column and table hold is varied with it."""
    pairs = list(product(TEXTS, repeat=2))
    for number, (first, second) in enumerate(combinations_with_replacement(pairs, 2)):
        rows: tuple[Row, ...] = ((1, *first), (2, *second))
        others = [(TEXTS[number % len(TEXTS)],), (TEXTS[number // len(TEXTS) % len(TEXTS)],)]
        yield Database({"t": Rows(("id", "a", "b"), rows), "u": Rows(("a",), tuple(others[: 1 + number % 2]))})

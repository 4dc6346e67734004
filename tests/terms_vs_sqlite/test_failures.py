"""Where a failure can be foreseen, a query fails on SQLite exactly where its terms say so, up to the order of a sum."""

from __future__ import annotations

from random import Random

import pytest

from spotit import Options, load_schema
from spotit.database import Database, Failure, Rows
from spotit.engine.open import open_engine
from spotit.engine.outcome import outcome
from spotit.plan.facts.chance import may_fail_by_chance
from spotit.search.pair import make_pair
from spotit.smt.terms.interpret import Assignment, interpret
from spotit.smt.terms.term import Term, subterms
from spotit.symbolic.database.assignment import assignment
from spotit.symbolic.encode import encode

SCHEMA = load_schema("CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER); CREATE TABLE u(c INTEGER)")
ROWS = 3
NUMBERS = (-(2**63), 2**63 - 1, 2**63 - 1, 1, 1, -1, None)
QUERIES = (
    "SELECT abs(a) FROM t",
    "SELECT abs(a) FROM t WHERE b > 0",
    "SELECT CASE WHEN b > 0 THEN abs(a) ELSE b END FROM t",
    "SELECT DISTINCT abs(a) FROM t",
    "SELECT b, abs(a) + abs(b) FROM t ORDER BY b",
    "SELECT abs(t.a) FROM t JOIN u ON u.c = t.b",
    "SELECT a FROM t WHERE b > 0 UNION ALL SELECT abs(b) FROM t",
    "SELECT sum(a) FROM t",
    "SELECT sum(a) FROM t WHERE b > 0",
    "SELECT sum(DISTINCT a) FROM t",
    "SELECT sum(a) FILTER (WHERE b > 0) FROM t",
    "SELECT b, sum(a) FROM t GROUP BY b",
    "SELECT CASE WHEN count(*) > 1 THEN sum(a) END FROM t GROUP BY b",
    "SELECT b FROM t GROUP BY b HAVING sum(a) > 0",
    "SELECT b, sum(a) FROM t GROUP BY b HAVING count(*) > 1",
    "SELECT b FROM t GROUP BY b ORDER BY sum(a) DESC LIMIT 1",
    "SELECT b FROM t GROUP BY b ORDER BY sum(a)",
    "SELECT count(*) FROM t ORDER BY sum(a)",
    "SELECT sum(a) FROM t LIMIT 1 OFFSET 1",
    "SELECT s FROM (SELECT b, sum(a) AS s FROM t GROUP BY b)",
    "SELECT b FROM (SELECT b, sum(a) AS s FROM t GROUP BY b) ORDER BY s LIMIT 1",
    "SELECT sum(t.a) FROM t JOIN u ON u.c = t.b",
    "SELECT abs(sum(a)) FROM t GROUP BY b HAVING count(*) > 1",
    "SELECT sum(a) FROM t UNION SELECT sum(b) FROM t",
    "SELECT sum(a) - sum(b) FROM t LIMIT 1",
)


def databases(seed: str, count: int) -> list[Database]:
    """Return small databases with large numbers."""
    random = Random(seed)

    def table(columns: tuple[str, ...], *, keyed: bool) -> Rows:
        drawn = range(1, random.randint(0, ROWS) + 1)
        width = len(columns) - keyed
        return Rows(columns, tuple((*[n] * keyed, *(random.choice(NUMBERS) for _ in range(width))) for n in drawn))

    return [Database({"t": table(("id", "a", "b"), keyed=True), "u": table(("c",), keyed=False)}) for _ in range(count)]


def _holds(condition: Term, values: Assignment, *, left_open: bool) -> bool:
    """Tell whether a condition holds where sums overflow that do so in some order of adding, or where they do not."""
    names = [str(node.value) for node in subterms(condition) if node.op == "var"]
    free = {name: left_open for name in names if name.startswith("overflow of ")}
    return bool(interpret([condition], {**values, **free}, default=True)[0])


@pytest.mark.parametrize("sql", QUERIES)
def test_terms_and_engine_fail_alike(sql: str) -> None:
    engine = open_engine(SCHEMA, Options(bound=ROWS))
    pair = make_pair(sql, sql, engine)
    assert pair.plans is not None
    assert not may_fail_by_chance(pair.plans[0].rel, SCHEMA)
    encoding = encode(*pair.plans, ROWS, pair.setting, doubles=True)
    failed = 0
    with encoding.terms:
        for database in databases(sql, 250):
            engine.load(database)
            values = assignment(encoding.instance, database)
            assert values is not None
            surely, maybe = (_holds(encoding.fails[0], values, left_open=choice) for choice in (False, True))
            fails = isinstance(outcome(engine, sql), Failure)
            assert surely <= fails <= maybe, database
            failed += fails
    assert 5 <= failed <= 245

"""Joins that are counted instead of multiplied: everywhere, though the product would serve as well."""

from __future__ import annotations

from random import Random

import pytest

from spotit.selftest.sweep import ground, sweep, try_query
from spotit.symbolic.relations import join_counting

DIRECTED = (
    ("plain", "SELECT r.b, COUNT(*), SUM(r.a), AVG(r.a) FROM r JOIN s ON s.b = r.b JOIN r AS q ON q.a = s.a"
              " GROUP BY r.b"),
    ("plain", "SELECT COUNT(*) FROM r, s, t WHERE r.a = s.a AND t.a <= s.a"),
    ("plain", "SELECT COUNT(*), COUNT(DISTINCT s.b), MAX(s.c) FROM r, s, t WHERE r.a = s.a AND t.a >= r.a"),
    ("plain", "SELECT r.a, TOTAL(s.a) FROM r JOIN s ON s.a = r.a JOIN s AS z ON z.b = r.b JOIN r AS q ON q.b = z.b"
              " WHERE z.a > 0 OR q.a > 0 GROUP BY r.a HAVING COUNT(*) > 1"),
    ("plain", "SELECT COUNT(s.b), SUM(s.a) FILTER (WHERE s.b > 'a') FROM s, r, r AS q WHERE r.b = q.b"),
    ("plain", "SELECT r.b, MIN(r.a), COUNT(*) FROM r, s AS x, s AS y WHERE r.b = x.b AND x.a = y.a GROUP BY r.b"),
    ("plain", "SELECT k, COUNT(*) FROM (SELECT a + 1 AS k, b FROM r) AS f JOIN s ON s.b = f.b JOIN r ON r.a = f.k"
              " GROUP BY k"),
    ("cycle", "SELECT d.name, SUM(e.pay), COUNT(*) FROM dept d JOIN emp e ON e.dept_id = d.id"
              " JOIN emp f ON f.pay = e.pay JOIN emp g ON g.boss = f.boss GROUP BY d.name"),
    ("composite", "SELECT g.y, COUNT(*) FROM grid g, mark m, log l, log o WHERE m.x = g.x AND l.mark_id = m.id"
                  " AND o.msg = l.msg GROUP BY g.y"),
)  # fmt: skip


@pytest.fixture
def everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(join_counting, "FEWEST", 1)


@pytest.mark.usefixtures("everywhere")
@pytest.mark.parametrize("name", ["plain", "shop", "composite", "cycle"])
def test_generated_queries_agree(name: str) -> None:
    total = sweep([name], seed=11, queries=90, databases=12)
    assert not total.mismatches, "\n".join(map(str, total.mismatches))
    assert not total.crashes, total.crashes[0]


@pytest.mark.parametrize("fewest", [1, 3])
@pytest.mark.parametrize(("name", "sql"), DIRECTED)
def test_directed_queries_agree(name: str, sql: str, fewest: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(join_counting, "FEWEST", fewest)
    summary = try_query(ground(name), sql, Random(sql), 60, (3,))
    assert not summary.mismatches, "\n".join(map(str, summary.mismatches))
    assert not summary.unsupported and not summary.invalid, summary
    assert summary.cases > 20

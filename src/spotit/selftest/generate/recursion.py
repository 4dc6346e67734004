"""Recursive queries: series, calendars, trees, graphs and text, fixed and generated."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

_TREE = "SELECT e.id, e.boss, lvl + 1 FROM emp e JOIN t ON e.boss = t.id"

FIXED = (
    (
        "cycle",
        "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT 5 UNION ALL SELECT n+3 FROM c WHERE n < 9) SELECT n FROM c",
    ),
    ("cycle", "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 12) SELECT n FROM c"),
    ("cycle", "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 7 OFFSET 2) SELECT sum(n) FROM c"),
    (
        "cycle",
        "WITH RECURSIVE m(d) AS (SELECT '2016-01-01' UNION ALL SELECT date(d, '+1 month') FROM m"
        " WHERE d < '2017-12-01') SELECT d, (SELECT count(*) FROM emp WHERE hired >= d) FROM m",
    ),
    (
        "cycle",
        f"WITH RECURSIVE t(id, boss, lvl) AS (SELECT id, boss, 0 FROM emp WHERE boss IS NULL UNION ALL {_TREE})"
        " SELECT * FROM t",
    ),
    (
        "cycle",
        "WITH RECURSIVE d(h) AS (SELECT min(hired) FROM emp UNION ALL SELECT date(h, '+1 year') FROM d"
        " WHERE h < (SELECT max(hired) FROM emp)) SELECT h FROM d",
    ),
    ("cycle", "WITH RECURSIVE p(x) AS (SELECT dept_id FROM emp UNION SELECT (x + 1) % 4 FROM p) SELECT x FROM p"),
    (
        "cycle",
        "WITH RECURSIVE p(x) AS (SELECT DISTINCT id % 2 FROM emp UNION ALL"
        " SELECT DISTINCT p.x + 2 FROM p, emp WHERE p.x < 4) SELECT x FROM p",
    ),
    (
        "plain",
        "WITH RECURSIVE c(n) AS (SELECT a FROM r UNION ALL SELECT n + 1 FROM c WHERE n < 11) SELECT count(*), max(n)"
        " FROM c",
    ),
    (
        "plain",
        "WITH RECURSIVE c(n) AS (SELECT a FROM r UNION SELECT n + 1 FROM c WHERE n < 11) SELECT count(*), max(n)"
        " FROM c",
    ),
    (
        "plain",
        "WITH RECURSIVE g(x) AS (SELECT min(a) FROM s UNION SELECT s.c FROM g JOIN s ON s.a = g.x LIMIT -1 OFFSET 2)"
        " SELECT x FROM g",
    ),
    (
        "plain",
        "WITH RECURSIVE w(t) AS (SELECT 'A' COLLATE NOCASE UNION SELECT lower(t) || 'b' FROM w WHERE length(t) < 3)"
        " SELECT t FROM w",
    ),
    ("plain", "WITH RECURSIVE w(t) AS (SELECT b COLLATE NOCASE FROM r UNION SELECT lower(t) FROM w) SELECT t FROM w"),
    (
        "plain",
        "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 5), d(m) AS"
        " (SELECT n FROM c WHERE n > 2 UNION ALL SELECT m + 10 FROM d WHERE m < 30)"
        " SELECT m, (SELECT count(*) FROM r WHERE a < m) FROM d",
    ),
    (
        "plain",
        "WITH RECURSIVE c(n) AS (VALUES (1), (5) UNION ALL SELECT n + 1 FROM c WHERE n < 8)"
        " SELECT n, row_number() OVER (ORDER BY n) FROM c",
    ),
    (
        "plain",
        "WITH RECURSIVE c(n) AS (VALUES (1), (5) UNION ALL SELECT n + 3 FROM c WHERE n < 20 ORDER BY 1 DESC LIMIT 4)"
        " SELECT n FROM c",
    ),
    (
        "plain",
        "WITH RECURSIVE c(n) AS (VALUES (3), (5) UNION SELECT n % 7 + 1 FROM c ORDER BY 1 LIMIT 4 OFFSET 1)"
        " SELECT n FROM c",
    ),
    (
        "plain",
        "WITH RECURSIVE c(n) AS (SELECT a FROM r UNION ALL SELECT n + 2 FROM c WHERE n < 4 ORDER BY 1 LIMIT 4)"
        " SELECT n FROM c",
    ),
    (
        "plain",
        "WITH RECURSIVE c(n) AS (SELECT a FROM r UNION SELECT n - 1 FROM c WHERE n > 0"
        " ORDER BY a DESC LIMIT 3 OFFSET 2) SELECT n FROM c",
    ),
    (
        "plain",
        "WITH RECURSIVE c(n) AS (SELECT a FROM r UNION ALL SELECT n + 1 FROM c ORDER BY 1 LIMIT 0) SELECT n FROM c",
    ),
    (
        "plain",
        "WITH RECURSIVE c(n) AS (SELECT a FROM r UNION ALL SELECT n + 1 FROM c WHERE n < 3 ORDER BY 1 LIMIT -1)"
        " SELECT n FROM c",
    ),
    (
        "cycle",
        "WITH RECURSIVE t(id, lvl) AS (SELECT id, 0 FROM emp WHERE boss IS NULL UNION ALL"
        " SELECT e.id, lvl + 1 FROM emp e JOIN t ON e.boss = t.id ORDER BY 2 DESC, 1 LIMIT 2) SELECT * FROM t",
    ),
    (
        "cycle",
        "WITH RECURSIVE t(id, lvl) AS (SELECT id, 0 FROM emp WHERE boss IS NULL UNION ALL"
        " SELECT e.id, lvl + 1 FROM emp e JOIN t ON e.boss = t.id ORDER BY 2, id DESC LIMIT 9 OFFSET 1)"
        " SELECT * FROM t",
    ),
    (
        "cycle",
        "WITH RECURSIVE t(id, lvl) AS (SELECT id, 0 FROM emp WHERE boss IS NULL UNION"
        " SELECT e.id, lvl + 1 FROM emp e JOIN t ON e.boss = t.id ORDER BY 2) SELECT * FROM t",
    ),
)


@dataclass(slots=True)
class Recursions:
    """Writes recursive queries."""

    random: Random

    def query(self) -> tuple[str, str]:
        """Return the name of a schema and a query over it."""
        return self.random.choice((self._series, self._tree, self._ancestors, self._graph, self._text))()

    def _one(self, *options: str) -> str:
        return self.random.choice(options)

    def _cut(self) -> str:
        """Return a LIMIT inside the recursion, now and then."""
        return self._one("", "", "", " LIMIT 2", " LIMIT 3 OFFSET 1", " LIMIT -1 OFFSET 1", " LIMIT 1 OFFSET 2")

    def _series(self) -> tuple[str, str]:
        start = self._one("1", "0", "-2", "VALUES (1), (4)", "SELECT count(*) FROM r", "SELECT a FROM r")
        initial = start if start[0] in "SV" else f"SELECT {start}"
        step = self._one("n + 1", "n + 2", "n * 2 + 1" if start in ("0", "1") else "n + 3")
        stop = self._one(" WHERE n < 6", " WHERE n <= 9", " WHERE n < (SELECT max(a) FROM s)", "")
        union = self._one("UNION", "UNION ALL")
        most = self._one("3", "5", "8", *(["-1"] if stop else []))
        limit = f" LIMIT {most}" if not stop or self.random.random() < 0.3 else ""
        offset = self._one("", " OFFSET 1", " OFFSET 3") if limit else ""
        result = self._one("n", "count(*), sum(n)", "n, (SELECT count(*) FROM r WHERE a = n)")
        return "plain", (
            f"WITH RECURSIVE c(n) AS ({initial} {union} SELECT {step} FROM c{stop}{limit}{offset})"
            f" SELECT {result} FROM c"
        )

    def _tree(self) -> tuple[str, str]:
        root = self._one("boss IS NULL", "id = (SELECT min(id) FROM emp)", "pay > 1", "boss = id")
        ends = root == "boss IS NULL"
        kept = self._one(
            " WHERE lvl < 2", " WHERE e.id <> t.id AND lvl < 3", *(["", " WHERE e.pay > 0"] if ends else [])
        )
        extra = self._one("e.boss", "t.id", "e.pay + t.b", "t.b + 1")
        union = self._one("UNION", "UNION ALL")
        initial = f"SELECT id, {self._one('boss', 'pay', '0')}, 0 FROM emp WHERE {root}"
        level = self._one("lvl + 1", "lvl + 1", "lvl" if ends else "lvl + 2")
        step = f"SELECT e.id, {extra}, {level} FROM emp e JOIN t ON e.boss = t.id{kept}"
        result = self._one("*", "id, max(lvl)", "count(*), max(lvl)", "DISTINCT lvl")
        group = " GROUP BY id" if result.startswith("id") else ""
        return "cycle", f"WITH RECURSIVE t(id, b, lvl) AS ({initial} {union} {step}) SELECT {result} FROM t{group}"

    def _ancestors(self) -> tuple[str, str]:
        union = self._one("UNION", "UNION ALL")
        kept = " AND n < 3" if union == "UNION ALL" or self.random.random() < 0.5 else ""
        count = "n + 1" if kept else "n"
        null = self._one(" AND e.boss IS NOT NULL", "")
        initial = f"SELECT id, 0 FROM emp{self._one('', ' WHERE pay > 0', ' WHERE dept_id = 1')}"
        return "cycle", (
            f"WITH RECURSIVE up(id, n) AS ({initial} {union} SELECT e.boss, {count} FROM emp e, up"
            f" WHERE e.id = up.id{kept}{null}) SELECT {self._one('*', 'id', 'count(DISTINCT id)')} FROM up"
        )

    def _graph(self) -> tuple[str, str]:
        if self.random.random() < 0.5:
            return "plain", (
                "WITH RECURSIVE g(x, y) AS (SELECT a, c FROM s UNION SELECT g.x, s.c FROM g"
                f" {self._one('JOIN', 'CROSS JOIN', 'LEFT JOIN')} s ON s.a = g.y{self._cut()})"
                f" SELECT {self._one('*', 'y', 'count(*)')} FROM g"
            )
        return "plain", (
            f"WITH RECURSIVE g(x, n) AS (SELECT a, 1 FROM {self._one('r', 's')} UNION ALL SELECT s.c, n + 1 FROM g"
            f" JOIN s ON s.a {self._one('=', '<')} g.x WHERE n < {self._one('2', '3')}{self._cut()})"
            f" SELECT {self._one('*', 'x', 'max(n)')} FROM g"
        )

    def _text(self) -> tuple[str, str]:
        union = self._one("UNION", "UNION ALL")
        return "plain", (
            f"WITH RECURSIVE w(t) AS (SELECT b FROM {self._one('r', 's')} {union} SELECT substr(t, 2) FROM w"
            f" WHERE length(t) > {self._one('0', '1')}) SELECT {self._one('t', 'count(*)', 'max(t)')} FROM w"
        )

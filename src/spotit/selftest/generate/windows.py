"""Random queries with window functions: every function, frame, bound, exclusion, and order."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from spotit.frozen import frozen

_NUMERIC = ("count", "sum", "total", "avg", "min", "max")
_RANKING = ("row_number()", "rank()", "dense_rank()", "percent_rank()", "cume_dist()")


@frozen
class WindowGround:
    """A FROM clause with the columns that windows use."""

    schema: str
    source: str
    key: str
    """A unique column: with it in ORDER BY nothing is ambiguous."""
    numbers: tuple[str, ...]
    texts: tuple[str, ...]


GROUNDS = (
    WindowGround("plain", "s", "rowid", ("a", "c"), ("b",)),
    WindowGround("plain", "r", "rowid", ("a",), ("b",)),
    WindowGround("plain", "t", "rowid", ("a",), ("d",)),
    WindowGround("cycle", "emp", "id", ("pay", "boss", "dept_id", "id"), ("nick", "hired")),
    WindowGround("shop", "purchase", "id", ("amount", "price", "customer_id"), ("day", "note")),
    WindowGround("odd", '"order"', "rowid", ('"x y"', "flag", "free"), ('"group by"', "free")),
    WindowGround("composite", "grid", "x, y", ("x", "v"), ("y",)),
)


@dataclass(slots=True)
class Windows:
    """Writes window queries over one ground."""

    random: Random
    ground: WindowGround

    def query(self) -> str:
        """Return a query with one to three window calls."""
        calls = [self._call() for _ in range(self.random.choice((1, 1, 1, 2, 3)))]
        shown = self.random.sample(self._columns(), self.random.choice((0, 1, 1, 2)) % (len(self._columns()) + 1))
        ground = self.ground
        roll = self.random.random()
        if roll < 0.12:
            return self._grouped()
        if roll < 0.2:
            named = f"(ORDER BY {self._term()})"
            call = f"{self._function()} OVER w, {self.random.choice(_RANKING)} OVER (w)"
            return f"SELECT {', '.join([*shown, call])} FROM {ground.source} WINDOW w AS {named}"
        where = f" WHERE {self._number()} > {self.random.choice((-1, 0, 1))}" if self.random.random() < 0.3 else ""
        sql = f"SELECT {', '.join([*shown, *calls])} FROM {ground.source}{where}"
        if roll < 0.3:
            inner = ", ".join([*shown, f"{calls[0]} AS f"])
            return f"SELECT * FROM (SELECT {inner} FROM {ground.source}{where}) WHERE f > 1"
        return f"{sql} ORDER BY 1" if roll < 0.35 else sql

    def _columns(self) -> list[str]:
        return [*self.ground.numbers, *self.ground.texts]

    def _number(self) -> str:
        return self.random.choice(self.ground.numbers)

    def _any(self) -> str:
        return self.random.choice(self._columns())

    def _term(self) -> str:
        name = self._any() if self.random.random() < 0.9 else f"{self._number()} % 2"
        name += self._collation()
        direction = self.random.choice(("", "", " ASC", " DESC", " DESC"))
        return name + direction + self.random.choice(("", "", "", " NULLS FIRST", " NULLS LAST"))

    def _collation(self) -> str:
        return " COLLATE NOCASE" if self.random.random() < 0.08 else ""

    def _order(self, least: int = 0) -> str:
        terms = [self._term() for _ in range(max(least, self.random.choice((0, 1, 1, 1, 2))))]
        if self.random.random() < 0.5:
            terms.append(self.ground.key)
        return f"ORDER BY {', '.join(terms)}" if terms else ""

    def _call(self) -> str:
        return f"{self._function()} OVER ({self._window()})"

    def _function(self) -> str:
        roll = self.random.random()
        if roll < 0.3:
            return self.random.choice((*_RANKING, *(f"ntile({n})" for n in (1, 2, 3))))
        if roll < 0.5:
            return self._navigation()
        return self._aggregate()

    def _navigation(self) -> str:
        name = self.random.choice(("lag", "lead", "first_value", "last_value", "nth_value"))
        if name == "nth_value":
            return f"nth_value({self._any()}, {self.random.choice((1, 2, 3))})"
        if name in ("first_value", "last_value"):
            return f"{name}({self._any()})"
        extra = self.random.choice(("", "", ", 1", ", 2", ", 0", f", 1, {self._any()}", ", 1, 0", ", 2, 'none'"))
        if name == "lead" and self.random.random() < 0.2:
            extra = ", -1"
        return f"{name}({self._any()}{extra})"

    def _aggregate(self) -> str:
        name = self.random.choice(_NUMERIC)
        if name == "count" and self.random.random() < 0.5:
            call = "count(*)"
        else:
            call = f"{name}({self._any() if name in ('min', 'max', 'count') else self._number()})"
        if self.random.random() < 0.2:
            call += f" FILTER (WHERE {self._number()} >= {self.random.choice((0, 1, 2))})"
        return call

    def _window(self) -> str:
        partition = f"PARTITION BY {self._any()}{self._collation()} " if self.random.random() < 0.5 else ""
        if self.random.random() < 0.35:
            return partition + self._order()
        unit = self.random.choice(("ROWS", "RANGE", "GROUPS"))
        bounds = self._bounds(unit)
        if unit == "RANGE" and any(mark in bounds for mark in ("1", "2", "0")):
            order = f"ORDER BY {self._term()}"
        else:
            order = self._order(1 if unit == "GROUPS" else 0)
        exclude = self.random.choice(("", "", "", " EXCLUDE CURRENT ROW", " EXCLUDE GROUP", " EXCLUDE TIES"))
        return f"{partition}{order} {unit} {bounds}{exclude}"

    def _bounds(self, unit: str) -> str:
        offsets = ("0", "1", "2", "1.5", "0.5") if unit == "RANGE" else ("0", "1", "2")
        scale = ["UNBOUNDED PRECEDING", "{} PRECEDING", "CURRENT ROW", "{} FOLLOWING", "UNBOUNDED FOLLOWING"]
        if self.random.random() < 0.25:
            return scale[self.random.choice((0, 1, 2))].format(self.random.choice(offsets))
        start = self.random.choice((0, 1, 1, 2, 3))
        end = self.random.choice([n for n in (1, 2, 3, 3, 4) if n >= start])
        first, second = (scale[n].format(self.random.choice(offsets)) for n in (start, end))
        return f"BETWEEN {first} AND {second}"

    def _grouped(self) -> str:
        key, ground = self._any(), self.ground
        value = self.random.choice(("count(*)", f"sum({self._number()})", f"max({self._any()})"))
        orders = (f"ORDER BY {value}", f"ORDER BY {value} DESC, {key}", f"PARTITION BY {value} ORDER BY {key}")
        over = self.random.choice(orders)
        call = self.random.choice((*_RANKING, f"sum({value})", f"lag({value})", f"count(*) FILTER (WHERE {value} > 1)"))
        return f"SELECT {key}, {value}, {call} OVER ({over}) FROM {ground.source} GROUP BY {key}"


DETERMINED = (
    ("plain", "SELECT a, last_value(c) OVER (PARTITION BY b ORDER BY a, rowid RANGE UNBOUNDED PRECEDING) FROM s"),
    (
        "plain",
        "SELECT a, last_value(c) OVER (ORDER BY rowid ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) FROM s",
    ),
    ("plain", "SELECT first_value(a) OVER (ORDER BY a), last_value(a) OVER (ORDER BY a) FROM r"),
    ("plain", "SELECT a, rank() OVER (ORDER BY a), count(*) OVER (ORDER BY a) FROM r"),
    ("plain", "SELECT a, sum(sum(a)) OVER (ORDER BY a) FROM r GROUP BY a HAVING count(*) > 0"),
    ("plain", "SELECT a, max(count(*)) OVER (), rank() OVER (ORDER BY count(*) DESC, max(b)) FROM s GROUP BY a"),
    ("plain", "SELECT a FROM r ORDER BY row_number() OVER (ORDER BY a DESC, rowid) LIMIT 2"),
    ("plain", "SELECT a FROM (SELECT a, row_number() OVER (ORDER BY a) FROM r)"),
    ("plain", "SELECT a, row_number() OVER (ORDER BY a) FROM r"),
    ("plain", "SELECT a IN (SELECT first_value(a) OVER (ORDER BY c, rowid) FROM s) FROM r"),
    (
        "plain",
        "SELECT r.a, (SELECT max(n) FROM (SELECT row_number() OVER (ORDER BY c) n FROM s WHERE s.a >= r.a)) FROM r",
    ),
    ("plain", "SELECT x.a, count(*) OVER (PARTITION BY y.b) FROM r x LEFT JOIN s y ON x.a = y.a"),
    ("plain", "SELECT a, lag(b, 1, 'none') OVER (ORDER BY a, rowid) || '!' FROM r"),
    ("plain", "SELECT a, upper(lead(b) OVER (ORDER BY rowid)) FROM r"),
    ("plain", "SELECT a, sum(a) OVER (ORDER BY a RANGE BETWEEN 1 PRECEDING AND 1 FOLLOWING) FROM t"),
    ("plain", "SELECT strftime('%Y', d), sum(a) OVER (PARTITION BY strftime('%Y', d) ORDER BY d, rowid) FROM t"),
    ("plain", "SELECT count(DISTINCT k) FROM (SELECT ntile(2) OVER (ORDER BY a, rowid) k FROM r)"),
    ("plain", "SELECT CASE WHEN row_number() OVER (PARTITION BY a ORDER BY rowid) = 1 THEN b END FROM r"),
    ("plain", "SELECT a FROM r UNION ALL SELECT sum(a) OVER (ORDER BY rowid) FROM s EXCEPT SELECT 1"),
    ("shop", "SELECT day, julianday(day) - julianday(lag(day) OVER (ORDER BY day, id)) FROM purchase"),
    ("shop", "SELECT city, score - avg(score) OVER (PARTITION BY city) FROM customer"),
    (
        "composite",
        "SELECT x, y, sum(v) OVER (PARTITION BY x ORDER BY y), first_value(v) OVER (ORDER BY x, y) FROM grid",
    ),
)
"""Queries whose results no tie can change."""

OPEN = (
    ("plain", "SELECT a, b, row_number() OVER (ORDER BY a) FROM r"),
    ("plain", "SELECT a, b, lag(b) OVER (PARTITION BY a ORDER BY a) FROM r"),
    ("plain", "SELECT a, b, ntile(2) OVER () FROM r"),
    ("plain", "SELECT a, first_value(b) OVER (ORDER BY a) FROM r"),
    ("plain", "SELECT a, last_value(b) OVER (ORDER BY a) FROM r"),
    ("plain", "SELECT a, nth_value(b, 2) OVER (ORDER BY a) FROM r"),
    ("plain", "SELECT a, b, count(*) OVER (ORDER BY a ROWS 1 PRECEDING) FROM r"),
    ("plain", "SELECT a, group_concat(b, '|') OVER (ORDER BY a) FROM r"),
)
"""Queries whose results a tie can change."""

"""Random queries whose result hangs on an order, often one that SQL leaves open: cuts, first rows, bare columns."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from spotit.frozen import frozen


@frozen
class OrderGround:
    """A FROM clause with columns to show and to order by, and one that no two rows share."""

    schema: str
    source: str
    columns: tuple[str, ...]
    unique: str
    outer: str
    """A table of the same schema, with `link` a condition between the two."""
    link: str


_GROUNDS = (
    OrderGround("plain", "r AS x", ("x.a", "x.b"), "x.rowid", "s AS o", "o.a = x.a"),
    OrderGround("plain", "s AS x", ("x.a", "x.c", "x.b"), "x.rowid", "r AS o", "o.b = x.b"),
    OrderGround("plain", "t AS x", ("x.a", "x.d"), "x.rowid", "r AS o", "o.a >= x.a"),
    OrderGround("cycle", "emp AS x", ("x.pay", "x.boss", "x.nick", "x.hired"), "x.id", "dept AS o", "o.id = x.dept_id"),
    OrderGround(
        "shop", "purchase AS x", ("x.amount", "x.price", "x.note"), "x.id", "customer AS o", "o.id = x.customer_id"
    ),
    OrderGround(
        "odd", '"order" AS x', ('x."group by"', "x.flag", "x.tag", 'x."x y"'), "x.rowid", "ref AS o", "o.k < 3"
    ),
    OrderGround("collated", "w AS x", ("x.a", "x.b"), "x.a, x.b", "p AS o", "o.k = x.a"),
)


@dataclass(slots=True)
class Orders:
    """Writes queries that cut, pick or merge rows by an order."""

    random: Random

    def query(self) -> tuple[str, str]:
        """Return the name of a schema and a query over it."""
        ground = self.random.choice(_GROUNDS)
        makers = (
            *(self._top, self._derived, self._derived, self._arms, self._scalar, self._scalar, self._member),
            *(self._distinct, self._bare, self._bare, self._forms),
        )
        return ground.schema, self.random.choice(makers)(ground)

    def _one(self, *options: str) -> str:
        return self.random.choice(options)

    def _column(self, ground: OrderGround) -> str:
        return self.random.choice(ground.columns)

    def _term(self, ground: OrderGround) -> str:
        collation = self._one("", "", "", "", " COLLATE NOCASE", " COLLATE RTRIM")
        direction = self._one("", "", " ASC", " DESC", " DESC", " DESC NULLS FIRST", " NULLS LAST")
        return f"{self._column(ground)}{collation}{direction}"

    def _order(self, ground: OrderGround, share: float = 0.8) -> str:
        if self.random.random() > share:
            return ""
        terms = [self._term(ground) for _ in range(self.random.choice((1, 1, 2)))]
        if self.random.random() < 0.3:
            terms.append(ground.unique)
        return f" ORDER BY {', '.join(terms)}"

    def _limit(self) -> str:
        return f" LIMIT {self._one('1', '1', '2', '3', '-1', '0')}{self._one('', '', ' OFFSET 1', ' OFFSET 2')}"

    def _cut(self, ground: OrderGround, shown: str, where: str = "") -> str:
        return f"SELECT {shown} FROM {ground.source}{where}{self._order(ground)}{self._limit()}"

    def _top(self, ground: OrderGround) -> str:
        shown = ", ".join(self.random.sample(ground.columns, self.random.choice((1, 2))))
        return self._cut(ground, shown)

    def _derived(self, ground: OrderGround) -> str:
        cut = self._cut(ground, f"{self._column(ground)} AS p, {self._column(ground)} AS q")
        return self._one(
            f"SELECT p FROM ({cut}) WHERE q IS NOT NULL",
            f"SELECT count(*), max(p) FROM ({cut})",
            f"SELECT p, count(*) FROM ({cut}) GROUP BY p",
            f"SELECT p, q FROM ({cut}) ORDER BY q, p LIMIT 1",
            f"SELECT z.p, o.rowid FROM ({cut}) AS z, {ground.outer}" if ground.schema != "collated" else cut,
        )

    def _arms(self, ground: OrderGround) -> str:
        """LIMIT in an arm of a set operation, which SQLite takes only in a subquery, and over the whole."""
        column = self._column(ground)
        word = self._one("UNION", "UNION ALL", "INTERSECT", "EXCEPT")
        arm = f"SELECT * FROM ({self._cut(ground, column)})"
        other = self._one(f"SELECT {self._column(ground)} FROM {ground.source}", arm)
        tail = self._one("", " ORDER BY 1", f" ORDER BY 1 DESC{self._limit()}", self._limit())
        return f"{arm} {word} {other}{tail}"

    def _scalar(self, ground: OrderGround) -> str:
        """A subquery of several rows as a value: the first row counts."""
        where = f" WHERE {ground.link}" if self.random.random() < 0.6 else ""
        limit = self._one("", "", " LIMIT 1", " LIMIT 1 OFFSET 1", " LIMIT 2")
        inner = f"(SELECT {self._column(ground)} FROM {ground.source}{where}{self._order(ground, 0.6)}{limit})"
        return self._one(
            f"SELECT {inner} FROM {ground.outer}",
            f"SELECT count(*) FROM {ground.outer} WHERE {inner} IS NOT NULL",
            f"SELECT CASE WHEN {inner} IS NULL THEN 0 ELSE {inner} END FROM {ground.outer}",
            f"SELECT coalesce({inner}, 'none') FROM {ground.outer}",
        )

    def _member(self, ground: OrderGround) -> str:
        column = self._column(ground)
        cut = self._cut(ground, column).replace("x.", "y.").replace(" AS x", " AS y")
        return f"SELECT {column}, {column} {self._one('IN', 'NOT IN')} ({cut}) FROM {ground.source}"

    def _distinct(self, ground: OrderGround) -> str:
        limit = self._limit() if self.random.random() < 0.6 else ""
        return f"SELECT DISTINCT {self._column(ground)} FROM {ground.source}{self._order(ground, 1.0)}{limit}"

    def _bare(self, ground: OrderGround) -> str:
        """Columns beside an aggregate that no GROUP BY names."""
        key, value, bare = (self._column(ground) for _ in range(3))
        column = self._column(ground)
        calls = (f"max({value})", f"min({value})", f"max({value}) FILTER (WHERE {column} IS NOT NULL)", "count(*)")
        call = self._one(*calls, f"min({value}), max({value})", f"min({value}), count({column})")
        group = self._one("", f" GROUP BY {key}", f" GROUP BY {key}")
        having = self._one("", f" HAVING {bare} IS NOT NULL") if group else ""
        return f"SELECT {bare}, {call} FROM {ground.source}{group}{having}"

    def _forms(self, ground: OrderGround) -> str:
        """Values that count as equal and are not the same: of which one is shown."""
        column = self._column(ground)
        return self._one(
            f"SELECT {column} COLLATE NOCASE FROM {ground.source} GROUP BY 1",
            f"SELECT {self._one('max', 'min')}({column} COLLATE NOCASE) FROM {ground.source}",
            f"SELECT {column} COLLATE NOCASE FROM {ground.source} INTERSECT SELECT {self._column(ground)}"
            f" FROM {ground.source}",
            f"SELECT {column} COLLATE RTRIM FROM {ground.source} UNION SELECT {self._column(ground)}"
            f" FROM {ground.source}",
            f"SELECT count(DISTINCT {column} COLLATE NOCASE), {column} FROM {ground.source}",
            f"SELECT {column} AS v FROM {ground.source} ORDER BY v COLLATE NOCASE{self._limit()}",
        )

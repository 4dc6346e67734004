"""Pairs of queries: a query and a mutant of it, and pairs that are equivalent by construction."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from spotit.frozen import frozen
from spotit.options import Semantics

from .expressions import Col, ColumnsInReach, fits
from .query import Queries
from .sources import MadeSource, name

_MUTATIONS = (
    (r"SELECT DISTINCT ", "SELECT "),
    (r"SELECT (?!DISTINCT)", "SELECT DISTINCT "),
    (r" LEFT JOIN ", " JOIN "),
    (r"(?<!LEFT)(?<!FULL)(?<!RIGHT)(?<!CROSS)(?<!NATURAL) JOIN ", " LEFT JOIN "),
    (r" FULL JOIN ", " LEFT JOIN "),
    (r" RIGHT JOIN ", " FULL JOIN "),
    (r" AND ", " OR "),
    (r" OR ", " AND "),
    (r" <= ", " < "),
    (r" < ", " <= "),
    (r" >= ", " > "),
    (r" > ", " >= "),
    (r" = ", " <> "),
    (r" = ", " IS "),
    (r" <> ", " IS NOT "),
    (r"IS NOT NULL", "IS NULL"),
    (r"IS NULL", "IS NOT NULL"),
    (r" NOT IN ", " IN "),
    (r"(?<!NOT) IN \(", " NOT IN ("),
    (r"NOT EXISTS", "EXISTS"),
    (r"\(NOT ", "("),
    (r"COUNT\(\*\)", "COUNT(NULL)"),
    (r"COUNT\((?![*D])", "COUNT(DISTINCT "),
    (r"MIN\(", "MAX("),
    (r"MAX\(", "MIN("),
    (r"SUM\(", "TOTAL("),
    (r"AVG\(", "SUM("),
    (r" DESC", ""),
    (r" ASC", " DESC"),
    (r"LIMIT 1", "LIMIT 2"),
    (r" OFFSET 1", ""),
    (r"UNION ALL", "UNION"),
    (r"UNION (?!ALL)", "UNION ALL "),
    (r"EXCEPT", "INTERSECT"),
    (r"INTERSECT", "UNION"),
    (r"(?<= )1(?=[ )]|$)", "2"),
    (r"(?<= )0(?=[ )]|$)", "1"),
    (r" \+ ", " - "),
    (r" / ", " * "),
    (r" % ", " / "),
    (r"'a'", "'b'"),
    (r"'2020-01-05'", "'2020-01-31'"),
    (r"upper\(", "lower("),
    (r" \|\| ", " + "),
    (r" ELSE ", " ELSE NULL + "),
    (r" LIKE ", " GLOB "),
    (r" NULLS LAST", " NULLS FIRST"),
)


def mutants(sql: str, random: Random) -> Iterator[str]:
    """Yield the query with one small change each, in random order; not all of them are valid or different."""
    sites = [(match.start(), match.end(), text) for pattern, text in _MUTATIONS for match in re.finditer(pattern, sql)]
    random.shuffle(sites)
    for start, end, text in sites:
        yield sql[:start] + text + sql[end:]


@frozen
class MadePair:
    """Two queries that return the same under `semantics`, by construction."""

    rule: str
    left: str
    right: str
    semantics: Semantics = Semantics.BAG


@frozen
class _Core:
    """The parts of a simple SELECT."""

    items: tuple[str, ...]
    sources: tuple[MadeSource, ...]
    on: str
    where: str

    @property
    def shown(self) -> str:
        return ", ".join(self.items)

    @property
    def source(self) -> str:
        if len(self.sources) == 1:
            return self.sources[0].sql
        return f"{self.sources[0].sql} JOIN {self.sources[1].sql} ON {self.on}"

    def select(self, where: str | None = None, *, distinct: bool = False) -> str:
        word = "DISTINCT " if distinct else ""
        return f"SELECT {word}{self.shown} FROM {self.source} WHERE {where or self.where}"


class Rewrites:
    """Writes equivalent pairs."""

    def __init__(self, queries: Queries) -> None:
        self.queries = queries
        self.random = queries.random

    def pair(self) -> MadePair:
        """Return a pair by a random rule."""
        self.queries.sources.ctes = []
        self.queries.sources.aliases = 0
        rule = self.random.choice(RULES)
        return rule(self)

    def core(self, *, joined: bool | None = None, depth: int = 1) -> _Core:
        """Return a simple SELECT over one table, or two joined ones."""
        two = self.random.random() < 0.5 if joined is None else joined
        sources = [self.queries.sources.one(0, ())]
        if two:
            sources.append(self.queries.sources.one(0, tuple(sources)))
        columns = tuple(c for s in sources for c in s.columns())
        scope = ColumnsInReach(columns)
        on = self.queries.sources.on(sources[:1], sources[1], sources[0].columns()) if two else ""
        chosen = [self.random.choice(columns) for _ in range(self.random.randint(1, 2))]
        items = tuple(c.sql for c in chosen)
        where = self.queries.expressions.condition(scope, depth)
        return _Core(items, tuple(sources), on, where)

    def number(self, core: _Core) -> Col:
        """Return a numeric column of the core, or a literal."""
        columns = [c for s in core.sources for c in s.columns() if fits(c.kind, "int")]
        return self.random.choice(columns) if columns else Col("1", "int")


def _nested(r: Rewrites) -> MadePair:
    sql = r.core().select()
    return MadePair("nested", sql, f"SELECT * FROM ({sql}) AS outside")


def _repeated(r: Rewrites) -> MadePair:
    core = r.core()
    return MadePair("repeated condition", core.select(), core.select(f"({core.where}) AND ({core.where})"))


def _double_negation(r: Rewrites) -> MadePair:
    core = r.core()
    return MadePair("double negation", core.select(), core.select(f"NOT (NOT ({core.where}))"))


def _partition(r: Rewrites) -> MadePair:
    core = r.core()
    p = core.where
    arms = (f"({p})", f"NOT ({p})", f"({p}) IS NULL")
    return MadePair(
        "partition", f"SELECT {core.shown} FROM {core.source}", " UNION ALL ".join(core.select(arm) for arm in arms)
    )


def _counted(r: Rewrites) -> MadePair:
    core = r.core()
    left = f"SELECT COUNT(*) FROM {core.source} WHERE {core.where}"
    right = f"SELECT COALESCE(SUM(CASE WHEN {core.where} THEN 1 ELSE 0 END), 0) FROM {core.source}"
    return MadePair("count as sum", left, right)


def _swapped(r: Rewrites) -> MadePair:
    core = r.core(joined=True)
    a, b = core.sources
    right = f"SELECT {core.shown} FROM {b.sql}, {a.sql} WHERE ({core.on}) AND ({core.where})"
    return MadePair("join order", core.select(), right)


def _left_right(r: Rewrites) -> MadePair:
    core = r.core(joined=True)
    a, b = core.sources
    left = f"SELECT {core.shown} FROM {a.sql} LEFT JOIN {b.sql} ON {core.on} WHERE {core.where}"
    right = f"SELECT {core.shown} FROM {b.sql} RIGHT JOIN {a.sql} ON {core.on} WHERE {core.where}"
    return MadePair("left as right join", left, right)


def _full_union(r: Rewrites) -> MadePair:
    core = r.core(joined=True)
    a, b = core.sources
    left = f"SELECT {core.shown} FROM {a.sql} FULL JOIN {b.sql} ON {core.on}"
    first = f"SELECT {core.shown} FROM {a.sql} LEFT JOIN {b.sql} ON {core.on}"
    second = f"SELECT {core.shown} FROM {b.sql} LEFT JOIN {a.sql} ON {core.on}"
    return MadePair("full join as union", left, f"{first} UNION ALL {second}", Semantics.SET)


def _grouped(r: Rewrites) -> MadePair:
    core = r.core()
    right = f"{core.select()} GROUP BY {core.shown}"
    return MadePair("distinct as group by", core.select(distinct=True), right)


def _union(r: Rewrites) -> MadePair:
    first, second = r.core(), r.core()
    a = f"SELECT {first.items[0]} AS c FROM {first.source} WHERE {first.where}"
    b = f"SELECT {second.items[0]} FROM {second.source} WHERE {second.where}"
    return MadePair("union", f"{a} UNION {b}", f"SELECT DISTINCT c FROM ({a} UNION ALL {b}) AS u")


def _common_table(r: Rewrites) -> MadePair:
    core = r.core()
    sql = f"SELECT {core.items[0]} AS c FROM {core.source} WHERE {core.where}"
    left = f"WITH whole AS ({sql}) SELECT c, COUNT(*) FROM whole GROUP BY c"
    return MadePair("common table", left, f"SELECT c, COUNT(*) FROM ({sql}) AS whole GROUP BY c")


def _having(r: Rewrites) -> MadePair:
    core = r.core()
    head = f"SELECT {core.items[0]} AS c, COUNT(*) AS n FROM {core.source} GROUP BY {core.items[0]}"
    return MadePair("having", f"{head} HAVING COUNT(*) > 1", f"SELECT c, n FROM ({head}) AS g WHERE n > 1")


def _extreme(r: Rewrites) -> MadePair:
    core = r.core()
    x = core.items[0]
    ordered = f"SELECT {x} FROM {core.source} WHERE ({core.where}) AND {x} IS NOT NULL ORDER BY {x} DESC LIMIT 1"
    return MadePair("maximum by order", f"SELECT MAX({x}) FROM {core.source} WHERE {core.where}", f"SELECT ({ordered})")


def _membership(r: Rewrites) -> MadePair:
    core = r.core(joined=False)
    inner = r.queries.sources.one(0, core.sources)
    pairs = [(a, b) for a in core.sources[0].columns() for b in inner.columns() if a.kind == b.kind]
    if not pairs:
        return _nested(r)
    a, b = r.random.choice(pairs)
    left = f"SELECT {core.shown} FROM {core.source} WHERE {a.sql} IN (SELECT {b.sql} FROM {inner.sql})"
    right = f"SELECT {core.shown} FROM {core.source} WHERE EXISTS (SELECT 1 FROM {inner.sql} WHERE {a.sql} = {b.sql})"
    return MadePair("in as exists", left, right)


def _except(r: Rewrites) -> MadePair:
    core = r.core(joined=False)
    inner = r.queries.sources.one(0, core.sources)
    pairs = [(a, b) for a in core.sources[0].columns() for b in inner.columns() if a.kind == b.kind]
    if not pairs:
        return _repeated(r)
    a, b = r.random.choice(pairs)
    word, negation = r.random.choice((("EXCEPT", "NOT "), ("INTERSECT", "")))
    left = f"SELECT {a.sql} FROM {core.source} {word} SELECT {b.sql} FROM {inner.sql}"
    right = (
        f"SELECT DISTINCT {a.sql} FROM {core.source} "
        f"WHERE {negation}EXISTS (SELECT 1 FROM {inner.sql} WHERE {a.sql} IS {b.sql})"
    )
    return MadePair("set operation as exists", left, right)


def _between(r: Rewrites) -> MadePair:
    core = r.core()
    x, low, high = r.number(core).sql, r.random.choice((-1, 0, 1)), r.random.choice((1, 2, 5))
    left = core.select(f"{x} BETWEEN {low} AND {high}")
    return MadePair("between", left, core.select(f"{x} >= {low} AND NOT ({x} > {high})"))


def _in_list(r: Rewrites) -> MadePair:
    core = r.core()
    x = r.number(core).sql
    return MadePair("in list", core.select(f"{x} NOT IN (1, 2)"), core.select(f"{x} <> 1 AND {x} <> 2"))


def _coalesced(r: Rewrites) -> MadePair:
    core = r.core()
    x = core.items[0]
    left = f"SELECT COALESCE({x}, 0) FROM {core.source} WHERE {core.where}"
    right = f"SELECT CASE WHEN {x} IS NULL THEN 0 ELSE {x} END FROM {core.source} WHERE {core.where}"
    return MadePair("coalesce", left, right)


def _count_given(r: Rewrites) -> MadePair:
    core = r.core()
    x = core.items[0]
    left = f"SELECT COUNT({x}), AVG({r.number(core).sql}) FROM {core.source} WHERE {core.where}"
    y = left.split("AVG(")[1].split(")")[0]
    right = f"SELECT TOTAL({x} IS NOT NULL), TOTAL({y}) / COUNT({y}) FROM {core.source} WHERE {core.where}"
    return MadePair("count and average", left, right)


RULES = (
    _nested,
    _repeated,
    _double_negation,
    _partition,
    _counted,
    _swapped,
    _left_right,
    _full_union,
    _grouped,
    _union,
    _common_table,
    _having,
    _extreme,
    _membership,
    _except,
    _between,
    _in_list,
    _coalesced,
    _count_given,
)

__all__ = ["MadePair", "Rewrites", "mutants", "name"]

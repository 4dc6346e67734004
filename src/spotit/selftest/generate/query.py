"""Random queries over a schema: every construct of the SQL we cover, results often not empty."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random

from spotit.frozen import frozen
from spotit.schema import Schema

from .expressions import Col, ColumnsInReach, Expressions, fits
from .schema import Pools
from .sources import MadeField, Sources

_RESULT_KINDS = ("int", "int", "text", "text", "real", "date")


@frozen
class Made:
    """A query and the kinds of its columns."""

    sql: str
    kinds: tuple[str, ...]


@dataclass(slots=True)
class Queries:
    """Writes queries over one schema."""

    random: Random
    schema: Schema
    pools: Pools
    without: frozenset[str] = frozenset()
    """Constructs to leave out."""
    expressions: Expressions = field(init=False)
    sources: Sources = field(init=False)

    def __post_init__(self) -> None:
        self.expressions = Expressions(self.random, self.pools, self, self.without)
        self.sources = Sources(self.random, self.schema, self, self.without)

    def query(self, depth: int = 3) -> str:
        """Return one query."""
        self.sources.ctes = []
        self.sources.aliases = 0
        prefix = ""
        if self._chance(0.08, "with"):
            body = self.select(depth - 1, (), kinds=self.kinds(self.random.randint(1, 3)), tail=True)
            names = [f"k{n}" for n in range(len(body.kinds))]
            prefix = f"WITH c1({', '.join(names)}) AS ({body.sql}) "
            self.sources.ctes.append(("c1", tuple(MadeField(n, k) for n, k in zip(names, body.kinds, strict=True))))
        roll = self.random.random()
        if roll < 0.12 and "compound" not in self.without:
            return prefix + self._compound(depth - 1)
        if roll < 0.13 and "values" not in self.without:
            return prefix + self.values(self.kinds(2))
        return prefix + self.select(depth, (), tail=True, star=True).sql

    def scalar(self, kind: str, outer: tuple[Col, ...], depth: int) -> str:
        """Return a scalar subquery in parentheses."""
        if depth <= 0:
            return self.expressions.leaf(kind, ColumnsInReach((), outer))
        if self.random.random() < 0.6 and kind in ("int", "real", "text"):
            return f"({self._aggregate_only(kind, outer, depth)})"
        made = self.select(depth - 1, outer, kinds=[kind], tail=self.random.random() < 0.6)
        return f"({made.sql})"

    def column(self, kinds: Sequence[str], outer: tuple[Col, ...], depth: int) -> str:
        """Return a subquery with columns of these kinds."""
        if self.random.random() < 0.1 and "compound" not in self.without:
            arms = [self.select(0, outer, kinds=kinds, simple=True).sql for _ in range(2)]
            return f" {self.random.choice(_SET_WORDS)} ".join(arms)
        return self.select(depth - 1, outer, kinds=kinds, tail=self.random.random() < 0.2).sql

    def some(self, outer: tuple[Col, ...], depth: int) -> str:
        """Return a subquery for EXISTS."""
        if self.random.random() < 0.5:
            source, where = self._correlated(outer, depth)
            return f"SELECT {self.random.choice(('1', '*', 'NULL'))} FROM {source}{where}"
        return self.select(depth - 1, outer).sql

    def _correlated(self, outer: tuple[Col, ...], depth: int) -> tuple[str, str]:
        source = self.sources.one(0, ())
        scope = ColumnsInReach(source.columns(), outer)
        pairs = [(a, b) for a in scope.columns for b in outer if fits(a.kind, b.kind)]
        conditions = []
        if pairs:
            a, b = self.random.choice(pairs)
            conditions.append(f"{a.sql} = {b.sql}")
        if not pairs or self.random.random() < 0.4:
            conditions.append(self.expressions.condition(scope, depth - 1))
        return source.sql, f" WHERE {' AND '.join(conditions)}"

    def _aggregate_only(self, kind: str, outer: tuple[Col, ...], depth: int) -> str:
        source = self.sources.one(0, ())
        scope = ColumnsInReach(source.columns(), outer)
        call = self._aggregate(kind, ColumnsInReach(source.columns()), 1)
        where = f" WHERE {self.expressions.condition(scope, depth - 1)}" if self.random.random() < 0.6 else ""
        return f"SELECT {call} FROM {source.sql}{where}"

    def _compound(self, depth: int) -> str:
        kinds = self.kinds(self.random.randint(1, 2))
        arms = [self.select(depth - 1, (), kinds=kinds).sql for _ in range(self.random.choice((2, 2, 3)))]
        if self.random.random() < 0.1:
            arms[0] = self.values(kinds)
        sql = arms[0]
        for arm in arms[1:]:
            sql += f" {self.random.choice(_SET_WORDS)} {arm}"
        if self.random.random() < 0.3:
            ordinals = self.random.sample(range(1, len(kinds) + 1), self.random.randint(1, len(kinds)))
            sql += " ORDER BY " + ", ".join(f"{n}{self._direction()}" for n in ordinals) + self._limit(0.4)
        return sql

    def values(self, kinds: Sequence[str]) -> str:
        """Return a VALUES clause."""
        rows = [
            "(" + ", ".join(self.expressions.literal(k) for k in kinds) + ")" for _ in range(self.random.randint(1, 3))
        ]
        return f"VALUES {', '.join(rows)}"

    def kinds(self, count: int) -> list[str]:
        """Return kinds for result columns."""
        return [self.random.choice(_RESULT_KINDS) for _ in range(count)]

    def select(
        self,
        depth: int,
        outer: tuple[Col, ...],
        *,
        kinds: Sequence[str] | None = None,
        tail: bool = False,
        star: bool = False,
        simple: bool = False,
    ) -> Made:
        """Return a SELECT; `tail` lets it have ORDER BY and LIMIT."""
        if self.random.random() < 0.03:
            wanted = kinds or self.kinds(2)
            items = [self.expressions.value(k, ColumnsInReach((), outer), depth) for k in wanted]
            return Made(f"SELECT {', '.join(items)}", tuple(wanted))
        from_sql, columns, merged = self.sources.clause(depth)
        scope = ColumnsInReach(columns, outer)
        where = f" WHERE {self.expressions.condition(scope, depth)}" if self.random.random() < 0.55 else ""
        roll = self.random.random()
        if simple or roll > 0.38:
            return self._plain(f"{from_sql}{where}", scope, depth, kinds, tail=tail, star=star and not merged)
        return self._grouped(f"{from_sql}{where}", scope, depth, kinds, tail=tail, by=roll < 0.26)

    def _plain(
        self,
        body: str,
        scope: ColumnsInReach,
        depth: int,
        kinds: Sequence[str] | None,
        *,
        tail: bool,
        star: bool,
    ) -> Made:
        if star and self.random.random() < 0.06:
            items, wanted = ["*"], tuple(c.kind for c in scope.columns)
        else:
            wanted = tuple(kinds) if kinds else self._wanted(scope)
            items = [self.expressions.value(k, scope, depth - 1) for k in wanted]
            if not kinds and self._chance(0.2, "condition"):
                # Shown as a value, a condition cannot pass off NULL as false.
                items.append(f"({self.expressions.condition(scope, depth)})")
                wanted = (*wanted, "int")
            if not kinds and self._chance(0.08, "window"):
                items.append(self._window(scope))
                wanted = (*wanted, "any")
        return self._finish(items, wanted, body, scope, depth, tail=tail)

    def _window(self, scope: ColumnsInReach) -> str:
        """Return a window function over the columns of the scope."""
        kind = self.random.choice(("int", "real", "text"))
        argument = self.expressions.value(kind, scope, 0)
        call = self.random.choice(_WINDOW_CALLS).format(argument)
        parts = []
        if self.random.random() < 0.5:
            parts.append(f"PARTITION BY {self.expressions.value(kind, scope, 0)}")
        if self.random.random() < 0.8:
            by = self.expressions.value(self.random.choice(("int", "text", "date")), scope, 0)
            parts.append(f"ORDER BY {by}{self._direction()}")
            parts.append(self.random.choice(_FRAMES))
        return f"{call} OVER ({' '.join(parts)})"

    def _wanted(self, scope: ColumnsInReach) -> tuple[str, ...]:
        kinds = [c.kind for c in scope.columns if c.kind != "blob"]
        return tuple(self.random.choice(kinds or ["int"]) for _ in range(self.random.randint(1, 3)))

    def _finish(
        self, items: list[str], wanted: tuple[str, ...], body: str, scope: ColumnsInReach, depth: int, *, tail: bool
    ) -> Made:
        distinct = "DISTINCT " if self._chance(0.18, "distinct") else ""
        aliased = [self._aliased(item, n) for n, item in enumerate(items)]
        order = self._order(aliased, scope, depth) if tail and self._chance(0.4, "order") else ""
        limit = self._limit(0.5 if order else 0.12) if tail else ""
        return Made(f"SELECT {distinct}{', '.join(aliased)} FROM {body}{order}{limit}", wanted)

    def _aliased(self, item: str, number: int) -> str:
        return f"{item} AS z{number}" if item != "*" and self.random.random() < 0.3 else item

    def _order(self, items: Sequence[str], scope: ColumnsInReach, depth: int) -> str:
        terms = []
        for _ in range(self.random.randint(1, 2)):
            roll = self.random.random()
            named = [item.rsplit(" AS ", 1)[1] for item in items if " AS z" in item[-6:]]
            if roll < 0.3:
                term = str(self.random.randint(1, len(items)))
            elif roll < 0.5 and named:
                term = self.random.choice(named)
            else:
                kind = self.random.choice(("int", "text", "real", "date"))
                term = self.expressions.value(kind, scope, 1 if depth > 1 else 0)
                if re.fullmatch(r"-?\d+", term):
                    term = f"({term} + 0)"
            if self._chance(0.08, "order collate"):
                term += " COLLATE NOCASE"
            terms.append(term + self._direction())
        return f" ORDER BY {', '.join(terms)}"

    def _direction(self) -> str:
        nulls = self.random.choice((" NULLS FIRST", " NULLS LAST")) if self._chance(0.12, "nulls order") else ""
        return self.random.choice(("", "", " ASC", " DESC", " DESC")) + nulls

    def _limit(self, probability: float) -> str:
        if not self._chance(probability, "limit"):
            return ""
        text = f" LIMIT {self.random.choice((1, 1, 1, 2, 3, 0, -1))}"
        return text + (f" OFFSET {self.random.choice((0, 1, 1, 2))}" if self._chance(0.25, "offset") else "")

    def _grouped(
        self, body: str, scope: ColumnsInReach, depth: int, kinds: Sequence[str] | None, *, tail: bool, by: bool
    ) -> Made:
        keys = self._keys(scope, depth) if by else []
        made = list(keys)
        bare = self._chance(0.3, "bare") and scope.columns
        for _ in range(self.random.randint(1, 2)):
            kind = self.random.choice(("int", "int", "real", "text", "date"))
            call = self._aggregate(kind, ColumnsInReach(scope.columns), depth)
            if bare and self.random.random() < 0.5:
                call = f"{self.random.choice(('MIN', 'MAX'))}({self.random.choice(scope.columns).sql})"
            made.append(Col(call, kind, plain=False))
        if bare:
            made.append(self.random.choice(scope.columns))
        groups = ColumnsInReach(tuple(made), scope.outer)
        if kinds:
            wanted = tuple(kinds)
            items = [self._group_item(kind, groups, scope) for kind in wanted]
        else:
            wanted = tuple(self.random.choice(made).kind for _ in range(self.random.randint(1, 3)))
            items = [self._group_item(kind, groups, scope) for kind in wanted]
            if bare and self.random.random() < 0.6:
                wanted, items = tuple(c.kind for c in made), [c.sql for c in made]
        if keys:
            shown = [key.sql for key in keys]
            if self._chance(0.1, "group ordinal") and not any(_is_aggregate(item) for item in items[:1]):
                shown = ["1"]
            body += f" GROUP BY {', '.join(shown)}"
        if self._chance(0.3, "having"):
            body += f" HAVING {self.expressions.condition(groups, min(depth, 1))}"
        return self._finish(items, wanted, body, groups, min(depth, 1), tail=tail)

    def _group_item(self, kind: str, groups: ColumnsInReach, scope: ColumnsInReach) -> str:
        fitting = [c.sql for c in groups.columns if fits(c.kind, kind)]
        if fitting and self.random.random() < 0.75:
            return self.random.choice(fitting)
        if self.random.random() < 0.5:
            return self._aggregate(kind, ColumnsInReach(scope.columns), 0)
        return self.expressions.value(kind, groups, 1)

    def _keys(self, scope: ColumnsInReach, depth: int) -> list[Col]:
        keys = []
        for _ in range(self.random.choice((1, 1, 1, 2))):
            if scope.columns and self.random.random() < 0.75:
                column = self.random.choice(scope.columns)
                keys.append(replace(column, sql=column.sql + self.expressions.collate(column.kind)))
            else:
                kind = self.random.choice(("int", "text", "date"))
                sql = self.expressions.value(kind, scope, min(depth, 1))
                keys.append(Col(f"({sql} + 0)" if re.fullmatch(r"-?\d+", sql) else sql, kind))
        return keys

    def _aggregate(self, kind: str, scope: ColumnsInReach, depth: int) -> str:
        """Return an aggregate call over the columns of the scope."""
        distinct = "DISTINCT " if self._chance(0.2, "agg distinct") else ""
        inner = self.random.choice(("int", "int", "real")) if kind in ("real", "num") else kind
        if inner == "int" and self.random.random() < 0.1:
            inner = self.random.choice(("text", "date", "any"))
        argument = self.expressions.value(inner, scope, 1 if depth > 1 else 0)
        match kind:
            case "int" | "bool":
                word = self.random.choice(("COUNT(*)", "COUNT", "COUNT", "SUM", "SUM", "MIN", "MAX"))
            case "real" | "num":
                word = self.random.choice(("AVG", "AVG", "TOTAL", "TOTAL", "SUM", "SUM", "SUM", "MAX", "MIN"))
            case _:
                word = self.random.choice(("MIN", "MAX"))
        if kind == "text" and self._chance(0.25, "group_concat"):
            separator = "" if distinct or self.random.random() < 0.5 else ", '-'"
            call = f"GROUP_CONCAT({distinct}{argument}{separator})"
        else:
            call = word if word == "COUNT(*)" else f"{word}({distinct}{argument})"
        if self._chance(0.12, "filter"):
            call += f" FILTER (WHERE {self.expressions.condition(scope, 0)})"
        return call

    def _chance(self, probability: float, construct: str) -> bool:
        return construct not in self.without and self.random.random() < probability


def _is_aggregate(item: str) -> bool:
    return re.search(r"\b(COUNT|SUM|AVG|TOTAL|MIN|MAX|GROUP_CONCAT)\(", item) is not None


_SET_WORDS = ("UNION", "UNION", "UNION ALL", "INTERSECT", "EXCEPT")
_WINDOW_CALLS = (
    *("ROW_NUMBER()", "RANK()", "DENSE_RANK()", "PERCENT_RANK()", "CUME_DIST()", "NTILE(2)", "COUNT(*)"),
    *("SUM({0})", "MIN({0})", "MAX({0})", "AVG({0})", "COUNT({0})", "LAG({0})", "LEAD({0}, 1, 0)", "LAG({0}, 2)"),
    *("FIRST_VALUE({0})", "LAST_VALUE({0})", "NTH_VALUE({0}, 2)", "SUM({0}) FILTER (WHERE {0} IS NOT NULL)"),
)
_FRAMES = (
    *("", "", "ROWS UNBOUNDED PRECEDING", "ROWS BETWEEN 1 PRECEDING AND CURRENT ROW"),
    *("RANGE BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING", "GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING"),
    *("ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING", "ROWS BETWEEN 1 FOLLOWING AND 2 FOLLOWING"),
    *(
        "ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING EXCLUDE CURRENT ROW",
        "GROUPS CURRENT ROW EXCLUDE TIES",
    ),
)

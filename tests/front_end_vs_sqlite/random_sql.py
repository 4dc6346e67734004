"""Random SQL text over a schema of mixed affinities and collations, mostly valid.

Operators are written without parentheses, so that precedence decides; names are qualified or not, quoted in
every way, aliased, ambiguous or missing, so that name resolution decides.
"""

from __future__ import annotations

import random
from collections.abc import Callable

DDL = """
CREATE TABLE t(
  i INTEGER PRIMARY KEY, n INT, r REAL, s TEXT, d DATE, b, nc TEXT COLLATE NOCASE, v VARCHAR(10)
);
CREATE TABLE u(i INT, s TEXT, x NUMERIC, nc TEXT COLLATE NOCASE, y BLOB);
CREATE TABLE w(k TEXT PRIMARY KEY, n INT, s TEXT COLLATE RTRIM) WITHOUT ROWID;
CREATE VIEW vw AS SELECT n, s AS s, r + 1 AS q, nc FROM t;
"""
COLUMNS = {
    "t": ["i", "n", "r", "s", "d", "b", "nc", "v"],
    "u": ["i", "s", "x", "nc", "y"],
    "w": ["k", "n", "s"],
    "vw": ["n", "s", "q", "nc"],
}
VALUES = (
    *("1", "2", "0", "-1", "5", "1.0", "2.5", "'1'", "'2'", "'1.0'", "' 1 '", "'abc'", "'ABC'", "'Abc'"),
    *("'abc '", "''", "NULL", "'5x'", "x'61'", "'1e0'", "2.50", "'2020-01-01'", "10", "'10'", "9", "'b'"),
)
OPERATORS = (
    *("=", "<", ">", "<=", ">=", "<>", "==", "!=", "+", "-", "*", "/", "%", "||", "&", "|", "<<", ">>"),
    *("AND", "OR"),
)
Sources = list[tuple[str, list[str]]]


def inserts(rng: random.Random) -> list[str]:
    """Return statements that empty the tables and put a few random rows into each."""
    statements = []
    for table in ("t", "u", "w"):
        statements.append(f"DELETE FROM {table}")
        for _ in range(rng.randrange(1, 4)):
            row = ["NULL" if table == "t" and c == "i" else rng.choice(VALUES) for c in COLUMNS[table]]
            statements.append(f"INSERT OR IGNORE INTO {table} VALUES ({', '.join(row)})")
    return statements


class Writer:
    """Writes one query; `depth` counts the queries around the one being written."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.depth = 0

    def pick(self, *options: str) -> str:
        return self.rng.choice(options)

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def column(self, sources: Sources) -> str:
        if not sources or not self.chance(0.95):
            return self.pick('"zz"', "true", "n", "s", "a1", "a2")
        alias, columns = self.rng.choice(sources)
        name = self.pick("rowid", "oid", "_rowid_") if self.chance(0.03) else self.rng.choice(columns)
        name = self.pick(name, name, name, name.upper(), f'"{name}"', f"`{name}`", f"[{name}]")
        return f"{alias}.{name}" if self.chance(0.93) else name

    def expr(self, sources: Sources, size: int, *, grouped: bool = False) -> str:
        if size <= 0 or self.chance(0.15):
            return self.column(sources) if self.chance(0.65) else self.rng.choice(VALUES)
        if grouped and self.chance(0.12):
            return self.aggregate(sources)

        def sub(less: int = 1) -> str:
            return self.expr(sources, size - less, grouped=grouped)

        kind = self.rng.randrange(5)
        if kind < 2:
            return self._operator(sub)
        if kind < 4:
            return self._test(sub)
        return self._other(sources, sub)

    def _operator(self, sub: Callable[..., str]) -> str:
        if self.chance(0.2):
            return f"{self.pick('-', '+', '~', '- -', 'NOT ')} {sub()}"
        return f"{sub()} {self.rng.choice(OPERATORS)} {sub()}"

    def _test(self, sub: Callable[..., str]) -> str:
        negated = self.pick("", "NOT ")
        match self.rng.randrange(6):
            case 0:
                right = self.pick("NULL", "TRUE", "FALSE") if self.chance(0.6) else sub()
                return f"{sub()} {self.pick('IS', 'IS NOT', 'IS DISTINCT FROM')} {right}"
            case 1:
                return f"{sub()} {self.pick('ISNULL', 'NOTNULL', 'NOT NULL')}"
            case 2:
                return f"{sub()} {negated}BETWEEN {sub()} AND {sub()}"
            case 3:
                return f"{sub()} {negated}IN ({', '.join(sub(2) for _ in range(self.rng.randrange(4)))})"
            case 4:
                return f"{sub()} {negated}{self.pick('LIKE', 'GLOB')} {sub()}"
        return f"(({sub()}, {sub()}) {self.pick('=', '<', '>=', 'IS', '<>')} ({sub()}, {sub()}))"

    def _other(self, sources: Sources, sub: Callable[..., str]) -> str:
        if self.depth < 2 and self.chance(0.25):
            query = f"({self.query(1, sources)})"
            return self.rng.choice((f"{sub()} {self.pick('', 'NOT ')}IN {query}", f"EXISTS {query}", query))
        match self.rng.randrange(7):
            case 0:
                operand, default = (
                    sub() if self.chance(0.5) else "",
                    f"ELSE {sub()}" if self.chance(0.5) else "",
                )
                return f"CASE {operand} WHEN {sub()} THEN {sub()} {default} END"
            case 1:
                kinds = ("int", "text", "real", "numeric", "blob", "varchar(5)", "foo")
                return f"CAST({sub()} AS {self.pick(*kinds)})"
            case 2:
                return f"{sub()} COLLATE {self.pick('nocase', 'binary', 'rtrim')}"
            case 3:
                return f"({sub()})"
            case 4:
                return f"{self.pick('coalesce', 'ifnull', 'nullif', 'max', 'min')}({sub()}, {sub()})"
            case 5:
                return f"iif({sub()}, {sub()}, {sub()})"
        return f"{self.pick('abs', 'length', 'lower', 'typeof', 'hex', 'quote', 'trim')}({sub()})"

    def aggregate(self, sources: Sources) -> str:
        name = self.pick("count", "sum", "min", "max", "avg", "total", "count(*)")
        if name == "count(*)":
            return name
        condition = f" FILTER (WHERE {self.expr(sources, 1)})" if self.chance(0.15) else ""
        return f"{name}({self.pick('', 'DISTINCT ')}{self.expr(sources, 1)}){condition}"

    def source(self, number: int) -> tuple[str, tuple[str, list[str]]]:
        alias = self.pick(f"t{number}", f"T{number}", f"q{number}")
        if self.depth < 2 and self.chance(0.15):
            width = self.rng.randrange(1, 3)
            names = [f"a{index + 1}" for index in range(width)]
            return f"({self.query(width, [], named=True)}) {self.pick('AS ', '')}{alias}", (alias, names)
        table = self.pick("t", "t", "u", "u", "w", "vw")
        if self.chance(0.25):
            return self.pick(table, f"main.{table}"), (table, COLUMNS[table])
        return f"{table} {self.pick('AS ', '')}{alias}", (alias, COLUMNS[table])

    def joined(self, outer: Sources) -> tuple[str, Sources]:
        text, first = self.source(1)
        sources = [first]
        for number in range(2, 2 + self.rng.choice((0, 0, 1, 1, 2) if self.depth < 2 else (0, 0, 1))):
            other, source = self.source(number)
            sources.append(source)
            join = self.pick(",", "JOIN", "LEFT JOIN", "CROSS JOIN", "RIGHT JOIN", "FULL JOIN", "NATURAL JOIN")
            text += f" {join} {other}"
            if join not in (",", "NATURAL JOIN"):
                using = f" USING ({self.pick('i', 'n', 's', 'nc')})"
                text += self.pick("", using, *[f" ON {self.expr(sources + outer, 2)}"] * 4)
        return f" FROM {text}", sources

    def core(self, width: int, outer: Sources, *, named: bool) -> tuple[str, Sources, bool]:
        if self.chance(0.03):
            return f"VALUES ({', '.join(self.rng.choice(VALUES) for _ in range(width))})", [], False
        text, sources = self.joined(outer) if self.chance(0.95) else ("", [])
        visible = sources + outer
        by = self.chance(0.3)
        grouped = by or self.chance(0.15)
        columns = []
        for index in range(width):
            value = self.expr(visible, 3 if self.depth < 2 else 2, grouped=grouped)
            columns.append(value + (f" AS a{index + 1}" if named or self.chance(0.4) else ""))
        query = f"SELECT {self.pick('', '', '', 'DISTINCT ')}{', '.join(columns)}{text}"
        if self.chance(0.5):
            query += f" WHERE {self.expr(visible, 3)}"
        if by:
            keys = [
                self.pick(self.expr(visible, 1), self.column(visible), "1", "a1")
                for _ in range(self.rng.choice((1, 1, 2)))
            ]
            query += f" GROUP BY {', '.join(keys)}"
        if grouped and self.chance(0.3):
            query += f" HAVING {self.expr(visible, 2, grouped=True)}"
        return query, sources, by

    def query(self, width: int | None, outer: Sources, *, named: bool = False) -> str:
        self.depth += 1
        width = width or self.rng.randrange(1, 4)
        text, sources, grouped = self.core(width, outer, named=named)
        arms = 1
        while self.chance(0.12) and arms < 3:
            other = self.core(width, outer, named=False)[0]
            text += f" {self.pick('UNION', 'UNION ALL', 'INTERSECT', 'EXCEPT')} {other}"
            arms += 1
        if self.chance(0.35):
            size = 2 if arms == 1 else 0
            term = self.pick(
                str(self.rng.randrange(1, width + 1)), "a1", self.expr(sources + outer, size, grouped=grouped)
            )
            text += f" ORDER BY {term}{self.pick('', ' DESC', ' COLLATE nocase', ' NULLS LAST')}"
        self.depth -= 1
        return text

"""FROM clauses: tables, CTEs, derived tables and VALUES, and every way to join them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from spotit.frozen import frozen
from spotit.schema import ForeignKey, Kind, Schema, Table

from .expressions import COMPARISONS, Col, ColumnsInReach, fits
from .schema import Base

if TYPE_CHECKING:
    from .query import Queries

_KINDS = {
    Kind.INTEGER: "int",
    Kind.BOOLEAN: "bool",
    Kind.REAL: "real",
    Kind.NUMERIC: "num",
    Kind.TEXT: "text",
    Kind.DATE: "date",
    Kind.DATETIME: "datetime",
    Kind.TIME: "time",
    Kind.BLOB: "blob",
    Kind.ANY: "any",
}


@frozen
class MadeField:
    """A column of a source."""

    name: str
    kind: str
    base: Base | None = None


@frozen
class MadeSource:
    """Something in FROM."""

    sql: str
    alias: str
    fields: tuple[MadeField, ...]
    table: Table | None = None

    def columns(self) -> tuple[Col, ...]:
        """Return its columns, qualified."""
        return tuple(Col(f"{self.alias}.{name(f.name)}", f.kind, f.base) for f in self.fields)


@dataclass(slots=True)
class Sources:
    """Writes FROM clauses over one schema, for the queries of `writer`."""

    random: Random
    schema: Schema
    writer: Queries
    without: frozenset[str] = frozenset()
    """Constructs to leave out."""
    ctes: list[tuple[str, tuple[MadeField, ...]]] = field(default_factory=list)
    aliases: int = 0

    def clause(self, depth: int) -> tuple[str, tuple[Col, ...], bool]:
        """Return a FROM clause, its columns, and whether a join merged columns."""
        sources = [self.one(depth, ())]
        sql = sources[0].sql
        columns = sources[0].columns()
        merged = False
        for _ in range(self.random.choice((0, 0, 0, 1, 1, 1, 2))):
            source = self.one(depth, tuple(sources))
            joint, more = self._join(sources, source, columns)
            merged = merged or bool(more)
            sql += joint
            sources.append(source)
            columns = columns + source.columns() + more
        if len(sources) == 1 and self._chance(0.15, "unqualified"):
            columns = tuple(Col(c.sql.split(".", 1)[1], c.kind, c.base) for c in columns)
        if len(sources) == 1 and self._chance(0.04, "rowid"):
            only = sources[0].table
            if only is not None and not only.without_rowid:
                columns = (*columns, Col(f"{sources[0].alias}.rowid", "int"))
        return sql, columns, merged

    def _join(
        self, sources: Sequence[MadeSource], source: MadeSource, columns: tuple[Col, ...]
    ) -> tuple[str, tuple[Col, ...]]:
        kind = self.random.choices(
            ("JOIN", "INNER JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN", ",", "CROSS JOIN", "NATURAL", "USING"),
            (8, 2, 7, 2, 2, 3, 1, 1, 2),
        )[0]
        if kind in self.without:
            kind = "JOIN"
        if kind in ("NATURAL", "USING"):
            last = sources[-1]
            shared = [f for f in source.fields if any(f.name == g.name for g in last.fields) and len(sources) == 1]
            word = self.random.choice(("JOIN", "LEFT JOIN", "INNER JOIN", "FULL JOIN", "RIGHT JOIN"))
            if word.split()[0] in ("FULL", "RIGHT") and f"{word}" in self.without:
                word = "JOIN"
            if shared and kind == "NATURAL":
                return f" NATURAL {word} {source.sql}", tuple(Col(name(f.name), f.kind, f.base) for f in shared)
            if shared:
                by = self.random.choice(shared)
                using = Col(name(by.name), by.kind, by.base)
                return f" {word} {source.sql} USING ({name(by.name)})", (using,)
            kind = "JOIN"
        if kind == ",":
            return f", {source.sql}", ()
        if kind == "CROSS JOIN":
            return f" CROSS JOIN {source.sql}", ()
        return f" {kind} {source.sql} ON {self.on(sources, source, columns)}", ()

    def on(self, sources: Sequence[MadeSource], source: MadeSource, columns: tuple[Col, ...]) -> str:
        """Return a condition to join a source to others by, mostly a declared key."""
        pairs = [pair for other in sources for pair in _linked(other, source)]
        scope = ColumnsInReach(columns + source.columns())
        if pairs and self.random.random() < 0.7:
            on = self.random.choice(pairs)
        else:
            alike = [(a, b) for a in columns for b in source.columns() if fits(a.kind, b.kind)]
            if not alike or self.random.random() < 0.15:
                return self.writer.expressions.condition(scope, 1)
            a, b = self.random.choice(alike)
            op = "=" if self.random.random() < 0.8 else self.random.choice((*COMPARISONS, "IS", "IS", "IS"))
            collation = " COLLATE NOCASE" if a.kind == "text" and self._chance(0.08, "join collate") else ""
            on = f"{a.sql} {op} {b.sql}{collation}"
        if self.random.random() < 0.2:
            on += f" AND {self.writer.expressions.condition(scope, 0)}"
        return on

    def one(self, depth: int, others: tuple[MadeSource, ...]) -> MadeSource:
        """Return a source to be joined with the others."""
        self.aliases += 1
        alias = f"t{self.aliases}"
        roll = self.random.random()
        if self.ctes and roll < 0.5:
            cte, fields = self.random.choice(self.ctes)
            return MadeSource(f"{cte} AS {alias}", alias, fields)
        if depth > 1 and roll < 0.13 and "derived" not in self.without:
            return self._derived(depth, alias)
        if roll > 0.98 and "values" not in self.without:
            kinds = self.writer.kinds(2)
            fields = tuple(MadeField(f"column{n + 1}", k) for n, k in enumerate(kinds))
            return MadeSource(f"({self.writer.values(kinds)}) AS {alias}", alias, fields)
        table = self._table(others)
        fields = tuple(MadeField(c.name, _KINDS[c.kind], (table.name, c.name)) for c in table.columns)
        return MadeSource(f"{name(table.name)} AS {alias}", alias, fields, table)

    def _table(self, others: tuple[MadeSource, ...]) -> Table:
        """Return a table, mostly one that a foreign key links to the others."""
        near = [t for o in others if o.table is not None for t in self._neighbours(o.table)]
        if near and self.random.random() < 0.6:
            return self.random.choice(near)
        return self.random.choice(self.schema.tables)

    def _neighbours(self, table: Table) -> list[Table]:
        to = [self.schema.table(k.target) for k in table.foreign_keys]
        back = [t for t in self.schema.tables for k in t.foreign_keys if k.target.casefold() == table.name.casefold()]
        return [t for t in (*to, *back) if t is not None]

    def _derived(self, depth: int, alias: str) -> MadeSource:
        kinds = self.writer.kinds(self.random.randint(1, 3))
        made = self.writer.select(depth - 2, (), kinds=kinds, tail=self.random.random() < 0.3)
        columns = ", ".join(f"c{n}" for n in range(len(kinds)))
        inner = f"WITH v({columns}) AS ({made.sql}) SELECT * FROM v"
        return MadeSource(f"({inner}) AS {alias}", alias, tuple(MadeField(f"c{n}", k) for n, k in enumerate(kinds)))

    def _chance(self, probability: float, construct: str) -> bool:
        return construct not in self.without and self.random.random() < probability


def name(text: str) -> str:
    """Return an identifier, quoted where it must be."""
    return text if re.fullmatch(r"[a-z_]\w*", text) and text not in ("order", "at") else f'"{text}"'


def _linked(left: MadeSource, right: MadeSource) -> list[str]:
    """Return the ON conditions that declared foreign keys suggest."""
    found = []
    for child, parent in ((left, right), (right, left)):
        if child.table is None or parent.table is None:
            continue
        for key in child.table.foreign_keys:
            if key.target.casefold() == parent.table.name.casefold():
                found.append(_condition(key, child, parent))
    return found


def _condition(key: ForeignKey, child: MadeSource, parent: MadeSource) -> str:
    pairs = zip(key.columns, key.target_columns, strict=True)
    return " AND ".join(f"{child.alias}.{name(a)} = {parent.alias}.{name(b)}" for a, b in pairs)

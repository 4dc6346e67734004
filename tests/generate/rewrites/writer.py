"""Picks tables, columns and conditions of a schema for the kinds of rewrites."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from generate.rewrites.conditions import Between, Condition, InList, Junction, NullTest, Test
from generate.schema import Pools
from spotit.dialect.wording import quote
from spotit.options import Semantics
from spotit.schema import Kind, Schema, Table

KINDS = (Kind.INTEGER, Kind.REAL, Kind.TEXT, Kind.DATE)


class Unfit(Exception):
    """The schema has nothing of which the kind of rewrite speaks."""


@dataclass(frozen=True, slots=True)
class Case:
    """Two queries that return the same, and two that nearly do: the side condition of the rewrite does not hold."""

    left: str
    right: str
    near_left: str
    near_right: str
    semantics: Semantics = Semantics.BAG
    """The finest comparison under which the first two are the same."""
    near: Semantics = Semantics.SET
    """The coarsest comparison under which the other two may differ."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A foreign key of one column."""

    child: Table
    column: str
    parent: Table
    key: str


class Writer:
    """Draws the parts of queries over one schema."""

    def __init__(self, random: Random, schema: Schema, pools: Pools) -> None:
        self.random = random
        self.schema = schema
        self.pools = pools

    def table(self, fits: Callable[[Table], bool] = lambda _: True) -> Table:
        """Return a table of a kind."""
        found = [table for table in self.schema.tables if fits(table)]
        if not found:
            raise Unfit
        return self.random.choice(found)

    def columns(self, table: Table, *, null: bool | None = None, kinds: tuple[Kind, ...] = KINDS) -> list[str]:
        """Return the columns that may be NULL, or may not, of some kinds."""
        return [
            quote(column.name)
            for column in table.columns
            if column.kind in kinds
            and column.collation.is_identity
            and not column.computed
            and null in (None, not table.never_null(column.name))
        ]

    def column(
        self, table: Table, *, null: bool | None = None, kinds: tuple[Kind, ...] = KINDS, without: tuple[str, ...] = ()
    ) -> str:
        """Return one of those columns."""
        found = [name for name in self.columns(table, null=null, kinds=kinds) if name not in without]
        if not found:
            raise Unfit
        return self.random.choice(found)

    def keyed(self) -> tuple[Table, str]:
        """Return a table and a column of it that is a key without NULLs."""
        table = self.table(lambda table: bool(_keys(table)))
        return table, quote(self.random.choice(_keys(table)))

    def plain_column(self, table: Table, *, null: bool | None = None, kinds: tuple[Kind, ...] = KINDS) -> str:
        """Return a column of a table that is no key by itself."""
        keys = {quote(key[0]) for key in table.keys if len(key) == 1}
        return self.column(table, null=null, kinds=kinds, without=tuple(keys))

    def reference(self, *, sure: bool | None = None) -> Reference:
        """Return a foreign key to a key, of a column that may be NULL, or may not."""
        found = []
        for child in self.schema.tables:
            for key in child.foreign_keys:
                parent = self.schema.table(key.target)
                if parent is None or len(key.columns) != 1 or key.target_columns[0] not in _keys(parent):
                    continue
                if sure in (None, child.never_null(key.columns[0])):
                    found.append(Reference(child, quote(key.columns[0]), parent, quote(key.target_columns[0])))
        if not found:
            raise Unfit
        return self.random.choice(found)

    def alike(self, *, null: bool | None = None) -> tuple[Table, str, Table, str]:
        """Return two columns of one kind, of two tables or of the same; the second may be NULL, or may not."""
        found = [
            (a, x, b, y)
            for a in self.schema.tables
            for b in self.schema.tables
            for x in self.columns(a)
            for y in self.columns(b, null=null)
            if self._kind(a, x) is self._kind(b, y)
        ]
        if not found:
            raise Unfit
        return self.random.choice(found)

    def _kind(self, table: Table, name: str) -> Kind:
        return next(column.kind for column in table.columns if quote(column.name) == name)

    def literal(self, table: Table, column: str) -> str:
        """Return a value of a column, as SQL."""
        plain = next(one.name for one in table.columns if quote(one.name) == column)
        value = self.random.choice(self.pools.values((table.name, plain)))
        if isinstance(value, str):
            escaped = value.replace("'", "''")
            return f"'{escaped}'"
        return repr(value)

    def test(self, table: Table, alias: str = "", column: str = "") -> Condition:
        """Return a plain condition on one column."""
        name = column or self.column(table)
        shown = f"{alias}.{name}" if alias else name
        match self.random.randrange(8):
            case 0:
                return NullTest(shown, self.random.random() < 0.4)
            case 1:
                return Between(shown, self.literal(table, name), self.literal(table, name))
            case 2:
                values = {self.literal(table, name) for _ in range(3)}
                return InList(shown, tuple(sorted(values)))
        return Test(shown, self.random.choice(("=", "<>", "<", "<=", ">", ">=")), self.literal(table, name))

    def condition(self, table: Table, alias: str = "", depth: int = 1) -> Condition:
        """Return a condition on a table."""
        if depth == 0 or self.random.random() < 0.5:
            return self.test(table, alias)
        count = self.random.choice((2, 2, 3))
        args = tuple(self.condition(table, alias, depth - 1) for _ in range(count))
        return Junction(self.random.choice(("AND", "OR")), args, self.random.random() < 0.2)

    def refusing(self, table: Table, alias: str, column: str) -> str:
        """Return a condition that is not true where a column is NULL."""
        op = self.random.choice(("=", "<", ">=", "<>"))
        return f"{alias}.{column} {op} {self.literal(table, column)}"

    def again(self, condition: Condition) -> str:
        """Return a condition in other words."""
        return condition.reworded(self.random)

    def flip(self, *texts: str) -> str:
        """Return one of several texts."""
        return self.random.choice(texts)


def name(table: Table) -> str:
    """Return the name of a table as SQL."""
    return quote(table.name)


def _keys(table: Table) -> list[str]:
    """Return the columns that are keys by themselves and never NULL."""
    found = []
    for key in table.keys:
        column = table.column(key[0]) if len(key) == 1 and table.never_null(key[0]) else None
        if column is not None and column.collation.is_identity and column.kind in KINDS:
            found.append(column.name)
    return found


__all__ = ["Case", "Reference", "Unfit", "Writer", "name"]

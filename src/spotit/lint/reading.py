"""A query read for lints: its SELECTs with their sources, and which column each name means.

Works on the syntax tree, which knows where everything stands in the text, and on queries that have no plan. What cannot
be resolved is unknown, and lints stay silent about it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache, partial
from typing import Any, NamedTuple, TypeGuard

from spotit.dialect.functions import Function, aggregate, scalar, window
from spotit.dialect.names import ROWID_NAMES, fold
from spotit.errors import InvalidSql, Span
from spotit.frozen import frozen
from spotit.schema import DeclaredColumn, Schema, Table
from spotit.sql.names.scope import Scope, Source, mark_joined, shared_names
from spotit.sql.syntax import ast
from spotit.sql.syntax.parse import parse_query


@frozen
class Computed:
    """A column of a subquery: the expression behind it and the SELECT it stands in."""

    expr: ast.Node
    block: Block


Origin = DeclaredColumn | Computed


@frozen(eq=False)
class FromItem:
    """One entry of a FROM clause."""

    alias: str
    table: Table | None
    """The base table, or None for a subquery, a CTE, a view, a table-valued function."""
    columns: Mapping[str, Origin] | None
    """By folded name; None when they are not known."""
    span: Span
    nullable: bool = False
    """It stands on the side of an outer join that NULLs may fill."""


@frozen
class NamedColumn:
    """What a name means: a column of a source."""

    source: FromItem
    name: str
    """Folded."""

    @property
    def origin(self) -> Origin | None:
        """What is known about the column."""
        return self.source.columns.get(self.name) if self.source.columns is not None else None

    @property
    def column(self) -> DeclaredColumn | None:
        """The base column, when the source is a base table."""
        return self.origin if isinstance(self.origin, DeclaredColumn) else None


@frozen(eq=False)
class Block:
    """One SELECT with its sources; `query` is the whole query whose ORDER BY and LIMIT apply to it."""

    query: ast.QueryNode
    select: ast.Select
    sources: tuple[FromItem, ...]
    scope: Scope[NamedColumn]
    parent: Block | None
    _nodes: tuple[ast.Node, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "_nodes", tuple(node for root in self.roots() for node in walk(root)))

    @property
    def alone(self) -> bool:
        """Tell whether it is not an arm of a compound query."""
        return not self.query.rest

    def field(self, name: ast.Node, *, outer: bool = True) -> NamedColumn | None:
        """Return what a name means here, or None when it is no column name or not known."""
        if not isinstance(name, ast.Name):
            return None
        try:
            return self.scope.resolve(name) if outer else self.scope.local(name)
        except InvalidSql:  # the name is ambiguous
            return None

    def is_text(self, name: ast.Name) -> bool:
        """Tell whether a name in double quotes is no column and therefore a string."""
        known = all(source.columns is not None for block in self._outward() for source in block.sources)
        aliases = {fold(c.alias) for c in self.select.columns if c.alias}
        return (
            name.quoted
            and known
            and self.field(name) is None
            and fold(name.parts[-1]) not in aliases | set(ROWID_NAMES)
        )

    def _outward(self) -> Iterator[Block]:
        block: Block | None = self
        while block is not None:
            yield block
            block = block.parent

    def ons(self) -> Iterator[tuple[ast.JoinTerm, ast.Node]]:
        """Yield the ON conditions of this SELECT with their joins."""
        for term in _terms(self.select.source):
            if term.on is not None:
                yield term, term.on

    def conjuncts(self) -> Iterator[ast.Node]:
        """Yield the conditions that every row of the result satisfies: WHERE, and ON of inner joins."""
        if self.select.where is not None:
            yield from split(self.select.where, "AND")
        for term, on in self.ons():
            if not term.left and not term.right:
                yield from split(on, "AND")

    def conditions(self) -> Iterator[ast.Node]:
        """Yield every expression of this SELECT whose truth value decides."""
        for found in (self.select.where, self.select.having):
            if found is not None:
                yield found
        for _, on in self.ons():
            yield on
        for node in self.nodes():
            if isinstance(node, ast.CaseNode) and node.operand is None:
                yield from (condition for condition, _ in node.whens)
            if is_choice(node) and node.args:
                yield node.args[0]

    def roots(self) -> Iterator[ast.Node]:
        """Yield the expressions of this SELECT, those of ORDER BY included."""
        select = self.select
        yield from (c.expr for c in select.columns if c.expr is not None)
        yield from (on for _, on in self.ons())
        if select.where is not None:
            yield select.where
        yield from select.group
        if select.having is not None:
            yield select.having
        yield from (term.expr for term in self.query.order)

    def nodes(self) -> tuple[ast.Node, ...]:
        """Return every expression node of this SELECT, not those of queries inside it."""
        return self._nodes

    @property
    def aggregated(self) -> bool:
        """Tell whether the SELECT aggregates without GROUP BY: it returns one row."""
        shown = (c.expr for c in self.select.columns if c.expr is not None)
        found = any(is_aggregate(node) for root in shown for node in walk(root))
        return found and not self.select.group


@frozen
class Reading:
    """A query with its SELECTs, outermost first."""

    sql: str
    schema: Schema
    tree: ast.QueryNode
    blocks: tuple[Block, ...]

    def text(self, node: ast.Node) -> str:
        """Return a node as it is written, on one line and not too long."""
        text = " ".join(self.sql[node.span.start : node.span.end].split())
        return text if len(text) <= 80 else text[:77] + "..."


def read(sql: str, schema: Schema) -> Reading:
    """Return the query with names resolved; raise `InvalidSql` when it does not parse."""
    tree = parse_query(sql)
    reader = _BlockReader(schema)
    reader.query(tree, None, {})
    return Reading(sql, schema, tree, tuple(reader.blocks))


def called(node: ast.Func) -> Function | None:
    """Return the record of the function that is called, None if there is no such function."""
    if node.over is not None:
        return window(node.name)
    return aggregate(node.name, len(node.args)) or scalar(node.name)


def is_aggregate(node: object) -> TypeGuard[ast.Func]:
    """Tell whether a node is an aggregate call, not a window function; min and max need one argument."""
    return isinstance(node, ast.Func) and node.over is None and aggregate(node.name, len(node.args)) is not None


def is_choice(node: object) -> TypeGuard[ast.Func]:
    """Tell whether a node is a call of iif()."""
    return isinstance(node, ast.Func) and scalar(node.name) is scalar("iif")


@cache
def _field_names(kind: type[Any]) -> tuple[str, ...] | None:
    """Return the fields of a syntax node that may hold others; None for a type that is no node."""
    if not is_dataclass(kind) or kind is Span:
        return None
    return tuple(field.name for field in fields(kind) if field.name != "span")


_LEAVES = frozenset((str, int, bool, type(None)))
"""Types of most fields, in which no node is."""


def children(node: object) -> list[object]:
    """Return the syntax nodes directly inside a node, also through tuples."""
    found: list[object] = []
    kind: Any = type(node)
    for name in _field_names(kind) or ():
        value = getattr(node, name)
        if type(value) not in _LEAVES:
            _collect(value, found)
    return found


def _collect(value: object, found: list[object]) -> None:
    kind: Any = type(value)
    if isinstance(value, tuple):
        for item in value:
            _collect(item, found)
    elif _field_names(kind) is not None:
        found.append(value)


def walk(root: object) -> Iterator[ast.Node]:
    """Yield the expression nodes of a tree, parents first; queries inside are not entered."""
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, ast.QueryNode):
            continue
        if isinstance(node, ast.Node):
            yield node
        stack.extend(reversed(children(node)))


def inner_queries(root: object) -> Iterator[ast.QueryNode]:
    """Yield the outermost queries inside an expression."""
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, ast.QueryNode):
            yield node
        else:
            stack.extend(reversed(children(node)))


def split(node: ast.Node, op: str) -> Iterator[ast.Node]:
    """Yield the operands of a chain of AND or of OR."""
    if isinstance(node, ast.Binary) and node.op == op:
        yield from split(node.left, op)
        yield from split(node.right, op)
    else:
        yield node


def _terms(joins: ast.JoinList) -> Iterator[ast.JoinTerm]:
    for term in joins:
        yield term
        if isinstance(term.item, ast.GroupNode):
            yield from _terms(term.item.joins)


_CteColumns = Mapping[str, "Mapping[str, Origin] | None"]


class _Entry(NamedTuple):
    """An entry of a FROM clause, and how names see it."""

    item: FromItem
    source: Source[NamedColumn]

    @classmethod
    def of(cls, item: FromItem) -> _Entry:
        """Return the entry as names see it: one of unknown columns has any column that is asked of it."""
        columns = [(name, NamedColumn(item, name)) for name in item.columns or ()]
        source: Source[NamedColumn] = Source(item.alias or None, "main", columns)
        if item.columns is None:
            source.any_column = partial(NamedColumn, item)
        return cls(item, source)


def _first(columns: list[NamedColumn]) -> NamedColumn:
    return columns[0]


class _BlockReader:
    """Collects the SELECTs of a query in the order of their nesting."""

    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self.blocks: list[Block] = []

    def query(self, query: ast.QueryNode, parent: Block | None, ctes: _CteColumns) -> list[Block]:
        """Read a query and what is inside it; return the blocks of its own SELECTs."""
        known = dict(ctes)
        for cte in query.ctes:
            known[fold(cte.name)] = None  # a recursive use inside it is unknown
            known[fold(cte.name)] = _named(self.query(cte.query, None, known), cte.columns)
        cores = [query.first, *(core for _, core in query.rest)]
        return [self._select(query, core, parent, known) for core in cores if isinstance(core, ast.Select)]

    def _select(self, query: ast.QueryNode, select: ast.Select, parent: Block | None, ctes: _CteColumns) -> Block:
        place = len(self.blocks)
        entries = self._entries(select.source, parent, ctes)
        scope = Scope(_first, [entry.source for entry in entries], parent.scope if parent is not None else None)
        block = Block(query, select, tuple(entry.item for entry in entries), scope, parent)
        self.blocks.insert(place, block)
        roots = [*block.roots(), *([query.limit] if query.limit else [])]
        for root in roots:
            for inner in inner_queries(root):
                self.query(inner, block, ctes)
        return block

    def _entries(
        self, joins: ast.JoinList, parent: Block | None, ctes: _CteColumns, *, nullable: bool = False
    ) -> list[_Entry]:
        entries: list[_Entry] = []
        for number, term in enumerate(joins, 1):
            loose = nullable or term.left or any(later.right for later in joins[number:])
            match term.item:
                case ast.GroupNode():
                    added = self._entries(term.item.joins, parent, ctes, nullable=loose)
                case ast.DerivedNode() as derived:
                    columns = _named(self.query(derived.query, parent, ctes), ())
                    added = [_Entry.of(FromItem(fold(derived.alias or ""), None, columns, derived.span, loose))]
                case ast.TableNode() as table:
                    added = [_Entry.of(self._table(table, ctes, loose))]
            before, after = ([entry.source for entry in some] for some in (entries, added))
            mark_joined(term, shared_names(term, before, after), after)
            entries += added
        return entries

    def _table(self, node: ast.TableNode, ctes: _CteColumns, nullable: bool) -> FromItem:
        name = fold(node.name)
        alias = fold(node.alias or node.name)
        if node.args is not None or node.schema not in (None, "main"):
            return FromItem(alias, None, None, node.span, nullable)
        if name in ctes and node.schema is None:
            return FromItem(alias, None, ctes[name], node.span, nullable)
        table = self._schema.table(name)
        columns = {fold(c.name): c for c in table.columns} if table else None
        return FromItem(alias, table, columns, node.span, nullable)


def _named(blocks: list[Block], names: tuple[str, ...]) -> Mapping[str, Origin] | None:
    """Return the result columns of a query by name, or None when they are not known."""
    if not blocks:
        return None
    listed: list[tuple[str, Origin]] = []
    for column in blocks[0].select.columns:
        if column.expr is None:
            starred = _starred(blocks[0], column.table)
            if starred is None:
                return None
            listed += starred
        else:
            own = column.expr.parts[-1] if isinstance(column.expr, ast.Name) else ""
            listed.append((fold(column.alias or own), Computed(column.expr, blocks[0])))
    if names:
        listed = [(fold(name), origin) for name, (_, origin) in zip(names, listed, strict=False)]
    return dict(reversed(listed))


def _starred(block: Block, owner: str | None) -> list[tuple[str, Origin]] | None:
    """Return the columns of a star, or of one source's, None when they are not known."""
    scope = block.scope
    if owner is not None:
        scope = Scope(_first, [source for source in scope.sources if source.answers_to(fold(owner), None)])
    if any(source.any_column is not None for source in scope.sources):
        return None
    return [(fold(name), column.origin) for name, column in scope.star() if column.origin is not None]

"""One SELECT, its clauses in the order in which SQLite resolves them (resolve.c, resolveSelectStep)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from spotit.dialect.names import fold
from spotit.errors import InvalidSql, Span
from spotit.plan.expr import Column, Expr, SortKey
from spotit.plan.rel import Distinct, Filter, OrderBy, Project, Rel, Values, Window
from spotit.plan.walk import has_relation, walk
from spotit.sql.lowering.compare import conjunction
from spotit.sql.lowering.compound import compound_types
from spotit.sql.lowering.expression import ExprLowering
from spotit.sql.lowering.from_clause import join_terms, read_from
from spotit.sql.lowering.group_by import Grouping
from spotit.sql.lowering.ordinals import bare_term, ordinal
from spotit.sql.lowering.results import key_of
from spotit.sql.lowering.state import Build, Calls, Ctes, Lowered, reference
from spotit.sql.names.typed import Typed
from spotit.sql.names.typed_scope import TypedScope, typed_scope
from spotit.sql.syntax import ast

Alias = Callable[[Span], Typed]


@dataclass(slots=True)
class _Item:
    """One result column: what was written, its name, and what it was lowered to."""

    node: ast.Node | None
    name: str
    alias: str | None
    typed: Typed


def lower_values(build: Build, core: ast.ValuesNode, parent: TypedScope | None, ctes: Ctes) -> Lowered:
    """Lower VALUES; its columns are called column1, column2, ..."""
    calls = Calls(allow_aggregates=False, allow_windows=False)
    lowering = ExprLowering(build, typed_scope(parent), ctes, calls)
    rows = [[lowering.lower(value) for value in row] for row in core.rows]
    names = tuple(f"column{index}" for index in range(1, len(rows[0]) + 1))
    types = compound_types(rows)
    columns = tuple(build.column(name, typed) for name, typed in zip(names, types, strict=True))
    rel = Values(tuple(tuple(value.expr for value in row) for row in rows), columns)
    references = tuple(reference(column, typed) for column, typed in zip(columns, types, strict=True))

    def position(node: ast.Node) -> int | None:
        wanted = lowering.expr(node) if isinstance(node, ast.Constant) else None
        return next((i for i, value in enumerate(rows[0]) if value.expr == wanted), None)

    return Lowered(rel, references, names, tuple(rows[-1]), (position,) if len(rows) == 1 else ())


class SelectLowering:
    """Lowers one SELECT."""

    __slots__ = ("_build", "_calls", "_core", "_expr", "_items", "_scope")

    def __init__(self, build: Build, core: ast.Select, parent: TypedScope | None, ctes: Ctes) -> None:
        self._build = build
        self._core = core
        self._scope = typed_scope(parent)
        self._calls = Calls(named={fold(name): window for name, window in core.windows})
        self._expr = ExprLowering(build, self._scope, ctes, self._calls)
        self._items: list[_Item] = []

    def lower(self, order: tuple[ast.OrderTerm, ...]) -> Lowered:
        """Return the SELECT with its ORDER BY (none for an arm of a compound query)."""
        core, calls = self._core, self._calls
        terms = read_from(self._expr, core.source)
        self._items = [item for column in core.columns for item in self._expand(column)]
        grouped = bool(core.group) or bool(calls.aggregates)
        calls.allow_windows = False
        self._scope.aliases = self._aliases()
        calls.allow_aggregates = grouped
        having = self._having()
        calls.allow_aggregates = False
        filters: list[Expr] = []
        rel = join_terms(self._expr, terms, filters)
        if core.where is not None:
            filters.append(self._expr.expr(core.where))
        if filters:
            rel = Filter(rel, conjunction(filters))
        keys = [self._group_key(number, node) for number, node in enumerate(core.group, 1)]
        calls.allow_aggregates, calls.allow_windows = grouped, True
        sorts = [self._sort(number, term) for number, term in enumerate(order, 1)]
        exprs = [item.typed.expr for item in self._items]
        exprs += [key.expr for key, position in sorts if position is None]
        windows = calls.windows
        if grouped:
            grouping = Grouping(self._build, calls, keys, explicit=bool(core.group))
            exprs, windows = grouping.rewritten(exprs), grouping.windows()
            having = grouping.rewritten(having)
            rel = grouping.aggregate(rel)
        if having:
            rel = Filter(rel, conjunction(having))
        if windows:
            rel = Window(rel, tuple(windows), tuple(windows.values()))
        return self._projected(rel, exprs, sorts)

    def _expand(self, column: ast.ResultColumn) -> list[_Item]:
        if column.expr is not None:
            typed = self._expr.lower(column.expr)
            return [_Item(column.expr, self._name(column, typed), column.alias, typed)]
        if not self._scope.sources:
            raise InvalidSql("no tables specified", column.span)
        if column.table is None:
            return [_Item(None, name, None, typed) for name, typed in self._scope.star()]
        sources = [s for s in self._scope.sources if s.name is not None and fold(s.name) == fold(column.table)]
        if not sources:
            raise InvalidSql(f"no such table: {column.table}", column.span)
        return [_Item(None, name, None, typed) for source in sources for name, typed in source.columns]

    def _name(self, column: ast.ResultColumn, typed: Typed) -> str:
        if column.alias is not None:
            return column.alias
        if isinstance(column.expr, ast.Name) and isinstance(typed.expr, Column):
            return typed.expr.name
        return self._build.text(column.span)

    def _aliases(self) -> dict[str, Alias]:
        """Return the result aliases that other clauses see where no column has the name; the first wins."""
        aliases: dict[str, Alias] = {}
        for item in self._items if self._build.dialect.names.aliases_in_conditions else ():
            if item.alias is not None:
                aliases.setdefault(fold(item.alias), partial(self._by_alias, item))
        return aliases

    def _by_alias(self, item: _Item, span: Span) -> Typed:
        calls = self._calls
        used = {part.id for part in walk(item.typed.expr) if isinstance(part, Column)}
        barred = not calls.allow_aggregates or calls.inside is not None
        if barred and used & {column.id for column in calls.aggregates.values()}:
            raise InvalidSql(f"misuse of aliased aggregate {item.alias}", span)
        barred = not calls.allow_windows or calls.inside is not None
        if barred and used & {column.id for column in calls.windows.values()}:
            raise InvalidSql(f"misuse of aliased window function {item.alias}", span)
        if item.node is None or not has_relation(item.typed.expr):
            return item.typed
        aliases, self._scope.aliases = self._scope.aliases, None
        again = self._expr.lower(item.node)
        self._scope.aliases = aliases
        return again

    def _having(self) -> list[Expr]:
        if self._core.having is None:
            return []
        if not self._calls.allow_aggregates:
            raise InvalidSql("HAVING clause on a non-aggregate query", self._core.having.span)
        return [self._expr.expr(self._core.having)]

    def _group_key(self, number: int, node: ast.Node) -> Typed:
        term, collation = bare_term(node, self._build.dialect)
        position = ordinal(term, len(self._items), number, "GROUP")
        if position is None:
            return self._expr.lower(node)
        item = self._items[position]
        self._by_alias(item, node.span)
        typed = item.typed
        return typed if collation is None else replace(typed, collation=collation, explicit=True)

    def _sort(self, number: int, term: ast.OrderTerm) -> tuple[SortKey, int | None]:
        node, collation = bare_term(term.expr, self._build.dialect)
        position = self._named_item(node)
        if position is None:
            position = ordinal(node, len(self._items), number, "ORDER")
        if position is None:
            typed = self._expr.lower(node)
            position = self._equal_item(typed)
        else:
            typed = self._items[position].typed
        if collation is not None:
            typed = replace(typed, collation=collation)
        return key_of(typed, term, self._build.dialect), position

    def _named_item(self, node: ast.Node) -> int | None:
        """Return the result column whose alias is exactly this term."""
        if not isinstance(node, ast.Name) or len(node.parts) != 1:
            return None
        wanted = fold(node.parts[0])
        matches = (i for i, item in enumerate(self._items) if item.alias is not None and fold(item.alias) == wanted)
        return next(matches, None)

    def _equal_item(self, typed: Typed) -> int | None:
        return next((i for i, item in enumerate(self._items) if item.typed.expr == typed.expr), None)

    def _position(self, node: ast.Node) -> int | None:
        """Return the result column that an ORDER BY term of a compound query means in this arm."""
        position = self._named_item(node)
        if position is not None:
            return position
        parent, self._scope.parent = self._scope.parent, None
        self._calls.inside = None
        try:
            return self._equal_item(self._expr.lower(node))
        except InvalidSql:
            return None
        finally:
            self._scope.parent = parent

    def _projected(self, rel: Rel, exprs: list[Expr], sorts: list[tuple[SortKey, int | None]]) -> Lowered:
        items, build = self._items, self._build
        columns = [build.column(item.name, item.typed) for item in items]
        keys = []
        for key, position in sorts:
            if position is None:
                columns.append(Column(build.fresh(), "key", None, key.collation))
                column = columns[-1]
            else:
                column = columns[position]
            keys.append(replace(key, expr=column))
        outputs = tuple(columns[: len(items)])
        hidden = len(columns) > len(items)
        rel = Project(rel, tuple(exprs), tuple(columns))
        if self._core.distinct:
            rel = Distinct(rel, outputs if hidden else None)
        if keys:
            rel = OrderBy(rel, tuple(keys))
        if hidden:
            outer = tuple(build.column(item.name, item.typed) for item in items)
            rel, outputs = Project(rel, outputs, outer), outer
        references = tuple(reference(c, item.typed) for c, item in zip(outputs, items, strict=True))
        names = tuple(item.name for item in items)
        types = tuple(item.typed for item in items)
        return Lowered(rel, references, names, types, (self._position,), ordered=bool(sorts))

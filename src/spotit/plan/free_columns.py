"""Functions of columns that two plans have in common, as columns of their own.

Where both plans compute the same f(x) from a row of a table, the table gets a column for its values, and the plans read
that column instead. Every database gives such a column values, so what holds whatever the column holds also holds for
the plans as they were; what fails then may still hold. Where x itself is still read, equal x have equal f(x).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import count

from spotit.dialect.functions import Determinism, Result
from spotit.dialect.types import Affinity
from spotit.frozen import frozen
from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.facts.nullness import is_null_with
from spotit.plan.lineage import Lineage
from spotit.plan.plain.value_types import ValueTypes
from spotit.plan.show import show_expr
from spotit.plan.walk import Part, has_relation, outer_columns, parts, rewrite, rewrite_relations, substitute, walk
from spotit.schema import BaseColumn, DeclaredColumn, Kind, Schema, Table

_RESULTS = {Result.TEXT: "TEXT", Result.INTEGER: "INTEGER", Result.REAL: "REAL"}
_CASTS = {Affinity.TEXT: "TEXT", Affinity.REAL: "REAL", Affinity.INTEGER: "INTEGER"}


@frozen
class FreeColumn:
    """A column for the values of a function of other columns of its table."""

    table: str
    name: str
    function: e.Expr
    """In which columns with the ids 0, 1, ... stand for the arguments."""
    arguments: tuple[str, ...]
    declared: str

    def is_null_with(self, place: int) -> bool:
        """Tell whether the value is surely NULL where that argument is."""
        return is_null_with(self.function, {place})

    @property
    def is_count(self) -> bool:
        """Whether the value is a number of characters, or the like."""
        return isinstance(self.function, e.Call) and self.function.function.not_negative

    @property
    def is_total(self) -> bool:
        """Whether the value is NULL only where an argument is."""
        calls = [node for node in walk(self.function) if isinstance(node, e.Call)]
        kinds = (e.Call, e.Cast, e.Column, e.Literal)
        return all(call.function.total for call in calls) and all(
            isinstance(node, kinds) or (isinstance(node, e.Arith) and node.op is e.ArithOp.CONCAT)
            for node in walk(self.function)
        )


@frozen
class Freed:
    """Two plans that read columns in place of functions, and their schema."""

    plans: tuple[r.Rel, r.Rel]
    schema: Schema
    columns: tuple[FreeColumn, ...]


def freed(left: r.Rel, right: r.Rel, schema: Schema) -> Freed:
    """Return the plans with every largest function that both compute as a column."""
    sides = [_Side(plan, schema) for plan in (left, right)]
    common = sides[0].functions() & sides[1].functions()
    read = {function for side in sides for function in side.largest(common)}
    columns = dict(_named(read, schema))
    taken = (column.id for side in sides for rel in walk(side.root) if isinstance(rel, r.Rel) for column in rel.columns)
    numbers = count(1 + max(taken, default=0))
    plans = [side.replaced(columns, numbers) for side in sides]
    return Freed((plans[0], plans[1]), _extended(schema, columns.values()), tuple(columns.values()))


@frozen
class _Function:
    """An expression over columns of one table."""

    table: str
    expr: e.Expr
    arguments: tuple[str, ...]


class _Side:
    """One plan and the functions of table columns in it."""

    def __init__(self, root: r.Rel, schema: Schema) -> None:
        self.root = root
        self._types = ValueTypes(root, partial(_kind, schema))
        self._lineage = Lineage(root)
        self._whole = frozenset(_whole_scans(root))
        self._optional = frozenset(_optional_scans(root))

    def functions(self) -> set[_Function]:
        """Return all functions of columns of one row."""
        return {found for node in walk(self.root) if (found := self._function(node)) is not None}

    def largest(self, wanted: set[_Function]) -> Iterator[_Function]:
        """Yield those of the wanted functions that are no part of another wanted one where they stand."""
        stack: list[Part] = [self.root]
        while stack:
            node = stack.pop()
            found = self._function(node)
            if found in wanted:
                assert found is not None
                yield found
            else:
                stack.extend(parts(node))

    def replaced(self, columns: Mapping[_Function, FreeColumn], numbers: Iterator[int]) -> r.Rel:
        """Return the plan in which the functions are columns of their scans."""
        added: dict[int, dict[str, e.Column]] = {}

        def read(expr: e.Expr) -> e.Expr | None:
            function = self._function(expr)
            if function is None or function not in columns:
                return None
            scan = self._lineage.scans[next(iter(outer_columns(expr))).id]
            name = columns[function].name
            return added.setdefault(scan, {}).setdefault(name, e.Column(next(numbers), name))

        def scanned(rel: r.Rel) -> r.Rel | None:
            if not isinstance(rel, r.Scan) or not rel.columns or rel.columns[0].id not in added:
                return None
            more = added[rel.columns[0].id]
            return r.Scan(rel.table, (*rel.fields, *more), (*rel.columns, *more.values()))

        return rewrite_relations(rewrite(self.root, read), scanned)

    def _function(self, node: Part) -> _Function | None:
        """Return the expression as a function of columns of one row of a table, if it is one whose values are known."""
        if not isinstance(node, e.Call | e.Cast | e.Arith) or _declared(node) is None or has_relation(node):
            return None
        if isinstance(node, e.Call) and node.function.keeps_blobs and self._types.may_be_blob(node.args[0]):
            return None
        columns = sorted(outer_columns(node), key=lambda column: self._lineage.bases.get(column.id, ("", "")))
        scans = {self._lineage.scans.get(column.id) for column in columns}
        if len(scans) != 1 or None in scans or scans <= self._whole:
            return None
        if scans <= self._optional and not is_null_with(node, {column.id for column in columns}):
            return None
        bases = [self._lineage.bases[column.id] for column in columns]
        places = {column.id: e.Column(place, "") for place, column in enumerate(columns)}
        return _Function(bases[0][0], substitute(node, places), tuple(name for _, name in bases))


def _declared(node: e.Call | e.Cast | e.Arith) -> str | None:
    """Return the type of which all values of an expression are, None if that, or whether it has one, is not known."""
    if any(isinstance(part, e.Call) and not _is_plain(part) for part in walk(node)):
        return None
    match node:
        case e.Call():
            return None if node.function.truth else _RESULTS.get(node.function.result)
        case e.Cast():
            return _CASTS.get(node.affinity)
        case e.Arith():
            return "INTEGER" if node.op in e.BITWISE else "TEXT" if node.op is e.ArithOp.CONCAT else None


def _kind(schema: Schema, column: BaseColumn) -> Kind | None:
    declared = schema.column(column)
    return None if declared is None else declared.kind


def _is_plain(call: e.Call) -> bool:
    return not call.function.fails and call.function.determinism is not Determinism.CONNECTION


def _whole_scans(root: r.Rel) -> Iterator[int]:
    """Yield the scans, by their first column's id, that cannot have more columns: all their columns are seen."""
    stack: list[tuple[Part, bool]] = [(root, True)]
    while stack:
        node, whole = stack.pop()
        match node:
            case r.Scan():
                if whole and node.columns:
                    yield node.columns[0].id
                continue
            case r.Project() | r.Aggregate():
                below = False
            case r.Filter() | r.Join() | r.OrderBy() | r.Limit():
                below = whole
            case _:
                below = True
        stack.extend(
            (part, below if isinstance(part, r.Rel) and isinstance(node, r.Rel) else True) for part in parts(node)
        )


def _optional_scans(root: r.Rel) -> Iterator[int]:
    """Yield the scans, by their first column's id, of which an outer join may have a row of NULLs."""
    for join in walk(root):
        if isinstance(join, r.Join) and join.kind is not r.JoinKind.INNER:
            sides = {r.JoinKind.LEFT: (join.right,), r.JoinKind.RIGHT: (join.left,)}.get(
                join.kind, (join.left, join.right)
            )
            for scan in (node for side in sides for node in walk(side)):
                if isinstance(scan, r.Scan) and scan.columns:
                    yield scan.columns[0].id


def _named(functions: Collection[_Function], schema: Schema) -> Iterator[tuple[_Function, FreeColumn]]:
    """Yield a column for each function, under a name that its table does not have yet."""
    taken: set[tuple[str, str]] = set()
    for function in sorted(functions, key=lambda found: (found.table, _title(found))):
        table = schema.table(function.table)
        assert table is not None and isinstance(function.expr, e.Call | e.Cast | e.Arith)
        name = _title(function)
        while table.column(name) is not None or (table.name, name) in taken:
            name += " "
        taken.add((table.name, name))
        declared = _declared(function.expr)
        assert declared is not None
        yield function, FreeColumn(table.name, name, function.expr, function.arguments, declared)


def _title(function: _Function) -> str:
    """Return the expression with the names of the columns that it reads."""
    names = {place: e.Column(place, name) for place, name in enumerate(function.arguments)}
    return show_expr(substitute(function.expr, names))


def _extended(schema: Schema, columns: Collection[FreeColumn]) -> Schema:
    """Return the schema with the columns in their tables."""

    def extended(table: Table) -> Table:
        more = tuple(DeclaredColumn(c.name, c.declared) for c in columns if c.table == table.name)
        return replace(table, columns=(*table.columns, *more)) if more else table

    return replace(schema, tables=tuple(extended(table) for table in schema.tables))

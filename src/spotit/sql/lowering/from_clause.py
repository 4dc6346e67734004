"""The FROM clause: tables, views, CTEs, derived tables, and how they join."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from spotit.dialect.names import fold
from spotit.dialect.types import NUMERIC_AFFINITIES
from spotit.errors import InvalidSql, Span, UnsupportedSql
from spotit.plan.expr import Affine, Column, CompareOp, Expr, Literal
from spotit.plan.rel import ONE_ROW, Filter, Join, JoinKind, Project, Rel, Scan, Unnest
from spotit.plan.walk import outer_columns
from spotit.schema import Affinity, Table, View
from spotit.sql.lowering.compare import compare, conjunction
from spotit.sql.lowering.cte import lower_cte
from spotit.sql.lowering.state import Lowered
from spotit.sql.names.scope import mark_joined, shared_names
from spotit.sql.names.typed import Typed, types_of_column
from spotit.sql.names.typed_scope import TypedSource, first_not_null
from spotit.sql.syntax import ast
from spotit.sql.syntax.parse import parse_query

if TYPE_CHECKING:
    from spotit.sql.lowering.expression import ExprLowering

_JSON_COLUMNS = ("key", "value", "type", "atom", "id", "parent", "fullkey", "path")


@dataclass(slots=True)
class FromTerm:
    """A FROM term before it is joined: what it reads, its sources, the columns that USING makes equal."""

    read: Rel | list[FromTerm]
    sources: list[TypedSource]
    written: ast.JoinTerm
    equal: list[tuple[Typed, Typed]] = field(default_factory=list)


def read_from(lowering: ExprLowering, joins: ast.JoinList) -> list[FromTerm]:
    """Return the terms of FROM and make their columns visible; ON conditions are left for `join_terms`."""
    terms = _read(lowering, joins, outer=_has_right(joins))
    lowering.scope.sources.extend(source for term in terms for source in term.sources)
    _collect(terms, lowering.calls.local)
    return terms


def join_terms(lowering: ExprLowering, terms: list[FromTerm], filters: list[Expr]) -> Rel:
    """Return the joined relation; conditions that have to wait until every term is joined go to `filters`.

    SQLite resolves an ON condition as a part of WHERE: it sees aliases, and the terms to its right.
    """
    if not terms:
        return ONE_ROW
    scope, aliases = lowering.scope, lowering.scope.aliases
    if any(source.left or source.right for source in scope.sources):
        scope.aliases = dict.fromkeys(aliases or (), _refuse_alias)
    rel = _joined(lowering, terms, filters)
    scope.aliases = aliases
    return rel


def _refuse_alias(span: Span) -> Typed:
    """Refuse an alias in the ON of an outer join: SQLite forgets that its expression belongs to the join."""
    raise UnsupportedSql("alias in the ON condition of an outer join", span)


def _has_right(joins: ast.JoinList) -> bool:
    nested = (j.item.joins for j in joins if isinstance(j.item, ast.GroupNode))
    return any(j.right for j in joins) or any(_has_right(group) for group in nested)


def _collect(terms: list[FromTerm], ids: set[int]) -> None:
    for term in terms:
        if isinstance(term.read, list):
            _collect(term.read, ids)
        else:
            ids.update(column.id for column in term.read.columns)


def _read(lowering: ExprLowering, joins: ast.JoinList, *, outer: bool) -> list[FromTerm]:
    terms: list[FromTerm] = []
    for written in joins:
        term = _term(lowering, written, outer=outer)
        before = [source for earlier in terms for source in earlier.sources]
        names = shared_names(written, before, term.sources)
        for name in names:
            term.equal.append(_using_pair(before, term.sources, name, written, outer=outer))
        mark_joined(written, names, term.sources)
        terms.append(term)
    return terms


def _using_pair(
    before: list[TypedSource], after: list[TypedSource], name: str, written: ast.JoinTerm, *, outer: bool
) -> tuple[Typed, Typed]:
    """Return the two columns that USING compares (select.c, sqlite3ProcessJoin)."""
    span = written.item.span
    left = [(source, source.by_name[name]) for source in before if name in source.by_name]
    right = [source.by_name[name] for source in after if name in source.by_name]
    if not left or not right:
        raise InvalidSql(f"cannot join using column {name} - column not present in both tables", span)
    if not outer:
        return left[0][1], right[0]
    if any(name not in source.using for source, _ in left[1:]):
        raise InvalidSql(f"ambiguous reference to {name} in USING()", span)
    return first_not_null([typed for _, typed in left]), right[0]


def _term(lowering: ExprLowering, written: ast.JoinTerm, *, outer: bool) -> FromTerm:
    item = written.item
    if isinstance(item, ast.GroupNode):
        if item.alias is None:
            inner = _read(lowering, item.joins, outer=outer)
            return FromTerm(inner, [source for term in inner for source in term.sources], written)
        star = ast.Select((ast.ResultColumn(None, item.span),), False, item.joins, None, (), None, (), item.span)
        query = ast.QueryNode(star, (), (), (), None, None, item.span)
        item = ast.DerivedNode(query, item.alias, item.span)
    if isinstance(item, ast.DerivedNode):
        lowered = lowering.build.lower(item.query, lowering.scope.parent, lowering.ctes)
        return _derived(lowering, lowered, item.alias, written)
    return _table_term(lowering, item, written)


def _derived(
    lowering: ExprLowering, lowered: Lowered, name: str | None, written: ast.JoinTerm, *, schema: str | None = None
) -> FromTerm:
    rel, typed = _as_read(lowering, lowered)
    columns = list(zip(distinct_names(lowered.names), typed, strict=True))
    return FromTerm(rel, [TypedSource(name, schema, columns)], written)


def _as_read(lowering: ExprLowering, lowered: Lowered) -> tuple[Rel, tuple[Typed, ...]]:
    """Return a subquery with the numbers of a REAL column as doubles; SQLite converts them when it reads them."""
    rel = lowered.rel
    if not lowered.doubles:
        return rel, lowered.columns
    exprs = [Affine(column, Affinity.REAL) if n in lowered.doubles else column for n, column in enumerate(rel.columns)]
    columns = tuple(replace(column, id=lowering.build.fresh()) for column in rel.columns)
    typed = tuple(replace(old, expr=new) for old, new in zip(lowered.columns, columns, strict=True))
    return Project(rel, tuple(exprs), columns), typed


def distinct_names(names: tuple[str, ...]) -> list[str]:
    """Return the column names of a subquery as SQLite makes them differ: x, x:1, x:2."""
    seen: set[str] = set()
    result = []
    for name in names:
        candidate, count = name, 0
        while fold(candidate) in seen:
            count += 1
            candidate = f"{name}:{count}"
        seen.add(fold(candidate))
        result.append(candidate)
    return result


def _table_term(lowering: ExprLowering, item: ast.TableNode, written: ast.JoinTerm) -> FromTerm:
    build = lowering.build
    name = item.alias or item.name
    folded = fold(item.name)
    function = build.dialect.functions.table(folded)
    if function is not None and item.args and function.accepts(len(item.args)):
        return _json_table(lowering, folded, name, written)
    if item.args is not None or function is not None or folded.startswith("pragma_"):
        raise UnsupportedSql(f"table-valued function {folded}", item.span)
    if item.schema is None and folded in lowering.ctes:
        entry = lowering.ctes[folded]
        if entry.working is not None:
            working, source = entry.working(name)
            return FromTerm(working, [source], written)
        return _derived(lowering, lower_cte(build, entry, lowering.scope.parent, item.span), name, written)
    if item.schema is not None and fold(item.schema) != "main":
        raise InvalidSql(f"no such table: {item.schema}.{item.name}", item.span)
    table = build.schema.table(item.name)
    if table is not None:
        return _scan(lowering, table, name, written)
    view = build.schema.view(item.name)
    if view is not None:
        return _derived(lowering, _view(lowering, view, item.span), name, written, schema="main")
    if folded.startswith("sqlite_"):
        raise UnsupportedSql(f"table {folded}", item.span)
    raise InvalidSql(f"no such table: {item.name}", item.span)


def _json_table(lowering: ExprLowering, function: str, name: str, written: ast.JoinTerm) -> FromTerm:
    """Return json_each() or json_tree(); its arguments see what stands before it, and are lowered when it is joined."""
    columns = tuple(Column(lowering.build.fresh(), column, Affinity.BLOB) for column in _JSON_COLUMNS)
    source = TypedSource(name, None, [(column.name, _stored(column)) for column in columns])
    return FromTerm(Unnest(ONE_ROW, function, (), columns, span=written.item.span), [source], written)


def _unnested(lowering: ExprLowering, input_: Rel, term: FromTerm, call: Unnest, tests: list[Expr]) -> Rel:
    """Return what stands before a table-valued function beside the rows that it yields."""
    item, kind = term.written.item, _kind(term.written)
    assert isinstance(item, ast.TableNode) and item.args is not None
    args = tuple(lowering.expr(arg) for arg in item.args)
    here = {column.id for column in input_.columns}
    if any(column.id in lowering.calls.local - here for arg in args for column in outer_columns(arg)):
        raise UnsupportedSql(f"{call.function}() of a column to its right", item.span)
    if kind not in (JoinKind.INNER, JoinKind.LEFT) or (kind is JoinKind.LEFT and tests not in ([], [Literal(1)])):
        raise UnsupportedSql(f"{call.function}() in an outer join", item.span)
    rel = Unnest(input_, call.function, args, call.added, kind is JoinKind.LEFT, call.span)
    return Filter(rel, conjunction(tests)) if tests and kind is JoinKind.INNER else rel


def _view(lowering: ExprLowering, view: View, span: Span) -> Lowered:
    """Lower a view's SELECT; what is wrong inside is reported where the view is used."""
    build = lowering.build
    if view.name in build.views:
        raise InvalidSql(f"view {view.name} is circularly defined", span)
    build.views.append(view.name)
    text, build.sql = build.sql, view.sql
    try:
        lowered = build.lower(parse_query(view.sql), None, {})
    except InvalidSql as error:
        raise InvalidSql(f"view {view.name}: {error.message}", span) from error
    except UnsupportedSql as error:
        raise UnsupportedSql(error.feature, span) from error
    finally:
        build.views.pop()
        build.sql = text
    if view.columns and len(view.columns) != len(lowered.columns):
        raise InvalidSql(f"expected {len(view.columns)} columns for '{view.name}' but got {len(lowered.columns)}", span)
    return replace(lowered, names=view.columns or lowered.names, arms=())


def _scan(lowering: ExprLowering, table: Table, name: str, written: ast.JoinTerm) -> FromTerm:
    build = lowering.build
    fields = tuple(column.name for column in table.columns)
    columns = tuple(Column(build.fresh(), c.name, c.affinity, c.collation) for c in table.columns)
    typed = [(column.name, _stored(column)) for column in columns]
    source = TypedSource(name, "main", typed)
    source.rowid_names = build.dialect.names.rowid
    alias = table.rowid_column
    if alias is not None:
        source.rowid = lambda: source.by_name[fold(alias)]
    elif table.hidden_rowid is not None:
        source.rowid = lambda: _rowid(lowering, columns[0].id)
    return FromTerm(Scan(table.name, fields, columns), [source], written)


def _rowid(lowering: ExprLowering, first: int) -> Typed:
    build = lowering.build
    if first not in build.hidden:
        build.hidden[first] = Column(build.fresh(), "rowid", Affinity.INTEGER)
    column = build.hidden[first]
    lowering.calls.local.add(column.id)
    return _stored(column)


def _stored(column: Column) -> Typed:
    """Return a reference to a table's column; one of numeric affinity stores no text that is a number."""
    return Typed(
        column,
        column.affinity,
        column.collation,
        types=types_of_column(column.affinity),
        text=column.affinity not in NUMERIC_AFFINITIES,
        number=column.affinity is not Affinity.TEXT,
    )


def _joined(lowering: ExprLowering, terms: list[FromTerm], filters: list[Expr]) -> Rel:
    rel: Rel | None = None
    for index, term in enumerate(terms):
        right = _joined(lowering, term.read, filters) if isinstance(term.read, list) else term.read
        tests = [compare(CompareOp.EQ, a, b) for a, b in term.equal]
        if term.written.on is not None:
            tests.append(lowering.expr(term.written.on))
        if isinstance(right, Unnest) and not right.args:
            tests = _placed(term, tests, terms[index + 1 :], filters)
            rel = _unnested(lowering, ONE_ROW if rel is None else rel, term, right, tests)
            continue
        if rel is None:
            rel = right
            filters += tests
            continue
        tests = _placed(term, tests, terms[index + 1 :], filters)
        rel = Join(_kind(term.written), rel, right, _all(tests))
    assert rel is not None
    return rel


def _all(tests: list[Expr]) -> Expr | None:
    return conjunction(tests) if tests else None


def _placed(term: FromTerm, tests: list[Expr], later: list[FromTerm], filters: list[Expr]) -> list[Expr]:
    """Return the conditions that hold already at this join; those about later terms become filters."""
    if not later:
        return tests
    ids: set[int] = set()
    _collect(later, ids)
    here = []
    for test in tests:
        if not any(column.id in ids for column in outer_columns(test)):
            here.append(test)
        elif any(source.right for other in later for source in other.sources):
            raise InvalidSql("ON clause references tables to its right", term.written.item.span)
        elif term.written.left or term.written.right:
            raise UnsupportedSql("ON condition about a table to its right", term.written.item.span)
        else:
            filters.append(test)
    return here


def _kind(written: ast.JoinTerm) -> JoinKind:
    if written.left:
        return JoinKind.FULL if written.right else JoinKind.LEFT
    return JoinKind.RIGHT if written.right else JoinKind.INNER

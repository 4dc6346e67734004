"""Generated columns: a scan reads the columns that rows give values to, and computes the others from them."""

from __future__ import annotations

from spotit.dialect.types import Affinity
from spotit.errors import UnsupportedSql
from spotit.plan.expr import Affine, Column, Expr
from spotit.plan.rel import Project, Rel, Scan
from spotit.plan.walk import rewrite_relations, substitute, walk
from spotit.schema import DeclaredColumn, Table
from spotit.sql.lowering.state import Build
from spotit.sql.names.typed import Typed, apply
from spotit.sql.syntax.parse import parse_query


def with_computed(rel: Rel, build: Build) -> Rel:
    """Return the relation with the generated columns that it uses computed above each scan, and the others gone."""
    used = {node.id for node in walk(rel) if isinstance(node, Column)}

    def change(node: Rel) -> Rel | None:
        return _computed(node, build, used) if isinstance(node, Scan) else None

    return rewrite_relations(rel, change)


def _computed(scan: Scan, build: Build, used: set[int]) -> Rel | None:
    table = build.schema.table(scan.table)
    assert table is not None
    if not table.has_computed(scan.fields):
        return None
    places = [place for place, field in enumerate(scan.fields) if not table.has_computed((field,))]
    fields = tuple(scan.fields[place] for place in places)
    if all(column.id not in used for place, column in enumerate(scan.columns) if place not in places):
        return Scan(scan.table, fields, tuple(scan.columns[place] for place in places))
    inner = Scan(scan.table, fields, tuple(_renewed(scan.columns[place], build) for place in places))
    values = _Values(table, inner, build)
    kept = [(f, c) for f, c in zip(scan.fields, scan.columns, strict=True) if f in fields or c.id in used]
    return Project(inner, tuple(values.of(field) for field, _ in kept), tuple(column for _, column in kept))


def _renewed(column: Column, build: Build) -> Column:
    return Column(build.fresh(), column.name, column.affinity, column.collation)


class _Values:
    """The columns of a table as expressions over a scan of those that rows give values to."""

    def __init__(self, table: Table, scan: Scan, build: Build) -> None:
        self._table = table
        self._build = build
        self._known: dict[str, Expr] = dict(zip(scan.fields, scan.columns, strict=True))

    def of(self, field: str) -> Expr:
        """Return the value of a column; generated columns may be made of others."""
        if field not in self._known:
            column = self._table.column(field)
            assert column is not None, field
            self._known[field] = self._expression(column)
        return self._known[field]

    def _expression(self, column: DeclaredColumn) -> Expr:
        """Return the expression of a generated column under the column's affinity."""
        build = self._build
        text, build.sql = build.sql, f"SELECT {column.computed} FROM {build.dialect.quote(self._table.name)}"
        try:
            lowered = build.lower(parse_query(build.sql), None, {})
        except UnsupportedSql as error:
            place = f"{self._table.name}.{column.name}"
            raise UnsupportedSql(f"{error.feature} in the generated column {place}") from error
        finally:
            build.sql = text
        rel = lowered.rel
        assert isinstance(rel, Project) and isinstance(rel.input, Scan), column.computed
        scan, value = rel.input, _stored(lowered.last[0], column.affinity)
        read = {node.id for node in walk(value) if isinstance(node, Column)}
        names = zip(scan.columns, scan.fields, strict=True)
        return substitute(value, {inner.id: self.of(field) for inner, field in names if inner.id in read})


def _stored(value: Typed, affinity: Affinity) -> Expr:
    """Return what a column of that affinity makes of a value."""
    match affinity:
        case Affinity.BLOB:
            return value.expr
        case Affinity.TEXT:
            return apply(affinity, value)
        case Affinity.NUMERIC:
            return Affine(value.expr, Affinity.INTEGER)  # a number is stored as in an INTEGER column
        case _:
            return Affine(value.expr, affinity)

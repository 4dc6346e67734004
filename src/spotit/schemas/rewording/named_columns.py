"""`FROM ... AS t (a, b)`: a table expression of SQLite's names the columns."""

from __future__ import annotations

from sqlglot import exp

from spotit.errors import UnsupportedSql
from spotit.schemas.rewording.fresh_names import FreshNames, from_below, identifier


def without_column_aliases(tree: exp.Expr, fresh: FreshNames) -> exp.Expr:
    """Return a query in which no alias of a table names columns; those of table expressions stay."""
    return from_below(tree, lambda node: _named(node, fresh))


def _named(node: exp.Expr, fresh: FreshNames) -> exp.Expr:
    alias = node.args.get("alias")
    if not isinstance(node, exp.Values | exp.Subquery | exp.Table) or not isinstance(alias, exp.TableAlias):
        return node
    names = alias.args.get("columns")
    if not names:
        return node
    if any(not isinstance(name, exp.Identifier) for name in names):
        raise UnsupportedSql("an alias of a table that declares types")
    query = _rows(node, names) if isinstance(node, exp.Values) else _renamed(node, names, fresh)
    plain = exp.TableAlias(this=alias.this.copy()) if alias.this else None
    return exp.Subquery(this=query, alias=plain, joins=node.args.get("joins"))


def _rows(values: exp.Values, names: list[exp.Identifier]) -> exp.Expr:
    """Return rows of values as a UNION ALL, the first of which names the columns."""
    selects = [_row(row, names if number == 0 else []) for number, row in enumerate(values.expressions)]
    if any(len(select.expressions) != len(names) for select in selects):
        raise UnsupportedSql("an alias of VALUES that does not name every column")
    result: exp.Expr = selects[0]
    for select in selects[1:]:
        result = exp.Union(this=result, expression=select, distinct=False)
    return result


def _row(row: exp.Expr, names: list[exp.Identifier]) -> exp.Select:
    cells = row.expressions if isinstance(row, exp.Tuple) else [row.this if isinstance(row, exp.Paren) else row]
    named = [
        exp.Alias(this=cell.copy(), alias=names[place].copy()) if place < len(names) else cell.copy()
        for place, cell in enumerate(cells)
    ]
    return exp.Select(expressions=named)


def _renamed(node: exp.Subquery | exp.Table, names: list[exp.Identifier], fresh: FreshNames) -> exp.Select:
    """Return the columns of a table or a subquery under other names, by a table expression."""
    if isinstance(node, exp.Subquery):
        inner = node.this.copy()
    else:
        table = exp.Table(this=node.this.copy(), db=node.args.get("db"), catalog=node.args.get("catalog"))
        inner = exp.Select(expressions=[exp.Star()]).from_(table)
    name = fresh.take("named")
    alias = exp.TableAlias(this=identifier(name), columns=[one.copy() for one in names])
    outer = exp.Select(expressions=[exp.Star()]).from_(exp.Table(this=identifier(name)))
    outer.set("with_", exp.With(expressions=[exp.CTE(this=inner, alias=alias)]))
    return outer

"""`x > ANY (SELECT ...)` and `x > ALL (SELECT ...)`, by EXISTS."""

from __future__ import annotations

from sqlglot import exp

from spotit.errors import UnsupportedSql
from spotit.schemas.rewording.fresh_names import FreshNames, from_below, identifier

_COMPARISONS = (exp.EQ, exp.NEQ, exp.GT, exp.GTE, exp.LT, exp.LTE)


def without_quantifiers(tree: exp.Expr, fresh: FreshNames) -> exp.Expr:
    """Return a query that compares with no ANY and no ALL."""
    return from_below(tree, lambda node: _reworded(node, fresh))


def _reworded(node: exp.Expr, fresh: FreshNames) -> exp.Expr:
    if isinstance(node, exp.Any | exp.All):
        if isinstance(node.parent, _COMPARISONS) and node.parent.expression is node:
            return node
        raise UnsupportedSql("ANY or ALL that is not on the right of a comparison")
    if not isinstance(node, _COMPARISONS) or not isinstance(node.expression, exp.Any | exp.All):
        return node
    quantifier = node.expression
    query = quantifier.this.unnest() if isinstance(quantifier.this, exp.Subquery) else quantifier.this
    if not isinstance(query, exp.Query):
        raise UnsupportedSql("ANY or ALL of an array")
    value = node.this
    if isinstance(value, exp.Tuple) or value.find(exp.AggFunc, exp.Window, exp.Query):
        raise UnsupportedSql("ANY or ALL beside an aggregate, a row or a subquery")
    if isinstance(quantifier, exp.Any) and isinstance(node, exp.EQ):
        return exp.In(this=value, query=exp.Subquery(this=query))
    if isinstance(quantifier, exp.All) and isinstance(node, exp.NEQ):
        return exp.Not(this=exp.In(this=value, query=exp.Subquery(this=query)))
    return _decided(node, query, isinstance(quantifier, exp.Any), fresh)


def _decided(node: exp.Expr, query: exp.Expr, some: bool, fresh: FreshNames) -> exp.Expr:
    """Return a comparison that one row (`some`) or every row must pass."""
    deciding = exp.true() if some else exp.false()
    found = _exists(node, query, exp.Is, deciding, fresh)
    if _is_filter(node):
        return found if some else exp.Not(this=_exists(node, query, _is_not, exp.true(), fresh))
    unknown = _exists(node, query, exp.Is, exp.null(), fresh)
    cases = [exp.If(this=found, true=deciding.copy()), exp.If(this=unknown, true=exp.null())]
    return exp.Paren(this=exp.Case(ifs=cases, default=exp.false() if some else exp.true()))


def _is_not(this: exp.Expr, expression: exp.Expr) -> exp.Expr:
    return exp.Not(this=exp.Is(this=this, expression=expression))


def _exists(node: exp.Expr, query: exp.Expr, test: object, outcome: exp.Expr, fresh: FreshNames) -> exp.Exists:
    """Return whether the comparison has an outcome for a row of the query."""
    rows, cell = fresh.take("rows"), fresh.take("cell")
    compared = type(node)(this=node.this.copy(), expression=exp.column(identifier(cell), table=identifier(rows)))
    condition = compared if isinstance(outcome, exp.Boolean) and outcome.this and test is exp.Is else None
    if condition is None:
        condition = test(this=exp.Paren(this=compared), expression=outcome.copy())  # type: ignore[operator]
    inner = exp.Select(expressions=[exp.Literal.number(1)]).from_(exp.Table(this=identifier(rows))).where(condition)
    alias = exp.TableAlias(this=identifier(rows), columns=[identifier(cell)])
    inner.set("with_", exp.With(expressions=[exp.CTE(this=query.copy(), alias=alias)]))
    return exp.Exists(this=inner)


def _is_filter(node: exp.Expr) -> bool:
    """Tell whether it makes no difference here whether a condition is false or NULL."""
    parent = node.parent
    while isinstance(parent, exp.And | exp.Or | exp.Paren):
        parent = parent.parent
    return isinstance(parent, exp.Where | exp.Having | exp.Join)

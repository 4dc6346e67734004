"""Operands of UNION, INTERSECT and EXCEPT that stand in parentheses, which SQLite does not read there."""

from __future__ import annotations

from sqlglot import exp

from spotit.schemas.rewording.fresh_names import FreshNames, all_of, from_below

_OF_THE_WHOLE = ("order", "limit", "offset", "with_", "sort")


def with_plain_operands(tree: exp.Expr, fresh: FreshNames) -> exp.Expr:
    """Return a query whose set operations have no operands in parentheses."""
    return _without_parentheses(from_below(tree, lambda node: _plain(node, fresh)), fresh)


def _plain(node: exp.Expr, fresh: FreshNames) -> exp.Expr:
    if isinstance(node, exp.SetOperation):
        for side in ("this", "expression"):
            operand = node.args[side]
            if isinstance(operand, exp.Subquery) and not operand.alias:
                node.set(side, _operand(operand, fresh))
    return node


def _operand(operand: exp.Subquery, fresh: FreshNames) -> exp.Expr:
    if _is_bare(operand):
        if isinstance(operand.this, exp.Subquery):
            return _operand(operand.this, fresh)
        if isinstance(operand.this, exp.Select) and not any(operand.this.args.get(part) for part in _OF_THE_WHOLE):
            return operand.this
    return _in_from(operand, fresh)


def _without_parentheses(node: exp.Expr, fresh: FreshNames) -> exp.Expr:
    """Return a whole query without parentheses around it."""
    if not isinstance(node, exp.Subquery):
        return node
    return _without_parentheses(node.this.copy(), fresh) if _is_bare(node) else _in_from(node, fresh)


def _is_bare(operand: exp.Subquery) -> bool:
    return not any(operand.args.get(part) for part in (*_OF_THE_WHOLE, "alias", "joins", "pivots"))


def _in_from(operand: exp.Subquery, fresh: FreshNames) -> exp.Select:
    """Return `SELECT * FROM (...)` with the order and the limit that stand behind the parentheses."""
    outer = all_of(operand.this.copy(), fresh.take("operand"))
    for part in _OF_THE_WHOLE:
        if operand.args.get(part):
            outer.set(part, operand.args[part].copy())
    return outer

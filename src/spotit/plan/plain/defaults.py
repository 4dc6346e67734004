"""Defaults for NULL that make no difference: HEX(COALESCE(x, '')) is HEX(x), and neither NULL nor 0 is above 5.

Where x is not NULL, COALESCE(x, c) is x. Where x is, both expressions are constants, and these are compared.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.one_column import only_column
from spotit.plan.plain.one_truth import Valued
from spotit.plan.plain.value_types import Kinds, ValueTypes
from spotit.plan.walk import rewrite, rewrite_relations, substitute, with_parts

_NULL = e.Literal(None)


def without_defaults(root: r.Rel, kinds: Kinds, value: Valued) -> r.Rel:
    """Return the plan without the defaults that make no difference to the results."""
    return _Defaults(ValueTypes(root, kinds), value).plan(root)


class _Defaults:
    """The defaults in one plan."""

    def __init__(self, types: ValueTypes, value: Valued) -> None:
        self._types = types
        self._value = value

    def plan(self, root: r.Rel) -> r.Rel:
        return rewrite(rewrite_relations(root, self._filter), self._plain)

    def _filter(self, rel: r.Rel) -> r.Rel | None:
        if not isinstance(rel, r.Filter):
            return None
        inner = with_parts(rel, lambda _, part: rewrite_relations(part, self._filter))
        return replace(inner, predicate=self._condition(inner.predicate))

    def _condition(self, expr: e.Expr) -> e.Expr:
        """Return a condition that is true of the same rows."""
        if isinstance(expr, e.And | e.Or):
            return replace(expr, args=tuple(map(self._condition, expr.args)))
        return self._without(expr, _truth) or expr

    def _plain(self, expr: e.Expr) -> e.Expr | None:
        """Return an expression of the same value, if it is another one."""
        found = self._without(expr, lambda given: given)
        if found is not None or not isinstance(expr, e.Case):
            return found
        return replace(expr, whens=tuple(map(self._branch, expr.whens)), default=rewrite(expr.default, self._plain))

    def _branch(self, when: e.When) -> e.When:
        condition = rewrite(self._condition(when.condition), self._plain)
        return e.When(condition, rewrite(when.result, self._plain))

    def _without(self, expr: e.Expr, seen: Callable[[e.Expr], e.Expr]) -> e.Expr | None:
        """Return an expression of one column without its defaults; None if it has none, or they make a difference."""
        column = only_column(expr)
        if column is None or isinstance(expr, e.Column):
            return None
        plain = rewrite(expr, lambda part: self._given(part, column))
        if plain == expr:
            return None
        values = [self._value(substitute(seen(side), {column.id: _NULL})) for side in (expr, plain)]
        return plain if values[0] is not None and values[0] == values[1] else None

    def _given(self, expr: e.Expr, column: e.Column) -> e.Expr | None:
        """Return what COALESCE returns where the column is not NULL."""
        match expr:
            case e.Case(whens=(e.When(condition=e.Not(arg=e.IsNull(arg=arg)), result=result), *_)) if arg == result:
                return (
                    rewrite(arg, lambda part: self._given(part, column))
                    if self._types.never_null(arg, column)
                    else None
                )
        return None


def _truth(expr: e.Expr) -> e.Expr:
    return e.Case((e.When(expr, e.Literal(1)),), e.Literal(0))

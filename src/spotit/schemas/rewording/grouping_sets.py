"""ROLLUP, CUBE and GROUPING SETS: one query for each set of keys, put together by UNION ALL.

A key that a set leaves out is NULL in its rows, except within aggregates, which see the rows before grouping.
"""

from __future__ import annotations

from itertools import combinations, product
from math import prod

from sqlglot import exp

from spotit.errors import UnsupportedSql
from spotit.schemas.rewording.fresh_names import FreshNames, all_of, from_below, identifier

_MANY = (exp.Rollup, exp.Cube, exp.GroupingSets)
_MOST_SETS = 32
_OF_THE_WHOLE = ("distinct", "order", "limit", "offset", "with_")
Keys = tuple[exp.Expr, ...]


def with_one_grouping(tree: exp.Expr, fresh: FreshNames) -> exp.Expr:
    """Return a query that groups by one set of keys at a time."""
    return from_below(tree, lambda node: _apart(node, fresh) if isinstance(node, exp.Select) else node)


def _apart(select: exp.Select, fresh: FreshNames) -> exp.Expr:
    group = select.args.get("group")
    if not isinstance(group, exp.Group):
        return select
    elements = [
        one for value in group.args.values() if value for one in (value if isinstance(value, list) else [value])
    ]
    if not any(isinstance(one, _MANY) for one in elements) and not _asks_for_sets(select):
        return select
    if any(not isinstance(one, exp.Expr) for one in elements):
        raise UnsupportedSql("GROUP BY with a quantifier beside GROUPING SETS")
    choices = [_sets(element) for element in elements]
    _require_few(prod(map(len, choices)))
    sets = [tuple(key for part in parts for key in part) for parts in product(*choices)]
    _require_plain(select, [key for keys in sets for key in keys])
    return _united(select, sets, fresh)


def _asks_for_sets(select: exp.Select) -> bool:
    return any(part.find(exp.Grouping) for part in _results(select))


def _sets(element: exp.Expr) -> list[Keys]:
    """Return the sets of keys that an element of GROUP BY stands for."""
    if isinstance(element, exp.GroupingSets):
        return [keys for one in element.expressions for keys in _sets(one)]
    if not isinstance(element, exp.Rollup | exp.Cube):
        return [_keys(element)]
    parts = [_keys(one) for one in element.expressions]
    _require_few(len(parts) + 1 if isinstance(element, exp.Rollup) else 2 ** len(parts))
    if isinstance(element, exp.Rollup):
        chosen = [tuple(parts[:size]) for size in range(len(parts), -1, -1)]
    else:
        chosen = [some for size in range(len(parts), -1, -1) for some in combinations(parts, size)]
    if not parts:
        raise UnsupportedSql("WITH ROLLUP")
    return [tuple(key for part in some for key in part) for some in chosen]


def _keys(element: exp.Expr) -> Keys:
    if isinstance(element, exp.Tuple):
        return tuple(element.expressions)
    return _keys(element.this) if isinstance(element, exp.Paren) else (element,)


def _results(select: exp.Select) -> list[exp.Expr]:
    having = select.args.get("having")
    return [*select.expressions, *([having.this] if having else [])]


def _require_few(sets: int) -> None:
    """Refuse more sets than can be put together, before they are listed."""
    if sets > _MOST_SETS:
        raise UnsupportedSql(f"more than {_MOST_SETS} grouping sets")


def _require_plain(select: exp.Select, keys: list[exp.Expr]) -> None:
    """Refuse what cannot be copied into each of the queries."""
    refused = {
        "a subquery beside GROUPING SETS": any(part.find(exp.Query) for part in (*_results(select), *keys)),
        "a window function beside GROUPING SETS": any(part.find(exp.Window) for part in _results(select)),
        "* beside GROUPING SETS": any(part.is_star for part in select.expressions),
        "GROUPING SETS of positions": any(isinstance(key, exp.Literal) for key in keys),
        "GROUPING SETS of an alias": any(_is_alias(key, select) for key in keys),
        "DISTINCT ON": bool(select.args.get("distinct") and select.args["distinct"].args.get("on")),
    }
    for words, is_there in refused.items():
        if is_there:
            raise UnsupportedSql(words)


def _is_alias(key: exp.Expr, select: exp.Select) -> bool:
    """Tell whether a key may be the name of a result and not a column."""
    if not isinstance(key, exp.Column) or key.table:
        return False
    aliased = [one for one in select.expressions if isinstance(one, exp.Alias)]
    return any(one.alias.lower() == key.name.lower() and form_of(one.this) != form_of(key) for one in aliased)


def _united(select: exp.Select, sets: list[Keys], fresh: FreshNames) -> exp.Select:
    every = [key for keys in sets for key in keys]
    source = _only_source(select)
    united: exp.Expr | None = None
    for keys in sets:
        branch = _Branch(select, keys, every, source).query(fresh)
        united = branch if united is None else exp.Union(this=united, expression=branch, distinct=False)
    assert united is not None
    outer = all_of(united, fresh.take("grouped"))
    for part in _OF_THE_WHOLE:
        if select.args.get(part):
            outer.set(part, select.args[part].copy())
    if select.args.get("order"):
        outer.set("order", _by_position(select, source))
    return outer


def _by_position(select: exp.Select, source: str | None) -> exp.Order:
    """Return the order of the whole, by the places of the results that it names."""
    order: exp.Order = select.args["order"].copy()
    for term in order.expressions:
        if isinstance(term.this, exp.Literal) and not term.this.is_string:
            continue
        places = [
            place
            for place, one in enumerate(select.expressions, 1)
            if form_of(one.unalias(), source) == form_of(term.this, source)
            or (
                isinstance(term.this, exp.Column)
                and not term.this.table
                and one.alias.lower() == term.this.name.lower()
            )
        ]
        if len(places) != 1:
            raise UnsupportedSql("ORDER BY beside GROUPING SETS by what is no result")
        term.set("this", exp.Literal.number(places[0]))
    return order


def _only_source(select: exp.Select) -> str | None:
    """Return the name of the table that a query reads, if it is one."""
    source = select.args.get("from_")
    if source is None or select.args.get("joins") or select.args.get("laterals"):
        return None
    return str(source.this.alias_or_name).lower() or None


def form_of(expression: exp.Expr, source: str | None = None) -> str:
    """Return an expression as text in which names that mean the same are spelled the same.

    A column is the same with and without the name of the only source.
    """
    copy = expression.copy()
    for name in copy.find_all(exp.Identifier):
        name.set("this", name.name.lower())
        name.set("quoted", True)
    for column in copy.find_all(exp.Column):
        if source is not None and column.table == source:
            column.set("table", None)
    return copy.sql()


class _Branch:
    """The query for one set of keys."""

    def __init__(self, select: exp.Select, keys: Keys, every: list[exp.Expr], source: str | None) -> None:
        self._select = select
        self._keys = keys
        self._source = source
        self._kept = {form_of(key, source) for key in keys}
        self._every = {form_of(key, source) for key in every}

    def query(self, fresh: FreshNames) -> exp.Select:
        having = self._select.args.get("having")
        condition = self._seen(having.this) if having else None
        results = [self._result(one) for one in self._select.expressions]
        branch = self._select.copy()
        for part in (*_OF_THE_WHOLE, "group", "having"):
            branch.set(part, None)
        if self._keys:
            branch.set("group", exp.Group(expressions=[key.copy() for key in self._keys]))
        elif not any(one.find(exp.AggFunc) for one in results):
            return _one_row(branch, results, condition, fresh)
        branch.set("expressions", results)
        if condition is not None:
            branch.set("having", exp.Having(this=condition))
        return branch

    def _result(self, result: exp.Expr) -> exp.Expr:
        seen = self._seen(result.unalias())
        name = result.args.get("alias") if isinstance(result, exp.Alias) else None
        if name is None and isinstance(result, exp.Column):
            name = result.this
        return seen if name is None else exp.Alias(this=seen, alias=name.copy())

    def _seen(self, expression: exp.Expr) -> exp.Expr:
        """Return an expression as it is in the rows of this set."""
        if isinstance(expression, exp.Grouping):
            return exp.Literal.number(self._mask(expression))
        if isinstance(expression, exp.AggFunc | exp.Filter):
            return expression.copy()
        form = form_of(expression, self._source)
        if form in self._every:
            return expression.copy() if form in self._kept else exp.Null()
        if isinstance(expression, exp.Column):
            raise UnsupportedSql(f"{expression.sql()} beside GROUPING SETS, which is no key as it is written there")
        if isinstance(expression, exp.Anonymous) and expression.expressions:
            raise UnsupportedSql(f"{expression.name}() beside GROUPING SETS")
        copy = expression.copy()
        for child in list(copy.iter_expressions()):
            child.replace(self._seen(child))
        return copy

    def _mask(self, grouping: exp.Grouping) -> int:
        """Return which keys of GROUPING() this set leaves out, as bits."""
        mask = 0
        for key in grouping.expressions:
            form = form_of(key, self._source)
            if form not in self._every:
                raise UnsupportedSql("GROUPING() of what is no key as it is written there")
            mask = 2 * mask + (form not in self._kept)
        return mask


def _one_row(branch: exp.Select, results: list[exp.Expr], condition: exp.Expr | None, fresh: FreshNames) -> exp.Select:
    """Return the row of the set without keys, which is there even where no row is, where no result is an aggregate."""
    holds = fresh.take("holds")
    branch.set("expressions", [exp.Count(this=exp.Star())])
    if condition is not None:
        branch.append("expressions", exp.Alias(this=condition, alias=identifier(holds)))
    below = exp.Subquery(this=branch, alias=exp.TableAlias(this=identifier(fresh.take("whole"))))
    outer = exp.Select(expressions=results).from_(below)
    return outer if condition is None else outer.where(exp.column(identifier(holds)))

"""Which columns decide others, and which tell the rows of a relation apart.

Two rows agree on a column when both values are equal (texts: have the same characters) or both are NULL. Equal values
need not have the same form. Rows that a collation tells apart do not agree, so that keys under any collation are keys.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.facts.conjuncts import conjuncts_of, equated_columns, is_equality
from spotit.plan.facts.nullness import never_null
from spotit.plan.facts.schema_facts import Facts
from spotit.plan.facts.seen import takes_equals_alike
from spotit.plan.walk import has_relation, outer_columns

Ids = frozenset[int]
_NONE: Ids = frozenset()


@dataclass(slots=True)
class Dependencies:
    """What decides what among the columns of a relation."""

    decides: list[tuple[Ids, Ids]] = field(default_factory=list)
    """Rows that agree on the first columns agree on the second."""
    sources: list[list[Ids]] = field(default_factory=list)
    """For each part that the rows are made of, the sets of columns that fix its row."""

    def closure(self, given: Iterable[int]) -> Ids:
        """Return the columns on which rows agree that agree on the given ones."""
        known = set(given)
        while True:
            more = {c for first, second in self.decides if first <= known for c in second - known}
            if not more:
                return frozenset(known)
            known |= more

    def unique_on(self, given: Iterable[int]) -> bool:
        """Tell whether no two rows agree on the given columns."""
        known = self.closure(given)
        return all(any(key <= known for key in keys) for keys in self.sources)

    def add(self, other: Dependencies) -> None:
        """Take in what holds of another part of the same rows."""
        self.decides += other.decides
        self.sources += other.sources


def unique_on(rel: r.Rel, columns: Iterable[e.Column], facts: Facts) -> bool:
    """Tell whether no two rows of a relation agree on the columns."""
    return dependencies(rel, facts).unique_on(column.id for column in columns)


def at_most_one_row(rel: r.Rel, facts: Facts) -> bool:
    """Tell whether a relation never has two rows (for one row of the queries around it)."""
    return unique_on(rel, (), facts)


def has_one_partner(kept: r.Rel, optional: r.Rel, on: e.Expr | None, facts: Facts) -> bool:
    """Tell whether a row of the one relation never matches two rows of the other."""
    return _Analysis(r.Join(r.JoinKind.INNER, kept, optional, on), facts).has_one_partner(kept, optional, on)


def dependencies(rel: r.Rel, facts: Facts) -> Dependencies:
    """Return what the schema's keys and the plan say about a relation."""
    return _Analysis(rel, facts).of(rel, rel)


class _Analysis:
    def __init__(self, root: r.Rel, facts: Facts) -> None:
        self._facts = facts
        self._outer_ids = _ids(outer_columns(root))

    def of(self, rel: r.Rel, top: r.Rel) -> Dependencies:
        """Return what holds of a relation; its columns are seen up to the relation `top`."""
        match rel:
            case r.Scan():
                return self._scan(rel, top)
            case r.Filter():
                found = self.of(rel.input, top)
                found.decides += self._by_condition(rel.predicate, rel)
                return found
            case r.Join():
                return self._join(rel, top)
            case r.Project():
                found = self.of(rel.input, rel.input)
                found.decides += _by_projection(rel)
                return found
            case r.Aggregate():
                return self._aggregate(rel)
            case r.Distinct():
                compared = rel.columns if rel.on is None else rel.on
                return Dependencies(self.of(rel.input, top).decides, [[_ids(compared)]])
            case r.OrderBy() | r.Window():
                return self.of(rel.input, top)
            case r.Limit(limit=e.Literal(value=1)):
                return Dependencies([(_NONE, _ids(rel.columns))], [[_NONE]])
            case r.Limit():
                return self.of(rel.input, top)
            case r.SetOp(kind=r.SetKind.UNION | r.SetKind.INTERSECT | r.SetKind.EXCEPT):
                return Dependencies([], [[_ids(rel.columns)]])
            case r.Values(rows=(_,)):
                return Dependencies([(_NONE, _ids(rel.columns))], [[_NONE]])
        return Dependencies([], [[]])

    def _scan(self, rel: r.Scan, top: r.Rel) -> Dependencies:
        named = dict(zip(rel.fields, rel.columns, strict=True))
        keys: list[Ids] = []
        for key in self._facts.keys(rel.table):
            columns = [named[name] for name in key if name in named]
            if len(columns) == len(key) and all(self._is_there(rel, top, column) for column in columns):
                keys.append(_ids(columns))
        return Dependencies([(key, _ids(rel.columns)) for key in keys], [keys])

    def _is_there(self, rel: r.Scan, top: r.Rel, column: e.Column) -> bool:
        """Tell whether a column of a key is not NULL: by the schema, or by a condition on the whole."""
        return never_null(column, rel, self._facts) or never_null(column, top, self._facts)

    def _join(self, rel: r.Join, top: r.Rel) -> Dependencies:
        match rel.kind:
            case r.JoinKind.INNER:
                found = self.of(rel.left, top)
                found.add(self.of(rel.right, top))
                found.decides += self._by_condition(rel.on, rel) if rel.on is not None else ()
                return found
            case r.JoinKind.LEFT:
                return self._outer(rel.left, rel.right, rel.on, top)
            case r.JoinKind.RIGHT:
                return self._outer(rel.right, rel.left, rel.on, top)
        return Dependencies([], [[]])

    def _outer(self, kept: r.Rel, optional: r.Rel, on: e.Expr | None, top: r.Rel) -> Dependencies:
        """A row of the kept side stands beside rows of the other, or once beside NULLs."""
        found, other = self.of(kept, top), self.of(optional, top)
        there = {c.id for c in optional.columns if never_null(c, optional, self._facts)}
        found.decides += [(first, second) for first, second in other.decides if first and first <= there]
        if self.has_one_partner(kept, optional, on):
            if on is None or takes_equals_alike(on):
                found.decides.append((_ids(kept.columns), _ids(optional.columns)))
            return found
        return Dependencies(found.decides, found.sources + other.sources)

    def has_one_partner(self, kept: r.Rel, optional: r.Rel, on: e.Expr | None) -> bool:
        """Tell whether a row of the one side never matches two rows of the other."""
        joined = r.Join(r.JoinKind.INNER, kept, optional, on)
        partner = self.of(optional, joined)
        partner.decides += self._by_condition(on, joined) if on is not None else ()
        return partner.unique_on(_ids(kept.columns))

    def _aggregate(self, rel: r.Aggregate) -> Dependencies:
        if not rel.grouped:
            return Dependencies([(_NONE, _ids(rel.columns))], [[_NONE]])
        keys = rel.columns[: len(rel.keys)]
        found = self.of(rel.input, rel.input)
        found.decides += _by_projection(r.Project(rel.input, rel.keys, keys))
        return Dependencies([*found.decides, (_ids(keys), _ids(rel.columns))], [[_ids(keys)]])

    def _by_condition(self, condition: e.Expr, rel: r.Rel) -> Iterator[tuple[Ids, Ids]]:
        """Yield what the equalities of a condition that holds on every row of the relation decide."""
        here = _ids(rel.columns)
        for part in conjuncts_of(condition):
            pair = equated_columns(part)
            if pair is not None and {pair[0].id, pair[1].id} <= here:
                first, second = (frozenset((column.id,)) for column in pair)
                yield first, second
                yield second, first
            elif isinstance(part, e.Compare) and is_equality(part):
                for column, other in ((part.left, part.right), (part.right, part.left)):
                    if isinstance(column, e.Column) and column.id in here and self._is_fixed(other):
                        yield _NONE, frozenset((column.id,))

    def _is_fixed(self, expr: e.Expr) -> bool:
        """Tell whether an expression has one value for one row of the queries around the whole."""
        return not has_relation(expr) and _ids(outer_columns(expr)) <= self._outer_ids


def _ids(columns: Iterable[e.Column]) -> Ids:
    return frozenset(column.id for column in columns)


def _by_projection(rel: r.Project) -> Iterator[tuple[Ids, Ids]]:
    """Yield that a column which repeats another one decides it, and the other way round."""
    for column, expr in zip(rel.columns, rel.exprs, strict=True):
        if isinstance(expr, e.Column):
            yield frozenset((expr.id,)), frozenset((column.id,))
            yield frozenset((column.id,)), frozenset((expr.id,))
        elif isinstance(expr, e.Literal):
            yield _NONE, frozenset((column.id,))


__all__ = ["Dependencies", "at_most_one_row", "dependencies", "has_one_partner", "unique_on"]

"""Columns beside a GROUP BY that its keys decide."""

from __future__ import annotations

from dataclasses import replace

from spotit.plan import rel as r
from spotit.plan.expr import Column, Expr
from spotit.plan.facts.forms import form_of
from spotit.plan.facts.keys import dependencies
from spotit.plan.rules.rule import Loss, RelationPlace, RelationRule


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    match rel:
        case r.Aggregate(grouped=True, bare=bare) if bare:
            keys = zip(rel.keys, rel.columns, strict=False)
            grouped_by = [key.id for key, made in keys if isinstance(key, Column) and made.collation.is_identity]
            decided = dependencies(rel.input, place.facts).closure(grouped_by)
            moved = [expr for expr in bare if _is_decided(expr, decided, rel, place)]
            return _with_keys(rel, moved) if moved else None
    return None


def _is_decided(expr: Expr, decided: frozenset[int], rel: r.Aggregate, place: RelationPlace) -> bool:
    return isinstance(expr, Column) and expr.id in decided and form_of(expr, rel.input, place.facts) is not None


def _with_keys(rel: r.Aggregate, moved: list[Expr]) -> r.Aggregate:
    keys, calls = len(rel.keys), len(rel.keys) + len(rel.aggregates)
    bare = list(zip(rel.bare, rel.columns[calls:], strict=True))
    columns = (
        *rel.columns[:keys],
        *(column for expr, column in bare if expr in moved),
        *rel.columns[keys:calls],
        *(column for expr, column in bare if expr not in moved),
    )
    left = tuple(expr for expr, _ in bare if expr not in moved)
    return replace(rel, keys=(*rel.keys, *(x for x, _ in bare if x in moved)), bare=left, columns=columns)


DECIDED_COLUMN = RelationRule(
    "decided column",
    "a column on which the rows of each group agree, because the keys decide it, may as well be a key",
    (r.Aggregate,),
    _apply,
    loses=frozenset({Loss.PLACES}),
)

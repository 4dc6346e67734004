"""A left join with the row that a foreign key promises."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from spotit.plan import rel as r
from spotit.plan.expr import Expr
from spotit.plan.facts.conjuncts import conjuncts_of, equated_columns
from spotit.plan.facts.nullness import never_null
from spotit.plan.facts.schema_facts import Facts
from spotit.plan.rules.rule import RelationPlace, RelationRule


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    match rel:
        case r.Join(kind=r.JoinKind.LEFT, right=r.Scan() as parent, on=on) if on is not None:
            if any(_is_promised(child, parent, rel.left, on, place.facts) for child in _scans(rel.left)):
                return replace(rel, kind=r.JoinKind.INNER)
    return None


def _scans(rel: r.Rel) -> Iterator[r.Scan]:
    """Yield the tables of which every row of a relation has a row that stands there with all its columns."""
    match rel:
        case r.Scan():
            yield rel
        case r.Filter():
            yield from _scans(rel.input)
        case r.Join(kind=r.JoinKind.INNER):
            yield from _scans(rel.left)
            yield from _scans(rel.right)
        case r.Join(kind=r.JoinKind.LEFT):
            yield from _scans(rel.left)


def _is_promised(child: r.Scan, parent: r.Scan, kept: r.Rel, on: Expr, facts: Facts) -> bool:
    """Tell whether a foreign key that is never NULL promises a partner, and no more than that key is asked for."""
    here, there = (dict(zip(scan.fields, scan.columns, strict=True)) for scan in (child, parent))
    asked = [equated_columns(part) for part in conjuncts_of(on)]
    for key in facts.inclusions(child.table):
        names = list(zip(key.columns, key.target_columns, strict=True))
        if not key.is_plain or key.target != parent.table or len(asked) != len(names):
            continue
        if not all(name in here and target in there for name, target in names):
            continue
        pairs = [{here[name].id, there[target].id} for name, target in names]
        if not all(pair is not None and {pair[0].id, pair[1].id} in pairs for pair in asked):
            continue
        found = [{pair[0].id, pair[1].id} for pair in asked if pair is not None]
        if all(pair in found for pair in pairs) and all(never_null(here[name], kept, facts) for name, _ in names):
            return True
    return False


OUTER_BY_FOREIGN_KEY = RelationRule(
    "outer join by foreign key",
    "a left join with the row that a foreign key refers to is an inner join where the key is never NULL and no more is "
    "asked",
    (r.Join,),
    _apply,
    by_foreign_keys=True,
)

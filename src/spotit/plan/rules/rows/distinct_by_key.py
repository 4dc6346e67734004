"""DISTINCT of rows that differ anyway."""

from __future__ import annotations

from spotit.plan import rel as r
from spotit.plan.facts.keys import unique_on
from spotit.plan.rules.rule import RelationPlace, RelationRule


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    match rel:
        case r.Distinct(on=on):
            columns = rel.columns if on is None else on
            compared = [column for column in columns if column.collation.is_identity]
            return rel.input if unique_on(rel.input, compared, place.facts) else None
    return None


DISTINCT_BY_KEY = RelationRule(
    "DISTINCT by key",
    "DISTINCT goes where no two rows agree on the columns that it compares character by character: they hold a key",
    (r.Distinct,),
    _apply,
)

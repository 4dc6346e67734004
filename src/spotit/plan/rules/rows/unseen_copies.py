"""DISTINCT where copies are not seen."""

from __future__ import annotations

from spotit.plan import rel as r
from spotit.plan.facts.forms import form_of
from spotit.plan.rules.rule import Loss, RelationPlace, RelationRule


def _apply(rel: r.Rel, place: RelationPlace) -> r.Rel | None:
    match rel:
        case r.Distinct(on=None):
            return rel.input if keeps_identical_rows(rel, place) else None
    return None


def keeps_identical_rows(rel: r.Distinct | r.SetOp, place: RelationPlace) -> bool:
    """Tell whether rows that count as duplicates are identical, as far as that is seen."""
    if any(not column.collation.is_identity for column in rel.columns):
        return False
    return not place.seen.forms or all(form_of(column, rel, place.facts) is not None for column in rel.columns)


UNSEEN_COPIES = RelationRule(
    "unseen copies",
    "DISTINCT goes where it is not seen how often a row occurs, if duplicates are identical (not 'a' and 'A', not 1 "
    "and 1.0)",
    (r.Distinct,),
    _apply,
    loses=frozenset({Loss.COPIES}),
)

"""Queries whose plans have one shape and equal parts return the same on every database."""

from __future__ import annotations

from dataclasses import dataclass

from spotit.assumption import Assumption
from spotit.options import Options
from spotit.plan.facts.failures import values_may_fail
from spotit.plan.facts.seen import Seen
from spotit.plan.renumbered import after
from spotit.plan.rules.rewriting import Rewriting
from spotit.schema import Schema
from spotit.search.prove.matching.same_shape import SameShape, placed
from spotit.search.prove.matching.single_rows import Effort, SingleRows
from spotit.search.prove.setting import SampledValues


@dataclass(frozen=True, slots=True)
class Shown:
    """That two plans have the same rows: what the solver has refuted, and what that takes for granted."""

    questions: tuple[str, ...]
    assumptions: tuple[Assumption, ...]


def equal_parts(
    forms: tuple[Rewriting, Rewriting],
    seen: Seen,
    schema: Schema,
    options: Options,
    samples: SampledValues,
    effort: Effort,
) -> Shown | None:
    """Return what shows that two plans have the same rows, as far as `seen`; None if nothing does.

    Expressions that may fail at run time are left to the comparison of plans as they are.
    """
    left = forms[0].rel
    if values_may_fail(left) or values_may_fail(forms[1].rel) or len(left.columns) != len(forms[1].rel.columns):
        return None
    right = after(left, forms[1].rel)
    rows = SingleRows(schema, options, samples, effort)
    names = SameShape(left, schema, rows).relation(left, right, {}, seen)
    if names is None or not placed(left, right, names):
        return None
    return Shown(tuple(rows.questions), tuple(rows.assumptions))

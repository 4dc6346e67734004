"""Two queries in other words: functions that both compute are columns of their own."""

from __future__ import annotations

from dataclasses import dataclass, replace

from spotit.arrangement import Arrangement
from spotit.options import Options
from spotit.plan.facts.schema_facts import Facts
from spotit.plan.facts.seen import seen_by
from spotit.plan.free_columns import freed
from spotit.plan.neutral import without_neutral
from spotit.plan.rel import Query
from spotit.plan.rules.normal_form import normal_form
from spotit.schema import BaseColumn, Kind, Schema
from spotit.search.prove.setting import SampledValues, make_setting
from spotit.symbolic.encode import Setting


@dataclass(frozen=True, slots=True)
class Restated:
    """Plans that agree on no more databases than two queries do, and their setting."""

    plans: tuple[Query, Query]
    setting: Setting


def restated(
    plans: tuple[Query, Query],
    samples: SampledValues,
    schema: Schema,
    options: Options,
    arrangement: Arrangement | None = None,
) -> Restated | None:
    """Return the queries, rewritten, with functions of columns as columns; None if there is nothing to change."""
    left, right = plans
    seen, facts = seen_by(options.comparison(left.ordered)), Facts.of(schema, options)

    def kind(column: BaseColumn) -> Kind | None:
        declared = schema.column(column)
        if declared is None or samples.holds_text(column):
            return None
        return samples.held_kind(column, declared.kind)

    forms = [normal_form(query.rel, seen, facts).rel for query in plans]
    plain = [without_neutral(form, kind) for form in forms]
    found = freed(plain[0], plain[1], schema)
    if not found.columns and plain == forms:
        return None
    rewritten = replace(left, rel=found.plans[0]), replace(right, rel=found.plans[1])
    setting = make_setting(rewritten, samples, found.schema, options, arrangement)
    return Restated(rewritten, replace(setting, free_columns=found.columns))

"""Two queries in other words: functions that both compute are columns of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from spotit.arrangement import Arrangement
from spotit.assumption import Assumption
from spotit.database import Value
from spotit.engine.failures import QueryError
from spotit.engine.protocol import Tabulator
from spotit.frozen import frozen
from spotit.options import Options
from spotit.plan.expr import Column, Expr, Literal
from spotit.plan.facts.chance import may_fail_by_chance
from spotit.plan.facts.choices import open_choices
from spotit.plan.facts.schema_facts import Facts
from spotit.plan.facts.seen import seen_by
from spotit.plan.free_columns import Freed, freed
from spotit.plan.isomorphic import isomorphic
from spotit.plan.lineage import Lineage
from spotit.plan.plain.defaults import without_defaults
from spotit.plan.plain.neutral import Deciders, without_neutral
from spotit.plan.rel import Query, Rel
from spotit.plan.rules.normal_form import normal_form
from spotit.plan.sql_form import NoSqlForm, sql_form
from spotit.plan.walk import walk
from spotit.reason import Rewritten, SamePlan
from spotit.schema import BaseColumn, Kind, Schema
from spotit.search.prove.all_texts import is_never, is_unchanged, truths
from spotit.search.prove.same_functions import Kinds, SameFunctions
from spotit.search.prove.setting import SampledValues, make_setting, tabulator_at
from spotit.symbolic.encode import Setting
from spotit.symbolic.ledger import domain_of
from spotit.work import Allowance

_WRITTEN_ALIKE = "functions written alike"


@frozen
class Restated:
    """Plans that agree on no more databases than two queries do, and their setting."""

    plans: tuple[Query, Query]
    setting: Setting
    assumptions: tuple[Assumption, ...]
    """What it takes for granted about the columns whose functions are written in another way."""
    same: SamePlan | None = None
    """The plans are the same before functions become columns."""
    apart: tuple[tuple[BaseColumn, Value], ...] = ()
    """Values of columns for which the two queries compute different things."""


def restated(
    plans: tuple[Query, Query],
    samples: SampledValues,
    schema: Schema,
    options: Options,
    allowance: Allowance,
    arrangement: Arrangement | None = None,
) -> Restated | None:
    """Return the queries, rewritten, with functions of columns as columns; None if there is nothing to change.

    The allowance is for comparing functions of dates on every day.
    """
    left, right = plans
    seen, facts = seen_by(options.comparison(left.ordered)), Facts.of(schema, options)

    def kind(column: BaseColumn) -> Kind | None:
        declared = schema.column(column)
        if declared is None or samples.holds_text(column):
            return None
        return samples.held_kind(column, declared.kind)

    forms = [normal_form(query.rel, seen, facts).rel for query in plans]
    tabulator = tabulator_at(options.now)
    dates = SameFunctions(kind, tabulator, allowance)

    def value_of(expr: Expr) -> Literal | None:
        try:
            return Literal(tabulator.tabulate(sql_form(expr, "x"), [()])[0])
        except (NoSqlForm, QueryError):
            return None

    deciders = Deciders(
        is_unchanged,
        dates.is_same_date,
        lambda condition: is_never(condition, tabulator),
        dates.is_never,
        value_of,
        truths,
    )
    given = [without_defaults(form, kind, value_of) for form in forms]
    plain = [normal_form(without_neutral(form, kind, deciders), seen, facts).rel for form in given]
    plain[1] = normal_form(dates.unified(plain[0], plain[1]), seen, facts).rel
    plain = [normal_form(one, seen, facts).rel for one in dates.with_constants(plain[0], plain[1])]
    found = freed(plain[0], plain[1], schema)
    if not found.columns and plain == forms and not dates.apart:
        return None
    if found.columns and not isomorphic(*plain):
        found = _written_alike(found, kind, tabulator, allowance)
        plain = list(found.plans)
    rewritten = replace(left, rel=found.plans[0]), replace(right, rel=found.plans[1])
    setting = make_setting(rewritten, samples, found.schema, options, arrangement)
    kinds = dict.fromkeys(kind(base) for form in forms for base in _read(form))
    domains = tuple(domain for one in kinds if one is not None and (domain := domain_of(one)) is not None)
    same = _same_plan(plans, plain, schema, options) if _is_whole(arrangement, right) else None
    return Restated(rewritten, replace(setting, free_columns=found.columns), domains, same, tuple(dates.apart))


def _written_alike(found: Freed, kind: Kinds, tabulator: Tabulator, allowance: Allowance) -> Freed:
    """Return the plans with those functions of the new columns alike that one of them computes in other words."""
    free = {(column.table, column.name): found.schema.column((column.table, column.name)) for column in found.columns}

    def kind_of(base: BaseColumn) -> Kind | None:
        column = free.get(base)
        return kind(base) if column is None else column.kind

    functions = SameFunctions(kind_of, tabulator, allowance)
    return replace(found, plans=(found.plans[0], functions.unified(*found.plans)))


def _same_plan(plans: tuple[Query, Query], plain: Sequence[Rel], schema: Schema, options: Options) -> SamePlan | None:
    """Return the reason that the queries have one plan once functions are written alike; None if they have not."""
    if any(may_fail_by_chance(query.rel, schema) for query in plans) or not isomorphic(*plain):
        return None
    seen = seen_by(options.comparison(plans[0].ordered))
    steps = (Rewritten(_WRITTEN_ALIKE, ""),)
    return SamePlan(open_choices(plain[0], seen, Facts.of(schema, options)), steps, steps)


def _is_whole(arrangement: Arrangement | None, query: Query) -> bool:
    """Tell whether all columns are taken as they are."""
    return arrangement is None or arrangement == tuple(range(len(query.rel.columns)))


def _read(plan: Rel) -> Iterator[BaseColumn]:
    """Yield the base columns that a plan reads."""
    bases = Lineage(plan).bases
    yield from (bases[node.id] for node in walk(plan) if isinstance(node, Column) and node.id in bases)

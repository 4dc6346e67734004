"""Two queries and a bound -> the terms that decide whether they differ."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from spotit.errors import UnsupportedSql
from spotit.options import Options, Semantics
from spotit.plan.expr import Exists, InRel, Scalar
from spotit.plan.lineage import Lineage
from spotit.plan.rel import Query
from spotit.schema import Schema
from spotit.smt.boolean import any_of, not_
from spotit.smt.term import Term
from spotit.symbolic.constraints import constraints
from spotit.symbolic.differ import degenerate, differs, simplified
from spotit.symbolic.instance import Base, Check, Domains, Instance
from spotit.symbolic.ordering import open_order
from spotit.symbolic.relational import NO_ROW, Executor
from spotit.symbolic.run import Choices, Env, NeedsFinite, Run, Tabulate
from spotit.symbolic.subquery import subquery_value
from spotit.symbolic.table import SymTable
from spotit.symbolic.value import SymValue

_RESTARTS = 12


@dataclass(frozen=True, slots=True)
class Setting:
    """What an encoding depends on besides the two queries."""

    schema: Schema
    options: Options
    domains: Domains
    tabulate: Tabulate
    checks: Mapping[str, Sequence[Check]] = field(default_factory=dict)
    together: Callable[[Base], frozenset[Base]] = lambda base: frozenset((base,))
    """The columns that must be restricted along with a column: those whose values meet it."""
    integer_limit: int = 2**31


@dataclass(frozen=True, slots=True)
class Encoding:
    """What two queries return on every database of a bound, and when that differs."""

    instance: Instance
    left: SymTable
    right: SymTable
    differ: Term
    degenerate: Term
    ambiguous: Term
    constraints: tuple[Term, ...]
    assumptions: tuple[str, ...]

    @property
    def rows(self) -> int:
        """The bound."""
        return self.instance.rows


def semantics_of(left: Query, options: Options) -> Semantics:
    """Return the comparison to encode: `spider` compares lists when the left query orders, else bags."""
    if options.semantics is not Semantics.SPIDER:
        return options.semantics
    return Semantics.LIST if left.ordered else Semantics.BAG


def encode(left: Query, right: Query, rows: int, setting: Setting, *, deadline: float = math.inf) -> Encoding:
    """Execute both queries on a symbolic database with at most `rows` rows per table.

    Where an engine function needs a finite column, that column is restricted to a pool and the execution repeated.
    """
    restricted: frozenset[Base] = frozenset()
    for _ in range(_RESTARTS):
        instance = Instance(
            setting.schema,
            rows,
            setting.domains,
            restricted,
            setting.integer_limit,
            setting.options.null_keys,
        )
        try:
            return _encode(left, right, instance, setting, deadline)
        except NeedsFinite as need:
            more = frozenset(b for base in instance.behind(need.terms) for b in setting.together(base))
            if more <= restricted:
                raise UnsupportedSql(need.feature, need.span) from need
            restricted |= more
    raise UnsupportedSql("functions of too many unbounded columns")


def _encode(left: Query, right: Query, instance: Instance, setting: Setting, deadline: float) -> Encoding:
    semantics = semantics_of(left, setting.options)
    sides = [execute(query, instance, setting, semantics, None, deadline) for query in (left, right)]
    (left_table, left_run), (right_table, right_run) = sides
    permuted = setting.options.semantics is Semantics.SPIDER
    differ = differs(left_table, right_table, semantics, permuted=permuted, tick=left_run.check_time)
    ties = [open_order(table) for table in (left_table, right_table)] if semantics is Semantics.LIST else []
    rules = Run(setting.tabulate, _no_subquery)
    promised = constraints(instance, rules, foreign_keys=setting.options.foreign_keys, checks=setting.checks)
    return Encoding(
        instance,
        left_table,
        right_table,
        differ,
        degenerate(left_table, right_table),
        any_of((*left_run.ambiguities, *right_run.ambiguities, *ties)),
        (*promised, *(not_(condition) for condition in (*left_run.unfinished, *right_run.unfinished))),
        tuple({**instance.assumptions, **left_run.assumptions, **right_run.assumptions, **rules.assumptions}),
    )


def execute(
    query: Query,
    instance: Instance,
    setting: Setting,
    semantics: Semantics,
    choices: Choices | None = None,
    deadline: float = math.inf,
) -> tuple[SymTable, Run]:
    """Execute one query, with every cell of its result computed."""
    run = Run(setting.tabulate, _no_subquery, setting.options.product_rows, choices=choices, deadline=deadline)
    executor = Executor(instance, run, Lineage(query.rel), setting.options.foreign_keys)

    def subquery(expr: Exists | Scalar | InRel, env: Env, run: Run) -> SymValue:
        return subquery_value(expr, env, executor)

    run.subquery = subquery
    table = executor.table(simplified(query.rel, semantics), NO_ROW)
    for row in table.rows:
        for _ in row.cells:
            pass
    return table, run


def _no_subquery(expr: Exists | Scalar | InRel, env: Env, run: Run) -> SymValue:
    raise UnsupportedSql("subquery in a CHECK constraint")

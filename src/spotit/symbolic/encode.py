"""Two queries and a bound -> the terms that decide whether they differ."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import NamedTuple

from spotit.arrangement import Arrangement
from spotit.assumption import Assumption
from spotit.constraints.check import Check
from spotit.errors import UnsupportedSql
from spotit.frozen import frozen
from spotit.options import Options, Semantics
from spotit.plan.expr import Exists, InRel, Scalar
from spotit.plan.facts.schema_facts import Facts
from spotit.plan.facts.seen import seen_by
from spotit.plan.free_columns import FreeColumn
from spotit.plan.lineage import Lineage
from spotit.plan.notes import Notes
from spotit.plan.rel import Project, Query, Rel, SetOp
from spotit.plan.rules.all_rules import UNSEEN_RULES
from spotit.plan.rules.rewriting import rewritten
from spotit.schema import BaseColumn, Schema
from spotit.smt.terms.arithmetic import eq
from spotit.smt.terms.boolean import any_of, not_
from spotit.smt.terms.rewrite import replaced
from spotit.smt.terms.term import Term, Terms, current, subterms
from spotit.symbolic.constraints.check import LoweredCheck
from spotit.symbolic.constraints.free_column import free_column_terms
from spotit.symbolic.constraints.terms import constraint_terms
from spotit.symbolic.database.instance import Domains, Instance
from spotit.symbolic.difference import degenerate, differs
from spotit.symbolic.execution import Choices, Env, Execution, NeedsFinite, Rounded, Tabulate
from spotit.symbolic.operators.free_results import has_free_result
from spotit.symbolic.relations.executor import NO_ROW, Executor
from spotit.symbolic.relations.subquery import subquery_value
from spotit.symbolic.rows.ordering import in_chosen_order, open_order
from spotit.symbolic.rows.table import SymTable
from spotit.symbolic.values.calendar import NamedDay, comparisons, same_order
from spotit.symbolic.values.decode import terms_of
from spotit.symbolic.values.value import SymValue
from spotit.work import Allowance, unlimited

_RESTARTS = 12


@frozen
class Setting:
    """What an encoding depends on besides the two queries."""

    schema: Schema
    options: Options
    domains: Domains
    tabulate: Tabulate
    checks: Mapping[Check, LoweredCheck] = field(default_factory=dict)
    """Those that can be lowered; the engine alone keeps the others."""
    together: Callable[[BaseColumn], frozenset[BaseColumn]] = lambda base: frozenset((base,))
    """The columns that must be restricted along with a column: those whose values meet it."""
    is_whole: bool = True
    """Every constraint that the engine keeps has terms: what satisfies them all is a database that it takes."""
    arrangements: tuple[Arrangement, ...] = ()
    """Ways to arrange the columns of the right result: the results differ if they do so by each. None: as they are."""
    other_arrangements: bool = False
    """There are more of them: what differs by all of the above may agree by another."""
    free_columns: tuple[FreeColumn, ...] = ()
    """Columns that stand for functions of others: they hold more than the engine would let them hold."""
    notes: Notes = field(default_factory=Notes, compare=False)
    """What is known of the plans that are executed in this setting."""


@frozen
class Encoding:
    """What two queries return on every database of a bound, and when that differs."""

    queries: tuple[Query, Query]
    setting: Setting
    doubles: bool
    terms: Terms
    """The table of the terms below: whoever builds on them does so within it."""
    instance: Instance
    left: SymTable
    right: SymTable
    differ: Term
    degenerate: Term
    ambiguous: Term
    constraints: tuple[Term, ...]
    assumptions: tuple[Assumption, ...]
    fails: tuple[Term, Term]
    """Where the left and where the right query fails, as far as their execution has recorded it."""
    days: tuple[Term, ...] = ()
    """Those constraints that relate day numbers to dates: what holds without them holds."""
    free_results: bool = False
    """Some results are free variables: that the queries agree whatever they are is a proof, a model is no witness."""
    rounded: tuple[Rounded, ...] = ()
    """Those results, as far as it is known that equal numbers have equal ones."""

    @property
    def rows(self) -> int:
        """The bound."""
        return self.instance.rows


def encode(
    left: Query,
    right: Query,
    rows: int,
    setting: Setting,
    *,
    allowance: Allowance | None = None,
    doubles: bool = False,
    terms: Terms | None = None,
) -> Encoding:
    """Execute both queries on a symbolic database with at most `rows` rows per table.

    Where an engine function needs a finite column, that column is restricted to a pool and the execution repeated;
    a mathematical function for which that is not enough gets free variables as results.
    Arithmetic is taken to be exact; with `doubles` it rounds and overflows as the engine's does. Of tied rows the first
    is taken.
    The terms are made in a table of their own, or in the one that is given.
    """
    with terms if terms is not None else Terms() as own:
        manner = _Manner(setting, allowance or unlimited(), doubles)
        return _encode_restricted(left, right, rows, manner, own)


def with_free_choices(encoding: Encoding, allowance: Allowance) -> Encoding:
    """Return another encoding of the same queries, in which both choose alike, in any way, where SQL lets them.

    If they agree there, each permits what the other does; `ambiguous` is what is still left open.
    """
    with Terms() as own:
        manner = _Manner(encoding.setting, allowance, encoding.doubles, free_choices=True)
        return _encode_restricted(*encoding.queries, encoding.rows, manner, own)


@frozen
class _Manner:
    """How two queries are executed."""

    setting: Setting
    allowance: Allowance
    doubles: bool
    free_choices: bool = False

    def run(self, query: Query, instance: Instance, semantics: Semantics) -> _Executed:
        """Execute one query; choices that are free are the same for both."""
        choices = Choices("both") if self.free_choices else None
        table, run = execute(query, instance, self.setting, semantics, choices, self.allowance, self.doubles)
        if semantics is Semantics.LIST:
            if choices is None:
                run.ambiguous(open_order(table))
            else:
                table = in_chosen_order(table, run)
        return _Executed(table, run, () if choices is None else tuple(choices.rules))


class _Executed(NamedTuple):
    table: SymTable
    run: Execution
    rules: tuple[Term, ...]


def _encode_restricted(left: Query, right: Query, rows: int, manner: _Manner, terms: Terms) -> Encoding:
    setting = manner.setting
    restricted: frozenset[BaseColumn] = frozenset()
    opaque = False
    for _ in range(_RESTARTS):
        instance = Instance(
            setting.schema,
            rows,
            setting.domains,
            restricted,
            setting.options.null_keys,
            opaque,
        )
        try:
            return _encode(left, right, instance, manner, terms)
        except NeedsFinite as need:
            more = frozenset(b for base in instance.behind(need.terms) for b in setting.together(base))
            if more <= restricted and (opaque or not has_free_result(need.feature)):
                raise UnsupportedSql(need.feature, need.span) from need
            # Pools did not help: the results of mathematical functions are free, and the columns as well.
            opaque, restricted = (True, frozenset()) if more <= restricted else (opaque, restricted | more)
    raise UnsupportedSql("functions of too many unbounded columns")


def _encode(left: Query, right: Query, instance: Instance, manner: _Manner, terms: Terms) -> Encoding:
    setting = manner.setting
    semantics = setting.options.comparison(left.ordered)
    left_table, left_run, left_rules = manner.run(left, instance, semantics)
    right_table, right_run, right_rules = manner.run(right, instance, semantics)
    differ = differs(left_table, right_table, semantics, arrangements=setting.arrangements, tick=left_run.check_work)
    rules = Execution(setting.tabulate, _no_subquery, doubles=manner.doubles, counted=len(current()))
    rules.allowance = manner.allowance
    promised = constraint_terms(instance, rules, foreign_keys=setting.options.foreign_keys, checks=setting.checks)
    promised += (*free_column_terms(setting.free_columns, instance), *dict.fromkeys((*left_rules, *right_rules)))
    rules.check_work()
    rest = (not_(condition) for condition in (*left_run.unfinished, *right_run.unfinished))
    constraints = (*promised, *rest)
    only_nulls = degenerate(left_table, right_table, semantics, setting.arrangements)
    fails = any_of(left_run.failures), any_of(right_run.failures)
    asked = (differ, only_nulls, any_of((*left_run.ambiguities, *right_run.ambiguities)), *fails)
    simpler = comparisons(_used_days(instance, asked))
    differ, only_nulls, ambiguous, left_fails, right_fails = (replaced(term, simpler) for term in asked)
    results = (*_terms(left_table), *_terms(right_table))
    days = _used_days(instance, (differ, ambiguous, left_fails, right_fails, *results, *constraints))
    numbers = tuple(eq(day.variable, day.number) for day in days)
    return Encoding(
        (left, right),
        setting,
        manner.doubles,
        terms,
        instance,
        left_table,
        right_table,
        differ,
        only_nulls,
        ambiguous,
        (*constraints, *same_order(days), *numbers),
        tuple({**instance.assumptions, **left_run.assumptions, **right_run.assumptions, **rules.assumptions}),
        (left_fails, right_fails),
        numbers,
        any(run.free_results for run in (left_run, right_run, rules)) or bool(setting.free_columns),
        (*left_run.rounded, *right_run.rounded, *rules.rounded),
    )


def _terms(table: SymTable) -> Iterator[Term]:
    """Yield the terms of a result."""
    for row in table.rows:
        yield row.present
        yield from (term for cell in row.cells for term in terms_of(cell))


def _used_days(instance: Instance, terms: Sequence[Term]) -> list[NamedDay]:
    """Return the day numbers that occur in terms."""
    if not instance.days:
        return []
    used = {str(node.value) for node in subterms(*terms) if node.op == "var"}
    return [day for name, day in instance.days.items() if name in used]


def execute(
    query: Query,
    instance: Instance,
    setting: Setting,
    semantics: Semantics,
    choices: Choices | None = None,
    allowance: Allowance | None = None,
    doubles: bool = False,
) -> tuple[SymTable, Execution]:
    """Execute one query, with every cell of its result computed."""
    limit = setting.options.product_rows
    run = Execution(setting.tabulate, _no_subquery, limit, choices=choices, doubles=doubles, counted=len(current()))
    if allowance is not None:
        run.allowance = allowance
    notes = setting.notes
    lineage = notes.once("lineage", query.rel, lambda: Lineage(query.rel))
    executor = Executor(instance, run, lineage, setting.options.foreign_keys, notes=notes)

    def subquery(expr: Exists | Scalar | InRel, env: Env, run: Execution) -> SymValue:
        return subquery_value(expr, env, executor)

    run.subquery, run.opaque, run.clock = subquery, instance.opaque, instance.clock
    simplified = notes.once(semantics, query.rel, lambda: _simplified(query.rel, semantics, setting))
    table = executor.table(simplified, NO_ROW)
    for row in table.rows:
        for _ in row.cells:
            pass
    return table, run


def _simplified(rel: Rel, semantics: Semantics, setting: Setting) -> Rel:
    """Drop what the comparison does not see at the top: order, and copies."""
    facts = Facts.of(setting.schema, setting.options)
    return rewritten(rel, UNSEEN_RULES, seen_by(semantics), facts, entered=(Project, SetOp)).rel


def _no_subquery(expr: Exists | Scalar | InRel, env: Env, run: Execution) -> SymValue:
    raise UnsupportedSql("subquery in a CHECK constraint")

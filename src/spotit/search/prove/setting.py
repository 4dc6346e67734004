"""What the encoder needs to know about two queries: values for their columns, checks, engine functions.

A text column gets a pool that is shown to be as good as all strings where there is one. Everywhere else the values
are samples that the caller suggests, and the ledger says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Protocol

from spotit.arrangement import Arrangement, are_few, can_arrange, every_arrangement
from spotit.assumption import Assumption
from spotit.automata.pools import TextPool
from spotit.constraints.check import Check
from spotit.engine.open import system
from spotit.engine.protocol import Tabulator
from spotit.errors import InvalidSql, UnsupportedSql
from spotit.options import Columns, Options
from spotit.plan.expr import Column
from spotit.plan.rel import Filter, Project, Query, Scan
from spotit.plan.value_uses import IntegerUses, TextUses, ValueClass
from spotit.plan.walk import substitute, tables, walk
from spotit.schema import BaseColumn, Kind, Schema, Table
from spotit.search.prove.adequate_pool import complete_integers, complete_pool, names_layouts
from spotit.sql import lower_query
from spotit.symbolic import ledger
from spotit.symbolic.constraints.check import LoweredCheck
from spotit.symbolic.encode import Setting


class SampledValues(Protocol):
    """Values that are suggested for columns; that they are enough is an assumption."""

    def texts(self, column: BaseColumn) -> tuple[str, ...]:
        """Return strings for a column, sorted."""

    def numbers(self, column: BaseColumn) -> tuple[int | float, ...]:
        """Return numbers for a column, enough of them whole."""

    def dates(self, column: BaseColumn, kind: Kind) -> tuple[str, ...]:
        """Return dates of a kind for a column, sorted."""

    def holds_text(self, column: BaseColumn) -> bool:
        """Tell whether a column of numbers or dates is to hold texts that no value of its type is."""

    def held_kind(self, column: BaseColumn, kind: Kind) -> Kind:
        """Return the kind of numbers that a column of this declared kind holds."""

    def together(self, column: BaseColumn) -> frozenset[BaseColumn]:
        """Return the columns that should have the same samples, the column included."""


class ColumnDomains:
    """The values of the columns: pools that are as good as all strings, else samples."""

    def __init__(self, samples: SampledValues, uses: TextUses, integers: IntegerUses, bound: int) -> None:
        self._samples = samples
        self._uses = uses
        self._integers = integers
        self._bound = bound
        self._complete: dict[frozenset[BaseColumn], TextPool | None] = {}
        self._complete_integers: dict[frozenset[BaseColumn], tuple[int, ...] | None] = {}
        self.holds_text = samples.holds_text
        self.held_kind = samples.held_kind
        self.dates = samples.dates

    def text_assumption(self, column: BaseColumn) -> Assumption | None:
        """Return what a proof over the strings of a text column assumes, None when they are as good as all strings."""
        complete = self._complete_pool(column)
        if complete is None:
            return ledger.text_pool(column, len(self.texts(column)))
        if self.holds_text(column):
            return ledger.other_layouts(column) if names_layouts(self._uses.of(column)) else ledger.other_texts(column)
        return None if complete.for_nul else ledger.NO_NUL

    def texts(self, column: BaseColumn) -> tuple[str, ...]:
        """Return the strings of a text column, sorted."""
        complete = self._complete_pool(column)
        return complete.texts if complete is not None else self._samples.texts(column)

    def numbers(self, column: BaseColumn) -> tuple[int | float, ...]:
        """Return the numbers of a restricted numeric column."""
        complete = self._integer_pool(column)
        return complete if complete is not None else self._samples.numbers(column)

    def value_assumption(self, column: BaseColumn, size: int) -> Assumption | None:
        """Return what a proof over so many numbers of a column assumes, None when they are as good as all."""
        return ledger.value_pool(column, size) if self._integer_pool(column) is None else None

    def _integer_pool(self, column: BaseColumn) -> tuple[int, ...] | None:
        use = self._integers.of(column)
        key = frozenset(use.columns)
        if key not in self._complete_integers:
            self._complete_integers[key] = complete_integers(use, self._cells(use))
        return self._complete_integers[key]

    def _cells(self, use: ValueClass[str] | ValueClass[int]) -> int:
        """Return how many cells of a class are told apart: all in the tables that are read, where they are compared."""
        return self._bound * sum(1 for table, _ in use.columns if table in self._uses.tables) if use.compared else 1

    def _complete_pool(self, column: BaseColumn) -> TextPool | None:
        use = self._uses.of(column)
        key = frozenset(use.columns)
        if key not in self._complete:
            self._complete[key] = complete_pool(use, self._cells(use))
        return self._complete[key]


def make_setting(
    plans: tuple[Query, Query],
    samples: SampledValues,
    schema: Schema,
    options: Options,
    arrangement: Arrangement | None = None,
) -> Setting:
    """Return the setting in which the two queries are encoded.

    Where columns may be arranged, by one arrangement: then nothing else is proved of the others. Without one, results
    differ if they do so by all of them; where there are too many, by the first.
    """
    tabulate = tabulator_at(options.now).tabulate
    reached = schema.reached(name for plan in plans for name in tables(plan.rel))
    checks = dict(lowered_checks(schema, options, reached))
    left, right, permuted = plans[0].rel, plans[1].rel, options.matching is not Columns.EXACT
    filters = [Filter(check.scan, check.condition) for check in checks.values()]
    texts = TextUses(left, right, schema, permuted=permuted, checks=filters, taken_as_text=samples.holds_text)

    def is_mixed(column: BaseColumn) -> bool:
        return samples.holds_text(column) or samples.held_kind(column, Kind.INTEGER) is not Kind.INTEGER

    integers = IntegerUses(left, right, schema, permuted=permuted, checks=filters, others=is_mixed)
    return Setting(
        schema,
        options,
        ColumnDomains(samples, texts, integers, options.bound),
        tabulate,
        checks,
        samples.together,
        schema.has_terms and len(checks) == len({(table.name, text) for table in reached for text in table.checks}),
        *_arrangements(plans, options, arrangement),
    )


def _arrangements(
    plans: tuple[Query, Query], options: Options, chosen: Arrangement | None
) -> tuple[tuple[Arrangement, ...], bool]:
    """Return the arrangements by which results are compared, and whether there are others."""
    widths = len(plans[0].rel.columns), len(plans[1].rel.columns)
    if not can_arrange(*widths, options.matching):
        return (), False
    if chosen is None and are_few(*widths):
        return tuple(every_arrangement(*widths)), False
    return (chosen or tuple(range(widths[0])),), widths != (1, 1)


@lru_cache(maxsize=8)
def tabulator_at(now: str) -> Tabulator:
    """Return the tabulator with that clock; it is kept, with what it knows, from one check to the next."""
    return system().tabulator(Options(now=now))


def lowered_checks(schema: Schema, options: Options, reached: Iterable[Table]) -> Iterator[tuple[Check, LoweredCheck]]:
    """Yield the CHECKs of the reached tables that can be lowered; what cannot is kept by the engine alone."""
    for table in reached:
        for condition in table.checks:
            lowered = _lowered(condition, table, schema, options)
            if lowered is not None:
                yield Check(table.name, condition), lowered


def _lowered(condition: str, table: Table, schema: Schema, options: Options) -> LoweredCheck | None:
    try:
        rel = lower_query(f"SELECT {condition} FROM {schema.dialect.quote(table.name)}", schema, now=options.now).rel
    except (InvalidSql, UnsupportedSql):
        return None
    if not isinstance(rel, Project):
        return None
    scan, truth = rel.input, rel.exprs[0]
    if isinstance(scan, Project):  # generated columns are computed there
        values = zip(scan.columns, scan.exprs, strict=True)
        scan, truth = scan.input, substitute(truth, {column.id: value for column, value in values})
    if not isinstance(scan, Scan):
        return None
    read = {node.id for node in walk(truth) if isinstance(node, Column)}
    names = (name for column, name in zip(scan.columns, scan.fields, strict=True) if column.id in read)
    return LoweredCheck(scan, truth, frozenset(names))

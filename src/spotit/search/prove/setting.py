"""What the encoder needs to know about a pair: pools from how the queries use columns, checks, engine functions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from spotit.assumption import Assumption
from spotit.constraints.check import Check
from spotit.engine.open import system
from spotit.engine.protocol import Tabulator
from spotit.errors import InvalidSql, UnsupportedSql
from spotit.options import Options, Semantics
from spotit.plan.expr import Column, Literal
from spotit.plan.hints.usage import Usage
from spotit.plan.rel import Project, Query, Rel, Scan
from spotit.plan.text_uses import TextUses
from spotit.plan.walk import walk
from spotit.schema import BaseColumn, Kind, Schema, Table, quote
from spotit.search.hints.column_values import of_other_layout
from spotit.search.hints.plain_values import plain_date
from spotit.search.prove.adequate_pool import Likes, complete_pool
from spotit.sql import lower_query
from spotit.symbolic import ledger
from spotit.symbolic.constraints.check import LoweredCheck
from spotit.symbolic.encode import Setting

_INTEGERS = 2**31
_LARGEST = 2**63 - 1
_NUMERIC = re.compile(r"\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*")
"""Text that a column of NUMERIC affinity, as DATE is one, would store as a number."""
_NUMBERS = (0, 1, 2, 3, 4, 5, -1)


class UsageDomains:
    """Pools for the columns of an instance, from the uses that were inferred."""

    def __init__(self, usage: Usage, uses: TextUses, likes: Likes, schema: Schema, bound: int) -> None:
        self._usage = usage
        self._schema = schema
        self._uses = uses
        self._likes = likes
        self._bound = bound
        self._fresh = bound + 1
        self._complete: dict[frozenset[BaseColumn], tuple[str, ...] | None] = {}

    def text_assumption(self, column: BaseColumn) -> Assumption | None:
        """Return what a proof over the strings of a text column assumes, None when they are as good as all strings."""
        if self.of_other_layout(column) or self._complete_pool(column) is None:
            return ledger.text_pool(column, len(self.texts(column)))
        return ledger.NO_NUL if self._uses.of(column).patterns else None

    def of_other_layout(self, column: BaseColumn) -> bool:
        """Tell whether a query equates a date column with a date of another layout than its type's."""
        number, kind = self._usage.class_of.get(column), self._kind(column)
        if number is None or kind is None:
            return False
        return of_other_layout(self._usage.classes[number].tests, kind)

    def _kind(self, column: BaseColumn) -> Kind | None:
        table = self._schema.table(column[0])
        declared = table.column(column[1]) if table is not None else None
        return declared.kind if declared is not None else None

    def _complete_pool(self, column: BaseColumn) -> tuple[str, ...] | None:
        use = self._uses.of(column)
        key = frozenset(use.columns)
        if key not in self._complete:
            cells = self._bound * sum(1 for table, _ in use.columns if table in self._uses.tables)
            self._complete[key] = complete_pool(use, cells, self._likes)
        return self._complete[key]

    def texts(self, column: BaseColumn) -> tuple[str, ...]:
        """Return the strings of a text column, sorted."""
        if self.of_other_layout(column):
            kind = self._kind(column)
            assert kind is not None
            texts = {*self._usage_texts(column), *self.dates(column, kind)}
            return tuple(sorted(text for text in texts if not _NUMERIC.fullmatch(text)))
        complete = self._complete_pool(column)
        return complete if complete is not None else self._usage_texts(column)

    def _usage_texts(self, column: BaseColumn) -> tuple[str, ...]:
        number = self._usage.class_of.get(column)
        if number is None:
            return tuple(sorted("abcdefghijklmnopqrstuvwxyz"[: self._fresh]))
        pool = self._usage.text_pool(number, self._fresh)
        return tuple(sorted({"", *pool, *(f"{text}x" for text in pool), *(text[:-1] for text in pool)}))

    def numbers(self, column: BaseColumn) -> tuple[int | float, ...]:
        """Return the numbers of a restricted column, enough of them whole."""
        number = self._usage.class_of.get(column)
        found = self._usage.number_pool(number) if number is not None else ()
        return tuple(dict.fromkeys((*found, *_NUMBERS)))

    def dates(self, column: BaseColumn, kind: Kind) -> tuple[str, ...]:
        """Return the dates of a restricted column, sorted."""
        number = self._usage.class_of.get(column)
        if number is None or kind is Kind.TIME:
            return tuple(plain_date(kind, place) for place in (0, 1, 40, 400, 4000, 40000))
        return tuple(sorted(self._usage.date_pool(number, kind)))

    def together(self, column: BaseColumn) -> frozenset[BaseColumn]:
        """Return the columns whose values meet the column's, itself included."""
        number = self._usage.class_of.get(column)
        return frozenset((column,)) if number is None else frozenset((column, *self._usage.classes[number].columns))


def make_setting(usage: Usage, schema: Schema, options: Options, queries: tuple[Query, Query]) -> Setting:
    """Return the setting in which the two queries are encoded."""
    tabulate = _tabulator(options.now).tabulate

    def likes(pattern: str, texts: Sequence[str]) -> list[bool]:
        return [bool(value) for value in tabulate("?2 LIKE ?1", [(pattern, text) for text in texts])]

    uses = TextUses(queries[0].rel, queries[1].rel, schema, permuted=options.semantics is Semantics.SPIDER)
    domains = UsageDomains(usage, uses, likes, schema, options.bound)
    limit = max((2 * abs(n) for query in queries for n in _integers(query.rel)), default=0)
    return Setting(
        schema,
        options,
        domains,
        tabulate,
        dict(_lowered_checks(schema, options)),
        domains.together,
        min(max(_INTEGERS, limit), _LARGEST),
    )


@lru_cache(maxsize=8)
def _tabulator(now: str) -> Tabulator:
    """Return the tabulator with that clock; it is kept, with what it knows, from one check to the next."""
    return system().tabulator(Options(now=now))


def _integers(rel: Rel) -> Iterator[int]:
    return (n.value for n in walk(rel) if isinstance(n, Literal) and isinstance(n.value, int))


def _lowered_checks(schema: Schema, options: Options) -> Iterator[tuple[Check, LoweredCheck]]:
    """Yield the CHECKs that can be lowered; what cannot is kept by the engine alone."""
    for table in schema.tables:
        for condition in table.checks:
            lowered = _lowered(condition, table, schema, options)
            if lowered is not None:
                yield Check(table.name, condition), lowered


def _lowered(condition: str, table: Table, schema: Schema, options: Options) -> LoweredCheck | None:
    try:
        rel = lower_query(f"SELECT {condition} FROM {quote(table.name)}", schema, now=options.now).rel
    except (InvalidSql, UnsupportedSql):
        return None
    if not isinstance(rel, Project) or not isinstance(rel.input, Scan):
        return None
    scan, truth = rel.input, rel.exprs[0]
    read = {node.id for node in walk(truth) if isinstance(node, Column)}
    names = (name for column, name in zip(scan.columns, scan.fields, strict=True) if column.id in read)
    return LoweredCheck(scan, truth, frozenset(names))

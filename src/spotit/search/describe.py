"""The stages of a check as text, for people who want to see how a verdict comes about."""

from __future__ import annotations

from collections.abc import Iterator

from spotit.dialect.wording import literal
from spotit.engine.failures import QueryError
from spotit.engine.open import open_engine
from spotit.errors import InvalidSql, UnsupportedSql
from spotit.options import Options
from spotit.plan.show import show
from spotit.schema import Schema
from spotit.search.hints.column_values import fill_of
from spotit.search.pair import Pair, make_pair
from spotit.search.prove.threshold import threshold
from spotit.search.stage import Stage
from spotit.smt.solve.smtlib import dump
from spotit.smt.terms import term
from spotit.symbolic.encode import encode
from spotit.symbolic.execution import GivenUp
from spotit.symbolic.rows.table import SymTable
from spotit.symbolic.values.value import SymValue


def describe(left: str, right: str, schema: Schema, options: Options, *, terms: bool) -> Iterator[str]:
    """Yield the plans, pools, symbolic tables and term sizes of a pair, line by line."""
    try:
        pair = make_pair(left, right, open_engine(schema, options))
    except QueryError as error:
        raise InvalidSql(error.message) from None
    for side, query in (("left", pair.left), ("right", pair.right)):
        yield f"== {side} plan"
        yield show(query.rel) if query is not None else "(no plan)"
    for problem in pair.unplanned:
        yield f"unsupported in the {problem.side} query: {problem.error.feature}"
    yield from _pools(pair)
    if pair.plans is not None:
        try:
            yield from _encoding(pair, terms=terms)
        except (GivenUp, UnsupportedSql) as error:
            yield f"not encoded: {error}"
    yield "== stages of a check"
    yield from (f"{stage.value}: {stage.meaning}" for stage in Stage)


def _pools(pair: Pair) -> Iterator[str]:
    """Yield for each class of columns that meet the values that are tried in it, as the probe has them."""
    yield "== pools"
    for use in pair.usage.classes:
        used = [column for column in use.columns if column in pair.usage.columns]
        if used:
            table = pair.schema.table(used[0][0])
            column = table.column(used[0][1]) if table is not None else None
            values = fill_of(table, column, pair.usage, pair.options.bound).pool if table and column else ()
            yield f"{', '.join('.'.join(column) for column in used)}: {', '.join(map(literal, values))}"


def _encoding(pair: Pair, *, terms: bool) -> Iterator[str]:
    assert pair.plans is not None
    encoding = encode(*pair.plans, pair.options.bound, pair.setting)
    for side, table in (("left", encoding.left), ("right", encoding.right)):
        yield f"== {side} result: {len(table.rows)} symbolic rows"
        yield from _rows(table)
    yield "== difference"
    yield f"terms: {term.size(encoding.differ)}, with constraints: {term.size(encoding.differ, *encoding.constraints)}"
    yield f"differ folds to {encoding.differ}" if encoding.differ.op == "const" else "differ needs the solver"
    yield f"ambiguous: {'never' if encoding.ambiguous is term.FALSE else 'possible'}"
    complete = threshold(pair.plans, pair.schema, pair.options)
    yield f"complete at: {complete if complete is not None else 'no bound known'}"
    for assumption in encoding.assumptions:
        yield f"assuming: {assumption.text}"
    if terms:
        yield "== SMT-LIB"
        yield dump([*encoding.constraints, encoding.differ])


def _rows(table: SymTable) -> Iterator[str]:
    for row in table.rows[:8]:
        yield f"present {_short(row.present)}: {' | '.join(_value(cell) for cell in row.cells)}"
    if len(table.rows) > 8:
        yield f"... {len(table.rows) - 8} more"


def _value(value: SymValue) -> str:
    parts = [f"NULL if {_short(value.null)}"] if value.null is not term.FALSE else []
    return " else ".join([*parts, *(type(alt.atom).__name__.lower() for alt in value.alts)])


def _short(node: term.Term) -> str:
    text = repr(node)
    return text if len(text) <= 60 else f"{text[:57]}..."

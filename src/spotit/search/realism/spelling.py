"""How the data spell the texts that queries name: a value in other letters than the known ones does not occur."""

from __future__ import annotations

from collections.abc import Iterator

from spotit.dialect.collation import NOCASE
from spotit.dialect.wording import literal, quote
from spotit.learned_facts import ColumnFacts, FactKind, LearnedFact, LearnedFacts, one_of
from spotit.plan.hints.pools import ColumnClass
from spotit.schema import BaseColumn
from spotit.search.pair import Pair

_LEAST_TEXTS = 3
"""Known texts of a column from which on that no two differ in letter case alone says something."""


def spelled_one_way(pair: Pair, facts: LearnedFacts) -> Iterator[LearnedFact]:
    """Yield for each text that queries look for in any letter case that the data have it in one spelling.

    That is the spelling of a known value, else the one by which a query asks for the text itself.
    """
    for base in sorted(pair.usage.columns):
        column = facts.column(base)
        use = pair.usage.of(base) if base in pair.usage.class_of else None
        if column is not None and use is not None and use.folded and _is_spelled_one_way(column):
            yield from _of_column(base, column, use)


def _is_spelled_one_way(column: ColumnFacts) -> bool:
    texts = {value for value in column.values if isinstance(value, str)}
    return len(texts) >= _LEAST_TEXTS and len({NOCASE.key(text) for text in texts}) == len(texts)


def _of_column(base: BaseColumn, column: ColumnFacts, use: ColumnClass) -> Iterator[LearnedFact]:
    known = {value for value in column.values if isinstance(value, str)}
    tests = [test for test in use.tests if test.column == base]
    asked = {test.value for test in tests if not test.shape and test.op != "like" and isinstance(test.value, str)}
    named = asked | {hit for test in tests for hit in test.hits[:1] if isinstance(hit, str)}
    for key in sorted({NOCASE.key(text) for text in named if text != text.swapcase()}):
        spelled = _alike(known, key) or _alike(asked, key)
        if spelled:
            name = quote(column.name)
            condition = f"lower({name}) <> {literal(key)} OR {one_of(name, spelled)}"
            basis = f"no two of the {len(known)} values that are known differ in letter case alone"
            rows = column.rows - column.nulls
            yield LearnedFact(
                FactKind.CONDITION, column.table, (column.name,), rows, rows, condition=condition, basis=basis
            )


def _alike(texts: set[str], key: object) -> tuple[str, ...]:
    return tuple(sorted(text for text in texts if NOCASE.key(text) == key))

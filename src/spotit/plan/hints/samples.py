"""Strings that the functions in two plans tell apart: a pool without them would make TRIM(x) and x look the same."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from spotit.plan import rel as r
from spotit.plan.expr import Affine, Arith, ArithOp, Call, Cast, Expr, SortKey
from spotit.plan.hints.json_documents import documents_of
from spotit.plan.hints.preimage import constant
from spotit.plan.lineage import Lineage
from spotit.plan.walk import walk
from spotit.schema import Affinity, BaseColumn, Kind, Schema, Table

_ALPHABET = "abcdefghijklmnopqrstuvwxyz"
_NUMBERS = ("1.5", "-1", "10", "01")
_CASES = ("A", "aB")
_NUMERIC = frozenset({Affinity.INTEGER, Affinity.REAL, Affinity.NUMERIC})
_LONGEST = 40
_READS_NUMBERS = re.compile(r"%[^s%a-zA-Z]*[dif]")


@dataclass(slots=True)
class Samples:
    """What to add to the pools of base columns."""

    texts: dict[BaseColumn, dict[str, None]] = field(default_factory=dict)
    dates: set[BaseColumn] = field(default_factory=set)
    """Columns that hold dates by their type."""
    documents: dict[BaseColumn, tuple[str, ...]] = field(default_factory=dict)
    """JSON for the columns that are read as JSON."""

    def add(self, bases: Iterable[BaseColumn], texts: Iterable[str]) -> None:
        """Note strings for columns."""
        found = dict.fromkeys(texts)
        for base in bases if found else ():
            self.texts.setdefault(base, {}).update(found)


def samples_of(plans: Iterable[r.Rel], schema: Schema) -> Samples:
    """Return the strings that the functions and collations in the plans and the schema tell apart."""
    plans = tuple(plans)
    samples = Samples(documents=documents_of(plans))
    for plan in plans:
        lineage = Lineage(plan)
        for node in walk(plan):
            for exprs, texts in _seen(node):
                samples.add((base for expr in exprs for base, _ in lineage.sources(expr)), texts)
    for table in schema.tables:
        samples.add(_spelling(table, schema), ("1", "2", "3"))
        for column in table.columns:
            if not column.collation.is_identity:
                samples.add([(table.name, column.name)], column.collation.samples)
            if column.kind in (Kind.DATE, Kind.DATETIME):
                samples.dates.add((table.name, column.name))
    return samples


def _spelling(table: Table, schema: Schema) -> Iterator[BaseColumn]:
    """Yield the text columns that refer to a column of numbers, so that they spell numbers."""
    for key in table.foreign_keys:
        target = schema.table(key.target)
        for here, there in zip(key.columns, key.target_columns, strict=True):
            child, parent = table.column(here), target.column(there) if target is not None else None
            if child is not None and child.kind is Kind.TEXT and parent is not None and parent.affinity in _NUMERIC:
                yield table.name, child.name


def _seen(node: object) -> Iterator[tuple[Iterable[Expr], Iterable[str]]]:
    match node:
        case Call(name, args):
            yield args, _by_function(name, args)
        case Cast() | Affine() if node.affinity in _NUMERIC:
            yield [node.arg], _NUMBERS
        case Arith(op=ArithOp.CONCAT):
            before, after = constant(node.left), constant(node.right)
            yield [node.left, node.right], [f"{before!s}a"] if before else [f"a{after!s}"] if after else []
        case Arith():
            yield [node.left, node.right], _NUMBERS
        case SortKey():
            yield [node.expr], node.collation.samples
        case r.Distinct() | r.SetOp() | r.Aggregate():
            for column in node.columns:
                yield [column], column.collation.samples


def _by_function(name: str, args: tuple[Expr, ...]) -> Iterator[str]:
    values = [constant(arg) for arg in args]
    match name:
        case "lower" | "upper":
            yield from _CASES
        case "trim" | "ltrim" | "rtrim":
            marks = values[1] if len(values) > 1 else " "
            for mark in marks[:2] if isinstance(marks, str) else ():
                yield from (f"{mark}a", f"a{mark}")
        case "substr" | "substring":
            reach = sum(abs(value) for value in values if isinstance(value, int)) + 1
            yield (_ALPHABET * 2)[: min(reach, _LONGEST)]
        case "replace" if isinstance(values[1], str) and values[1]:
            yield from (f"a{values[1]}b", values[1])
        case "like" | "glob" if not isinstance(values[0], str):
            yield from (*_CASES, "%" if name == "like" else "*")
        case "printf" | "format" if isinstance(values[0], str) and _READS_NUMBERS.search(values[0]):
            yield from _NUMBERS
        case "length" | "hex" | "unicode":
            yield from ("ab", "abc")

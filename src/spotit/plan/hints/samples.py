"""Strings that the functions in two plans tell apart: a pool without them would make TRIM(x) and x look the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, islice

from spotit.dialect.functions.samples import NUMBERS
from spotit.dialect.types import DAY_KINDS, NUMERIC_AFFINITIES
from spotit.plan import rel as r
from spotit.plan.expr import Affine, And, Arith, ArithOp, Call, Case, Cast, Column, Expr, Not, Or, Scalar, When
from spotit.plan.hints.json_documents import documents_of
from spotit.plan.hints.preimage import constant, preimages
from spotit.plan.lineage import Lineage, PathStep
from spotit.plan.walk import walk
from spotit.schema import Affinity, BaseColumn, Kind, Schema, Table

_MOST_STEPS = 8
"""Functions on the way through which texts are traced back."""
_MOST_BEFORE = 2


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
    """Return the strings that the functions in the plans and the keys of the schema tell apart."""
    plans = tuple(plans)
    samples = Samples(documents=documents_of(plans))
    for plan in plans:
        lineage = Lineage(plan)
        for node in walk(plan):
            for exprs, texts in _seen(node):
                told_apart = tuple(texts)
                for base, path in chain.from_iterable(map(lineage.sources, exprs if told_apart else ())):
                    samples.add([base], (*told_apart, *_through(path, told_apart)))
    for table in schema.tables:
        samples.add(_spelling(table, schema), ("1", "2", "3"))
        for column in table.columns:
            if column.kind in DAY_KINDS:
                samples.dates.add((table.name, column.name))
    return samples


def _through(path: tuple[PathStep, ...], texts: Iterable[str]) -> Iterator[str]:
    """Yield texts of a column from which the functions on the way make the wanted ones."""
    for text in texts if 0 < len(path) <= _MOST_STEPS else ():
        before = preimages(path, text)
        yield from islice((value for value in before if isinstance(value, str)), _MOST_BEFORE)


def _spelling(table: Table, schema: Schema) -> Iterator[BaseColumn]:
    """Yield the text columns that refer to numbers, or that numbers may refer to, so that they spell numbers."""
    for key in schema.inclusions(table.name):
        ends = zip(table.declared(key.columns), key.target_columns, key.equality, strict=True)
        for here, there, equality in ends:
            if here.kind is Kind.TEXT and equality.affinity in NUMERIC_AFFINITIES:
                yield table.name, here.name
            if here.kind is not Kind.TEXT and equality.affinity is Affinity.TEXT:
                yield key.target, there


def _seen(node: object) -> Iterator[tuple[Iterable[Expr], Iterable[str]]]:
    match node:
        case Call(args=args):
            yield args, node.function.hints.samples([constant(arg) for arg in args])
        case Cast() | Affine() if node.affinity in NUMERIC_AFFINITIES:
            yield [node.arg], NUMBERS
        case Arith(op=ArithOp.CONCAT):
            before, after = constant(node.left), constant(node.right)
            yield [node.left, node.right], [f"{before!s}a"] if before else [f"a{after!s}"] if after else []
        case Arith():
            yield [node.left, node.right], NUMBERS
        case And(args) | Or(args):
            yield filter(_may_be_text, args), NUMBERS
        case Not(condition) | When(condition) | r.Filter(predicate=condition) | r.Join(on=Expr() as condition):
            yield filter(_may_be_text, [condition]), NUMBERS


def _may_be_text(condition: Expr) -> bool:
    """Tell whether a condition may be a text, which counts as the number that it starts with."""
    if isinstance(condition, Call):
        return not condition.function.result.is_number
    return isinstance(condition, Column | Case | Scalar)

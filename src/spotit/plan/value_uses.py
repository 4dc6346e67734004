"""What two plans can see of the values of some columns, on the safe side: the ground for claims about all values.

A class of columns is *open* when some use is not understood. Otherwise the plans see no more of its values than how
they compare with each other and with the class's constants, and which conditions on one value hold.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import floor, isfinite
from typing import Generic, TypeVar, assert_never

from spotit.dialect.types import MOMENT_KINDS
from spotit.plan.expr import Column, Expr
from spotit.plan.one_column import INTEGER, TEXT, of_column
from spotit.plan.rel import Rel
from spotit.plan.uses import Matched, Met, Opened, Ordered, Passed, PlanUses, Use
from spotit.schema import BaseColumn, Kind, Schema
from spotit.union_find import UnionFind

T = TypeVar("T")


@dataclass(slots=True)
class ValueClass(Generic[T]):
    """Columns whose values meet, and all that is seen of them."""

    columns: set[BaseColumn]
    kinds: set[Kind]
    """Of the columns: kinds of dates or numbers as well where these hold text too."""
    constants: set[T] = field(default_factory=set)
    conditions: set[Expr] = field(default_factory=set)
    """Conditions on one value, which stand for it by `TEXT` or `INTEGER`."""
    ordered: bool = False
    open: bool = False
    compared: bool = False
    """Values are compared with each other; otherwise one of each kind is enough."""

    def absorb(self, other: ValueClass[T]) -> None:
        """Take over what is seen of another class."""
        self.columns |= other.columns
        self.kinds |= other.kinds
        self.constants |= other.constants
        self.conditions |= other.conditions
        self.ordered |= other.ordered
        self.open |= other.open
        self.compared |= other.compared


class ValueUses(ABC, Generic[T]):
    """The classes of columns with one type of values, in two plans over one schema."""

    subject: Column
    """What stands for a value in a condition."""

    def __init__(
        self, left: Rel, right: Rel, schema: Schema, *, permuted: bool = False, checks: Iterable[Rel] = ()
    ) -> None:
        """`checks` are plans that filter by the CHECKs of a table."""
        self._schema = schema
        self._meeting: UnionFind[BaseColumn] = UnionFind()
        self._classes: dict[BaseColumn, ValueClass[T]] = {}
        plans = [PlanUses(plan) for plan in (left, right)]
        read = (table for plan in plans for table in plan.tables)
        self.tables = frozenset(table.name for table in schema.reached(read))
        """The tables that the plans read, and those that their foreign keys lead to."""
        for plan in (*plans, *map(PlanUses, checks)):
            for use in plan.uses():
                self._note(use)
            self._compare(plan.compared())
        for plan in plans:
            self._compare(plan.results)
        self._meet_results(plans, permuted=permuted)
        self._meet_foreign_keys()

    @abstractmethod
    def holds(self, column: BaseColumn) -> bool:
        """Tell whether a base column holds values of the type, from a pool."""

    @abstractmethod
    def _may_hold(self, column: BaseColumn) -> bool:
        """Tell whether a column that is not from a pool may hold such values all the same."""

    @abstractmethod
    def _constants(self, value: Passed) -> Iterator[T]:
        """Yield the constants among what is passed."""

    @abstractmethod
    def _is_known(self, value: Passed) -> bool:
        """Tell whether no other values of the type are passed than those of columns and constants."""

    def of(self, column: BaseColumn) -> ValueClass[T]:
        """Return the class of a column."""
        first = self._meeting.find(column)
        if first not in self._classes:
            declared = self._schema.column(column)
            plain = declared is not None and declared.collation.is_identity and self.holds(column)
            kinds = set() if declared is None else {declared.kind}
            self._classes[first] = ValueClass({column}, kinds, open=not plain, compared=self._in_key(column))
        return self._classes[first]

    def _in_key(self, column: BaseColumn) -> bool:
        """Tell whether a declared key compares the values of a column."""
        table = self._schema.table(column[0])
        return table is None or any(column[1] in key for key in table.keys)

    def _compare(self, values: Iterable[Passed]) -> None:
        """Note that values are compared with others."""
        for column in (column for value in values for column in self._held(value)):
            self.of(column).compared = True

    def _kind(self, column: BaseColumn) -> Kind | None:
        declared = self._schema.column(column)
        return declared.kind if declared is not None else None

    def _note(self, use: Use) -> None:
        match use:
            case Met(values):
                self._meet(values)
            case Ordered(value):
                for column in self._held(value):
                    self.of(column).ordered = True
            case Matched(value, condition, subject):
                for column in self._held(value):
                    self.of(column).conditions.add(of_column(condition, subject, self.subject))
            case Opened(value):
                for column in self._held(value):
                    self.of(column).open = True
            case _:
                assert_never(use)

    def _held(self, value: Passed) -> list[BaseColumn]:
        """Return the columns with values of the type whose values are passed."""
        return [column for column in value.columns if self.holds(column)]

    def _meet(self, values: Sequence[Passed]) -> None:
        """Note that values are compared for equality."""
        columns = [column for value in values for column in self._held(value)]
        if not columns:
            return
        whole = self.of(columns[0])
        for column in columns[1:]:
            if (other := self.of(column)) is not whole:
                whole.absorb(other)
        self._meeting.unite(columns)
        for value in values:
            whole.constants |= set(self._constants(value))
            whole.open |= not self._is_known(value) or any(map(self._may_hold, value.columns))

    def _meet_results(self, plans: Sequence[PlanUses], *, permuted: bool) -> None:
        """Results are compared column by column; when they may be arranged, each with each."""
        results = [plan.results for plan in plans]
        if permuted:
            self._meet([value for result in results for value in result])
        for pair in zip(*results, strict=False):
            self._meet(pair)

    def _meet_foreign_keys(self) -> None:
        """Foreign keys compare a column with its target."""
        for table in self._schema.tables:
            for key in self._schema.inclusions(table.name) if table.name in self.tables else ():
                for here, there in zip(key.columns, key.target_columns, strict=True):
                    bases = ((table.name, here), (key.target, there))
                    ends = [Passed(frozenset((base,))) for base in bases]
                    self._meet(ends)
                    self._compare(ends)
                    for end in ends if self._kind(bases[0]) is not self._kind(bases[1]) else ():
                        self._note(Opened(end))


class TextUses(ValueUses[str]):
    """The classes of text columns."""

    subject = TEXT

    def __init__(
        self,
        left: Rel,
        right: Rel,
        schema: Schema,
        *,
        permuted: bool = False,
        checks: Iterable[Rel] = (),
        taken_as_text: Callable[[BaseColumn], bool] = lambda column: False,
    ) -> None:
        """Columns of other kinds may be taken as text too."""
        self._taken_as_text = taken_as_text
        super().__init__(left, right, schema, permuted=permuted, checks=checks)

    def holds(self, column: BaseColumn) -> bool:
        """Tell whether a base column holds text from a pool."""
        return self._kind(column) is Kind.TEXT or self._taken_as_text(column)

    def _may_hold(self, column: BaseColumn) -> bool:
        """A date may equal a text."""
        return self._kind(column) in MOMENT_KINDS | {Kind.ANY} and not self.holds(column)

    def _constants(self, value: Passed) -> Iterator[str]:
        return (constant for constant in value.constants if isinstance(constant, str))

    def _is_known(self, value: Passed) -> bool:
        return value.known


class IntegerUses(ValueUses[int]):
    """The classes of integer columns."""

    subject = INTEGER

    def __init__(
        self,
        left: Rel,
        right: Rel,
        schema: Schema,
        *,
        permuted: bool = False,
        checks: Iterable[Rel] = (),
        others: Callable[[BaseColumn], bool] = lambda column: False,
    ) -> None:
        """`others` are columns that hold other values than integers, too."""
        self._others = others
        super().__init__(left, right, schema, permuted=permuted, checks=checks)

    def holds(self, column: BaseColumn) -> bool:
        """Tell whether a base column holds integers alone."""
        return self._kind(column) is Kind.INTEGER and not self._others(column)

    def _may_hold(self, column: BaseColumn) -> bool:
        """Other numbers may equal an integer."""
        return not self.holds(column) and self._kind(column) not in MOMENT_KINDS | {Kind.TEXT, Kind.BLOB}

    def _constants(self, value: Passed) -> Iterator[int]:
        """Yield integers, and those next to a constant between two of them."""
        for constant in value.constants:
            if isinstance(constant, int | float) and isfinite(constant):
                yield from {floor(constant), -floor(-constant)}

    def _is_known(self, value: Passed) -> bool:
        return value.known and not value.numbers

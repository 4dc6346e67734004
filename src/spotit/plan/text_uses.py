"""What two plans can see of text values, on the safe side: the ground for claims about all strings.

A class of text columns is *open* when some use is not understood. Otherwise the plans see no more of its values than
how they compare with each other and with the class's constants, and which conditions on one value hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import assert_never

from spotit.dialect.types import MOMENT_KINDS
from spotit.plan.expr import Expr
from spotit.plan.one_column import TEXT, of_column
from spotit.plan.rel import Rel
from spotit.plan.uses import Matched, Met, Opened, Ordered, Passed, PlanUses, Use
from spotit.schema import BaseColumn, Kind, Schema
from spotit.union_find import UnionFind

_HOLDS_TEXT = MOMENT_KINDS | {Kind.ANY}


@dataclass(slots=True)
class TextClass:
    """Text columns whose values meet, and all that is seen of them."""

    columns: set[BaseColumn]
    kinds: set[Kind]
    """Of the columns: TEXT, or kinds of dates or numbers where these hold text too."""
    constants: set[str] = field(default_factory=set)
    conditions: set[Expr] = field(default_factory=set)
    """Conditions on one value, which stand for it by `TEXT`."""
    ordered: bool = False
    open: bool = False

    def absorb(self, other: TextClass) -> None:
        """Take over what is seen of another class."""
        self.columns |= other.columns
        self.kinds |= other.kinds
        self.constants |= other.constants
        self.conditions |= other.conditions
        self.ordered |= other.ordered
        self.open |= other.open


class TextUses:
    """The text classes of two plans over one schema."""

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
        """`checks` are plans that filter by the CHECKs of a table; other kinds of columns may be taken as text too."""
        self._schema = schema
        self._meeting: UnionFind[BaseColumn] = UnionFind()
        self._classes: dict[BaseColumn, TextClass] = {}
        self._taken_as_text = taken_as_text
        plans = [PlanUses(plan) for plan in (left, right)]
        read = (table for plan in plans for table in plan.tables)
        self.tables = frozenset(table.name for table in schema.reached(read))
        """The tables that the plans read, and those that their foreign keys lead to."""
        for plan in (*plans, *map(PlanUses, checks)):
            for use in plan.uses():
                self._note(use)
        self._meet_results(plans, permuted=permuted)
        self._meet_foreign_keys()

    def of(self, column: BaseColumn) -> TextClass:
        """Return the class of a text column."""
        first = self._meeting.find(column)
        if first not in self._classes:
            declared = self._schema.column(column)
            plain = declared is not None and declared.collation.is_identity and self.is_text(column)
            kinds = set() if declared is None else {declared.kind}
            self._classes[first] = TextClass({column}, kinds, open=not plain)
        return self._classes[first]

    def is_text(self, column: BaseColumn) -> bool:
        """Tell whether a base column holds text from a pool."""
        return self._kind(column) is Kind.TEXT or self._taken_as_text(column)

    def _other_text(self, column: BaseColumn) -> bool:
        """Tell whether a column that is not from a pool may hold text all the same: a date may equal a text."""
        return self._kind(column) in _HOLDS_TEXT and not self.is_text(column)

    def _kind(self, column: BaseColumn) -> Kind | None:
        declared = self._schema.column(column)
        return declared.kind if declared is not None else None

    def _note(self, use: Use) -> None:
        match use:
            case Met(values):
                self._meet(values)
            case Ordered(value):
                for column in self._texts(value):
                    self.of(column).ordered = True
            case Matched(value, condition, subject):
                for column in self._texts(value):
                    self.of(column).conditions.add(of_column(condition, subject, TEXT))
            case Opened(value):
                for column in self._texts(value):
                    self.of(column).open = True
            case _:
                assert_never(use)

    def _texts(self, value: Passed) -> list[BaseColumn]:
        """Return the text columns whose values are passed."""
        return [column for column in value.columns if self.is_text(column)]

    def _meet(self, values: Sequence[Passed]) -> None:
        """Note that values are compared for equality."""
        columns = [column for value in values for column in self._texts(value)]
        if not columns:
            return
        whole = self.of(columns[0])
        for column in columns[1:]:
            if (other := self.of(column)) is not whole:
                whole.absorb(other)
        self._meeting.unite(columns)
        for value in values:
            whole.constants |= {constant for constant in value.constants if isinstance(constant, str)}
            whole.open |= not value.known or any(self._other_text(column) for column in value.columns)

    def _meet_results(self, plans: Sequence[PlanUses], *, permuted: bool) -> None:
        """Results are compared column by column; when columns may permute, each with each."""
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
                    for end in ends if self._kind(bases[0]) is not self._kind(bases[1]) else ():
                        self._note(Opened(end))

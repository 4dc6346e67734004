"""What two plans can see of text values, on the safe side: the ground for claims about all strings.

A class of text columns is *open* when some use is not understood. Otherwise the plans see no more of its values than
how they compare with each other and with the class's constants, and which conditions on one value hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from spotit.dialect.types import MOMENT_KINDS
from spotit.plan import rel as r
from spotit.plan.collated import collated
from spotit.plan.expr import (
    AggCall,
    And,
    Arith,
    Call,
    Case,
    Cast,
    Column,
    Compare,
    CompareOp,
    Exists,
    Expr,
    InRel,
    IsNull,
    Literal,
    Not,
    Or,
    Scalar,
    SortKey,
    When,
)
from spotit.plan.lineage import Lineage
from spotit.plan.one_column import TEXT, of_column, only_column
from spotit.plan.walk import Part, parts, walk
from spotit.schema import BaseColumn, Kind, Schema

_HOLDS_TEXT = MOMENT_KINDS | {Kind.ANY}
_EQUALITY = frozenset({CompareOp.EQ, CompareOp.NE, CompareOp.IS, CompareOp.IS_NOT})


@dataclass(slots=True)
class TextClass:
    """Text columns whose values meet, and all that is seen of them."""

    columns: set[BaseColumn]
    constants: set[str] = field(default_factory=set)
    conditions: set[Expr] = field(default_factory=set)
    """Conditions on one value, which stand for it by `TEXT`."""
    ordered: bool = False
    open: bool = False

    def absorb(self, other: TextClass) -> None:
        """Take over what is seen of another class."""
        self.columns |= other.columns
        self.constants |= other.constants
        self.conditions |= other.conditions
        self.ordered |= other.ordered
        self.open |= other.open


@dataclass(frozen=True, slots=True)
class _Raw:
    """A value that is one of these columns' or one of these constants, unchanged."""

    columns: frozenset[BaseColumn]
    constants: frozenset[str] = frozenset()
    known: bool = True


class TextUses:
    """The text classes of two plans over one schema."""

    def __init__(self, left: r.Rel, right: r.Rel, schema: Schema, *, permuted: bool = False) -> None:
        self._schema = schema
        self._classes: dict[BaseColumn, TextClass] = {}
        uses = [_Walk(plan, self) for plan in (left, right)]
        read = (table for use in uses for table in use.tables)
        self.tables = frozenset(table.name for table in schema.reached(read))
        """The tables that the plans read, and those that their foreign keys lead to."""
        for use in uses:
            use.run()
        self._meet_results(uses, permuted=permuted)
        self._meet_foreign_keys()

    def of(self, column: BaseColumn) -> TextClass:
        """Return the class of a text column."""
        if column not in self._classes:
            table, declared = self._schema.table(column[0]), self._schema.column(column)
            plain = table is not None and not table.checks and declared is not None and declared.collation.is_identity
            self._classes[column] = TextClass({column}, open=not plain)
        return self._classes[column]

    def is_text(self, column: BaseColumn) -> bool:
        """Tell whether a base column holds text from a pool."""
        return self._kind(column) is Kind.TEXT

    def _other_text(self, column: BaseColumn) -> bool:
        """Tell whether a column that is not from a pool may hold text all the same: a date may equal a text."""
        return self._kind(column) in _HOLDS_TEXT

    def _kind(self, column: BaseColumn) -> Kind | None:
        declared = self._schema.column(column)
        return declared.kind if declared is not None else None

    def meet(self, values: Sequence[_Raw]) -> None:
        """Note that values are compared for equality."""
        columns = [c for value in values for c in value.columns if self.is_text(c)]
        if not columns:
            return
        whole = self.of(columns[0])
        for column in columns[1:]:
            other = self.of(column)
            if other is not whole:
                whole.absorb(other)
                for member in other.columns:
                    self._classes[member] = whole
        for value in values:
            whole.constants |= value.constants
            whole.open |= not value.known or any(self._other_text(column) for column in value.columns)

    def mark(self, value: _Raw, *, ordered: bool = False, opened: bool = False, condition: Expr | None = None) -> None:
        """Note another use of a value."""
        for column in value.columns:
            if self.is_text(column):
                use = self.of(column)
                use.ordered |= ordered
                use.open |= opened
                if condition is not None:
                    use.conditions.add(condition)

    def _meet_results(self, uses: Sequence[_Walk], *, permuted: bool) -> None:
        """Results are compared column by column; when columns may permute, each with each."""
        results = [[use.raw(column) for column in use.columns] for use in uses]
        if permuted:
            self.meet([value for result in results for value in result])
        for pair in zip(*results, strict=False):
            self.meet(pair)

    def _meet_foreign_keys(self) -> None:
        """Foreign keys compare a column with its target."""
        for table in self._schema.tables:
            for key in self._schema.inclusions(table.name) if table.name in self.tables else ():
                for here, there in zip(key.columns, key.target_columns, strict=True):
                    bases = ((table.name, here), (key.target, there))
                    ends = [_Raw(frozenset((base,))) for base in bases]
                    self.meet(ends)
                    for end in ends if self._kind(bases[0]) is not self._kind(bases[1]) else ():
                        self.mark(end, opened=True)


class _Walk:
    """Notes the uses of text in one plan."""

    def __init__(self, root: r.Rel, uses: TextUses) -> None:
        self._root = root
        self._uses = uses
        self._lineage = Lineage(root)
        self._known: dict[int, _Raw] = {}
        self.tables = tuple(self._lineage.tables)
        self.columns = root.columns

    def run(self) -> None:
        """Visit every relation and expression once."""
        self._relation(self._root)
        for node in walk(self._root):
            if isinstance(node, Compare) and self._text_column(node) is not None:
                continue
            for expr, _ in collated(node):
                self._uses.mark(self.raw(expr), opened=True)

    def raw(self, expr: Expr | AggCall | object) -> _Raw:
        """Return the columns and constants that an expression passes on unchanged; not `known` when it computes."""
        match expr:
            case Column():
                return self._column(expr)
            case Literal(value):
                return _Raw(frozenset(), frozenset((value,)) if isinstance(value, str) else frozenset())
            case Case():
                return _joined(self.raw(e) for e in (*(w.result for w in expr.whens), expr.default))
            case Scalar(rel):
                return self.raw(rel.columns[0])
            case AggCall() if expr.function.passes is not None:
                return _joined(self.raw(expr.args[n]) for n in expr.function.passed(len(expr.args)))
            case AggCall() if expr.function.result.is_number:
                return _Raw(frozenset())
            case Compare() | And() | Or() | Not() | IsNull() | Exists() | InRel() | Call(name="like" | "glob"):
                return _Raw(frozenset())
        return _Raw(frozenset(), known=False)

    def _column(self, column: Column) -> _Raw:
        if column.id in self._lineage.bases:
            return _Raw(frozenset((self._lineage.bases[column.id],)))
        if column.id not in self._known:
            self._known[column.id] = _Raw(frozenset())
            nodes = self._lineage.defined.get(column.id)
            found = _joined(map(self.raw, nodes)) if nodes else _Raw(frozenset(), known=False)
            self._known[column.id] = found
        return self._known[column.id]

    def _relation(self, rel: r.Rel) -> None:
        match rel:
            case r.SetOp():
                for pair in zip(rel.left.columns, rel.right.columns, strict=True):
                    self._uses.meet([self.raw(column) for column in pair])
            case r.Window() | r.Recursive() | r.Unnest():
                self._open_all(rel)
            case r.Filter(predicate=condition) | r.Join(on=Expr() as condition):
                self._uses.mark(self.raw(condition), opened=True)
        for part in parts(rel):
            self._part(part)

    def _part(self, part: Part) -> None:
        match part:
            case r.Rel():
                self._relation(part)
            case SortKey():
                self._uses.mark(self.raw(part.expr), ordered=True)
                self._value(part.expr)
            case AggCall():
                self._aggregate(part)
            case When():
                self._truth(part.condition)
                self._value(part.result)
            case Expr():
                self._value(part)

    def _aggregate(self, call: AggCall) -> None:
        for arg in call.args:
            value = self.raw(arg)
            ordered = call.function.extreme
            understood = ordered or call.function.counts
            self._uses.mark(value, ordered=ordered, opened=not understood)
            self._value(arg)
        if call.filter is not None:
            self._truth(call.filter)
        for key in call.order:
            self._part(key)

    def _value(self, expr: Expr) -> None:
        """Visit an expression whose value is passed on; raw text is no use of it yet."""
        match expr:
            case Column() | Literal():
                return
            case Case():
                for when in expr.whens:
                    self._truth(when.condition)
                    self._value(when.result)
                self._value(expr.default)
                self._uses.meet([self.raw(expr)])
            case Compare() | And() | Or() | Not() | IsNull() | Exists() | Scalar() | InRel():
                self._logic(expr)
            case Call(name="like" | "glob") if self._condition(expr):
                return
            case _:
                self._computed(expr)

    def _truth(self, expr: Expr) -> None:
        """Visit an expression used as a condition: text itself is then read as a number."""
        if isinstance(expr, Call | Arith | Cast) and self._condition(expr):
            return
        self._uses.mark(self.raw(expr), opened=True)
        self._value(expr)

    def _condition(self, expr: Expr) -> bool:
        """Note a condition on one text value; whether it is understood is found out when a pool is made for it."""
        column = self._text_column(expr)
        if column is None:
            return False
        self._uses.mark(self.raw(column), condition=of_column(expr, column, TEXT))
        return True

    def _text_column(self, expr: Expr) -> Column | None:
        """Return the column of an expression that reads one text column and nothing else."""
        column = only_column(expr)
        value = self.raw(column)
        return column if value.known and any(map(self._uses.is_text, value.columns)) else None

    def _logic(self, expr: Expr) -> None:
        match expr:
            case Compare():
                self._compare(expr)
            case And(args) | Or(args):
                for arg in args:
                    self._truth(arg)
            case Not(arg):
                self._truth(arg)
            case IsNull(arg):
                self._value(arg)
            case Exists(rel) | Scalar(rel):
                self._relation(rel)
            case InRel(args, rel):
                self._relation(rel)
                for arg, column in zip(args, rel.columns, strict=True):
                    self._value(arg)
                    self._uses.meet([self.raw(arg), self.raw(column)])

    def _compare(self, expr: Compare) -> None:
        sides = [self.raw(expr.left), self.raw(expr.right)]
        plain = all(side.known for side in sides) and expr.collation.is_identity
        if not plain and self._condition(expr):
            return
        self._uses.meet(sides)
        for side in sides:
            self._uses.mark(side, ordered=expr.op not in _EQUALITY)
        self._value(expr.left)
        self._value(expr.right)

    def _computed(self, expr: Expr) -> None:
        """Visit an expression that computes something new: the text in its arguments is seen in ways not understood."""
        for part in parts(expr):
            if isinstance(part, Expr):
                self._uses.mark(self.raw(part), opened=True)
            self._part(part)

    def _open_all(self, rel: r.Rel) -> None:
        for node in walk(rel):
            if isinstance(node, Column):
                self._uses.mark(self.raw(node), opened=True)


def _joined(values: Iterable[_Raw]) -> _Raw:
    columns: set[BaseColumn] = set()
    constants: set[str] = set()
    known = True
    for value in values:
        columns |= value.columns
        constants |= value.constants
        known &= value.known
    return _Raw(frozenset(columns), frozenset(constants), known)

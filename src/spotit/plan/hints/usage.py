"""How two plans use the base columns: which of them meet, what they are tested and compared with.

The result guides the choice of values and is no part of any claim; a missed use costs a witness.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from typing import Protocol

from spotit.database import Rows, Value
from spotit.dialect.collation import BINARY, NOCASE, Collation
from spotit.dialect.types import NUMERIC_AFFINITIES
from spotit.frozen import frozen
from spotit.plan import rel as r
from spotit.plan.collated import collated
from spotit.plan.expr import (
    Affine,
    AggCall,
    Arith,
    ArithOp,
    Call,
    Case,
    Cast,
    Column,
    Compare,
    CompareOp,
    Expr,
    InRel,
    Literal,
    Scalar,
    SortKey,
    WindowCall,
)
from spotit.plan.facts.failures import may_fail
from spotit.plan.hints.day_steps import day_steps
from spotit.plan.hints.named_values import named_values
from spotit.plan.hints.paths import shape
from spotit.plan.hints.pools import (
    ColumnClass,
    Test,
    date_pool,
    number_pool,
    pattern_texts,
    text_plain,
    text_pool,
)
from spotit.plan.hints.preimage import (
    constant,
    constants,
    is_date_text,
    neighbours,
    preimages,
)
from spotit.plan.hints.samples import Samples, samples_of
from spotit.plan.lineage import ColumnPath, Computation, Lineage, PathStep
from spotit.plan.walk import Part, parts, produced
from spotit.schema import BaseColumn, Kind, Schema
from spotit.union_find import UnionFind

_ORDERING = frozenset({CompareOp.LT, CompareOp.LE, CompareOp.GT, CompareOp.GE})


class Allowed(Protocol):
    """What the CHECKs of a schema allow."""

    def among(self, column: BaseColumn, values: Iterable[Value]) -> tuple[Value, ...]:
        """Return those of the values that the CHECKs on the column alone allow."""

    def found(self, column: BaseColumn) -> tuple[Value, ...]:
        """Return values that the CHECKs on the column allow; none where there is no CHECK."""


@frozen
class Usage:
    """How the two queries use the base columns."""

    classes: tuple[ColumnClass, ...]
    class_of: Mapping[BaseColumn, int]
    columns: frozenset[BaseColumn]
    """Base columns whose values can matter to a result."""
    tables: tuple[str, ...]
    """Base tables that the queries read."""
    counts: tuple[int, ...] = ()
    """Row numbers that matter: what COUNT and ranks are compared with, LIMIT and OFFSET."""
    allowed: Allowed | None = None
    """What CHECKs allow, where there are any."""
    wished: Mapping[BaseColumn, tuple[Value, ...]] = field(default_factory=dict)
    """Values that the user wishes for in a column."""
    known_rows: Mapping[str, Rows] = field(default_factory=dict)
    """The rows that look-up tables have, in the columns that are known."""
    typical: Mapping[BaseColumn, tuple[Value, ...]] = field(default_factory=dict)
    """Values that example data hold in a column or in one that it meets, the most frequent first."""
    years: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    """Per table the columns that hold the year of a date in another one."""
    apart: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    """Per table the pairs of columns that are never the same."""
    alike: Mapping[str, tuple[tuple[str, str, int], ...]] = field(default_factory=dict)
    """Per table the pairs of columns whose texts begin alike, and with how many characters."""
    implied: Mapping[str, tuple[tuple[str, Value, str, str, int], ...]] = field(default_factory=dict)
    """Per table what a value of one column says of another: the text that it has there, and at which character."""

    def of(self, column: BaseColumn) -> ColumnClass:
        """Return the class of a base column."""
        return self.classes[self.class_of[column]]

    def text_pool(self, class_id: int, fresh: int = 6) -> tuple[str, ...]:
        """Return the strings of a class in SQLite's BINARY order, at least `fresh` of them neutral."""
        return text_pool(self.classes[class_id], fresh)

    def plain(self, class_id: int, fresh: int = 6) -> tuple[str, ...]:
        """Return the strings of a class, the plainest first."""
        return text_plain(self.classes[class_id], fresh)

    def number_pool(self, class_id: int) -> tuple[int | float, ...]:
        """Return the numbers of a class, the plainest first."""
        return number_pool(self.classes[class_id])

    def date_pool(self, class_id: int, kind: Kind = Kind.DATE) -> tuple[str, ...]:
        """Return the dates of a class, the plainest first."""
        return date_pool(self.classes[class_id], kind)


def analyse(left: r.Query, right: r.Query, schema: Schema) -> Usage:
    """Infer from both plans and the declared keys how the base columns are used."""
    facts = _Facts()
    facts.samples = samples_of((left.rel, right.rel), schema)
    facts.days = day_steps((left.rel, right.rel))
    walks = [_Walk(query.rel, side, facts) for query, side in ((left, "left"), (right, "right"))]
    for pair in zip(left.rel.columns, right.rel.columns, strict=False):
        found = (source for walk, column in zip(walks, pair, strict=True) for source in walk.sources(column))
        facts.meeting.unite({base for base, path in found if _meets(path)})
    return facts.usage(schema)


class _Facts:
    """What the walks over both plans collect."""

    def __init__(self) -> None:
        self.meeting: UnionFind[BaseColumn] = UnionFind()
        self.tests: dict[tuple[object, ...], Test] = {}
        self.constants: defaultdict[BaseColumn, dict[Value, None]] = defaultdict(dict)
        self.flags: defaultdict[str, set[BaseColumn]] = defaultdict(set)
        self.collations: defaultdict[BaseColumn, dict[Collation, None]] = defaultdict(dict)
        self.columns: set[BaseColumn] = set()
        self.tables: dict[str, None] = {}
        self.counts: set[int] = set()
        self.samples = Samples()
        self.days: tuple[int, ...] = ()

    def collate(self, bases: Iterable[BaseColumn], collation: Collation) -> None:
        for base in bases if not collation.is_identity else ():
            self.collations[base][collation] = None

    def test(self, test: Test) -> None:
        key = (test.column, test.shape, test.op, repr(test.value), test.collation)
        known = self.tests.get(key)
        self.tests[key] = replace(test, sides=test.sides | known.sides) if known else test

    def usage(self, schema: Schema) -> Usage:
        """Return the classes: of every column of the tables read, and of the keys that they refer to."""
        bases = []
        for table in schema.reached(self.tables):
            bases += [(table.name, column.name) for column in table.columns]
            for column in table.columns:
                self.collate([(table.name, column.name)], column.collation)
            for key in schema.inclusions(table.name):
                for here, there in zip(key.columns, key.target_columns, strict=True):
                    self.meeting.unite([(table.name, here), (key.target, there)])
        for base in (*bases, *self.columns):
            self.meeting.find(base)
        groups = sorted(tuple(sorted(group)) for group in self.meeting.classes())
        tested = {test.column for test in self.tests.values()}
        classes = tuple(self._class(index, group, tested, schema) for index, group in enumerate(groups))
        class_of = {base: use.id for use in classes for base in use.columns}
        used = tuple(self.tables)
        return Usage(classes, class_of, frozenset(self.columns), used, tuple(sorted(self.counts)))

    def _class(self, index: int, group: tuple[BaseColumn, ...], tested: set[BaseColumn], schema: Schema) -> ColumnClass:
        inside = set(group)
        every = () if inside.isdisjoint(tested) else self.tests.values()
        tests = tuple([test for test in every if test.column in inside])
        constants = dict.fromkeys(value for base in group for value in self.constants.get(base, ()))
        flags = {name: not bases.isdisjoint(inside) for name, bases in self.flags.items()}
        dated = any(is_date_text(test.value) for test in tests if not test.shape or test.op == "like")
        return ColumnClass(
            index,
            group,
            tests,
            tuple(constants),
            samples=tuple(dict.fromkeys(text for base in group for text in self.samples.texts.get(base, ()))),
            documents=tuple(dict.fromkeys(t for base in group for t in self.samples.documents.get(base, ()))),
            named=named_values(tests, schema),
            date=flags.get("date", False) or dated or not inside.isdisjoint(self.samples.dates),
            days=self.days,
            number=flags.get("number", False),
            ordered=flags.get("ordered", False),
            folded=flags.get("folded", False),
            collations=tuple(dict.fromkeys(found for base in group for found in self.collations.get(base, ()))),
        )


class _Walk:
    """One plan: where each column comes from, and a visit of every expression that can matter."""

    def __init__(self, root: r.Rel, side: str, facts: _Facts) -> None:
        self.facts = facts
        self.side = frozenset({side})
        self.lineage = Lineage(root)
        self.sources = self.lineage.sources
        facts.tables.update(self.lineage.tables)
        self.live: list[int] = []
        self.scalars = 0
        self.seen: set[int] = set()
        self._relation(root)
        self._demand(root.columns)

    def _demand(self, columns: Iterable[Column]) -> None:
        self.live += [column.id for column in columns]
        while self.live:
            number = self.live.pop()
            if number in self.seen:
                continue
            self.seen.add(number)
            if number in self.lineage.bases:
                self.facts.columns.add(self.lineage.bases[number])
            for node in self.lineage.defined.get(number, ()):
                self._visit(node)

    def _relation(self, rel: r.Rel) -> None:
        """Visit what decides which rows there are, and what may fail; projected values are visited when demanded."""
        defined = self.lineage.defined
        self._demand(c for c in produced(rel) if any(map(may_fail, defined.get(c.id, ()))))
        match rel:
            case r.Filter():
                self._visit(rel.predicate)
            case r.Join() if rel.on is not None:
                self._visit(rel.on)
            case r.Aggregate():
                self._visit_all(rel.keys)
            case r.Distinct():
                self._demand(rel.columns if rel.on is None else rel.on)
            case r.SetOp() | r.Recursive():
                for column in rel.columns:
                    self.facts.meeting.unite({base for base, path in self.sources(column) if _meets(path)})
                self._demand(rel.columns)
            case r.OrderBy() | r.Unnest():
                self._visit_all(rel.keys if isinstance(rel, r.OrderBy) else rel.args)
            case r.Limit():
                self._limits(rel)
        self._collate(rel)
        for part in parts(rel):
            if isinstance(part, r.Rel):
                self._relation(part)
        if isinstance(rel, r.Recursive):
            self._visit_all(rel.order)

    def _limits(self, rel: r.Limit) -> None:
        for expr in (rel.limit, rel.offset):
            if expr is None:
                continue
            self._visit(expr)
            value = constant(expr)
            if isinstance(value, int) and value >= 0:
                self.facts.counts.add(value)

    def _visit_all(self, nodes: Iterable[Computation | SortKey]) -> None:
        for node in nodes:
            self._visit(node)

    def _visit(self, node: Part) -> None:
        if isinstance(node, Column):
            self.live.append(node.id)
            self._demand(())
            return
        self._note(node)
        self._collate(node)
        self.scalars += isinstance(node, Scalar)
        for part in parts(node):
            if isinstance(part, r.Rel):
                self._relation(part)
            else:
                self._visit(part)
        self.scalars -= isinstance(node, Scalar)

    def _note(self, node: object) -> None:
        """Record how one node uses the columns in it."""
        match node:
            case Compare():
                self._compare(node)
            case InRel():
                self._in_relation(node)
            case Scalar():
                self._demand(node.rel.columns[:1])
            case Case():
                self._case(node)
            case Call():
                self._call(node)
            case Cast() if node.affinity in NUMERIC_AFFINITIES:
                self._flag("number", [node.arg])
            case Arith() if node.op is not ArithOp.CONCAT:
                self._flag("number", [node.left, node.right])
            case AggCall() | WindowCall():
                self._aggregate(node)
            case SortKey():
                self._flag("ordered", [node.expr])

    def _collate(self, node: Part) -> None:
        for expr, collation in collated(node):
            self.facts.collate((base for base, path in self.sources(expr) if _meets(path)), collation)
            if collation is NOCASE:
                self._flag("folded", [expr])

    def _in_relation(self, node: InRel) -> None:
        for arg, column, collation in zip(node.args, node.rel.columns, node.collations, strict=True):
            self._equal(arg, column, "=", collation)
        self._demand(node.rel.columns)

    def _aggregate(self, node: AggCall | WindowCall) -> None:
        if node.function.hints.reads_number:
            self._flag("number", node.args)
        if node.function.extreme:
            self._flag("ordered", node.args)

    def _case(self, node: Case) -> None:
        results = [when.result for when in node.whens] + [node.default]
        found = [source for result in results for source in self.sources(result)]
        bases = {base for base, path in found if not path}
        self.facts.meeting.unite(bases)
        values = [value for result in results if (value := constant(result)) is not None]
        for base in bases:
            self.facts.constants[base].update(dict.fromkeys(values))

    def _call(self, node: Call) -> None:
        function = node.function
        if function.dates:
            self._flag("date", node.args)
        if function.hints.reads_number:
            self._flag("number", node.args[:1])
        if function.hints.folds_case:
            self._flag("folded", node.args)
        if function.pattern:
            pattern = constant(node.args[0])
            if isinstance(pattern, str):
                self._pattern(node, pattern)
        elif node.name == "instr":
            self._instr(node)

    def _instr(self, node: Call) -> None:
        needle = constant(node.args[1])
        if isinstance(needle, str) and needle:
            hits, near = (needle, f"a{needle}b", f"1{needle}23"), (needle[:-1], needle.swapcase())
            for base, path in self.sources(node.args[0]):
                self._add_test(base, (*shape(path), "instr"), "like", needle, hits, near)

    def _pattern(self, node: Call, pattern: str) -> None:
        hits, near = pattern_texts(pattern, glob=node.name == "glob")
        for base, path in self.sources(node.args[1]):
            inside = tuple(value for hit in hits for value in preimages(path, hit))
            outside = tuple(value for miss in near for value in preimages(path, miss))
            self._add_test(base, shape(path), "like", pattern, inside, outside)

    def _compare(self, node: Compare) -> None:
        if node.op in _ORDERING:
            self._flag("ordered", [node.left, node.right])
        self._equal(node.left, node.right, node.op.value, node.collation)

    def _equal(self, left: Expr, right: Expr, op: str, collation: Collation) -> None:
        sides = (self.sources(left), self.sources(right))
        self.facts.meeting.unite({base for side in sides for base, path in side if _meets(path)})
        for found, values in zip(sides, (self._values(right), self._values(left)), strict=True):
            for value in values:
                self._tests(found, left if found is sides[0] else right, op, value, collation)

    def _tests(self, found: tuple[ColumnPath, ...], expr: Expr, op: str, value: Value, collation: Collation) -> None:
        counted = not found or any(_counts(path) for _, path in found)
        if counted and isinstance(value, int) and 0 <= value <= 50 and not isinstance(expr, Literal):
            self.facts.counts.add(value)
        around = neighbours(value) or ()
        for base, path in found:
            if _counts(path):
                continue
            alike = collation.variants(value) if isinstance(value, str) else ()
            hits = tuple(before for same in (value, *alike) for before in preimages(path, same))
            near = tuple(before for other in around for before in preimages(path, other))
            self._add_test(base, shape(path), op, value, hits, near, collation)

    def _add_test(
        self,
        base: BaseColumn,
        shape: tuple[str, ...],
        op: str,
        value: Value,
        hits: tuple[Value, ...],
        near: tuple[Value, ...],
        collation: Collation = BINARY,
    ) -> None:
        kept = tuple(hit for hit in dict.fromkeys(hits) if hit is not None)
        missed = tuple(miss for miss in dict.fromkeys(near) if miss is not None)
        self.facts.test(Test(base, shape, op, value, kept, missed, self.side, self.scalars > 0, collation))

    def _values(self, expr: Expr) -> list[Value]:
        """Return the constants that an expression can be."""
        values = constants(expr)
        if values:
            return values
        match expr:
            case Column() if expr.id in self.lineage.defined and len(self.lineage.defined[expr.id]) <= 50:
                nodes = [node for node in self.lineage.defined[expr.id] if isinstance(node, Expr)]
                return [value for node in nodes if (value := constant(node)) is not None]
            case Case():
                found = (constant(result) for result in (*(w.result for w in expr.whens), expr.default))
                return [value for value in found if value is not None]
            case Affine():
                return self._values(expr.arg)
        return []

    def _flag(self, name: str, exprs: Iterable[Expr]) -> None:
        for expr in exprs:
            for base, path in self.sources(expr):
                if all(_reads_on(step) for step, _ in path):
                    self.facts.flags[name].add(base)


def _meets(path: tuple[PathStep, ...]) -> bool:
    return all(_is_alike(step) for step, _ in path)


def _is_alike(step: Computation) -> bool:
    """Tell whether the results of a step are compared with what its argument is compared with."""
    match step:
        case Call() | AggCall() | WindowCall():
            return step.function.hints.alike
        case Arith():
            return step.op is ArithOp.CONCAT
    return isinstance(step, Cast)


def _reads_on(step: Computation) -> bool:
    """Tell whether what a step returns is read as its argument would be."""
    if not isinstance(step, Call | AggCall | WindowCall):
        return False
    return step.function.hints.strips or step.function.passes is not None


def _counts(path: tuple[PathStep, ...]) -> bool:
    return any(isinstance(step, AggCall | WindowCall) and step.function.counts for step, _ in path)

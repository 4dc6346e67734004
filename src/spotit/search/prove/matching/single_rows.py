"""Questions about single rows: whether two expressions agree on every row that the joined relations can have.

Each relation below is a table of its own with at most one row, so that a database of those tables is one row of the
join, or one whose partner is missing. What the symbolic execution shows for all such databases holds for each row of
any database, however many rows it has. Subqueries and columns from outside are columns of which nothing is known
but their type.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from spotit.assumption import EXACT_NUMBERS, Assumption, AssumptionKind, is_fallible, only_about_values
from spotit.dialect.functions import FunctionKind
from spotit.errors import UnsupportedSql
from spotit.frozen import frozen
from spotit.options import Columns, Options, Semantics
from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.facts.choices import open_choices
from spotit.plan.facts.nullness import never_null
from spotit.plan.facts.schema_facts import Facts
from spotit.plan.facts.seen import EVERYTHING
from spotit.plan.isomorphic import renaming
from spotit.plan.walk import outer_columns, rewrite
from spotit.schema import BaseColumn, DeclaredColumn, Kind, Schema, Table
from spotit.search.prove.matching.column_types import ColumnTypes
from spotit.search.prove.setting import SampledValues, make_setting
from spotit.smt.solve import cases
from spotit.smt.solve.smtlib import dump
from spotit.smt.solve.solver import Session, Unsat
from spotit.smt.terms.term import FALSE
from spotit.symbolic.encode import Encoding, encode
from spotit.symbolic.execution import GivenUp
from spotit.symbolic.operators.rounding import consistent
from spotit.work import Allowance

_AROUND = "around"
"""The table whose columns stand for subqueries and for the columns of the queries around."""


_NOWHERE = -999
"""The id of a column that no plan has."""

Scope = tuple[int, ...]
"""The columns that an outer join adds, where an expression belongs to its condition."""


class Unsayable(Exception):
    """A question reads a value of which no type is known."""


@frozen
class CopiedValues:
    """Suggested values for copies of columns: those of the columns that they are copies of."""

    samples: SampledValues
    source: dict[BaseColumn, BaseColumn | None]

    def _of(self, column: BaseColumn) -> BaseColumn | None:
        return self.source.get(column)

    def texts(self, column: BaseColumn) -> tuple[str, ...]:
        """Return strings for a column, sorted."""
        base = self._of(column)
        return ("a",) if base is None else self.samples.texts(base)

    def numbers(self, column: BaseColumn) -> tuple[int | float, ...]:
        """Return numbers for a column."""
        base = self._of(column)
        return (0, 1, 2) if base is None else self.samples.numbers(base)

    def dates(self, column: BaseColumn, kind: Kind) -> tuple[str, ...]:
        """Return dates of a kind for a column, sorted."""
        base = self._of(column)
        return () if base is None else self.samples.dates(base, kind)

    def holds_text(self, column: BaseColumn) -> bool:
        """Tell whether a column of numbers or dates is to hold texts that no value of its type is."""
        base = self._of(column)
        return base is not None and self.samples.holds_text(base)

    def held_kind(self, column: BaseColumn, kind: Kind) -> Kind:
        """Return the kind of numbers that a column of this declared kind holds."""
        base = self._of(column)
        return kind if base is None else self.samples.held_kind(base, kind)

    def together(self, column: BaseColumn) -> frozenset[BaseColumn]:
        """Return the columns that should have the same samples: all copies of what meets the column."""
        base = self._of(column)
        met = frozenset() if base is None else self.samples.together(base)
        return frozenset(copy for copy, other in self.source.items() if other in met) | {column}


class SingleRows:
    """Asks questions about single rows, and remembers what the answers rest on."""

    def __init__(self, schema: Schema, options: Options, samples: SampledValues, allowance: Allowance) -> None:
        self._schema = schema
        self._options = options
        self._samples = samples
        self._allowance = allowance
        self.assumptions: dict[Assumption, None] = {}
        self.questions: list[str] = []
        """What the solver was asked and has refuted, as SMT-LIB; an empty text where nothing was left to ask."""

    def agree(self, left: r.Rel, right: r.Rel, types: ColumnTypes, *, copies: bool = True) -> bool:
        """Tell whether two relations over the same relations return the same for each single row of those.

        With `copies` as often, else at all. False where no proof is found.
        """
        try:
            return self._agree(left, right, types, Semantics.BAG if copies else Semantics.SET)
        except (Unsayable, UnsupportedSql, GivenUp):
            return False

    def _agree(self, left: r.Rel, right: r.Rel, types: ColumnTypes, semantics: Semantics) -> bool:
        copier = _Copier(self._schema, types, Facts.of(self._schema, self._options))
        sides = [copier.copied(rel) for rel in (left, right)]
        plans = tuple(_query(copier.with_around(rel)) for rel in sides)
        schema = Schema(tuple(copier.tables()), dialect=self._schema.dialect)
        # The plans are arranged already; an order of the columns of its own for each row would be no proof.
        options = replace(self._options, semantics=semantics, columns=Columns.EXACT, bound=1, foreign_keys=False)
        setting = make_setting((plans[0], plans[1]), CopiedValues(self._samples, copier.source), schema, options)
        for doubles in (False, True):
            encoding = encode(plans[0], plans[1], 1, setting, allowance=self._allowance, doubles=doubles)
            taken = _taken(encoding, copier.source)
            if not EXACT_NUMBERS.isdisjoint(assumption.kind for assumption in taken) and not doubles:
                continue
            sure = only_about_values(taken) and not is_fallible(taken)
            return sure and self._refuted(encoding, taken)
        return False

    def _refuted(self, encoding: Encoding, taken: tuple[Assumption, ...]) -> bool:
        """Tell whether the two sides cannot differ, and keep the question and what it takes for granted if so."""
        with encoding.terms:
            if encoding.ambiguous is not FALSE or any(term is not FALSE for term in encoding.fails):
                return False
            text = ""
            if encoding.differ is not FALSE:
                session = Session(list(encoding.constraints), memory_mb=self._options.memory_mb)
                asked = [encoding.differ, *consistent(encoding.rounded)]
                answer = cases.check(session, asked, allowance=self._allowance)
                if not isinstance(answer, Unsat):
                    return False
                text = dump([*encoding.constraints, *asked])
        self.questions.append(text)
        self.assumptions.update(dict.fromkeys(taken))
        return True


def _taken(encoding: Encoding, source: dict[BaseColumn, BaseColumn | None]) -> tuple[Assumption, ...]:
    """Return what an encoding takes for granted of columns of the schema, in the names that they have there."""
    touched = {encoding.instance.kind(base) for base in encoding.instance.cells if source.get(base) is not None}
    found = []
    for assumption in encoding.assumptions:
        kinds = _OWN.get(assumption.kind)
        if kinds is not None and touched.isdisjoint(kinds):
            continue
        base = None if assumption.column is None else source.get(assumption.column, assumption.column)
        found.append(replace(assumption, column=base))
    return tuple(dict.fromkeys(found))


_OWN = {AssumptionKind.INTEGERS: {Kind.INTEGER}, AssumptionKind.BOOLEANS: {Kind.BOOLEAN}}
"""What may be taken for granted of columns that are our own: that it holds of those is certain."""


def _query(rel: r.Rel) -> r.Query:
    return r.Query(rel, tuple(column.name for column in rel.columns), ordered=False, sql="")


class _Copier:
    """Replaces the relations of a question by tables of one row, the same one in both of its sides."""

    def __init__(self, schema: Schema, types: ColumnTypes, facts: Facts) -> None:
        self._schema = schema
        self._types = types
        self._facts = facts
        self._scans: dict[tuple[int, ...], r.Scan] = {}
        self._tables: list[Table] = []
        self._around: dict[tuple[e.Expr, Scope], tuple[e.Column, DeclaredColumn]] = {}
        self.source: dict[BaseColumn, BaseColumn | None] = {}
        """The base column behind each column of the copies; None for what is counted or a truth value."""

    def copied(self, rel: r.Rel) -> r.Rel:
        """Return the relation over tables of one row."""
        return self._relation(rel, first=True)

    def _relation(self, rel: r.Rel, *, first: bool) -> r.Rel:
        """Return a part; columns from around can be read in the `first` relation and in all that is joined to it."""
        match rel:
            case r.Filter():
                below = self._relation(rel.input, first=first)
                return r.Filter(below, self._said(rel.predicate, below, first=first))
            case r.Project():
                below = self._relation(rel.input, first=first)
                exprs = tuple(self._said(expr, below, first=first) for expr in rel.exprs)
                return r.Project(below, exprs, rel.columns)
            case r.Join():
                left, right = self._relation(rel.left, first=first), self._relation(rel.right, first=False)
                both = r.Join(rel.kind, left, right)
                if rel.on is None:
                    return both
                # Above the join, the same subquery may be about a row of NULLs.
                scope = () if rel.kind is r.JoinKind.INNER else tuple(column.id for column in rel.right.columns)
                return replace(both, on=self._said(rel.on, both, first=first, scope=scope))
            case r.SetOp(kind=r.SetKind.UNION_ALL):
                left, right = (self._relation(arm, first=first) for arm in (rel.left, rel.right))
                if not len(left.columns) == len(right.columns) == len(rel.columns):
                    raise Unsayable
                return replace(rel, left=left, right=right)
            case r.Values(rows=((),), columns=()):
                return rel
        return self._table(rel)

    def _table(self, rel: r.Rel) -> r.Rel:
        """Return the table of one row that stands for a relation."""
        key = tuple(column.id for column in rel.columns)
        if key not in self._scans:
            name = f"row {len(self._tables) + 1}"
            declared = self._schema.table(rel.table) if isinstance(rel, r.Scan) else None
            if isinstance(rel, r.Scan) and declared is not None:
                table = replace(declared, name=name, unique=(), foreign_keys=(), indexes=())
                self.source.update({(name, field): (rel.table, field) for field in rel.fields})
                self._scans[key] = r.Scan(name, rel.fields, rel.columns)
            else:
                table = self._synthetic(name, rel)
            self._tables.append(table)
        return self._scans[key]

    def _synthetic(self, name: str, rel: r.Rel) -> Table:
        """Return a table of the columns of a relation whose types are known; the others cannot be read."""
        kept, declared, checks = [], [], []
        least = _least_counts(rel)
        for number, column in enumerate(rel.columns):
            found = self._types.of(column)
            if found is not None:
                checks += [f"c{number} >= {least[column.id]}"] if column.id in least else []
                sure = never_null(column, rel, self._facts)
                kept.append(column)
                declared.append(replace(found[0], name=f"c{number}", not_null=sure, is_strict=False))
                self.source[name, f"c{number}"] = found[1]
        key = tuple(column.id for column in rel.columns)
        self._scans[key] = r.Scan(name, tuple(column.name for column in declared), tuple(kept))
        return Table(name, tuple(declared), checks=tuple(checks))

    def _said(self, expr: e.Expr, below: r.Rel, *, first: bool, scope: Scope = ()) -> e.Expr:
        """Return an expression whose subqueries and columns from outside are columns of a table of their own."""
        here = {column.id for column in below.columns}

        def change(part: e.Expr) -> e.Expr | None:
            if isinstance(part, e.Column):
                return None if part.id in here else self._from_around(part, below, (), first=first)
            if isinstance(part, e.Exists | e.Scalar | e.InRel):
                return self._from_around(part, below, scope, first=first)
            return None

        return rewrite(expr, change)

    def _from_around(self, part: e.Expr, below: r.Rel, scope: Scope, *, first: bool) -> e.Column:
        if not first or _hides(below):
            raise Unsayable
        key = next(
            (known for known in self._around if known[1] == scope and self._is_known(part, known[0])), (part, scope)
        )
        if key not in self._around:
            found = self._types.of(part)
            if found is None:
                raise Unsayable
            name = f"c{len(self._around)}"
            sure = isinstance(part, e.Exists)
            declared = replace(found[0], name=name, not_null=sure, is_strict=False)
            self._around[key] = e.Column(-1000 - len(self._around), name, declared.affinity), declared
            self.source[_AROUND, name] = found[1]
        return self._around[key][0]

    def _is_known(self, part: e.Expr, known: e.Expr) -> bool:
        """Tell whether a subquery is the same as another one but for the ids of its columns, and chooses nothing."""
        if part == known or not isinstance(part, e.Exists | e.Scalar | e.InRel) or type(part) is not type(known):
            return part == known
        one, other = (r.Project(r.ONE_ROW, (expr,), (e.Column(_NOWHERE, ""),)) for expr in (known, part))
        around = (column.id for column in outer_columns(one))
        return renaming(one, other, around) is not None and not open_choices(one, EVERYTHING, self._facts)

    def with_around(self, rel: r.Rel) -> r.Rel:
        """Return the relation beside the table of what comes from around, so that it can be read everywhere."""
        if not self._around:
            return rel
        columns = tuple(column for column, _ in self._around.values())
        table = r.Scan(_AROUND, tuple(column.name for column in columns), columns)
        return _beside(rel, table)

    def tables(self) -> Iterator[Table]:
        """Yield the tables of the question."""
        yield from self._tables
        if self._around:
            yield Table(_AROUND, tuple(declared for _, declared in self._around.values()))


def _least_counts(rel: r.Rel) -> dict[int, int]:
    """Return the least value of each column that counts: places begin with 1, and a group has a row."""
    match rel:
        case r.Window():
            made = zip(rel.calls, rel.added, strict=True)
            places = {column.id: call for call, column in made if call.function.counts}
            return {number: int(call.function.kind is FunctionKind.WINDOW) for number, call in places.items()}
        case r.Aggregate():
            columns = rel.columns[len(rel.keys) :]
            calls = [pair for pair in zip(rel.aggregates, columns, strict=False) if pair[0].function.counts]
            return {column.id: int(rel.grouped and not call.args and call.filter is None) for call, column in calls}
    return {}


def _hides(rel: r.Rel) -> bool:
    """Tell whether what stands beside the first relation cannot be read above the whole, or may be missing there."""
    match rel:
        case r.Filter():
            return _hides(rel.input)
        case r.Join(kind=r.JoinKind.INNER | r.JoinKind.LEFT):
            return _hides(rel.left)
    return not isinstance(rel, r.Scan) and rel != r.ONE_ROW


def _beside(rel: r.Rel, table: r.Scan) -> r.Rel:
    """Return a relation with a table multiplied to the first of the relations that it is made of."""
    match rel:
        case r.Filter() | r.Project():
            return replace(rel, input=_beside(rel.input, table))
        case r.Join():
            return replace(rel, left=_beside(rel.left, table))
        case r.SetOp():
            return replace(rel, left=_beside(rel.left, table), right=_beside(rel.right, table))
    return r.Join(r.JoinKind.INNER, rel, table)


__all__ = ["SingleRows"]

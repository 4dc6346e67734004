"""A query's symbolic result, evaluated under the assignment that encodes a database, against the engine's."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random

from spotit.constraints.check import Check
from spotit.database import Database, Row, Value
from spotit.engine.open import system
from spotit.errors import UnsupportedSql
from spotit.frozen import frozen
from spotit.options import Options, Semantics
from spotit.plan.expr import Exists, InRel, Scalar
from spotit.plan.rel import Query
from spotit.schema import BaseColumn, Schema
from spotit.smt.terms.boolean import all_of, any_of
from spotit.smt.terms.interpret import TermValue, compile_terms
from spotit.smt.terms.term import KeyName, Sort, Term, Terms
from spotit.sql import lower_query
from spotit.symbolic.constraints.check import LoweredCheck
from spotit.symbolic.constraints.terms import constraint_terms
from spotit.symbolic.database.assignment import assignment
from spotit.symbolic.database.instance import Domains, Instance
from spotit.symbolic.encode import Setting, execute
from spotit.symbolic.execution import Execution, NeedsFinite
from spotit.symbolic.rows.ordering import positions
from spotit.symbolic.rows.table import SymTable
from spotit.symbolic.values.atoms import Number, Text
from spotit.symbolic.values.decode import decode, terms_of
from spotit.symbolic.values.value import SymValue

TOLERANCE = 1e-9


@frozen
class Answer:
    """What the symbolic result says on one database: rows in blocks whose inner order is not determined."""

    blocks: tuple[tuple[Row, ...], ...]
    ambiguous: bool
    """SQL leaves the result open, or the execution says that it is not exact here."""
    lawful: bool
    """The constraints hold."""
    exact: bool
    """The execution does not say that it is inexact here."""

    @property
    def rows(self) -> tuple[Row, ...]:
        """All rows."""
        return tuple(row for block in self.blocks for row in block)


@dataclass(slots=True)
class PreparedQuery:
    """One query executed symbolically; answers for many databases."""

    query: Query
    instance: Instance
    table: SymTable
    _ambiguous: Term
    _inexact: Term
    _lawful: Term
    _run: Callable[[Mapping[str, TermValue]], tuple[TermValue, ...]] = field(init=False)
    _roots: list[Term] = field(init=False)
    _at: dict[int, int] = field(init=False)
    _positions: list[Term] = field(init=False)

    def __post_init__(self) -> None:
        self._positions = positions(self.table) if self.table.directions else []
        terms = [self._ambiguous, self._inexact, self._lawful, *self._positions]
        for row in self.table.rows:
            terms.append(row.present)
            for value in (*row.cells, *row.sort):
                terms += terms_of(value)
        self._at = {}
        self._roots = []
        for term in terms:
            if term.id not in self._at:
                self._at[term.id] = len(self._roots)
                self._roots.append(term)
        self._run = compile_terms(self._roots, default=True)

    def answer(self, database: Database, random: Random | None = None) -> Answer | None:
        """Return the answer, None when the database does not fit the instance.

        With `random`, variables that should not matter (of absent rows, behind a NULL) get random values.
        """
        found = assignment(self.instance, database)
        if found is None:
            return None
        given = dict(found)
        if random is not None:
            scramble(self.instance, given, random)
        values = self._run(given)

        def evaluate(term: Term) -> TermValue:
            return values[self._at[term.id]]

        rows = []
        for number, row in enumerate(self.table.rows):
            if evaluate(row.present):
                cells = tuple(decode(cell, evaluate) for cell in row.cells)
                place = int(evaluate(self._positions[number])) if self._positions else 0
                rows.append((place, self._sort_key(row.sort, evaluate), cells))
        rows.sort(key=lambda item: item[0])
        inexact = bool(evaluate(self._inexact))
        open_or_inexact = inexact or bool(evaluate(self._ambiguous))
        return Answer(_blocks(rows), open_or_inexact, bool(evaluate(self._lawful)), not inexact)

    def _sort_key(self, sort: Sequence[SymValue], evaluate: Callable[[Term], TermValue]) -> tuple[Value, ...]:
        values = [decode(value, evaluate) for value in sort]
        pairs = zip(values, self.table.directions, strict=True)
        return tuple(d.collation.key(value) if isinstance(value, str) else value for value, d in pairs)


def _blocks(rows: Sequence[tuple[int, tuple[Value, ...], Row]]) -> tuple[tuple[Row, ...], ...]:
    blocks: list[list[Row]] = []
    last: object = None
    for _, key, cells in rows:
        mark = tuple((type(v) is str, v) for v in key)
        if not blocks or mark != last:
            blocks.append([])
            last = mark
        blocks[-1].append(cells)
    return tuple(tuple(block) for block in blocks)


def scramble(instance: Instance, given: dict[str, TermValue], random: Random) -> None:
    """Change the values of variables that say nothing about the database."""
    for (table, _), cells in instance.cells.items():
        present = given[str(instance.sizes[table].value)]
        for row, cell in enumerate(cells):
            null = cell.null.op == "var" and given[str(cell.null.value)]
            if row >= present or null:
                for variable in _variables(cell):
                    _disturb(variable, given, random)
            elif len(cell.alts) > 1 and cell.finite is None:
                for variable in _unread(cell, given):
                    _disturb(variable, given, random)


def _unread(cell: SymValue, given: Mapping[str, TermValue]) -> list[Term]:
    """Return the variables of the alternatives that a cell of several does not have."""
    numbers, last = _variables(cell), cell.alts[-1].atom
    if isinstance(last, Text) and given[f"is {last.index.value}"]:
        return numbers
    unread = [last.index] if isinstance(last, Text) else []
    if len(numbers) == 2:
        whole, broken = numbers
        unread.append(whole if given[f"broken {broken.value}"] else broken)
    return unread


def _variables(cell: SymValue) -> list[Term]:
    """Return the variables of a cell that are free of rules of their own: keys ascend, and dates are valid."""
    if cell.finite is not None:
        found = [cell.finite.key]
    else:
        atoms = [alt.atom for alt in cell.alts]
        found = [atom.term for atom in atoms if isinstance(atom, Number)]
    return [term for term in found if term.op == "var" and not isinstance(term.value, KeyName)]


def _disturb(variable: Term, given: dict[str, TermValue], random: Random) -> None:
    if variable.sort is Sort.REAL:
        given[str(variable.value)] = Fraction(random.choice((-7, 3, 5)), 2)
        return
    low = -4 if variable.lo is None else max(-4, int(variable.lo))
    high = 9 if variable.hi is None else min(9, int(variable.hi))
    given[str(variable.value)] = random.randint(low, high)


def setting_of(schema: Schema, domains: Domains, options: Options, checks: Mapping[Check, LoweredCheck]) -> Setting:
    """Return the setting for executions in these tests."""
    return Setting(schema, options, domains, system().tabulator(options).tabulate, checks)


def prepare(sql: str, setting: Setting, rows: int, restricted: frozenset[BaseColumn] = frozenset()) -> PreparedQuery:
    """Execute a query symbolically, with nothing simplified away."""
    return prepare_plan(lower_query(sql, setting.schema, now=setting.options.now), setting, rows, restricted)


def prepare_plan(
    query: Query, setting: Setting, rows: int, restricted: frozenset[BaseColumn] = frozenset()
) -> PreparedQuery:
    """Execute a plan symbolically."""
    for _ in range(12):
        instance = Instance(setting.schema, rows, setting.domains, restricted)
        try:
            with Terms():
                table, run = execute(query, instance, setting, Semantics.LIST)
                promised = constraint_terms(instance, Execution(setting.tabulate, no_subquery), checks=setting.checks)
                return PreparedQuery(
                    query, instance, table, any_of(run.ambiguities), any_of(run.unfinished), all_of(promised)
                )
        except NeedsFinite as need:
            more = frozenset(b for base in instance.behind(need.terms) for b in setting.together(base))
            if more <= restricted:
                raise
            restricted |= more
    raise UnsupportedSql("functions of too many unbounded columns")


def no_subquery(expr: Exists | Scalar | InRel, env: Mapping[int, SymValue], run: Execution) -> SymValue:
    """Refuse a subquery, where none can be."""
    raise UnsupportedSql("subquery in a CHECK")


def agrees(answer: Answer, found: Sequence[Row]) -> bool:
    """Tell whether the engine's rows are the answer: the same blocks in order, each as a bag."""
    start = 0
    for block in answer.blocks:
        if not same_bag(block, found[start : start + len(block)]):
            return False
        start += len(block)
    return start == len(found)


def same_bag(left: Sequence[Row], right: Sequence[Row]) -> bool:
    """Tell whether two bags of rows are equal, with numbers up to rounding."""
    if len(left) != len(right):
        return False
    if len(left) == 1:
        return same_row(left[0], right[0])
    rest = list(right)
    for row in left:
        position = next((n for n, other in enumerate(rest) if same_row(row, other)), None)
        if position is None:
            return False
        del rest[position]
    return True


def same_row(left: Row, right: Row) -> bool:
    """Tell whether two rows are equal: storage classes too, numbers up to rounding."""
    return len(left) == len(right) and all(map(same_value, left, right))


def same_value(left: Value, right: Value) -> bool:
    """Tell whether two values are equal; an INTEGER is not a REAL."""
    if type(left) is not type(right):
        return False
    if isinstance(left, float) and isinstance(right, float):
        return math.isclose(left, right, rel_tol=TOLERANCE, abs_tol=1e-9)
    return left == right

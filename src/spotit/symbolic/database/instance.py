"""A symbolic database: for each table 0..K rows, with cells made when a query first reads them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from math import isfinite
from typing import Protocol

from spotit.assumption import Assumption
from spotit.constraints.constraint import Constraint
from spotit.database import Value
from spotit.dialect.instants import INSTANTS
from spotit.dialect.names import fold
from spotit.dialect.storage import stored
from spotit.dialect.types import MOMENT_KINDS, Affinity
from spotit.dialect.values import LEAST, MOST
from spotit.errors import UnsupportedSql
from spotit.schema import BaseColumn, Kind, Schema, Table
from spotit.smt.terms.arithmetic import add, eq, floor_of, le, lt, scale, to_real
from spotit.smt.terms.boolean import and_, any_of, not_, or_
from spotit.smt.terms.term import FALSE, Term, bool_var, int_var, integer, key_var, real, real_var
from spotit.symbolic import ledger
from spotit.symbolic.values.atoms import Number, Text
from spotit.symbolic.values.calendar import FIRST_DAY, LAST_DAY, Fields, NamedDay, leap, name_day
from spotit.symbolic.values.merge import union
from spotit.symbolic.values.pool import DATE, DATETIME, TIME, FixedPool, StringPool, string_pool
from spotit.symbolic.values.tabulated import tabulated
from spotit.symbolic.values.value import Alt, SymValue, number, text

CLOCK: BaseColumn = ("", "now")
"""Stands for the clock among the columns behind a term."""
_CLOCK_LIMITS = ((1970, 9999), (1, 12), (1, 31), (0, 23), (0, 59), (0, 59))


class Domains(Protocol):
    """Where the values of finite columns come from."""

    def texts(self, column: BaseColumn) -> tuple[str, ...]:
        """Return the strings a text column may hold, sorted."""

    def text_assumption(self, column: BaseColumn) -> Assumption | None:
        """Return what a proof over these strings assumes, None when they are as good as all strings."""

    def holds_text(self, column: BaseColumn) -> bool:
        """Tell whether a date column is to be taken as a text column, and a column of numbers is to hold text too."""

    def held_kind(self, column: BaseColumn, kind: Kind) -> Kind:
        """Return the kind of numbers that a column of this declared kind holds."""

    def numbers(self, column: BaseColumn) -> tuple[int | float, ...]:
        """Return the numbers a restricted numeric column may hold."""

    def value_assumption(self, column: BaseColumn, size: int) -> Assumption | None:
        """Return what a proof over so many numbers of a column assumes, None when they are as good as all."""

    def dates(self, column: BaseColumn, kind: Kind) -> tuple[str, ...]:
        """Return the dates a restricted date column may hold."""


@dataclass(slots=True)
class Instance:
    """The cells of one symbolic database with at most `rows` rows per table."""

    schema: Schema
    rows: int
    domains: Domains
    restricted: frozenset[BaseColumn] = frozenset()
    """Numeric and date columns that are held to finite pools."""
    null_keys: bool = False
    opaque: bool = False
    """Results of mathematical functions that cannot be tabulated are free variables."""
    sizes: dict[str, Term] = field(default_factory=dict)
    cells: dict[BaseColumn, list[SymValue]] = field(default_factory=dict)
    validity: list[Term] = field(default_factory=list)
    """What cells satisfy by their kind alone, such as being a real date."""
    days: dict[str, NamedDay] = field(default_factory=dict)
    """The variables for the day numbers of dates, by their names."""
    present_instant: SymValue | None = None
    """What the clock shows, once a query has read it."""
    assumptions: dict[Assumption, None] = field(default_factory=dict)
    unsaid: list[Constraint] = field(default_factory=list)
    """Constraints on touched cells that have no terms: the engine alone keeps them."""
    owner: dict[str, BaseColumn] = field(default_factory=dict)
    """The base column behind each variable."""

    def table(self, name: str) -> Table:
        """Return the schema's table."""
        found = self.schema.table(name)
        assert found is not None, name
        return found

    def size(self, table: str) -> Term:
        """Return the number of rows of a table, an Int term."""
        if table not in self.sizes:
            self.sizes[table] = int_var(f"size {table}", 0, self.rows)
        return self.sizes[table]

    def present(self, table: str, row: int) -> Term:
        """Return the condition that the row exists; the rows that exist come first."""
        return le(integer(row + 1), self.size(table))

    def cell(self, table: str, name: str, row: int) -> SymValue:
        """Return the value of one cell."""
        base = (table, name)
        if base not in self.cells:
            self.cells[base] = _CellMaker(self, base).cells()
        return self.cells[base][row]

    def clock(self) -> SymValue:
        """Return the present instant."""
        if self.present_instant is None:
            self.present_instant = _present(self)
        return self.present_instant

    def kind(self, base: BaseColumn) -> Kind:
        """Return the kind of values that a column holds; a hidden rowid is an integer."""
        declared = self.schema.column(base)
        return Kind.INTEGER if declared is None else self.domains.held_kind(base, declared.kind)

    def number_day(self, fields: Fields, variable: Term, index: Term) -> None:
        """Let a variable be the number of a date's day."""
        self.days[str(variable.value)] = name_day(fields, variable, index)

    def touched(self, base: BaseColumn) -> bool:
        """Tell whether a query or a constraint reads the column."""
        return base in self.cells

    def own(self, variable: Term, base: BaseColumn) -> Term:
        """Remember which column a variable belongs to."""
        self.owner[str(variable.value)] = base
        return variable

    def behind(self, terms: Iterable[Term]) -> frozenset[BaseColumn]:
        """Return the base columns whose variables occur below the terms."""
        from spotit.smt.terms.term import subterms

        names = (str(t.value) for t in subterms(*terms) if t.op == "var")
        return frozenset(self.owner[name] for name in names if name in self.owner)


class _CellMaker:
    """Makes the K cells of one base column."""

    def __init__(self, instance: Instance, base: BaseColumn) -> None:
        self.instance = instance
        self.base = base
        self.name = f"{base[0]}.{base[1]}"
        self.label = self.name
        table = instance.table(base[0])
        column = table.column(base[1])
        self.kind = instance.kind(base)
        self.affinity = Affinity.INTEGER if column is None else column.affinity
        self.nullable = column is not None and not table.never_null(base[1], null_keys=instance.null_keys)
        ordering = table.primary_key or ((base[1],) if column is None else ())
        self.ordered = not self.nullable and tuple(fold(n) for n in ordering) == (fold(base[1]),)

    def cells(self) -> list[SymValue]:
        """Return the cells, one per row."""
        make = {
            Kind.INTEGER: self._integer,
            Kind.BOOLEAN: self._boolean,
            Kind.REAL: self._real,
            Kind.NUMERIC: self._numeric,
            Kind.TEXT: self._text,
            Kind.DATE: self._date,
            Kind.DATETIME: self._date,
            Kind.TIME: self._date,
            Kind.BLOB: self._blob,
            Kind.ANY: self._any,
        }[self.kind]
        other = self.instance.domains.holds_text(self.base)
        restricted = self.base in self.instance.restricted
        if other and self.kind in MOMENT_KINDS:
            make = self._text
            self.label = f"text {self.name}"
        elif restricted and self.kind not in (
            Kind.TEXT,
            Kind.BLOB,
            Kind.ANY,
            Kind.BOOLEAN,
        ):
            make = self._restricted
            self.label = f"pool {self.name}"
        elif other:
            self.ordered = False
            return [self._mixed(make(row), row) for row in range(self.instance.rows)]
        else:
            self._assume_domain()
        return [make(row) for row in range(self.instance.rows)]

    def _assume_domain(self) -> None:
        assumed = ledger.domain_of(self.kind)
        if assumed is not None:
            self.instance.assumptions[assumed] = None

    def _mixed(self, value: SymValue, row: int) -> SymValue:
        """A number or, where the cell's own variable says so, text that a column of numbers keeps as it is."""
        texts = self._pool()
        other = self.instance.own(bool_var(f"is other {self.name}#{row}"), self.base)
        index = self._index(row, 0, len(texts) - 1, "other ")
        numbers = [Alt(and_(alt.guard, not_(other)), alt.atom) for alt in value.alts]
        return union(value.null, [*numbers, Alt(and_(not_(value.null), other), Text(texts, index))])

    def _null(self, row: int) -> Term:
        if not self.nullable:
            return FALSE
        return self.instance.own(bool_var(f"null {self.name}#{row}"), self.base)

    def _index(self, row: int, lo: int | None, hi: int | None, what: str = "") -> Term:
        """Return the cell's own Int variable; the cells of a table's single-column key ascend with the rows."""
        name = f"{what}{self.label}#{row}"
        if self.ordered and not what:
            variable = key_var(name, self.name, row, lo, hi)
        else:
            variable = int_var(name, lo, hi)
        return self.instance.own(variable, self.base)

    def _integer(self, row: int) -> SymValue:
        return number(self._index(row, LEAST, MOST), self._null(row))

    def _boolean(self, row: int) -> SymValue:
        self.ordered = False
        return number(self._index(row, 0, 1), self._null(row))

    def _real(self, row: int) -> SymValue:
        return number(self._real_variable(row), self._null(row))

    def _real_variable(self, row: int) -> Term:
        return self.instance.own(real_var(f"{self.name}#{row}"), self.base)

    def _numeric(self, row: int) -> SymValue:
        """An INTEGER, or a REAL that is none: NUMERIC affinity stores 2.0 as 2, but 1e20 does not fit."""
        null = self._null(row)
        broken = self.instance.own(bool_var(f"broken {self.name}#{row}"), self.base)
        fraction = self._real_variable(row)
        is_whole = eq(to_real(floor_of(fraction)), fraction)
        fits = and_(lt(real(LEAST), fraction), le(fraction, real(MOST)))
        self.instance.validity.append(not_(and_(broken, is_whole, fits)))
        whole = self.instance.own(int_var(f"whole {self.name}#{row}", LEAST, MOST), self.base)
        given = not_(null)
        return union(null, [Alt(and_(given, not_(broken)), Number(whole)), Alt(and_(given, broken), Number(fraction))])

    def _pool(self) -> StringPool:
        """Return the strings that the cells may hold."""
        assumed = self.instance.domains.text_assumption(self.base)
        if assumed is not None:
            self.instance.assumptions[assumed] = None
        return string_pool(self.instance.domains.texts(self.base))

    def _text(self, row: int) -> SymValue:
        pool = self._pool()
        return text(pool, self._index(row, 0, len(pool) - 1), self._null(row))

    def _date(self, row: int) -> SymValue:
        pool = {Kind.DATE: DATE, Kind.DATETIME: DATETIME, Kind.TIME: TIME}[self.kind]
        parts = []
        limits = [(0, 9999), (1, 12), (1, 31)] if self.kind is not Kind.TIME else []
        limits += [(0, 23), (0, 59), (0, 59)] if self.kind is not Kind.DATE else []
        for (lo, hi), what in zip(limits, "ymdhis" if self.kind is not Kind.TIME else "his", strict=False):
            parts.append(self._index(row, lo, hi, f"{what} "))
        index = self._index(row, 0, len(pool) - 1)
        self.instance.validity.append(eq(index, _spelled(pool, parts)))
        if self.kind is not Kind.TIME:
            year, month, day = parts[:3]
            self.instance.validity.append(valid_date(year, month, day))
            self.instance.number_day(tuple(parts), self._index(row, FIRST_DAY, LAST_DAY, "day "), index)
        return text(pool, index, self._null(row), tuple(parts))

    def _blob(self, row: int) -> SymValue:
        self.instance.assumptions[ledger.BLOBS] = None
        members = [bytes([n]) for n in range(self.instance.rows + 1)]
        return tabulated(self._null(row), None, self._index(row, 0, len(members) - 1), members)

    def _any(self, row: int) -> SymValue:
        """A column whose type says nothing may hold anything; it is held to a pool of numbers and strings.

        They are taken as the column stores them: under numeric affinity the text '1' is the number 1.
        """
        domains = self.instance.domains
        values: list[Value] = [*domains.numbers(self.base), *domains.texts(self.base)]
        kept = [stored(value, self.affinity) for value in values]
        numbers = sorted({value for value in kept if isinstance(value, int | float)})
        members: list[Value] = [*numbers, *sorted({value for value in kept if isinstance(value, str)})]
        self.ordered = False
        self.instance.assumptions[ledger.value_pool(self.base, len(members))] = None
        return tabulated(self._null(row), None, self._index(row, 0, len(members) - 1), members)

    def _restricted(self, row: int) -> SymValue:
        domains = self.instance.domains
        if self.kind in MOMENT_KINDS:
            pool = string_pool(domains.dates(self.base, self.kind))
            self.instance.assumptions[ledger.value_pool(self.base, len(pool))] = None
            return text(pool, self._index(row, 0, len(pool) - 1), self._null(row))
        members = _members(domains.numbers(self.base), self.kind)
        if domains.holds_text(self.base):
            self.ordered = False
            members += domains.texts(self.base)
        assumed = domains.value_assumption(self.base, len(members))
        if assumed is not None:
            self.instance.assumptions[assumed] = None
        elif not domains.holds_text(self.base):
            self._assume_domain()
        return tabulated(self._null(row), None, self._index(row, 0, len(members) - 1), members)


def _present(instance: Instance) -> SymValue:
    """Return what the clock shows: any second of a span of years, or one of a few instants where that is asked for."""
    if CLOCK in instance.restricted:
        pool = string_pool(tuple(sorted(INSTANTS)))
        instance.assumptions[ledger.instants(len(pool))] = None
        return text(pool, instance.own(int_var("pool clock", 0, len(pool) - 1), CLOCK))
    instance.assumptions[ledger.CLOCK] = None
    limits = zip("ymdhis", _CLOCK_LIMITS, strict=True)
    parts = [instance.own(int_var(f"{what} clock", *limit), CLOCK) for what, limit in limits]
    index = instance.own(int_var("clock", 0, len(DATETIME) - 1), CLOCK)
    instance.validity += [eq(index, _spelled(DATETIME, parts)), valid_date(parts[0], parts[1], parts[2])]
    instance.number_day(tuple(parts), instance.own(int_var("day clock", FIRST_DAY, LAST_DAY), CLOCK), index)
    return text(DATETIME, index, parts=tuple(parts))


def _members(numbers: Collection[int | float], kind: Kind) -> list[Value]:
    if not all(map(isfinite, numbers)):
        raise UnsupportedSql("an infinite number")
    if kind is Kind.INTEGER:
        return list(sorted({int(n) for n in numbers if n == int(n)}))
    if kind is Kind.REAL:
        return list(sorted({float(n) for n in numbers}))
    return list(sorted({int(n) if n == int(n) else float(n) for n in numbers}))


def _spelled(pool: FixedPool, parts: list[Term]) -> Term:
    """Return the index that the digit fields spell."""
    total = integer(0)
    for width, part in zip(pool.widths, parts, strict=True):
        total = add(scale(10**width, total), part)
    return total


def valid_date(year: Term, month: Term, day: Term) -> Term:
    """Return the condition that the month has the day, for a month in 1..12 and a day in 1..31."""
    february = eq(month, integer(2))
    short = any_of(eq(month, integer(m)) for m in (4, 6, 9, 11))
    return and_(
        or_(not_(february), le(day, integer(28)), and_(eq(day, integer(29)), leap(year))),
        or_(not_(short), le(day, integer(30))),
    )


__all__ = ["Domains", "Instance", "valid_date"]

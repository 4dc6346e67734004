"""What is known of a database beyond its schema: facts that hold in example data, each with its support.

A fact is a `rule` when the data hold no exception and enough rows speak for it, otherwise it is `typical`. Facts are
learned from a database or a profile (`spotit.mine`), kept in a file that a person can edit, and decide how believable a
witness is.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from enum import StrEnum

from spotit.constraints.check import Check
from spotit.constraints.constraint import Constraint
from spotit.constraints.dependency import Dependency
from spotit.constraints.inclusion import Inclusion
from spotit.constraints.key import Key
from spotit.constraints.not_null import NotNull
from spotit.database import Row, Value
from spotit.dialect.date_layouts import looks_dated
from spotit.dialect.names import fold
from spotit.dialect.wording import literal, quote
from spotit.frozen import frozen
from spotit.schema import BaseColumn, Schema, Table


class FactKind(StrEnum):
    """What a fact says; the words are those of the facts file."""

    NOT_NULL = "not null"
    UNIQUE = "unique"
    VALUES = "values"
    RANGE = "range"
    SHAPE = "shape"
    INCLUSION = "inclusion"
    PARTICIPATION = "participation"
    COPY = "copy"
    CONTENTS = "contents"
    ORDER = "order"
    DEPENDENCY = "dependency"
    FORMULA = "formula"
    CONDITION = "condition"
    """Another condition: that no row is its own parent, or what a person has written into the file."""

    @property
    def is_condition(self) -> bool:
        """Whether such a fact is an SQL condition on one row."""
        return self in _CONDITIONS

    @property
    def is_reference(self) -> bool:
        """Whether such a fact says that values occur in another table."""
        return self in _REFERENCES


_REFERENCES = frozenset((FactKind.INCLUSION, FactKind.PARTICIPATION, FactKind.COPY))
_CONDITIONS = frozenset(
    (
        FactKind.VALUES,
        FactKind.RANGE,
        FactKind.SHAPE,
        FactKind.ORDER,
        FactKind.FORMULA,
        FactKind.CONDITION,
    )
)


@frozen
class LearnedFact:
    """One fact about the rows of a table, and how much of the data supports it."""

    kind: FactKind
    table: str
    columns: tuple[str, ...]
    """The columns that it speaks of; of a dependency those that decide."""
    rows: int
    """Rows, or values, that could break it."""
    support: int
    """Those of them that keep it."""
    is_rule: bool = True
    condition: str = ""
    """The SQL condition of a kind that is one."""
    target: str = ""
    """The other table of a reference."""
    target_columns: tuple[str, ...] = ()
    determined: str = ""
    """The column that the columns of a dependency decide."""
    contents: tuple[Row, ...] = ()
    """The rows of a look-up table, in these columns."""
    basis: str = ""
    """What a fact was inferred from that nobody has counted on the rows themselves."""

    def columns_in(self, schema: Schema) -> frozenset[BaseColumn]:
        """Return the columns of the schema that the fact speaks of, as declared; none where one is missing."""
        table, target = schema.table(self.table), schema.table(self.target)
        if table is None or (self.target and target is None):
            return frozenset()
        names = (*self.columns, *filter(None, (self.determined,)))
        here = [column for name in names if (column := table.column(name)) is not None]
        there = [target.column(name) for name in self.target_columns] if target is not None else []
        # Words of a condition that a person wrote need not all be columns.
        if len(here) < len(names) and self.kind is not FactKind.CONDITION:
            return frozenset()
        found = {(table.name, column.name) for column in here}
        if target is not None:
            found |= {(target.name, column.name) for column in there if column is not None}
        return frozenset(found)

    @property
    def text(self) -> str:
        """The fact as a clause for people."""
        listed = ", ".join(self.columns)
        match self.kind:
            case FactKind.NOT_NULL:
                return f"{self.table}.{listed} is never NULL"
            case FactKind.UNIQUE:
                return f"{self.table}({listed}) has no value twice"
            case FactKind.DEPENDENCY:
                return f"in {self.table}, {listed} determines {self.determined}"
            case FactKind.INCLUSION:
                return f"every {self._here} occurs as {self._there}"
            case FactKind.PARTICIPATION:
                return f"every {self.table}.{listed} is referred to by {self._there}"
            case FactKind.COPY:
                return f"{self.table}({listed}) agrees with {self._there}"
            case FactKind.CONTENTS:
                return f"{self.table}({listed}) has only its {self.rows} known rows"
            case FactKind.SHAPE if (form := _form(self.condition)) is not None:
                return f"{self.table}.{listed} has the form {form}"
            case _:
                return f"in {self.table}, {_shortened(self.condition)}"

    @property
    def sentence(self) -> str:
        """The fact with its support."""
        return f"{self.text} ({self.basis or f'{self.support} of {self.rows} rows'})"

    @property
    def _here(self) -> str:
        listed = ", ".join(self.columns)
        return f"{self.table}.{listed}" if len(self.columns) == 1 else f"{self.table}({listed})"

    @property
    def _there(self) -> str:
        return f"{self.target}({', '.join(self.target_columns)})"

    @property
    def is_year(self) -> bool:
        """Whether it says that the first column is the year of the second."""
        return len(self.columns) == 2 and self.condition == year_of(*self.columns)

    @property
    def is_apart(self) -> bool:
        """Whether it says that two columns of a row are never the same."""
        return len(self.columns) == 2 and self.condition == apart(*self.columns)

    @property
    def beginning(self) -> int:
        """With how many characters two columns of a row begin alike, if that is what it says; otherwise 0."""
        found = re.search(r", 1, ([0-9]{1,4})\) = substr\(", self.condition) if len(self.columns) == 2 else None
        if found is None:
            return 0
        one, other = self.columns
        return int(found[1]) if self.condition == begin_alike(one, other, int(found[1])) else 0

    def projected(self, columns: Collection[str]) -> LearnedFact:
        """Return what the contents of a look-up table say of some of its columns."""
        places = [place for place, name in enumerate(self.columns) if name in columns]
        rows = dict.fromkeys(tuple(row[place] for place in places) for row in self.contents)
        return replace(self, columns=tuple(self.columns[place] for place in places), contents=tuple(rows))

    def constraint(self, schema: Schema) -> Constraint | None:
        """Return the fact as a constraint on databases of the schema; None when the schema lacks what it speaks of."""
        table = schema.table(self.table)
        try:
            return None if table is None else self._constraint(schema, table)
        except ValueError:  # a column that the table does not have
            return None

    def _constraint(self, schema: Schema, table: Table) -> Constraint | None:
        if self.kind is FactKind.CONTENTS:
            return Check(table.name, among_rows(self.columns, self.contents))
        if self.kind.is_condition:
            return Check(table.name, self.condition)
        here = table.declared(self.columns)
        names = tuple(column.name for column in here)
        equality = tuple(column.equality for column in here)
        if self.kind is FactKind.NOT_NULL:
            return NotNull(table.name, names[0])
        if self.kind is FactKind.UNIQUE:
            return Key(table.name, names, equality)
        if self.kind is FactKind.DEPENDENCY:
            (determined,) = table.declared((self.determined,))
            return Dependency(table.name, names, equality, determined.name, determined.equality)
        target = schema.table(self.target)
        if target is None or len(self.target_columns) != len(names):
            return None
        there = target.declared(self.target_columns)
        return Inclusion(
            table.name,
            names,
            tuple(column.affinity for column in here),
            target.name,
            tuple(column.name for column in there),
            tuple(column.equality for column in there),
            target.is_key(self.target_columns),
        )


@frozen
class ColumnFacts:
    """What the data hold in one column."""

    table: str
    name: str
    rows: int
    nulls: int
    distinct: int | None = None
    """How many different values there are; None where nobody has counted."""
    least: Value = None
    greatest: Value = None
    frequent: tuple[tuple[Value, int], ...] = ()
    """Values with how often they occur, the most frequent first, among the rows that were looked at."""

    @property
    def holds_nulls(self) -> bool:
        """Whether the column is known to hold NULLs."""
        return self.nulls > 0

    @property
    def values(self) -> tuple[Value, ...]:
        """Typical values, the most frequent first."""
        return tuple(value for value, _ in self.frequent)

    def to_show(self, *, is_referred_to: bool = False) -> tuple[Value, ...]:
        """Return typical values, those first that a witness had better show: none of something comes last.

        Dates and years of rows to which others refer begin with the earliest, others with the latest: people are born,
        accounts opened and patients admitted before anything happens to them.
        """
        if self.is_time:
            return in_order(self.values, latest_first=not is_referred_to)
        return tuple(sorted(self.values, key=lambda value: value == 0))

    @property
    def is_time(self) -> bool:
        """Whether it holds dates or years, other than of births: the first of those are long past."""
        name = fold(self.name)
        is_dated = bool(self.frequent) and all(looks_dated(str(value)) for value in self.values)
        return (is_dated or "year" in name) and not re.search("birth|dob|born", name)


def in_order(values: Iterable[Value], *, latest_first: bool) -> tuple[Value, ...]:
    """Return dates or years in their order."""
    return tuple(sorted(values, key=lambda value: (str(type(value)), value), reverse=latest_first))


@frozen
class LearnedFacts:
    """All that is known of one database."""

    source: str = ""
    """Where the facts come from, for people."""
    tables: Mapping[str, int] = field(default_factory=dict)
    """Rows per table."""
    columns: tuple[ColumnFacts, ...] = ()
    facts: tuple[LearnedFact, ...] = ()
    preferences: tuple[str, ...] = ()
    """Wishes for witnesses in the preference language."""
    _by_column: Mapping[BaseColumn, ColumnFacts] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        found = {(fold(column.table), fold(column.name)): column for column in self.columns}
        object.__setattr__(self, "_by_column", found)

    @property
    def rules(self) -> Iterator[LearnedFact]:
        """The facts without exception."""
        return (fact for fact in self.facts if fact.is_rule)

    def column(self, base: BaseColumn) -> ColumnFacts | None:
        """Return what is known of a column, ignoring case; None if nothing is."""
        return self._by_column.get((fold(base[0]), fold(base[1])))


def _form(condition: str) -> str | None:
    """Return the pattern of a condition on the shape of texts, with a 9 for each digit; None where it has several."""
    found = re.findall(r"GLOB '((?:[^']|'')*)'", condition)
    return found[0].replace("[0-9]", "9").replace("''", "'") if len(found) == 1 else None


def _shortened(condition: str, most: int = 120) -> str:
    return condition if len(condition) <= most else f"{condition[: most - 4]} ..."


def one_of(name: str, values: tuple[Value, ...]) -> str:
    """Return the condition that a column, by its quoted name, has one of the values."""
    return f"{name} IN ({', '.join(map(literal, values))})"


def year_of(year: str, date: str) -> str:
    """Return the condition that a column is the year of the date in another."""
    return f"{quote(year)} = CAST(strftime('%Y', {quote(date)}) AS INTEGER)"


def apart(one: str, other: str) -> str:
    """Return the condition that two columns are not the same."""
    return f"{quote(one)} <> {quote(other)}"


def begin_alike(one: str, other: str, width: int) -> str:
    """Return the condition that the texts of two columns begin with the same characters."""
    return f"substr({quote(one)}, 1, {width}) = substr({quote(other)}, 1, {width})"


def among_rows(columns: Sequence[str], rows: Iterable[Row]) -> str:
    """Return the condition that the values of the columns are those of one of the rows."""
    names = [quote(name) for name in columns]
    each = (
        " AND ".join(
            f"{name} {'IS' if value is None else '='} {literal(value)}" for name, value in zip(names, row, strict=True)
        )
        for row in rows
    )
    return " OR ".join(f"({one})" for one in each)

"""The schema noun: tables, columns, keys, and the constraints that follow from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field

from spotit.constraints.check import Check
from spotit.constraints.constraint import Constraint
from spotit.constraints.dependency import Dependency
from spotit.constraints.inclusion import Inclusion
from spotit.constraints.key import Key
from spotit.constraints.not_null import NotNull
from spotit.database import Database, Rows
from spotit.dialect.collation import BINARY, Collation
from spotit.dialect.dialect import Dialect, Types
from spotit.dialect.names import ROWID_NAMES, fold
from spotit.dialect.sqlite import SQLITE
from spotit.dialect.storage import Equality
from spotit.dialect.types import Affinity, Kind
from spotit.frozen import frozen

BaseColumn = tuple[str, str]
"""A column of the schema: the name of its table and its own, as declared."""


@frozen
class DeclaredColumn:
    """One column as declared."""

    name: str
    declared: str = ""
    not_null: bool = False
    collation: Collation = BINARY
    computed: str = ""
    """The SQL expression, over other columns of the row, that a generated column holds the value of; else empty."""
    is_stored: bool = False
    """A generated column is STORED, not VIRTUAL."""
    is_strict: bool = False
    """The table is STRICT: the column refuses values of other types than the declared one."""
    is_mixed: bool = False
    """The data at hand hold values in it that are not of the declared type."""
    types: Types = field(default=SQLITE.types, repr=False, compare=False)
    """What the declared type means."""

    @property
    def affinity(self) -> Affinity:
        """The affinity of the declared type; an ANY column of a STRICT table keeps what it is given."""
        keeps = self.is_strict and self.declared.upper() == "ANY"
        return Affinity.BLOB if keeps else self.types.affinity_of(self.declared)

    @property
    def kind(self) -> Kind:
        """The kind of values the column holds."""
        return Kind.ANY if self.is_mixed else self.types.kind_of(self.declared)

    @property
    def equality(self) -> Equality:
        """When two values of the column are equal."""
        return Equality(self.affinity, self.collation)


@frozen
class ForeignKey:
    """`columns` of this table, unless one is NULL, occur as `target_columns` of table `target`."""

    columns: tuple[str, ...]
    target: str
    target_columns: tuple[str, ...]


@frozen
class Index:
    """An index by its name; one without a name is a UNIQUE constraint under a collation of its own."""

    name: str
    terms: str
    """What is indexed, as SQL: columns or expressions, with their collations and directions."""
    condition: str = ""
    """The SQL condition of the rows that a partial index has."""
    is_unique: bool = False
    key: tuple[str, ...] = ()
    """The columns of a unique index that makes them a key of the table; none where it is partial or computes."""


@frozen
class Table:
    """A base table. Names keep their declared spelling; look-ups ignore case as SQLite does."""

    name: str
    columns: tuple[DeclaredColumn, ...]
    primary_key: tuple[str, ...] = ()
    unique: tuple[tuple[str, ...], ...] = ()
    foreign_keys: tuple[ForeignKey, ...] = ()
    checks: tuple[str, ...] = ()
    without_rowid: bool = False
    descending_key: bool = False
    """The primary key is an `INTEGER PRIMARY KEY DESC`, which is no alias of the rowid (lang_createtable.html)."""
    is_strict: bool = False
    indexes: tuple[Index, ...] = ()
    _by_name: Mapping[str, DeclaredColumn] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_name", {fold(column.name): column for column in reversed(self.columns)})

    def column(self, name: str) -> DeclaredColumn | None:
        """Return the column of that name, ignoring case, or None."""
        return self._by_name.get(fold(name))

    def declared(self, names: Iterable[str]) -> tuple[DeclaredColumn, ...]:
        """Return the columns of these names; raise `ValueError` when there is no such column."""
        found = []
        for name in names:
            column = self.column(name)
            if column is None:
                raise ValueError(f"table {self.name} has no column {name}")
            found.append(column)
        return tuple(found)

    def given_among(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Return those of these columns that rows give values to: all but the generated ones."""
        return tuple(name for name in names if not self.has_computed((name,)))

    def has_computed(self, names: Iterable[str]) -> bool:
        """Tell whether one of these columns is generated."""
        return any(column.computed for name in names if (column := self.column(name)) is not None)

    @property
    def rowid_column(self) -> str | None:
        """The INTEGER PRIMARY KEY column that is an alias of the rowid, if there is one."""
        if len(self.primary_key) != 1 or self.without_rowid or self.descending_key:
            return None
        column = self.column(self.primary_key[0])
        return column.name if column and column.declared.upper().strip() == "INTEGER" else None

    @property
    def hidden_rowid(self) -> str | None:
        """The name by which the table's rowid is read where no column is its alias; None where it cannot be read."""
        if self.without_rowid or self.rowid_column is not None:
            return None
        return next((name for name in ROWID_NAMES if name not in self._by_name), None)

    @property
    def keys(self) -> tuple[tuple[str, ...], ...]:
        """Every declared key: the primary key first, then the UNIQUE column sets and those of unique indexes."""
        found = (self.primary_key, *self.unique, *(index.key for index in self.indexes))
        return tuple(dict.fromkeys(key for key in found if key))

    def is_key(self, columns: tuple[str, ...]) -> bool:
        """Tell whether these columns, in any order, are exactly a declared key."""
        wanted = {fold(name) for name in columns}
        return any({fold(name) for name in key} == wanted for key in self.keys)

    def never_null(self, name: str, *, null_keys: bool = False) -> bool:
        """Tell whether the column holds no NULL; a primary key is NOT NULL unless `null_keys`."""
        column = self.column(name)
        if column is None:
            return False
        if column.not_null or column.name == self.rowid_column:
            return True
        in_key = any(fold(name) == fold(part) for part in self.primary_key)
        return in_key and (self.without_rowid or not null_keys)


@frozen
class View:
    """A view: its name, its defining SELECT, and its explicit column names if it has any."""

    name: str
    sql: str
    columns: tuple[str, ...] = ()


@frozen
class Schema:
    """Tables and views, and `notes` on what the source declared that is not modelled."""

    tables: tuple[Table, ...]
    views: tuple[View, ...] = ()
    notes: tuple[str, ...] = field(default=())
    unkept: tuple[str, ...] = field(default=())
    """Those of the notes that name restrictions which not even the engine keeps: it may take more databases."""
    dialect: Dialect = field(default=SQLITE, repr=False)
    """That of the queries over the schema, and of its CHECKs and views."""
    dependencies: tuple[Dependency, ...] = ()
    """Columns that others decide: no DDL says it, but a person or example data may."""

    has_computed: bool = field(init=False, compare=False, repr=False)
    """Whether a table has a generated column."""
    _by_name: Mapping[str, Table] = field(init=False, compare=False, repr=False)
    _references: Mapping[str, tuple[Inclusion, ...]] = field(init=False, compare=False, repr=False)
    _inclusions: Mapping[str, tuple[Inclusion, ...]] = field(init=False, compare=False, repr=False)
    _key_columns: dict[str, tuple[frozenset[str], ...]] = field(init=False, compare=False, repr=False)
    """Worked out when first asked for."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_name", {fold(table.name): table for table in reversed(self.tables)})
        computed = any(column.computed for table in self.tables for column in table.columns)
        object.__setattr__(self, "has_computed", computed)
        found = {table.name: tuple(self._resolved(table)) for table in self.tables}
        object.__setattr__(self, "_references", found)
        given = {name: tuple(key for key in keys if not self._is_computed(key)) for name, keys in found.items()}
        object.__setattr__(self, "_inclusions", given)
        object.__setattr__(self, "_key_columns", {})

    def table(self, name: str) -> Table | None:
        """Return the table of that name, ignoring case, or None."""
        return self._by_name.get(fold(name))

    def column(self, base: BaseColumn) -> DeclaredColumn | None:
        """Return the column that a table's name and its own name, ignoring case, lead to, or None."""
        table = self.table(base[0])
        return table.column(base[1]) if table is not None else None

    @property
    def has_terms(self) -> bool:
        """Whether keys and foreign keys speak of given columns alone, so that their constraints say all of them."""
        keys_given = all(not table.has_computed(names) for table in self.tables for names in table.keys)
        unique = [index for table in self.tables for index in table.indexes if index.is_unique]
        return keys_given and self._references == self._inclusions and all(index.key for index in unique)

    def view(self, name: str) -> View | None:
        """Return the view of that name, ignoring case, or None."""
        folded = fold(name)
        return next((v for v in self.views if fold(v.name) == folded), None)

    def given_values(self, database: Database) -> Database:
        """Return the database without the values of generated columns, which a witness shows."""
        if not self.has_computed:
            return database
        tables = dict(database.tables)
        for name, rows in database.tables.items():
            table = self.table(name)
            if table is not None and table.has_computed(rows.columns):
                columns = table.given_among(rows.columns)
                tables[name] = Rows(columns, tuple(rows.project(columns)))
        return Database(tables, database.now)

    def constraints(self, *, null_keys: bool = False, foreign_keys: bool = True) -> Iterator[Constraint]:
        """Yield what holds in every database, table by table.

        With `null_keys` a primary key may hold NULL where SQLite lets it; without `foreign_keys` these are not kept.
        """
        for table in self.tables:
            yield from not_nulls(table, null_keys=null_keys)
            yield from keys(table)
            yield from self.inclusions(table.name) if foreign_keys else ()
            yield from (Check(table.name, condition) for condition in table.checks)
            yield from (dependency for dependency in self.dependencies if dependency.table == table.name)

    def key_columns(self, table: Table) -> tuple[frozenset[str], ...]:
        """Return the columns of each key of a table."""
        found = self._key_columns.get(table.name)
        if found is None:
            found = self._key_columns[table.name] = tuple(frozenset(key.columns) for key in keys(table))
        return found

    def references(self, table: str) -> tuple[Inclusion, ...]:
        """Return the foreign keys of a table, by its declared name, whose target is in the schema."""
        return self._references.get(table, ())

    def inclusions(self, table: str) -> tuple[Inclusion, ...]:
        """Return those foreign keys of a table that bind values which rows give: no column of theirs is generated."""
        return self._inclusions.get(table, ())

    def reached(self, names: Iterable[str]) -> tuple[Table, ...]:
        """Return the tables of these names, then all that foreign keys lead to from them."""
        found = {table.name: table for name in names if (table := self.table(name)) is not None}
        todo = list(found)
        for name in todo:
            for inclusion in self.references(name):
                if inclusion.target not in found:
                    found[inclusion.target] = self._by_name[fold(inclusion.target)]
                    todo.append(inclusion.target)
        return tuple(found.values())

    def parents_first(self, names: Iterable[str]) -> list[str]:
        """Return these tables, by declared name, with those first that others refer to; circles are cut anywhere."""
        waiting = dict.fromkeys(names)
        order: list[str] = []

        def place(name: str) -> None:
            del waiting[name]
            for inclusion in self.references(name):
                if inclusion.target in waiting:
                    place(inclusion.target)
            order.append(name)

        while waiting:
            place(next(iter(waiting)))
        return order

    def _is_computed(self, key: Inclusion) -> bool:
        ends = ((key.table, key.columns), (key.target, key.target_columns))
        return any(table.has_computed(names) for name, names in ends if (table := self.table(name)) is not None)

    def _resolved(self, table: Table) -> Iterator[Inclusion]:
        for key in table.foreign_keys:
            target = self.table(key.target)
            if target is None:
                continue
            here, there = table.declared(key.columns), target.declared(key.target_columns)
            yield Inclusion(
                table.name,
                tuple(column.name for column in here),
                tuple(column.affinity for column in here),
                target.name,
                tuple(column.name for column in there),
                tuple(column.equality for column in there),
                target.is_key(key.target_columns),
            )


def not_nulls(table: Table, *, null_keys: bool = False) -> Iterator[NotNull]:
    """Yield the columns of a table that hold no NULL."""
    for column in table.columns:
        if table.never_null(column.name, null_keys=null_keys):
            yield NotNull(table.name, column.name)


def keys(table: Table) -> Iterator[Key]:
    """Yield the declared keys of a table, the primary key first, and last its hidden rowid if it has one.

    A key with a generated column is left out: its values are not given, and what they are is for the engine to say.
    """
    for names in table.keys:
        if table.has_computed(names):
            continue
        columns = table.declared(names)
        is_rowid = len(columns) == 1 and columns[0].name == table.rowid_column
        equality = tuple(column.equality for column in columns)
        yield Key(table.name, tuple(column.name for column in columns), equality, is_rowid)
    if table.hidden_rowid is not None:
        yield Key(table.name, (table.hidden_rowid,), (Equality(Affinity.INTEGER),), is_rowid=True)


__all__ = [
    "Affinity",
    "BaseColumn",
    "DeclaredColumn",
    "ForeignKey",
    "Index",
    "Kind",
    "Schema",
    "Table",
    "View",
    "keys",
    "not_nulls",
]

"""What statistics of single columns, with the foreign keys of the schema, suggest about joined rows.

Nobody has counted these facts on the rows, so each says what it was inferred from. They choose and grade witnesses, and
no proof rests on them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product

from spotit.dialect.date_layouts import is_moment
from spotit.dialect.names import fold
from spotit.dialect.wording import quote
from spotit.frozen import frozen
from spotit.learned_facts import FactKind, LearnedFact, one_of, year_of
from spotit.mine.column_facts import FEW_ROWS, LEAST_ROWS
from spotit.mine.key_columns import has_key_name, is_key_like, words
from spotit.mine.kindred_columns import CodeColumn, common_beginnings, rivals
from spotit.mine.reference_facts import ALMOST, GENERIC, is_named_after, mirrored, own_parent
from spotit.mine.relating_tables import full_names, pairs_once, yearly_names
from spotit.mine.statistics import DataProfile, ProfileColumn, ProfileTable
from spotit.schema import Schema, Table

_ALIKE = 0.98
"""How near the numbers of values of two identifiers of one thing are: strays keep them from being equal."""
_SHARED = 0.5
_MOSTLY_SHARED = 0.7
"""Share of the frequent values of two columns that are the same."""
_MANY_VALUES = 20
"""Different values from which on equal statistics alone say that a column is a copy."""
_LEAST_SAMPLES = 3


@frozen
class _End:
    """A column, with its statistics and those of its table."""

    declared: Table
    table: ProfileTable
    column: ProfileColumn

    @property
    def distinct(self) -> int:
        return self.column.unique_count or 0


@frozen
class _Join:
    """A foreign key of one column."""

    child: _End
    parent: _End
    is_declared: bool


def joined_facts(profile: DataProfile, schema: Schema) -> Iterator[LearnedFact]:
    """Yield facts about the rows of two tables, about small look-up tables, and about two columns of a row."""
    joins = [*_declared(profile, schema)]
    joins += _suggested(profile, schema, joins)
    for join in joins:
        if not join.is_declared:
            yield _inclusion(join)
        yield from _participation(join)
        yield from _copies(schema, join)
    yield from _one_thing(joins)
    yield from _common_parents(joins)
    yield from _mirrored(joins)
    for join in joins:
        if join.child.declared is join.parent.declared:
            yield _own_parent(join)
    yield from _listed(joins)
    for table in profile.tables:
        yield from _years(table)
        yield from full_names(table)
        yield from yearly_names(table)
        yield from _kindred(table, schema, joins)
        yield from pairs_once(table, schema)


def _end(profile: DataProfile, schema: Schema, table: str, column: str) -> _End | None:
    declared, found = schema.table(table), profile.table(table)
    statistics = found.column(column) if found is not None else None
    if declared is None or found is None or statistics is None or not statistics.unique_count:
        return None
    return _End(declared, found, statistics)


def _declared(profile: DataProfile, schema: Schema) -> Iterator[_Join]:
    for table in schema.tables:
        for key in schema.references(table.name):
            if len(key.columns) == 1:
                child = _end(profile, schema, key.table, key.columns[0])
                parent = _end(profile, schema, key.target, key.target_columns[0])
                if child is not None and parent is not None:
                    yield _Join(child, parent, is_declared=True)


def _suggested(profile: DataProfile, schema: Schema, known: list[_Join]) -> Iterator[_Join]:
    """Yield foreign keys that nobody declared: columns named as another table or its key, with values in its range."""
    taken = {(join.child.declared.name, fold(join.child.column.name)) for join in known}
    for child, parent in product(schema.tables, repeat=2):
        if child.name == parent.name or len(parent.primary_key) != 1:
            continue
        key = parent.primary_key[0]
        for column in child.columns:
            named = is_named_after(column.name, parent.name) if fold(key) in GENERIC else fold(column.name) == fold(key)
            if not named or (child.name, fold(column.name)) in taken or child.is_key((column.name,)):
                continue
            ends = _end(profile, schema, child.name, column.name), _end(profile, schema, parent.name, key)
            if ends[0] is not None and ends[1] is not None and _is_within(ends[0], ends[1]):
                yield _Join(ends[0], ends[1], is_declared=False)


def _is_within(child: _End, parent: _End) -> bool:
    """Tell whether the statistics allow that every value of one column is a value of the other."""
    low, high = child.column.ends
    least, greatest = parent.column.ends
    if type(low) is not type(least) or not isinstance(low, int | str) or child.distinct > parent.distinct:
        return False
    return low >= least and high <= greatest  # type: ignore[operator]


def _inclusion(join: _Join) -> LearnedFact:
    present = join.child.table.present(join.child.column)
    basis = "the column is named as the table or its key, and its values lie between the key's least and greatest"
    return _along(FactKind.INCLUSION, join, present, present, present >= LEAST_ROWS, basis=basis)


def _along(
    kind: FactKind,
    join: _Join,
    rows: int,
    support: int,
    is_rule: bool,
    more: tuple[str, str] | None = None,
    basis: str = "",
) -> LearnedFact:
    """Return a fact from the child to the parent, about the columns of the key and one more of each."""
    further = ((), ()) if more is None else ((more[0],), (more[1],))
    here, there = (join.child.column.name, *further[0]), (join.parent.column.name, *further[1])
    names = join.child.declared.name, join.parent.declared.name
    return LearnedFact(kind, names[0], here, rows, support, is_rule, "", names[1], there, basis=basis)


def _participation(join: _Join) -> Iterator[LearnedFact]:
    """Yield that every row of the parent is referred to: the foreign key has as many values as the parent has rows."""
    rows, referred = join.parent.table.row_count, join.child.distinct
    if join.child.declared is join.parent.declared or join.parent.distinct != rows:
        return
    # Strays that find no row of the parent are counted among the values.
    if ALMOST * rows <= referred <= rows / ALMOST and rows >= FEW_ROWS:
        whole = referred == rows and join.child.column.ends == join.parent.column.ends
        back = _Join(join.parent, join.child, is_declared=False)
        basis = f"{referred} values refer to {rows} rows" if referred > rows else ""
        yield _along(FactKind.PARTICIPATION, back, rows, min(referred, rows), whole, basis=basis)


def _copies(schema: Schema, join: _Join) -> Iterator[LearnedFact]:
    """Yield the columns of the child that look like copies of a column of the parent, the likest one for each."""
    if join.child.declared is join.parent.declared or join.parent.distinct != join.parent.table.row_count:
        return
    for column in _plain(schema, join.child):
        table = join.parent.declared.name
        others = _plain(schema, join.parent)
        found = [(evidence, other) for other in others if (evidence := _likeness(column, other, table))]
        if found:
            evidence, other = max(found, key=lambda pair: (pair[0].is_rule, pair[0].shared, pair[0].is_named))
            rows = join.child.table.present(column)
            pair = (column.name, other.name)
            is_rule = evidence.is_rule and rows >= LEAST_ROWS
            yield _along(FactKind.COPY, join, rows, rows, is_rule, pair, evidence.basis)


def _plain(schema: Schema, end: _End) -> list[ProfileColumn]:
    """Return the columns of a table that name no rows and have several values."""
    columns = (column for column in end.table.columns if end.declared.column(column.name) is not None)
    return [c for c in columns if (c.unique_count or 0) > 1 and not is_key_like(schema, end.declared, c.name)]


@frozen
class _Likeness:
    is_rule: bool
    shared: float
    is_named: bool
    basis: str


def _likeness(column: ProfileColumn, other: ProfileColumn, table: str) -> _Likeness | None:
    """Return what speaks for one column being a copy of another; None where that is too little."""
    here, there = set(column.values), set(other.values)
    few = min(len(here), len(there))
    if type(column.min_value) is not type(other.min_value) or few < 2:
        return None
    counted = (column.unique_count or 0, other.unique_count or 0)
    if counted[0] > counted[1]:
        return None
    shared, same_ends, named = len(here & there) / few, column.ends == other.ends, _are_related(column, other)
    if column.is_listed and other.is_listed and few <= _LEAST_SAMPLES:
        sure = here == there and words(column.name) == words(table) | words(other.name)
        likely = sure or (here == there and fold(column.name) == fold(other.name))
        named = named or sure
    elif not isinstance(column.min_value, str):  # that small numbers are frequent says nothing
        likely = sure = named and same_ends and shared >= _MOSTLY_SHARED and counted[0] >= _MANY_VALUES
    else:
        telling = same_ends and counted[0] >= _MANY_VALUES
        likely = shared >= _SHARED and (named or telling)
        sure = likely and (same_ends if named else shared >= _MOSTLY_SHARED)
        sure = sure or (named and shared >= _MOSTLY_SHARED and counted[0] >= _MANY_VALUES)
    if not likely:
        return None
    parts = (
        "related names" if named else "",
        "the same least and greatest value" if same_ends else "",
        f"{len(here & there)} of {few} frequent values in common",
    )
    return _Likeness(sure, shared, named, f"inferred from {', '.join(filter(None, parts))}")


def _are_related(column: ProfileColumn, other: ProfileColumn) -> bool:
    """Tell whether two names say the same thing: all words of one that are not generic are in the other."""
    here, there = (words(name) - GENERIC for name in (column.name, other.name))
    return bool(here and there) and (here <= there or there <= here)


def _one_thing(joins: list[_Join]) -> Iterator[LearnedFact]:
    """Yield that two foreign keys which refer to the same table by two of its keys refer to the same row."""
    for one, other in combinations(joins, 2):
        same = one.child.declared is other.child.declared and one.parent.declared is other.parent.declared
        if not same or one.parent.column is other.parent.column or one.child.column is other.child.column:
            continue
        few, many = sorted((one.child.distinct, other.child.distinct))
        if few >= _ALIKE * many:
            basis = f"two foreign keys to one table, with {one.child.distinct} and {other.child.distinct} values"
            rows = one.child.table.present(one.child.column)
            pair = (other.child.column.name, other.parent.column.name)
            yield _along(FactKind.COPY, one, rows, rows, rows >= LEAST_ROWS, pair, basis)


def _common_parents(joins: list[_Join]) -> Iterator[LearnedFact]:
    """Yield that a row and the one that it refers to have one parent, by columns of one name with the same values."""
    for join, other in product(joins, repeat=2):
        if other.child.declared is not join.parent.declared or join.parent.declared is join.child.declared:
            continue
        column = join.child.table.column(other.child.column.name)
        if column is None or column is join.child.column or other.child.column is join.parent.column:
            continue
        if column.unique_count == other.child.distinct and column.ends == other.child.column.ends:
            basis = "both refer to one table by columns of one name, with as many values and the same ends"
            rows, pair = join.child.table.present(column), (column.name, other.child.column.name)
            yield _along(FactKind.COPY, join, rows, rows, rows >= LEAST_ROWS, pair, basis)


def _mirrored(joins: list[_Join]) -> Iterator[LearnedFact]:
    """Yield that a table which joins two rows of one table, and has each pair twice, has it in both directions."""
    for one, other in combinations(joins, 2):
        table = one.child.table
        same = one.child.declared is other.child.declared and one.parent.column is other.parent.column
        if not same or one.child.distinct != other.child.distinct or one.child.column.ends != other.child.column.ends:
            continue
        rest = [column.name for column in table.columns if column not in (one.child.column, other.child.column)]
        twice = [name for name in rest if (c := table.column(name)) and 2 * (c.unique_count or 0) == table.row_count]
        if len(rest) == 1 and twice:
            basis = f"as many values in both, and twice as many rows as values of {rest[0]}"
            listed, rows = (*rest, one.child.column.name), table.row_count
            yield LearnedFact(FactKind.UNIQUE, table.name, listed, rows, rows, rows >= LEAST_ROWS, basis=basis)
            yield from mirrored(
                table.name, one.child.column.name, other.child.column.name, rest, table.row_count, basis
            )


def _own_parent(join: _Join) -> LearnedFact:
    """Return that no row refers to itself: a rule where rows without a parent have NULL."""
    fact = own_parent(join.child.declared.name, join.child.column.name, join.parent.column.name)
    present, rows = join.child.table.present(join.child.column), join.child.table.row_count
    return replace(fact, rows=present, support=present, is_rule=LEAST_ROWS <= present < rows)


def _kindred(table: ProfileTable, schema: Schema, joins: list[_Join]) -> Iterator[LearnedFact]:
    """Yield which codes of a row begin alike, and which references of a row name different rows."""
    declared = schema.table(table.name)
    if declared is None:
        return
    keys = {fold(join.child.column.name): join for join in joins if join.child.declared is declared}
    columns = [column for column in table.columns if is_key_like(schema, declared, column.name) and column.texts]
    codes = [
        CodeColumn(c.name, str(c.min_value), str(c.max_value), c.texts, join.parent.declared.name if join else "")
        for c in columns
        for join in [keys.get(fold(c.name))]
    ]
    yield from common_beginnings(declared.name, codes, table.row_count)
    for target in dict.fromkeys((join.parent.declared.name, join.parent.column.name) for join in keys.values()):
        same = [
            join.child.column.name
            for join in keys.values()
            if (join.parent.declared.name, join.parent.column.name) == target
        ]
        yield from rivals(declared.name, same, table.row_count)


def _listed(joins: list[_Join]) -> Iterator[LearnedFact]:
    """Yield the values of small look-up tables whose texts are all known."""
    tables = {join.parent.declared.name: join.parent for join in joins}
    for name, end in tables.items():
        rows = end.table.row_count
        for column in end.table.columns:
            if column.is_listed and column.unique_count == rows >= 2 and column.texts and not has_key_name(column.name):
                condition = one_of(quote(column.name), tuple(sorted(set(column.texts))))
                yield LearnedFact(FactKind.VALUES, name, (column.name,), rows, rows, True, condition)


def _years(table: ProfileTable) -> Iterator[LearnedFact]:
    """Yield that a column is the year of a date in the same row, where both begin and end in the same year."""
    dates = [column for column in table.columns if column.texts and all(map(is_moment, column.texts))]
    for year, date in product(table.columns, dates):
        if "year" not in words(year.name) or not isinstance(year.min_value, int):
            continue
        if year.ends == tuple(int(str(end)[:4]) for end in date.ends):
            basis = f"both begin in {year.min_value} and end in {year.max_value}"
            names, rows = (year.name, date.name), table.present(year)
            is_rule = rows >= LEAST_ROWS and year.min_value != year.max_value
            yield LearnedFact(FactKind.FORMULA, table.name, names, rows, rows, is_rule, year_of(*names), basis=basis)

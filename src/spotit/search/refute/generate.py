"""Small random databases that keep every declared constraint, biased towards what the two queries test."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import cycle
from random import Random

from spotit.constraints.constraint import without_broken
from spotit.constraints.inclusion import Inclusion
from spotit.database import Database, Row, Rows, Value
from spotit.frozen import frozen
from spotit.options import Options
from spotit.plan.hints.usage import Usage
from spotit.schema import Schema
from spotit.search.hints.back_references import back_references
from spotit.search.refute.table_plan import Link, TablePlan, plan_tables

_TRIES = 4
"""Rows drawn for one row of a table in which few of them fit: many break a key, or do not begin alike."""
_ROUNDS = 2
"""How often rows are added because others need to be referred to."""
_UNASKED = 0.4
"""Probability of NULL in a column that is filled only because a CHECK may ask for a value."""


@frozen
class Profile:
    """How one database is drawn."""

    rows: int
    """Rows per table, at most."""
    nulls: float = 0.0
    """Probability of NULL in a nullable column that matters."""
    hole: float = 0.0
    """Probability of NULL in one nullable column that matters, another one in each database."""
    empty: float = 0.0
    """Probability that a table is empty."""
    passing: float = 0.6
    """Probability that a row passes the tests that both queries make."""
    copies: float = 0.25
    """Probability that a row repeats another but for one column."""
    least: int = 1
    """Rows per table, at least, before those that break a key are left out."""
    spread: int = 0
    """Values that columns of one class have in common, at most; 0 leaves it to chance."""
    targets: int = 0
    """Rows to which one foreign key of each table refers, at most, so that one row has many others; 0 for all."""
    in_step: bool = False
    """Each row refers to the rows in its own place and passes every test: as many joined rows as there can be."""


@frozen
class _Partners:
    """Rows of one table that rows of another must refer to: their places in the order, and the positions."""

    parent: int
    here: tuple[int, ...]
    child: int
    there: tuple[int, ...]


class Generator:
    """Draws databases for two queries; deterministic under the seed of the options."""

    def __init__(
        self, schema: Schema, usage: Usage, options: Options, instants: Sequence[str] = (), rows: int | None = None
    ) -> None:
        """Draw databases with at most so many rows per table; with as many as the bound has where it is not said."""
        self._random = Random(options.seed)
        self._random_in_step = Random(options.seed)
        """A stream of its own: what the others draw does not hang on how many such databases come between."""
        self._instants = cycle([instant for other in instants for instant in (instants[0], other)] or [None])
        self._rows = rows or options.bound
        self._plans = plan_tables(schema, usage, options, self._rows)
        self._holes = [(plan.name, position) for plan in self._plans for position in plan.holes]
        self._turn = 0
        back = back_references(schema) if options.foreign_keys else ()
        drawn = {plan.name for plan in self._plans}
        self._referred = [key for key in back if {key.table, key.target} <= drawn]
        self._partners = [_partners(key, self._plans) for key in self._referred]
        self._circular = any(link.forward for plan in self._plans for link in plan.links)
        self._constraints = [constraint for plan in self._plans for constraint in plan.constraints]

    @property
    def columns(self) -> dict[str, tuple[str, ...]]:
        """The columns that are filled, per table."""
        return {plan.name: plan.columns for plan in self._plans}

    def database(self, profile: Profile) -> Database:
        """Return the next database."""
        hole = self._next_hole() if profile.hole and self._holes else None
        random = self._random_in_step if profile.in_step else self._random
        drawn = _Drawing(random, profile, min(profile.rows, self._rows), hole)
        contents: list[list[Row]] = []
        for plan in self._plans:
            rows = drawn.rows(plan, contents)
            contents.append(_with_mirrors(plan, rows) if plan.mirrors else rows)
        for _ in range(_ROUNDS if self._partners else 0):
            if not drawn.add_partners(self._plans, contents, self._partners):
                break
        if self._circular:
            drawn.close_circles(self._plans, contents)
        plans = zip(self._plans, contents, strict=True)
        tables = {plan.name: Rows(plan.columns, tuple(rows)) for plan, rows in plans}
        kept = tables
        if self._circular or self._referred:
            kept = without_broken(tables, [*self._constraints, *self._referred])
        return Database(kept, next(self._instants))

    def _next_hole(self) -> tuple[str, int]:
        """Return the next column in turn; each round begins one later, so that it meets another profile."""
        count, turn = len(self._holes), self._turn
        self._turn += 1
        return self._holes[(turn + turn // count) % count]


class _Drawing:
    """One database while it is drawn; columns of one class share a small domain of values."""

    def __init__(self, random: Random, profile: Profile, rows: int, hole: tuple[str, int] | None) -> None:
        self._random = random.random
        self._profile = profile
        self._most = rows
        self._hole_table, self._hole = hole or ("", 0)
        self._domains: dict[tuple[int, int, Value], list[Value]] = {}
        self._spread = profile.spread or 2 + int(random.random() * 4)
        self._narrow = random.random() if profile.targets else 0.0
        """Which of the foreign keys of a table refers to few rows, as a share of them."""

    def rows(self, plan: TablePlan, contents: list[list[Row]]) -> list[Row]:
        """Return the rows of one table; the tables before it are in `contents`."""
        rows: list[Row] = []
        if self._random() < self._profile.empty:
            return rows
        seen: list[set[Row]] = [set() for _ in plan.keys]
        least = min(self._profile.least, self._most)
        wanted = least + int(self._random() * (1 + self._most - least))
        for _ in range(wanted * _TRIES if self._profile.targets or plan.alike else wanted):
            row = self._row(plan, rows, contents)
            if row is not None and self._is_right(plan, row) and self._distinct(plan, row, seen):
                rows.append(tuple(row))
                if len(rows) == wanted:
                    break
        return rows

    def _is_right(self, plan: TablePlan, row: list[Value]) -> bool:
        """Let the columns of a row agree with each other; False when that cannot be."""
        for implied in plan.implied:
            if row[implied.position] == implied.value and not implied.holds(row[implied.other]):
                values = implied.values
                row[implied.other] = values[int(self._random() * len(values))] if values else implied.forced(row)
        if plan.years:
            self._set_years(plan, row)
        if any(row[a] == row[b] for a, b in plan.apart):
            return False
        return not plan.alike or self._begin_alike(plan, row)

    def add_partners(
        self, plans: Sequence[TablePlan], contents: list[list[Row]], referred: Sequence[_Partners]
    ) -> bool:
        """Draw rows that refer to those which must be referred to and are not yet; tell whether there are any."""
        added = False
        for ends in referred:
            rows = contents[ends.child]
            known = {tuple([row[position] for position in ends.there]) for row in rows}
            for parent in list(contents[ends.parent]):
                wanted = tuple([parent[position] for position in ends.here])
                if wanted in known or None in wanted:
                    continue
                self._free_targets(plans, contents, plans[ends.child], rows, ends.there)
                if self._add(
                    plans[ends.child], rows, contents[: ends.child], dict(zip(ends.there, wanted, strict=True))
                ):
                    known.add(wanted)
                    added = True
        return added

    def _free_targets(
        self,
        plans: Sequence[TablePlan],
        contents: list[list[Row]],
        plan: TablePlan,
        rows: list[Row],
        but: tuple[int, ...],
    ) -> None:
        """Draw a row for each foreign key by which no two rows refer to one, where all there are have theirs."""
        for link in plan.links:
            if link.single and not link.forward and link.here != but and link.target < len(contents):
                there = contents[link.target]
                if there is not rows and not link.left(link.targets(there), rows):
                    self._add(plans[link.target], there, contents[: link.target], {})

    def _add(self, plan: TablePlan, rows: list[Row], contents: list[list[Row]], given: Mapping[int, Value]) -> bool:
        """Draw one more row of a table with the given values; tell whether that could be."""
        row = self._row(plan, rows, contents) if len(rows) < self._most else None
        if row is None:
            return False
        for position, value in given.items():
            row[position] = value
        seen = [{tuple([other[place] for place in key]) for other in rows} for key in plan.keys]
        if not self._is_right(plan, row) or not self._distinct(plan, row, seen):
            return False
        if any(row[position] != value for position, value in given.items()):
            return False
        rows += _with_mirrors(plan, [tuple(row)]) if plan.mirrors else [tuple(row)]
        return True

    def _row(self, plan: TablePlan, rows: list[Row], contents: list[list[Row]]) -> list[Value] | None:
        profile, random = self._profile, self._random
        if rows and plan.free and random() < profile.copies:
            row = list(rows[int(random() * len(rows))])
            position = plan.free[int(random() * len(plan.free))]
            row[position] = self._loose(plan, position)
            if plan.contents:
                self._look_up(plan, row)
            alone = any(link.single for link in plan.links)
            return row if not alone or self._linked(plan, row, rows, contents) else None
        choose: Callable[[TablePlan, int], Value]
        choose = self._passing if random() < profile.passing else self._loose
        row = list(plan.template)
        for position in plan.drawn:
            row[position] = choose(plan, position)
        if choose == self._passing and plan.free and not profile.in_step and random() < 0.35:
            position = plan.free[int(random() * len(plan.free))]
            row[position] = self._loose(plan, position)
        if profile.nulls:
            for position, nullable in enumerate(plan.nullable):
                if nullable and random() < profile.nulls:
                    row[position] = None
        for position in plan.asked:
            if random() < _UNASKED:
                row[position] = None
        if plan.name == self._hole_table and random() < profile.hole:
            row[self._hole] = None
        if plan.contents:
            self._look_up(plan, row)
        return row if self._linked(plan, row, rows, contents) else None

    def _set_years(self, plan: TablePlan, row: list[Value]) -> None:
        """Let each date lie in its year, or the year be that of the date where no other table has a say in it."""
        for year, date in plan.years:
            number, day = row[year], row[date]
            if not isinstance(number, int) or not isinstance(day, str) or not day[:4].isdigit():
                continue
            if year in plan.linked or self._random() < 0.5:
                row[date] = f"{number:04}{day[4:]}"
            else:
                row[year] = int(day[:4])

    def _begin_alike(self, plan: TablePlan, row: list[Value]) -> bool:
        """Let codes begin as those that refer to other rows do; False where two that refer to rows do not."""
        for one, other, width in plan.alike:
            here, there = row[one], row[other]
            if not isinstance(here, str) or not isinstance(there, str) or here[:width] == there[:width]:
                continue
            if other not in plan.linked:
                row[other] = here[:width] + there[width:]
            elif one not in plan.linked:
                row[one] = there[:width] + here[width:]
            else:
                return False
        return True

    def _look_up(self, plan: TablePlan, row: list[Value]) -> None:
        """Give the row the values of a row of the look-up table, of those that agree with it most."""
        agreeing = [sum(_agreement(a, b) for a, b in zip(known, row, strict=True)) for known in plan.contents]
        best = [known for known, count in zip(plan.contents, agreeing, strict=True) if count == max(agreeing)]
        for position, value in enumerate(best[int(self._random() * len(best))]):
            if value is not None:
                row[position] = value

    def _linked(self, plan: TablePlan, row: list[Value], rows: list[Row], contents: list[list[Row]]) -> bool:
        """Point the row's foreign keys at existing rows; False when that cannot be."""
        for place, link in enumerate(plan.links):
            if link.forward or any(row[position] is None for position in link.here):
                continue
            own = link.target == len(contents)
            targets = [*rows, tuple(row)] if own else contents[link.target]
            if self._profile.targets and not link.single and place == int(self._narrow * len(plan.links)):
                targets = targets[: self._profile.targets]
            values = link.left(link.targets(targets), rows)
            if self._profile.in_step:
                values = values[len(rows) % len(values) :][:1] if values else values
            if not self._point(plan, link, row, values):
                return False
        return True

    def _point(self, plan: TablePlan, link: Link, row: list[Value], values: list[Row]) -> bool:
        """Let the row refer to one of the values, which it may do already; False when that cannot be."""
        if link.pointer(row) in values and self._random() < 0.5:
            return True
        if values:
            chosen = values[int(self._random() * len(values))]
            for position, value in zip(link.here, chosen, strict=True):
                row[position] = value
        elif all(plan.nullable[position] for position in link.here):
            for position in link.here:
                row[position] = None
        else:
            return False
        return True

    def close_circles(self, plans: Sequence[TablePlan], contents: list[list[Row]]) -> None:
        """Set the foreign keys that point forward; a row that finds nothing to refer to is left out."""
        for place, plan in enumerate(plans):
            links = [(link, link.targets(contents[link.target])) for link in plan.links if link.forward]
            kept: list[Row] = []
            for row in map(list, contents[place]):
                free = [(link, link.left(found, kept)) for link, found in links]
                if all(None in link.pointer(row) or self._point(plan, link, row, found) for link, found in free):
                    kept.append(tuple(row))
            contents[place] = kept

    def _distinct(self, plan: TablePlan, row: list[Value], seen: list[set[Row]]) -> bool:
        """Make the row differ from all others on every key; False when that cannot be."""
        parts: list[Row] = []
        for key, taken in zip(plan.keys, seen, strict=True):
            part = tuple([row[position] for position in key])
            if part in taken and None not in part:
                if plan.contents:
                    return False
                renewed = self._renewed(plan, row, key, taken)
                if renewed is None:
                    return False
                part = renewed
            parts.append(part)
        if len(parts) > 1:  # renewing one key may have changed another that overlaps it
            parts = [tuple([row[position] for position in key]) for key in plan.keys]
            if any(part in taken and None not in part for part, taken in zip(parts, seen, strict=True)):
                return False
        for part, taken in zip(parts, seen, strict=True):
            taken.add(part)
        return True

    def _renewed(self, plan: TablePlan, row: list[Value], key: tuple[int, ...], taken: set[Row]) -> Row | None:
        for position in key:
            if position in plan.linked or any(position == year for year, _ in plan.years):
                continue
            for value in plan.fills[position].pool:
                row[position] = _in_year(plan, row, position, value)
                part = tuple([row[index] for index in key])
                if part not in taken:
                    return part
        return None

    def _passing(self, plan: TablePlan, position: int) -> Value:
        fill, random = plan.fills[position], self._random
        if fill.shared:
            values = fill.shared[int(random() * len(fill.shared))]
            return values[int(random() * len(values))]
        if fill.disputed and random() < 0.7:
            values = fill.disputed[int(random() * len(fill.disputed))]
            return values[int(random() * len(values))]
        return self._any(plan, position)

    def _loose(self, plan: TablePlan, position: int) -> Value:
        fill, random = plan.fills[position], self._random
        if fill.near and random() < 0.5:
            return fill.near[int(random() * len(fill.near))]
        return self._any(plan, position)

    def _any(self, plan: TablePlan, position: int) -> Value:
        fill, random = plan.fills[position], self._random
        key = (plan.classes[position], len(fill.pool), fill.pool[0])
        domain = self._domains.get(key)
        if domain is None:
            pool = fill.pool
            size = len(pool)
            domain = self._domains[key] = [pool[int(random() * size)] for _ in range(self._spread)]
        return domain[int(random() * len(domain))]


def _partners(key: Inclusion, plans: Sequence[TablePlan]) -> _Partners:
    """Return where the ends are of what says that rows are referred to."""
    parent, child = (next(i for i, plan in enumerate(plans) if plan.name == name) for name in (key.table, key.target))
    here = tuple(plans[parent].columns.index(name) for name in key.columns)
    return _Partners(parent, here, child, tuple(plans[child].columns.index(name) for name in key.target_columns))


def _in_year(plan: TablePlan, row: Sequence[Value], position: int, value: Value) -> Value:
    """Return a new value for a position; a date stays in the year that the row says."""
    years = (row[year] for year, date in plan.years if date == position)
    year = next((number for number in years if isinstance(number, int)), None)
    return value if year is None or not isinstance(value, str) else f"{year:04}{value[4:]}"


def _with_mirrors(plan: TablePlan, rows: list[Row]) -> list[Row]:
    """Return the rows, each with its mirror images; without those of which an image breaks a key."""
    found: list[Row] = []
    seen: list[set[Row]] = [set() for _ in plan.keys]
    for row in rows:
        images = dict.fromkeys((row, *(tuple([row[place] for place in order]) for order in plan.mirrors)))
        new = [image for image in images if image not in found]
        parts = [[tuple([image[place] for place in key]) for image in new] for key in plan.keys]
        if all(len(set(part)) == len(part) and taken.isdisjoint(part) for part, taken in zip(parts, seen, strict=True)):
            found += new
            for part, taken in zip(parts, seen, strict=True):
                taken.update(part)
    return found


def _agreement(known: Value, drawn: Value) -> int:
    """Return how much it counts that two values agree: texts are what queries look for, numbers are mere ids."""
    return 0 if known is None or known != drawn else 2 if isinstance(known, str) else 1

"""A foreign key: what a row refers to exists."""

from __future__ import annotations

from spotit.database import Row, Tables, rows_of
from spotit.dialect.storage import Equality, stored
from spotit.dialect.types import NUMERIC_AFFINITIES, Affinity
from spotit.frozen import frozen


@frozen
class Inclusion:
    """The `columns` of each row, unless one is NULL, occur as the `target_columns` of a row of table `target`.

    A value is compared as SQLite does it: under the affinity and the collation of the target's column
    (foreignkeys.html, section 3). The same holds where SQLite cannot enforce the key itself.
    """

    table: str
    columns: tuple[str, ...]
    affinities: tuple[Affinity, ...]
    """Those of `columns`."""
    target: str
    target_columns: tuple[str, ...]
    equality: tuple[Equality, ...]
    """When two values of each target column are equal."""
    is_enforced: bool
    """SQLite can enforce it: the target columns are a declared key."""

    def __str__(self) -> str:
        return f"{self.table}({', '.join(self.columns)}) -> {self.target}({', '.join(self.target_columns)})"

    @property
    def is_plain(self) -> bool:
        """Whether a row's values equal those of its partner as they stand: nothing is converted, no text is folded."""
        ends = zip(self.affinities, self.equality, strict=True)
        return all(
            (here is there.affinity or {here, there.affinity} <= NUMERIC_AFFINITIES) and there.collation.is_identity
            for here, there in ends
        )

    @property
    def _is_alike(self) -> bool:
        """Whether both ends store a value in the same way, so that one and the same value refers to itself."""
        return all(here is there.affinity for here, there in zip(self.affinities, self.equality, strict=True))

    def pointer(self, values: Row) -> Row | None:
        """Return what a row with these values in `columns` refers to; None when one of them is NULL."""
        kept = [stored(value, affinity) for value, affinity in zip(values, self.affinities, strict=True)]
        return None if None in kept else self.end(tuple(kept))

    def end(self, values: Row) -> Row:
        """Return what a row with these values in `target_columns` is referred to as."""
        return tuple([equality.key(value) for equality, value in zip(self.equality, values, strict=True)])

    def missing(self, tables: Tables) -> dict[Row, list[int]]:
        """Return what rows refer to and no row of the target is, as their own values, with the places of these rows."""
        pointing = rows_of(tables, self.table)
        if not pointing.rows:
            return {}
        targets = rows_of(tables, self.target).project(self.target_columns)
        doubted = list(enumerate(pointing.project(self.columns)))
        if self._is_alike:
            plain = set(map(_typed, targets))
            doubted = [(place, values) for place, values in doubted if _typed(values) not in plain]
        if not doubted:
            return {}
        found = set(map(self.end, targets))
        broken: dict[Row, tuple[Row, list[int]]] = {}
        for place, values in doubted:
            pointer = self.pointer(values)
            if pointer is not None and pointer not in found:
                broken.setdefault(pointer, (values, []))[1].append(place)
        return dict(broken.values())

    def broken_by(self, tables: Tables) -> list[int]:
        """Return the places of the rows that refer to nothing."""
        return sorted(place for places in self.missing(tables).values() for place in places)


def _typed(values: Row) -> tuple[Row, tuple[type, ...]]:
    """Return values in a form that tells 1 from 1.0: as texts they differ."""
    return values, tuple(map(type, values))

"""The form of a profile: statistics of the columns of a database, without the database (docs/reference/facts.md)."""

from __future__ import annotations

from math import isfinite

import msgspec

from spotit.dialect.names import fold

_MOST_ROWS = 1 << 63


class ProfileColumn(msgspec.Struct):
    """The statistics of one column."""

    name: str
    null_fraction: float = 0.0
    unique_count: int | None = None
    sample_values: tuple[str | float | int | None, ...] = ()
    """Values that occur, the most frequent first; all of them if there are as many as `unique_count`."""
    min_value: str | float | int | None = None
    max_value: str | float | int | None = None
    type: str = ""

    @property
    def values(self) -> tuple[str | float | int, ...]:
        """The sample values without NULL."""
        return tuple(value for value in self.sample_values if value is not None)

    @property
    def ends(self) -> tuple[str | float | int | None, str | float | int | None]:
        """The least and the greatest value."""
        return self.min_value, self.max_value

    @property
    def is_listed(self) -> bool:
        """Whether the sample values are all that there are."""
        return bool(self.values) and len(set(self.values)) == self.unique_count

    @property
    def texts(self) -> tuple[str, ...]:
        """All values that are known, if each of them is a text; otherwise none."""
        known = (*self.ends, *self.values)
        return tuple(value for value in known if isinstance(value, str)) if _all_texts(known) else ()


def _all_texts(values: tuple[object, ...]) -> bool:
    return all(isinstance(value, str) for value in values)


class ProfileTable(msgspec.Struct):
    """The statistics of one table."""

    name: str
    row_count: int
    columns: tuple[ProfileColumn, ...]
    primary_key: tuple[str, ...] = ()

    def require_possible(self) -> None:
        """Raise `ValueError` for numbers that no table has."""
        if not 0 <= self.row_count <= _MOST_ROWS:
            raise ValueError(f"the table {self.name} cannot have {self.row_count} rows")
        for column in self.columns:
            if not 0 <= column.null_fraction <= 1:
                raise ValueError(f"null_fraction of {self.name}.{column.name} is not between 0 and 1")
            if column.unique_count is not None and not 0 <= column.unique_count <= _MOST_ROWS:
                raise ValueError(f"unique_count of {self.name}.{column.name} is no number of values")
            if any(isinstance(value, float) and not isfinite(value) for value in (*column.ends, *column.values)):
                raise ValueError(f"{self.name}.{column.name} has a value that is no number")

    def column(self, name: str) -> ProfileColumn | None:
        """Return the column of that name, ignoring case."""
        return next((column for column in self.columns if fold(column.name) == fold(name)), None)

    def nulls(self, column: ProfileColumn) -> int:
        """Return the number of NULLs; at least one where the fraction says that there are some."""
        return max(round(self.row_count * column.null_fraction), int(column.null_fraction > 0))

    def present(self, column: ProfileColumn) -> int:
        """Return the number of values that are not NULL."""
        return self.row_count - self.nulls(column)


class DataProfile(msgspec.Struct):
    """The content of a profile file; other fields are ignored."""

    tables: tuple[ProfileTable, ...]
    database: str = ""

    def table(self, name: str) -> ProfileTable | None:
        """Return the table of that name, ignoring case."""
        return next((table for table in self.tables if fold(table.name) == fold(name)), None)

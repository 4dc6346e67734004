"""The choices a check is run with. All of them are part of what its verdict claims."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import datetime
from enum import StrEnum
from typing import TypedDict, cast

from spotit.errors import OptionError
from spotit.frozen import frozen

MOST_ROWS = 50
"""The greatest bound."""
MOST_SECONDS = 10_000_000.0
"""The longest time limit."""


class Semantics(StrEnum):
    """How two results are compared."""

    SET = "set"
    BAG = "bag"
    LIST = "list"
    SPIDER = "spider"


_LABELS = {
    "sqlite": "SQLite",
    "postgres": "PostgreSQL",
    "mysql": "MySQL",
    "duckdb": "DuckDB",
    "calcite": "Apache Calcite",
}


class QueryDialect(StrEnum):
    """The SQL that queries are written in; what is not SQLite's is translated first."""

    SQLITE = "sqlite"
    POSTGRES = "postgres"
    MYSQL = "mysql"
    DUCKDB = "duckdb"
    CALCITE = "calcite"

    @property
    def label(self) -> str:
        """The name of the database system for people."""
        return _LABELS[self.value]


class Columns(StrEnum):
    """Which columns of the right result stand for those of the left one."""

    EXACT = "exact"
    """Those in the same place; there are no others."""
    PERMUTED = "permuted"
    """All of them, in some order."""
    EXTRA = "extra"
    """Some of them, in some order: the right result may have more."""


class Realistic(StrEnum):
    """What facts of example data mean for a check."""

    SOFT = "soft"
    """A difference that only data which break a rule show is `unlikely`."""
    HARD = "hard"
    """Rules are part of the schema, and of what a proof takes for granted."""
    OFF = "off"


@frozen
class Options:
    """The options of one check."""

    bound: int = 5
    """Rows per table for which the answer is asked; a proof goes on to more where that is cheap, and says how far."""
    semantics: Semantics = Semantics.SET
    """`set` as BIRD, `bag`, `list`, or `spider` (bag, list when the left query orders, columns may permute)."""
    columns: Columns = Columns.EXACT
    """Columns in the same places, in any order (`permuted`), or in any order among more of the right (`extra`)."""
    dialect: QueryDialect = QueryDialect.SQLITE
    """The SQL of both queries. Those of other systems are translated, and judged by SQLite's rules."""
    work: float = 1.0
    """Effort for the whole check, as a multiple of the usual. It is counted, not timed: the same on any machine."""
    timeout: float = 60.0
    """Seconds for the whole check, by the clock on the wall: an outer limit, whatever the work."""
    degenerate: bool = False
    """Count "no row against a row of NULLs" as a difference."""
    null_keys: bool = False
    """Let primary key columns hold NULL, as SQLite does for historical reasons."""
    foreign_keys: bool = True
    """Keep the declared foreign keys."""
    now: str | None = None
    """The instant that 'now' and CURRENT_TIMESTAMP stand for, "YYYY-MM-DD HH:MM:SS" in UTC; None for any instant."""
    seed: int = 1
    """Seed of the random search."""
    product_rows: int = 4000
    """The largest intermediate symbolic table that is built."""
    memory_mb: int = 4096
    """Memory limit of the solver."""
    prefer: tuple[str, ...] = ()
    """Wishes and requirements for witnesses, in the language of `spotit.preferences`."""
    realistic: Realistic = Realistic.SOFT
    """What the rules of example data, where there are any, mean: `soft` for grades, `hard` for proofs too, or `off`."""

    def comparison(self, ordered: bool) -> Semantics:
        """Return how rows are compared when the left query orders them or not: what `spider` comes to."""
        return rows_compared(self.semantics, ordered=ordered)

    @property
    def matching(self) -> Columns:
        """How columns are matched: `spider` lets them permute."""
        return columns_compared(self.semantics, self.columns)

    def __post_init__(self) -> None:
        object.__setattr__(self, "semantics", Semantics(self.semantics))
        object.__setattr__(self, "columns", Columns(self.columns))
        object.__setattr__(self, "prefer", (self.prefer,) if isinstance(self.prefer, str) else tuple(self.prefer))
        object.__setattr__(self, "realistic", Realistic(self.realistic))
        object.__setattr__(self, "dialect", QueryDialect(self.dialect))
        if not 1 <= self.bound <= MOST_ROWS:
            raise OptionError(f"bound must be between 1 and {MOST_ROWS}, not {self.bound}")
        if not 0 < self.work <= 1_000_000:
            raise OptionError(f"work must be positive and at most 1000000, not {self.work}")
        if not 0 < self.timeout <= MOST_SECONDS:
            raise OptionError(f"timeout must be positive and at most {MOST_SECONDS:g}, not {self.timeout}")
        if self.now is not None and not _is_instant(self.now):
            raise OptionError(f"now must be an instant such as 2024-02-29 12:00:00, not {self.now!r}")


def _is_instant(text: str) -> bool:
    try:
        return 1 <= datetime.fromisoformat(text).year <= 9999
    except (TypeError, ValueError):
        return False


class OptionChanges(TypedDict, total=False):
    """The options by name, as `check(left, right, schema, bound=3)` takes them."""

    bound: int
    semantics: Semantics | str
    columns: Columns | str
    dialect: QueryDialect | str
    work: float
    timeout: float
    degenerate: bool
    null_keys: bool
    foreign_keys: bool
    now: str | None
    seed: int
    product_rows: int
    memory_mb: int
    prefer: tuple[str, ...] | list[str] | str
    realistic: Realistic | str


def options_with(options: Options | None, changes: OptionChanges) -> Options:
    """Return the options, or the usual ones, with these changes; raise `TypeError` for a name that is no option."""
    if options is not None and not isinstance(options, Options):
        raise TypeError(f"options must be spotit.Options, not {type(options).__name__}")
    names = [field.name for field in fields(Options)]
    if unknown := [name for name in changes if name not in names]:
        raise TypeError(f"there is no option {', '.join(unknown)}; the options are {', '.join(names)}")
    return replace(options or Options(), **cast("dict[str, object]", changes))  # type: ignore[arg-type]


def rows_compared(semantics: Semantics, *, ordered: bool) -> Semantics:
    """Return `set`, `bag` or `list`: `spider` is `list` where the left query orders its rows, else `bag`."""
    if semantics is not Semantics.SPIDER:
        return semantics
    return Semantics.LIST if ordered else Semantics.BAG


def columns_compared(semantics: Semantics, columns: Columns) -> Columns:
    """Return how columns are matched: under `spider` they may permute."""
    if semantics is Semantics.SPIDER and columns is Columns.EXACT:
        return Columns.PERMUTED
    return columns

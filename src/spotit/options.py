"""The choices a check is run with. All of them are part of what its verdict claims."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Semantics(StrEnum):
    """How two results are compared."""

    SET = "set"
    BAG = "bag"
    LIST = "list"
    SPIDER = "spider"


@dataclass(frozen=True, slots=True)
class Options:
    """The options of one check."""

    bound: int = 5
    """Rows per table, at most."""
    semantics: Semantics = Semantics.SET
    """`set` as BIRD, `bag`, `list`, or `spider` (bag, list when the left query orders, columns may permute)."""
    timeout: float = 60.0
    """Seconds for the whole check."""
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

    def comparison(self, ordered: bool) -> Semantics:
        """Return how results are compared when the left query orders them or not: what `spider` comes to."""
        if self.semantics is not Semantics.SPIDER:
            return self.semantics
        return Semantics.LIST if ordered else Semantics.BAG

    def __post_init__(self) -> None:
        object.__setattr__(self, "semantics", Semantics(self.semantics))
        if not 1 <= self.bound <= 50:
            raise ValueError(f"bound must be between 1 and 50, not {self.bound}")
        if self.timeout <= 0:
            raise ValueError(f"timeout must be positive, not {self.timeout}")

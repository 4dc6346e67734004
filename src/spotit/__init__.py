"""SpotIt finds out whether two SQL queries really mean the same.

Names are imported when they are first used: `import spotit` alone takes no time.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spotit.api import assert_equivalent, check
    from spotit.assumption import Assumption
    from spotit.batch import Pool, QueryPair, check_many
    from spotit.database import Database, Failure, Rows
    from spotit.options import Columns, Options, Semantics
    from spotit.schema import Schema
    from spotit.schemas.load import load_schema
    from spotit.verdict import (
        Different,
        Equivalent,
        EquivalentUpTo,
        Grade,
        Invalid,
        Undecided,
        Unrefuted,
        Unsupported,
        Verdict,
        Witness,
    )

__version__ = "0.1.0"

_HOMES = {
    "api": ("assert_equivalent", "check"),
    "assumption": ("Assumption",),
    "batch": ("Pool", "QueryPair", "check_many"),
    "database": ("Database", "Failure", "Rows"),
    "options": ("Columns", "Options", "Semantics"),
    "schema": ("Schema",),
    "schemas.load": ("load_schema",),
    "verdict": (
        "Different",
        "Equivalent",
        "EquivalentUpTo",
        "Grade",
        "Invalid",
        "Undecided",
        "Unrefuted",
        "Unsupported",
        "Verdict",
        "Witness",
    ),
}
"""The public names, and the modules in which they live."""


def __getattr__(name: str) -> object:
    """Return a public name from its module."""
    for module, names in _HOMES.items():
        if name in names:
            found = globals()[name] = getattr(import_module(f"spotit.{module}"), name)
            return found
    raise AttributeError(f"module 'spotit' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted((*__all__, "__version__"))


__all__ = [
    "Assumption",
    "Columns",
    "Database",
    "Different",
    "Equivalent",
    "EquivalentUpTo",
    "Failure",
    "Grade",
    "Invalid",
    "Options",
    "Pool",
    "QueryPair",
    "Rows",
    "Schema",
    "Semantics",
    "Undecided",
    "Unrefuted",
    "Unsupported",
    "Verdict",
    "Witness",
    "assert_equivalent",
    "check",
    "check_many",
    "load_schema",
]

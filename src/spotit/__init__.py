"""SpotIt finds out whether two SQL queries really mean the same."""

from spotit.api import check
from spotit.assumption import Assumption
from spotit.batch import QueryPair, check_many
from spotit.database import Database, Rows
from spotit.options import Options, Semantics
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

__all__ = [
    "Assumption",
    "Database",
    "Different",
    "Equivalent",
    "EquivalentUpTo",
    "Grade",
    "Invalid",
    "Options",
    "QueryPair",
    "Rows",
    "Schema",
    "Semantics",
    "Undecided",
    "Unrefuted",
    "Unsupported",
    "Verdict",
    "Witness",
    "check",
    "check_many",
    "load_schema",
]

"""The one place that knows which database systems there are."""

from __future__ import annotations

from collections.abc import Mapping

from spotit.engine.protocol import Engine, System
from spotit.engine.sqlite.system import Sqlite
from spotit.options import Options
from spotit.schema import Schema

SYSTEMS: Mapping[str, System] = {"sqlite": Sqlite()}
"""The systems by the names that a user chooses them by."""


def system(name: str = "sqlite") -> System:
    """Return the database system of that name."""
    return SYSTEMS[name]


def open_engine(schema: Schema, options: Options, name: str = "sqlite") -> Engine:
    """Return an empty database of the schema on the system of that name."""
    return system(name).open_engine(schema, options)

"""The one place that knows which database systems there are."""

from __future__ import annotations

from spotit.dialect.sqlite import SQLITE
from spotit.engine.protocol import Engine, System
from spotit.engine.sqlite.system import Sqlite
from spotit.options import Options
from spotit.schema import Schema

SYSTEMS: dict[str, System] = {SQLITE.name: Sqlite()}
"""The systems by the names of their dialects."""


def system(name: str = SQLITE.name) -> System:
    """Return the database system of that name."""
    return SYSTEMS[name]


def system_of(schema: Schema) -> System:
    """Return the database system whose dialect the schema is in."""
    return SYSTEMS[schema.dialect.name]


def open_engine(schema: Schema, options: Options) -> Engine:
    """Return an empty database of the schema on its system."""
    return system_of(schema).open_engine(schema, options)

"""`check`: are two queries the same? The flow itself is in `search.flow`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from spotit.database import Database
from spotit.depth import with_room
from spotit.engine.lease import Engines
from spotit.options import Options
from spotit.schema import Schema
from spotit.schemas.load import load_schema
from spotit.search.flow import decide
from spotit.search.meter import Meter
from spotit.verdict import Verdict

SchemaSource = Schema | str | Path | Mapping[str, object]
_ENGINES = Engines()
"""The engines of this process that no check uses at the moment."""


def check(
    left: str,
    right: str,
    schema: SchemaSource,
    options: Options | None = None,
    *,
    known: Sequence[Database] = (),
) -> Verdict:
    """Return whether two queries mean the same on every database of the schema.

    `schema` is a Schema, DDL text, a .sql file, a SQLite file, or a BIRD/Spider `tables.json` entry. `known` are
    databases to try first, such as witnesses against other answers to the same question.
    """
    options = options or Options()
    source = schema if isinstance(schema, Schema) else load_schema(schema)
    meter = Meter(options.timeout)

    def work() -> Verdict:
        with _ENGINES.lend(source, options) as engine:
            return decide(left, right, engine, known, meter)

    return with_room(work)

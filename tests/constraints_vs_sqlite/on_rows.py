"""Which constraints the rows of a database break."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from spotit.constraints.check import Check, Evaluate
from spotit.constraints.constraint import violations
from spotit.database import Database, Rows
from spotit.dialect.wording import quote
from spotit.engine.open import open_engine
from spotit.options import Options
from spotit.schema import Schema, Table


def conditions_of(schema: Schema) -> Evaluate:
    """Return what asks SQLite for the truth of a CHECK on rows, in tables where every row may be."""
    engine = open_engine(Schema(tuple(_unbound(table) for table in schema.tables)), Options())

    def evaluate(check: Check, rows: Rows) -> Sequence[bool | None]:
        table = engine.schema.table(check.table)
        assert table is not None and table.hidden_rowid is not None
        names = tuple(column.name for column in table.columns)
        numbered = tuple((*row, place) for place, row in enumerate(rows.project(names)))
        engine.load(Database({check.table: Rows((*names, table.hidden_rowid), numbered)}))
        condition = f"CASE WHEN {check.condition} THEN 1 WHEN NOT ({check.condition}) THEN 0 END"
        found = engine.run(f"SELECT {condition} FROM {quote(check.table)} ORDER BY {table.hidden_rowid}")
        return [None if value is None else bool(value) for (value,) in found.rows]

    return evaluate


def _unbound(table: Table) -> Table:
    columns = tuple(replace(column, not_null=False) for column in table.columns)
    return Table(table.name, columns)


def broken(schema: Schema, database: Database, options: Options, evaluate: Evaluate | None = None) -> list[str]:
    """Return which rows break which constraints, in words."""
    kept = schema.constraints(null_keys=options.null_keys, foreign_keys=options.foreign_keys)
    return list(violations(kept, database.tables, evaluate or conditions_of(schema)))

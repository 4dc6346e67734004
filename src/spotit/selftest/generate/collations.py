"""Copies of a query that have one COLLATE more."""

from __future__ import annotations

from collections.abc import Iterator

from spotit.dialect.tokens import tokens
from spotit.engine.failures import QueryError
from spotit.engine.open import open_engine
from spotit.options import Options
from spotit.schema import Kind, Schema


def additions(sql: str, collation: str, schema: Schema) -> Iterator[str]:
    """Yield the query with a COLLATE after each mention of a text column where SQLite takes one."""
    columns = {column.name for table in schema.tables for column in table.columns if column.kind is Kind.TEXT}
    engine = open_engine(schema, Options())
    for token in tokens(sql):
        if token.name in columns:
            changed = f"{sql[: token.end]} COLLATE {collation}{sql[token.end :]}"
            try:
                engine.inspect(changed)
            except QueryError:
                continue
            yield changed

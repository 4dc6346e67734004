"""What a schema and the options of a check promise about every database."""

from __future__ import annotations

from spotit.constraints.inclusion import Inclusion
from spotit.frozen import frozen
from spotit.options import Options
from spotit.schema import Schema, Table


@frozen
class Facts:
    """Keys, NOT NULL and foreign keys, as far as the options let a proof use them."""

    schema: Schema
    null_keys: bool = False
    foreign_keys: bool = True

    @staticmethod
    def of(schema: Schema, options: Options) -> Facts:
        """Return the facts that hold for a check with these options."""
        return Facts(schema, options.null_keys, options.foreign_keys)

    def table(self, name: str) -> Table:
        """Return the table that a scan reads."""
        table = self.schema.table(name)
        assert table is not None, name
        return table

    def never_null(self, table: str, field: str) -> bool:
        """Tell whether a column of a table holds no NULL."""
        found = self.table(table)
        return field == found.hidden_rowid or found.never_null(field, null_keys=self.null_keys)

    def keys(self, table: str) -> tuple[frozenset[str], ...]:
        """Return the sets of columns that together occur once at most where none of them is NULL."""
        return self.schema.key_columns(self.table(table))

    def inclusions(self, table: str) -> tuple[Inclusion, ...]:
        """Return the foreign keys of a table."""
        return self.schema.inclusions(table) if self.foreign_keys else ()

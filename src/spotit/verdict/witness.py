"""A database on which two queries differ, and where its rows come from."""

from __future__ import annotations

from spotit.database import Database, Value, json_value
from spotit.dialect.wording import literal
from spotit.frozen import frozen


@frozen
class ChangedCell:
    """A cell of a witness that holds another value than the row of the example database."""

    table: str
    row: int
    """From 0."""
    column: str
    value: Value
    """The value in the example database."""


@frozen
class Origin:
    """Where the rows of a witness come from, if not from the search itself: the example database."""

    source: str
    """The name of the file."""
    rows: int
    changed: tuple[ChangedCell, ...] = ()

    @property
    def text(self) -> str:
        """One sentence for people."""
        rows = "This row is" if self.rows == 1 else f"These {self.rows} rows are"
        if not self.changed:
            return f"{rows} from your database, {self.source}."
        cells = "one cell was changed" if len(self.changed) == 1 else f"{len(self.changed)} cells were changed"
        told = ", ".join(f"{cell.table}.{cell.column} was {literal(cell.value)}" for cell in self.changed)
        return f"{rows} from your database, {self.source}; {cells} ({told})."

    def as_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        changed = [
            {"table": cell.table, "row": cell.row, "column": cell.column, "value": json_value(cell.value)}
            for cell in self.changed
        ]
        return {"source": self.source, "rows": self.rows, "changed": changed}


@frozen
class Witness:
    """A database on which two queries differ, and what is known about it."""

    database: Database
    script: str
    """CREATE and INSERT statements that load it in the engine."""
    tags: tuple[str, ...] = ()
    """What is unnatural about it: `letter case`, `malformed date`, `number as text`, `odd value`, `absent entity`."""
    explanation: str = ""
    minimal: bool = False
    """No witness of the same grade with fewer rows exists: proved."""
    queries: tuple[str, ...] | None = None
    """Where they read the clock: both queries with the instant in its place, which answer the same at any time."""
    breaks: tuple[str, ...] = ()
    """The rules of the example data that it breaks, with their support."""
    origin: Origin | None = None
    """Where its rows are those of the example database: which of its cells were changed."""

    @property
    def now(self) -> str | None:
        """The instant at which the clock stands; None where no query reads it."""
        return self.database.now

    def as_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        return {
            "tables": {name: rows.as_dict() for name, rows in self.database.tables.items()},
            "sql": self.script,
            "now": self.now,
            "queries": None if self.queries is None else list(self.queries),
            "tags": list(self.tags),
            "explanation": self.explanation,
            "minimal": self.minimal,
            "breaks": list(self.breaks),
            "origin": None if self.origin is None else self.origin.as_dict(),
        }

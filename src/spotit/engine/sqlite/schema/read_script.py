"""CREATE statements executed by SQLite, and read back as a schema."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import apsw

from spotit.dialect.statements import Statement, statements
from spotit.engine.protocol import Translate
from spotit.engine.sqlite.sandbox import Mode, loading, open_memory
from spotit.engine.sqlite.schema.catalog import read_catalog
from spotit.engine.sqlite.schema.ddl_repair import quoted_names
from spotit.engine.sqlite.schema.table_clauses import without_checks
from spotit.errors import SchemaError, Span
from spotit.schema import Schema

_SILENT = frozenset({"BEGIN", "COMMIT", "END", "PRAGMA", "START", "ANALYZE", "VACUUM"})
"""Statements that say nothing about the schema."""
_CREATED = frozenset({"TABLE", "VIEW", "TRIGGER", "INDEX", "UNIQUE", "VIRTUAL"})
_MODIFIERS = frozenset({"TEMP", "TEMPORARY", "OR", "REPLACE", "GLOBAL", "LOCAL", "UNLOGGED"})


def read_script(text: str, *, translate: Translate | None = None) -> Schema:
    """Return the schema that a script of CREATE statements defines; raise `SchemaError` naming the statement.

    Statements about data are ignored with a note. A CREATE TABLE that SQLite does not take goes through
    `translate`, whose wordings are tried in turn.
    """
    connection, gate = open_memory()
    ignored: Counter[str] = Counter()
    notes: list[str] = []
    unkept: list[str] = []
    try:
        with loading(gate, Mode.DEFINE):
            for statement in statements(text):
                sort = _sort(statement)
                if sort in _CREATED or sort in ("ALTER", "DROP"):
                    notes += _define(connection, statement, sort, text, translate, unkept)
                elif sort not in _SILENT:
                    ignored[sort] += 1
        notes += [f"{count} {sort} statement{'s' * (count > 1)} ignored" for sort, count in ignored.items()]
        with loading(gate, Mode.OWN):
            schema = read_catalog(connection, notes=notes, unkept=unkept)
    finally:
        connection.close(True)
    if not schema.tables:
        raise SchemaError("the schema has no CREATE TABLE statement")
    return schema


def _sort(statement: Statement) -> str:
    """Return what the statement is about: the word after CREATE, or else its first word."""
    words = statement.words(5)
    if words[0] != "CREATE":
        return words[0] or statement.tokens[0].text
    return next((word for word in words[1:] if word not in _MODIFIERS), "CREATE")


def _define(
    connection: apsw.Connection,
    statement: Statement,
    sort: str,
    text: str,
    translate: Translate | None,
    unkept: list[str],
) -> list[str]:
    """Execute one statement; return notes on what had no effect, and add restrictions that are lost to `unkept`."""
    before = _objects(connection)
    try:
        connection.execute(statement.text)
    except (apsw.Error, UnicodeEncodeError) as error:
        if sort == "INDEX":
            return []  # an index that is not unique only decides among rows where SQL leaves a choice
        if sort in ("ALTER", "UNIQUE", "TRIGGER"):
            unkept.append(f"{_start(statement)} is ignored: {error}")
            return []
        if sort in ("DROP", "VIEW", "VIRTUAL"):
            return [f"{_start(statement)} is ignored: {error}"]
        if "reserved for internal use" in str(error):
            return [f"{_start(statement)} is ignored: the table is SQLite's own"]
        wordings = () if "already exists" in str(error) else _wordings(statement, translate)
        if not _first_that_loads(connection, wordings):
            lost = _lost_checks(connection, (statement.text, *_wordings(statement, translate)))
            if not lost:
                raise _error(statement, text, error) from None
            unkept += [f"CHECK ({check}) is left out: {error}" for check in lost]
            return []
        return [f"{_start(statement)} is not in SQLite's dialect and was reworded"]
    if sort == "TABLE" and _objects(connection) == before:
        return [f"{_start(statement)} is ignored: temporary, or there is a table of that name"]
    return []


def _wordings(statement: Statement, translate: Translate | None) -> Iterator[str]:
    quoted = quoted_names(statement)
    if quoted is not None:
        yield quoted
    if translate is not None:
        yield from translate(statement.text)


def _first_that_loads(connection: apsw.Connection, wordings: Iterable[str]) -> bool:
    for wording in wordings:
        try:
            connection.execute(wording)
        except (apsw.Error, UnicodeEncodeError):
            continue
        return True
    return False


def _lost_checks(connection: apsw.Connection, wordings: Iterable[str]) -> tuple[str, ...]:
    """Execute the first wording that SQLite takes without some of its CHECKs; return these, none if there is none."""
    for wording in wordings:
        for bare, lost in without_checks(wording):
            if lost and _first_that_loads(connection, (bare,)):
                return lost
    return ()


def _objects(connection: apsw.Connection) -> int:
    """Return a number that is greater once there is another table."""
    return int(connection.execute("SELECT coalesce(max(rowid), 0) FROM main.sqlite_schema").get)


def _start(statement: Statement) -> str:
    """Return the beginning of the statement on one line."""
    line = " ".join(statement.text.split())
    return line if len(line) <= 60 else line[:57] + "..."


def _error(statement: Statement, text: str, error: Exception) -> SchemaError:
    offset = max(0, getattr(error, "error_offset", -1))
    inside = len(statement.text.encode(errors="replace")[:offset].decode(errors="ignore"))
    line, column = Span(statement.start + inside, statement.start + inside).line_column(text)
    return SchemaError(f"{error}, at line {line}, column {column}: {_start(statement)}")

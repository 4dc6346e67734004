"""An SQLite file built from SQL text: CREATE and INSERT statements, and nothing else."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import apsw

from spotit.dialect.statements import statements
from spotit.engine.sqlite.sandbox import Mode, loading, open_memory
from spotit.errors import SchemaError

SCRIPT_SECONDS = 300.0
"""For one script, rows and all."""
_FRAMING = frozenset({"BEGIN", "COMMIT", "END", "PRAGMA", "ANALYZE", "VACUUM"})
"""Statements of a dump that do not change what the database holds."""


def build_database(path: Path, scripts: Iterable[str]) -> None:
    """Write a new database file with what the scripts create; the file appears as a whole or not at all.

    The scripts run behind the sandbox, as any SQL from outside.
    """
    connection, gate = open_memory()
    try:
        for script in scripts:
            with loading(gate, Mode.DEFINE, SCRIPT_SECONDS):
                _run(connection, script)
        gate.mode = Mode.OWN
        _save(connection, path)
    finally:
        connection.close(True)


def _run(connection: apsw.Connection, script: str) -> None:
    for statement in statements(script):
        if statement.words(1)[0] in _FRAMING:
            continue
        try:
            connection.execute(statement.text)
        except apsw.Error as error:
            line = script.count("\n", 0, statement.start) + 1
            raise SchemaError(f"line {line}: {error}: {' '.join(statement.text.split())[:80]}") from None


def _save(connection: apsw.Connection, path: Path) -> None:
    temporary = path.with_name(f"{path.name}.{os.getpid()}.new")
    temporary.unlink(missing_ok=True)
    target = apsw.Connection(str(temporary))
    with target.backup("main", connection, "main") as backup:
        backup.step()
    target.close()
    os.replace(temporary, path)

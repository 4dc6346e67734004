"""SQLite as a database system."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import apsw

from spotit.database import Database
from spotit.dialect.sqlite import SQLITE
from spotit.engine.protocol import Translate
from spotit.engine.sqlite.engine import SqliteEngine, SqliteFile
from spotit.engine.sqlite.schema.catalog import loadable, read_file
from spotit.engine.sqlite.schema.read_script import read_script
from spotit.engine.sqlite.schema.write_database import build_database
from spotit.engine.sqlite.script import create_statements, witness_script
from spotit.engine.sqlite.tabulate import SqliteTabulator
from spotit.options import Options
from spotit.schema import Schema

_MAGIC = b"SQLite format 3\x00"
"""How each SQLite file begins."""


class Sqlite:
    """The SQLite that the driver brings along: the same version whatever the machine's own is."""

    name = "SQLite"
    title = f"SQLite {apsw.sqlite_lib_version()}"
    dialect = SQLITE

    def open_engine(self, schema: Schema, options: Options) -> SqliteEngine:
        """Return an empty in-memory database of the schema."""
        return SqliteEngine(schema, options, self)

    def open_file(self, path: Path, *, now: str | None = None) -> SqliteFile:
        """Open a database file so that nothing is ever written."""
        return SqliteFile(path, now=now)

    def tabulator(self, options: Options) -> SqliteTabulator:
        """Return what evaluates expressions, with the clock of the options."""
        return SqliteTabulator(options=options)

    def is_file(self, path: Path) -> bool:
        """Tell whether a file is an SQLite database."""
        if not path.is_file():
            return False
        with path.open("rb") as file:
            return file.read(len(_MAGIC)) == _MAGIC

    def read_file(self, path: Path) -> Schema:
        """Return the schema of an SQLite file."""
        return read_file(path)

    def read_ddl(self, text: str, *, translate: Translate | None = None) -> Schema:
        """Return the schema that CREATE statements define, as SQLite understands them."""
        return read_script(text, translate=translate)

    def accepted(self, schema: Schema) -> Schema:
        """Return the schema without the CHECKs and views that SQLite refuses, and with notes on it."""
        return loadable(schema)

    def build_file(self, path: Path, scripts: Iterable[str]) -> None:
        """Write a new SQLite file with what the scripts create and insert."""
        build_database(path, scripts)

    def ddl(self, schema: Schema) -> str:
        """Return a script that creates the tables and views of the schema."""
        return "".join(f"{statement};\n" for statement in create_statements(schema))

    def script(self, database: Database, schema: Schema) -> str:
        """Return a paste-ready script that creates the tables which a witness needs, and fills them."""
        return witness_script(database, schema)

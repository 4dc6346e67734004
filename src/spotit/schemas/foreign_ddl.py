"""CREATE TABLE statements of other dialects (MySQL, PostgreSQL, SQL Server), reworded for SQLite.

SQLite's own dialect never comes here: the engine reads it itself. Types become the SQLite type of the same
kind, ENUM becomes TEXT with a CHECK, and what does not restrict the rows (defaults, indexes) is dropped.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from spotit.dialect.wording import quote
from spotit.errors import UnsupportedSql

DIALECTS = ("mysql", "postgres", "tsql")
logging.getLogger("sqlglot").addHandler(logging.NullHandler())
"""Who wants its remarks sets up logging; they have text of the input in them, which must not act on a terminal."""

_TYPES = (
    ("BOOLEAN", ("BOOLEAN", "BIT")),
    ("INTEGER", ("INT", "SERIAL", "YEAR")),
    ("DATETIME", ("DATETIME", "TIMESTAMP", "SMALLDATETIME")),
    ("DATE", ("DATE",)),
    ("TIME", ("TIME",)),
    ("REAL", ("FLOAT", "DOUBLE", "REAL")),
    ("NUMERIC", ("DECIMAL", "NUMERIC", "MONEY")),
    ("BLOB", ("BLOB", "BINARY", "IMAGE")),
)
"""SQLite's declared type, and the parts of a foreign type's name that lead to it; TEXT otherwise."""
_UNRESTRICTING = (
    exp.AutoIncrementColumnConstraint,
    exp.CharacterSetColumnConstraint,
    exp.CollateColumnConstraint,
    exp.CommentColumnConstraint,
    exp.DefaultColumnConstraint,
    exp.GeneratedAsIdentityColumnConstraint,
    exp.IndexColumnConstraint,
    exp.OnUpdateColumnConstraint,
)


def reworded(statement: str) -> Iterator[str]:
    """Yield SQLite wordings of a CREATE TABLE statement, one for each dialect that it parses in."""
    for dialect in DIALECTS:
        try:
            tree = sqlglot.parse_one(statement, dialect=dialect)
            if isinstance(tree, exp.Create) and isinstance(tree.this, exp.Schema):
                yield _create(tree.this)
        except (SqlglotError, UnsupportedSql):
            continue


def _create(schema: exp.Schema) -> str:
    columns: list[str] = []
    rules: list[str] = []
    for part in schema.expressions:
        if isinstance(part, exp.ColumnDef):
            columns.append(_column(part, rules))
        else:
            rules += _table_rules(part)
    return f"CREATE TABLE {quote(schema.this.name)} ({', '.join(columns + rules)})"


def _column(column: exp.ColumnDef, rules: list[str]) -> str:
    name = quote(column.name)
    kind = column.args.get("kind")
    declared = _declared(kind.this.value) if isinstance(kind, exp.DataType) else ""
    if isinstance(kind, exp.DataType) and kind.this == exp.DataType.Type.ENUM:
        rules.append(f"CHECK ({name} IN ({', '.join(value.sql('sqlite') for value in kind.expressions)}))")
    words = [name, declared]
    for constraint in column.constraints:
        words += _column_rule(constraint.kind)
    return " ".join(filter(None, words))


def _declared(name: str) -> str:
    found = (kind for kind, parts in _TYPES if any(part in name for part in parts) and "INTERVAL" not in name)
    return next(found, "TEXT")


def _column_rule(kind: exp.Expr) -> Iterator[str]:
    match kind:
        case exp.NotNullColumnConstraint():
            if not kind.args.get("allow_null"):
                yield "NOT NULL"
        case exp.PrimaryKeyColumnConstraint():
            yield "PRIMARY KEY"
        case exp.UniqueColumnConstraint():
            yield "UNIQUE"
        case exp.CheckColumnConstraint():
            yield f"CHECK ({kind.this.sql('sqlite')})"
        case exp.Reference():
            yield _reference(kind)
        case _ if not isinstance(kind, _UNRESTRICTING):
            raise UnsupportedSql(f"column constraint {kind.sql()}")


def _table_rules(part: exp.Expression) -> Iterator[str]:
    match part:
        case exp.Constraint():
            clustered = part.find(exp.ClusteredColumnConstraint, exp.NonClusteredColumnConstraint)
            if clustered is not None:
                key = "PRIMARY KEY" if part.find(exp.PrimaryKeyColumnConstraint) else "UNIQUE"
                yield f"{key} {_names([clustered])}"
            else:
                for inner in part.expressions:
                    yield from _table_rules(inner)
        case exp.PrimaryKey():
            yield f"PRIMARY KEY {_names(part.expressions)}"
        case exp.UniqueColumnConstraint() if isinstance(part.this, exp.Schema):
            if not part.find(exp.ColumnPrefix):
                yield f"UNIQUE {_names(part.this.expressions)}"
        case exp.ForeignKey():
            yield f"FOREIGN KEY {_names(part.expressions)} {_reference(part.args['reference'])}"
        case exp.CheckColumnConstraint():
            yield f"CHECK ({part.this.sql('sqlite')})"
        case _ if not isinstance(part, _UNRESTRICTING):
            raise UnsupportedSql(f"table constraint {part.sql()}")


def _reference(reference: exp.Expression) -> str:
    target = reference.this
    columns = f" {_names(target.expressions)}" if isinstance(target, exp.Schema) else ""
    return f"REFERENCES {quote(target.find(exp.Table).name)}{columns}"


def _names(parts: list[exp.Expression]) -> str:
    """Return the identifiers below these nodes as a list in parentheses."""
    found = [node for part in parts for node in part.find_all(exp.Identifier)]
    return f"({', '.join(quote(node.name) for node in found)})"

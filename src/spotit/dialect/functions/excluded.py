"""Functions that no proof covers: what they return is not decided by the database, or they reach outside of it."""

from __future__ import annotations

from spotit.dialect.functions.record import Determinism, Encoded, Function, Result


def _outside(name: str, least: int, most: int, result: Result, description: str) -> Function:
    return Function(
        name,
        least,
        most,
        result,
        description,
        encoded=Encoded.NONE,
        determinism=Determinism.CONNECTION,
    )


def _refused(name: str, least: int, most: int, result: Result, description: str) -> Function:
    return Function(name, least, most, result, description, encoded=Encoded.NONE)


FUNCTIONS = (
    _outside("random", 0, 0, Result.INTEGER, "a random integer"),
    _outside("randomblob", 1, 1, Result.BLOB, "random bytes"),
    _outside("changes", 0, 0, Result.INTEGER, "rows changed by the last statement"),
    _outside("total_changes", 0, 0, Result.INTEGER, "rows changed since the connection was opened"),
    _outside("last_insert_rowid", 0, 0, Result.INTEGER, "the last row id"),
    _outside("sqlite_offset", 1, 1, Result.INTEGER, "where a value stands in the file"),
    _refused("sqlite_compileoption_get", 1, 1, Result.TEXT, "an option that SQLite was built with"),
    _refused("sqlite_compileoption_used", 1, 1, Result.INTEGER, "whether SQLite was built with an option"),
    _refused("sqlite_log", 2, 2, Result.ANY, "writes to SQLite's log"),
    _refused("subtype", 1, 1, Result.INTEGER, "the mark of a value"),
    _refused("load_extension", 1, 2, Result.ANY, "loads code"),
)

FORBIDDEN = frozenset(
    {"load_extension", "readfile", "writefile", "edit", "fts3_tokenizer", "fts5", "sqlite_dbpage"}
    | {"fsdir", "lsdir", "sqlar_compress", "sqlar_uncompress", "zipfile", "carray"}
)
"""Functions that reach outside the database, some of them of other builds of SQLite: no query may call them."""

_EXTENSIONS = {
    "full-text search": (
        "bm25 fts3_tokenizer fts5 fts5_get_locale fts5_insttoken fts5_locale fts5_source_id highlight match matchinfo "
        "offsets optimize snippet"
    ),
    "R*Tree": "rtreecheck rtreedepth rtreenode",
    "geopoly": (
        "geopoly_area geopoly_bbox geopoly_blob geopoly_ccw geopoly_contains_point geopoly_debug geopoly_group_bbox "
        "geopoly_json geopoly_overlap geopoly_regular geopoly_svg geopoly_within geopoly_xform"
    ),
}
"""Functions of extensions that SQLite may be built with, which work on tables of their own kinds."""
_EXTENSION_OF = {name: extension for extension, names in _EXTENSIONS.items() for name in names.split()}

KEYWORDS = frozenset({"current_date", "current_time", "current_timestamp"})
"""Names that SQLite lists as functions and its grammar reads as constants."""


def extension_of(name: str) -> str | None:
    """Return the extension of SQLite that a function belongs to, None if it is none of them."""
    return _EXTENSION_OF.get(name)

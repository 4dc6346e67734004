"""Stored witnesses: one SQL script with both queries inside, read back and run again."""

from __future__ import annotations

import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

from spotit.database import Outcome
from spotit.dialect.statements import orders
from spotit.engine.compare import same
from spotit.engine.open import system
from spotit.engine.outcome import outcome
from spotit.errors import UsageError
from spotit.options import Semantics

_HEADER = re.compile(r"--\s*(semantics|now)\s*:\s*(.*)")
_LEFT = re.compile(r"^--\s*left\b[^\n]*$", re.MULTILINE)
_RIGHT = re.compile(r"^--\s*right\b[^\n]*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class StoredWitness:
    """What a witness file holds."""

    left_sql: str
    right_sql: str
    script: str
    """CREATE and INSERT statements."""
    semantics: Semantics
    now: str | None
    """Where the clock stands, if that matters."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """Both results on a stored witness, and whether they agree."""

    left: Outcome
    right: Outcome
    agree: bool


def read_witness(text: str) -> StoredWitness:
    """Return the parts of a witness file; raise `UsageError` when one is missing.

    The queries stand below lines `-- left` and `-- right`.
    """
    header: dict[str, str] = {}
    for line in text.splitlines():
        if found := _HEADER.match(line):
            header.setdefault(found[1], found[2])
    semantics = header.get("semantics", "set").split(";")[0].strip()
    if semantics not in set(Semantics):
        raise UsageError(f"the witness names an unknown semantics: {semantics}")
    left, right, script = _parts(text)
    return StoredWitness(left, right, script, Semantics(semantics), header.get("now"))


def replay(stored: StoredWitness) -> Replayed:
    """Build the witness in a fresh database and run both queries on it; raises what the engine raises."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "witness"
        system().build_file(path, [stored.script])
        engine = system().open_file(path, now=stored.now)
        try:
            left, right = outcome(engine, stored.left_sql), outcome(engine, stored.right_sql)
        finally:
            engine.close()
    return Replayed(left, right, same(left, right, stored.semantics, ordered=orders(stored.left_sql)))


def _parts(text: str) -> tuple[str, str, str]:
    """Return both queries, and the script above them."""
    left = _LEFT.search(text)
    right = _RIGHT.search(text, left.end()) if left else None
    if left is None or right is None:
        raise UsageError("the witness holds no lines `-- left` and `-- right` with the two queries")
    between, after = text[left.end() : right.start()], text[right.end() :]
    return _unended(between), _unended(after), text[: left.start()]


def _unended(sql: str) -> str:
    return sql.strip().removesuffix(";").strip()

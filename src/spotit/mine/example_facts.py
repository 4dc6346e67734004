"""Facts about the example data of a check: from a facts file, or mined from the database and kept for the next time."""

from __future__ import annotations

import contextlib
import hashlib
from functools import lru_cache
from pathlib import Path

from spotit.engine.open import system
from spotit.errors import SpotitError
from spotit.files import keep, user_cache
from spotit.learned_facts import LearnedFacts
from spotit.mine.facts_file import VERSION, facts_text, read_facts
from spotit.mine.mine_database import mine

_MINER = 4
"""Counts the changes of what is mined, so that no kept facts outlive them."""


def mined_facts(path: Path, folder: Path | None = None) -> LearnedFacts:
    """Return the facts of a database file; they are kept in the folder, and mined again when the file has changed.

    A folder that cannot be written to is no obstacle.
    """
    state = path.stat()
    return _mined(path.resolve(), state.st_mtime_ns, state.st_size, folder or user_cache("facts"))


@lru_cache(maxsize=64)
def _mined(path: Path, changed: int, size: int, folder: Path | None) -> LearnedFacts:
    if folder is None:
        return mine(path)
    key = hashlib.sha256(f"{_MINER} {VERSION} {path} {changed} {size} {system().title}".encode()).hexdigest()
    kept = folder / f"{key[:32]}.toml"
    if kept.is_file():
        with contextlib.suppress(SpotitError):
            return read_facts(kept)
    facts = mine(path)
    keep(kept, facts_text(facts).encode("utf-8", "replace"))
    return facts


def facts_beside(path: Path, db_id: str) -> Path | None:
    """Return the facts file of a database in a folder, or the file itself; None if the folder has none for it."""
    if not path.is_dir():
        return path
    file = path / f"{db_id}.toml"
    return file if file.is_file() else None

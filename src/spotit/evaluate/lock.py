"""One writer at a time for a run directory."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from spotit.errors import UsageError
from spotit.files import open_to_write

LOCK = "lock"
_fcntl: Any = import_module("fcntl") if find_spec("fcntl") else None
"""Locks of files; Windows has none of this kind, and nobody is kept out there."""


@contextmanager
def sole_writer(folder: Path) -> Iterator[None]:
    """Hold a run directory for a block; raise `UsageError` while another process holds it.

    The lock ends with its process, however that ends; the file stays.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / LOCK, "ab", opener=open_to_write) as file:
        try:
            if _fcntl is not None:
                _fcntl.flock(file, _fcntl.LOCK_EX | _fcntl.LOCK_NB)
        except BlockingIOError:
            raise UsageError(f"another process is working on the run in {folder}") from None
        yield

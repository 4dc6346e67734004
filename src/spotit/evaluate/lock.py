"""One writer at a time for a run directory."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from spotit.errors import UsageError
from spotit.files import open_to_write

LOCK = "lock"


@contextmanager
def sole_writer(folder: Path) -> Iterator[None]:
    """Hold a run directory for a block; raise `UsageError` while another process holds it.

    The lock ends with its process, however that ends; the file stays.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / LOCK, "ab", opener=open_to_write) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UsageError(f"another process is working on the run in {folder}") from None
        yield

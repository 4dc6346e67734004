"""Files from anyone: read only where that ends, and written only where they are named."""

from __future__ import annotations

import os
import select
import stat
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from spotit.errors import UsageError

MOST_BYTES = 1 << 30
"""What an input file may hold."""
PATIENCE = 10.0
"""Seconds that a pipe may give nothing."""
_PART = 1 << 20


def read_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """Return the content of a file or a pipe; raise `OSError`, or `UsageError` for what is neither or does not end."""
    try:
        descriptor = os.open(path, os.O_RDONLY | _flag("O_NONBLOCK") | _flag("O_CLOEXEC") | _flag("O_BINARY"))
    except ValueError:
        raise UsageError(f"{str(path)!r} cannot be the name of a file") from None
    try:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISDIR(mode):
            raise UsageError(f"{path} is a folder, not a file")
        if not (stat.S_ISREG(mode) or stat.S_ISFIFO(mode)):
            raise UsageError(f"{path} is a device, not a file")
        return _content(descriptor, path, most)
    finally:
        os.close(descriptor)


def read_stdin(most: int = MOST_BYTES) -> bytes:
    """Return what comes on the standard input until it is closed; raise `UsageError` when that is too much."""
    content = sys.stdin.buffer.read(most + 1)
    if len(content) > most:
        raise UsageError(f"the standard input holds more than {most >> 20} MB")
    return content


def read_text(path: Path, errors: str = "strict", most: int = MOST_BYTES) -> str:
    """Return the text of a file in UTF-8, with or without a byte order mark; raise `UsageError` when it has none."""
    try:
        return as_text(read_bytes(path, most), path, errors)
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from None


def as_text(content: bytes, path: Path, errors: str = "strict") -> str:
    """Return the content of a file as `read_text` does."""
    try:
        return content.decode("utf-8-sig", errors)
    except UnicodeDecodeError as error:
        raise UsageError(f"cannot read {path}: it is no UTF-8 text ({error.reason} at byte {error.start})") from None


def leads_outside(path: Path, folder: Path) -> bool:
    """Tell whether a file of a folder is a link to something that is not below that folder."""
    try:
        return path.is_symlink() and not path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):  # a link to itself
        return True


def open_to_write(path: str, flags: int) -> int:
    """Open a file for `open(..., opener=open_to_write)`: itself, never what a link of that name leads to."""
    return os.open(path, flags | _flag("O_NOFOLLOW"), 0o666)


def user_cache(name: str) -> Path | None:
    """Return the folder of that name in the user's cache; None for a user without a home."""
    given = os.environ.get("XDG_CACHE_HOME", "")
    try:
        base = Path(given) if os.path.isabs(given) else Path.home() / ".cache"
    except RuntimeError:
        return None
    return base / "spotit" / name


def keep(path: Path, content: bytes) -> None:
    """Put a file into a cache, as a whole or not at all: where it cannot be written the cache does without."""
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            try:
                file.write(content)
                file.flush()
                os.replace(file.name, path)
            except OSError:
                os.unlink(file.name)


def _flag(name: str) -> int:
    """Return a flag of `os.open`, 0 where the system has none of that name."""
    return int(getattr(os, name, 0))


def _content(descriptor: int, path: Path, most: int) -> bytes:
    content = bytearray()
    while True:
        # Windows can only wait for sockets; a file there is read at once.
        ready = [descriptor] if os.name == "nt" else select.select([descriptor], [], [], PATIENCE)[0]
        if not ready:
            raise UsageError(f"{path} gave nothing for {PATIENCE:g} s")
        part = os.read(descriptor, _PART)
        if not part:
            return bytes(content)
        content += part
        if len(content) > most:
            raise UsageError(f"{path} holds more than {most >> 20} MB")

"""A program of somebody else, with all that it starts: ended when its time is over, or when it says too much."""

from __future__ import annotations

import contextlib
import os
import secrets
import selectors
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from spotit.frozen import frozen

MOST_BYTES = 256 << 20
"""Of what it says."""
MOST_LINES = 1_000_000
"""Of its answers."""
_MARK = "SPOTIT_PROGRAM"
_ROUNDS = 50
"""How often what is left is looked for: while it is ended it may start more."""


@frozen
class Ran:
    """What a program has said, and its exit code."""

    stdout: bytes
    stderr: bytes
    code: int | None
    """None when it was stopped."""
    stopped: str = ""
    """Why, as the end of a sentence."""


def run_program(command: Sequence[str], given: bytes, seconds: float) -> Ran:
    """Return what a program says to its input; raise `OSError` when there is no such program.

    It runs in a session of its own, so that what it has started ends with it; what has left that session is known by a
    mark in its environment, where the system shows that.
    """
    mark = f"{_MARK}={secrets.token_hex(16)}"
    name, _, value = mark.partition("=")
    with tempfile.TemporaryFile() as source:
        source.write(given)
        source.seek(0)
        pipe = subprocess.PIPE
        process = subprocess.Popen(
            command, stdin=source, stdout=pipe, stderr=pipe, start_new_session=True, env={**os.environ, name: value}
        )
    try:
        stdout, stderr, stopped = _said(process, time.monotonic() + seconds, seconds)
        return Ran(stdout, stderr, None if stopped else process.wait(), stopped)
    finally:
        _ended(process, mark.encode())


def _said(process: subprocess.Popen[bytes], deadline: float, seconds: float) -> tuple[bytes, bytes, str]:
    """Return what comes from both its outputs until they are closed, and why it was not waited for longer."""
    assert process.stdout is not None and process.stderr is not None
    said = {process.stdout.fileno(): bytearray(), process.stderr.fileno(): bytearray()}
    stopped = ""
    with selectors.DefaultSelector() as outputs:
        for number in said:
            outputs.register(number, selectors.EVENT_READ)
        lines = 0
        while outputs.get_map() and not stopped:
            for key, _ in outputs.select(max(0.0, deadline - time.monotonic())):
                part = os.read(key.fd, 1 << 20)
                said[key.fd] += part
                lines += part.count(b"\n")
                if not part:
                    outputs.unregister(key.fd)
            if time.monotonic() >= deadline:
                stopped = f"after {seconds:g} s"
            elif sum(map(len, said.values())) > MOST_BYTES:
                stopped = f"after {MOST_BYTES >> 20} MB of output"
            elif lines > MOST_LINES:
                stopped = f"after {MOST_LINES:,} lines of output"
    if not stopped:
        try:
            process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            stopped = f"after {seconds:g} s"
    first, second = said.values()
    return bytes(first), bytes(second), stopped


def _ended(process: subprocess.Popen[bytes], mark: bytes) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    for _ in range(_ROUNDS):
        left = list(_marked(mark))
        if not left:
            break
        for number in left:
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
    for output in (process.stdout, process.stderr):
        if output is not None:
            output.close()
    process.wait()


def _marked(mark: bytes) -> Iterator[int]:
    """Yield the processes that have the mark in their environment."""
    for path in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if mark in path.read_bytes():
                yield int(path.parent.name)

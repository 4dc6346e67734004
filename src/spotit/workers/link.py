"""How a child process is started and reached: over an inherited socket, or over one of this machine's own network.

The first needs `fork` and with it the inheritance of descriptors. Elsewhere (Windows) the child connects to a socket
that only this machine sees, and shows a secret that it was told on its standard input. That input stays open as long
as the parent lives, and its end ends the child.
"""

from __future__ import annotations

import hmac
import os
import secrets
import socket
import subprocess
import sys
import threading
import time
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import IO, Any

INHERITS = hasattr(os, "fork")
"""Whether a child process can be given an open socket."""
_SECRET_BYTES = 32


def start(environment: dict[str, str], log: IO[bytes], seconds: float) -> tuple[subprocess.Popen[bytes], Connection]:
    """Return a new child and the connection to it; raise `EOFError` when it does not connect within `seconds`."""
    command = [sys.executable, "-P", "-m", "spotit.workers.process"]  # nothing is imported from the working directory
    common: dict[str, Any] = {"stdout": log, "stderr": log, "env": environment}
    if INHERITS:
        ours, theirs = Pipe()
        number = theirs.fileno()
        with theirs:
            child: subprocess.Popen[bytes] = subprocess.Popen(
                [*command, str(number)],
                stdin=subprocess.DEVNULL,
                pass_fds=(number,),
                start_new_session=True,
                **common,
            )
        return child, ours
    with socket.create_server(("127.0.0.1", 0)) as server:
        group = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)  # Ctrl-C is for the parent alone
        child = subprocess.Popen(
            [*command, f"port {server.getsockname()[1]}"], stdin=subprocess.PIPE, creationflags=group, **common
        )
        secret = secrets.token_bytes(_SECRET_BYTES)
        try:
            assert child.stdin is not None
            child.stdin.write(secret)
            child.stdin.flush()
            return child, _accepted(server, secret, child, seconds)
        except (OSError, EOFError):
            child.kill()
            child.wait()
            raise


def _accepted(server: socket.socket, secret: bytes, child: subprocess.Popen[bytes], seconds: float) -> Connection:
    """Return the connection of the one that knows the secret."""
    server.settimeout(0.2)
    end = time.monotonic() + seconds
    while time.monotonic() < end and child.poll() is None:
        try:
            caller, _ = server.accept()
        except TimeoutError:
            continue
        caller.settimeout(5.0)
        try:
            shown = _exactly(caller, _SECRET_BYTES)
        except (OSError, EOFError):
            shown = b""
        if hmac.compare_digest(shown, secret):
            caller.settimeout(None)
            return Connection(caller.detach())
        caller.close()
    raise EOFError


def reached(name: str) -> Connection:
    """Return the connection to the parent, in the child: by the number of a descriptor, or by a port."""
    if not name.startswith("port "):
        return Connection(int(name))
    secret = sys.stdin.buffer.read(_SECRET_BYTES)
    caller = socket.create_connection(("127.0.0.1", int(name.removeprefix("port "))), timeout=30)
    caller.sendall(secret)
    caller.settimeout(None)
    threading.Thread(target=_end_with_input, daemon=True).start()
    return Connection(caller.detach())


def _end_with_input() -> None:
    """End this process with its standard input, which the parent keeps open."""
    os.read(0, 1)
    os._exit(1)


def _exactly(caller: socket.socket, count: int) -> bytes:
    content = b""
    while len(content) < count:
        part = caller.recv(count - len(content))
        if not part:
            raise EOFError
        content += part
    return content

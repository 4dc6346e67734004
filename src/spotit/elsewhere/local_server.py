"""A PostgreSQL server of our own for as long as it is needed, where its programs are installed: no port, no network."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from spotit.elsewhere.trial import Systems, first_line, systems_named
from spotit.errors import UsageError
from spotit.options import QueryDialect

START_SECONDS = 60.0
ADDRESS = "SPOTIT_POSTGRES"
"""The variable with the address of a server."""
_OWNER = "spotit"
_GUEST = "spotit_guest"
"""Whom queries run as: somebody without any rights."""
_SETTINGS = ("listen_addresses=", "fsync=off", "shared_buffers=16MB", "max_connections=60", "temp_file_limit=256MB")


@contextmanager
def at_hand(given: str | Iterable[str]) -> Iterator[Systems]:
    """Yield the systems of these names with the addresses of their servers.

    That is the address given, the one in the environment, or that of a server started for as long as this lasts.
    """
    systems = systems_named(given)
    postgres = QueryDialect.POSTGRES.value
    if postgres not in systems:
        yield systems
    elif address := systems[postgres] or os.environ.get(ADDRESS, ""):
        _require_server(address)
        yield {**systems, postgres: address}
    else:
        with local_server() as address:
            yield {**systems, postgres: address}


def _require_server(address: str) -> None:
    import psycopg

    try:
        psycopg.connect(address, connect_timeout=10).close()
    except psycopg.Error as error:
        raise UsageError(f"no PostgreSQL server answers: {first_line(error)}") from None


@contextmanager
def local_server() -> Iterator[str]:
    """Start a server in a temporary folder and yield its address; raise `UsageError` where none can be started."""
    programs = _programs()
    if programs is None or not hasattr(os, "geteuid"):
        raise UsageError(
            "PostgreSQL needs a server: give its address as postgres=postgresql://user@host/database or in "
            f"{ADDRESS}, or install the programs initdb and postgres"
        )
    # The name of a socket is short.
    with tempfile.TemporaryDirectory(prefix="spotit-", dir="/tmp" if os.path.isdir("/tmp") else None) as folder:
        os.chmod(folder, 0o700)
        user = _other_user(Path(folder))
        data = f"{folder}/data"
        quiet: dict[str, Any] = {"stdin": subprocess.DEVNULL, "cwd": folder, **user}
        made = subprocess.run(
            [programs / "initdb", "-D", data, "-U", _OWNER, "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C"],
            capture_output=True,
            text=True,
            check=False,
            **quiet,
        )
        if made.returncode != 0:
            raise UsageError(f"no PostgreSQL server could be made: {_last(made.stderr)}")
        settings = [part for setting in _SETTINGS for part in ("-c", setting)]
        with (Path(folder) / "log").open("wb") as log:
            command = [str(programs / "postgres"), "-D", data, "-k", folder, *settings]
            server: subprocess.Popen[bytes] = subprocess.Popen(
                command, stdout=log, stderr=log, start_new_session=True, **quiet
            )
        try:
            _await(f"host={folder} user={_OWNER} dbname=postgres", server, Path(folder) / "log")
            yield f"host={folder} user={_GUEST} dbname=postgres"
        finally:
            server.terminate()
            try:
                server.wait(5)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def _programs() -> Path | None:
    """Return the folder of PostgreSQL's programs: on the path, where packages put them, or in the package pgserver."""
    found = shutil.which("initdb")
    folders = [Path(found).resolve().parent] if found else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    spec = find_spec("pgserver")
    if spec is not None and spec.origin is not None:
        folders.append(Path(spec.origin).parent / "pginstall" / "bin")
    return next((f for f in folders if (f / "initdb").is_file() and (f / "postgres").is_file()), None)


def _other_user(folder: Path) -> Mapping[str, Any]:
    """Return whom to run the server as: PostgreSQL refuses to run as the superuser of the system."""
    if os.geteuid() != 0:
        return {}
    import pwd

    for name in ("postgres", "nobody"):
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        os.chown(folder, entry.pw_uid, entry.pw_gid)
        return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": ()}
    return {}


def _await(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until the server answers, and make the guest."""
    import psycopg

    end = time.monotonic() + START_SECONDS
    while server.poll() is None and time.monotonic() < end:
        try:
            with psycopg.connect(address, autocommit=True, connect_timeout=5) as connection:
                connection.execute(f"CREATE ROLE {_GUEST} LOGIN NOSUPERUSER CONNECTION LIMIT 50")
                return
        except psycopg.OperationalError:
            time.sleep(0.1)
    raise UsageError(f"the PostgreSQL server does not start: {_last(log.read_text(errors='replace'))}")


def _last(text: str) -> str:
    return next((line.strip() for line in reversed(text.splitlines()) if line.strip()), "it says nothing")[:300]

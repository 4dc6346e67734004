"""Runs many command lines one after the other in one process without threads: `python drive.py JOBS RESULTS`.

A command line that begins with `--in FOLDER` is run there.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from pathlib import Path
from types import FrameType

from spotit.cli.app import main

MOST = 200_000
"""Characters of output that are kept."""
HUNG = 40.0
"""Seconds beyond its limit after which a command counts as hung and is interrupted."""


class Hung(BaseException):
    """A command that did not end by itself."""


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise Hung


def run(arguments: list[str], limit: float, folder: Path) -> dict[str, object]:
    """Run one command line as if it were alone; return its exit code, seconds and output."""
    names = ("stdout", "stderr")
    files = [(folder / name).open("w+b") for name in names]
    sys.stdout.flush()
    sys.stderr.flush()
    before = [os.dup(number) for number in (1, 2)]
    for file, number in zip(files, (1, 2), strict=True):
        os.dup2(file.fileno(), number)
    begun = time.monotonic()
    signal.signal(signal.SIGALRM, _interrupt)
    signal.setitimer(signal.ITIMER_REAL, limit + HUNG)
    try:
        code = _code(arguments)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        seconds = time.monotonic() - begun
        sys.stdout.flush()
        sys.stderr.flush()
        for number, old in zip((1, 2), before, strict=True):
            os.dup2(old, number)
            os.close(old)
    texts = {}
    for name, file in zip(names, files, strict=True):
        file.seek(0)
        texts[name] = file.read(MOST).decode("utf-8", "replace")
        file.close()
    return {"code": code, "seconds": seconds, **texts}


def _code(arguments: list[str]) -> int | str:
    here = os.getcwd()
    if arguments[0] == "--in":
        os.chdir(arguments[1])
        arguments = arguments[2:]
    sys.argv = ["spotit", *arguments]
    try:
        main()
    except SystemExit as leave:
        return leave.code if isinstance(leave.code, int) else 0
    except BaseException as error:
        return f"{type(error).__name__}: {error}"
    finally:
        os.chdir(here)
    return 0


if __name__ == "__main__":
    jobs, results = map(Path, sys.argv[1:])
    with results.open("w") as out:
        for arguments, limit in json.loads(jobs.read_text()):
            print(json.dumps(run(arguments, limit, results.parent)), file=out, flush=True)

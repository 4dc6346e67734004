"""The child process of a `Worker`: reads steps from its socket, answers them, and lives within its limits."""

from __future__ import annotations

import gc
import os
import sys
import threading
import time
import traceback
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from spotit.reason import internal_failure
from spotit.workers.job import OUT_OF_MEMORY, Died, Failed, Job, WorkerLimits

resource: Any = import_module("resource") if find_spec("resource") else None
"""Limits that the kernel keeps; Windows has none of this kind."""
GARBAGE = (20_000, 20, 50)
"""When to look for garbage: terms and plans are made by the thousand and hold no cycles, so it is seldom worth it."""


def main(name: str) -> None:
    """Serve steps until the parent closes the connection."""
    from spotit.workers.link import reached  # a copy of this process does without a link

    connection = reached(name)
    watch_parent(os.getppid())
    job: Job[object, object]
    limits: WorkerLimits
    job, limits = connection.recv()
    limit_memory(limits)
    answer = job.start()
    gc.freeze()  # what is imported stays
    gc.set_threshold(*GARBAGE)
    connection.send("ready")
    while True:
        try:
            step, seconds = connection.recv()
        except EOFError:
            return
        limit_cpu(max(seconds, limits.cpu_seconds))
        connection.send(_answered(answer, step, limits))


def _answered(answer: Callable[[object], object], step: object, limits: WorkerLimits) -> object:
    try:
        return answer(step)
    except MemoryError:
        return Died(f"out of memory at {limits.memory_mb} MB")
    except Exception as error:
        traceback.print_exc()
        return Failed(internal_failure(error))


def limit_memory(limits: WorkerLimits) -> None:
    """Let this process have so much memory and leave no core file."""
    if resource is None:
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    size = limits.memory_mb * 1024 * 1024
    try:
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        soft = size if hard == resource.RLIM_INFINITY else min(size, hard)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
    except (AttributeError, ValueError, OSError):  # macOS knows this limit and refuses to set it
        threading.Thread(target=_watch_memory, args=(size,), daemon=True).start()


def _watch_memory(size: int) -> None:
    """End this process soon after it had more memory than that at once."""
    unit = 1 if sys.platform == "darwin" else 1024
    while resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit <= size:
        time.sleep(0.1)
    os._exit(OUT_OF_MEMORY)


def limit_cpu(seconds: float) -> None:
    """Give this step its CPU seconds on top of what the process has used so far."""
    if resource is None:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    soft = int(used.ru_utime + used.ru_stime + seconds) + 1
    if hard == resource.RLIM_INFINITY or soft < hard:
        resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))


def watch_parent(parent: int) -> None:
    """End this process soon after its parent died, even in the middle of a step."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


if __name__ == "__main__":
    main(sys.argv[1])

"""The child process of `workers`: reads steps from its socket, answers them, and lives within its limits."""

from __future__ import annotations

import os
import resource
import sys
import threading
import time
from multiprocessing.connection import Connection

from spotit.evaluate.answer import Stepper
from spotit.evaluate.protocol import Setup, StepAnswer
from spotit.evaluate.records import Limits
from spotit.evaluate.worker_pool import Died


def main(descriptor: int) -> None:
    """Serve steps until the parent closes the connection."""
    connection = Connection(descriptor)
    _watch_parent(os.getppid())
    setup: Setup = connection.recv()
    _limit_memory(setup.limits)
    stepper = Stepper(setup)
    connection.send("ready")
    while True:
        try:
            step = connection.recv()
        except EOFError:
            return
        _limit_cpu(setup.limits)
        try:
            answer: StepAnswer | Died = stepper.answer(step)
        except MemoryError:
            answer = Died(f"out of memory at {setup.limits.memory_mb} MB")
        connection.send(answer)


def _limit_memory(limits: Limits) -> None:
    size = limits.memory_mb * 1024 * 1024
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    soft = size if hard == resource.RLIM_INFINITY else min(size, hard)
    resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _limit_cpu(limits: Limits) -> None:
    """Give this step its CPU seconds on top of what the process has used so far."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    soft = int(used.ru_utime + used.ru_stime + limits.cpu_seconds) + 1
    if hard == resource.RLIM_INFINITY or soft < hard:
        resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))


def _watch_parent(parent: int) -> None:
    """End this process soon after its parent died, even in the middle of a step."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


if __name__ == "__main__":
    main(int(sys.argv[1]))

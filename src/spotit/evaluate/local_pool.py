"""The work of a run on this machine: one warm, killable process per job, driven by a thread of its own."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from pathlib import Path
from queue import SimpleQueue

from spotit.evaluate.task import Shared, Task, TaskResult, run_task
from spotit.evaluate.worker_pool import Worker

WAITING = 3
"""Tasks handed out per job, so that no job ever waits for the parent."""


def run_local(tasks: Iterable[Task], shared: Shared, jobs: int) -> Generator[TaskResult]:
    """Yield the result of each task as it is done, in any order. Closing the iterator ends all processes."""
    workers = [Worker(shared.setup) for _ in range(jobs)]
    idle: SimpleQueue[Worker] = SimpleQueue()
    for worker in workers:
        idle.put(worker)

    def work(task: Task) -> TaskResult:
        worker = idle.get()
        try:
            return run_task(task, shared, worker)
        finally:
            idle.put(worker)

    todo = iter(tasks)
    executor = ThreadPoolExecutor(jobs, thread_name_prefix="spotit")
    try:
        running: set[Future[TaskResult]] = {executor.submit(work, t) for t in islice(todo, jobs * WAITING)}
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            running |= {executor.submit(work, task) for task in islice(todo, len(done))}
            for future in done:
                yield future.result()
    finally:
        for worker in workers:
            worker.retire()
        executor.shutdown(cancel_futures=True)
        for worker in workers:
            worker.close()


def default_jobs() -> int:
    """Return the number of cores this process may use."""
    return len(os.sched_getaffinity(0))


def default_memory_mb(jobs: int) -> int:
    """Return the memory limit of one worker: 8 GiB, or an equal share of what the machine has."""
    return max(512, min(8192, _machine_memory_mb() // max(1, jobs)))


def _machine_memory_mb() -> int:
    total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    for file in ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"):
        text = Path(file).read_text().strip() if Path(file).is_file() else ""
        if text.isdigit():
            total = min(total, int(text))
    return total // (1024 * 1024)

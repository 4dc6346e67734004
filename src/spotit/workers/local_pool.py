"""Many tasks on this machine: one warm, killable process per job, driven by a thread of its own."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from queue import SimpleQueue
from typing import TypeVar

from spotit.workers.job import Job, WorkerLimits
from spotit.workers.worker import Worker

Step = TypeVar("Step")
Answer = TypeVar("Answer")
Task = TypeVar("Task")
Result = TypeVar("Result")
WAITING = 3
"""Tasks handed out per process, so that none ever waits for the parent."""


def run_local(
    tasks: Iterable[Task],
    do: Callable[[Task, Worker[Step, Answer]], Result],
    job: Job[Step, Answer],
    limits: WorkerLimits,
    processes: int,
) -> Generator[Result]:
    """Yield the result of each task as it is done, in any order. Closing the generator ends all processes.

    Tasks are taken from the iterable as they are needed, in the thread of the caller; `do` works on one with a worker,
    in a thread of the pool.
    """
    workers = [Worker(job, limits) for _ in range(processes)]
    idle: SimpleQueue[Worker[Step, Answer]] = SimpleQueue()
    for worker in workers:
        idle.put(worker)

    def work(task: Task) -> Result:
        worker = idle.get()
        try:
            return do(task, worker)
        finally:
            idle.put(worker)

    todo = iter(tasks)
    executor = ThreadPoolExecutor(processes, thread_name_prefix="spotit")
    try:
        running: set[Future[Result]] = {executor.submit(work, t) for t in islice(todo, processes * WAITING)}
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

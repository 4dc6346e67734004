"""Many tasks on this machine: one warm, killable process per job, driven by a thread of its own."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing
from itertools import islice
from queue import SimpleQueue
from threading import current_thread
from typing import Generic, TypeVar

from spotit.workers.job import Job, WorkerLimits
from spotit.workers.worker import Worker

Step = TypeVar("Step")
Answer = TypeVar("Answer")
Task = TypeVar("Task")
Result = TypeVar("Result")
THREADS = "spotit-crew"
WAITING = 3
"""Tasks handed out per process, so that none ever waits for the parent."""


class Crew(Generic[Step, Answer]):
    """Warm worker processes that any number of threads may give work to. A process starts with its first step."""

    def __init__(self, job: Job[Step, Answer], limits: WorkerLimits, processes: int) -> None:
        self.processes = processes
        self._workers = [Worker(job, limits) for _ in range(processes)]
        self._idle: SimpleQueue[Worker[Step, Answer]] = SimpleQueue()
        for worker in self._workers:
            self._idle.put(worker)
        self._executor = ThreadPoolExecutor(processes, thread_name_prefix=THREADS)
        # Processes end with the crew, also where nobody closes it.
        self._end = weakref.finalize(self, _ended, self._workers, self._executor)

    def submit(self, do: Callable[[Task, Worker[Step, Answer]], Result], task: Task) -> Future[Result]:
        """Return the coming result of `do` on the task with a worker, in a thread of the crew."""

        def work() -> Result:
            worker = self._idle.get()
            try:
                return do(task, worker)
            finally:
                self._idle.put(worker)

        return self._executor.submit(work)

    def stream(self, tasks: Iterable[Task], do: Callable[[Task, Worker[Step, Answer]], Result]) -> Generator[Result]:
        """Yield the result of each task as it is done, in any order; tasks are taken as they are needed."""
        todo = iter(tasks)
        running: set[Future[Result]] = {self.submit(do, task) for task in islice(todo, self.processes * WAITING)}
        try:
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                running |= {self.submit(do, task) for task in islice(todo, len(done))}
                for future in done:
                    yield future.result()
        finally:
            for future in running:
                future.cancel()

    def close(self) -> None:
        """End all processes; what they were doing ends as `Died`."""
        self._end()


def _ended(workers: list[Worker[Step, Answer]], executor: ThreadPoolExecutor) -> None:
    for worker in workers:
        worker.retire()
    # The last one to let go of a crew may be a thread of its own, which cannot wait for itself.
    executor.shutdown(wait=not current_thread().name.startswith(THREADS), cancel_futures=True)
    for worker in workers:
        worker.close()


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
    with closing(Crew(job, limits, processes)) as crew:
        yield from crew.stream(tasks, do)

"""Many tasks on a Ray cluster: done by the same killable processes as on one machine, on many.

Ray moves tasks and results; it does not run SQL itself. Each Ray worker keeps one warm child process, so a stuck or
crashed task never costs a Ray worker. A lost worker or node makes Ray run its batch again elsewhere; the driver takes
each batch's result once, so nothing is lost or counted twice.
"""

from __future__ import annotations

import functools
import os
import socket
from collections.abc import Callable, Generator, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Generic, TypeVar
from uuid import uuid4

from spotit.errors import UsageError
from spotit.frozen import frozen
from spotit.workers.job import Job, WorkerLimits
from spotit.workers.worker import Worker

Step = TypeVar("Step")
Answer = TypeVar("Answer")
Task = TypeVar("Task")
Result = TypeVar("Result")
BATCH = 4
"""Tasks sent together: few enough to spread the end of a run, enough to hide Ray's own cost."""
WAITING = 2
"""Batches handed out per CPU; the rest stays with the driver (back-pressure)."""


@frozen
class _Work(Generic[Task, Result, Step, Answer]):
    """What all batches of a run share."""

    run: str
    """A name that no other run has."""
    do: Callable[[Task, Worker[Step, Answer]], Result]
    job: Job[Step, Answer]
    limits: WorkerLimits


def run_on_ray(
    tasks: Iterable[Task],
    do: Callable[[Task, Worker[Step, Answer]], Result],
    job: Job[Step, Answer],
    limits: WorkerLimits,
    address: str,
) -> Generator[Result]:
    """Yield the result of each task as it is done, in any order, from the cluster at this address."""
    ray = _connect(address)
    package = {"env_vars": {"PYTHONPATH": os.pathsep.join(_import_paths())}}
    everything = ray.put(_Work(uuid4().hex, do, job, limits))
    remote = ray.remote(max_retries=-1, num_cpus=1, runtime_env=package)(_run_batch)
    batches = _batches(tasks)
    try:
        running = [remote.remote(batch, everything) for batch in islice(batches, WAITING * _cpus(ray))]
        while running:
            done, running = ray.wait(running, num_returns=1)
            free = max(0, WAITING * _cpus(ray) - len(running))
            running += [remote.remote(batch, everything) for batch in islice(batches, free)]
            for reference in done:
                yield from ray.get(reference)
    finally:
        ray.shutdown()


def _connect(address: str) -> Any:  # noqa: ANN401 - an optional package
    try:
        import ray
    except ImportError:
        raise UsageError("--ray needs the package ray: pip install 'spotit[ray]'") from None
    _require_listener(address)
    try:
        ray.init(address=address, log_to_driver=False, configure_logging=False)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise UsageError(f"cannot connect to Ray at {address}: {error}") from None
    return ray


def _require_listener(address: str) -> None:
    """Fail at once when nothing listens at `host:port`, where Ray would try for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not port.isdigit():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=10).close()
    except OSError as error:
        raise UsageError(f"cannot connect to Ray at {address}: {error.strerror or error}") from None


def _cpus(ray: Any) -> int:  # noqa: ANN401 - an optional package
    """Return the CPUs that the cluster has now; nodes come and go."""
    return max(1, int(ray.cluster_resources().get("CPU", 1)))


def _import_paths() -> Iterator[str]:
    yield str(Path(__file__).resolve().parents[2])
    if os.environ.get("PYTHONPATH"):
        yield os.environ["PYTHONPATH"]


def _batches(tasks: Iterable[Task]) -> Iterator[tuple[Task, ...]]:
    rest = iter(tasks)
    while batch := tuple(islice(rest, BATCH)):
        yield batch


def _run_batch(tasks: tuple[Task, ...], work: _Work[Task, Result, Step, Answer]) -> list[Result]:
    """Run in a Ray worker: do some tasks with the warm child process."""
    place = _warm(work.run)
    if not place:
        place.append(Worker(work.job, work.limits))
    return [work.do(task, place[0]) for task in tasks]


@functools.lru_cache(maxsize=1)
def _warm(run: str) -> list[Worker[Any, Any]]:
    """Return the place where this Ray worker keeps its child process for a run."""
    return []

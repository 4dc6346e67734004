"""Worker processes: what they answer, how they end, and that they do end."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path

import pytest
from odd_jobs import Broken, Deadly, Greedy, Hoarding, Measuring, Sleepy

from spotit.workers.job import Died, Failed, WorkerLimits
from spotit.workers.local_pool import run_local
from spotit.workers.worker import Worker, WorkerFailed

LIMITS = WorkerLimits(memory_mb=1000)


@pytest.fixture(autouse=True)
def _importable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let workers import the jobs of the tests."""
    paths = [str(Path(__file__).parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))


def test_a_step_without_enough_memory_is_told_and_the_next_one_works() -> None:
    worker = Worker(Greedy(), LIMITS)
    try:
        assert worker.call(1, 60) == 1 << 20
        answer = worker.call(2000, 60)
        assert isinstance(answer, Died) and answer.reason == "out of memory at 1000 MB"
        assert worker.call(2, 60) == 2 << 20
    finally:
        worker.close()


def test_a_process_that_grows_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spotit.workers.worker.GROWTH_MB", 50.0)
    worker = Worker(Hoarding(), LIMITS)
    try:
        first, second, third = (worker.call(megabytes, 60) for megabytes in (1, 100, 1))
        assert first == second != third
    finally:
        worker.close()


def test_a_step_of_a_stopped_process_is_done_once_more() -> None:
    worker = Worker(Measuring(), LIMITS)
    try:
        assert worker.call("abc", 60) == 3
        stopped = worker.pid
        assert stopped is not None
        os.kill(stopped, signal.SIGSTOP)
        assert worker.call("abcd", 3) == 4
        assert worker.pid not in (None, stopped)
    finally:
        worker.close()


def test_a_stuck_step_is_killed_and_the_next_one_works() -> None:
    worker = Worker(Sleepy(), LIMITS)
    try:
        assert worker.call(0, 60) is None
        begun = time.monotonic()
        answer = worker.call(1000, 0.05)
        assert isinstance(answer, Died) and "hard limit" in answer.reason
        assert time.monotonic() - begun < 30
        assert worker.call(0, 60) is None
    finally:
        worker.close()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSEGV, signal.SIGXCPU])
def test_a_worker_that_dies_says_how(number: signal.Signals) -> None:
    worker = Worker(Deadly(), LIMITS)
    try:
        answer = worker.call(number, 60)
        assert isinstance(answer, Died)
        assert ("CPU time" if number == signal.SIGXCPU else number.name) in answer.reason
        assert worker.call(0, 60) is None
    finally:
        worker.close()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGSEGV])
def test_a_step_whose_process_was_killed_is_done_once_more(number: signal.Signals) -> None:
    worker = Worker(Greedy(), LIMITS)
    try:
        worker.call(1, 60)
        assert worker.pid is not None
        os.kill(worker.pid, number)
        assert worker.call(2, 60) == 2 << 20
    finally:
        worker.close()


def test_a_stopped_process_does_not_hold_its_parent() -> None:
    worker = Worker(Measuring(), LIMITS)
    try:
        assert worker.call(b"x", 60) == 1
        assert worker.pid is not None
        os.kill(worker.pid, signal.SIGSTOP)
        assert worker.call(bytes(50 << 20), 5) == 50 << 20
    finally:
        worker.close()


def test_an_unexpected_exception_is_told() -> None:
    worker = Worker(Sleepy(), LIMITS)
    try:
        answer = worker.call(-1, 60)
        assert isinstance(answer, Failed)
        assert answer.reason == "internal failure: ValueError: sleep length must be non-negative"
    finally:
        worker.close()


def test_a_worker_that_does_not_start_is_an_error() -> None:
    worker = Worker(Broken(), LIMITS)
    with pytest.raises(WorkerFailed, match="no disk"):
        worker.call(0, 60)
    assert worker.pid is None


def test_retired_workers_start_nothing() -> None:
    worker = Worker(Sleepy(), LIMITS)
    worker.retire()
    assert isinstance(worker.call(0, 60), Died)
    assert worker.pid is None


@pytest.mark.parametrize("delay", [0.0, 0.02, 0.3, 2.0])
def test_a_worker_can_be_retired_at_any_time(delay: float) -> None:
    worker = Worker(Sleepy(), LIMITS)
    timer = threading.Timer(delay, worker.retire)
    timer.start()
    begun = time.monotonic()
    assert isinstance(worker.call(1000, 1000), Died)
    assert time.monotonic() - begun < 60
    timer.join()
    worker.close()


def test_a_task_that_fails_in_the_parent_ends_the_processes() -> None:
    workers: list[Worker[int, int]] = []

    def do(task: int, worker: Worker[int, int]) -> object:
        workers.append(worker)
        if task == 3:
            raise KeyError(task)
        return worker.call(task, 60)

    with pytest.raises(KeyError):
        list(run_local(range(1, 6), do, Greedy(), LIMITS, 2))
    assert workers and all(worker.pid is None for worker in workers)

"""One killable worker process, from the side of its parent.

A worker is a plain child process (`python -m spotit.workers.process`) that stays warm between steps and talks over one
socket. The parent kills it at the wall deadline; the kernel, where it can, enforces CPU time and memory (RLIMIT_CPU,
RLIMIT_AS).
"""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Timer
from typing import IO, Generic, TypeVar

from spotit.errors import SpotitError
from spotit.workers import link
from spotit.workers.job import OUT_OF_MEMORY, Died, Ended, Failed, Job, WorkerLimits
from spotit.workers.machine import is_stopped, resident_mb

Step = TypeVar("Step")
Answer = TypeVar("Answer")
START_SECONDS = 120.0
"""How long a new process may take to import SpotIt."""
GROWTH_MB = 700.0
"""How much a process may grow from step to step before a new one takes its place."""


class WorkerFailed(SpotitError):
    """A worker process that does not even start."""


class Worker(Generic[Step, Answer]):
    """One warm child process; a new one takes its place after a death."""

    def __init__(self, job: Job[Step, Answer], limits: WorkerLimits) -> None:
        self._job = job
        self._limits = limits
        self._process: subprocess.Popen[bytes] | None = None
        self._connection: Connection | None = None
        self._log: IO[bytes] | None = None
        self._seconds = 0.0
        self._at_start = 0.0
        self._retired = False

    @property
    def pid(self) -> int | None:
        """The process id, while there is a process."""
        return self._process.pid if self._process else None

    def call(self, step: Step, seconds: float) -> Answer | Ended:
        """Return the answer to a step, or how it ended; the process is killed after `seconds`.

        A step whose process was ended by somebody else (for want of memory on the machine, say) is done once more.
        """
        answer = self._call(step, seconds)
        lost = isinstance(answer, Died) and answer.signalled and not self._retired
        return self._call(step, seconds) if lost else answer

    def _call(self, step: Step, seconds: float) -> Answer | Ended:
        self._seconds = seconds
        try:
            connection = self._connection or self._start()
            with self._killed_after(seconds):
                # A process that is stopped does not read, and what does not fit into the socket waits for it.
                connection.send((step, seconds))
            if not connection.poll(seconds):
                stopped = is_stopped(self.pid)
                self.close()
                return Died(f"killed at the hard limit of {seconds:g} s", signalled=stopped)
            answer: Answer | Ended = connection.recv()
        except _Retired:
            return Died("the run was stopped")
        except (EOFError, ConnectionError):
            return self._obituary()
        if isinstance(answer, Died | Failed) or resident_mb(self.pid) > self._at_start + GROWTH_MB:
            self.close()
        return answer

    def close(self) -> None:
        """Kill the process, if there is one."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        told = self._process.stdin if self._process is not None else None
        for end in (self._connection, self._log, told):
            if end is not None:
                end.close()
        self._process = self._connection = self._log = None

    def retire(self) -> None:
        """Stop for good, from another thread: a waiting `call` returns, and no later one starts a process."""
        self._retired = True
        process = self._process
        if process is not None:
            process.kill()

    def _start(self) -> Connection:
        if self._retired:
            raise _Retired
        log = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the process
        try:
            self._process, ours = link.start(_environment(), log, START_SECONDS)
        except (EOFError, OSError) as error:
            log.close()
            raise WorkerFailed(f"a worker process does not start: {error or 'it does not connect'}") from None
        self._connection, self._log = ours, log
        if self._retired:
            # `retire` may have looked for a process just before there was one.
            self.close()
            raise _Retired
        try:
            ours.send((self._job, self._limits))
            if ours.poll(START_SECONDS) and ours.recv() == "ready":
                self._at_start = resident_mb(self.pid)
                return ours
            reason = f"no answer within {START_SECONDS:g} s"
        except (EOFError, ConnectionError):
            reason = self._obituary().reason
        self.close()
        raise _Retired if self._retired else WorkerFailed(f"a worker process does not start: {reason}")

    @contextmanager
    def _killed_after(self, seconds: float) -> Iterator[None]:
        """Kill the process where a block takes too long."""
        assert self._process is not None
        watch = Timer(seconds, self._process.kill)
        watch.start()
        try:
            yield
        finally:
            watch.cancel()

    def _obituary(self) -> Died:
        """Say why the process ended, and clear it away."""
        process, log = self._process, self._log
        assert process is not None and log is not None
        code = process.wait()
        log.seek(max(0, log.seek(0, os.SEEK_END) - 4000))
        lines = [line for line in log.read().decode("utf-8", "replace").splitlines() if line.strip()]
        self.close()
        if code == OUT_OF_MEMORY:
            return Died(f"out of memory at {self._limits.memory_mb} MB")
        if code == -getattr(signal, "SIGXCPU", 0) != 0:
            return Died(f"used up its CPU time of {max(self._seconds, self._limits.cpu_seconds):g} s")
        what = f"ended by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"
        return Died(f"worker {what}" + (f": {lines[-1].strip()[:300]}" if lines else ""), signalled=code < 0)


class _Retired(Exception):
    """The worker was told to stop for good."""


def _environment() -> dict[str, str]:
    """Return the environment of a child: it imports the same SpotIt as this process."""
    package = str(Path(__file__).resolve().parents[2])
    path = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": f"{package}{os.pathsep}{path}" if path else package}

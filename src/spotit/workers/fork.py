"""One piece of work in a copy of this process that can be killed: the hard limit of a command that does one thing.

A copy starts at once, where a `Worker` imports SpotIt anew. It must be made before this process has threads.
"""

from __future__ import annotations

import gc
import os
import pickle
import select
import signal
import sys
import time
import traceback
from collections.abc import Callable
from typing import NoReturn, TypeVar

from spotit.workers.job import Died, WorkerLimits
from spotit.workers.process import GARBAGE, limit_cpu, limit_memory, watch_parent

Result = TypeVar("Result")


def in_fork(work: Callable[[], Result], seconds: float, limits: WorkerLimits) -> Result | Died:
    """Return what `work` returns, or how its process ended; it is killed after `seconds`. Raises what `work` raises."""
    if not hasattr(os, "fork"):
        return work()  # on Windows there is no copy to kill; a check watches the clock itself
    sys.stdout.flush()
    sys.stderr.flush()
    receiving, sending = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(receiving)
        _work(work, sending, seconds, limits)
    os.close(sending)
    try:
        content = _received(receiving, time.monotonic() + seconds)
    finally:
        os.close(receiving)
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
    if content is None:
        return Died(f"killed at the hard limit of {seconds:g} s")
    try:
        returned, value = pickle.loads(content)
    except (EOFError, pickle.UnpicklingError):
        return _death(status, seconds)
    if returned:
        result: Result | Died = value
        return result
    raise value


def _work(work: Callable[[], object], sending: int, seconds: float, limits: WorkerLimits) -> NoReturn:
    """Do the work in the copy, which does nothing else."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    watch_parent(os.getppid())
    limit_memory(limits)
    limit_cpu(seconds)
    gc.set_threshold(*GARBAGE)
    try:
        content = _pickled(work, limits)
        while content:
            content = content[os.write(sending, content) :]
    finally:
        os._exit(0)


def _pickled(work: Callable[[], object], limits: WorkerLimits) -> bytes:
    """Return whether the work returned or raised, and what."""
    try:
        return pickle.dumps((True, work()))
    except MemoryError:
        return pickle.dumps((True, Died(f"out of memory at {limits.memory_mb} MB")))
    except Exception as error:
        error.add_note(traceback.format_exc())
        try:
            content = pickle.dumps((False, error))
            pickle.loads(content)
            return content
        except Exception:
            return pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}")))


def _received(receiving: int, deadline: float) -> bytes | None:
    """Return all that is sent until the other end is closed, None if that does not come in time."""
    content = bytearray()
    while (left := deadline - time.monotonic()) > 0:
        ready, _, _ = select.select([receiving], [], [], left)
        if not ready:
            break
        part = os.read(receiving, 1 << 20)
        if not part:
            return bytes(content)
        content += part
    return None


def _death(status: int, seconds: float) -> Died:
    code = os.waitstatus_to_exitcode(status)
    if code == -signal.SIGXCPU:
        return Died(f"used up its CPU time of {seconds:g} s")
    return Died(f"its process was ended by {signal.Signals(-code).name}" if code < 0 else "its process ended early")

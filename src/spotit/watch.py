"""A hard limit inside this process: work that does not look at the clock is interrupted between two steps of Python.

What runs outside Python has limits of its own: the solver is interrupted, and the engine looks at the clock itself.
A limit that nothing escapes takes a process that can be killed (`spotit.workers`).
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")


class TimeIsOver(BaseException):
    """Raised in the middle of work that took too long; no `except Exception` on its way keeps it."""


def watched(work: Callable[[], Result], seconds: float) -> Result | None:
    """Return what `work` returns, None if it had to be interrupted after so many seconds."""
    thread, lock = threading.get_ident(), threading.Lock()
    at_work = True

    def interrupt() -> None:
        with lock:
            if at_work:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(TimeIsOver))

    watch = threading.Timer(seconds, interrupt)
    watch.daemon = True
    watch.start()
    try:
        try:
            return work()
        finally:
            with lock:
                at_work = False
            watch.cancel()
    except TimeIsOver:
        return None

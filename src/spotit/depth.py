"""Room for recursion: plans are trees, and a query that SQLite takes may be a thousand levels deep.

Python's own limit of about a thousand calls is far below what such a tree needs, and so is the stack of an ordinary
thread. Hardly any query needs more, so that more is only made where a first attempt has run into the limit.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import copy_context
from typing import TypeVar

Result = TypeVar("Result")
CALLS = 200_000
"""Python calls in one another."""
STACK_BYTES = 256 << 20
"""For the parts of Python that are written in C; only what is used of it takes memory."""


def with_room(work: Callable[[], Result]) -> Result:
    """Return what `work` returns; if it recurses too deeply, it is done again in a thread with more room."""
    try:
        return work()
    except RecursionError:
        return _in_large_thread(work)


def _in_large_thread(work: Callable[[], Result]) -> Result:
    from concurrent.futures import Future  # hardly any query needs it

    done: Future[Result] = Future()
    context = copy_context()

    def run() -> None:
        try:
            done.set_result(context.run(work))
        except BaseException as error:
            done.set_exception(error)

    with _LIMIT.raised():
        _started(run)
        return done.result()


def _started(run: Callable[[], None]) -> None:
    with _STARTING:
        before = threading.stack_size(STACK_BYTES)
        try:
            threading.Thread(target=run, name="spotit-deep", daemon=True).start()
        finally:
            threading.stack_size(before)


class _RecursionLimit:
    """Python's recursion limit, which is one for all threads: raised while somebody needs it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._users = 0
        self._usual = 0

    @contextmanager
    def raised(self) -> Iterator[None]:
        with self._lock:
            if self._users == 0:
                self._usual = sys.getrecursionlimit()
                sys.setrecursionlimit(max(CALLS, self._usual))
            self._users += 1
        try:
            yield
        finally:
            with self._lock:
                self._users -= 1
                if self._users == 0:
                    sys.setrecursionlimit(self._usual)


_LIMIT = _RecursionLimit()
_STARTING = threading.Lock()
"""The size of a thread's stack is set for all threads that are started from then on."""

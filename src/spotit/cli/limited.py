"""The hard limit of commands that do one thing: in a process of its own, which is killed when time is over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, TypeVar

import typer

from spotit.api import GRACE
from spotit.cli.terminal import say
from spotit.options import MOST_SECONDS
from spotit.workers.fork import in_fork
from spotit.workers.job import Died, WorkerLimits
from spotit.workers.machine import default_memory_mb

Result = TypeVar("Result")
Seconds = Annotated[float, typer.Option("--timeout", min=0.01, max=MOST_SECONDS, help="Seconds that it may take.")]
"""The option of such a command."""
STOPPED = 3
"""The exit code of a command that was stopped, as of a check without an answer."""


def limited(work: Callable[[], Result], seconds: float) -> Result | Died:
    """Return what `work` returns, or how it ended: it is killed shortly after so many seconds."""
    return in_fork(work, seconds + GRACE, WorkerLimits(default_memory_mb(1)))


def finished(command: str, work: Callable[[], Result], seconds: float) -> Result:
    """Return what the work of a command returns; leave with a sentence where it is stopped."""
    result = limited(work, seconds)
    if isinstance(result, Died):
        say(f"spotit {command}: {result.reason}", error=True)
        raise typer.Exit(STOPPED)
    return result

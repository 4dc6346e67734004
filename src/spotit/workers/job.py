"""What workers are told and what they answer: plain data, cheap to import."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from spotit.frozen import frozen
from spotit.reason import Obstacle, worker_ended

StepIn = TypeVar("StepIn", contravariant=True)
AnswerOut = TypeVar("AnswerOut", covariant=True)


class Job(Protocol[StepIn, AnswerOut]):
    """What a worker process is for; sent to it once, so it can be pickled."""

    def start(self) -> Callable[[StepIn], AnswerOut]:
        """Return what answers steps; called inside the worker process."""


@frozen
class WorkerLimits:
    """What a worker process may use; the kernel ends it beyond."""

    memory_mb: int
    """Address space."""
    cpu_seconds: float = 0.0
    """CPU seconds of one step, but at least as many as it has seconds on the clock."""


OUT_OF_MEMORY = 86
"""The exit code of a process that ends itself because it has too much memory, where the kernel keeps no limit."""


@frozen
class Died:
    """A step that ended its process, and how."""

    reason: str
    signalled: bool = False
    """By a signal from outside, which may have nothing to do with the step."""

    @property
    def obstacle(self) -> Obstacle:
        """Why there is no verdict."""
        return worker_ended(self.reason)


@frozen
class Failed:
    """A step that ended in an exception which nobody expected: an error of ours."""

    obstacle: Obstacle

    @property
    def reason(self) -> str:
        """What happened, as a clause for people."""
        return self.obstacle.text


Ended = Died | Failed
"""What may come back from a worker instead of an answer."""

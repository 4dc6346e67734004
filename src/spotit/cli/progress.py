"""What an evaluation shows while it runs: a live line on a terminal, plain lines elsewhere. All on stderr."""

from __future__ import annotations

import time
from collections import Counter
from contextlib import AbstractContextManager
from types import TracebackType

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from spotit.evaluate.records import Outcome, RunInfo
from spotit.evaluate.run import Event, Started
from spotit.evaluate.task import TaskResult

PLAIN_SECONDS = 10.0
"""Time between two plain lines."""
_SHORT = {
    "different": "different",
    "equivalent": "equivalent",
    "equivalent_up_to_bound": "up to bound",
    "unrefuted": "unrefuted",
    "undecided": "undecided",
    "unsupported": "unsupported",
    "invalid": "invalid",
    None: "not verified",
}


class EvalProgress(AbstractContextManager["EvalProgress"]):
    """Shows the events of one evaluation: counts by verdict, pairs per second, time left."""

    def __init__(self, console: Console, *, live: bool | None = None) -> None:
        self._console = console
        self._live = console.is_terminal if live is None else live
        self._counts: Counter[str | None] = Counter()
        self._total = self._before = self._cached = 0
        self._begun = self._shown = time.monotonic()
        self._progress = Progress(
            TextColumn("pairs"),
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeElapsedColumn(),
            TextColumn("left"),
            TimeRemainingColumn(),
            TextColumn("{task.fields[counts]}"),
            console=console,
            transient=True,
        )
        self._task = self._progress.add_task("", total=None, rate="", counts="")

    def __enter__(self) -> EvalProgress:
        if self._live:
            self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live:
            self._progress.stop()
        elif self._total and kind is None:
            self._say(self._line())

    def __call__(self, event: Event) -> None:
        """Take notice of an event."""
        match event:
            case Started():
                self._start(event)
            case TaskResult():
                self._count(event.outcomes)
                self._cached += event.cached
        self._show()

    @property
    def done(self) -> int:
        """Pairs done, earlier runs included."""
        return self._counts.total()

    def _start(self, event: Started) -> None:
        self._begun = self._shown = time.monotonic()
        self._total, self._before = event.pairs, len(event.before)
        self._count(event.before)
        for line in opening(event.info, event.questions, event.pairs):
            self._console.print(
                line, style="yellow" if line.startswith("note") else None, markup=False, highlight=False
            )
        if event.before:
            self._say(f"resuming: {len(event.before)} of {event.pairs} pairs are done")
        self._progress.update(self._task, total=event.pairs)

    def _count(self, outcomes: tuple[Outcome, ...]) -> None:
        self._counts.update(o.verdict for o in outcomes)

    def _show(self) -> None:
        if self._live:
            self._progress.update(self._task, completed=self.done, rate=self._rate_text(), counts=self._counts_text())
        elif time.monotonic() - self._shown >= PLAIN_SECONDS:
            self._shown = time.monotonic()
            self._say(self._line())

    def _say(self, line: str) -> None:
        self._console.print(line, markup=False, highlight=False, soft_wrap=True)

    def _line(self) -> str:
        return f"{self.done}/{self._total} pairs, {self._rate_text()}{self._left_text()}: {self._counts_text()}"

    def _rate(self) -> float:
        return (self.done - self._before) / max(time.monotonic() - self._begun, 1e-3)

    def _rate_text(self) -> str:
        return f"{self._rate():.1f} pairs/s"

    def _left_text(self) -> str:
        rest = self._total - self.done
        return f", {rest / self._rate():.0f} s left" if rest and self._rate() else ""

    def _counts_text(self) -> str:
        parts = [f"{_SHORT[name]} {self._counts[name]}" for name in _SHORT if self._counts[name]]
        return ", ".join([*parts, f"cached {self._cached}"] if self._cached else parts)


def _columns(info: RunInfo) -> str:
    matching = info.options.get("columns", "exact")
    return "" if matching == "exact" else f"columns {matching}, "


def opening(info: RunInfo, questions: int, pairs: int) -> list[str]:
    """Return the lines that say what is about to run, and what is odd about the inputs."""
    source = {
        "database": "executed on the test databases",
        "file": "taken from --ex-results",
        "none": "not used (--no-ex): everything is verified",
    }[info.ex_source]
    lines = [
        f"{questions} questions, {len(info.methods)} methods, {pairs} pairs; bound {info.options['bound']}, "
        f"{info.options['semantics']} semantics, {_columns(info)}{info.engine}",
        f"EX {source}",
    ]
    lines += [f"note: {note}" for note in info.notes]
    for method, counts in info.predictions.items():
        odd = {n: getattr(counts, n) for n in ("missing", "empty", "oversized", "extra", "duplicate")}
        told = [f"{number} {name}" for name, number in odd.items() if number]
        if counts.extracted:
            told.append(f"{counts.extracted} taken out of other text")
        if counts.problem:
            told.append(counts.problem)
        if told:
            lines.append(f"note: {method}: {', '.join(told)}")
    return lines

"""Faults while a run works: parent and workers killed, stopped, interrupted, without disk; then the run is resumed."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

KINDS = (
    "kill -9 of the parent", "SIGTERM of the parent", "SIGINT of the parent", "kill -9 of a worker",
    "SEGV of a worker", "SIGTERM of a worker", "SIGSTOP of a worker", "SIGSTOP of the parent", "disk full",
    "read-only", "a torn line",
)  # fmt: skip


@dataclass(slots=True)
class Faults:
    """A run that is disturbed until it is done, time and again, and what came of it."""

    arguments: list[str]
    """Of `spotit eval`, without `--out` and `--resume`."""
    out: Path
    expected: list[dict[str, object]]
    """The outcomes of an undisturbed run."""
    seconds: float
    """How long that took."""
    random: Random
    done: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)
    runs: int = 0

    def disturb(self, kind: str) -> None:
        """Start or resume the run, let the fault happen at a random moment, and see what is left."""
        if kind == "a torn line":
            self._tear()
        elif kind == "read-only":
            self._close_folder()
        else:
            self._fault(kind)
        self.done[kind] += 1
        self._compare()

    def finish(self) -> None:
        """Resume the run to its end and compare it with the undisturbed one."""
        process = self._start()
        _, errors = process.communicate(timeout=600)
        if process.returncode != 0:
            self.problems.append(f"the run cannot be finished: {errors[-300:]}")
        self.runs += 1
        found = outcomes(self.out)
        if found != self.expected:
            self.problems.append(f"run {self.runs}: {len(found)} outcomes, {_differing(found, self.expected)} changed")

    def _fault(self, kind: str) -> None:
        limit = self._file_limit if kind == "disk full" else None
        process = self._start(limit)
        try:
            time.sleep(self.random.uniform(0.3, 1.0) * self.seconds)
            self._strike(kind, process)
            _, errors = process.communicate(timeout=300)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
        if "Traceback" in errors:
            self.problems.append(f"{kind}: {errors[-400:]}")
        if kind == "disk full" and process.returncode not in (0, 2):
            self.problems.append(f"{kind}: exit code {process.returncode}")

    def _strike(self, kind: str, process: subprocess.Popen[str]) -> None:
        what, _, whom = kind.rpartition(" of ")
        signals = {"kill -9": signal.SIGKILL, "SEGV": signal.SIGSEGV}
        number = signals.get(what) or getattr(signal, what, None)
        if number is None or process.poll() is not None:
            return
        targets = [process.pid] if whom == "the parent" else children(process.pid)
        for pid in self.random.sample(targets, min(1, len(targets))):
            try:
                os.kill(pid, number)
                if what == "SIGSTOP" and whom == "the parent":
                    time.sleep(0.5)
                    os.kill(pid, signal.SIGCONT)
            except ProcessLookupError:
                return

    def _file_limit(self) -> None:
        """Let no file grow beyond a few KB: the disk is full for this process and its children."""
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        size = self.random.choice((1 << 12, 1 << 14, 1 << 15))
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    def _tear(self) -> None:
        file = self.out / "outcomes.jsonl"
        if file.is_file():
            content = file.read_bytes()
            file.write_bytes(content[: self.random.randrange(len(content) + 1)])

    def _close_folder(self) -> None:
        """Put a file in the place of the folder of scripts: nothing can be written there, even by the superuser."""
        folder, aside = self.out / "witnesses", self.out.with_name("aside")
        if not folder.is_dir():
            return
        folder.rename(aside)
        folder.write_text("")
        process = self._start()
        _, errors = process.communicate(timeout=600)
        if process.returncode not in (0, 2) or "Traceback" in errors:
            self.problems.append(f"read-only: exit code {process.returncode}: {errors[-300:]}")
        folder.unlink()
        aside.rename(folder)

    def _compare(self) -> None:
        """See that what is there is whole, once there, and right."""
        if not (self.out / "outcomes.jsonl").is_file():
            return
        wanted = {key(o): o for o in self.expected}
        found = outcomes(self.out, torn=True)
        counts = Counter(map(key, found))
        if any(count > 1 for count in counts.values()):
            self.problems.append(f"{max(counts.values())} outcomes of one pair")
        if any(wanted[key(o)] != o for o in found):
            self.problems.append(f"{_differing(found, self.expected)} outcomes changed")

    def _start(self, before: object = None) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "spotit", "eval", *self.arguments, "--out", str(self.out), "--resume"]
        return subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True,
            preexec_fn=before,  # type: ignore[arg-type]
        )  # fmt: skip


def key(outcome: dict[str, object]) -> tuple[str, str]:
    """Return which pair an outcome is about."""
    return str(outcome["question_id"]), str(outcome["method"])


def outcomes(run: Path, *, torn: bool = False) -> list[dict[str, object]]:
    """Return the outcomes of a run without what may differ between two runs; `torn` leaves out a line that was cut."""
    lines = (run / "outcomes.jsonl").read_text().split("\n")
    records = [json.loads(line) for line in (lines[:-1] if torn else lines) if line]
    for record in records:
        del record["seconds"]
    return sorted(records, key=key)


def children(pid: int) -> list[int]:
    """Return the processes that a process has started, by any of its threads."""
    found: set[int] = set()
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            found.update(map(int, Path(f"/proc/{pid}/task/{task}/children").read_text().split()))
    except OSError:
        pass
    return sorted(found)


def _differing(found: list[dict[str, object]], expected: list[dict[str, object]]) -> int:
    wanted = {key(o): o for o in expected}
    return sum(wanted.get(key(o)) != o for o in found)

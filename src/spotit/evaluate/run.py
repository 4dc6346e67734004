"""The whole evaluation: read, execute, verify, cross-check, store, score."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

from spotit.elsewhere.local_server import at_hand
from spotit.errors import SpotitError, UsageError
from spotit.evaluate import store
from spotit.evaluate.lock import LOCK, sole_writer
from spotit.evaluate.records import Outcome, RunInfo
from spotit.evaluate.run_inputs import Prepared, Request, hash_file, prepare
from spotit.evaluate.score import score
from spotit.evaluate.store import Run, RunWriter, load_run
from spotit.evaluate.task import Shared, Task, TaskResult, run_task
from spotit.frozen import frozen
from spotit.workers.job import WorkerLimits
from spotit.workers.local_pool import run_local
from spotit.workers.ray_pool import run_on_ray


class InputChanged(SpotitError):
    """An input file that is not what it was when the run started."""


@frozen
class Started:
    """The run is about to work: what is to do, and what was done before."""

    info: RunInfo
    questions: int
    pairs: int
    before: tuple[Outcome, ...]


Event = Started | TaskResult
Observer = Callable[[Event], None]


def evaluate(request: Request, observe: Observer | None = None) -> Run:
    """Run an evaluation to its end and return the run; it can be interrupted at any time and resumed."""
    with sole_writer(_checked(request).out):
        return _evaluated(request, observe or (lambda _: None))


def _evaluated(request: Request, tell: Observer) -> Run:
    with at_hand(request.also) as also:
        return _run(request, prepare(request, also), tell)


def _run(request: Request, prepared: Prepared, tell: Observer) -> Run:
    _open_directory(request, prepared)
    methods = prepared.info.methods
    with closing(RunWriter(request.out, methods)) as writer:
        todo = [t for t in prepared.tasks if t.question.question_id not in writer.done]
        tell(
            Started(
                prepared.info,
                len(prepared.tasks),
                len(prepared.tasks) * len(methods),
                _done_before(request.out),
            )
        )
        with closing(_results(request, todo, prepared.shared)) as results:
            for result in results:
                writer.write(result)
                tell(result)
    _require_unchanged(prepared.info)
    run = load_run(request.out)
    store.write_json(request.out / store.SUMMARY, score(run))
    return run


def _checked(request: Request) -> Request:
    """Return the request if it may use its output folder."""
    out = request.out
    if (out / store.RUN).is_file() and not request.resume:
        raise UsageError(f"{out} already holds a run; continue it with --resume, or choose another --out")
    if out.exists() and not out.is_dir():
        raise UsageError(f"{out} is not a folder")
    if out.is_dir() and not (out / store.RUN).is_file() and _foreign(out):
        raise UsageError(f"{out} holds other files: choose an empty folder for --out")
    return request


def _foreign(out: Path) -> bool:
    ours = {
        store.QUESTIONS,
        store.PREDICTIONS,
        store.SCHEMAS,
        store.OUTCOMES,
        store.VERDICTS,
        store.WITNESSES,
    }
    ours |= {store.SCRIPTS, store.DATABASES, LOCK}
    return any(p.name.removesuffix(".new") not in ours for p in out.iterdir() if p.name != f"{store.RUN}.new")


def _open_directory(request: Request, prepared: Prepared) -> None:
    if not (request.out / store.RUN).is_file():
        store.create(request.out, prepared.info, prepared.questions, prepared.predictions, prepared.schemas)
        return
    before = store.read_info(request.out)
    if before.fingerprint != prepared.info.fingerprint:
        changed = ", ".join(_changes(before, prepared.info)) or "the selection or the limits"
        raise UsageError(f"{request.out} cannot be resumed: not the same as when it was started: {changed}")


def _changes(before: RunInfo, now: RunInfo) -> Iterator[str]:
    """Yield what differs between two runs, for people."""
    for name in ("benchmark", "ex_source", "options", "selection", "methods", "engine"):
        if getattr(before, name) != getattr(now, name):
            yield name
    if before.source != now.source:
        yield "SpotIt itself"
    old = {(f.role, f.name): f.sha256 for f in before.inputs}
    new = {(f.role, f.name): f.sha256 for f in now.inputs}
    for role, name in sorted(old.keys() | new.keys()):
        if old.get((role, name)) != new.get((role, name)):
            yield f"{role} {name}"


def _done_before(out: Path) -> tuple[Outcome, ...]:
    return tuple(store.read_lines(out / store.OUTCOMES, Outcome))


def _results(request: Request, tasks: Iterable[Task], shared: Shared) -> Generator[TaskResult]:
    do = partial(run_task, shared=shared)
    limits = WorkerLimits(shared.setup.limits.memory_mb, shared.setup.limits.cpu_seconds)
    if request.ray is None:
        return run_local(tasks, do, shared.setup, limits, request.jobs)
    return run_on_ray(tasks, do, shared.setup, limits, request.ray)


def _require_unchanged(info: RunInfo) -> None:
    """Make sure that no database was changed by what ran on it."""
    for file in info.inputs:
        if file.role == "database" and hash_file(file.role, file.name, Path(file.path)).sha256 != file.sha256:
            raise InputChanged(f"{file.path} changed during the run")

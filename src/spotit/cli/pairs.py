"""`spotit check --pairs`: many pairs on warm, killable processes, answers as they come."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from pathlib import Path
from queue import SimpleQueue

import typer

from spotit.engine.open import system
from spotit.errors import SpotitError, UsageError
from spotit.evaluate.local_pool import default_memory_mb
from spotit.evaluate.protocol import CheckStep, Setup
from spotit.evaluate.records import Limits
from spotit.evaluate.worker_pool import Died, Worker
from spotit.options import Options, Semantics
from spotit.reason import worker_ended
from spotit.schema import Schema
from spotit.schemas.load import load_schema
from spotit.verdict import Undecided

_GRACE = 15.0
"""Seconds beyond the time limit after which a stuck process is killed."""


@dataclass(frozen=True, slots=True)
class PairLine:
    """One pair of the input file."""

    id: object
    schema: str
    left: str
    right: str
    options: Options


def check_pairs(path: Path, options: Options, jobs: int) -> None:
    """Print one verdict per line of the file, each with its id, in the order in which they finish."""
    lines = list(_read(path, options))
    schemas, broken = _schemas({line.schema for line in lines}, path.parent)
    for line in lines:
        if line.schema in broken:
            _print(line, {"verdict": "invalid", "side": "schema", "reason": broken[line.schema]})
    todo = [line for line in lines if line.schema in schemas]
    limits = Limits(
        memory_mb=default_memory_mb(jobs),
        cpu_seconds=options.timeout + _GRACE,
        hard_seconds=options.timeout + _GRACE,
    )
    setup = Setup(schemas, {}, options, limits)
    for line, answer in _answers(todo, setup, jobs):
        _print(line, answer)


def _print(line: PairLine, answer: dict[str, object]) -> None:
    typer.echo(json.dumps({"id": line.id, **answer}, ensure_ascii=False))


def _answers(lines: list[PairLine], setup: Setup, jobs: int) -> Iterator[tuple[PairLine, dict[str, object]]]:
    workers = [Worker(setup) for _ in range(jobs)]
    idle: SimpleQueue[Worker] = SimpleQueue()
    for worker in workers:
        idle.put(worker)

    def work(line: PairLine) -> tuple[PairLine, dict[str, object]]:
        worker = idle.get()
        try:
            step = CheckStep(line.schema, line.left, line.right, (), line.options)
            answer = worker.call(step, setup.limits.hard_seconds)
        finally:
            idle.put(worker)
        if isinstance(answer, Died):
            died = Undecided(worker_ended(answer.reason), semantics=line.options.semantics.value, engine=system().title)
            return line, died.as_dict()
        assert isinstance(answer, dict)
        return line, answer

    with ThreadPoolExecutor(jobs) as executor:
        try:
            for future in as_completed([executor.submit(work, line) for line in lines]):
                yield future.result()
        finally:
            for worker in workers:
                worker.retire()
            executor.shutdown(cancel_futures=True)
            for worker in workers:
                worker.close()


def _read(path: Path, options: Options) -> Iterator[PairLine]:
    try:
        texts = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read {path}: {error}") from None
    for number, text in enumerate(texts, 1):
        if text.strip():
            yield _line(text, f"{path}, line {number}", options)


def _line(text: str, place: str, options: Options) -> PairLine:
    try:
        item = json.loads(text)
        semantics = Semantics(item.get("semantics") or options.semantics)
        left, right, schema = (str(item[key]) for key in ("left", "right", "schema"))
        return PairLine(item["id"], schema, left, right, replace(options, semantics=semantics))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UsageError(f"{place}: not a pair with id, schema, left and right ({error})") from None


def _schemas(sources: set[str], folder: Path) -> tuple[dict[str, Schema], dict[str, str]]:
    """Return the schemas that load, and for the others why they do not; paths are relative to the pairs file."""
    loaded: dict[str, Schema] = {}
    broken: dict[str, str] = {}
    for source in sources:
        try:
            beside = folder / source if "\n" not in source and len(source) < 1000 else None
            loaded[source] = load_schema(beside if beside is not None and beside.is_file() else source)
        except (SpotitError, OSError) as error:
            broken[source] = str(error)
    return loaded, broken

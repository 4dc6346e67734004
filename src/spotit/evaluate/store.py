"""The run directory: a kill at any moment loses at most the questions in flight; read back as a `Run`."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

import msgspec

from spotit.errors import UsageError
from spotit.evaluate.records import (
    FORMAT,
    Outcome,
    Prediction,
    Question,
    QuestionId,
    RunInfo,
    SchemaRecord,
    VerdictRecord,
    WitnessRecord,
)
from spotit.evaluate.stored_verdict import is_verdict
from spotit.evaluate.task import TaskResult
from spotit.files import open_to_write, read_bytes, read_text
from spotit.frozen import frozen
from spotit.options import Options
from spotit.verdict import NAMES, Grade

R = TypeVar("R")

RUN, SUMMARY = "run.json", "summary.json"
QUESTIONS, PREDICTIONS, SCHEMAS = "questions.jsonl", "predictions.jsonl", "schemas.jsonl"
OUTCOMES, VERDICTS, WITNESSES = "outcomes.jsonl", "verdicts.jsonl", "witnesses.jsonl"
SCRIPTS, DATABASES = "witnesses", "databases"

OutcomeKey = tuple[QuestionId, str]
"""(question id, method)"""


@frozen
class Run:
    """A run directory in memory. Outcomes are in the order of questions, then methods."""

    path: Path
    info: RunInfo
    questions: tuple[Question, ...]
    predictions: Mapping[OutcomeKey, Prediction]
    schemas: Mapping[str, SchemaRecord]
    outcomes: tuple[Outcome, ...]
    verdicts: Mapping[str, dict[str, Any]]
    """Full verdict objects by `Outcome.pair`."""
    witnesses: Mapping[str, WitnessRecord]
    """By witness file name."""

    @property
    def methods(self) -> tuple[str, ...]:
        """Method names in the order given."""
        return self.info.methods

    @property
    def complete(self) -> bool:
        """Tell whether every question is done."""
        return len(self.outcomes) == len(self.questions) * len(self.methods)

    def script(self, witness: str) -> str:
        """Return the replayable script of a witness; raise `UsageError` when it is not in the run."""
        return read_inside(self.path / SCRIPTS, witness)


def load_run(path: Path | str) -> Run:
    """Read a run directory, also one that is still being written or was cut short."""
    root = Path(path)
    info = read_info(root)
    questions = tuple(read_lines(root / QUESTIONS, Question))
    if info.questions and len(questions) != info.questions:
        raise UsageError(f"{root / QUESTIONS} holds {len(questions)} of the run's {info.questions} questions")
    records = {(o.question_id, o.method): o for o in reversed(list(_outcomes(root / OUTCOMES)))}
    order = ((q.question_id, method) for q in questions for method in info.methods)
    stored = list(read_lines(root / VERDICTS, VerdictRecord))
    verdicts = {v.pair: v.verdict for v in stored if is_verdict(v.verdict)}
    outcomes = tuple(records[key] for key in order if key in records)
    witnesses = {w.witness: w for w in read_lines(root / WITNESSES, WitnessRecord)}
    whole = {name: w for name, w in witnesses.items() if _is_whole(w, verdicts, info.methods)}
    damage = {
        "verdicts cannot be read": len(stored) - len(verdicts),
        "witnesses are left out: their verdicts are missing or damaged": len(witnesses) - len(whole),
        "outcomes name a verdict that is missing or damaged": sum(
            bool(o.pair) and o.pair not in verdicts for o in outcomes
        ),
        "outcomes name a witness that is missing": sum(bool(o.witness) and o.witness not in whole for o in outcomes),
    }
    notes = (*info.notes, *(f"{count} {what}" for what, count in damage.items() if count))
    return Run(
        path=root,
        info=msgspec.structs.replace(info, notes=notes),
        questions=questions,
        predictions={(p.question_id, p.method): p for p in read_lines(root / PREDICTIONS, Prediction)},
        schemas={s.db_id: s for s in read_lines(root / SCHEMAS, SchemaRecord)},
        outcomes=outcomes,
        verdicts=verdicts,
        witnesses=whole,
    )


def _outcomes(file: Path) -> Iterator[Outcome]:
    """Yield the outcomes in a file; raise `UsageError` for one that is none of ours."""
    for number, outcome in enumerate(read_lines(file, Outcome), 1):
        grades = {outcome.grade, outcome.cross_grade} - {None}
        if outcome.verdict not in (None, *NAMES.values()) or not grades <= set(Grade):
            raise UsageError(f"{file}, line {number}: an unknown verdict or grade")
        yield outcome


def _is_whole(record: WitnessRecord, verdicts: Mapping[str, dict[str, Any]], methods: Sequence[str]) -> bool:
    """Tell whether all that a witness needs is there."""
    verdict = verdicts.get(record.pair)
    known = set(methods).issuperset(record.methods)
    return verdict is not None and verdict["witness"] is not None and known and record.grade in set(Grade)


def read_inside(folder: Path, name: str) -> str:
    """Return the text of a file of a folder; the name may come from anyone and lead nowhere else."""
    file = folder / name
    inside = name == Path(name).name and file.resolve().parent == folder.resolve()
    try:
        if inside and file.is_file():
            return read_text(file, "replace")
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot read {file}: {error}") from None
    raise UsageError(f"{folder} holds no file {name!r}")


def read_info(root: Path) -> RunInfo:
    """Return the content of run.json; say so when the folder is not a run."""
    file = root / RUN
    if not file.is_file():
        raise UsageError(f"{root} is not a run directory: it has no {RUN}")
    try:
        info = msgspec.json.decode(read_bytes(file), type=RunInfo)
    except (msgspec.DecodeError, OSError, RecursionError) as error:
        raise UsageError(f"cannot read {file}: {error}") from None
    if info.format != FORMAT:
        raise UsageError(f"{root} has format {info.format}; this SpotIt reads format {FORMAT}")
    try:
        Options(**info.options)
    except (TypeError, ValueError) as error:
        raise UsageError(f"{file}: the options of the run are none of ours: {error}") from None
    return info


def read_lines(file: Path, kind: type[R]) -> Iterator[R]:
    """Yield the records of a JSON-lines file; a torn last line is left out, another bad line is an error."""
    if not file.exists():
        return
    decoder = msgspec.json.Decoder(kind)
    *lines, tail = read_bytes(file).split(b"\n")
    for number, line in enumerate(lines, 1):
        try:
            yield decoder.decode(line)
        except (msgspec.DecodeError, RecursionError) as error:
            raise UsageError(f"{file}, line {number}: {error}") from None
    del tail  # a line without its newline was cut off while it was written


def write_file(file: Path, content: bytes, *, sync: bool = True) -> None:
    """Write a file as a whole or not at all; with `sync` it is on the disk then."""
    temporary = file.with_name(file.name + ".new")
    with open(temporary, "wb", opener=open_to_write) as out:
        out.write(content)
        if sync:
            out.flush()
            os.fsync(out.fileno())
    os.replace(temporary, file)


def write_json(file: Path, value: object) -> None:
    """Write a JSON file for people and programs, as a whole or not at all."""
    write_file(file, msgspec.json.format(msgspec.json.encode(value), indent=2) + b"\n")


def _lines(records: Iterable[object]) -> bytes:
    return b"".join(msgspec.json.encode(record) + b"\n" for record in records)


def create(
    root: Path,
    info: RunInfo,
    questions: Sequence[Question],
    predictions: Sequence[Prediction],
    schemas: Sequence[SchemaRecord],
) -> None:
    """Start a run directory. run.json comes last: without it the folder does not count as a run."""
    (root / SCRIPTS).mkdir(parents=True, exist_ok=True)
    write_file(root / QUESTIONS, _lines(questions))
    write_file(root / PREDICTIONS, _lines(predictions))
    write_file(root / SCHEMAS, _lines(schemas))
    for name in (VERDICTS, WITNESSES, OUTCOMES):
        write_file(root / name, b"")
    write_json(root / RUN, info)


class RunWriter:
    """Appends the results of questions to a run directory; the only writer while it is open."""

    def __init__(self, root: Path, methods: Sequence[str]) -> None:
        self._root = root
        self.done = _drop_unfinished(root, methods)
        """Questions that are done already."""
        self._files = {name: _appended(root / name) for name in (VERDICTS, WITNESSES, OUTCOMES)}

    def write(self, result: TaskResult) -> None:
        """Append one question. Outcomes come last: only they make the question count as done."""
        for name, script in result.scripts.items():
            write_file(self._root / SCRIPTS / name, script.encode("utf-8", "replace"), sync=False)
        self._append(VERDICTS, result.verdicts)
        self._append(WITNESSES, result.witnesses)
        self._append(OUTCOMES, result.outcomes)

    def close(self) -> None:
        """Bring the files to disk and close them."""
        for file in self._files.values():
            os.fsync(file.fileno())
            file.close()

    def _append(self, name: str, records: Sequence[object]) -> None:
        if records:
            file = self._files[name]
            file.write(_lines(records))
            file.flush()


def _appended(file: Path) -> BinaryIO:
    return open(file, "ab", opener=open_to_write)


def _drop_unfinished(root: Path, methods: Sequence[str]) -> frozenset[QuestionId]:
    """Remove what belongs to questions that are not done, torn lines included; return the others' ids."""
    outcomes = list(read_lines(root / OUTCOMES, Outcome))
    seen: dict[QuestionId, set[str]] = {}
    for outcome in outcomes:
        seen.setdefault(outcome.question_id, set()).add(outcome.method)
    done = frozenset(question for question, found in seen.items() if found >= set(methods))
    kinds: dict[str, type[Outcome | VerdictRecord | WitnessRecord]]
    kinds = {OUTCOMES: Outcome, VERDICTS: VerdictRecord, WITNESSES: WitnessRecord}
    for name, kind in kinds.items():
        kept = _lines(r for r in read_lines(root / name, kind) if r.question_id in done)
        if not (root / name).exists() or read_bytes(root / name) != kept:
            write_file(root / name, kept)
    return done

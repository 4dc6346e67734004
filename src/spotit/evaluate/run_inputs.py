"""From a request to everything a run needs: questions, predictions, schemas, tasks, and what they hash to."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

import msgspec

import spotit
from spotit.elsewhere.trial import Systems, systems_named
from spotit.engine.open import system
from spotit.errors import UsageError
from spotit.evaluate import store
from spotit.evaluate.answers.methods import Method, ask_callable, ask_program
from spotit.evaluate.answers.predictions import Answers, from_mapping, join, read_answers, require_queries
from spotit.evaluate.cache import Cache, options_dict, source_fingerprint
from spotit.evaluate.databases import OpenedDatabase, open_databases
from spotit.evaluate.datasets import Benchmark, DatabaseSource, load_benchmark, select
from spotit.evaluate.protocol import Setup
from spotit.evaluate.records import (
    InputFile,
    Limits,
    Prediction,
    PredictionCounts,
    Question,
    RunInfo,
    SchemaRecord,
    Selection,
)
from spotit.evaluate.task import Shared, Task
from spotit.files import read_bytes, read_text
from spotit.frozen import frozen
from spotit.mine.example_facts import facts_beside, mined_facts
from spotit.mine.facts_file import facts_text, read_facts
from spotit.options import Options, Realistic
from spotit.preferences.language import require_applicable
from spotit.search.realism.example import Example

ExSource = Literal["database", "file", "none"]


@frozen(kw_only=True)
class Request:
    """What the user asks for. Methods are prediction files, programs, or Python callables, by name."""

    benchmark: str
    data: Path
    out: Path
    questions: Path | None = None
    predictions: Mapping[str, Path] = field(default_factory=dict)
    pred_field: str | None = None
    """The field of prediction records that holds the answer; None for the usual ones."""
    programs: Mapping[str, str] = field(default_factory=dict)
    callables: Mapping[str, Method] = field(default_factory=dict)
    ex_results: Path | None = None
    no_ex: bool = False
    constraints: Path | None = None
    """A facts file, or a folder with a file DB_ID.toml for each database; else test databases are mined."""
    also: tuple[str, ...] = ()
    """Other database systems on which witnesses are tried, as `systems_named` reads them."""
    options: Options = field(default_factory=Options)
    limits: Limits = field(default_factory=Limits)
    selection: Selection = field(default_factory=Selection)
    jobs: int = 1
    resume: bool = False
    cache: Path | None = None
    ray: str | None = None
    program_seconds: float = 3600.0
    may_start: bool = True
    """Programs may be started. They may not when they are named by a run that is resumed, and not by the user."""

    @property
    def ex_source(self) -> ExSource:
        """Where EX comes from."""
        return "none" if self.no_ex else "file" if self.ex_results else "database"


@frozen
class Prepared:
    """Everything read and checked, ready to run."""

    info: RunInfo
    questions: tuple[Question, ...]
    predictions: tuple[Prediction, ...]
    schemas: tuple[SchemaRecord, ...]
    tasks: tuple[Task, ...]
    shared: Shared


def prepare(request: Request, also: Systems | None = None) -> Prepared:
    """Read every input of a request; raise `UsageError` for what cannot work. `also` are its systems, at hand."""
    benchmark = load_benchmark(request.benchmark, request.data, request.questions)
    chosen = select(benchmark.questions, request.selection)
    if not chosen:
        raise UsageError("no question is left: check --db, --difficulty, --ids and --limit")
    names = _method_names(request, benchmark)
    passing = _ex_results(request, names)
    used = {db: benchmark.databases[db] for db in dict.fromkeys(q.db_id for q in chosen)}
    _require_rows(request, used)
    databases = open_databases(used, request.out / store.DATABASES, request.limits.memory_mb)
    require_applicable(request.options.prefer, (d.schema for d in databases.values()))
    schemas = tuple(d.record() for d in databases.values())
    predictions, counts = _predictions(request, benchmark, chosen, {s.db_id: s.ddl for s in schemas})
    info = _info(request, benchmark, names, counts, used, len(chosen))
    examples = _examples(request, databases)
    shared = Shared(
        setup=Setup(
            schemas={db: d.schema for db, d in databases.items()},
            databases={db: str(d.file) for db, d in databases.items() if d.file},
            options=request.options,
            limits=request.limits,
            examples=examples,
        ),
        identities={db: f"{d.schema!r} {_digest(examples.get(db))}".strip() for db, d in databases.items()},
        engine=system().title,
        cache=Cache(request.cache),
        also=also or {},
    )
    tasks = _tasks(request, chosen, predictions, passing)
    return Prepared(info, chosen, predictions, schemas, tasks, shared)


def _examples(request: Request, databases: Mapping[str, OpenedDatabase]) -> dict[str, Example]:
    """Return what is known of the data of each database: from the facts files, or mined from the test databases."""
    if request.options.realistic is Realistic.OFF:
        return {}
    found = {}
    for db_id, database in databases.items():
        file = facts_beside(request.constraints, db_id) if request.constraints is not None else None
        if file is not None:
            found[db_id] = Example(read_facts(file), database.file)
        elif database.file is not None:
            found[db_id] = Example(mined_facts(database.file), database.file)
    return found


def _digest(example: Example | None) -> str:
    return "" if example is None else _sha256(facts_text(example.facts).encode())[:16]


def _method_names(request: Request, benchmark: Benchmark) -> tuple[str, ...]:
    names = (*request.predictions, *request.programs, *request.callables)
    if not names and benchmark.built_in:
        return ("right",)
    if not names:
        raise UsageError("no method to evaluate: give --pred NAME=FILE or --method NAME=COMMAND")
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise UsageError(f"method named twice: {', '.join(sorted(twice))}")
    return names


def _ex_results(request: Request, names: Sequence[str]) -> dict[str, frozenset[str]] | None:
    """Return the ids that pass by method, from `--ex-results`."""
    if request.ex_results is None:
        return None
    if request.no_ex:
        raise UsageError("--ex-results and --no-ex exclude each other")
    try:
        content = json.loads(read_text(request.ex_results))
    except (ValueError, RecursionError) as error:
        raise UsageError(f"cannot read {request.ex_results}: {error}") from None
    if not isinstance(content, dict) or not all(isinstance(ids, list) for ids in content.values()):
        raise UsageError(f"{request.ex_results}: expected an object {{method: [ids that pass]}}")
    absent = [name for name in names if name not in content]
    if absent:
        raise UsageError(f"{request.ex_results} says nothing about {', '.join(absent)}; it knows {', '.join(content)}")
    return {name: frozenset(map(str, content[name])) for name in names}


def _require_rows(request: Request, used: Mapping[str, DatabaseSource]) -> None:
    lacking = [db for db, source in used.items() if not source.executable]
    if request.ex_source == "database" and lacking:
        raise UsageError(
            f"no database with rows for {', '.join(lacking)}: EX cannot be decided. Give --ex-results FILE, "
            "or --no-ex to verify every prediction, or choose other databases with --db"
        )


def _predictions(
    request: Request, benchmark: Benchmark, chosen: Sequence[Question], ddl: Mapping[str, str]
) -> tuple[tuple[Prediction, ...], dict[str, PredictionCounts]]:
    everything: list[Prediction] = []
    counts: dict[str, PredictionCounts] = {}
    for name, answers in _answers(request, benchmark, chosen, ddl).items():
        found, counts[name] = join(name, answers, benchmark.lines, chosen)
        if name in request.predictions:
            require_queries(name, request.predictions[name], found, counts[name])
        everything += found
    return tuple(everything), counts


def _answers(
    request: Request, benchmark: Benchmark, chosen: Sequence[Question], ddl: Mapping[str, str]
) -> dict[str, Answers]:
    """Return every method's answers; programs and callables are asked once per run, not on resumption."""
    kept = _kept_answers(request)
    answers = {name: read_answers(path, request.pred_field) for name, path in request.predictions.items()}
    for name, command in request.programs.items():
        answers[name] = kept.get(name) or _asked(request, name, command, chosen, ddl)
    for name, method in request.callables.items():
        answers[name] = kept.get(name) or ask_callable(method, chosen, ddl)
    return answers or {"right": from_mapping(benchmark.built_in)}


def _asked(request: Request, name: str, command: str, chosen: Sequence[Question], ddl: Mapping[str, str]) -> Answers:
    if not request.may_start:
        raise UsageError(
            f"the run has no answers of {name}. A program is only started when the command line names it: "
            f"repeat the options of the run, with --method {name}=COMMAND"
        )
    return ask_program(name, command, chosen, ddl, seconds=request.program_seconds)


def _kept_answers(request: Request) -> dict[str, Answers]:
    if not (request.resume and (request.out / store.RUN).is_file()):
        return {}
    counts = store.read_info(request.out).predictions
    by_method: dict[str, list[tuple[str, str]]] = {}
    for p in store.read_lines(request.out / store.PREDICTIONS, Prediction):
        if p.status != "missing":
            by_method.setdefault(p.method, []).append((str(p.question_id), p.sql or ""))
    return {name: Answers(tuple(by_method.get(name, ())), problem=c.problem) for name, c in counts.items()}


def _tasks(
    request: Request,
    chosen: Sequence[Question],
    predictions: Sequence[Prediction],
    passing: Mapping[str, frozenset[str]] | None,
) -> tuple[Task, ...]:
    by_question: dict[object, list[Prediction]] = {}
    for prediction in predictions:
        by_question.setdefault(prediction.question_id, []).append(prediction)

    def listed(question: Question) -> frozenset[str] | None:
        if passing is None:
            return None
        return frozenset(name for name, ids in passing.items() if str(question.question_id) in ids)

    return tuple(Task(q, tuple(by_question[q.question_id]), listed(q), verify_all=request.no_ex) for q in chosen)


def _info(
    request: Request,
    benchmark: Benchmark,
    names: Sequence[str],
    counts: dict[str, PredictionCounts],
    used: Mapping[str, DatabaseSource],
    questions: int,
) -> RunInfo:
    inputs = tuple(_input_files(request, benchmark, used))
    basis: dict[str, Any] = {
        "source": source_fingerprint(),
        "engine": system().title,
        "options": options_dict(request.options),
        "ex": [request.ex_source, request.limits.ex_timeout, request.limits.max_rows],
        "selection": msgspec.to_builtins(request.selection),
        "methods": list(names),
        "also": sorted(systems_named(request.also)),
        "inputs": [[f.role, f.name, f.sha256] for f in inputs],
    }
    return RunInfo(
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        spotit=spotit.__version__,
        source=basis["source"],
        engine=system().title,
        benchmark=request.benchmark,
        ex_source=request.ex_source,
        options=basis["options"],
        limits=request.limits,
        selection=request.selection,
        methods=tuple(names),
        questions=questions,
        inputs=inputs,
        predictions=counts,
        notes=benchmark.notes,
        arguments=_arguments(request),
        fingerprint=hashlib.sha256(json.dumps(basis, sort_keys=True).encode()).hexdigest()[:16],
    )


def _input_files(request: Request, benchmark: Benchmark, used: Mapping[str, DatabaseSource]) -> list[InputFile]:
    files = [hash_file("questions", file.name, file) for file in benchmark.files]
    files += [hash_file("predictions", name, path) for name, path in request.predictions.items()]
    files += [
        InputFile("method", name, command, _sha256(command.encode()), 0) for name, command in request.programs.items()
    ]
    for db_id, source in used.items():
        files += [hash_file(role, db_id, path) for role, path in source.files()]
        if source.inline is not None:
            files.append(InputFile("schema", db_id, "", _sha256(source.inline.encode()), len(source.inline)))
    if request.constraints is not None:
        files += [
            hash_file("constraints", db_id, file)
            for db_id in used
            if (file := facts_beside(request.constraints, db_id)) is not None and file.is_file()
        ]
    if request.ex_results is not None:
        files.append(hash_file("ex_results", request.ex_results.name, request.ex_results))
    return files


def hash_file(role: str, name: str, path: Path) -> InputFile:
    """Return the file with its hash; for a folder, the hash of its `.sql` files."""
    if path.is_dir():
        content = b"".join(f.name.encode() + b"\0" + read_bytes(f) for f in sorted(path.glob("*.sql")))
        return InputFile(role, name, str(path.resolve()), _sha256(content), len(content))
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return InputFile(role, name, str(path.resolve()), digest, path.stat().st_size)


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _arguments(request: Request) -> dict[str, Any]:
    """Return what is needed to make the same request again."""
    return {
        "benchmark": request.benchmark,
        "data": str(request.data.resolve()),
        "questions": str(request.questions.resolve()) if request.questions else None,
        "predictions": {name: str(path.resolve()) for name, path in request.predictions.items()},
        "pred_field": request.pred_field,
        "programs": dict(request.programs),
        "ex_results": str(request.ex_results.resolve()) if request.ex_results else None,
        "no_ex": request.no_ex,
        "constraints": str(request.constraints.resolve()) if request.constraints else None,
        # Names alone: an address may hold a password.
        "also": list(systems_named(request.also)),
    }


class _Kept(msgspec.Struct):
    """The shape of `arguments` in run.json, which may be damaged, or anyone's."""

    data: str
    predictions: dict[str, str]
    programs: dict[str, str]
    no_ex: bool
    questions: str | None
    ex_results: str | None
    pred_field: str | None = None
    constraints: str | None = None
    also: list[str] | None = None


def request_of(
    info: RunInfo, *, out: Path, jobs: int, cache: Path | None, ray: str | None, also: Sequence[str] = ()
) -> Request:
    """Return the request that a run was started with, to resume it; it does not keep the addresses of `also`."""
    try:
        kept = msgspec.convert(info.arguments, _Kept)
        options = Options(**info.options)
    except (msgspec.ValidationError, TypeError, ValueError) as error:
        raise UsageError(f"{out / store.RUN} does not say how the run was started: {error}") from None
    return Request(
        benchmark=info.benchmark,
        data=Path(kept.data),
        out=out,
        questions=Path(kept.questions) if kept.questions else None,
        predictions={name: Path(path) for name, path in kept.predictions.items()},
        pred_field=kept.pred_field,
        programs=kept.programs,
        ex_results=Path(kept.ex_results) if kept.ex_results else None,
        no_ex=kept.no_ex,
        constraints=Path(kept.constraints) if kept.constraints else None,
        also=tuple(also or kept.also or ()),
        options=options,
        limits=info.limits,
        selection=info.selection,
        jobs=jobs,
        resume=True,
        cache=cache,
        ray=ray,
        may_start=False,
    )

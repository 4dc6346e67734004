"""`spotit eval` and `spotit score`."""

from __future__ import annotations

import shlex
import signal
from pathlib import Path
from types import FrameType
from typing import Annotated

import msgspec
import typer
from rich.console import Console

from spotit.api import GRACE
from spotit.cli.console import open_console
from spotit.cli.progress import EvalProgress
from spotit.cli.scores import print_scores
from spotit.cli.terminal import json_text
from spotit.errors import SpotitError, UsageError
from spotit.evaluate.records import Limits, Selection
from spotit.evaluate.run import evaluate
from spotit.evaluate.run_inputs import Request, request_of
from spotit.evaluate.score import Subset, Summary, score
from spotit.evaluate.store import RUN, Run, load_run, read_info
from spotit.files import leads_outside, user_cache
from spotit.options import Columns, Options, Realistic, Semantics
from spotit.workers.machine import default_memory_mb, default_processes


def eval_command(  # noqa: PLR0913 - one parameter per command line option
    out: Annotated[Path, typer.Option(help="The run directory to write.")],
    benchmark: Annotated[str, typer.Option(help="Layout of --data: bird, spider, spider2 or pairs.")] = "bird",
    data: Annotated[Path | None, typer.Option(help="The benchmark's folder.")] = None,
    questions: Annotated[Path | None, typer.Option(help="The question file, if it is not the usual one.")] = None,
    pred: Annotated[
        list[str] | None, typer.Option(help="NAME=FILE, FILE, or a folder of prediction files. Repeatable.")
    ] = None,
    pred_field: Annotated[
        str | None, typer.Option(help="The field of prediction records that holds the answer, as in output.sql.")
    ] = None,
    method: Annotated[
        list[str] | None,
        typer.Option(help="NAME=COMMAND: a program that reads questions and writes answers as JSON lines. Repeatable."),
    ] = None,
    method_timeout: Annotated[float, typer.Option(help="Seconds a --method program may take.")] = 3600.0,
    bound: Annotated[int, typer.Option(help="Rows per table to prove; more where cheap.")] = 5,
    semantics: Annotated[Semantics, typer.Option(help="How results are compared.")] = Semantics.SET,
    columns: Annotated[
        Columns, typer.Option(help="Columns in the same places, in any order, or with more of them in the prediction.")
    ] = Columns.EXACT,
    work: Annotated[
        float, typer.Option(min=0.001, help="Effort for one check, as a multiple of the usual; counted, not timed.")
    ] = 1.0,
    timeout: Annotated[float, typer.Option(help="Seconds for one check: an outer limit by the clock.")] = 60.0,
    ex_timeout: Annotated[float, typer.Option(help="Seconds for one query on a test database.")] = 30.0,
    ex_results: Annotated[Path | None, typer.Option(help="EX from a file: {method: [ids that pass]}.")] = None,
    constraints: Annotated[
        Path | None, typer.Option(help="A facts file, or a folder of DB_ID.toml. [default: facts of the databases]")
    ] = None,
    realistic: Annotated[
        Realistic,
        typer.Option(help="Rules of the data decide grades (soft), belong to the schema (hard), or are off."),
    ] = Realistic.SOFT,
    also: Annotated[
        list[str] | None,
        typer.Option(help="Try witnesses on these systems too: duckdb, postgres=ADDRESS. Repeatable, or with commas."),
    ] = None,
    no_ex: Annotated[bool, typer.Option("--no-ex", help="Verify every prediction, without EX.")] = False,
    db: Annotated[list[str] | None, typer.Option(help="Only these databases. Repeatable, or with commas.")] = None,
    difficulty: Annotated[list[str] | None, typer.Option(help="Only these difficulties.")] = None,
    ids: Annotated[list[str] | None, typer.Option(help="Only these question ids.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first so many questions.")] = None,
    jobs: Annotated[int | None, typer.Option(min=1, help="Worker processes; default: one per core.")] = None,
    memory: Annotated[
        int | None, typer.Option(min=256, help="MB per worker; default: 8192, or what the machine has.")
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue the run in --out; start it if there is none.")
    ] = False,
    degenerate: Annotated[
        bool, typer.Option("--degenerate", help="Count no row against a row of NULLs as a difference.")
    ] = False,
    null_keys: Annotated[bool, typer.Option("--null-keys", help="Let primary keys be NULL, as SQLite does.")] = False,
    no_foreign_keys: Annotated[bool, typer.Option("--no-foreign-keys", help="Ignore declared foreign keys.")] = False,
    prefer: Annotated[
        list[str] | None,
        typer.Option(help="A wish or requirement for witnesses, as in `check`; may be repeated."),
    ] = None,
    cache: Annotated[Path | None, typer.Option(help="Folder of the verdict cache.")] = None,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Neither use nor fill the verdict cache.")] = False,
    ray: Annotated[str | None, typer.Option(help="Run on the Ray cluster at this address (extra spotit[ray]).")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print summary.json instead of the table.")] = False,
) -> None:
    """Score text-to-SQL methods on a benchmark: EX, SpotIt and SpotIt+, with ranks.

    Examples:

    \b
    spotit eval --benchmark bird --data examples/benchmark \\
      --pred atlas=examples/benchmark/predictions/atlas.json --out runs/atlas
    spotit eval --out runs/atlas --resume
    """
    errors = open_console(stderr=True)
    try:
        folder = None if no_cache else cache or user_cache("verdicts")
        workers = jobs or default_processes()
        if resume and data is None and (out / RUN).is_file():
            request = request_of(read_info(out), out=out, jobs=workers, cache=folder, ray=ray, also=also or ())
        else:
            if data is None:
                raise UsageError("--data is missing")
            request = Request(
                benchmark=benchmark,
                data=data,
                out=out,
                questions=questions,
                predictions=prediction_files(pred or []),
                pred_field=pred_field,
                programs=dict(_named(text, "--method") for text in method or []),
                ex_results=ex_results,
                no_ex=no_ex,
                constraints=constraints,
                also=tuple(also or ()),
                options=Options(
                    bound=bound,
                    semantics=semantics,
                    columns=columns,
                    work=work,
                    timeout=timeout,
                    degenerate=degenerate,
                    null_keys=null_keys,
                    foreign_keys=not no_foreign_keys,
                    prefer=tuple(prefer or ()),
                    realistic=realistic,
                ),
                limits=Limits(
                    ex_timeout=ex_timeout,
                    memory_mb=memory or default_memory_mb(workers),
                    cpu_seconds=1.5 * timeout + 10 + 2 * ex_timeout,
                    hard_seconds=timeout + GRACE,
                ),
                selection=Selection(_split(db), _split(difficulty), _split(ids), limit),
                jobs=workers,
                resume=resume,
                cache=folder,
                ray=ray,
                program_seconds=method_timeout,
            )
        run = _evaluate(request, errors)
    except OSError as error:
        raise _exit(errors, UsageError(f"{error}; what is done is kept, --resume continues")) from None
    except (SpotitError, ValueError) as error:
        raise _exit(errors, error) from None
    _print(score(run), json=json)


def score_command(
    run: Annotated[Path, typer.Argument(help="A run directory.")],
    bound: Annotated[int | None, typer.Option(min=1, help="Count only witnesses with so many rows per table.")] = None,
    difficulty: Annotated[list[str] | None, typer.Option(help="Only these difficulties.")] = None,
    db: Annotated[list[str] | None, typer.Option(help="Only these databases.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the scores as JSON.")] = False,
) -> None:
    """Compute the scores of a run again, also for a smaller bound or a part of the questions.

    Example:

    \b
    spotit score runs/atlas --bound 3 --difficulty simple
    """
    try:
        summary = score(load_run(run), Subset(bound, _split(difficulty), _split(db)))
    except SpotitError as error:
        raise _exit(open_console(stderr=True), error) from None
    _print(summary, json=json)


def _evaluate(request: Request, errors: Console) -> Run:
    """Run it with progress; an interruption ends with the way to go on."""
    signal.signal(signal.SIGTERM, _interrupt)
    progress = EvalProgress(errors)
    try:
        with progress:
            return evaluate(request, progress)
    except KeyboardInterrupt:
        command = f"spotit eval --out {shlex.quote(str(request.out))} --resume"
        again = "" if (request.out / RUN).is_file() else " with the same options"
        errors.print(
            f"\nstopped; {progress.done} pairs are done and kept. Continue with: {command}{again}",
            markup=False,
            soft_wrap=True,
        )
        raise typer.Exit(130) from None


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _exit(errors: Console, error: Exception) -> typer.Exit:
    errors.print(f"spotit: {error}", markup=False, highlight=False, soft_wrap=True)
    return typer.Exit(2)


def _print(summary: Summary, *, json: bool) -> None:
    if json:
        typer.echo(json_text(msgspec.to_builtins(summary), indent=2))
        return
    console = open_console()
    print_scores(summary, console if console.is_terminal else open_console(width=160))


def prediction_files(texts: list[str]) -> dict[str, Path]:
    """Return the prediction files by method name; a folder stands for every file in it, named by its stem."""
    files: dict[str, Path] = {}
    for text in texts:
        for name, path in _prediction_files(text):
            if name in files:
                raise UsageError(f"method named twice: {name}")
            files[name] = path
    return files


def _prediction_files(text: str) -> list[tuple[str, Path]]:
    if "=" in text and not Path(text).exists():
        name, file = _named(text, "--pred")
        return [(name, Path(file))]
    path = Path(text)
    if path.is_dir():
        found = sorted(p for p in path.iterdir() if p.suffix in (".json", ".jsonl", ".csv", ".tsv", ".sql", ".txt"))
        if link := next((p for p in found if leads_outside(p, path)), None):
            raise UsageError(f"{link} is a link to a file elsewhere: name it with --pred NAME=FILE")
        if not found:
            raise UsageError(f"{path} holds no prediction files")
        return [(p.stem, p) for p in found]
    return [(path.stem, path)]


def _named(text: str, option: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (name and equals and value):
        raise UsageError(f"{option} expects NAME=..., not {text!r}")
    return name, value


def _split(texts: list[str] | None) -> tuple[str, ...]:
    return tuple(part for text in texts or [] for part in text.split(",") if part)

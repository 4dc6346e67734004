"""`spotit check`: one pair of queries, or many."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from spotit.api import check, example_of
from spotit.cli.console import open_console
from spotit.cli.inputs import STDIN, file_named, query_text, schema_of
from spotit.cli.limited import limited
from spotit.cli.print_verdict import show_verdict
from spotit.cli.terminal import json_text, say
from spotit.engine.open import system
from spotit.errors import SpotitError, UsageError
from spotit.options import Columns, Options, QueryDialect, Realistic, Semantics
from spotit.reason import Obstacle, internal_failure
from spotit.schema import Schema
from spotit.verdict import EXIT_CODES, Different, Equivalent, Undecided, Verdict, name
from spotit.workers.job import Died


def check_command(  # noqa: PLR0913 - one parameter per command line option
    schema: Annotated[str | None, typer.Option(help="DDL text, a .sql file, a SQLite file, or a tables.json.")] = None,
    left: Annotated[
        str | None, typer.Option(help="The first query: SQL text, a file, or - for the standard input.")
    ] = None,
    right: Annotated[str | None, typer.Option(help="The second query, in the same way.")] = None,
    pairs: Annotated[
        Path | None,
        typer.Option(
            help='Many pairs: a line {"id", "schema", "left", "right", "semantics"?, "columns"?} each; needs --json.'
        ),
    ] = None,
    db_id: Annotated[str | None, typer.Option(help="Which database of a tables.json.")] = None,
    bound: Annotated[int, typer.Option(min=1, max=50, help="Rows per table to prove; more where cheap.")] = 5,
    semantics: Annotated[Semantics, typer.Option(help="How results are compared.")] = Semantics.SET,
    columns: Annotated[
        Columns, typer.Option(help="Columns in the same places, in any order, or with more of them on the right.")
    ] = Columns.EXACT,
    work: Annotated[
        float, typer.Option(min=0.001, help="Effort for one check, as a multiple of the usual; counted, not timed.")
    ] = 1.0,
    timeout: Annotated[
        float, typer.Option(min=0.01, help="Seconds for one check: an outer limit by the clock.")
    ] = 60.0,
    degenerate: Annotated[
        bool, typer.Option("--degenerate", help="Count 'no row against a row of NULLs' as a difference.")
    ] = False,
    null_keys: Annotated[bool, typer.Option("--null-keys", help="Let primary keys hold NULL.")] = False,
    foreign_keys: Annotated[bool, typer.Option(help="Keep the declared foreign keys.")] = True,
    now: Annotated[
        str | None, typer.Option(help="Let the clock stand at an instant, YYYY-MM-DD HH:MM:SS in UTC. [default: any]")
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of the random search.")] = 1,
    prefer: Annotated[
        list[str] | None,
        typer.Option(help="A wish or requirement for witnesses, such as 'prefer rows(orders) >= 2'; may be repeated."),
    ] = None,
    constraints: Annotated[
        Path | None, typer.Option(help="A facts file (spotit mine). [default: facts of --schema if it has rows]")
    ] = None,
    realistic: Annotated[
        Realistic,
        typer.Option(help="Rules of the data decide grades (soft), belong to the schema (hard), or are off."),
    ] = Realistic.SOFT,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    jobs: Annotated[int, typer.Option(min=1, help="Processes for --pairs.")] = 1,
    fail_on: Annotated[
        list[str] | None,
        typer.Option(help="Verdicts of --pairs that make the exit code 1, with commas. [default: none]"),
    ] = None,
    dialect: Annotated[
        QueryDialect, typer.Option(help="The SQL of the queries; judged by SQLite's rules in any case.")
    ] = QueryDialect.SQLITE,
    also: Annotated[
        list[str] | None,
        typer.Option(help="Try a witness on these systems too: duckdb, postgres=ADDRESS. Repeatable, or with commas."),
    ] = None,
    save: Annotated[
        Path | None, typer.Option(help="Write the witness, if there is one, to a file that `spotit replay` reads.")
    ] = None,
    certificate: Annotated[
        Path | None,
        typer.Option(help="Write the proof, if there is one for every database, to a folder: see verify-certificate."),
    ] = None,
) -> None:
    """Tell whether two queries mean the same on every database of a schema.

    Exits with 0 when the queries are proved equal, 1 when they differ, 2 for invalid input, 3 when neither is known,
    70 when SpotIt itself fails.

    Examples:

    \b
    spotit check --schema "CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT)" \\
      --left "SELECT name FROM item" --right "SELECT name FROM item ORDER BY id"
    spotit check --schema examples/shop.sql --semantics bag --save witness.sql \\
      --left "SELECT name FROM customer" --right "SELECT DISTINCT name FROM customer"
    echo "SELECT name FROM customer WHERE ?1 < id" | spotit check \\
      --schema examples/shop.sql --left "SELECT name FROM customer WHERE id > ?1" --right -
    spotit check --schema examples/shop.sql --dialect postgres --also duckdb \\
      --left "SELECT id::text FROM customer" --right "SELECT name FROM customer"
    spotit check --pairs examples/pairs.jsonl --json --jobs 2
    """
    options = Options(
        bound=bound,
        semantics=semantics,
        columns=columns,
        dialect=dialect,
        work=work,
        timeout=timeout,
        degenerate=degenerate,
        null_keys=null_keys,
        foreign_keys=foreign_keys,
        now=now,
        seed=seed,
        prefer=tuple(prefer or ()),
        realistic=realistic,
    )
    try:
        if pairs is not None:
            if not as_json or left or right or save or certificate:
                raise UsageError("--pairs goes with --json and without --left, --right, --save and --certificate")
            from spotit.ci.placed import verdict_words
            from spotit.cli.pairs import check_pairs

            raise typer.Exit(int(check_pairs(pairs, options, jobs, verdict_words(fail_on or (), ()), also or ())))
        if fail_on:
            raise UsageError("--fail-on goes with --pairs; one check has an exit code for each verdict")
        if schema is None or left is None or right is None:
            raise UsageError("give --schema, --left and --right, or --pairs")
        sources = (schema, db_id, constraints)
        one = _check_one(sources, left, right, options, as_json=as_json, save=save, proof=certificate, also=also)
        raise typer.Exit(one)
    except SpotitError as error:
        say(f"spotit check: {error}", error=True)
        raise typer.Exit(2) from None


def _check_one(  # noqa: PLR0913 - what one check is asked for
    sources: tuple[str, str | None, Path | None],
    left: str,
    right: str,
    options: Options,
    *,
    as_json: bool,
    save: Path | None,
    proof: Path | None,
    also: list[str] | None,
) -> int:
    schema, db_id, constraints = sources
    if [schema, left, right].count(STDIN) > 1:
        raise UsageError("only one of --schema, --left and --right can be -")
    if proof is not None and schema == STDIN:
        raise UsageError("--certificate needs a schema that can be read again")
    if proof is not None and options.dialect is not QueryDialect.SQLITE:
        raise UsageError("--certificate is for queries in SQLite's dialect")
    left_sql, right_sql = query_text(left), query_text(right)

    def work() -> tuple[Verdict, Schema]:
        source = schema_of(schema, db_id)
        known = None if options.realistic is Realistic.OFF else example_of(file_named(schema) or source, constraints)
        return check(left_sql, right_sql, source, options, constraints=known), source

    try:
        answer = limited(work, options.timeout)
    except Exception as error:
        if as_json and not isinstance(error, SpotitError):
            _print_json(_undecided(internal_failure(error), options))
        raise
    verdict = _undecided(answer.obstacle, options) if isinstance(answer, Died) else _elsewhere(*answer, also)
    if as_json:
        _print_json(verdict)
    else:
        show_verdict(verdict, left_sql, right_sql, open_console(soft_wrap=True))
    if save is not None and isinstance(verdict, Different):
        _save(verdict, save)
    if proof is not None and isinstance(verdict, Equivalent):
        _certify(verdict, left_sql, right_sql, system().ddl(schema_of(schema, db_id)), options, proof)
    return EXIT_CODES[name(verdict)]


def _elsewhere(verdict: Verdict, schema: Schema, also: list[str] | None) -> Verdict:
    """Return the verdict with whether a difference holds on the systems that are asked for."""
    if not also or not isinstance(verdict, Different):
        return verdict
    from spotit.elsewhere.holds import Elsewhere
    from spotit.elsewhere.local_server import at_hand

    with at_hand(also) as there, Elsewhere(there) as systems:
        return systems.tried(verdict, schema)


def _undecided(obstacle: Obstacle, options: Options) -> Verdict:
    return Undecided(
        obstacle,
        semantics=options.semantics.value,
        columns=options.matching.value,
        engine=system().title,
        dialect=options.dialect.value,
    )


def _certify(verdict: Equivalent, left: str, right: str, ddl: str, options: Options, folder: Path) -> None:
    from spotit.search.certificate import certificate

    files = certificate(verdict, left, right, ddl, options)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for stale in folder.glob("question-*.smt2"):
            stale.unlink()
        for file, text in files.items():
            (folder / file).write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {folder}: {error.strerror}") from None


def _save(verdict: Different, path: Path) -> None:
    from spotit.search.witness.replay import saved

    try:
        path.write_text(saved(verdict), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from None


def _print_json(verdict: Verdict) -> None:
    typer.echo(json_text(verdict.as_dict()))

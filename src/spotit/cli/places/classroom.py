"""`spotit grade`: the answers of a class to one exercise."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Annotated

import typer

from spotit.batch import Pool
from spotit.cli.inputs import query_text, schema_of
from spotit.cli.limited import finished
from spotit.cli.terminal import say
from spotit.errors import SpotitError, UsageError
from spotit.evaluate.answers.predictions import MAX_SQL
from spotit.files import read_text
from spotit.frozen import frozen
from spotit.options import Options, Semantics
from spotit.report.grades import GradedAnswer, grades_csv, grades_page
from spotit.verdict import Invalid

_STUDENT = ("student", "name", "id", "user", "email")
_SQL = ("sql", "query", "answer", "submission")
_READING = 120.0
"""Seconds for reading all answers."""
_MOST_BYTES = 10 << 20
"""Of one answer."""


def grade_command(  # noqa: PLR0913 - one parameter per command line option
    reference: Annotated[str, typer.Option(help="The right answer: SQL text or a file.")],
    submissions: Annotated[
        Path, typer.Option(help="A folder with STUDENT.sql files, or a CSV with columns student and sql.")
    ],
    schema: Annotated[str, typer.Option(help="DDL file or text, SQLite file, or tables.json.")],
    db: Annotated[str | None, typer.Option(help="Which database of a tables.json.")] = None,
    out: Annotated[Path | None, typer.Option(help="Where to write the CSV; default: standard output.")] = None,
    html: Annotated[Path | None, typer.Option(help="Also write a page with every witness.")] = None,
    points: Annotated[float, typer.Option(min=0, help="Points of a right answer.")] = 1.0,
    bound: Annotated[int, typer.Option(min=1, max=50, help="Rows per table to prove; more where cheap.")] = 5,
    semantics: Annotated[Semantics, typer.Option(help="How results are compared.")] = Semantics.BAG,
    timeout: Annotated[float, typer.Option(min=0.01, help="Seconds for one answer.")] = 30.0,
    jobs: Annotated[int | None, typer.Option(min=1, help="Worker processes; default: one per core.")] = None,
) -> None:
    """Give each student a verdict, a witness and points for an answer to an exercise.

    A right answer, proved or not refuted, has all points; one that differs only with NULLs, ties or the like a part of
    them; what is not known has none and is to be looked at.

    Example:

    \b
    spotit grade --schema examples/shop.sql --submissions examples/answers.csv \\
      --reference "SELECT COUNT(city) FROM customer" --out grades.csv --html grades.html
    """
    try:
        right = query_text(reference)
        tables = finished("grade", lambda: schema_of(schema, db), timeout)
        given = finished("grade", lambda: _submissions(submissions), _READING)
        with Pool(jobs, options=Options(bound=bound, semantics=semantics, timeout=timeout)) as pool:
            verdicts = iter(pool.check_group(right, [one.sql for one in given if not one.problem], tables))
        answers = [
            GradedAnswer(one.student, one.sql, Invalid("pair", one.problem) if one.problem else next(verdicts))
            for one in given
        ]
        _write(out, grades_csv(answers, points))
        if html is not None:
            _write(html, grades_page(answers, right, points))
    except SpotitError as error:
        say(f"spotit grade: {error}", error=True)
        raise typer.Exit(2) from None


@frozen
class _Submission:
    student: str
    sql: str
    problem: str = ""
    """Why there is no query to check."""


def _submissions(path: Path) -> list[_Submission]:
    """Return the students and their queries."""
    if path.is_dir():
        found = [_from_file(file) for file in sorted(path.glob("*.sql"))]
    else:
        try:
            found = [_of(student, sql) for student, sql in _rows(read_text(path), path)]
        except csv.Error as error:
            raise UsageError(f"{path} is no CSV file: {error}") from None
    if not found:
        raise UsageError(f"there are no answers in {path}")
    return found


def _of(student: str, sql: str) -> _Submission:
    too_long = f"longer than {MAX_SQL} characters" if len(sql) > MAX_SQL else ""
    return _Submission(student, "" if too_long else sql.strip().rstrip(";").rstrip(), too_long)


def _from_file(file: Path) -> _Submission:
    """Return the answer in a file; what cannot be read is that student's alone."""
    if file.is_symlink():
        return _Submission(file.stem, "", "it is a link, not a file")
    try:
        return _of(file.stem, read_text(file, most=_MOST_BYTES))
    except UsageError as error:
        return _Submission(file.stem, "", str(error))


def _rows(text: str, path: Path) -> list[tuple[str, str]]:
    csv.field_size_limit(_MOST_BYTES)
    reader = csv.DictReader(io.StringIO(text, newline=""))
    names = {name.strip().lower(): name for name in reader.fieldnames or ()}
    student = next((names[word] for word in _STUDENT if word in names), None)
    sql = next((names[word] for word in _SQL if word in names), None)
    if student is None or sql is None:
        raise UsageError(f"{path} has no columns student and sql; it has {', '.join(names) or 'none'}")
    return [(row[student] or "", row[sql] or "") for row in reader]


def _write(path: Path | None, text: str) -> None:
    if path is None:
        say(text.rstrip("\n"))
        return
    try:
        path.write_text(text, encoding="utf-8", errors="replace")
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from None
    say(f"wrote {path}")

"""A run as a report: everything that is computed once and then shown in one form or another."""

from __future__ import annotations

from collections.abc import Mapping

from spotit.errors import SpotitError
from spotit.evaluate.score import Summary, score
from spotit.evaluate.store import Run
from spotit.frozen import frozen
from spotit.report.agreement import Answered, answered
from spotit.report.figures import Figures, figures
from spotit.report.suspects import Ambiguous, Suspect, ambiguous, suspects
from spotit.report.texts import GoldQuery, compare_texts
from spotit.schema import Schema
from spotit.schemas.load import schema_from_ddl


@frozen
class Report:
    """What a report says about a run."""

    run: Run
    schemas: Mapping[str, Schema | None]
    """By database; None when the stored text cannot be read."""
    summary: Summary
    questions: tuple[Answered, ...]
    golds: tuple[GoldQuery, ...]
    """What can be seen in the text of each question's gold query."""
    figures: Figures
    suspects: tuple[Suspect, ...]
    ambiguous: tuple[Ambiguous, ...]


def analyse(run: Run) -> Report:
    """Return the report of a run."""
    summary = score(run)
    questions = answered(run)
    schemas = {db: _schema(record.ddl) for db, record in run.schemas.items()}
    golds = tuple(compare_texts(q, schemas.get(q.question.db_id)) for q in questions)
    return Report(
        run=run,
        schemas=schemas,
        summary=summary,
        questions=questions,
        golds=golds,
        figures=figures(run, summary, questions),
        suspects=suspects(questions, golds, len(run.methods)),
        ambiguous=ambiguous(questions, len(run.methods)),
    )


def _schema(ddl: str) -> Schema | None:
    """Return the schema, or None when the text cannot be read: its gold queries are then not linted."""
    try:
        return schema_from_ddl(ddl)
    except SpotitError:
        return None

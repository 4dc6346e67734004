"""A run as a report: everything that is computed once and then shown in one form or another."""

from __future__ import annotations

from dataclasses import dataclass

from spotit.errors import SpotitError
from spotit.evaluate.score import Summary, score
from spotit.evaluate.store import Run
from spotit.lint.check import lint
from spotit.lint.reading import read
from spotit.report.agreement import Answered, answered
from spotit.report.figures import Figures, figures
from spotit.report.suspects import Ambiguous, GoldQuery, Suspect, ambiguous, suspects
from spotit.schema import Schema
from spotit.search.schema_source import schema_from_ddl


@dataclass(frozen=True, slots=True)
class Report:
    """What a report says about a run."""

    run: Run
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
    golds = tuple(_gold_query(q, schemas.get(q.question.db_id)) for q in questions)
    return Report(
        run=run,
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


def _gold_query(question: Answered, schema: Schema | None) -> GoldQuery:
    if schema is None:
        return GoldQuery()
    gold = question.question.gold
    try:
        findings = lint(gold, schema)
    except SpotitError:
        return GoldQuery()
    here = _tables(gold, schema)
    texts = {p.sql for o in question.differing if (p := question.predictions.get(o.method)) and p.sql}
    there = [_tables(sql, schema) for sql in sorted(texts)]
    if not there or here is None or None in there:
        return GoldQuery(findings)
    sets = [tables for tables in there if tables is not None]
    return GoldQuery(
        findings,
        only_gold=tuple(sorted(here - frozenset().union(*sets))),
        never_gold=tuple(sorted(frozenset.intersection(*sets) - here)),
    )


def _tables(sql: str, schema: Schema) -> frozenset[str] | None:
    """Return the base tables that a query reads, or None when it does not parse."""
    try:
        reading = read(sql, schema)
    except SpotitError:
        return None
    return frozenset(source.table.name for block in reading.blocks for source in block.sources if source.table)

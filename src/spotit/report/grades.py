"""Answers of students to one exercise: credit for each, as CSV and as a page."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from html import escape

from spotit.frozen import frozen
from spotit.report.notebook import verdict_html
from spotit.report.tables import csv_cell
from spotit.verdict import (
    Different,
    Equivalent,
    EquivalentUpTo,
    Grade,
    Invalid,
    Undecided,
    Unrefuted,
    Unsupported,
    Verdict,
)

CREDIT = {
    Grade.ORDINARY: 0.0,
    Grade.TIES: 0.25,
    Grade.NULLS: 0.5,
    Grade.EMPTY: 0.5,
    Grade.ORDER: 0.75,
    Grade.ROUNDING: 0.75,
    Grade.ERROR: 0.25,
    Grade.DEGENERATE: 0.75,
}
"""What an answer is worth that differs from the reference only so."""
_OPEN = "to be looked at"
_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem}"
    "table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:.2em .6em;text-align:left}"
    "pre{background:#f4f4f4;padding:.6em;overflow:auto}caption{text-align:left;font-weight:600}"
)


@frozen
class GradedAnswer:
    """A student's answer and the verdict on it."""

    student: str
    sql: str
    verdict: Verdict

    @property
    def credit(self) -> float | None:
        """What the answer is worth, from 0 to 1; None where a person has to look at it."""
        match self.verdict:
            case Equivalent() | EquivalentUpTo() | Unrefuted():
                return 1.0
            case Different():
                return CREDIT[self.verdict.grade]
            case Invalid():
                return 0.0 if self.verdict.side == "right" else None
            case Undecided() | Unsupported():
                return None


def grades_csv(answers: Sequence[GradedAnswer], points: float) -> str:
    """Return a row for each student; cells that a spreadsheet would compute begin with a quotation mark."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["student", "points", "verdict", "grade", "reason", "sql"])
    for one in answers:
        grade = one.verdict.grade.value if isinstance(one.verdict, Different) else ""
        reason = str(one.verdict.as_dict()["reason"])
        cells = [one.student, _points(one, points), one.verdict.verdict, grade, reason, one.sql]
        writer.writerow(map(csv_cell, cells))
    return out.getvalue()


def grades_page(answers: Sequence[GradedAnswer], reference: str, points: float) -> str:
    """Return one HTML page without scripts: the points, and below them why."""
    rows = "".join(
        f'<tr><td><a href="#s{place}">{escape(one.student)}</a></td>'
        f"<td>{_points(one, points) or _OPEN}</td><td>{escape(one.verdict.verdict)}</td></tr>"
        for place, one in enumerate(answers)
    )
    details = "".join(
        f'<h2 id="s{place}">{escape(one.student)}: {_points(one, points) or _OPEN}</h2>{verdict_html(one.verdict)}'
        for place, one in enumerate(answers)
    )
    head = f'<meta charset="utf-8"><title>Grades</title><style>{_STYLE}</style>'
    table = f"<table><tr><th>student</th><th>points of {points:g}</th><th>verdict</th></tr>{rows}</table>"
    return (
        f'<!doctype html><html lang="en"><head>{head}</head><body><h1>Grades</h1>'
        f"<p>Reference:</p><pre>{escape(reference)}</pre>{table}{details}</body></html>\n"
    )


def _points(one: GradedAnswer, points: float) -> str:
    return "" if one.credit is None else f"{one.credit * points:g}"

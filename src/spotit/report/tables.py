"""Tables for papers and spreadsheets: Markdown, LaTeX, CSV. Every cell is untrusted text and escaped for its format."""

from __future__ import annotations

import csv
import html
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from spotit.frozen import frozen
from spotit.report.agreement import refuted_at
from spotit.report.build import Report
from spotit.report.overview import Grid, percent
from spotit.report.suspects import SuspectList


@frozen
class PaperTable:
    """A titled table; `name` is short enough for a file name or a label."""

    name: str
    title: str
    grid: Grid


def paper_tables(report: Report) -> tuple[PaperTable, ...]:
    """Return the tables of a run in the layout of the SpotIt paper's Tables 2 to 4, and more of the same kind."""
    return (
        PaperTable("coverage", "Coverage, time and validity (among predictions that pass EX)", _coverage(report)),
        PaperTable("accuracy", "Accuracy in percent and rank under each metric", _accuracy(report)),
        PaperTable("benchmark", "The benchmark as a whole, per method", _benchmark(report)),
        PaperTable("robust", "Accuracy when only convincing differences count", _robust(report)),
        PaperTable("verdicts", "Verified predictions by verdict", _verdicts(report)),
        PaperTable("grades", "Differences by grade", _counts(report.figures.grades)),
        PaperTable("bounds", "Differences found with at most K rows per table", _bounds(report)),
    )


def _coverage(report: Report) -> Grid:
    head = ("Method", "Passing EX", "Supported (%)", "Avg. time to witness (s)", "Median (s)", "Validated (%)")
    rows = []
    for method in report.figures.methods:
        score = report.summary.methods[method]
        times = score.seconds
        rows.append(
            (
                method,
                str(score.counts["ex_pass"] if score.ex is not None else score.counts["verified"]),
                percent(score.coverage),
                _seconds(times.mean_to_witness),
                _seconds(times.median_to_witness),
                percent(report.figures.confirmed[method]),
            )
        )
    return Grid(head, tuple(rows))


def _accuracy(report: Report) -> Grid:
    head = ("Method", "EX (%)", "Rank", "SpotIt (%)", "Rank", "SpotIt+ (%)", "Rank")
    return _scored(report, head, ("ex", "spotit", "spotit_plus"))


def _robust(report: Report) -> Grid:
    head = ("Method", "robust (%)", "Rank", "without rules (%)", "Rank", "robust+ (%)", "Rank")
    return _scored(report, head, ("robust", "robust_without_rules", "robust_plus"))


def _scored(report: Report, head: tuple[str, ...], keys: tuple[str, ...]) -> Grid:
    rows = []
    for method in report.figures.methods:
        score = report.summary.methods[method]
        cells = [method]
        for key in keys:
            rank = getattr(score, f"{key}_rank")
            cells += [percent(getattr(score, key)), "–" if rank is None else str(rank)]
        rows.append(tuple(cells))
    return Grid(head, tuple(rows))


def _benchmark(report: Report) -> Grid:
    head = ("Method", "Questions", "Passing EX", "Witnesses", "EX (%)", "SpotIt (%)", "Supported (%)", "Avg. time (s)")
    rows = []
    for method in report.figures.methods:
        score = report.summary.methods[method]
        rows.append(
            (
                method,
                str(report.summary.questions),
                str(score.counts["ex_pass"]) if score.ex is not None else "–",
                str(score.counts["own"]),
                percent(score.ex),
                percent(score.spotit),
                percent(score.coverage),
                _seconds(score.seconds.mean_to_witness),
            )
        )
    return Grid(head, tuple(rows))


def _seconds(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _verdicts(report: Report) -> Grid:
    return _counts(report.figures.verdicts)


def _counts(rows: Mapping[str, Mapping[str, int]]) -> Grid:
    keys = tuple(next(iter(rows.values()), {}))
    head = ("Method", *(key.replace("_", " ") for key in keys))
    return Grid(head, tuple((name, *(str(counts[key]) for key in keys)) for name, counts in rows.items()))


def _bounds(report: Report) -> Grid:
    bounds = report.figures.bounds
    width = max((len(counts) for counts in bounds.values()), default=0)
    head = ("Method", *(f"K = {k}" for k in range(1, width + 1)))
    return Grid(head, tuple((name, *map(str, counts)) for name, counts in bounds.items()))


# --- Markdown ---------------------------------------------------------------------------------------------------------


def markdown(report: Report) -> str:
    """Return the tables, the top suspects and the ambiguous questions as Markdown."""
    info = report.run.info
    parts = [
        "# SpotIt report\n",
        f"{_markdown_text(info.benchmark)}: {report.summary.questions} questions, {len(report.run.methods)} methods, "
        f"K = {report.summary.bound}, {_markdown_text(info.engine)}.\n",
    ]
    for table in paper_tables(report):
        parts += [f"## {table.title}\n", markdown_table(table.grid)]
    for kind in SuspectList:
        parts += [f"## Suspect gold queries: {kind.value}\n", *_suspect_lines(report, kind), ""]
    return "\n".join(parts)


def markdown_table(grid: Grid) -> str:
    """Return one table as Markdown."""
    lines = [
        "| " + " | ".join(map(_markdown_text, grid.head)) + " |",
        "|" + "|".join(["---"] + ["---:"] * (len(grid.head) - 1)) + "|",
    ]
    lines += ["| " + " | ".join(map(_markdown_text, row)) + " |" for row in grid.rows]
    return "\n".join(lines) + "\n"


def _markdown_text(text: str) -> str:
    flat = "".join(c for c in " ".join(text.split()) if c.isprintable())
    marked = re.sub(r"([\\`*_{}\[\]#|~!])", r"\\\1", flat)
    return html.escape(marked, quote=False)


def _suspect_lines(report: Report, kind: SuspectList, limit: int = 40) -> Iterator[str]:
    listed = [suspect for suspect in report.suspects if suspect.list is kind]
    for rank, suspect in enumerate(listed[:limit], 1):
        question = report.questions[suspect.position].question
        yield (
            f"{rank}. **{_markdown_text(str(question.question_id))}** ({_markdown_text(question.db_id)}, "
            f"{suspect.points} points): {_markdown_text(question.question)}"
        )
        for reason in suspect.reasons:
            yield f"   - {_markdown_text(reason)}"


# --- LaTeX ------------------------------------------------------------------------------------------------------------

_LATEX = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}", "–": "--",
    '"': r"\textquotedbl{}", "|": r"\textbar{}", "`": r"\textasciigrave{}",
}  # fmt: skip


def latex(report: Report) -> str:
    """Return the tables as LaTeX, each in a table environment; needs the package booktabs and the T1 encoding."""
    needs = "% needs \\usepackage{booktabs} and \\usepackage[T1]{fontenc}; the best value of a column is bold\n"
    return "\n".join([needs, *(latex_table(table) for table in paper_tables(report))])


def latex_table(table: PaperTable) -> str:
    """Return one table as LaTeX."""
    columns = "l" + "r" * (len(table.grid.head) - 1)
    best = _best(table)
    rows = [
        " & ".join(
            rf"\textbf{{{latex_text(cell)}}}" if (y, x) in best else latex_text(cell) for x, cell in enumerate(row)
        )
        + r" \\"
        for y, row in enumerate(table.grid.rows)
    ]
    return "\n".join(
        [
            r"\begin{table}",
            r"\centering",
            rf"\caption{{{latex_text(table.title)}}}",
            rf"\label{{tab:{table.name}}}",
            rf"\begin{{tabular}}{{{columns}}}",
            r"\toprule",
            " & ".join(map(latex_text, table.grid.head)) + r" \\",
            r"\midrule",
            *rows,
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{table}",
            "",
        ]
    )


def _best(table: PaperTable) -> set[tuple[int, int]]:
    """Return the places of the best values: largest of percentages, smallest of times."""
    found = set()
    for x, title in enumerate(table.grid.head):
        sign = (
            -1 if "time" in title or title == "Median (s)" else 1 if "(%)" in title and "Validated" not in title else 0
        )
        values = {y: sign * float(row[x]) for y, row in enumerate(table.grid.rows) if sign and _is_number(row[x])}
        if len(set(values.values())) > 1:
            found |= {(y, x) for y, value in values.items() if value == max(values.values())}
    return found


def _is_number(text: str) -> bool:
    return bool(re.fullmatch(r"-?\d+(\.\d+)?", text))


def latex_text(text: str) -> str:
    """Return text that LaTeX prints as it is; control characters are dropped.

    >>> latex_text("a_b & 5 %")
    'a\\\\_b \\\\& 5 \\\\%'
    """
    flat = " ".join(text.split())
    return "".join(_LATEX.get(c, c) for c in flat if c.isprintable())


# --- CSV --------------------------------------------------------------------------------------------------------------


def csv_files(report: Report) -> dict[str, str]:
    """Return CSV texts by file name: the tables, every outcome, the suspects, the ambiguous questions."""
    files = {f"{t.name}.csv": csv_text((t.grid.head, *t.grid.rows)) for t in paper_tables(report)}
    files["outcomes.csv"] = csv_text(_outcome_rows(report))
    files["suspects.csv"] = csv_text(_suspect_rows(report))
    files["ambiguous.csv"] = csv_text(_ambiguous_rows(report))
    return files


def csv_text(rows: Iterable[Iterable[object]]) -> str:
    """Return rows as CSV (RFC 4180) in which no cell starts a formula."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    for row in rows:
        writer.writerow([csv_cell(value) for value in row])
    return out.getvalue()


def csv_cell(value: object) -> str:
    """Return a cell that a spreadsheet takes for text or a number, never for a formula.

    >>> csv_cell("=1+1"), csv_cell(-2.5), csv_cell(None)
    ("'=1+1", '-2.5', '')
    """
    if value is None:
        return ""
    if isinstance(value, bool | int | float):
        return str(value)
    text = "".join(c if c.isprintable() or c in "\t\r\n" else "\ufffd" for c in str(value))
    return f"'{text}" if text.lstrip()[:1] in ("=", "+", "-", "@") or text[:1] in ("\t", "\r", "\n") else text


_OUTCOME_COLUMNS = (
    "question_id", "db_id", "difficulty", "method", "ex", "verdict", "grade", "bound", "refuted_at", "seconds",
    "witness", "reason",
)  # fmt: skip


def _outcome_rows(report: Report) -> Iterator[tuple[object, ...]]:
    yield _OUTCOME_COLUMNS
    for question in report.questions:
        for o in question.outcomes:
            yield (
                o.question_id, o.db_id, o.difficulty, o.method, o.ex, o.verdict, o.grade, o.bound, refuted_at(o),
                o.seconds, o.witness, o.reason,
            )  # fmt: skip


def _suspect_rows(report: Report) -> Iterator[tuple[object, ...]]:
    yield ("list", "rank", "points", "question_id", "db_id", "question", "evidence", "gold", "majority", "reasons")
    ranks: Counter[str] = Counter()
    for suspect in report.suspects:
        ranks[suspect.list] += 1
        answered = report.questions[suspect.position]
        q, reasons, rank = answered.question, "; ".join(suspect.reasons), ranks[suspect.list]
        other = answered.predictions.get(suspect.majority or "")
        majority = other.sql if other else None
        yield (
            suspect.list.value, rank, suspect.points, q.question_id, q.db_id, q.question, q.evidence, q.gold,
            majority, reasons,
        )  # fmt: skip


def _ambiguous_rows(report: Report) -> Iterator[tuple[object, ...]]:
    yield ("question_id", "db_id", "question", "groups")
    for entry in report.ambiguous:
        q = report.questions[entry.position].question
        groups = "; ".join(("as gold: " if g.gold else "alike: ") + ", ".join(g.methods) for g in entry.groups)
        yield q.question_id, q.db_id, q.question, groups

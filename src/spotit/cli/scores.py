"""The table of scores for people."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.table import Table

from spotit.evaluate.score import MethodScore, Summary

_EX = {
    "database": "EX executed on the test databases",
    "file": "EX taken from a file",
    "none": "EX not used: every prediction was verified",
}


def print_scores(summary: Summary, console: Console) -> None:
    """Print one row per method, best SpotIt+ first, and below it what a reader must know."""
    console.print(score_table(summary))
    for line in footnotes(summary):
        console.print(line, markup=False, highlight=False)


def score_table(summary: Summary) -> Table:
    """Return the table of a summary."""
    table = Table(box=None, pad_edge=False, header_style="bold", collapse_padding=True)
    table.add_column("method", no_wrap=True, overflow="ellipsis")
    for name in (
        "EX %",
        "#",
        "SpotIt %",
        "#",
        "SpotIt+ %",
        "#",
        "robust %",
        "covered %",
        "median s",
        "mean s",
        "unrefuted",
        "undecided",
    ):
        table.add_column(name, justify="right", no_wrap=True)
    for method, score in sorted(summary.methods.items(), key=lambda item: item[1].spotit_plus_rank):
        table.add_row(method, *_cells(score))
    return table


def _cells(score: MethodScore) -> Iterator[str]:
    for name in ("ex", "spotit", "spotit_plus"):
        yield _number(getattr(score, name), 2)
        yield _number(getattr(score, f"{name}_rank"), 0)
    yield _number(score.robust, 2)
    yield _number(score.coverage, 1)
    yield _number(score.seconds.median_to_witness, 3)
    yield _number(score.seconds.mean_to_witness, 3)
    yield str(score.counts["unrefuted"])
    yield str(score.counts["undecided"])


def _number(value: float | None, digits: int) -> str:
    return "-" if value is None else f"{value:.{digits}f}"


def footnotes(summary: Summary) -> Iterator[str]:
    """Yield the lines below the table."""
    yield (
        f"{summary.questions} questions, bound {summary.bound}. {_EX[summary.ex_source]}. "
        "Times are to a witness. robust: ordinary, ties, and NULLs that the data hold count as different."
    )
    beyond = sum(score.counts["beyond_bound"] for score in summary.methods.values())
    if beyond:
        yield (
            f"{beyond} refutations take more than {summary.bound} rows in a table; "
            f"--bound {summary.bound} leaves them out, as the paper does."
        )
    if not any(score.counts["borrowed"] for score in summary.methods.values()):
        yield "Cross-checking added nothing: SpotIt+ is SpotIt here."
    if summary.subset:
        yield "restricted to " + ", ".join(f"{name} {value}" for name, value in summary.subset.items())
    if summary.done < summary.questions:
        yield f"INCOMPLETE: {summary.done} of {summary.questions} questions are done"
    for name, words in (
        ("contradictions", "proofs contradicted by a witness"),
        ("spurious", "spurious solver models"),
    ):
        total = sum(score.counts[name] for score in summary.methods.values())
        if total:
            yield f"{total} {words}: a bug of SpotIt, please report it"

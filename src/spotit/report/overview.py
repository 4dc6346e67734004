"""What the overview page is filled with: charts, and the same numbers as tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from markupsafe import Markup

from spotit.frozen import frozen
from spotit.options import QueryDialect
from spotit.report import charts
from spotit.report.build import Report
from spotit.report.charts import Series, seconds_text
from spotit.report.figures import GRADES, VERDICTS, Figures, Timing, own_difference
from spotit.report.intervals import paired, wilson
from spotit.report.suspects import SuspectList
from spotit.verdict import Grade

VERDICT_SERIES = tuple(Series(name, charts.words(name), f"v-{name.replace('_', '-')}") for name in VERDICTS)
GRADE_SERIES = tuple(Series(name, name, f"g-{name}") for name in GRADES)
STRICT_SERIES = tuple(series for series in GRADE_SERIES if series.key != "degenerate")
_COUNT = (Series("questions", "questions", "plain"),)


_SUSPECT_LISTS = {
    SuspectList.ALONE: (
        "Gold alone",
        "Methods that fail EX, and how many of them agree with each other: by a proof, or on every witness and on "
        "databases made for the question. Lints of gold and its length add to the suspicion; that they differ in "
        "nothing but the columns they return speaks for gold.",
    ),
    SuspectList.LATENT: (
        "Latent",
        "Right on the test database as far as the methods tell, but methods that pass EX differ from gold on other "
        "ordinary data that keep the rules, as far as rules are known.",
    ),
}


@frozen
class Grid:
    """A table of texts: the head, and rows whose first cell names them."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@frozen
class Chart:
    """A drawing with its legend and the same numbers as a table."""

    title: str
    note: str
    drawing: Markup
    legend: tuple[Series, ...]
    grid: Grid


@frozen
class Tile:
    """One number on top of the page."""

    number: str
    label: str
    kind: str = ""


@frozen
class Overview:
    """Everything on the overview page."""

    tiles: tuple[Tile, ...]
    leaderboard: Grid
    refutations: str
    """What the refutations are evidence of, and what cross-checking added."""
    pairs: Grid
    """Each two methods on the same questions."""
    suspect_lists: tuple[tuple[str, str, str], ...]
    """Name, title and explanation of the lists of suspect gold queries."""
    effort: Grid
    ranks: Chart
    charts: tuple[Chart, ...]
    timings: tuple[Chart, ...]
    elsewhere: Grid
    """How many witnesses hold on other database systems."""
    proofs: Grid
    lists: tuple[tuple[str, str, tuple[tuple[str, int], ...]], ...]
    meanings: tuple[tuple[str, str], ...]


def view(report: Report) -> Overview:
    """Return what the overview page shows."""
    figures = report.figures
    return Overview(
        tiles=tuple(_tiles(report)),
        leaderboard=_leaderboard(figures),
        refutations=_refutations(figures),
        pairs=_pairs(report),
        suspect_lists=tuple((kind.value, *_SUSPECT_LISTS[kind]) for kind in SuspectList),
        effort=_effort(figures),
        ranks=Chart(
            "Ranks",
            "Each line is a method. The number is its score in percent; a line that rises gains rank.",
            charts.slope(figures),
            (),
            _leaderboard(figures),
        ),
        charts=(
            _verdict_chart(figures),
            _grade_chart(figures),
            _bound_chart(figures),
            *_histograms(figures),
        ),
        timings=tuple(
            Chart(f"By {name}", "", charts.timing(name, points), (), _timing_grid(name, points))
            for name, points in figures.timings.items()
            if points
        ),
        elsewhere=_elsewhere(report),
        proofs=_counts_grid("method", figures.proofs),
        lists=(
            ("Why queries are equivalent", "proofs for every database", figures.proof_reasons),
            ("Assumptions of the proofs", "how many proofs rest on each", figures.assumptions),
            ("Unsupported", "constructs outside the encoder; concrete search ran", figures.unsupported),
            ("Undecided", "neither a witness nor a proof in time", figures.undecided),
        ),
        meanings=tuple((grade.value, grade.meaning) for grade in Grade),
    )


def _tiles(report: Report) -> Iterator[Tile]:
    summary, figures = report.summary, report.figures
    counts = [score.counts for score in summary.methods.values()]
    different = sum(c["own"] for c in counts)
    verified = sum(c["verified"] for c in counts)
    proved = sum(c["equivalent"] + c["equivalent_up_to_bound"] for c in counts)
    yield Tile(f"{summary.questions:,}", "questions")
    yield Tile(str(len(figures.methods)), "methods")
    yield Tile(f"{verified:,}", "pairs verified")
    yield Tile(f"{different:,}", "refuted by their own witness", "different")
    yield Tile(f"{proved:,}", "proved (every database or up to the bound)", "equivalent")
    strong = {suspect.position for suspect in report.suspects if suspect.strong}
    yield Tile(str(len(strong)), "strongly suspect gold queries", "suspect")
    spurious = sum(c["spurious"] for c in counts)
    yield Tile(str(spurious), "spurious solver models", "bad" if spurious else "")
    contradictions = sum(c["contradictions"] for c in counts)
    if contradictions:
        yield Tile(str(contradictions), "proofs contradicted: a bug of SpotIt", "bad")


def percent(value: float | None) -> str:
    """Return a percentage with two digits, or a dash."""
    return "–" if value is None else f"{value:.2f}"


BOARD = (
    ("ex", "EX"),
    ("spotit", "SpotIt, strict"),
    ("spotit_plus", "SpotIt+, strict"),
    ("robust", "robust"),
    ("robust_without_rules", "robust without rules"),
    ("robust_plus", "robust+"),
)
"""The columns of the leaderboard: what they count, and their titles."""


def _leaderboard(figures: Figures) -> Grid:
    head = ["method"]
    for _, label in BOARD:
        head += [f"{label} %", "rank"]
    head += ["refuted", "gold alone"]
    rows = []
    for method in figures.methods:
        score = figures.summary.methods[method]
        cells = [method]
        for key, _ in BOARD:
            rank = getattr(score, f"{key}_rank")
            cells += [with_interval(getattr(score, key), figures.summary.questions), "–" if rank is None else str(rank)]
        refuted = score.counts["own"] + score.counts["borrowed"]
        rows.append((*cells, str(refuted), str(score.counts.get("gold_odd", 0))))
    return Grid(tuple(head), tuple(rows))


def with_interval(value: float | None, questions: int) -> str:
    """Return a percentage, and on a line of its own its 95 % interval."""
    if value is None or not (interval := wilson(round(value * questions / 100), questions)):
        return percent(value)
    return f"{percent(value)}\n{interval.low:.1f}–{interval.high:.1f}"


def _refutations(figures: Figures) -> str:
    scores = figures.summary.methods.values()
    refuted = sum(score.counts["own"] + score.counts["borrowed"] for score in scores)
    odd = sum(score.counts.get("gold_odd", 0) for score in scores)
    added = sum(score.counts["borrowed"] for score in scores)
    told = (
        f"Of {refuted:,} refutations, gold is the odd one out in {odd:,}: on the witness no method answers as it does."
        if refuted
        else "Nothing was refuted."
    )
    crossed = (
        f" Cross-checking refuted {added:,} more prediction{'' if added == 1 else 's'} than their own witnesses."
        if added
        else " Cross-checking added nothing: SpotIt+ is SpotIt here."
    )
    return told + crossed


def _pairs(report: Report) -> Grid:
    """Return the comparisons by EX and by SpotIt."""
    rows = []
    readings = (
        ("EX", lambda o: o.ex is True),
        ("SpotIt", lambda o: o.ex is not False and o.verdict not in (None, "invalid") and not own_difference(o)),
    )
    for name, right in readings:
        if name == "EX" and report.run.info.ex_source == "none":
            continue
        for one in paired(report.run.outcomes, report.figures.methods, right):
            chance = "< 0.001" if one.chance < 0.001 else f"{one.chance:.3f}"
            rows.append((f"{one.first} : {one.second}", name, str(one.only_first), str(one.only_second), chance))
    return Grid(("methods", "by", "only the first right", "only the second right", "p"), tuple(rows))


def _effort(figures: Figures) -> Grid:
    head = (
        "method", "pass EX", "verified", "coverage %", "witnesses", "confirmed %", "mean to witness",
        "median to witness", "mean", "median", "unrefuted", "undecided", "spurious",
    )  # fmt: skip
    rows = []
    for method in figures.methods:
        score = figures.summary.methods[method]
        times = score.seconds
        rows.append(
            (
                method,
                str(score.counts["ex_pass"]),
                str(score.counts["verified"]),
                percent(score.coverage),
                str(score.counts["own"]),
                percent(figures.confirmed[method]),
                seconds_text(times.mean_to_witness),
                seconds_text(times.median_to_witness),
                seconds_text(times.mean),
                seconds_text(times.median),
                str(score.counts["unrefuted"]),
                str(score.counts["undecided"]),
                str(score.counts["spurious"]),
            )
        )
    return Grid(head, tuple(rows))


def _elsewhere(report: Report) -> Grid:
    """Return, for each other system and grade, how many witnesses were tried there, ran there, and hold there."""
    answers: dict[tuple[str, str], list[bool | str]] = {}
    for verdict in report.run.verdicts.values():
        for name, holds in (verdict.get("holds_on") or {}).items():
            for grade in ("all", verdict["grade"]):
                answers.setdefault((name, grade), []).append(holds)
    order = ["all", *(grade.value for grade in Grade)]
    rows = []
    for name, grade in sorted(answers, key=lambda key: (key[0], order.index(key[1]))):
        found = answers[name, grade]
        ran, there = sum(isinstance(one, bool) for one in found), sum(one is True for one in found)
        share = percent(100 * there / ran if ran else None)
        rows.append((QueryDialect(name).label, grade, str(len(found)), str(ran), str(there), share))
    return Grid(("system", "grade", "witnesses", "both queries run", "hold there", "share %"), tuple(rows))


def _counts_grid(name: str, rows: Mapping[str, Mapping[str, int]]) -> Grid:
    keys = tuple(next(iter(rows.values()), {}))
    head = (name, *(charts.words(key) for key in keys))
    return Grid(head, tuple((row, *(str(counts[key]) for key in keys)) for row, counts in rows.items()))


def _verdict_chart(figures: Figures) -> Chart:
    drawing = charts.stacked("Verdicts per method", figures.verdicts, VERDICT_SERIES, share=True)
    note = "The predictions that were verified, by verdict; on the right their number."
    return Chart("Verdicts", note, drawing, VERDICT_SERIES, _counts_grid("method", figures.verdicts))


def _grade_chart(figures: Figures) -> Chart:
    drawing = charts.stacked("Grades of difference per method", figures.grades, GRADE_SERIES, share=False)
    note = "Own differences by the strongest grade at which a witness exists, most convincing first."
    return Chart("Grades of difference", note, drawing, GRADE_SERIES, _counts_grid("method", figures.grades))


def _bound_chart(figures: Figures) -> Chart:
    labels = [f"K = {k}" for k in range(1, len(figures.bound_grades) + 1)]
    title = "Differences found with at most K rows per table"
    drawing = charts.columns(
        title, labels, figures.bound_grades, STRICT_SERIES, "rows per table, at most (all methods)"
    )
    grid = Grid(
        ("method", *labels),
        tuple((method, *map(str, figures.bounds[method])) for method in figures.methods),
    )
    note = "How many rows per table a witness needs. Little is gained beyond a few rows."
    return Chart("The effect of K", note, drawing, STRICT_SERIES, grid)


def _histograms(figures: Figures) -> Iterator[Chart]:
    told = (
        (
            "Questions by refuted methods",
            "How many methods pass EX on a question and are still refuted by a witness.",
            figures.refuted_by,
        ),
        (
            "Questions by methods that differ from gold",
            "The same with the methods that fail EX. On the right, gold stands alone.",
            figures.differing_from,
        ),
    )
    for title, note, counts in told:
        # most questions have none, which would flatten the rest
        shown = counts[1:]
        labels = [str(number) for number in range(1, len(counts))]
        stacks = [{"questions": number} for number in shown]
        drawing = charts.columns(title, labels, stacks, _COUNT, "methods")
        rest = f" {counts[0] if counts else 0} questions have none and are not drawn."
        grid = Grid(("methods", "questions"), tuple((str(n), str(c)) for n, c in enumerate(counts)))
        yield Chart(title, note + rest, drawing, (), grid)


def _timing_grid(name: str, points: Sequence[Timing]) -> Grid:
    rows = tuple((p.label, seconds_text(p.seconds), str(p.checks)) for p in points)
    return Grid((name, "median", "checks"), rows)

"""The charts of the overview as inline SVG."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from markupsafe import Markup

from spotit.evaluate.score import MethodScore
from spotit.frozen import frozen
from spotit.report.figures import Figures, Timing
from spotit.report.svg import drawing, element

METRICS = (
    ("ex", "EX"),
    ("spotit", "SpotIt"),
    ("spotit_plus", "SpotIt+"),
    ("robust_plus", "robust+"),
)
_NAME_LENGTH = 20


def short(text: str, length: int = _NAME_LENGTH) -> str:
    """Return the text, cut with an ellipsis when it is too long for a label."""
    return text if len(text) <= length else text[: length - 1] + "…"


def words(name: str) -> str:
    """Return a verdict's name for people."""
    return name.replace("equivalent_up_to_bound", "up to bound").replace("_", " ")


# --- ranks ------------------------------------------------------------------------------------------------------------

_SLOPE_WIDTH, _SLOPE_LEFT, _SLOPE_RIGHT, _SLOPE_TOP, _SLOPE_ROW = 960.0, 185.0, 225.0, 44.0, 34.0


def slope(figures: Figures) -> Markup:
    """Return the ranks under each metric, joined by a line per method; equal scores stand side by side."""
    scores = figures.summary.methods
    metrics = [(key, label) for key, label in METRICS if key != "ex" or figures.summary.ex_source != "none"]
    lanes = {key: _lanes(scores, key) for key, _ in metrics}
    step = (_SLOPE_WIDTH - _SLOPE_LEFT - _SLOPE_RIGHT) / max(1, len(metrics) - 1)
    xs = {key: _SLOPE_LEFT + i * step for i, (key, _) in enumerate(metrics)}
    height = _SLOPE_TOP + _SLOPE_ROW * len(scores) + 6
    parts: list[Markup] = []
    for key, label in metrics:
        parts.append(element("text", label, x=xs[key], y=16, class_="axis-title", text_anchor="middle"))
        parts.append(element("line", x1=xs[key], x2=xs[key], y1=26, y2=height, class_="rule"))
    for method in figures.methods:
        points = [(xs[key], _lane_y(lanes[key][method])) for key, _ in metrics]
        parts.append(_slope_line(method, scores[method], points, [key for key, _ in metrics]))
    description = "; ".join(
        f"{method}: " + ", ".join(f"{label} {_rank(scores[method], key)}" for key, label in metrics)
        for method in figures.methods
    )
    return drawing(_SLOPE_WIDTH, height, "Rank of each method under each metric", description, parts)


def _lane_y(lane: int) -> float:
    return _SLOPE_TOP + _SLOPE_ROW * (lane + 0.5) - 4


def _lanes(scores: Mapping[str, MethodScore], key: str) -> dict[str, int]:
    """Return one line number per method, best first; methods of equal score keep their EX order."""
    order = sorted(scores, key=lambda m: (-(getattr(scores[m], key) or 0.0), -(scores[m].ex or 0.0), m))
    return {method: lane for lane, method in enumerate(order)}


def _rank(score: MethodScore, key: str) -> str:
    value, rank = getattr(score, key), getattr(score, f"{key}_rank")
    return "unknown" if value is None else f"{value:.2f} % (rank {rank})"


def _slope_line(method: str, score: MethodScore, points: list[tuple[float, float]], keys: list[str]) -> Markup:
    moved = (getattr(score, f"{keys[0]}_rank") or 0) - (getattr(score, f"{keys[-1]}_rank") or 0)
    kind = "up" if moved > 0 else "down" if moved < 0 else "same"
    path = _curve(points)
    parts = [
        element("title", f"{method}: " + ", ".join(_rank(score, key) for key in keys)),
        element("path", d=path, class_="hit"),
        element("path", d=path, class_="wire"),
    ]
    (x0, y0), (x1, y1) = points[0], points[-1]
    sign = f"▲{moved}" if moved > 0 else f"▼{-moved}" if moved < 0 else "="
    parts.append(element("text", short(method), x=x0 - 40, y=y0 + 4, class_="name", text_anchor="end"))
    parts.append(element("text", short(method), x=x1 + 40, y=y1 + 4, class_="name"))
    parts.append(element("text", sign, x=_SLOPE_WIDTH - 2, y=y1 + 4, class_="moved", text_anchor="end"))
    for key, (x, y) in zip(keys, points, strict=True):
        value = getattr(score, key)
        parts.append(element("rect", x=x - 27, y=y - 11, width=54, height=22, rx=11, class_="pill"))
        label = "–" if value is None else f"{value:.2f}"
        parts.append(element("text", label, x=x, y=y + 4, class_="value", text_anchor="middle"))
    return element("g", *parts, class_=f"slope {kind}", tabindex=0)


def _curve(points: Sequence[tuple[float, float]]) -> str:
    x, y = points[0]
    text = f"M{x:.1f},{y:.1f}"
    for nx, ny in points[1:]:
        middle = (x + nx) / 2
        text += f"C{middle:.1f},{y:.1f} {middle:.1f},{ny:.1f} {nx:.1f},{ny:.1f}"
        x, y = nx, ny
    return text


# --- bars -------------------------------------------------------------------------------------------------------------

_BAR_WIDTH, _BAR_LEFT, _BAR_ROW = 580.0, 150.0, 30.0


@frozen
class Series:
    """One colour of a stacked chart: its key in the counts, its label, its class in the style sheet."""

    key: str
    label: str
    css: str


def stacked(title: str, rows: Mapping[str, Mapping[str, int]], series: Sequence[Series], *, share: bool) -> Markup:
    """Return one horizontal stacked bar per row; with `share` each bar is 100 %."""
    totals = {name: sum(counts[s.key] for s in series) for name, counts in rows.items()}
    most = max(totals.values(), default=0) or 1
    parts: list[Markup] = []
    for index, (name, counts) in enumerate(rows.items()):
        y = index * _BAR_ROW
        whole = totals[name] if share else most
        parts.append(element("text", short(name), x=_BAR_LEFT - 12, y=y + 19, class_="name", text_anchor="end"))
        parts += _segments(name, counts, series, y, whole or 1)
        parts.append(element("text", str(totals[name]), x=_BAR_WIDTH - 2, y=y + 19, class_="total", text_anchor="end"))
    description = "; ".join(
        f"{name}: " + ", ".join(f"{s.label} {counts[s.key]}" for s in series if counts[s.key])
        for name, counts in rows.items()
    )
    return drawing(_BAR_WIDTH, len(rows) * _BAR_ROW + 2, title, description, parts)


def _segments(name: str, counts: Mapping[str, int], series: Sequence[Series], y: float, whole: int) -> Iterator[Markup]:
    x, scale = _BAR_LEFT, (_BAR_WIDTH - _BAR_LEFT - 48) / whole
    for item in series:
        number = counts[item.key]
        width = number * scale
        if number:
            yield element(
                "rect",
                element("title", f"{name}: {item.label} {number} ({100 * number / whole:.1f} %)"),
                x=x, y=y + 4, width=max(0.5, width - 1), height=_BAR_ROW - 8, rx=2, class_=item.css,
            )  # fmt: skip
        if width > 9 + 7 * len(str(number)):
            yield element(
                "text", str(number), x=x + width / 2, y=y + 19, class_=f"inside on-{item.css}", text_anchor="middle"
            )
        x += width


_COLUMN_HEIGHT, _COLUMN_TOP = 210.0, 18.0


def columns(
    title: str, labels: Sequence[str], stacks: Sequence[Mapping[str, int]], series: Sequence[Series], axis: str
) -> Markup:
    """Return vertical stacked columns with their totals above and `axis` as the caption below."""
    width = 380.0
    step = (width - 16) / max(1, len(labels))
    totals = [sum(stack[s.key] for s in series) for stack in stacks]
    scale = (_COLUMN_HEIGHT - _COLUMN_TOP) / (max(totals, default=0) or 1)
    parts: list[Markup] = [element("line", x1=4, x2=width - 4, y1=_COLUMN_HEIGHT, y2=_COLUMN_HEIGHT, class_="base")]
    bar = min(56.0, step * 0.72)
    for index, (label, stack) in enumerate(zip(labels, stacks, strict=True)):
        x, y = 8 + step * (index + 0.5), _COLUMN_HEIGHT
        for item in series:
            tall = stack[item.key] * scale
            if tall:
                y -= tall
                tip = element("title", f"{label}: {item.label} {stack[item.key]}")
                parts.append(
                    element(
                        "rect", tip, x=x - bar / 2, y=y, width=bar, height=max(0.5, tall - (tall > 3)), class_=item.css
                    )
                )
        parts.append(element("text", str(totals[index]), x=x, y=y - 6, class_="value", text_anchor="middle"))
        parts.append(element("text", label, x=x, y=_COLUMN_HEIGHT + 17, class_="tick", text_anchor="middle"))
    parts.append(element("text", axis, x=width / 2, y=_COLUMN_HEIGHT + 37, class_="caption", text_anchor="middle"))
    description = "; ".join(f"{label}: {total}" for label, total in zip(labels, totals, strict=True))
    return drawing(width, _COLUMN_HEIGHT + 44, title, description, parts)


# --- times ------------------------------------------------------------------------------------------------------------

_TIME_WIDTH, _TIME_HEIGHT, _TIME_LEFT, _TIME_BOTTOM = 380.0, 200.0, 52.0, 40.0


def timing(measure: str, points: Sequence[Timing]) -> Markup:
    """Return median seconds against one measure of size, on a logarithmic scale; larger dots are more checks."""
    low, high = _decades([max(p.seconds, 1e-6) for p in points])
    top = 12.0
    span = _TIME_HEIGHT - _TIME_BOTTOM - top

    def y_of(seconds: float) -> float:
        return top + span * (high - math.log10(max(seconds, 1e-6))) / (high - low)

    parts = [part for power in range(low, high + 1) for part in _gridline(power, y_of(10.0**power))]
    step = (_TIME_WIDTH - _TIME_LEFT - 12) / max(1, len(points))
    xs = [_TIME_LEFT + step * (i + 0.5) for i in range(len(points))]
    line = " ".join(f"{x:.1f},{y_of(p.seconds):.1f}" for x, p in zip(xs, points, strict=True))
    parts.append(element("polyline", points=line, class_="trend"))
    most = max((p.checks for p in points), default=1)
    every = max(1, math.ceil(len(points) * max((len(p.label) for p in points), default=1) / 38))
    for index, (x, point) in enumerate(zip(xs, points, strict=True)):
        tip = f"{measure} {point.label}: median {seconds_text(point.seconds)} over {point.checks} checks"
        radius = 2.5 + 4 * math.sqrt(point.checks / most)
        parts.append(element("circle", element("title", tip), cx=x, cy=y_of(point.seconds), r=radius, class_="dot"))
        if index % every == 0:
            parts.append(element("text", point.label, x=x, y=_TIME_HEIGHT - 24, class_="tick", text_anchor="middle"))
    middle = (_TIME_LEFT + _TIME_WIDTH) / 2
    parts.append(element("text", measure, x=middle, y=_TIME_HEIGHT - 5, class_="caption", text_anchor="middle"))
    description = "; ".join(f"{p.label}: {seconds_text(p.seconds)} ({p.checks} checks)" for p in points)
    return drawing(_TIME_WIDTH, _TIME_HEIGHT, f"Median time of a check by {measure}", description, parts)


def _gridline(power: int, y: float) -> Iterator[Markup]:
    yield element("line", x1=_TIME_LEFT, x2=_TIME_WIDTH - 8, y1=y, y2=y, class_="grid")
    yield element("text", seconds_text(10.0**power), x=_TIME_LEFT - 6, y=y + 4, class_="tick", text_anchor="end")


def _decades(values: Sequence[float]) -> tuple[int, int]:
    if not values:
        return -3, 0
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return low, max(high, low + 1)


def seconds_text(seconds: float | None) -> str:
    """Return a time for people.

    >>> seconds_text(0.0021), seconds_text(3.24), seconds_text(None)
    ('2.1 ms', '3.2 s', '–')
    """
    if seconds is None:
        return "–"
    if seconds < 1e-3:
        return f"{seconds * 1e6:.3g} µs"
    if seconds < 1:
        return f"{seconds * 1e3:.3g} ms" if seconds >= 0.1 else f"{seconds * 1e3:.2g} ms"
    return f"{seconds:.1f} s" if seconds < 100 else f"{seconds:.0f} s"

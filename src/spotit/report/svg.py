"""Inline SVG, built from escaped elements; colours come from the page's style sheet by class."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup, escape


def element(name: str, *content: str | Markup, **attributes: object) -> Markup:
    """Return an element; `class_` stands for class, `_` in names for `-`; text and values are escaped.

    >>> element("text", "a<b", x=1.50, class_="tick")
    Markup('<text x="1.5" class="tick">a&lt;b</text>')
    """
    parts = [Markup(' {}="{}"').format(_name(key), _value(value)) for key, value in attributes.items()]
    opening = Markup("<{}{}>").format(Markup(name), Markup("").join(parts))
    return opening + Markup("").join(escape(part) for part in content) + Markup("</{}>").format(Markup(name))


def _name(key: str) -> Markup:
    return Markup(key.rstrip("_").replace("_", "-")) if key != "viewBox" else Markup(key)


def _value(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    return str(value)


def drawing(width: float, height: float, title: str, description: str, parts: Iterable[Markup]) -> Markup:
    """Return a whole drawing that scales with the page and tells its content to a screen reader."""
    return element(
        "svg",
        element("title", title),
        element("desc", description),
        *parts,
        viewBox=f"0 0 {_value(float(width))} {_value(float(height))}",
        role="img",
        aria_label=f"{title}. {description}",
        class_="chart",
        preserveAspectRatio="xMinYMin meet",
    )

"""Numbers as SQLite writes them into text."""

from __future__ import annotations

from spotit.database import Value

_DIGITS = 15
_MOST_DIGITS = 17


def written(value: Value) -> str:
    """Return a value as CAST to TEXT writes it; the last of 17 digits may differ from the engine's."""
    if not isinstance(value, float):
        return str(value)
    digits = f"{value:.{_DIGITS}g}"
    if float(digits) != value:
        digits = f"{value:.{_MOST_DIGITS}g}"
    mantissa, mark, exponent = digits.partition("e")
    if mark and 0 <= int(exponent) <= _DIGITS:
        return f"{value:.1f}"
    return mantissa + ("" if "." in mantissa else ".0") + mark + exponent

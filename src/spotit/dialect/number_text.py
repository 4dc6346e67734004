"""Numbers as SQLite writes them into text."""

from __future__ import annotations

from spotit.dialect.values import Value

_DIGITS = 17
"""Significant digits of a REAL."""
_KEPT = 14
"""Digits after which a run of nines or zeros is taken for noise, where what is left reads back as the same REAL."""


def written(value: Value) -> str:
    """Return a value as CAST to TEXT writes it; the last of 17 digits may differ from the engine's."""
    if not isinstance(value, float):
        return str(value)
    if value in (float("inf"), float("-inf")):
        return "Inf" if value > 0 else "-Inf"
    digits = f"{value or 0.0:.{_DIGITS}g}"
    shorter = f"{value or 0.0:.{_KEPT}g}"
    if _is_noise(value) and float(shorter) == value and ("e" in shorter) == ("e" in digits):
        digits = shorter
    mantissa, mark, exponent = digits.partition("e")
    return mantissa + ("" if "." in mantissa else ".0") + mark + exponent


def _is_noise(value: float) -> bool:
    """Tell whether the digits after the fourteenth but for the last are nines or zeros."""
    digits = f"{abs(value):.{_DIGITS - 1}e}".replace(".", "")
    return digits[_KEPT : _DIGITS - 1] in ("99", "00")

"""How much of its date a date function sees, on the safe side: fractions of a second, or the time of day."""

from __future__ import annotations

import re

from spotit.dialect.date_layouts import shift_in, weekday_in
from spotit.plan.expr import Call, Expr, Literal

_STARTS = frozenset({"start of day", "start of month", "start of year"})
_ZONES = frozenset({"localtime", "utc"})
_DAY_UNITS = frozenset({"day", "month", "year"})
_OF_FRACTIONS = re.compile("%[fJ]")
_OF_DAYS = re.compile("(?:%[YmdjwWuUFGgVe%]|[^%])*")


def sees_fractions(call: Call) -> bool:
    """Tell whether a date function may answer differently within one second of its date."""
    modifiers = _modifiers(call)
    if modifiers is None or not all(map(_keeps_seconds, modifiers)):
        return True
    if any(modifier.lower() in _STARTS for modifier in modifiers):
        return False
    form = _format(call)
    return call.name == "julianday" or form is None or _OF_FRACTIONS.search(form) is not None


def sees_time(call: Call) -> bool:
    """Tell whether a date function may answer differently within one day of its date."""
    modifiers = _modifiers(call)
    if modifiers is None or not all(map(_keeps_days, modifiers)):
        return True
    form = _format(call) if call.name == "strftime" else "%F" if call.name == "date" else None
    return form is None or _OF_DAYS.fullmatch(form) is None


def _modifiers(call: Call) -> list[str] | None:
    """Return the modifiers; None if one is not constant."""
    return _texts(call.args[call.function.dates[0] + 1 :])


def _format(call: Call) -> str | None:
    """Return the format of strftime(), an empty one for functions without; None if it is not constant."""
    forms = _texts(call.args[: call.function.dates[0]])
    return None if forms is None else "".join(forms)


def _texts(args: tuple[Expr, ...]) -> list[str] | None:
    texts = [arg.value for arg in args if isinstance(arg, Literal) and isinstance(arg.value, str)]
    return texts if len(texts) == len(args) else None


def _keeps_seconds(modifier: str) -> bool:
    """Tell whether a modifier moves all instants of a second to one second, and shows no fraction."""
    shift = shift_in(modifier)
    if shift is not None:
        return "." not in shift[0]
    return modifier.lower() in (*_STARTS, *_ZONES) or weekday_in(modifier) is not None


def _keeps_days(modifier: str) -> bool:
    """Tell whether a modifier moves all instants of a day to one day."""
    shift = shift_in(modifier)
    within = modifier.lower() not in _ZONES if shift is None else shift[1] in _DAY_UNITS
    return _keeps_seconds(modifier) and within

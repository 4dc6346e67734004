"""The calls of date functions: which argument is the date, which are the modifiers, what comes out."""

from __future__ import annotations

import re

from spotit.database import Value
from spotit.smt.terms.boolean import and_, not_
from spotit.smt.terms.term import FALSE
from spotit.symbolic.dates.moment import (
    UnknownDate,
    date_layout,
    julian_day,
    moment_of,
    time_layout,
    unix_seconds,
    written,
)
from spotit.symbolic.dates.strftime import formatted
from spotit.symbolic.execution import Execution, NeedsFinite
from spotit.symbolic.operators.conversion import lift, merge
from spotit.symbolic.operators.tabulate import apply
from spotit.symbolic.values.atoms import Atom, Text
from spotit.symbolic.values.decode import terms_of
from spotit.symbolic.values.layout import Layout
from spotit.symbolic.values.pool import FixedPool
from spotit.symbolic.values.value import NULL, SymValue, number

_DATES = ("%Y-%m-%d", "%F")
_YEAR_LETTERS = re.compile("%[YFGg]")


def date_call(name: str, values: list[SymValue], run: Execution) -> SymValue:
    """Return a date function whose date is text of a fixed layout (or one of its alternatives is)."""
    at = 1 if name == "strftime" else 0
    others = [v.constant for n, v in enumerate(values) if n != at]
    if any(known is None for known in others):
        raise NeedsFinite(name, [t for v in values for t in terms_of(v)])
    settings: list[Value] = [known[0] for known in others if known is not None]
    if None in settings:
        return NULL
    sql = f"{name}({', '.join(f'?{n + 1}' for n in range(len(values)))})"

    def of(atom: Atom) -> SymValue:
        if isinstance(atom, Text) and isinstance(atom.pool, FixedPool):
            try:
                return _of_text(name, atom, settings, run)
            except UnknownDate:
                raise NeedsFinite(name, [atom.index]) from None
        arguments = [lift(atom) if n == at else v for n, v in enumerate(values)]
        return apply(sql, arguments, run, name)

    value = values[at]
    return merge([(alt.guard, of(alt.atom)) for alt in value.alts], value.null)


def _of_text(name: str, atom: Text, settings: list[Value], run: Execution) -> SymValue:
    form = settings[0] if name == "strftime" else None
    modifiers = settings[1:] if name == "strftime" else settings
    moment = moment_of(Layout.of(atom), FALSE, modifiers, run)
    if name in ("date", "datetime") or (isinstance(form, str) and _YEAR_LETTERS.search(form)):
        moment = written(moment, run)
    match name:
        case "date":
            return date_layout(moment).value(moment.null)
        case "time":
            return time_layout(moment).value(moment.null)
        case "datetime":
            return (date_layout(moment) + Layout.literal(" ") + time_layout(moment)).value(moment.null)
        case "julianday":
            return number(julian_day(moment, run), moment.null)
        case "unixepoch":
            return number(unix_seconds(moment), moment.null)
    if not isinstance(form, str):
        raise UnknownDate
    choices = formatted(form, moment, run)
    if choices is None:
        return NULL
    given = not_(moment.null)
    if not form.startswith(_DATES):
        # '%Y-%m-%M' has the shape of a date, but is none.
        choices = [(guard, layout.undated()) for guard, layout in choices]
    return merge([(and_(given, guard), layout.value()) for guard, layout in choices], moment.null)

"""The calls of date functions: which argument is the date, which are the modifiers, what comes out."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from spotit.database import Value
from spotit.smt.terms.boolean import and_, not_
from spotit.smt.terms.term import FALSE, Sort, Term
from spotit.symbolic.dates.moment import (
    LayoutChoice,
    Moment,
    UnknownDate,
    date_layouts,
    julian_day,
    moment_of,
    moment_of_integer,
    time_layout,
    unix_seconds,
)
from spotit.symbolic.dates.strftime import formatted
from spotit.symbolic.execution import Execution, NeedsFinite
from spotit.symbolic.operators.conversion import lift, merge
from spotit.symbolic.operators.tabulate import apply
from spotit.symbolic.values.atoms import Atom, Number, Text
from spotit.symbolic.values.calendar import note_count
from spotit.symbolic.values.decode import terms_of
from spotit.symbolic.values.layout import Layout
from spotit.symbolic.values.pool import FixedPool
from spotit.symbolic.values.value import NULL, SymValue, number

_DATES = ("%Y-%m-%d", "%F")


def _date_call(name: str, values: list[SymValue], run: Execution) -> SymValue:
    """Return a date function whose date is text of a fixed layout (or one of its alternatives is)."""
    at = 0 if name in _OF_MOMENT else 1
    others = [v.constant for n, v in enumerate(values) if n != at]
    if any(known is None for known in others):
        raise NeedsFinite(name, [t for v in values for t in terms_of(v)])
    settings: list[Value] = [known[0] for known in others if known is not None]
    if None in settings:
        return NULL
    sql = f"{name}({', '.join(f'?{n + 1}' for n in range(len(values)))})"

    def of(atom: Atom) -> SymValue:
        try:
            match atom:
                case Text(FixedPool()):
                    return _of(name, settings, run, partial(moment_of, Layout.of(atom), FALSE))
                case Number(term) if term.sort is Sort.INT and not _is_listed(term):
                    return _of(name, settings, run, partial(moment_of_integer, term))
        except UnknownDate:
            raise NeedsFinite(name, terms_of(lift(atom))) from None
        arguments = [lift(atom) if n == at else v for n, v in enumerate(values)]
        return apply(sql, arguments, run, name)

    value = values[at]
    return merge([(alt.guard, of(alt.atom)) for alt in value.alts], value.null)


def _of(
    name: str, settings: list[Value], run: Execution, moment: Callable[[list[Value], Execution], Moment]
) -> SymValue:
    if name in _OF_MOMENT:
        return _OF_MOMENT[name](moment(settings, run), run)
    form, *modifiers = settings
    return _in_format(form, moment(modifiers, run), run)


def _is_listed(term: Term) -> bool:
    """Tell whether an integer is one of so few that the engine's answers can be listed."""
    return term.is_table or term.op == "const"


def _day(moment: Moment, run: Execution) -> SymValue:
    return _written(moment, date_layouts(moment, 4))


def _time(moment: Moment, run: Execution) -> SymValue:
    return time_layout(moment).value(moment.null)


def _day_and_time(moment: Moment, run: Execution) -> SymValue:
    if moment.total is not None:
        note_count((*moment.civil(), *moment.clock), moment.total)
    rest = Layout.literal(" ") + time_layout(moment)
    return _written(moment, [(guard, date + rest) for guard, date in date_layouts(moment, 4)])


def _written(moment: Moment, choices: list[LayoutChoice]) -> SymValue:
    """Return the text that a moment is written as, one of some layouts."""
    given = not_(moment.null)
    return merge([(and_(given, guard), layout.value()) for guard, layout in choices], moment.null)


def _day_number(moment: Moment, run: Execution) -> SymValue:
    return number(julian_day(moment, run), moment.null)


def _seconds(moment: Moment, run: Execution) -> SymValue:
    return number(unix_seconds(moment), moment.null)


def _in_format(form: Value, moment: Moment, run: Execution) -> SymValue:
    if not isinstance(form, str):
        raise UnknownDate
    choices = formatted(form, moment, run)
    if choices is None:
        return NULL
    if not form.startswith(_DATES):
        # '%Y-%m-%M' has the shape of a date, but is none.
        choices = [(guard, layout.undated()) for guard, layout in choices]
    return _written(moment, choices)


_OF_MOMENT: dict[str, Callable[[Moment, Execution], SymValue]] = {
    "date": _day,
    "datetime": _day_and_time,
    "julianday": _day_number,
    "time": _time,
    "unixepoch": _seconds,
}
"""What the functions of a date and modifiers return; strftime() has its format before them."""

DATE_ENCODERS = {name: partial(_date_call, name) for name in (*_OF_MOMENT, "strftime")}
"""The date functions, by the names of their records."""

"""New values for the fresh ones of a group: from what is known of its columns, in the same order as the old ones."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from spotit.database import Value
from spotit.dialect.date_layouts import date_in
from spotit.dialect.types import Kind
from spotit.plan.hints.preimage import shift_date
from spotit.schema import BaseColumn
from spotit.search.witness.composed_texts import composed, cores
from spotit.search.witness.value_groups import Cell, ValueGroup, likeness
from spotit.vocabulary.lexicon import Lexicon
from spotit.vocabulary.themes import Theme, day_theme, number_theme, text_theme, time_theme

_STEPS = (1, 2, 3, 9, 17, 33, 64, -1, -2, -3, -9, -17, -33, -64)
"""How far from a named code or day others are taken."""
_DIGITS = re.compile("[0-9]+")
_LETTERED = re.compile("[^\\W\\d_]")
_NONE = Theme()


def renamed_cells(
    group: ValueGroup, lexicon: Lexicon, taken: frozenset[Value], *, split: bool, ordered: bool
) -> dict[Cell, Value]:
    """Return new values for the fresh cells of a group; none where nothing better is known.

    Equal values stay equal, unless `split` lets different rows have different names. `ordered` keeps the order of all
    values of the group. Values that are `taken` elsewhere are avoided as long as there are others.
    """
    if not group.fresh:
        return {}
    theme = _theme(group)
    split = split and theme.is_identity and len(group.columns) == 1 and not group.is_numbers
    wanted: dict[object, list[Cell]] = {}
    for cell, value in sorted(group.fresh.items(), key=lambda item: (_order(item[1]), item[0])):
        wanted.setdefault((_order(value), cell if split else None), []).append(cell)
    found = _Choice(group, lexicon, theme, taken)
    new: dict[Cell, Value] = {}
    for cells in _by_gap(group, list(wanted.values())) if ordered else [list(wanted.values())]:
        low, high = _gap(group, group.fresh[cells[0][0]]) if ordered else (None, None)
        values = found.within(low, high, [group.fresh[same[0]] for same in cells])
        if values is None:
            return {}
        for same, value in zip(cells, values, strict=True):
            new.update(dict.fromkeys(same, value))
    return new


def _by_gap(group: ValueGroup, wanted: list[list[Cell]]) -> list[list[list[Cell]]]:
    """Return the cells by the gap between anchors in which their values lie."""
    gaps: dict[object, list[list[Cell]]] = {}
    for cells in wanted:
        gaps.setdefault(_gap(group, group.fresh[cells[0]]), []).append(cells)
    return list(gaps.values())


def _order(value: Value) -> tuple[int, float, bytes]:
    """Return the key of SQLite's order: numbers before texts."""
    if isinstance(value, int | float):
        return 0, value, b""
    return 1, 0, value.encode("utf-8", "surrogatepass") if isinstance(value, str) else b""


def _gap(group: ValueGroup, value: Value) -> tuple[Value, Value]:
    """Return the anchors next to a value, None at the ends."""
    anchors = sorted(group.anchors, key=_order)
    place = bisect_left([_order(anchor) for anchor in anchors], _order(value))
    low = anchors[place - 1] if place else None
    high = anchors[place] if place < len(anchors) else None
    return low, high


def _theme(group: ValueGroup) -> Theme:
    """Return what the columns' names say of their values; the most telling name decides."""
    if group.is_numbers:
        found = (number_theme(column) for _, column in group.columns)
        return next((theme for theme in found if theme is not None), _NONE)
    if group.kind is Kind.TIME:
        return time_theme()
    if any(date_in(value) for value in group.fresh.values() if isinstance(value, str)):
        return day_theme(group.columns[0][1])
    themes = [text_theme(*base) for base in group.columns]
    return next((theme for theme in themes if theme.is_identity), themes[0])


class _Choice:
    """The values that are left for a group."""

    def __init__(self, group: ValueGroup, lexicon: Lexicon, theme: Theme, taken: frozenset[Value]) -> None:
        self._group = group
        self._used: set[Value] = {*group.anchors, *group.cells.values()}
        known = [value for base in group.columns for value in lexicon.of(*base, is_only=_is_only(group, base))]
        known += [value for base in group.columns for value in group.pair.usage.typical.get(base, ())]
        self._known = [value for value in known if _fits(value, group)]
        self._theme = theme
        self._taken = taken

    def within(self, low: Value, high: Value, old: Sequence[Value]) -> list[Value] | None:
        """Return values between two anchors for some old ones, ascending as these are; None if there are too few."""
        chosen: list[Value] = []
        likes = [likeness(self._group.patterns, value) if isinstance(value, str) else () for value in old]
        if len(set(likes)) <= 1:
            chosen = self._pick(low, high, old[0], len(old))
            if len(chosen) < len(old):
                return None
            return sorted(chosen, key=_order)
        for value in old:
            found = self._pick(low, high, value, 1)
            if not found:
                return None
            chosen += found
        return chosen

    def _pick(self, low: Value, high: Value, like: Value, number: int) -> list[Value]:
        wanted = likeness(self._group.patterns, like) if isinstance(like, str) else None
        fitting = (value for value in self._candidates(like) if self._fits(value, low, high, wanted))
        chosen = list(islice(dict.fromkeys(fitting), number))
        self._used.update(chosen)
        return chosen

    def _fits(self, value: Value, low: Value, high: Value, wanted: tuple[bool, ...] | None) -> bool:
        """Tell whether a value is free, between the anchors, and matches the patterns that are wanted of a text."""
        order = _order(value)
        if value in self._used or (low is not None and order <= _order(low)):
            return False
        if high is not None and order >= _order(high):
            return False
        return (likeness(self._group.patterns, value) if isinstance(value, str) else None) == wanted

    def _candidates(self, like: Value) -> Iterator[Value]:
        """Yield values for the group in the place of one like this, the best first."""
        if self._group.is_numbers or not isinstance(like, str):
            yield from self._known
            yield from (_as_kind(number, self._group.kind) for number in self._theme.numbers)
            return
        if date_in(like):
            yield from (value for value in self._known if date_in(str(value)))
            yield from (f"{day}{like[10:]}" for day in self._theme.values)
            return
        named = [text for text in self._group.named if isinstance(text, str)]
        coded = [text for text in sorted(named) if _DIGITS.search(text)]
        yield from self._known
        if coded:
            yield from _beside(coded)
        styled = [_styled(text, named) for text in self._theme.values]
        yield from (text for text in styled if text not in self._taken)
        yield from (text for text in styled if text in self._taken)
        yield from composed(cores(self._group.patterns, like, named), [str(value) for value in self._known])
        yield from _around(self._group.patterns, like, styled)
        yield from (f"{text} {number}" for number in (2, 3, 4) for text in styled)


def _is_only(group: ValueGroup, base: BaseColumn) -> bool:
    """Tell whether no other table has a column of the same name."""
    return sum(table.column(base[1]) is not None for table in group.pair.schema.tables) == 1


def _fits(value: Value, group: ValueGroup) -> bool:
    """Tell whether a known value is of the kind that the group's columns hold."""
    if group.is_numbers:
        whole = group.kind in (Kind.INTEGER, Kind.BOOLEAN)
        return isinstance(value, int | float) and (not whole or float(value).is_integer())
    return isinstance(value, str) and bool(value.strip()) and len(value) <= 60


def _as_kind(number: int, kind: Kind) -> Value:
    return float(number) if kind is Kind.REAL else number


def _styled(text: str, named: Iterable[str]) -> str:
    """Return a word in the letters of the named ones, when all of those are lower or upper case."""
    lettered = [other for other in named if _LETTERED.search(other)]
    if lettered and all(other == other.lower() for other in lettered):
        return text.lower()
    return text.upper() if lettered and all(other == other.upper() and len(other) > 3 for other in lettered) else text


def _beside(named: Sequence[str]) -> Iterator[str]:
    """Yield codes and days like the named ones, a little before or after."""
    for step in _STEPS:
        for text in named:
            moved = shift_date(text, step) if date_in(text) else _counted_on(text, step)
            if moved is not None:
                yield moved


def _counted_on(text: str, step: int) -> str | None:
    """Return a code with its last number so much greater, as wide as before.

    >>> _counted_on("TR006", 3), _counted_on("2015/2016", 1), _counted_on("201312", 1)
    ('TR009', '2016/2017', '201401')
    """
    if re.fullmatch("(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])", text):
        months = 12 * int(text[:4]) + int(text[4:]) - 1 + step
        return f"{months // 12}{months % 12 + 1:02}"
    if re.fullmatch("([0-9]{4})[/-]([0-9]{4})", text):
        return f"{int(text[:4]) + step}{text[4]}{int(text[5:]) + step}"
    *_, last = _DIGITS.finditer(text)
    number = int(last[0]) + step
    moved = f"{number:0{len(last[0])}}"
    return text[: last.start()] + moved + text[last.end() :] if number > 0 and len(moved) == len(last[0]) else None


def _around(patterns: Sequence[str], like: str, words: Sequence[str]) -> Iterator[str]:
    """Yield texts of several words that match the same patterns as one does."""
    for core in cores(patterns, like):
        for word in words:
            other = word.lower() if core == core.lower() else word
            yield from (f"{core} {other}", f"{other} {core}", f"{other} {core} {other}")

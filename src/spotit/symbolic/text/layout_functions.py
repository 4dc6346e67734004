"""Text functions on fixed layouts; on pools of strings they are tabulated."""

from __future__ import annotations

from collections.abc import Callable

from spotit.database import Value
from spotit.smt.terms.boolean import or_
from spotit.symbolic.execution import Execution, NeedsFinite
from spotit.symbolic.operators.tabulate import direct, engine_rows
from spotit.symbolic.text.composite_functions import concatenated, with_pieces
from spotit.symbolic.text.like_glob import Segment, glob_segments, like_segments, matches
from spotit.symbolic.values.atoms import Text
from spotit.symbolic.values.decode import terms_of
from spotit.symbolic.values.layout import Layout
from spotit.symbolic.values.merge import union
from spotit.symbolic.values.pool import FixedPool
from spotit.symbolic.values.value import NULL, SymValue, constant, truth_value

_MARKS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def layout_of(value: SymValue) -> Layout | None:
    """Return the layout of a value that is always text of one fixed layout (or a constant text)."""
    known = value.constant
    if known is not None:
        return Layout.literal(known[0]) if isinstance(known[0], str) else None
    if len(value.alts) == 1 and isinstance(value.alts[0].atom, Text) and isinstance(value.alts[0].atom.pool, FixedPool):
        return Layout.of(value.alts[0].atom)
    return None


def concatenate(left: SymValue, right: SymValue, run: Execution) -> SymValue:
    """Return the operator ||."""
    found = direct("?1 || ?2", [left, right], run)
    if found is not None:
        return with_pieces(found, left, right)
    if left.constant == (None,) or right.constant == (None,):
        return NULL
    first, second = layout_of(left), layout_of(right)
    if first is not None and second is not None:
        whole = first + second
        return (whole if first.dated else whole.undated()).value(or_(left.null, right.null))
    return concatenated(left, right, run)


def _fixed(name: str, value: SymValue) -> Layout:
    layout = layout_of(value)
    if layout is None or value.constant is not None:
        raise NeedsFinite(name, terms_of(value))
    return layout


def _constants(name: str, values: list[SymValue]) -> list[Value]:
    known = [v.constant for v in values]
    if any(k is None for k in known):
        raise NeedsFinite(name, [t for v in values for t in terms_of(v)])
    return [k[0] for k in known if k is not None]


def like(values: list[SymValue], run: Execution) -> SymValue:
    """Return like(pattern, text[, escape]) for a constant pattern."""
    pattern, *escape = _constants("like", [values[0], *values[2:]])
    if pattern is None or escape == [None]:
        return NULL
    if not isinstance(pattern, str) or not all(isinstance(e, str) for e in escape):
        raise NeedsFinite("like", terms_of(values[1]))
    return _matched("like", values[1], like_segments(pattern, str(escape[0]) if escape else None))


def glob(values: list[SymValue], run: Execution) -> SymValue:
    """Return glob(pattern, text) for a constant pattern."""
    (pattern,) = _constants("glob", values[:1])
    if pattern is None:
        return NULL
    if not isinstance(pattern, str):
        raise NeedsFinite("glob", terms_of(values[1]))
    return _matched("glob", values[1], glob_segments(pattern))


def _matched(name: str, value: SymValue, segments: list[Segment]) -> SymValue:
    return truth_value(matches(_fixed(name, value), segments), value.null)


def substring(values: list[SymValue], run: Execution) -> SymValue:
    """Return SUBSTR at constant places: the engine cuts a text of marks, and we cut where it did."""
    layout = _fixed("substr", values[0])
    places = _constants("substr", values[1:])
    if None in places:
        return NULL
    if layout.length > len(_MARKS):
        raise NeedsFinite("substr", terms_of(values[0]))
    marks = _MARKS[: layout.length]
    arguments = ", ".join(f"?{n + 1}" for n in range(len(values)))
    (cut,) = engine_rows(f"substr({arguments})", [(marks, *places)], run)
    if not cut:
        return union(values[0].null, constant("").alts)
    start = marks.index(str(cut))
    return layout.substring(start, start + len(str(cut))).value(values[0].null)


def _mapped(name: str, convert: Callable[[str], str]) -> Callable[[list[SymValue], Execution], SymValue]:
    """Return a function that changes only the literal characters."""

    def apply_to(values: list[SymValue], run: Execution) -> SymValue:
        layout = _fixed(name, values[0])
        pieces = tuple(convert(p) if isinstance(p, str) else p for p in layout.pieces)
        return Layout(pieces).value(values[0].null)

    return apply_to


def replaced(values: list[SymValue], run: Execution) -> SymValue:
    """Return REPLACE of a constant text without digits, which can only occur between the fields."""
    layout = _fixed("replace", values[0])
    old, new = _constants("replace", values[1:])
    if old is None or new is None:
        return NULL
    if not isinstance(old, str) or not isinstance(new, str) or any(c.isdigit() for c in old):
        raise NeedsFinite("replace", terms_of(values[0]))
    if not old:
        return values[0]
    pieces = tuple(p.replace(old, new) if isinstance(p, str) else p for p in layout.pieces)
    changed = Layout(pieces)
    return (changed if layout.dated else changed.undated()).value(values[0].null)


def position(values: list[SymValue], run: Execution) -> SymValue:
    """Return INSTR of a constant text without digits: it stands at the same place in every text."""
    layout = _fixed("instr", values[0])
    (sought,) = _constants("instr", values[1:])
    if sought is None:
        return NULL
    if not isinstance(sought, str) or any(c.isdigit() for c in sought):
        raise NeedsFinite("instr", terms_of(values[0]))
    sample = layout.template()
    return _everywhere(values[0], sample.find(sought) + 1)


def length(values: list[SymValue], run: Execution) -> SymValue:
    """Return LENGTH, which is fixed; the layouts are ASCII or counted in characters."""
    return _everywhere(values[0], _fixed("length", values[0]).length)


def _everywhere(value: SymValue, result: int) -> SymValue:
    return union(value.null, constant(result).alts)


def trimmed(name: str) -> Callable[[list[SymValue], Execution], SymValue]:
    """Return TRIM, LTRIM or RTRIM of characters other than digits."""

    def trim(values: list[SymValue], run: Execution) -> SymValue:
        layout = _fixed(name, values[0])
        characters = _constants(name, values[1:]) or [" "]
        if characters == [None]:
            return NULL
        strip = characters[0]
        if not isinstance(strip, str) or any(c.isdigit() for c in strip):
            raise NeedsFinite(name, terms_of(values[0]))
        shape = layout.template()
        start = len(shape) - len(shape.lstrip(strip)) if name != "rtrim" and strip else 0
        stop = len(shape.rstrip(strip)) if name != "ltrim" and strip else len(shape)
        return layout.substring(start, max(start, stop)).value(values[0].null)

    return trim


upper = _mapped("upper", lambda text: "".join(c.upper() if c.isascii() else c for c in text))
lower = _mapped("lower", lambda text: "".join(c.lower() if c.isascii() else c for c in text))

__all__ = ["concatenate", "glob", "length", "like", "lower", "position", "replaced", "substring", "trimmed", "upper"]

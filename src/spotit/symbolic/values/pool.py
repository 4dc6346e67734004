"""Text as an index into a sorted pool of strings, and tables over such an index."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from fractions import Fraction

from spotit.dialect.date_layouts import LAYOUTS
from spotit.dialect.types import Kind
from spotit.smt.terms.arithmetic import eq, le
from spotit.smt.terms.boolean import any_of, ite, not_
from spotit.smt.terms.term import Memo, Term, boolean, integer

_POINTS = 4


class Pool(Sequence[str]):
    """Strings in SQLite's BINARY order (UTF-8 bytes, which is code point order).

    Among the terms of one table, equal pools are the same object.
    """

    __slots__ = ()

    def cut(self, text: str) -> tuple[int, bool]:
        """Return how many members are below `text`, and whether it is a member itself."""
        position = bisect_left(self, text)
        return position, position < len(self) and self[position] == text


class StringPool(Pool):
    """A pool of listed strings; make it with `string_pool`."""

    __slots__ = ("strings",)

    def __init__(self, strings: tuple[str, ...]) -> None:
        self.strings = strings

    def __len__(self) -> int:
        return len(self.strings)

    def __getitem__(self, index: int) -> str:  # type: ignore[override]
        return self.strings[index]

    def __repr__(self) -> str:
        return f"StringPool({len(self.strings)})"


class FixedPool(Pool):
    """All strings of one layout: digit fields of fixed width between literal separators; make it with `fixed_pool`.

    The index is the decimal number that the digits spell, so index order is text order. Only some members are
    valid (dates have 12 months); the cells that use the pool are constrained to valid ones.
    """

    __slots__ = ("_digits", "layout", "template", "widths")

    def __init__(self, layout: tuple[int | str, ...]) -> None:
        self.layout = layout
        self.template = "".join(part if isinstance(part, str) else "\0" * part for part in layout)
        self.widths = tuple(part for part in layout if isinstance(part, int))
        self._digits = sum(self.widths)

    def __len__(self) -> int:
        return int(10**self._digits)

    def __getitem__(self, index: int) -> str:  # type: ignore[override]
        digits, start = f"{index:0{self._digits}d}", 0
        pieces: list[str] = []
        for part in self.layout:
            if isinstance(part, str):
                pieces.append(part)
            else:
                pieces.append(digits[start : start + part])
                start += part
        return "".join(pieces)

    def __repr__(self) -> str:
        return "FixedPool(" + "".join(p if isinstance(p, str) else "9" * p for p in self.layout) + ")"


DATE, DATETIME, TIME = (FixedPool(LAYOUTS[kind]) for kind in (Kind.DATE, Kind.DATETIME, Kind.TIME))
_SHARED = {pool.layout: pool for pool in (DATE, DATETIME, TIME)}
_strings: Memo[tuple[str, ...], StringPool] = Memo()
_layouts: Memo[tuple[int | str, ...], FixedPool] = Memo()


def string_pool(strings: tuple[str, ...]) -> StringPool:
    """Return the pool of these strings, which must be sorted and distinct."""
    known = _strings.here()
    found = known.get(strings)
    if found is None:
        found = known[strings] = StringPool(strings)
    return found


def fixed_pool(*layout: int | str) -> FixedPool:
    """Return the pool of a layout, e.g. (4, "-", 2, "-", 2) for dates."""
    if layout in _SHARED:
        return _SHARED[layout]
    known = _layouts.here()
    found = known.get(layout)
    if found is None:
        found = known[layout] = FixedPool(layout)
    return found


def index_range(index: Term, size: int) -> range:
    """Return the indexes that the term can take in a pool of this size."""
    lo = 0 if index.lo is None else max(0, int(index.lo))
    hi = size - 1 if index.hi is None else min(size - 1, int(index.hi))
    return range(lo, hi + 1)


def map_table(table: Term, leaf: Callable[[int | Fraction], Term]) -> Term:
    """Return a table of constants with each constant passed through `leaf`."""
    done: dict[int, Term] = {}

    def visit(node: Term) -> Term:
        found = done.get(node.id)
        if found is None:
            if node.op == "const":
                found = leaf(node.value)
            else:
                found = ite(node.args[0], visit(node.args[1]), visit(node.args[2]))
            done[node.id] = found
        return found

    return visit(table)


def table_leaves(table: Term) -> set[int | Fraction]:
    """Return the constants of a table of constants."""
    seen: set[int] = set()
    leaves: set[int | Fraction] = set()
    stack = [table]
    while stack:
        node = stack.pop()
        if node.id in seen:
            continue
        seen.add(node.id)
        if node.op == "const":
            leaves.add(node.value)
        stack.extend(node.args[1:])
    return leaves


def lookup(index: Term, leaves: Sequence[Term]) -> Term:
    """Return leaves[index] as a balanced tree of ites over runs of equal leaves."""
    if index.is_table:
        return map_table(index, lambda position: leaves[int(position)])
    runs: list[tuple[int, Term]] = []
    for position in index_range(index, len(leaves)):
        leaf = leaves[position]
        if runs and runs[-1][1] is leaf:
            runs[-1] = (position, leaf)
        else:
            runs.append((position, leaf))
    return _tree(index, runs)


def _tree(index: Term, runs: Sequence[tuple[int, Term]]) -> Term:
    if len(runs) == 1:
        return runs[0][1]
    middle = len(runs) // 2
    last = runs[middle - 1][0]
    return ite(le(index, integer(last)), _tree(index, runs[:middle]), _tree(index, runs[middle:]))


def member(index: Term, holds: Sequence[bool]) -> Term:
    """Return holds[index]: few exceptions are listed one by one, else ranges are tested."""
    span = index_range(index, len(holds))
    inside = [position for position in span if holds[position]]
    if len(inside) == len(span):
        return boolean(bool(inside))
    if not inside:
        return boolean(False)
    # The same side is listed for a set and for its complement, so that the two become a term and its negation.
    listed = 2 * len(inside) < len(span) or (2 * len(inside) == len(span) and inside[0] == span[0])
    if len(inside) <= _POINTS and listed:
        return any_of(eq(index, integer(position)) for position in inside)
    outside = [position for position in span if not holds[position]]
    if len(outside) <= _POINTS and not listed:
        return not_(any_of(eq(index, integer(position)) for position in outside))
    return lookup(index, [boolean(value) for value in holds])

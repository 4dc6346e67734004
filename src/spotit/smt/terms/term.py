"""Hash-consed terms: within one table, two terms that look alike are the same object.

Ops and their arguments (build them with `boolean` and `arithmetic`, never directly):

    var   value = name                         const  value = bool, int or Fraction
    not   b                                    and/or sorted by id, flattened, at least two
    iff   b b                                  ite    condition, then, else (any one sort)
    lin   value = (constant, coefficients), one coefficient per argument, sorted by id
    le    t, meaning t <= 0                    eq     t, meaning t = 0
    mul   t t (non-linear)                     rdiv   r r
    div   i i (floor for a positive divisor)   mod    i i
    floor r (to Int)                           real   i (to Real)

Numeric terms carry a static interval [lo, hi] (None: unbounded), so that comparisons against it fold.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextvars import ContextVar, Token
from enum import Enum
from fractions import Fraction
from types import TracebackType
from typing import Any, Generic, TypeVar

Rational = int | Fraction
Bounds = tuple[Rational | None, Rational | None]
Key = TypeVar("Key")
Result = TypeVar("Result")


class Sort(Enum):
    """The sort of a term."""

    BOOL = "Bool"
    INT = "Int"
    REAL = "Real"

    # Enum hashes by name, in Python; sorts are hashed with every term made.
    __hash__ = object.__hash__


class Term:
    """A node; compare with `is`. `is_table` tells that all leaves below its ites are constants."""

    __slots__ = ("args", "hi", "id", "is_table", "lo", "negation", "op", "sort", "value")

    def __init__(self, op: str, args: tuple[Term, ...], value: object, sort: Sort, bounds: Bounds) -> None:
        self.op = op
        self.args = args
        self.value: Any = value
        self.sort = sort
        self.lo, self.hi = bounds
        self.negation: Term | None = None
        self.is_table: bool = op == "const" or (op == "ite" and args[1].is_table and args[2].is_table)
        self.id = 0

    def __repr__(self) -> str:
        return self.shown(4)

    def shown(self, depth: int) -> str:
        """Return the term as text down to a depth; a shared term may stand in the whole text very often."""
        if self.op in ("var", "const"):
            return str(self.value)
        inner = " ".join([arg.shown(depth - 1) for arg in self.args]) if depth else "..."
        extra = f" {self.value}" if self.value is not None else ""
        return f"({self.op}{extra} {inner})"


NO_BOUNDS: tuple[None, None] = (None, None)


class Terms:
    """A table of terms, in which each shape stands once, and what was worked out about them.

    `with terms:` makes it the table in which this thread makes its terms until the block ends. Terms of two tables must
    not be mixed; only TRUE and FALSE belong to all.
    """

    __slots__ = ("_outer", "memos", "table")

    def __init__(self) -> None:
        self.table: dict[tuple[object, ...], Term] = {}
        self.memos: dict[Memo[Any, Any], dict[Any, Any]] = {}
        self._outer: list[Token[Terms]] = []

    def __len__(self) -> int:
        return len(self.table)

    def __enter__(self) -> Terms:
        self._outer.append(_open.set(self))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _open.reset(self._outer.pop())


_open: ContextVar[Terms] = ContextVar("terms")
current = _open.get
"""Returns the open table; a LookupError means that terms are made outside of `with Terms()`."""


class Memo(Generic[Key, Result]):
    """Results about terms that are remembered as long as the terms: declared once, one dictionary per table."""

    __slots__ = ()

    def here(self) -> dict[Key, Result]:
        """Return the dictionary of the open table."""
        memos = current().memos
        found = memos.get(self)
        if found is None:
            found = memos[self] = {}
        return found


def intern(op: str, args: tuple[Term, ...], value: object, sort: Sort, bounds: Bounds = NO_BOUNDS) -> Term:
    """Return the one term of this shape."""
    table = current().table
    key = (op, sort, value, args)
    found = table.get(key)
    if found is None:
        found = Term(op, args, value, sort, bounds)
        found.id = len(table) + 2
        table[key] = found
    return found


def existing(op: str, args: tuple[Term, ...], value: object, sort: Sort) -> Term | None:
    """Return the term of this shape if it was made before."""
    return current().table.get((op, sort, value, args))


def _constant(value: bool, number: int) -> Term:
    term = Term("const", (), value, Sort.BOOL, NO_BOUNDS)
    term.id = number
    return term


TRUE = _constant(True, 0)
FALSE = _constant(False, 1)
TRUE.negation, FALSE.negation = FALSE, TRUE


def boolean(value: bool) -> Term:
    """Return TRUE or FALSE."""
    return TRUE if value else FALSE


def integer(value: int) -> Term:
    """Return an Int constant."""
    return intern("const", (), value, Sort.INT, (value, value))


def real(value: Rational) -> Term:
    """Return a Real constant."""
    exact = Fraction(value)
    return intern("const", (), exact, Sort.REAL, (exact, exact))


def constant(value: Rational, sort: Sort) -> Term:
    """Return a numeric constant of the sort."""
    return integer(int(value)) if sort is Sort.INT else real(value)


def bool_var(name: str) -> Term:
    """Return a Bool variable."""
    return intern("var", (), name, Sort.BOOL)


def _bounded(name: str, sort: Sort, lo: Rational | None, hi: Rational | None) -> Term:
    variable = intern("var", (), name, sort, (lo, hi))
    if variable.lo != lo or variable.hi != hi:
        raise ValueError(f"the variable {name!r} was made before with another interval")
    if lo is not None and hi is not None and lo > hi:
        raise ValueError(f"the interval of the variable {name!r} is empty")
    return variable


def int_var(name: str, lo: int | None = None, hi: int | None = None) -> Term:
    """Return an Int variable; its interval is asserted for it by the solver."""
    return _bounded(name, Sort.INT, lo, hi)


class KeyName(str):
    """The name of a key cell: in one family the cells at later positions are greater, by 1 at least."""

    __slots__ = ("family", "position")
    family: str
    position: int


def key_var(name: str, family: str, position: int, lo: int | None, hi: int | None) -> Term:
    """Return an Int variable of a family whose maker asserts that it is `ascending`."""
    key = KeyName(name)
    key.family = family
    key.position = position
    return _bounded(key, Sort.INT, lo, hi)


def real_var(name: str, lo: Rational | None = None, hi: Rational | None = None) -> Term:
    """Return a Real variable; its interval is asserted for it by the solver."""
    return _bounded(name, Sort.REAL, lo, hi)


def subterms(*roots: Term) -> Iterator[Term]:
    """Yield every term below the roots once, arguments before the terms that use them."""
    seen: set[int] = set()
    stack: list[tuple[Term, bool]] = [(root, False) for root in reversed(roots)]
    while stack:
        term, expanded = stack.pop()
        if expanded:
            yield term
            continue
        if id(term) in seen:
            continue
        seen.add(id(term))
        stack.append((term, True))
        stack.extend((arg, False) for arg in reversed(term.args) if id(arg) not in seen)


def size(*roots: Term) -> int:
    """Return the number of distinct terms below the roots."""
    return sum(1 for _ in subterms(*roots))

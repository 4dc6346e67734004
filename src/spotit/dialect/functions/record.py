"""The record of one SQL function: all that other modules may know of a function by its name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import field
from enum import Enum, Flag, auto

from spotit.dialect.types import Kind
from spotit.dialect.values import Value
from spotit.frozen import frozen

MANY = 1000
"""The greatest number of arguments: that of a function which takes any number."""
Constants = Sequence[Value]
"""The arguments of a call: their values where they are constants, None elsewhere."""
Positions = Callable[[int], Sequence[int]]
"""From the number of arguments of a call to the positions of some of them."""


class FunctionKind(Enum):
    """Where a function may be called."""

    SCALAR = "scalar function"
    AGGREGATE = "aggregate, also over a window"
    WINDOW = "window function"
    TABLE = "table in FROM"


class Result(Enum):
    """What a function returns besides NULL."""

    INTEGER = "integer"
    REAL = "real"
    NUMBER = "number"
    """An integer where all arguments are integers."""
    TEXT = "text"
    BLOB = "blob"
    VALUE = "one of its arguments"
    """`Function.passes` says which."""
    ANY = "any"

    @property
    def is_number(self) -> bool:
        """Whether every result is a number."""
        return self in (Result.INTEGER, Result.REAL, Result.NUMBER)


class Determinism(Enum):
    """On what a result depends besides the arguments."""

    PURE = "nothing"
    CLOCK = "the clock, where it reads 'now'"
    CONNECTION = "chance, or the state of the connection"


class Encoded(Flag):
    """How a call becomes terms. What a table covers is never encoded otherwise."""

    NONE = 0
    """Not at all."""
    REWRITTEN = auto()
    """The plan has other nodes in its place."""
    TABLE = auto()
    """SQLite's own answers for all arguments, where these are few."""
    ARITHMETIC = auto()
    """Arithmetic on numbers, however many."""
    AUTOMATON = auto()
    """In a condition on one text or integer, decided for all of them."""
    LAYOUT = auto()
    """A function of text with a fixed layout, such as a date's."""
    OF_PIECES = auto()
    """A function of text that is kept as its pieces."""
    AS_PIECES = auto()
    """Text that is kept as its pieces."""
    CLASS = auto()
    """The storage class, which is known of every value."""
    DATE = auto()
    """Arithmetic on the parts of a date."""
    JSON = auto()
    """A table over JSON documents."""
    FREE = auto()
    """A result of which only its origin is known."""
    GROUP = auto()
    """Arithmetic over the rows of a group or frame."""
    JOINED = auto()
    """Text joined from the rows of a group or frame."""
    ROWS = auto()
    """Positions in a window, or rows looked up in it."""


class JsonUse(Flag):
    """What a function has to do with JSON."""

    NONE = 0
    READS = auto()
    """The first argument is read as JSON; SQLite fails where it is not."""
    TESTS = auto()
    """Asks of its first argument whether it is JSON."""
    RETURNS = auto()
    """The result is marked as JSON, for functions that look at the mark."""
    MAY_RETURN = auto()
    """The result is marked for some arguments, or in binary form."""
    EMBEDS = auto()
    """Looks at the marks of its arguments: a marked one is put into the result as JSON, not as text."""
    BINARY = auto()
    """The result is JSON in binary form."""
    LOOKS_UP = auto()
    """Returns what stands at a path."""
    LISTS = auto()
    """Reads the members of an array or object."""
    PAIRS = auto()
    """Takes paths and values in turn."""
    INFIX = auto()
    """An operator between its two arguments."""


def the_result(arguments: Constants, position: int, result: Value) -> Iterable[Value]:
    """Return the wanted result: it is what the function is likely to return for itself."""
    return (result,)


def nothing(arguments: Constants, position: int, result: Value) -> Iterable[Value]:
    """Return no value: what the argument is cannot be told from the result."""
    return ()


def unknown(arguments: Constants) -> Value:
    """Return that the value of a call is not known."""
    return None


def no_samples(arguments: Constants) -> Iterable[str]:
    """Return no texts: the function tells no two apart that others do not."""
    return ()


@frozen
class Hints:
    """Which values to try where a function is used. Hints guide the search and are no part of any claim."""

    samples: Callable[[Constants], Iterable[str]] = no_samples
    """Texts that the function tells apart, given the constants among its arguments."""
    before: Callable[[Constants, int, Value], Iterable[Value]] = the_result
    """Values for the argument at a position, with which the function likely has the wanted result."""
    value: Callable[[Constants], Value] = unknown
    """The value of a call with constant arguments, where that is easily known; None elsewhere."""
    alike: bool = False
    """Results are compared with what the argument is compared with, so their values belong together."""
    folds_case: bool = False
    """Texts that differ in the case of letters may have the same result."""
    strips: bool = False
    """Only characters are left out, so the result reads as a number or date where the argument does."""
    reads_number: bool = False
    """The first argument is read as a number."""


@frozen(eq=False, repr=False)
class Function:
    """One SQL function. There is one object per function, so that `is` compares them."""

    name: str
    least: int
    """The smallest number of arguments."""
    most: int
    """The greatest number of arguments."""
    result: Result
    description: str
    kind: FunctionKind = FunctionKind.SCALAR
    aliases: tuple[str, ...] = ()
    """Other names for the same function."""
    stands_for: str = ""
    """The name of the function that does the same for the arguments that this one accepts."""
    encoded: Encoded = Encoded.TABLE
    strict: bool = False
    """The result is NULL when any argument is."""
    total: bool = False
    """The result is NULL only when some argument is."""
    absorbs: tuple[str, ...] = ()
    """Functions of one argument that make no difference to the only argument of this one."""
    never_null: bool = False
    """The result is not NULL, whatever the arguments are."""
    not_negative: bool = False
    """The result is an integer from 0 on, or NULL."""
    drops_blanks: bool = False
    """Returns its only argument as text without blanks at an end; called with more arguments it drops others."""
    keeps_blobs: bool = False
    """Returns a BLOB where its first argument is one; `result` is what it returns elsewhere."""
    changes_case: bool = False
    """Changes the case of letters in a text, and nothing else."""
    layout: Kind | None = None
    """The result is a text that is written as columns of this kind write their values."""
    fails: bool = False
    """SQLite fails on some arguments, instead of returning NULL; results that are too large are left aside."""
    fails_on_least: bool = False
    """It fails only on -9223372036854775808, which has no counterpart above 0; its results are not negative."""
    determinism: Determinism = Determinism.PURE
    passes: Positions | None = None
    """Which arguments may be the result, unchanged; None where the result is computed."""
    dates: tuple[int, ...] = ()
    """Positions of the arguments that are read as dates."""
    json: JsonUse = JsonUse.NONE
    pattern: bool = False
    """Tells whether the second argument matches the pattern that comes first."""
    extreme: bool = False
    """The least or greatest of its values by their collation: repeated values change nothing."""
    steady: bool = False
    """A number that rises, or falls, on each side of 0, as the first argument rises."""
    truth: bool = False
    """The result is 1 or 0, or NULL: whether something holds of the arguments."""
    counts: bool = False
    """The result is a number of rows."""
    adds: bool = False
    """Its values are added up on the way to the result: of doubles, the order matters."""
    adds_up: bool = False
    """The result is the sum of the values, so that more rows make it greater."""
    by_order: bool = False
    """The result depends on the order of rows that no ORDER BY tells apart."""
    framed: bool = True
    """Reads the frame of its window, not the whole partition."""
    hints: Hints = field(default_factory=Hints)

    def __repr__(self) -> str:
        return f"{self.name}()"

    @property
    def plan_name(self) -> str:
        """The name by which plans call the function."""
        return self.stands_for or self.name

    def accepts(self, count: int) -> bool:
        """Tell whether the function can be called with that many arguments."""
        return self.least <= count <= self.most

    def passed(self, count: int) -> Sequence[int]:
        """Return the positions of the arguments that a result may be, in a call with that many."""
        return () if self.passes is None else self.passes(count)


def first(count: int) -> Sequence[int]:
    """Return the position of the first argument."""
    return (0,)


def every(count: int) -> Sequence[int]:
    """Return the positions of all arguments."""
    return range(count)

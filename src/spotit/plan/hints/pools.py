"""Small pools of values for classes of columns that meet; probe and encoder draw from the same ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from itertools import chain, islice

from spotit.database import Value
from spotit.dialect.collation import BINARY, Collation
from spotit.dialect.date_layouts import is_year
from spotit.dialect.numerals import number_of
from spotit.frozen import frozen
from spotit.plan.hints.preimage import is_date_text, shift_date
from spotit.schema import BaseColumn, Kind

TEXT_LIMIT = 40
NUMBER_LIMIT = 24
PLAIN_WORDS = ("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p")
PLAIN_DATES = ("2000-01-01", "2001-02-03", "2002-03-04", "2003-04-05", "2004-05-06", "2005-06-07")
MONTH_ENDS = ("2001-01-31", "2004-02-29", "2005-12-31")
PLAIN_NUMBERS = (1, 2, 3, 4, 5, 6, 0)
_PLAIN_VARIED = 3
"""Plain words whose variants under a collation belong to the pool."""


@frozen
class Test:
    """A column, through the functions of `shape`, tested by `op` against the constant `value`.

    `hits` are column values at which the function's value is the constant (or that match the pattern);
    `near` are values that just miss it, below first. `sides` tells which of the two queries has the test.
    """

    column: BaseColumn
    shape: tuple[str, ...]
    op: str
    value: Value
    hits: tuple[Value, ...]
    near: tuple[Value, ...]
    sides: frozenset[str]
    inner: bool = False
    """Made inside a scalar subquery, where no row that passes means NULL."""
    collation: Collation = BINARY
    """Under which it is made; texts that it calls equal to the constant are among the hits."""

    @property
    def shared(self) -> bool:
        """Whether both queries make this test."""
        return len(self.sides) == 2


@frozen
class ColumnClass:
    """Base columns whose values meet, and how the two queries use them."""

    id: int
    columns: tuple[BaseColumn, ...]
    tests: tuple[Test, ...] = ()
    constants: tuple[Value, ...] = ()
    """Values that meet the columns without being tested: CASE results, VALUES rows."""
    samples: tuple[str, ...] = ()
    """Strings that functions of the columns tell apart."""
    documents: tuple[str, ...] = ()
    """JSON texts, for columns that are read as JSON."""
    named: tuple[Value, ...] = ()
    """Constants that columns of numbers or dates are compared with, and that no value of their type is."""
    date: bool = False
    """Used as a date: the argument of a date function, or compared with text that reads as a date."""
    days: tuple[int, ...] = ()
    """How far apart dates should lie, in days."""
    number: bool = False
    """Used as a number: CAST, arithmetic, SUM."""
    ordered: bool = False
    """Sorted by, compared by order, or aggregated by MIN or MAX."""
    folded: bool = False
    """Letter case is ignored by one of the uses: LIKE, UPPER, LOWER, NOCASE."""
    collations: tuple[Collation, ...] = ()
    """The collations other than BINARY under which texts of the class are compared, by a query or a key."""
    _cache: dict[object, tuple[str, ...]] = field(default_factory=dict, compare=False, repr=False)


def text_plain(use: ColumnClass, fresh: int = 6) -> tuple[str, ...]:
    """Return the class's strings with those first that a person finds plainest."""
    key = ("plain", fresh)
    if key not in use._cache:
        limit = TEXT_LIMIT + sum(1 for _ in _collated(use, _known(use)))
        told_apart = () if use.documents else use.samples
        use._cache[key] = tuple(_distinct(chain(islice(_texts(use, fresh), limit), told_apart)))
    return use._cache[key]


def text_pool(use: ColumnClass, fresh: int = 6) -> tuple[str, ...]:
    """Return the class's strings in SQLite's BINARY order."""
    key = ("pool", fresh)
    if key not in use._cache:
        use._cache[key] = tuple(sorted(text_plain(use, fresh), key=lambda text: text.encode()))
    return use._cache[key]


def _texts(use: ColumnClass, fresh: int) -> Iterator[str]:
    return _distinct(_all_texts(use, fresh))


def _distinct(texts: Iterable[str]) -> Iterator[str]:
    seen: set[str] = set()
    for text in texts:
        if text not in seen and "\x00" not in text:
            seen.add(text)
            yield text


def _all_texts(use: ColumnClass, fresh: int) -> Iterator[str]:
    known = _known(use)
    if use.documents:
        yield from use.documents
        return
    if use.date:
        known = list(_completed(known))
    budget = max(6, TEXT_LIMIT - fresh - 8)
    yield from known[:budget]
    yield from islice(_neutral(use), fresh)
    yield from _collated(use, known[:budget])
    near = [_text(value) for test in use.tests for value in test.near]
    near += [_text(value) for test in use.tests for value in test.hits[2:]]
    yield from (text for text in near if text is not None)
    yield from use.samples
    if use.folded:
        yield from (_recased(text) for text in known)
    if use.date:
        yield "a"
    yield from (f"{text}x" for text in known[:3])


def _known(use: ColumnClass) -> list[str]:
    """Return the texts that the queries look for or make themselves."""
    hits = [_text(value) for test in use.tests for value in test.hits[:2]]
    hits += [_text(value) for value in use.constants]
    return list(dict.fromkeys(text for text in hits if text is not None))


def _collated(use: ColumnClass, known: list[str]) -> Iterator[str]:
    """Yield texts that a collation of the class identifies with others of its pool, or orders differently."""
    for collation in use.collations:
        yield from collation.samples
        for text in (*known, *islice(_neutral(use), _PLAIN_VARIED)):
            yield from collation.variants(text)


def _completed(texts: list[str]) -> Iterator[str]:
    """Yield the texts that are whole dates, then those made whole, then the others."""
    whole = [text for text in texts if shift_date(text, 0)]
    yield from whole
    yield from (day for text in texts if text not in whole and (day := _completed_date(text)))
    yield from (text for text in texts if text not in whole)


def _completed_date(text: str) -> str | None:
    """Return a whole date that starts with the text, or has it inside at the place of month and day."""
    bare = text.strip("xyz")
    for day in (bare + "2000-01-01"[len(bare) :], "2000" + bare + "01"[: 6 - len(bare)], "2000" + bare):
        if len(day) == 10 and shift_date(day, 0):
            return day
    return None


def _neutral(use: ColumnClass) -> Iterator[str]:
    if use.date:
        yield from PLAIN_DATES
    if use.number:
        yield from ("1", "2", "10", "0", "3", "4", "5", "9")
    if not use.number:
        yield from PLAIN_WORDS
    yield from (f"{word}{index}" for index in range(2, 9) for word in PLAIN_WORDS)


def _recased(text: str) -> str:
    return text.upper() if text != text.upper() else text.lower()


def _text(value: Value) -> str | None:
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else repr(value)
    return str(value) if isinstance(value, int | str) else None


def number_pool(use: ColumnClass) -> tuple[int | float, ...]:
    """Return the class's numbers: those that hit the tests, small ones, then those that just miss."""
    return tuple(islice(dict.fromkeys(_all_numbers(use)), NUMBER_LIMIT))


def _all_numbers(use: ColumnClass) -> Iterator[int | float]:
    hits = [number_of(value) for test in use.tests for value in test.hits]
    yield from [number for number in hits if number is not None][: NUMBER_LIMIT // 2]
    yield from PLAIN_NUMBERS
    values = [number_of(value) for test in use.tests for value in test.near]
    for number in (*values, *map(number_of, use.constants)):
        if number is not None:
            yield number
            if isinstance(number, float) and not number.is_integer() and abs(number) < 2**53:
                yield int(number // 1)
    yield -1


def date_pool(use: ColumnClass, kind: Kind = Kind.DATE) -> tuple[str, ...]:
    """Return valid dates (with a time for DATETIME) at and around those that the queries mention."""
    dates = (_dated(text, kind) for text in _all_dates(use))
    return tuple(islice(_distinct(text for text in dates if text is not None), TEXT_LIMIT))


def _all_dates(use: ColumnClass) -> Iterator[str]:
    values = [str(v) for test in use.tests for v in test.hits] + [str(v) for v in use.constants]
    yield from filter(is_date_text, values)
    yield from PLAIN_DATES[:3]
    for days in use.days:
        yield from filter(None, (shift_date(PLAIN_DATES[0], days + step) for step in (0, -1, 1)))
    if use.date:
        yield from MONTH_ENDS
    for test in use.tests:
        yield from (text for text in map(str, test.near) if is_date_text(text))
    for text in values:
        if is_date_text(text):
            yield from _around(text)
        elif is_year(text) and text < "3000":
            yield from (f"{text}-01-01", f"{text}-12-31", f"{int(text) - 1}-12-31", f"{int(text) + 1}-01-01")
    yield from PLAIN_DATES[3:]


def _around(text: str) -> Iterator[str]:
    day = f"{text}-01" if len(text) == 7 else text
    for moved in (shift_date(day, -1), shift_date(day, 1), shift_date(day, 31)):
        if moved is not None:
            yield moved
    if len(day) == 10:
        yield f"{day} 12:30:00"


def _dated(text: str, kind: Kind) -> str | None:
    day = f"{text[:7]}-01" if len(text) < 10 else text[:10]
    if shift_date(day, 0) != day:
        return None
    if kind is Kind.DATE:
        return day
    time = text[11:19] if len(text) > 11 else ""
    return f"{day} {time or '00:00:00'}" if len(time) in (0, 8) else f"{day} {time[:5]}:00"


def pattern_texts(pattern: str, *, glob: bool = False) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return strings that match a LIKE (or GLOB) pattern, plainest first, and strings that just miss it.

    >>> pattern_texts("%an%")
    (('an', 'xany'), ('a', 'x'))
    >>> pattern_texts("_:%.__")[0]
    ('1:1.11', '1:.11', '1:z.11')
    """
    many, one = ("*", "?") if glob else ("%", "_")
    timelike = any(mark in pattern for mark in ":./") and not any(c.isalpha() for c in pattern)
    core = pattern.replace(one, "1" if timelike else "a")
    bare = core.replace(many, "")
    wide = core
    if core.startswith(many):
        wide = "x" + wide[1:]
    if wide.endswith(many):
        wide = wide[:-1] + "y"
    wide = wide.replace(many, "-" if bare[:1].isdigit() else "z")
    spelled = core.replace(many, "5") if bare.isdigit() else ""
    numeric = core.replace(many, "1") if timelike else ""
    hits = tuple(dict.fromkeys(text for text in (numeric, bare, wide, spelled) if text))
    missed = [bare[:-1], "x" if bare else ""]
    if not core.startswith(many):
        missed.insert(0, f"x{bare}")
    if not core.endswith(many):
        missed.insert(0, f"{bare}x")
    return hits, tuple(dict.fromkeys(text for text in missed if text and text not in hits))

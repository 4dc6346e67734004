"""Collations: which texts count as equal and how they are ordered (datatype3.html, section 7)."""

from __future__ import annotations

from collections.abc import Callable

from spotit.dialect.names import fold
from spotit.frozen import frozen


@frozen(eq=False)
class Collation:
    """A collating sequence: two texts compare as their keys do, code point by code point.

    There is one object per collation, so that `is` compares them.
    """

    name: str
    key: Callable[[str], str]
    variants: Callable[[str], tuple[str, ...]]
    """Other texts with the same key as a given one, the plainest first."""
    samples: tuple[str, ...] = ()
    """Texts that this collation identifies or orders otherwise than BINARY does."""
    by_character: bool = True
    """The key of a text is made of the keys of its characters, and a digit is its own key."""
    is_identity: bool = False
    """Texts are their own keys."""

    def __repr__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[Callable[[str], Collation | None], tuple[str]]:
        return collation_named, (self.name,)


def _itself(text: str) -> str:
    return text


def _recased(text: str) -> tuple[str, ...]:
    lower = fold(text)
    upper = "".join(c.upper() if c.isascii() else c for c in text)
    return tuple(dict.fromkeys(other for other in (upper, lower) if other != text))


def _without_blanks_at_end(text: str) -> str:
    return text.rstrip(" ")


def _other_blanks_at_end(text: str) -> tuple[str, ...]:
    bare = text.rstrip(" ")
    return (f"{text} ",) if bare == text else (bare, f"{text} ")


BINARY = Collation("BINARY", _itself, lambda text: (), is_identity=True)
NOCASE = Collation("NOCASE", fold, _recased, ("a", "A", "b", "B", "ab", "aB"))
RTRIM = Collation(
    "RTRIM",
    _without_blanks_at_end,
    _other_blanks_at_end,
    ("a", "a ", "b", "b ", "a\t"),
    by_character=False,
)

_BY_NAME = {collation.name: collation for collation in (BINARY, NOCASE, RTRIM)}


def collation_named(name: str) -> Collation | None:
    """Return the collation of that name, ignoring case, or None if SQLite has none.

    >>> collation_named("nocase")
    NOCASE
    """
    return _BY_NAME.get(name.upper())

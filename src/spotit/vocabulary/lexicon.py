"""Values that are known for a column before any is invented: typical ones of real data, and those that texts name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import field

from spotit.database import Value
from spotit.dialect.names import fold
from spotit.frozen import frozen

_NAMED = re.compile(
    r"""(?:["`\[](?P<quoted>[^"`\]\n]{1,60})["`\]]|(?P<bare>[A-Za-z_]\w*))\s*"""
    r"""(?:=|==|<>|!=|<=?|>=?|\b(?:IS|LIKE|IN)\b)\s*\(?\s*'(?P<text>(?:[^'\n]|''){1,60})'""",
    re.IGNORECASE,
)
"""A column compared with a text, in SQL or in prose that speaks like it: `County = 'Alameda'`."""


@frozen
class Lexicon:
    """What is known to be a value of a column, the best first."""

    typical: Mapping[tuple[str, str], tuple[Value, ...]] = field(default_factory=dict)
    """By table and column, as declared."""
    named: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By the name of the column alone, folded."""

    def of(self, table: str, column: str, *, is_only: bool = True) -> tuple[Value, ...]:
        """Return the values that are known for a column; those by name if no other table has a column of that name."""
        named = self.named.get(fold(column), ()) if is_only else ()
        return (*named, *self.typical.get((table, column), ()))


NO_LEXICON = Lexicon()


def named_in(texts: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return the texts that columns are compared with, by the folded name of the column, in the order of the texts.

    >>> named_in(["in Alameda; Alameda refers to County = 'Alameda'", "SELECT 1 FROM s WHERE s.County LIKE 'Kern%'"])
    {'county': ('Alameda',)}
    """
    found: dict[str, dict[str, None]] = {}
    for text in texts:
        for match in _NAMED.finditer(text):
            value = match["text"].replace("''", "'")
            if not any(mark in value for mark in "%_*"):
                found.setdefault(fold(match["quoted"] or match["bare"]), {}).setdefault(value)
    return {name: tuple(values) for name, values in found.items()}

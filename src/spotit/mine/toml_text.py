"""Values as TOML: the few kinds that the facts file needs (the standard library only reads TOML)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from spotit.database import Value

_ACTING = re.compile(r"[\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""What acts on a terminal, and is not escaped in JSON."""


def text(value: str) -> str:
    r"""Return a text as a TOML basic string.

    >>> text('a "b"\n'), text("\x7f")
    ('"a \\"b\\"\\n"', '"\\u007f"')
    """
    kept = value.encode("utf-8", "replace").decode("utf-8")
    return _ACTING.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(kept, ensure_ascii=False))


def array(values: Iterable[str]) -> str:
    """Return texts as a TOML array."""
    return f"[{', '.join(map(text, values))}]"


def inline(value: Value) -> str:
    """Return a text or a number as TOML reads it back."""
    match value:
        case str():
            return text(value)
        case bool() | None | bytes():
            raise ValueError(f"no TOML value for {value!r}")
        case float():
            return repr(value)
        case int():
            return str(value)

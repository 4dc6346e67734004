"""What the command line prints: characters of queries, schemas and files are shown, and never act on the terminal."""

from __future__ import annotations

import json
import re

import typer

_ACTING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters but for tab and newline, marks that turn the direction of writing, halves of characters."""


def visible(text: str) -> str:
    r"""Return the text with its escape in place of each character that a terminal would act on.

    >>> visible("red: \x1b[31m")
    'red: \\x1b[31m'
    """
    return _ACTING.sub(_escape, text.replace("\r\n", "\n"))


def _escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def json_text(value: object, *, indent: int | None = None) -> str:
    """Return JSON in readable characters, with escapes for those that a terminal would act on."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return _ACTING.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def say(text: str, *, error: bool = False) -> None:
    """Print a line, to stderr if it is about an error."""
    typer.echo(visible(text), err=error)

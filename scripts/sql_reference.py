"""Writes the tables of SQL functions in docs/reference/sql.md from the records in `spotit.dialect.functions`.

python scripts/sql_reference.py             writes them
python scripts/sql_reference.py --check     exits with 1 where the page says something else
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from spotit.dialect.functions.record import MANY, Determinism, Encoded, Function, FunctionKind, Result
from spotit.dialect.functions.registry import FAMILIES

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "sql.md"
START, END = "<!-- functions: start -->", "<!-- functions: end -->"

IN_PROOFS = {
    Encoded.REWRITTEN: ("rewritten", "the plan has other operators in its place"),
    Encoded.TABLE: ("table", "SQLite's own answers for all arguments, where these are few"),
    Encoded.ARITHMETIC: ("arithmetic", "arithmetic on numbers, however many"),
    Encoded.AUTOMATON: ("automaton", "in a condition on one text or integer, decided for all of them"),
    Encoded.LAYOUT: ("layout", "a function of text with a fixed layout, such as a date's"),
    Encoded.OF_PIECES: ("of pieces", "a function of text that is kept as its pieces"),
    Encoded.AS_PIECES: ("pieces", "text that is kept as its pieces"),
    Encoded.CLASS: ("class", "the storage class, which is known of every value"),
    Encoded.DATE: ("date", "arithmetic on the parts of a date"),
    Encoded.JSON: ("JSON", "a table over JSON documents"),
    Encoded.FREE: ("free", "a result of which only its origin is known: the same arguments give the same result"),
    Encoded.GROUP: ("group", "arithmetic over the rows of a group or frame"),
    Encoded.JOINED: ("joined", "text joined from the rows of a group or frame"),
    Encoded.ROWS: ("rows", "positions in a window, or rows looked up in it"),
}
RETURNS = {Result.NUMBER: "integer or real", Result.VALUE: "an argument"}
KINDS = {FunctionKind.WINDOW: " over a window", FunctionKind.TABLE: " in FROM"}


def main() -> None:
    """Write the tables, or check them."""
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(START, 1)
    after = rest.split(END, 1)[1]
    wanted = before + START + "\n\n" + "\n".join(tables()) + "\n" + END + after
    if sys.argv[1:] == ["--check"]:
        sys.exit(0 if text == wanted else f"{PAGE.name} is not up to date: run python scripts/sql_reference.py")
    PAGE.write_text(wanted, encoding="utf-8")


def tables() -> Iterator[str]:
    """Yield the lines: what the words mean, and a table for each family."""
    yield "| in proofs | what that is |"
    yield "| --- | --- |"
    yield from (f"| {word} | {meaning} |" for word, meaning in IN_PROOFS.values())
    yield "| - | no proof covers it |"
    yield ""
    for family, functions in FAMILIES.items():
        yield f"#### {family}"
        yield ""
        yield "| function | what it returns | NULL | in proofs |"
        yield "| --- | --- | --- | --- |"
        yield from (_row(function) for function in functions)
        yield ""


def _row(function: Function) -> str:
    null = "if an argument is" if function.strict else ""
    encoded = ", ".join(IN_PROOFS[way][0] for way in function.encoded) or "-"
    return f"| {_call(function)} | {_returns(function)} | {null} | {encoded} |"


def _call(function: Function) -> str:
    """Return how the function is called: its names, and how many arguments it takes."""
    names = ", ".join(f"`{name.upper()}`" for name in (function.name, *function.aliases))
    if function.most == MANY:
        count = f"{function.least} or more" if function.least else "any number"
    else:
        count = str(function.least) if function.least == function.most else f"{function.least} to {function.most}"
    return f"{names} ({count}){KINDS.get(function.kind, '')}"


def _returns(function: Function) -> str:
    """Return the kind of result, what it is, and what else is to be known of the function."""
    said = [f"{RETURNS.get(function.result, function.result.value)}: {function.description}"]
    if function.fails:
        said.append("fails for some arguments")
    if function.determinism is Determinism.CLOCK:
        said.append("may read the clock")
    if function.determinism is Determinism.CONNECTION:
        said.append("not decided by the database")
    return "; ".join(said).replace("|", r"\|")


if __name__ == "__main__":
    main()

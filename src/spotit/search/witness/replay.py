"""Stored witnesses: one SQL script with both queries inside, read back and run again."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from spotit.database import Outcome
from spotit.dialect.statements import ended, orders
from spotit.engine.compare import same
from spotit.engine.open import system
from spotit.engine.outcome import outcome
from spotit.errors import UsageError
from spotit.frozen import frozen
from spotit.options import Columns, Semantics
from spotit.verdict import Different, claim

_HEADER = re.compile(r"--\s*(semantics|columns|now)\s*:\s*(.*)")
_MARK = re.compile(r"--\s*(left|right)\b(?:.*, (\d+) lines?$)?")


@frozen
class StoredWitness:
    """What a witness file holds."""

    left_sql: str
    right_sql: str
    script: str
    """CREATE and INSERT statements."""
    semantics: Semantics
    columns: Columns
    now: str | None
    """Where the clock stands, if that matters."""


@frozen
class Replayed:
    """Both results on a stored witness, and whether they agree."""

    left: Outcome
    right: Outcome
    agree: bool


def read_witness(text: str) -> StoredWitness:
    """Return the parts of a witness file; raise `UsageError` when one is missing.

    The queries stand below lines `-- left` and `-- right`, which may say how many lines they have, as in
    `-- left: gold, 2 lines`: then nothing inside a query is taken for such a line.
    """
    header: dict[str, str] = {}
    for line in text.splitlines():
        if found := _HEADER.match(line):
            header.setdefault(found[1], found[2])
    semantics = header.get("semantics", "set").split(";")[0].strip()
    if semantics not in set(Semantics):
        raise UsageError(f"the witness names an unknown semantics: {semantics}")
    columns = header.get("columns", "exact").split(";")[0].strip()
    if columns not in set(Columns):
        raise UsageError(f"the witness names an unknown way to match columns: {columns}")
    left, right, script = _parts(text)
    return StoredWitness(left, right, script, Semantics(semantics), Columns(columns), _instant(header.get("now")))


def _instant(text: str | None) -> str | None:
    try:
        return text and str(datetime.fromisoformat(text))
    except ValueError:
        raise UsageError(f"the witness names an instant that is none: {text}") from None


def replay(stored: StoredWitness) -> Replayed:
    """Build the witness in a fresh database and run both queries on it; raises what the engine raises.

    What does not end within the steps that are enough for a witness counts as a failure.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "witness"
        system().build_file(path, [stored.script])
        engine = system().open_file(path, now=stored.now)
        try:
            left, right = (outcome(engine, sql, endless=True) for sql in (stored.left_sql, stored.right_sql))
        finally:
            engine.close()
    ordered = orders(stored.left_sql)
    return Replayed(left, right, same(left, right, stored.semantics, ordered=ordered, columns=stored.columns))


def stored_text(remarks: Sequence[str], script: str, left: tuple[str, str], right: tuple[str, str]) -> str:
    """Return a witness file: remarks such as `semantics: set`, what creates the rows, and both queries with titles."""
    lines = [f"-- {' '.join(line.split())}" for line in remarks]
    return "\n".join([*lines, script.rstrip(), "", *marked(*left), *marked(*right), ""])


def saved(verdict: Different) -> str:
    """Return the witness of a verdict as a file that `read_witness` reads."""
    remarks = [claim(verdict), f"semantics: {verdict.semantics}", f"engine: {verdict.engine}"]
    if verdict.columns != Columns.EXACT:
        remarks.append(f"columns: {verdict.columns}")
    if verdict.witness.now:
        remarks.append(f"now: {verdict.witness.now}")
    left, right = verdict.witness.queries or verdict.queries or ("", "")
    return stored_text(remarks, verdict.witness.script, ("left", left), ("right", right))


def marked(title: str, sql: str) -> list[str]:
    """Return the lines of a query below a line that says which it is and how many lines follow."""
    lines = ended(sql).split("\n")
    return [f"-- {title}, {len(lines)} line{'' if len(lines) == 1 else 's'}", *lines]


@frozen
class _Mark:
    """A line above a query."""

    line: int
    side: str
    end: int | None
    """The line behind the query, where the mark says how long it is."""


def _parts(text: str) -> tuple[str, str, str]:
    """Return both queries, and the script above them."""
    lines = text.rstrip("\n").split("\n")
    found = ((number, _MARK.match(line)) for number, line in enumerate(lines))
    marks = [_Mark(n, mark[1], n + 1 + int(mark[2]) if mark[2] else None) for n, mark in found if mark]
    pair = _counted(marks, len(lines)) or _uncounted(marks)
    if pair is None:
        raise UsageError("the witness holds no lines `-- left` and `-- right` with the two queries")
    left, right = pair
    return _unended(lines[left + 1 : right]), _unended(lines[right + 1 :]), "\n".join(lines[:left])


def _counted(marks: Sequence[_Mark], end: int) -> tuple[int, int] | None:
    """Return the lines of the marks whose queries end as they say: one at the other, and that with the file."""
    rights = {mark.line: mark for mark in marks if mark.side == "right"}
    for left in marks:
        right = rights.get(left.end) if left.side == "left" and left.end is not None else None
        if right is not None and right.end == end:
            return left.line, right.line
    return None


def _uncounted(marks: Sequence[_Mark]) -> tuple[int, int] | None:
    """Return the lines of the first left mark and of the first right mark below it."""
    left = next((mark.line for mark in marks if mark.side == "left"), None)
    right = next((mark.line for mark in marks if mark.side == "right" and left is not None and mark.line > left), None)
    return None if left is None or right is None else (left, right)


def _unended(lines: Sequence[str]) -> str:
    return "\n".join(lines).strip().removesuffix(";").strip()

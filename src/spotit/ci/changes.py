"""The SQL files of a git work tree that differ from an older version, and their queries in pairs."""

from __future__ import annotations

import os
import stat
from collections.abc import Hashable, Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path

from spotit.ci.stored_versions import StagedChange, StoredFile, base_of, staged_since, stored_files, text_of
from spotit.dialect.statements import Statement, statements
from spotit.errors import UsageError
from spotit.files import as_text, read_bytes
from spotit.frozen import frozen

QUERY_WORDS = frozenset({"SELECT", "WITH", "VALUES"})
_MOST_COMPARED = 1_000_000
"""Pairs of statements between which unchanged ones are looked for; in longer files they are taken in their order."""


@frozen
class ChangedQuery:
    """A query whose text is another than in the older version of its file."""

    path: str
    line: int
    """Where it begins in the file as it is now."""
    old: str
    new: str


@frozen
class NotCompared:
    """A change that is none of one query into another, and why."""

    path: str
    line: int
    reason: str


Change = ChangedQuery | NotCompared


def changes(folder: Path, against: str, paths: Sequence[str]) -> Iterator[Change]:
    """Yield what changed in the .sql files below `paths` since `against`, or since the branches parted.

    Git compares versions that it has stored; the files of the work tree are read here. What git reads from a work tree
    passes through programs that the repository names.
    """
    base = base_of(folder, against)
    staged = {entry.new: entry for entry in staged_since(folder, base, paths)}
    stored = {file.path: file for file in stored_files(folder, paths)}
    for path in sorted(staged.keys() | stored.keys()):
        if path.lower().endswith(".sql"):
            yield from _changes_at(folder, base, path, staged.get(path), stored.get(path))


def _changes_at(
    folder: Path, base: str, path: str, entry: StagedChange | None, file: StoredFile | None
) -> Iterator[Change]:
    """Yield what changed at one path, given how it was staged and as what."""
    status, place = entry.status if entry else "", folder / path
    if status == "D" or not _is_in_tree(place, folder):
        if status != "A":
            yield NotCompared(path, 1, "the file is gone")
    elif status == "A":
        yield NotCompared(path, 1, "the file is new")
    elif status not in ("", "M", "R", "C") or (file and file.is_plain) != _is_plain_file(place):
        yield NotCompared(path, 1, "it is no file")
    elif file and file.is_plain:
        yield from _changes_of_file(folder, base, path, entry.old if entry else path, file if not entry else None)


def _changes_of_file(folder: Path, base: str, new: str, old: str, stored: StoredFile | None) -> Iterator[Change]:
    """Yield what changed in one file; one that cannot be read is no reason to leave out the others.

    Where the older version is known to be the stored one, a file that is still the same need not be compared with it.
    """
    try:
        content = read_bytes(folder / new)
        now = as_text(content, folder / new)
    except (UsageError, OSError) as error:
        yield NotCompared(new, 1, str(error))
        return
    if stored is not None and stored.holds(content):
        return
    try:
        before = text_of(folder, base, old).decode("utf-8-sig")
    except UnicodeDecodeError:
        yield NotCompared(new, 1, "its older version is no UTF-8 text")
        return
    yield from changed_queries(new, before, now)


def _is_in_tree(path: Path, folder: Path) -> bool:
    """Tell whether anything of that name is in the folder itself: what a linked folder leads to is elsewhere."""
    above = path.relative_to(folder).parent
    return path.parent.resolve() == folder.resolve() / above and os.path.lexists(path)


def _is_plain_file(path: Path) -> bool:
    """Tell whether it is a file itself: what a link leads to is no part of the work tree."""
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False


def changed_queries(path: str, old: str, new: str) -> Iterator[Change]:
    """Yield the statements of a file that changed: those between the same unchanged neighbours are versions of one."""
    before, after = list(statements(old)), list(statements(new))
    for i, j, k, m in _blocks([_key(one) for one in before], [_key(one) for one in after]):
        for was, now in zip(before[i:j], after[k:m], strict=False):
            yield _change(path, new, was, now)
        common = min(j - i, m - k)
        for added in after[k + common : m]:
            yield NotCompared(path, _line(new, added), "the statement is new")
        for _ in before[i + common : j]:
            line = _line(new, after[m - 1]) if m else 1
            yield NotCompared(path, line, "a statement is gone")


def _blocks(old: Sequence[Hashable], new: Sequence[Hashable]) -> Iterator[tuple[int, int, int, int]]:
    """Yield where two lists differ: from and to in the old one, from and to in the new one."""
    least = min(len(old), len(new))
    start = next((n for n in range(least) if old[n] != new[n]), least)
    end = next((n for n in range(least - start) if old[-1 - n] != new[-1 - n]), least - start)
    before, after = old[start : len(old) - end], new[start : len(new) - end]
    if len(before) * len(after) > _MOST_COMPARED:
        yield start, start + len(before), start, start + len(after)
        return
    for kind, i, j, k, m in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind != "equal":
            yield start + i, start + j, start + k, start + m


def _change(path: str, text: str, was: Statement, now: Statement) -> Change:
    line = _line(text, now)
    old, new = query_of(was), query_of(now)
    if old is None or new is None:
        return NotCompared(path, line, "it is no query")
    return ChangedQuery(path, line, old, new)


def query_of(statement: Statement) -> str | None:
    """Return the query that a statement is, or that defines the view or table it creates; None for other statements."""
    words = [token.key for token in statement.tokens]
    if words[0] in QUERY_WORDS:
        return statement.text
    if words[0] == "CREATE" and ("VIEW" in words[1:4] or "TABLE" in words[1:4]):
        for place, token in enumerate(statement.tokens[:-1]):
            if token.key == "AS" and words[place + 1] in QUERY_WORDS:
                return statement.text[statement.tokens[place + 1].start :]
    return None


def _key(statement: Statement) -> tuple[str, ...]:
    """Return what two wordings of a statement have in common that differ in blanks, comments and keywords' case."""
    return tuple(token.key or token.text for token in statement.tokens)


def _line(text: str, statement: Statement) -> int:
    return text.count("\n", 0, statement.start) + 1

"""The SQL files of a git work tree that differ from an older version, and their queries in pairs."""

from __future__ import annotations

import stat
import subprocess
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

from spotit.dialect.statements import Statement, statements
from spotit.errors import UsageError
from spotit.files import read_text

QUERY_WORDS = frozenset({"SELECT", "WITH", "VALUES"})
_SECONDS = 60.0
_MOST_COMPARED = 1_000_000
"""Pairs of statements between which unchanged ones are looked for; in longer files they are taken in their order."""
_SETTINGS = ("--no-pager", "-c", "core.quotePath=false", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null")
"""A repository may name programs that git is to run: none of these is."""


@dataclass(frozen=True, slots=True)
class ChangedQuery:
    """A query whose text is another than in the older version of its file."""

    path: str
    line: int
    """Where it begins in the file as it is now."""
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class NotCompared:
    """A change that is none of one query into another, and why."""

    path: str
    line: int
    reason: str


Change = ChangedQuery | NotCompared


def changes(folder: Path, against: str, paths: Sequence[str]) -> Iterator[Change]:
    """Yield what changed in the .sql files below `paths` since `against`, or since the branches parted."""
    base = _base(folder, against)
    form = ("--name-status", "-z", "-M", "--relative", "--no-ext-diff", "--no-textconv")
    listed = _git(folder, "diff", *form, base, "--", *paths)
    for status, old, new in _entries(listed):
        if not new.lower().endswith(".sql"):
            continue
        if status == "A":
            yield NotCompared(new, 1, "the file is new")
        elif status == "D":
            yield NotCompared(new, 1, "the file is gone")
        elif status not in "MRC" or not _is_plain_file(folder / new):
            yield NotCompared(new, 1, "it is no file")
        else:
            yield from _changes_of_file(folder, base, old, new)


def _changes_of_file(folder: Path, base: str, old: str, new: str) -> Iterator[Change]:
    """Yield what changed in one file; one that cannot be read is no reason to leave out the others."""
    before = _git(folder, "cat-file", "blob", f"{base}:./{old}")
    try:
        now = read_text(folder / new)
        yield from changed_queries(new, before.decode("utf-8-sig"), now)
    except UnicodeDecodeError:
        yield NotCompared(new, 1, "its older version is no UTF-8 text")
    except UsageError as error:
        yield NotCompared(new, 1, str(error))


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


def _base(folder: Path, against: str) -> str:
    """Return the commit to compare with: where this branch left `against`, or `against` itself."""
    wanted = _git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{against}^{{commit}}")
    commit = wanted.decode().strip()
    try:
        return _git(folder, "merge-base", commit, "HEAD").decode().strip() or commit
    except UsageError:
        return commit


def _entries(listed: bytes) -> Iterator[tuple[str, str, str]]:
    """Yield the status, the old and the new path of each changed file."""
    words = iter(listed.decode("utf-8", "surrogateescape").split("\0"))
    for status in words:
        if status:
            old = next(words)
            yield status[0], old, next(words) if status[0] in "RC" else old


def _git(folder: Path, *arguments: str) -> bytes:
    command = ["git", *_SETTINGS, *arguments]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, timeout=_SECONDS, check=False)
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        raise UsageError(f"cannot run git: {error}") from None
    if done.returncode != 0:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise UsageError(f"git {arguments[0]}: {said[-1] if said else 'there is no such version'}")
    return done.stdout

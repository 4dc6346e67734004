"""The SQL files of a git work tree that differ from an older version, and their queries in pairs."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

from spotit.dialect.statements import Statement, statements
from spotit.errors import UsageError

QUERY_WORDS = frozenset({"SELECT", "WITH", "VALUES"})
_SECONDS = 60.0


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
    listed = _git(folder, "diff", "--name-status", "-z", "-M", "--relative", base, "--", *paths)
    for status, old, new in _entries(listed):
        if not new.lower().endswith(".sql"):
            continue
        if status == "A":
            yield NotCompared(new, 1, "the file is new")
        elif status == "D":
            yield NotCompared(new, 1, "the file is gone")
        else:
            before = _git(folder, "show", f"{base}:./{old}")
            yield from changed_queries(new, _decoded(before, new), _decoded((folder / new).read_bytes(), new))


def changed_queries(path: str, old: str, new: str) -> Iterator[Change]:
    """Yield the statements of a file that changed: those between the same unchanged neighbours are versions of one."""
    before, after = list(statements(old)), list(statements(new))
    matcher = SequenceMatcher(None, [_key(one) for one in before], [_key(one) for one in after], autojunk=False)
    for kind, i, j, k, m in matcher.get_opcodes():
        if kind == "equal":
            continue
        for was, now in zip(before[i:j], after[k:m], strict=False):
            yield _change(path, new, was, now)
        common = min(j - i, m - k)
        for added in after[k + common : m]:
            yield NotCompared(path, _line(new, added), "the statement is new")
        for _ in before[i + common : j]:
            line = _line(new, after[m - 1]) if m else 1
            yield NotCompared(path, line, "a statement is gone")


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


def _decoded(content: bytes, path: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"cannot read {path}: {error}") from None


def _git(folder: Path, *arguments: str) -> bytes:
    command = ["git", "-c", "core.quotePath=false", *arguments]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, timeout=_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UsageError(f"cannot run git: {error}") from None
    if done.returncode != 0:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise UsageError(f"git {arguments[0]}: {said[-1] if said else 'there is no such version'}")
    return done.stdout

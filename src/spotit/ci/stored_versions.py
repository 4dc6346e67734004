"""What a git repository has stored: asked in ways in which git runs no program that the repository names."""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from spotit.errors import UsageError
from spotit.frozen import frozen

SECONDS = 20.0
"""For one question to git."""
_SETTINGS = ("--no-pager", "-c", "core.quotePath=false", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null")
_SURROUNDINGS = {"GIT_ALLOW_PROTOCOL": "none", "GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0"}
"""What a repository lacks is not fetched: that runs programs, and asks others."""


@frozen
class StagedChange:
    """How a file of the index differs from an older version: git's letter, the older path and the newer one."""

    status: str
    old: str
    new: str


@frozen
class StoredFile:
    """A file of the index."""

    path: str
    mode: str
    digest: str

    @property
    def is_plain(self) -> bool:
        """Whether it is a file itself, no link and no other repository."""
        return self.mode.startswith("100")

    def holds(self, content: bytes) -> bool:
        """Tell whether this is what is stored."""
        kind = hashlib.sha1 if len(self.digest) == 40 else hashlib.sha256
        return kind(b"blob %d\0" % len(content) + content).hexdigest() == self.digest


def base_of(folder: Path, against: str) -> str:
    """Return the commit to compare with: where this branch left `against`, or `against` itself."""
    wanted = _git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{against}^{{commit}}")
    commit = wanted.decode().strip()
    try:
        return _git(folder, "merge-base", commit, "HEAD").decode().strip() or commit
    except UsageError:
        return commit


def staged_since(folder: Path, base: str, paths: Sequence[str]) -> Iterator[StagedChange]:
    """Yield what the index changes in the files of a commit below `folder`."""
    form = ("--cached", "--name-status", "-z", "-M", "--relative", "--no-ext-diff", "--no-textconv")
    words = iter(_words(_git(folder, "diff-index", *form, base, "--", *paths)))
    for status in words:
        if status:
            old = next(words)
            yield StagedChange(status[0], old, next(words) if status[0] in "RC" else old)


def stored_files(folder: Path, paths: Sequence[str]) -> Iterator[StoredFile]:
    """Yield the files of the index below `folder`, those that are being merged left out."""
    for line in _words(_git(folder, "ls-files", "--stage", "-z", "--", *paths)):
        head, _, path = line.partition("\t")
        if path and not path.startswith("../"):
            mode, digest, stage = head.split()
            if stage == "0":
                yield StoredFile(path, mode, digest)


def text_of(folder: Path, commit: str, path: str) -> bytes:
    """Return a file as it was in a commit."""
    return _git(folder, "cat-file", "blob", f"{commit}:./{path}")


def _words(listed: bytes) -> list[str]:
    return listed.decode("utf-8", "surrogateescape").split("\0")


def _git(folder: Path, *arguments: str) -> bytes:
    command = ["git", *_SETTINGS, *arguments]
    surroundings = {**os.environ, **_SURROUNDINGS}
    try:
        done = subprocess.run(command, cwd=folder, env=surroundings, capture_output=True, timeout=SECONDS, check=False)
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        raise UsageError(f"cannot run git: {error}") from None
    if done.returncode != 0:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise UsageError(f"git {arguments[0]}: {said[-1] if said else 'there is no such version'}")
    return done.stdout

"""BENCHMARKS.md is made of sections that the scripts of this folder rewrite, between two marker lines each."""

from __future__ import annotations

import platform
import subprocess
from pathlib import Path

import spotit
from spotit.engine.open import system

FILE = Path(__file__).parents[1] / "BENCHMARKS.md"


def write_section(name: str, command: str, body: str) -> None:
    """Replace the section of that name by the figures of this run, with the command that repeats them."""
    start, end = f"<!-- {name}: start -->", f"<!-- {name}: end -->"
    text = FILE.read_text(encoding="utf-8")
    before, rest = text.split(start, 1)
    after = rest.split(end, 1)[1]
    shown = f"{start}\n\nRepeat with `{command}`. {_setup()}\n\n{body.strip()}\n\n{end}"
    FILE.write_text(before + shown + after, encoding="utf-8")


def _setup() -> str:
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    where = f"commit {commit.stdout.strip()}" if commit.returncode == 0 else "no commit"
    return f"spotit {spotit.__version__}, {where}, {system().title}, Python {platform.python_version()}."

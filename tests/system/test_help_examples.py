"""The examples of `--help` are run as they stand, one after the other, by a shell in a folder with `examples` in it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import typer.main

from spotit.cli.app import COMMANDS, app

ROOT = Path(__file__).resolve().parents[2]
EXTRAS = {"--also duckdb": "duckdb", "spotit mcp": "mcp"}
CODES = {"check": (0, 1), "explain": (0,), "lint": (0, 1), "diff": (0, 1), "replay": (0, 1)}


def examples(name: str) -> list[str]:
    """Return the commands in the help of a command, each as one text."""
    text = typer.main.get_group(app).get_command(None, name).help or ""
    _, _, block = text.partition("\b\n")
    lines: list[str] = []
    for line in block.splitlines():
        if lines and lines[-1].endswith("\\"):
            lines[-1] += f"\n{line}"
        elif line.strip():
            lines.append(line)
    return lines


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A git work tree with examples, a changed query, and `spotit` on its path."""
    folder = tmp_path_factory.mktemp("place")
    shutil.copytree(ROOT / "examples", folder / "examples")
    (folder / "bin").mkdir()
    command = folder / "bin" / "spotit"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m spotit "$@"\n')
    command.chmod(0o755)
    (folder / "queries").mkdir()
    (folder / "schema.sql").write_text("CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER);")
    for number in range(2):
        (folder / "queries" / "a.sql").write_text(f"SELECT a FROM t WHERE a > {number};\n")
        made = "git add -A queries schema.sql && git -c user.name=x -c user.email=x@x commit -qm x"
        start = "git init -q . && " if number == 0 else ""
        subprocess.run(f"{start}{made}", shell=True, cwd=folder, check=True)
    subprocess.run("git update-ref refs/remotes/origin/main HEAD~1", shell=True, cwd=folder, check=True)
    return folder


@pytest.mark.skipif(sys.platform == "win32", reason="the examples are written for a shell of Unix")
@pytest.mark.parametrize("name", COMMANDS)
def test_the_examples_of_the_help_work(name: str, place: Path) -> None:
    found = examples(name)
    assert found, f"spotit {name} --help has no example"
    if name in ("score", "report", "mine") and not (place / "runs").exists():
        for command in examples("eval"):
            run(command, place)
    for command in found:
        for part, package in EXTRAS.items():
            if part in command:
                pytest.importorskip(package, reason=f"{package} is not installed; it is the extra spotit[{package}]")
        done = run(command.replace("--minutes 1", "--minutes 0.05"), place)
        assert done.returncode in CODES.get(command.split()[1], (0,) if "|" not in command else (0, 1)), done.stderr
        assert "Traceback" not in done.stderr


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT / "src"),
        "XDG_CACHE_HOME": str(folder / "cache"),
    }
    return subprocess.run(
        ["sh", "-c", command],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=240,
        check=False,
    )

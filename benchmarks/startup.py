"""CPU time from start to end of the command line, beside another checkout: `python benchmarks/startup.py OTHER/src`."""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from sections import write_section

HERE = Path(__file__).parents[1] / "src"
SCHEMA = "CREATE TABLE member (id INTEGER PRIMARY KEY, name TEXT, age INTEGER);"
COMMANDS = {
    "--version": ["--version"],
    "check, different": [
        "check",
        "--left",
        "SELECT name FROM member WHERE age > 30",
        "--right",
        "SELECT name FROM member WHERE age >= 30",
    ],
    "check, same plan": [
        "check",
        "--left",
        "SELECT name FROM member WHERE age > 30 AND id < 9",
        "--right",
        "SELECT name FROM member WHERE id < 9 AND age > 30",
    ],
    "check, bounded proof": [
        "check",
        "--left",
        "SELECT name, COUNT(*) FROM member GROUP BY name",
        "--right",
        "SELECT name, SUM(1) FROM member GROUP BY name",
    ],
}
START = "import sys; sys.argv[0] = 'spotit'; from spotit.cli.app import main; main()"


def main() -> None:
    """Time each command on both checkouts in turn and print the medians."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("other", type=Path, help="the src folder of the checkout to compare with")
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--write", action="store_true", help="put the table into BENCHMARKS.md")
    args = parser.parse_args()
    lines = ["| command | other checkout, CPU s | this one, CPU s | ratio |", "| --- | --- | --- | --- |"]
    with tempfile.TemporaryDirectory() as folder:
        schema = Path(folder, "schema.sql")
        schema.write_text(SCHEMA, encoding="utf-8")
        for name, words in COMMANDS.items():
            command = [*words, "--schema", str(schema)] if words[0] == "check" else words
            old, new = medians([args.other, HERE], command, Path(folder), args.runs)
            lines.append(f"| {name} | {old:.2f} | {new:.2f} | {new / old:.0%} |")
    table = "\n".join(lines)
    print(table)
    if args.write:
        write_section("startup", "python benchmarks/startup.py OTHER/src --write", table)


def medians(sources: list[Path], command: list[str], folder: Path, runs: int) -> list[float]:
    """Return the median CPU seconds of a command on each of the sources, run in turn; the first run only compiles."""
    times: list[list[float]] = [[] for _ in sources]
    for run in range(runs + 1):
        for kept, source in zip(times, sources, strict=True):
            seconds = cpu_seconds(source, command, folder)
            if run:
                kept.append(seconds)
    return [statistics.median(kept) for kept in times]


def cpu_seconds(source: Path, command: list[str], folder: Path) -> float:
    """Run the command line of a checkout once, with compiled modules as an installed package has them."""
    given = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    env = {**given, "PYTHONPATH": str(source.resolve()), "PYTHONPYCACHEPREFIX": str(folder / "compiled")}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", START, *command], env=env, stdout=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main()

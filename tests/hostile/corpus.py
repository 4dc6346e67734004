"""The whole corpus: what is run on it, and what must not happen."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from hostile import arguments, changed, facts, files, places, queries, schemas
from hostile.files import SECRET, benchmark

_EACH = 31
"""Of the changes of single values every so-many-th is given to commands; a test reads all of them."""
CODES = (0, 1, 2, 3)
"""Exit codes that say what came out; 70 is an error of ours."""
ACTING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
START = 3.0
"""Seconds that a process may take to start on a busy machine."""
VERDICTS = (
    "different", "equivalent", "equivalent_up_to_bound", "unrefuted", "undecided", "unsupported", "invalid",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Case:
    """One input given to one command."""

    kind: str
    name: str
    arguments: list[str]
    seconds: float = 1.0
    """The limit that the command was given."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a command did."""

    case: Case
    code: int | str
    seconds: float
    problems: tuple[str, ...]


def prepared(folder: Path) -> Path:
    """Return a folder with what must not be touched, and what must not be waited for."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "secret").write_text(SECRET + "\n")
    os.mkfifo(folder / "fifo")
    return folder


def pair_lines(folder: Path, every: int = 1) -> Iterator[tuple[str, str, dict[str, object]]]:
    """Yield class, name and line of each query and schema as a pair."""
    for kind, texts in queries.CLASSES.items():
        for number, sql in list(enumerate(texts))[::every]:
            yield kind, f"{number}", _pair(queries.SCHEMA, queries.ORDINARY, sql, folder)
    for kind, texts in schemas.CLASSES.items():
        for number, ddl in list(enumerate(texts))[::every]:
            yield kind, f"{number}", _pair(ddl, *schemas.PAIR, folder)


def _pair(schema: str, left: str, right: str, folder: Path) -> dict[str, object]:
    placed = (text.replace("{folder}", str(folder)) for text in (schema, left, right))
    return dict(zip(("schema", "left", "right"), placed, strict=True))


def single_commands(folder: Path, every: int = 1, seconds: float = 1.0) -> Iterator[Case]:
    """Yield lint, explain and check of each query and schema, where the command line can hold them."""
    for kind, name, line in pair_lines(folder, every):
        schema, left, right = (str(line[part]) for part in ("schema", "left", "right"))
        if "\ud800" in schema + right:
            continue
        limit = ["--timeout", f"{seconds:g}"]
        yield Case(kind, f"lint {name}", ["lint", "--schema", schema, right, *limit])
        yield Case(kind, f"explain {name}", ["explain", "--schema", schema, "--left", left, "--right", right, *limit])
        yield Case(kind, f"check {name}", ["check", "--schema", schema, "--left", left, "--right", right, *limit])


FILES = {
    **files.CLASSES,
    "facts files": facts.facts_files,
    "profiles": facts.profiles,
    "databases that are mined": facts.mined,
    "submissions of a class": places.submissions,
    "git work trees": places.work_trees,
    "predictions in every form": arguments.prediction_forms,
    "arguments that are no files": arguments.arguments,
}
"""What writes files and yields commands on them, by class; run directories and certificates need a sound one."""
_LONG = {
    "endless data": 300.0,
    "pipe": 22.0,
    "a class": 20.0,
    "program": 12.0,
    "many, ": 60.0,
    "alternating": 60.0,
    "schemas": 12.0,
}
"""Seconds of commands that do more than one thing or wait for a pipe, by a part of their names."""


def file_commands(folder: Path, *kinds: str) -> Iterator[Case]:
    """Yield the commands over files of these classes, or of all; but for run directories and certificates."""
    for kind, write in FILES.items():
        if kinds and kind not in kinds:
            continue
        home = prepared(folder / kind.replace(" ", "_"))  # a command in a setting ends at a blank
        for name, given in write(home):
            yield Case(kind, name, given, _limit(name, given))


def _limit(name: str, given: list[str]) -> float:
    """Return the seconds that a command may take: as it says itself, or as its name says."""
    stated = [float(value) for option, value in pairwise(given) if option == "--timeout" and _is_usual(value)]
    named = [seconds for part, seconds in _LONG.items() if part in name]
    several = 8.0 if {"grade", "diff", "eval"} & set(given) else 0.0
    waiting = 12.0 if any("fifo" in text for text in given) else 0.0
    return max([*stated[-1:], *named, several, waiting, 1.0])


def command_of(case: Case) -> str:
    """Return the name of the command that a case runs."""
    return case.arguments[2] if case.arguments[0] == "--in" else case.arguments[0]


def _is_usual(text: str) -> bool:
    return text.isdigit() and len(text) < 4


def certificate_commands(folder: Path) -> Iterator[Case]:
    """Yield the commands over certificates that were tampered with."""
    home = prepared(folder / "certificates")
    sound = home / "sound"
    pair = ["--left", "SELECT a FROM t WHERE a * 2 > 6", "--right", "SELECT a FROM t WHERE a + a >= 7"]
    made = Case("", "", ["check", "--schema", queries.SCHEMA, *pair, "--certificate", str(sound)])
    (done,) = driven([made], home)
    assert done.code == 0, done
    content = {path.name: path.read_text() for path in sound.iterdir()}
    for name, given in places.certificates(home, content):
        yield Case("certificates", name, given, 5.0)


def run_commands(folder: Path, run: Path) -> Iterator[Case]:
    """Yield the commands over run directories that were tampered with."""
    home = prepared(folder / "run_directories")
    for name, given in files.run_directories(home, run):
        yield Case("run directories", name, given, 20.0)
    for number, (name, file, text) in enumerate(changed.changed_files(run)):
        if number % _EACH:
            continue
        copy = home / f"changed {number}"
        shutil.copytree(run, copy)
        (copy / file).write_text(text)
        resumed = ["eval", "--out", str(copy), "--resume", "--no-cache", "--jobs", "1"]
        yield Case("values of run directories", f"report, {name}", ["report", str(copy), "--timeout", "20"], 20.0)
        yield Case("values of run directories", f"resume, {name}", resumed, 20.0)


def sound_run(folder: Path) -> Path:
    """Return a run of a few questions, one with a witness."""
    home = benchmark(folder)
    answers = folder / "m.json"
    answers.write_text(json.dumps({"1": "SELECT a FROM t WHERE a > 4"}))
    arguments = ["eval", "--data", home, "--pred", answers, "--out", folder / "run", "--no-cache", "--jobs", "1"]
    (done,) = driven([Case("", "", list(map(str, arguments)))], folder)
    assert done.code == 0, done
    return folder / "run"


def driven(cases: Sequence[Case], folder: Path) -> list[Result]:
    """Run the cases one after the other and judge each."""
    work = folder / "drive"
    work.mkdir(parents=True, exist_ok=True)
    (work / "jobs.json").write_text(json.dumps([(case.arguments, case.seconds) for case in cases]))
    command = [
        sys.executable,
        str(Path(__file__).with_name("drive.py")),
        str(work / "jobs.json"),
        str(work / "results"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, cwd=work)
    records = [json.loads(line) for line in (work / "results").read_text().splitlines()]
    assert len(records) == len(cases), (cases[len(records)], done.stderr[-2000:])
    return [_judged(case, record) for case, record in zip(cases, records, strict=True)]


def _judged(case: Case, record: dict[str, object]) -> Result:
    shown = f"{record['stdout']}{record['stderr']}"
    seconds = float(str(record["seconds"]))
    tests = {
        f"exit code {record['code']}": record["code"] not in CODES,
        "a traceback": "Traceback (most recent" in shown,
        "an internal failure": "internal failure" in shown,
        "a character that acts on the terminal": ACTING.search(shown) is not None,
        "the secret": SECRET in shown,
        "nothing said": not shown.strip() and record["code"] != 0,
        f"{seconds:.1f} s with a limit of {case.seconds:g} s": seconds > case.seconds + 2.0 + START,
    }
    code = record["code"]
    assert isinstance(code, int | str)
    return Result(case, code, seconds, tuple(what for what, found in tests.items() if found))


def batch(folder: Path, seconds: float, every: int = 1) -> list[str]:
    """Check all queries and schemas as one batch; return what is wrong with the answers."""
    lines = list(pair_lines(folder, every))
    file = folder / "all.jsonl"
    file.write_text("".join(json.dumps({"id": n, **line}) + "\n" for n, (_, _, line) in enumerate(lines)))
    limit = ["--json", "--jobs", "2", "--timeout", f"{seconds:g}"]
    case = Case("all", "batch", ["check", "--pairs", str(file), *limit], len(lines) * (seconds + 5))
    work = folder / "drive"
    work.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "spotit", *case.arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=work)
    answers = [json.loads(line) for line in done.stdout.split("\n") if line]
    named = {answer["id"]: answer for answer in answers if answer["id"] is not None}
    unnamed = sum(answer["id"] is None and answer["verdict"] == "invalid" for answer in answers)
    problems = [] if len(named) + unnamed == len(lines) == len(answers) else [f"{len(answers)} of {len(lines)} answers"]
    if done.returncode or done.stderr:
        problems.append(f"exit code {done.returncode}: {done.stderr[-500:]}")
    for number, answer in named.items():
        kind, name, _ = lines[number]
        problems += [f"{kind} {name}: {problem}" for problem in _misanswered(answer, seconds)]
    return problems


def _misanswered(answer: dict[str, object], seconds: float) -> Iterator[str]:
    if answer["verdict"] not in VERDICTS:
        yield f"verdict {answer['verdict']}"
    if "internal failure" in str(answer["reason"]):
        yield str(answer["reason"])
    stats = answer["stats"]
    assert isinstance(stats, dict)
    if stats["seconds"] > seconds + 2 + START:
        yield f"{stats['seconds']} s"


def traces(folder: Path) -> list[str]:
    """Return what must not be there: files called evil, a changed secret, and the secret in other files."""
    found = [f"{path} was written" for path in folder.rglob("*evil*")]
    for path in folder.rglob("*"):
        if path.is_symlink() or not path.is_file() or path.stat().st_size > 1 << 28:
            continue
        content = path.read_bytes()
        if path.name == "secret" and content != f"{SECRET}\n".encode():
            found.append(f"{path} was changed")
        if path.name not in ("secret", "results", "stdout", "stderr") and SECRET.encode() in content:
            found.append(f"{path} holds the secret")
    return found

"""A part of the hostile corpus over all commands: each input ends with its label, and nothing else happens.

All of it, with the times: `python benchmarks/hostile.py`.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

from hostile import changed, corpus, queries, schemas
from spotit.errors import SpotitError
from spotit.evaluate.store import load_run
from spotit.report.build import analyse
from spotit.report.page import render
from spotit.report.tables import csv_files, latex, markdown


def problems_of(results: list[corpus.Result]) -> list[str]:
    """Return what went wrong, but for times: the machine may be busy."""
    found = ((result.case, problem) for result in results for problem in result.problems)
    return [f"{case.kind}, {case.name}: {problem}" for case, problem in found if " s with a limit of " not in problem]


def test_the_corpus_is_large() -> None:
    assert sum(map(len, queries.CLASSES.values())) + sum(map(len, schemas.CLASSES.values())) >= 270
    assert len(corpus.FILES) == 12


def test_a_batch_of_hostile_queries_and_schemas(tmp_path: Path) -> None:
    folder = corpus.prepared(tmp_path / "x")
    assert corpus.batch(folder, 0.3, every=6) == []
    assert corpus.traces(folder) == []


def test_single_commands_on_hostile_queries_and_schemas(tmp_path: Path) -> None:
    folder = corpus.prepared(tmp_path / "x")
    assert problems_of(corpus.driven(list(corpus.single_commands(folder, every=40, seconds=0.1)), folder)) == []
    assert corpus.traces(folder) == []


@pytest.mark.parametrize("kind", ["corrupted and huge databases", "witness files", "pair files"])
def test_hostile_files(kind: str, tmp_path: Path) -> None:
    folder = tmp_path / "x"
    slow = ("fifo", "endless", "3 GB", "instr")
    cases = [case for case in corpus.file_commands(folder, kind) if not any(s in case.name for s in slow)]
    assert problems_of(corpus.driven(cases, folder)) == []
    assert corpus.traces(folder) == []


def test_hostile_benchmarks_and_predictions(tmp_path: Path) -> None:
    folder = tmp_path / "x"
    kinds = ("prediction files", "benchmarks", "predictions in every form")
    cases = [c for c in corpus.file_commands(folder, *kinds) if "pipe" not in c.name and "fifo" not in str(c.arguments)]
    fast = [case for case in cases if "endless" not in case.name][::5]
    assert problems_of(corpus.driven(fast, folder)) == []
    assert corpus.traces(folder) == []


@pytest.mark.parametrize(
    "kind", ["facts files", "profiles", "submissions of a class", "git work trees", "arguments that are no files"]
)
def test_hostile_facts_classes_and_work_trees(kind: str, tmp_path: Path) -> None:
    folder = tmp_path / "x"
    slow = (
        "fifo",
        "pipe",
        "endless",
        "many",
        "long",
        "deep",
        "bomb",
        "non-linear",
        "never",
        "dotted",
        "instr",
        "views",
    )
    cases = [c for c in corpus.file_commands(folder, kind) if not any(s in f"{c.name} {c.arguments}" for s in slow)]
    assert problems_of(corpus.driven(cases[:: 3 if len(cases) > 60 else 1], folder)) == []
    assert corpus.traces(folder) == []


def test_databases_that_are_mined(tmp_path: Path) -> None:
    folder = tmp_path / "x"
    cases = [c for c in corpus.file_commands(folder, "databases that are mined") if c.arguments[0] == "mine"]
    assert problems_of(corpus.driven([c for c in cases if c.name not in ("many rows", "tables")], folder)) == []
    assert corpus.traces(folder) == []


def test_certificates_that_were_tampered_with(tmp_path: Path) -> None:
    folder = tmp_path / "x"
    cases = [c for c in corpus.certificate_commands(folder) if "pipe" not in c.name and "views" not in c.name]
    assert problems_of(corpus.driven(cases, folder)) == []
    assert corpus.traces(folder) == []


def test_runs_that_were_tampered_with(tmp_path: Path) -> None:
    folder = tmp_path / "x"
    cases = [
        case
        for case in corpus.run_commands(folder, corpus.sound_run(tmp_path / "sound"))
        if case.kind == "run directories"
    ]
    fast = [case for case in cases if "doubling" not in case.name and not case.name.startswith("resume")]
    resumed = [case for case in cases if case.name.startswith("resume")]
    assert problems_of(corpus.driven([*fast, *resumed[::4]], folder)) == []
    assert corpus.traces(folder) == []


class Marks(HTMLParser):
    """Collects what a page would do that it was not written to do."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        acting = [name for name, value in attrs if name.startswith("on") or (name, value) == ("src", "x")]
        leading = [value for name, value in attrs if name in ("href", "src") and "javascript:" in (value or "")]
        self.found += [tag] * ("evil" in tag) + acting + [str(value) for value in leading]


def misread(run: Path) -> Iterator[str]:
    """Yield what is wrong with the report of a run, which may also be refused."""
    try:
        report = analyse(load_run(run))
    except SpotitError:
        return
    page = Marks()
    page.feed(render(report))
    yield from page.found
    tables = [*csv_files(report).values(), latex(report), markdown(report)]
    yield from (repr(mark[0]) for text in tables for mark in corpus.ACTING.finditer(text.replace("\r\n", "\n")))
    if "\\input{" in tables[-2] or "<evil" in tables[-1]:
        yield "a command or a tag"


def test_a_run_with_any_value_changed_is_read_or_refused(tmp_path: Path) -> None:
    sound = corpus.sound_run(tmp_path / "sound")
    copy = tmp_path / "copy"
    shutil.copytree(sound, copy)
    wrong = []
    for name, file, text in list(changed.changed_files(sound))[::5]:
        (copy / file).write_text(text)
        wrong += [f"{name}: {what}" for what in misread(copy)]
        shutil.copy(sound / file, copy / file)
    assert wrong == []

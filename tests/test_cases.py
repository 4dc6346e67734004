"""Runs every file under cases/: a schema, two queries, and what `check` must say about them.

    -- case: what it shows
    -- expect: equivalent | equivalent up to K | different [GRADE] | unsupported [FEATURE] | invalid left|right
    -- options: semantics=bag bound=3        (optional)
    -- xfail: reason                         (optional, a known gap)
    CREATE TABLE ...;
    -- left
    SELECT ...
    -- right
    SELECT ...

`equivalent` also accepts a proof up to the bound where no proof for all databases is claimed to exist. Every case is
also checked for what must hold of any pair: see the tests below.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

import spotit
from constraints_vs_sqlite.on_rows import broken
from spotit import (
    Different,
    Equivalent,
    EquivalentUpTo,
    Invalid,
    Options,
    Unrefuted,
    Unsupported,
    Verdict,
    load_schema,
)
from spotit.dialect.statements import orders
from spotit.engine.compare import same
from spotit.engine.open import open_engine
from spotit.engine.outcome import outcome

ROOT = Path(__file__).parent / "cases"
FILES = sorted(ROOT.rglob("*.sql"))


@dataclass(frozen=True, slots=True)
class Case:
    """One case file."""

    title: str
    expect: str
    options: Options
    xfail: str
    ddl: str
    left: str
    right: str


@cache
def read_case(path: Path) -> Case:
    """Return the case in a file."""
    text = path.read_text(encoding="utf-8")
    header = dict(re.findall(r"^-- (case|expect|options|xfail): (.*)$", text, re.MULTILINE))
    parts = re.split(r"^-- (?:left|right)\n", text, flags=re.MULTILINE)
    assert len(parts) == 3, f"{path}: a case has a schema, a left and a right query"
    ddl = "\n".join(line for line in parts[0].splitlines() if not line.startswith("--"))
    left, right = (part.strip().rstrip(";") for part in parts[1:])
    return Case(header["case"], header["expect"].strip(), _options(header), header.get("xfail", ""), ddl, left, right)


def _options(header: dict[str, str]) -> Options:
    given: dict[str, object] = {"bound": 3, "timeout": 20.0}
    for word in header.get("options", "").split():
        name, value = word.split("=")
        given[name] = int(value) if value.isdigit() else {"true": True, "false": False}.get(value, value)
    return Options(**given)  # type: ignore[arg-type]


def _cases() -> list[object]:
    marked = []
    for path in FILES:
        case = read_case(path)
        marks = [pytest.mark.xfail(reason=case.xfail, strict=True)] if case.xfail else []
        marked.append(pytest.param(case, id=str(path.relative_to(ROOT).with_suffix("")), marks=marks))
    return marked


def run(case: Case, *, swapped: bool = False, bound: int | None = None) -> Verdict:
    """Check the case."""
    left, right = (case.right, case.left) if swapped else (case.left, case.right)
    options = case.options if bound is None else _with_bound(case.options, bound)
    return spotit.check(left, right, load_schema(case.ddl), options)


def _with_bound(options: Options, bound: int) -> Options:
    return Options(
        bound=bound, semantics=options.semantics, columns=options.columns, timeout=options.timeout,
        degenerate=options.degenerate, null_keys=options.null_keys, foreign_keys=options.foreign_keys, now=options.now,
    )  # fmt: skip


@pytest.mark.parametrize("case", _cases())
def test_case(case: Case) -> None:
    verdict = run(case)
    assert matches(verdict, case.expect), f"expected {case.expect}, got {verdict}"
    assert verdict.stats.spurious == 0
    match verdict:
        case Different():
            _check_witness(case, verdict)
            _check_swapped(case, verdict)
            _check_larger_bound(case)
        case Equivalent() | EquivalentUpTo():
            assert isinstance(run(case, swapped=True), Equivalent | EquivalentUpTo)
            _check_itself(case)
        case Invalid():
            other = run(case, swapped=True)
            assert isinstance(other, Invalid) and other.side != verdict.side
        case _:
            assert type(run(case, swapped=True)) is type(verdict)


def matches(verdict: Verdict, expect: str) -> bool:
    """Tell whether the verdict is what the case expects."""
    word, *rest = expect.split(maxsplit=1)
    detail = rest[0] if rest else ""
    match verdict:
        case Different():
            return word == "different" and (not detail or verdict.grade.value == detail)
        case Equivalent():
            return word == "equivalent"
        case EquivalentUpTo():
            return word == "equivalent" and (not detail or detail == f"up to {verdict.rows}")
        case Unrefuted():
            return word == "unrefuted"
        case Unsupported():
            return word == "unsupported" and detail in verdict.feature
        case Invalid():
            return word == "invalid" and detail in ("", verdict.side)
    return False


def _check_witness(case: Case, verdict: Different) -> None:
    """The witness keeps every constraint on the engine, and the queries differ on it there."""
    schema = load_schema(case.ddl)
    engine = open_engine(schema, case.options)
    engine.load(verdict.witness.database)
    assert not broken(schema, verdict.witness.database, case.options)
    left, right = (outcome(engine, sql, endless=True) for sql in (case.left, case.right))
    assert (left, right) == (verdict.left, verdict.right)
    options = case.options
    assert not same(left, right, options.semantics, ordered=orders(case.left), columns=options.columns)


def _check_swapped(case: Case, verdict: Different) -> None:
    other = run(case, swapped=True)
    assert isinstance(other, Different) and other.grade == verdict.grade


def _check_larger_bound(case: Case) -> None:
    assert isinstance(run(case, bound=case.options.bound + 1), Different)


def _check_itself(case: Case) -> None:
    for sql in (case.left, case.right):
        assert isinstance(spotit.check(sql, sql, load_schema(case.ddl), case.options), Equivalent | EquivalentUpTo)


def test_every_folder_has_cases() -> None:
    folders = {path.parent.name for path in FILES}
    assert folders >= {"operators", "nulls", "joins", "grouping", "ordering", "setops", "text", "dates", "constraints"}

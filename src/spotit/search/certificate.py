"""Certificates: what makes two queries equivalent on every database, as files that can be decided again.

A certificate is a folder: `certificate.json` has the queries, the schema, the options and the steps of the proof, and
each `question-N.smt2` says that parts of the queries differ, which no solver may find satisfiable.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Literal

import msgspec

from spotit.arrangement import Arrangement, can_arrange
from spotit.engine.failures import QueryError
from spotit.engine.open import open_engine, system
from spotit.errors import UsageError
from spotit.files import read_text
from spotit.frozen import frozen
from spotit.options import Columns, Options, Semantics
from spotit.reason import EnoughRows, EqualParts, Rewritten, SamePlan
from spotit.search.pair import Pair, make_pair
from spotit.search.prove.conditions import rows_differ
from spotit.search.prove.matching.equal_parts import equal_parts
from spotit.search.prove.same_plan import NormalForms, same_plan
from spotit.search.prove.threshold import threshold
from spotit.smt.solve.scripts import SOLVERS
from spotit.smt.solve.smtlib import dump
from spotit.smt.terms.term import FALSE
from spotit.symbolic.encode import encode
from spotit.verdict import Equivalent
from spotit.work import Work

MAIN = "certificate.json"
_KINDS = {SamePlan: "same plan", EqualParts: "equal parts", EnoughRows: "enough rows"}
_WORK = 30.0
"""Work that a question may take when it is found again."""
_SECONDS = 60.0
"""For one solver and one question."""


class _Stated(msgspec.Struct, frozen=True):
    """The options that the claim depends on."""

    semantics: Semantics
    columns: Columns
    degenerate: bool
    null_keys: bool
    foreign_keys: bool
    now: str | None


class _Rows(msgspec.Struct, frozen=True):
    needed: int
    proved: int


class _Content(msgspec.Struct, frozen=True):
    """What `certificate.json` holds; a claim for people and other fields are not looked at."""

    format: Literal[1]
    kind: Literal["same plan", "equal parts", "enough rows"]
    left: str
    right: str
    schema: str
    options: _Stated
    arrangement: tuple[int, ...] | None
    assumptions: tuple[str, ...]
    questions: tuple[str, ...]
    steps: dict[str, list[dict[str, str]]] = {}
    rows: _Rows | None = None


@frozen
class Checked:
    """One step of a certificate and whether it holds; None where nobody could tell."""

    what: str
    holds: bool | None


def certificate(verdict: Equivalent, left: str, right: str, schema_ddl: str, options: Options) -> dict[str, str]:
    """Return the files of a certificate, by name."""
    reason = verdict.reason
    stated = {
        "semantics": options.semantics.value,
        "columns": options.columns.value,
        "degenerate": options.degenerate,
        "null_keys": options.null_keys,
        "foreign_keys": options.foreign_keys,
        "now": options.now,
    }
    matched = None if verdict.matched is None else [place - 1 for place in verdict.matched.places]
    content: dict[str, object] = {
        "format": 1,
        "claim": reason.text,
        "kind": _KINDS[type(reason)],
        "left": left,
        "right": right,
        "schema": schema_ddl,
        "options": stated,
        "arrangement": matched,
        "assumptions": [str(assumption) for assumption in verdict.assumptions],
    }
    questions: tuple[str, ...] = ()
    if isinstance(reason, EnoughRows):
        content["rows"] = {"needed": reason.needed, "proved": reason.proved}
        questions = (_bounded_question(_pair(left, right, schema_ddl, options), reason.needed),)
    else:
        content["open"] = [choice.value for choice in reason.open]
        content["steps"] = {"left": _steps(reason.left), "right": _steps(reason.right)}
        questions = reason.questions if isinstance(reason, EqualParts) else ()
    named = {f"question-{number}.smt2": _script(text) for number, text in enumerate(questions, 1) if text}
    content["questions"] = list(named)
    content["folded"] = sum(1 for text in questions if not text)
    return {MAIN: json.dumps(content, indent=2) + "\n", **named}


def _steps(steps: tuple[Rewritten, ...]) -> list[dict[str, str]]:
    return [{"rule": step.rule, "place": step.place} for step in steps]


def _script(question: str) -> str:
    return f"; It is claimed that this cannot be satisfied.\n(set-logic ALL)\n{question}\n(check-sat)\n"


def read_certificate(folder: Path) -> dict[str, str]:
    """Return the files of a certificate; raise `UsageError` where there is none."""
    if not folder.is_dir():
        raise UsageError(f"there is no folder {folder}")
    try:
        paths = [folder / MAIN, *sorted(folder.glob("question-*.smt2"))]
    except OSError as error:
        raise UsageError(f"no certificate can be read in {folder}: {error.strerror}") from None
    if link := next((path for path in paths if path.is_symlink()), None):
        raise UsageError(f"{link} is a link: a certificate is files in one folder")
    return {path.name: read_text(path) for path in paths}


def verify(files: Mapping[str, str]) -> Iterator[Checked]:
    """Yield what a certificate says, each decided again: from the queries' texts, and by every solver at hand.

    A solver is given the questions that the plans ask, never a text that only stands in a file: scripts can write
    files.
    """
    try:
        content = _decoded(files[MAIN])
        stated = content.options
        options = Options(
            semantics=stated.semantics,
            columns=stated.columns,
            degenerate=stated.degenerate,
            null_keys=stated.null_keys,
            foreign_keys=stated.foreign_keys,
            now=stated.now,
        )
        pair = _pair(content.left, content.right, content.schema, options)
    except (ValueError, QueryError) as error:
        raise UsageError(f"the certificate cannot be read: {error}") from None
    if pair.plans is None:
        yield Checked("both queries have plans", holds=False)
        return
    if not _is_possible(content.arrangement, pair):
        yield Checked("the columns are arranged as the options permit", holds=False)
        return
    derive: Callable[[Pair, _Content], tuple[list[Checked], tuple[str, ...]]]
    derive = _again_by_rows if content.kind == "enough rows" else _again_by_plans
    found, questions = derive(pair, content)
    yield from found
    scripts = {f"question-{number}.smt2": _script(text) for number, text in enumerate(questions, 1) if text}
    stored = {name: text for name, text in files.items() if name != MAIN}
    same = set(scripts) == set(stored) and tuple(scripts) == content.questions
    yield Checked(f"the proof asks {len(scripts)} question{'s' * (len(scripts) != 1)}, and has as many", holds=same)
    for name, text in stored.items():
        yield Checked(f"{name} is the question that the plans ask", holds=scripts.get(name) == text)
    for name, text in scripts.items():
        for solver, decide in SOLVERS:
            answer = decide(text, _SECONDS)
            if answer is not None:
                holds = {"unsat": True, "sat": False}.get(answer)
                yield Checked(f"{name} cannot be satisfied, by {solver}", holds=holds)


def _decoded(text: str) -> _Content:
    try:
        return msgspec.json.decode(text.encode("utf-8", "replace"), type=_Content)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def _pair(left: str, right: str, schema_ddl: str, options: Options) -> Pair:
    """Return the pair that a certificate is about."""
    return make_pair(left, right, open_engine(system().read_ddl(schema_ddl), options))


def _is_possible(arrangement: Arrangement | None, pair: Pair) -> bool:
    """Tell whether columns may be matched so: each column of the left with another one of the right."""
    if arrangement is None:
        return True
    assert pair.plans is not None
    left, right = (len(plan.rel.columns) for plan in pair.plans)
    fits = len(arrangement) == left and len(set(arrangement)) == left and all(0 <= n < right for n in arrangement)
    return fits and can_arrange(left, right, pair.options.matching)


def _again_by_plans(pair: Pair, content: _Content) -> tuple[list[Checked], tuple[str, ...]]:
    """Rewrite both plans again, compare them, and return the questions that are left."""
    assert pair.plans is not None
    forms = NormalForms(pair.plans, pair.schema, pair.options, content.arrangement)
    same = same_plan(forms)
    if content.kind == "same plan":
        kept = same is not None and content.steps == {"left": _steps(same.left), "right": _steps(same.right)}
        found = [Checked("both plans are the same", holds=same is not None), Checked("by these steps", holds=kept)]
        return found, ()
    shown = equal_parts(forms, pair.samples_at(1), Work().allow(_WORK))
    if shown is None:
        return [Checked("both plans have one shape and equal parts", holds=False)], ()
    proof = shown.proof
    steps = content.steps == {"left": _steps(proof.left), "right": _steps(proof.right)}
    taken = [str(assumption) for assumption in (*pair.rests_on(proof), *shown.assumptions)]
    return [
        Checked("both plans have one shape and equal parts", holds=True),
        Checked("by these steps", holds=steps),
        Checked("under these assumptions", holds=taken == list(content.assumptions)),
    ], proof.questions


def _again_by_rows(pair: Pair, content: _Content) -> tuple[list[Checked], tuple[str, ...]]:
    """Count again how many rows a difference needs, and return the question for so many."""
    assert pair.plans is not None
    needed, rows = threshold(pair.plans, pair.schema, pair.options), content.rows
    holds = needed is not None and rows is not None and needed == rows.needed <= rows.proved
    found = [Checked(f"a difference would show with {needed} rows per table", holds=holds)]
    return found, (_bounded_question(pair, needed),) if needed is not None else ()


def _bounded_question(pair: Pair, rows: int) -> str:
    """Return the question whether the queries differ with so many rows per table; empty where nothing is left."""
    assert pair.plans is not None
    encoding = encode(*pair.plans, max(rows, 1), pair.setting_at(max(rows, 1)))
    with encoding.terms:
        differ = rows_differ(encoding, degenerate=pair.options.degenerate)
        return "" if differ is FALSE else dump([*encoding.constraints, differ])

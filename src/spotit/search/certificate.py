"""Certificates: what makes two queries equivalent on every database, as files that can be decided again.

A certificate is a folder: `certificate.json` has the queries, the schema, the options and the steps of the proof, and
each `question-N.smt2` says that parts of the queries differ, which no solver may find satisfiable.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from spotit.arrangement import Arrangement
from spotit.engine.open import open_engine, system
from spotit.errors import UsageError
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
_FORMAT = 1
_KINDS = {SamePlan: "same plan", EqualParts: "equal parts", EnoughRows: "enough rows"}
_WORK = 30.0
"""Work that a question may take when it is found again."""
_SECONDS = 60.0
"""For one solver and one question."""


@dataclass(frozen=True, slots=True)
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
        "format": _FORMAT,
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
        questions = (_bounded_question(_pair(content), reason.needed),)
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
    try:
        names = [MAIN, *sorted(path.name for path in folder.glob("question-*.smt2"))]
        return {name: (folder / name).read_text(encoding="utf-8") for name in names}
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"no certificate can be read in {folder}: {error}") from None


def verify(files: Mapping[str, str]) -> Iterator[Checked]:
    """Yield what a certificate says, each decided again: from the queries' texts, and by every solver at hand."""
    try:
        content = json.loads(files[MAIN])
        if content["format"] != _FORMAT or content["kind"] not in _KINDS.values():
            raise UsageError("the certificate is of a kind that this version does not know")
        pair = _pair(content)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UsageError(f"the certificate cannot be read: {error}") from None
    if pair.plans is None:
        yield Checked("both queries have plans", holds=False)
        return
    derive: Callable[[Pair, dict[str, object]], tuple[list[Checked], tuple[str, ...]]]
    derive = _again_by_rows if content["kind"] == "enough rows" else _again_by_plans
    found, questions = derive(pair, content)
    yield from found
    scripts = {f"question-{number}.smt2": _script(text) for number, text in enumerate(questions, 1) if text}
    stored = {name: text for name, text in files.items() if name != MAIN}
    same = set(scripts) == set(stored) and list(scripts) == content.get("questions")
    yield Checked(f"the proof asks {len(scripts)} question{'s' * (len(scripts) != 1)}, and has as many", holds=same)
    for name, text in stored.items():
        yield Checked(f"{name} is the question that the plans ask", holds=scripts.get(name) == text)
        for solver, decide in SOLVERS:
            answer = decide(text, _SECONDS)
            if answer is not None:
                holds = {"unsat": True, "sat": False}.get(answer)
                yield Checked(f"{name} cannot be satisfied, by {solver}", holds=holds)


def _pair(content: Mapping[str, object]) -> Pair:
    """Return the pair that a certificate is about."""
    stated = content["options"]
    assert isinstance(stated, dict)
    options = Options(
        semantics=Semantics(stated["semantics"]),
        columns=Columns(stated["columns"]),
        degenerate=bool(stated["degenerate"]),
        null_keys=bool(stated["null_keys"]),
        foreign_keys=bool(stated["foreign_keys"]),
        now=stated["now"],
    )
    schema = system().read_ddl(str(content["schema"]))
    return make_pair(str(content["left"]), str(content["right"]), open_engine(schema, options))


def _again_by_plans(pair: Pair, content: Mapping[str, object]) -> tuple[list[Checked], tuple[str, ...]]:
    """Rewrite both plans again, compare them, and return the questions that are left."""
    assert pair.plans is not None
    places = content.get("arrangement")
    arrangement: Arrangement | None = tuple(map(int, places)) if isinstance(places, list) else None
    forms = NormalForms(pair.plans, pair.schema, pair.options, arrangement)
    same = same_plan(forms)
    if content["kind"] == "same plan":
        kept = same is not None and content["steps"] == {"left": _steps(same.left), "right": _steps(same.right)}
        found = [Checked("both plans are the same", holds=same is not None), Checked("by these steps", holds=kept)]
        return found, ()
    shown = equal_parts(forms, pair.samples_at(1), Work().allow(_WORK))
    if shown is None:
        return [Checked("both plans have one shape and equal parts", holds=False)], ()
    proof = shown.proof
    steps = content["steps"] == {"left": _steps(proof.left), "right": _steps(proof.right)}
    taken = [str(assumption) for assumption in (*pair.stated, *shown.assumptions)]
    return [
        Checked("both plans have one shape and equal parts", holds=True),
        Checked("by these steps", holds=steps),
        Checked("under these assumptions", holds=taken == content["assumptions"]),
    ], proof.questions


def _again_by_rows(pair: Pair, content: Mapping[str, object]) -> tuple[list[Checked], tuple[str, ...]]:
    """Count again how many rows a difference needs, and return the question for so many."""
    assert pair.plans is not None
    needed, rows = threshold(pair.plans, pair.schema, pair.options), content["rows"]
    assert isinstance(rows, dict)
    holds = needed is not None and needed == rows["needed"] <= rows["proved"]
    found = [Checked(f"a difference would show with {needed} rows per table", holds=holds)]
    return found, (_bounded_question(pair, needed),) if needed is not None else ()


def _bounded_question(pair: Pair, rows: int) -> str:
    """Return the question whether the queries differ with so many rows per table; empty where nothing is left."""
    assert pair.plans is not None
    encoding = encode(*pair.plans, max(rows, 1), pair.setting_at(max(rows, 1)))
    with encoding.terms:
        differ = rows_differ(encoding, degenerate=pair.options.degenerate)
        return "" if differ is FALSE else dump([*encoding.constraints, differ])

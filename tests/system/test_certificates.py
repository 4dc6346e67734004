"""Certificates: written by check, decided again, and refused when someone has changed them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import spotit
from spotit import Equivalent, Options, load_schema
from spotit.engine.open import system
from spotit.errors import UsageError
from spotit.search.certificate import MAIN, certificate, read_certificate, verify
from spotit.smt.solve.scripts import SOLVERS, by_cvc5, by_z3

DDL = """
CREATE TABLE dept(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, budget INTEGER);
CREATE TABLE emp(id INTEGER PRIMARY KEY, dept_id INTEGER NOT NULL REFERENCES dept(id), age INTEGER CHECK (age > 0));
CREATE TABLE log(a INTEGER, b INTEGER, c TEXT);
"""
PAIRS = {
    "same plan": ("SELECT id FROM emp WHERE age > 3 AND id < 9", "SELECT id FROM emp WHERE 9 > id AND age > 3", "bag"),
    "equal parts": (
        "SELECT MAX(age) FROM emp WHERE age > 3 AND (id = 1 OR age < 7)",
        "SELECT MAX(age) FROM emp WHERE (age >= 4 AND id = 1) OR (age > 3 AND NOT age >= 7)",
        "bag",
    ),
    "enough rows": ("SELECT x.a FROM log x JOIN log y ON x.a <= y.a", "SELECT a FROM log WHERE a IS NOT NULL", "set"),
}


def written(kind: str) -> dict[str, str]:
    """Return the certificate of a pair."""
    left, right, semantics = PAIRS[kind]
    schema, options = load_schema(DDL), Options(semantics=semantics)  # type: ignore[arg-type]
    verdict = spotit.check(left, right, schema, options)
    assert isinstance(verdict, Equivalent), verdict
    return certificate(verdict, left, right, system().ddl(schema), options)


@pytest.mark.parametrize("kind", PAIRS)
def test_a_certificate_holds(kind: str, tmp_path: Path) -> None:
    for name, text in written(kind).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    files = read_certificate(tmp_path)
    assert json.loads(files[MAIN])["kind"] == kind
    found = list(verify(files))
    assert found and all(step.holds for step in found), found


@pytest.mark.parametrize("kind", PAIRS)
def test_a_certificate_is_of_its_queries(kind: str) -> None:
    files = written(kind)
    content = json.loads(files[MAIN])
    content["right"] = content["right"].replace("7", "8").replace("9", "8").replace("NOT NULL", "NULL")
    found = list(verify({**files, MAIN: json.dumps(content)}))
    assert any(step.holds is False for step in found), found


def test_questions_cannot_be_exchanged() -> None:
    files = written("equal parts")
    names = [name for name in files if name != MAIN]
    assert names
    easy = {**files, names[0]: "(set-logic ALL)\n(assert false)\n(check-sat)\n"}
    assert any(step.holds is False for step in verify(easy))
    missing = {name: text for name, text in files.items() if name != names[0]}
    assert any(step.holds is False for step in verify(missing))


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": 2}', '{"format": 1, "kind": "faith"}'])
def test_what_is_no_certificate(text: str) -> None:
    with pytest.raises(UsageError):
        list(verify({MAIN: text}))


def test_solvers_answer_scripts() -> None:
    script = "(set-logic ALL)\n(declare-const x Int)\n(assert (and (> x 1) (< x {})))\n(check-sat)\n"
    for name, decide in SOLVERS:
        if name == "cvc5" and by_cvc5(script.format(2), 10) is None:
            continue
        assert decide(script.format(2), 10) == "unsat"
        assert decide(script.format(3), 10) == "sat"
    assert by_z3(script.format(2), 10) == "unsat"

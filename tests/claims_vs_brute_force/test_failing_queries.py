"""A query that fails where another answers is no equal of it: no claim is contradicted by a failure."""

from __future__ import annotations

from collections import Counter

import pytest

import spotit
from generate import failing
from spotit import Different, Equivalent, EquivalentUpTo, Options, load_schema
from spotit.engine.compare import degenerate, same
from spotit.engine.failures import QueryError
from spotit.engine.open import open_engine
from spotit.engine.outcome import outcome
from spotit.engine.protocol import Engine
from spotit.options import Semantics
from spotit.verdict import Grade

SCHEMA = load_schema(failing.DDL)
OPTIONS = Options(bound=2, timeout=5.0)
DATABASES = list(failing.databases())


def accepted(engine: Engine, *queries: str) -> bool:
    """Tell whether the engine takes the queries: some places do not take some expressions."""
    try:
        for sql in queries:
            engine.inspect(sql)
    except QueryError:
        return False
    return True


def told_apart(engine: Engine, left: str, right: str) -> bool:
    """Tell whether one of the databases shows a difference."""
    for database in DATABASES:
        engine.load(database)
        results = outcome(engine, left), outcome(engine, right)
        if not same(*results, Semantics.SET, ordered=False) and not degenerate(*results, Semantics.SET):
            return True
    return False


def contradicted(pairs: list[tuple[str, str]]) -> tuple[list[tuple[str, str]], Counter[str]]:
    """Return the pairs that are called equal and are not, and how often each verdict was given."""
    engine = open_engine(SCHEMA, OPTIONS)
    found, verdicts = [], Counter[str]()
    for left, right in pairs:
        if accepted(engine, left, right):
            verdict = spotit.check(left, right, SCHEMA, OPTIONS)
            verdicts[type(verdict).__name__] += 1
            if isinstance(verdict, Equivalent | EquivalentUpTo) and told_apart(engine, left, right):
                found.append((left, right))
    return found, verdicts


def test_single_failures() -> None:
    wrong, verdicts = contradicted(list(failing.SINGLE))
    assert not wrong
    assert verdicts["Different"] >= 20
    assert verdicts["Equivalent"] + verdicts["EquivalentUpTo"] >= 4


@pytest.mark.parametrize("part", range(6))
def test_a_failing_expression_anywhere(part: int) -> None:
    wrong, verdicts = contradicted(list(failing.pairs())[part::24])
    assert not wrong
    assert verdicts["Different"] >= verdicts.total() / 4


@pytest.mark.slow
@pytest.mark.parametrize("part", range(6, 24))
def test_at_length(part: int) -> None:
    assert not contradicted(list(failing.pairs())[part::24])[0]


@pytest.mark.parametrize(("left", "right"), list(failing.endless())[::7])
def test_endless_recursion_is_no_equal(left: str, right: str) -> None:
    assert not isinstance(spotit.check(left, right, SCHEMA, OPTIONS), Equivalent | EquivalentUpTo)


@pytest.mark.parametrize("expression", failing.FAILING[:7])
def test_what_always_fails_has_the_grade_error(expression: str) -> None:
    verdict = spotit.check("SELECT a FROM t", f"SELECT a FROM t WHERE {expression} IS NOT 'q'", SCHEMA, OPTIONS)
    assert isinstance(verdict, Different)
    assert verdict.grade is Grade.ERROR

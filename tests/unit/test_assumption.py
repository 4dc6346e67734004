"""Assumptions and reasons are values: their kinds decide, and each has one sentence."""

from __future__ import annotations

import pytest

from spotit.assumption import Assumption, AssumptionKind, Standing, only_about_values
from spotit.reason import Obstacle, ObstacleKind, worker_ended
from spotit.symbolic import ledger
from spotit.verdict import EquivalentUpTo, Undecided, Unrefuted, claim


def example(kind: AssumptionKind) -> Assumption:
    """Return an assumption of a kind, with a column, a number, an instant where its sentence has a place for them."""
    column = ("t", "a.b") if "{column}" in kind.sentence else None
    instant = "2024-02-29 12:00:00" if "{instant}" in kind.sentence else None
    fact = "t.a > 1" if "{fact}" in kind.sentence else None
    return Assumption(kind, column, 24 if "{number}" in kind.sentence else None, instant, fact)


@pytest.mark.parametrize("kind", AssumptionKind)
def test_a_sentence_tells_its_kind(kind: AssumptionKind) -> None:
    text = example(kind).text
    assert "{" not in text and "None" not in text
    assert AssumptionKind.of_sentence(text) is kind
    assert AssumptionKind.of_sentence(f"{text} always") is None


def test_a_sentence_names_its_column_and_its_number() -> None:
    assert ledger.text_pool(("member", "name"), 24).text == "text of member.name from a pool of 24 values"
    assert ledger.INTEGERS.text == "integer columns hold integers"


@pytest.mark.parametrize("kind", AssumptionKind)
def test_what_may_fail_has_a_phrase_for_the_headline(kind: AssumptionKind) -> None:
    assert bool(kind.limit) == (kind.standing is Standing.FALLIBLE)
    assert "{" not in example(kind).limit and "None" not in example(kind).limit


def test_the_headline_of_unrefuted_says_how_far_the_search_reached() -> None:
    verdict = Unrefuted(5, (ledger.BOOLEANS, ledger.text_pool(("member", "name"), 24), ledger.REALS))
    phrase = "among 24 sample texts of member.name and with exact real arithmetic"
    assert claim(verdict) == f"No difference found {phrase}, with at most 5 rows per table."
    assert verdict.as_dict()["verdict"] == "unrefuted" and verdict.as_dict()["bound"] == 5


def test_a_proof_extends_to_every_size_under_assumptions_about_single_values_alone() -> None:
    extending = {kind for kind in AssumptionKind if only_about_values([example(kind)])}
    assert {kind for kind in AssumptionKind if kind.standing is Standing.DOMAIN} < extending
    assert extending & {AssumptionKind.TEXT_POOL, AssumptionKind.REALS, AssumptionKind.TIES} == set()
    assert only_about_values([])
    assert not only_about_values([ledger.BOOLEANS, ledger.TIES])


def test_the_json_form_has_sentences() -> None:
    verdict = EquivalentUpTo(5, (ledger.REALS, ledger.recursion(9)))
    assert verdict.as_dict()["assumptions"] == [ledger.REALS.text, "recursion stops within 9 steps"]


def test_an_obstacle_names_the_bound_where_there_is_one() -> None:
    assert Obstacle(ObstacleKind.MEMORY).text == "memory"
    assert Obstacle(ObstacleKind.GAVE_UP, "(incomplete {x})", 3).text == "(incomplete {x}) at 3 rows per table"
    assert Undecided(worker_ended("killed")).as_dict()["reason"] == "killed"

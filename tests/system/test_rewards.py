"""Rewards as trainers ask for them: TRL's, verl's and OpenRLHF's calls, and what is worth nothing."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

import spotit
from spotit.evaluate.answers.query_in_text import query_in
from spotit.integrations import rewards
from spotit.integrations.rewards import RewardScale, SqlReward, compute_score, compute_scores, gold_weight, trl_reward
from spotit.verdict import Grade

DDL = "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, s TEXT)"
GOLD = "SELECT a FROM t WHERE a > 1"
RIGHT, WRONG, SILLY = "SELECT a FROM t WHERE a >= 2", "SELECT a FROM t", "SELECT nothing FROM t"


@pytest.fixture(scope="module")
def scoring():
    opened = SqlReward(DDL, jobs=2)
    yield opened
    opened.close()


@pytest.mark.parametrize(
    ("text", "sql"),
    [
        ("SELECT 1;", "SELECT 1"),
        ("```sql\nSELECT 1;\n```", "SELECT 1"),
        ("First\n```sql\nSELECT 1\n```\nbut better\n```sql\nSELECT 2\n```\nDone.", "SELECT 2"),
        ("```python\nprint(1)\n```\n```sqlite\nSELECT 2", "SELECT 2"),
        ("<think>SELECT 0</think><answer>SELECT 1</answer>", "SELECT 1"),
        ("<think>SELECT 0 and no end", ""),
        ("The query is:\nWITH x AS (SELECT 1)\nSELECT * FROM x", "WITH x AS (SELECT 1)\nSELECT * FROM x"),
        ("", ""),
        ("I cannot.", "I cannot."),
    ],
)
def test_the_query_of_an_answer(text: str, sql: str) -> None:
    assert query_in(text) == sql


def test_trl_calls_it_with_columns(scoring: SqlReward) -> None:
    reward = trl_reward(rewards=scoring)
    assert reward.__name__ == "spotit_reward"
    completions = [
        f"<think>x</think>```sql\n{RIGHT}\n```",
        WRONG,
        SILLY,
        "no idea",
        [{"role": "assistant", "content": RIGHT}],
    ]
    columns = {"gold": [GOLD] * 5, "trainer_state": None, "completion_ids": [[1]] * 5}
    assert reward(["p"] * 5, completions, **columns) == [1.0, 0.0, 0.0, 0.0, 1.0]
    assert reward(["p"], [RIGHT], gold=[GOLD], schema=[DDL], gold_weight=[0.5]) == [0.5]
    with pytest.raises(KeyError, match="no column 'gold'"):
        reward(prompts=["p"], completions=[RIGHT], sql=[GOLD])


def test_what_says_nothing_about_the_answer_has_no_reward(scoring: SqlReward) -> None:
    (broken,) = scoring.score(["SELECT nothing FROM t"], [RIGHT])
    assert broken.reward is None and broken.verdict == "invalid"
    (without,) = SqlReward.score(scoring, ["SELECT 1"], ["SELECT 1"], ["CREATE TABLE ("])
    assert without.reward is None
    assert RewardScale().reward(spotit.Unsupported("x", "left")) is None
    assert RewardScale().reward(spotit.Unsupported("x", "right")) == 0.0


def test_weak_differences_are_worth_something(scoring: SqlReward) -> None:
    nulls, ordinary = scoring.score(["SELECT COUNT(a) FROM t"] * 2, ["SELECT COUNT(*) FROM t", "SELECT 1 FROM t"])
    assert (nulls.grade, nulls.reward) == ("nulls", 0.2)
    assert (ordinary.grade, ordinary.reward) == ("ordinary", 0.0)
    assert set(RewardScale().grades) == set(Grade)


def test_an_answer_with_parameters_is_invalid(scoring: SqlReward) -> None:
    (found,) = scoring.score([GOLD], ["SELECT a FROM t WHERE a > ? OR a > 1"])
    assert (found.verdict, found.reward) == ("invalid", 0.0)


def test_equal_answers_are_worked_out_once(scoring: SqlReward, monkeypatch: pytest.MonkeyPatch) -> None:
    first = scoring.score([GOLD] * 3, [RIGHT, f"```sql\n{RIGHT};\n```", WRONG])
    assert first[0] is first[1]
    monkeypatch.setattr(spotit.Pool, "check_groups", None)
    assert scoring.score([GOLD], [RIGHT]) == [first[0]]


def test_verl_and_openrlhf_call_functions_of_the_module(monkeypatch: pytest.MonkeyPatch, scoring: SqlReward) -> None:
    monkeypatch.setattr(rewards, "_shared", lambda: scoring)
    one = compute_score("bird", RIGHT, GOLD, {"schema": DDL})
    assert one == {"score": 1.0, "decided": 1.0, "verdict": one["verdict"]}
    label = json.dumps({"sql": GOLD, "schema": DDL})
    many = compute_scores(["bird"] * 2, [WRONG, RIGHT], [label, label], [None, None])
    assert [found["score"] for found in many] == [0.0, 1.0]
    found = rewards.reward_func([f"prompt{RIGHT}", f"prompt{WRONG}"], ["prompt"] * 2, [label, label])
    assert list(found["rewards"]) == [1.0, 0.0] and list(found["extra_logs"]["decided"]) == [1.0, 1.0]


@pytest.mark.parametrize("told", ["", "sys.modules['custom_module'] = module; "], ids=["as OpenRLHF", "as verl"])
def test_a_trainer_loads_the_file_by_its_path(told: str) -> None:
    code = (
        "import importlib.util as u, sys\n"
        f"spec = u.spec_from_file_location('custom_module', {rewards.__file__!r})\n"
        f"module = u.module_from_spec(spec); {told}spec.loader.exec_module(module)\n"
        f"print(module.compute_score('x', {RIGHT!r}, {GOLD!r}, {{'schema': {DDL!r}}})['score'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout.strip() == "1.0", done.stderr


def test_suspect_golds_weigh_less() -> None:
    assert gold_weight(GOLD, DDL) == 1.0
    assert gold_weight("SELECT a FROM t WHERE s = 'x' OR 'y'", DDL) == 0.5
    assert gold_weight("SELECT", DDL) == 0.0

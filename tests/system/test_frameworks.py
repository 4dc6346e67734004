"""SpotIt inside evaluation frameworks and agents, with the real packages where they are installed."""

from __future__ import annotations

import asyncio
import json
import math
import os
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DDL = "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, s TEXT);"
GOLD = "SELECT a FROM t WHERE a > 1"
ANSWERS = {
    "```sql\nSELECT a FROM t WHERE a >= 2\n```": "C",
    "SELECT a FROM t": "I",
    "SELECT nothing FROM t": "I",
}
PAIR = {"left": GOLD, "right": GOLD, "schema": DDL}
WITNESS = "CREATE TABLE t (a);\n{}-- left\nSELECT {};\n-- right\nSELECT 1;\n"
HOSTILE_CALLS = [
    ("check", {**PAIR, "schema": "/etc/passwd("}, "invalid"),
    ("check", {**PAIR, "schema": "CREATE TABLE ("}, "invalid"),
    ("check", {**PAIR, "bound": 0}, "error"),
    ("check", {**PAIR, "bound": "many"}, "error"),
    ("check", {**PAIR, "semantics": "x"}, "error"),
    ("check", {**PAIR, "timeout": -1}, "error"),
    ("check", {**PAIR, "timeout": 1e99}, "equivalent"),
    ("check", {**PAIR, "left": ""}, "invalid"),
    ("check", {**PAIR, "left": "SELECT '\x00'"}, "invalid"),
    ("check", {**PAIR, "left": f"SELECT {'(' * 9000}1{')' * 9000}"}, "invalid"),
    ("check", {**PAIR, "left": "SELECT a FROM t; DROP TABLE t"}, "invalid"),
    ("check", {**PAIR, "left": "x" * 2_000_000}, "invalid"),
    ("check", {"left": GOLD}, "error"),
    ("check", {**PAIR, "left": None}, "error"),
    ("lint", {"query": GOLD, "schema": "nope"}, "error"),
    ("replay", {"witness_file": "/etc/passwd"}, "error"),
    ("replay", {"witness_file": WITNESS.format("ATTACH '/tmp/spotit-hostile.db' AS x;\n", "1")}, "error"),
    ("replay", {"witness_file": WITNESS.format("", "readfile('/etc/passwd')")}, "error"),
    ("nothing", {}, "error"),
]
"""What an agent may send by mistake or with bad intent, and what comes of it."""
pytestmark = pytest.mark.filterwarnings("ignore")
EXTRA = "not installed; it is in the extra spotit[frameworks]"


def _count_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Inspect count tokens without the table that it would fetch from the network."""
    tiktoken = pytest.importorskip("tiktoken", reason="comes with inspect_ai")

    class Characters:
        def encode(self, text: str, **_: object) -> list[int]:
            return [ord(character) for character in text]

    for name in ("get_encoding", "encoding_for_model"):
        monkeypatch.setattr(tiktoken, name, lambda *_: Characters())


def test_the_scorer_of_inspect(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inspect_ai = pytest.importorskip("inspect_ai", reason=f"inspect_ai is {EXTRA}")
    from inspect_ai.dataset import Sample
    from inspect_ai.model import ModelOutput, get_model
    from inspect_ai.solver import generate

    from spotit.integrations.inspect import equivalence

    monkeypatch.setenv("INSPECT_DISPLAY", "none")
    _count_characters(monkeypatch)
    answers = [*ANSWERS, "SELECT a FROM t"]
    samples = [Sample(input="?", target=GOLD, id=n, metadata={"schema": DDL}) for n in range(len(ANSWERS))]
    samples.append(Sample(input="?", target="SELECT nothing FROM t", id=len(ANSWERS), metadata={"schema": DDL}))
    outputs = [ModelOutput.from_content("mockllm/model", text) for text in answers]
    task = inspect_ai.Task(dataset=samples, solver=generate(), scorer=equivalence(jobs=1, bound=2))
    model = get_model("mockllm/model", custom_outputs=outputs)
    (log,) = inspect_ai.eval(task, model=model, log_dir=str(tmp_path), max_samples=1)
    assert log.status == "success", log.error
    scores = [sample.scores["equivalence"] for sample in log.samples]
    assert [score.value for score in scores[:3]] == list(ANSWERS.values())
    assert math.isnan(scores[3].value)  # the gold query is broken: nothing is known about the answer
    assert scores[1].metadata["verdict"]["witness"]["tables"]
    assert "The queries differ" in scores[1].explanation
    assert log.results.scores[0].metrics["accuracy"].value == pytest.approx(1 / 3)


def test_the_metric_of_hugging_face(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("evaluate", reason=f"evaluate is {EXTRA}")
    from spotit.integrations.hf_metric import SqlEquivalence

    metric = SqlEquivalence(cache_dir=str(tmp_path))
    found = metric.compute(predictions=list(ANSWERS), references=[GOLD] * 3, schema=DDL, bound=2, jobs=1)
    assert found["equivalence"] == pytest.approx(1 / 3) and found["known"] == 1.0
    assert found["verdicts"][1:] == ["different", "invalid"]


def test_the_task_of_lm_eval(monkeypatch: pytest.MonkeyPatch) -> None:
    lm_eval = pytest.importorskip("lm_eval", reason=f"lm_eval is {EXTRA}")
    from lm_eval.api.model import LM
    from lm_eval.tasks import TaskManager

    class Canned(LM):
        def generate_until(self, requests, disable_tqdm=False):
            return ["SELECT name FROM customer WHERE city = 'Rome';", "SELECT COUNT(city) FROM customer"]

        def loglikelihood(self, requests, disable_tqdm=False):
            raise NotImplementedError

        def loglikelihood_rolling(self, requests, disable_tqdm=False):
            raise NotImplementedError

    monkeypatch.chdir(ROOT)
    tasks = TaskManager(include_path=str(ROOT / "examples/lm_eval"))
    found = lm_eval.simple_evaluate(model=Canned(), tasks=["spotit_sql"], task_manager=tasks, bootstrap_iters=0)
    results = {key.partition(",")[0]: value for key, value in found["results"]["spotit_sql"].items()}
    assert (results["equivalence"], results["known"]) == (0.5, 1.0)


def test_the_server_for_agents() -> None:
    pytest.importorskip("mcp", reason=f"mcp is {EXTRA}")
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client

    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    command = StdioServerParameters(
        command=sys.executable, args=["-m", "spotit", "mcp", "--jobs", "1"], env=environment
    )

    async def talk() -> None:
        async with stdio_client(command) as (read, write), ClientSession(read, write) as session:
            await session.initialize()
            assert {tool.name for tool in (await session.list_tools()).tools} == {"check", "lint", "replay"}
            told = await session.call_tool(
                "check", {"left": GOLD, "right": "SELECT a FROM t", "schema": DDL, "bound": 2}
            )
            verdict = json.loads(told.content[0].text)
            assert verdict["verdict"] == "different" and "The queries differ" in verdict["text"]
            again = await session.call_tool("replay", {"witness_file": verdict["witness_file"]})
            assert json.loads(again.content[0].text)["agree"] is False
            remarks = await session.call_tool("lint", {"query": "SELECT a FROM t WHERE a = NULL", "schema": DDL})
            assert json.loads(remarks.content[0].text)["name"] == "null-comparison"
            refused = await session.call_tool("check", {"left": GOLD, "right": GOLD, "schema": "/etc/passwd"})
            assert refused.model_dump(by_alias=True)["isError"]
            for tool, given, expected in HOSTILE_CALLS:
                answer = (await session.call_tool(tool, given)).model_dump(by_alias=True)
                text = answer["content"][0]["text"]
                found = "error" if answer["isError"] else json.loads(text)["verdict"]
                assert found == expected, (tool, given, text[:300])
                assert "Traceback" not in text
            many = [
                {"left": GOLD, "right": f"SELECT a FROM t WHERE a > {n}", "schema": DDL, "bound": 2} for n in range(8)
            ]
            told = await asyncio.gather(*(session.call_tool("check", given) for given in many))
            words = [json.loads(one.content[0].text)["verdict"] for one in told]
            assert words == ["equivalent" if n == 1 else "different" for n in range(8)]

    asyncio.run(talk())


def test_the_server_for_agents_does_not_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("mcp", reason=f"mcp is {EXTRA}")
    from spotit.integrations import mcp_server, tool_job

    sys.path.insert(0, str(ROOT / "tests"))
    from hostile import queries, schemas

    monkeypatch.setattr(tool_job, "SECONDS", 1.0)
    views = schemas.CLASSES["views that double"][0]
    endless = f"{queries.COUNT} SELECT i FROM n"
    script = f"CREATE TABLE t (a);\nINSERT INTO t {endless};\n-- left\nSELECT 1;\n-- right\nSELECT 1;\n"
    calls = [
        ("lint", {"query": "SELECT a FROM v39", "schema": views}),
        ("replay", {"witness_file": script}),
        ("replay", {"witness_file": "\x00" * 5000}),
        ("check", {"left": endless, "right": GOLD, "schema": DDL, "timeout": 0.5}),
        ("check", {"left": GOLD, "right": GOLD, "schema": views, "timeout": 0.5}),
        ("check", {"left": GOLD, "right": GOLD, "schema": DDL, "timeout": float("nan")}),
        ("check", {"left": GOLD, "right": GOLD, "schema": DDL, "bound": 10**9}),
        *(("check", {"left": GOLD, "right": t[0], "schema": DDL, "timeout": 0.3}) for t in queries.CLASSES.values()),
    ]  # fmt: skip
    server = mcp_server.server(1)

    async def answered(name: str, given: dict[str, object]) -> str:
        try:
            return str(await asyncio.wait_for(server.call_tool(name, given), 40))
        except TimeoutError:
            raise
        except Exception as error:
            return f"{type(error).__name__}: {error}"

    async def talk() -> list[str]:
        return [await answered(name, given) for name, given in calls]

    told = asyncio.run(talk())
    assert "killed at the hard limit" in told[0] and "killed at the hard limit" in told[1]
    assert all("Traceback" not in text and "internal failure" not in text for text in told), told
    assert all("verdict" in text or "Error" in text for text in told[3:]), told

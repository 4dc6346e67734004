"""Rewards for models that learn to write SQL: for TRL, verl and OpenRLHF, from one scale.

What the reward is worth against a model that looks for its gaps is in docs/how-to/rewards.md. Trainers load this very
file by its path, some without telling Python of the module: so it must not define dataclasses.
"""

from __future__ import annotations

import json
import os
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import Lock
from typing import Any

from spotit.api import SchemaSource
from spotit.batch import AnswerGroup, Pool
from spotit.errors import SpotitError
from spotit.evaluate.answers.query_in_text import query_in
from spotit.integrations.reward_scale import Rewarded, RewardScale
from spotit.lint.finding import Severity
from spotit.lint.lint_query import lint
from spotit.options import Options
from spotit.schema import Schema
from spotit.schemas.load import load_schema
from spotit.verdict import Different, Verdict

OPTIONS = Options(bound=3, work=0.5, timeout=30.0)
"""What a reward is worked out with: counted work, so that it does not depend on the load of the machine."""
CACHED = 100_000
"""Rewards that are remembered."""
_PROMPT_END = 24
"""Characters by which the end of a prompt is found again."""


class SqlReward:
    """Works out rewards on warm processes and remembers them. Any number of threads may use one."""

    def __init__(
        self,
        schema: SchemaSource | None = None,
        *,
        options: Options = OPTIONS,
        scale: RewardScale | None = None,
        pool: Pool | None = None,
        jobs: int | None = None,
    ) -> None:
        self._schema = schema
        self._options = options
        self._scale = scale or RewardScale()
        self._pool = pool or Pool(jobs, options=options)
        self._known: OrderedDict[tuple[str, str, str], Rewarded] = OrderedDict()
        self._lock = Lock()

    def score(
        self, golds: Sequence[str], answers: Sequence[str], schemas: Sequence[SchemaSource | None] | None = None
    ) -> list[Rewarded]:
        """Return the reward of each answer against the gold query at the same place; equal ones are worked out once."""
        given = schemas if schemas is not None else [None] * len(golds)
        sources = [self._schema if schema is None else schema for schema in given]
        texts = [query_in(answer) for answer in answers]
        keys = [(gold, text, _name(source)) for gold, text, source in zip(golds, texts, sources, strict=True)]
        wanted: dict[tuple[str, str], tuple[SchemaSource, list[str]]] = {}
        with self._lock:
            found = {key: self._known[key] for key in keys if key in self._known}
        for key, source in zip(keys, sources, strict=True):
            if key not in found and key[1]:
                if source is None:
                    raise ValueError("an answer has no schema: give one to SqlReward, or one with each answer")
                wanted.setdefault((key[0], key[2]), (source, []))[1].append(key[1])
        found |= self._worked_out(wanted)
        empty = Rewarded(self._scale.invalid, "invalid", None, "the answer holds no query")
        return [found[key] if key[1] else empty for key in keys]

    def close(self) -> None:
        """End the processes."""
        self._pool.close()

    def _worked_out(
        self, wanted: Mapping[tuple[str, str], tuple[SchemaSource, list[str]]]
    ) -> dict[tuple[str, str, str], Rewarded]:
        groups = [AnswerGroup(gold, tuple(texts), source) for (gold, _), (source, texts) in wanted.items()]
        verdicts = self._pool.check_groups(groups, self._options) if groups else []
        fresh = {
            (gold, text, name): _rewarded(verdict, self._scale)
            for ((gold, name), (_, texts)), group in zip(wanted.items(), verdicts, strict=True)
            for text, verdict in zip(texts, group, strict=True)
        }
        with self._lock:
            # What ended for want of time or memory may go well another time.
            self._known.update({key: one for key, one in fresh.items() if one.verdict != "undecided"})
            while len(self._known) > CACHED:
                self._known.popitem(last=False)
        return fresh


def trl_reward(
    schema: SchemaSource | None = None,
    *,
    gold: str = "gold",
    schema_column: str = "schema",
    rewards: SqlReward | None = None,
) -> Callable[..., list[float | None]]:
    """Return a reward function for TRL's trainers: `reward(prompts, completions, **columns)`.

    The dataset has a column with the gold query, and one with the schema unless all share one. A completion is text or
    a list of messages. A reward of None, which TRL leaves out, says that nothing is known about the completion. A
    column `gold_weight` scales the rewards. `rewards` has other options than the usual ones.
    """
    scoring = rewards or SqlReward(schema)

    def spotit_reward(
        prompts: Sequence[Any],
        completions: Sequence[Any],
        **columns: Any,  # noqa: ANN401 - what the dataset has
    ) -> list[float | None]:
        if gold not in columns:
            raise KeyError(f"the dataset has no column {gold!r} with the gold query; it has {', '.join(columns)}")
        texts = [_message(completion) for completion in completions]
        found = scoring.score(columns[gold], texts, columns.get(schema_column))
        weights = columns.get("gold_weight") or [1.0] * len(found)
        return [None if one.reward is None else one.reward * weight for one, weight in zip(found, weights, strict=True)]

    return spotit_reward


def compute_score(
    data_source: str,
    solution_str: str,
    ground_truth: str,
    extra_info: Mapping[str, Any] | None = None,
    **_more: object,
) -> dict[str, Any]:
    """Return the reward of one answer for verl: `custom_reward_function.path` is this file.

    `ground_truth` is the gold query, `extra_info["schema"]` the schema; or `ground_truth` is JSON with both. An
    undecided answer has the score 0 and says so, since verl knows no missing rewards.
    """
    (score,) = compute_scores([data_source], [solution_str], [ground_truth], [extra_info])
    return score


def compute_scores(
    data_sources: Sequence[str],
    solution_strs: Sequence[str],
    ground_truths: Sequence[str],
    extra_infos: Sequence[Mapping[str, Any] | None],
    **_more: object,
) -> list[dict[str, Any]]:
    """Return the rewards of a batch for verl's batch reward manager."""
    golds, schemas = zip(
        *(_labelled(truth, info) for truth, info in zip(ground_truths, extra_infos, strict=True)), strict=True
    )
    found = _shared().score(golds, solution_strs, schemas)
    return [
        {"score": one.reward or 0.0, "decided": float(one.reward is not None), "verdict": one.verdict} for one in found
    ]


def reward_func(
    queries: Sequence[str], prompts: Sequence[str], labels: Sequence[str], **_more: object
) -> dict[str, Any]:
    """Return the rewards of a batch for OpenRLHF: `--remote_rm_url` is this file.

    A query is the prompt with the answer behind it; a label is JSON with `sql` and `schema`. Undecided answers have the
    reward 0; `extra_logs` says how many were decided.
    """
    answers = [_behind(prompt, query) for query, prompt in zip(queries, prompts, strict=True)]
    golds, schemas = zip(*(_labelled(label, None) for label in labels), strict=True)
    found = _shared().score(golds, answers, schemas)
    rewards = [one.reward or 0.0 for one in found]
    decided = [float(one.reward is not None) for one in found]
    return {"rewards": _tensor(rewards), "scores": _tensor(rewards), "extra_logs": {"decided": _tensor(decided)}}


def gold_weight(gold: str, schema: SchemaSource) -> float:
    """Return how far a gold query is to be trusted: half, where a lint calls a part of it nearly always wrong."""
    source = schema if isinstance(schema, Schema) else load_schema(schema)
    try:
        findings = lint(gold, source)
    except SpotitError:
        return 0.0
    return 0.5 if any(finding.severity is Severity.WRONG for finding in findings) else 1.0


def _behind(prompt: str, query: str) -> str:
    """Return what follows the prompt; a tokenizer may have changed the prompt's spaces and marks, but not its end."""
    for known in (prompt, prompt.strip()[-_PROMPT_END:]):
        _, found, rest = query.partition(known) if known else ("", "", "")
        if found:
            return rest
    return query


def _rewarded(verdict: Verdict, scale: RewardScale) -> Rewarded:
    grade = verdict.grade.value if isinstance(verdict, Different) else None
    return Rewarded(scale.reward(verdict), verdict.verdict, grade, str(verdict.as_dict()["reason"]))


def _name(schema: SchemaSource | None) -> str:
    """Return what tells one schema from another."""
    return f"{schema.resolve()}" if isinstance(schema, Path) else repr(schema)


def _message(completion: Any) -> str:  # noqa: ANN401 - text, or messages
    if isinstance(completion, str):
        return completion
    return str(completion[-1].get("content") or "") if completion else ""


def _labelled(truth: str, info: Mapping[str, Any] | None) -> tuple[str, str | None]:
    """Return the gold query and the schema of a label, which may be JSON with both."""
    schema = None if info is None else info.get("schema")
    if not truth.lstrip().startswith("{"):
        return truth, schema
    label = json.loads(truth)
    return str(label["sql"]), label.get("schema", schema)


def _tensor(values: list[float]) -> Any:  # noqa: ANN401 - an optional package
    try:
        import torch
    except ImportError:
        return values
    return torch.tensor(values)


_SHARED: dict[int, SqlReward] = {}
_SHARING = Lock()


def _shared() -> SqlReward:
    """Return the rewards of this process, for trainers that call a function of a module."""
    with _SHARING:
        process = os.getpid()
        if process not in _SHARED:
            _SHARED[process] = SqlReward(os.environ.get("SPOTIT_SCHEMA"))
        return _SHARED[process]

"""Rewards for models that learn to write SQL: for TRL, verl and OpenRLHF, from one scale.

What the reward is worth against a model that looks for its gaps is in docs/how-to/rewards.md.
"""

from __future__ import annotations

import json
import os
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any

from spotit.api import SchemaSource
from spotit.batch import AnswerGroup, Pool
from spotit.errors import SpotitError
from spotit.evaluate.answers.query_in_text import query_in
from spotit.lint.finding import Severity
from spotit.lint.lint_query import lint
from spotit.options import Options
from spotit.schema import Schema
from spotit.schemas.load import load_schema
from spotit.verdict import (
    Different,
    Equivalent,
    EquivalentUpTo,
    Grade,
    Invalid,
    Undecided,
    Unrefuted,
    Unsupported,
    Verdict,
)

OPTIONS = Options(bound=3, work=0.5, timeout=30.0)
"""What a reward is worked out with: counted work, so that it does not depend on the load of the machine."""
CACHED = 100_000
"""Rewards that are remembered."""


@dataclass(frozen=True, slots=True)
class RewardScale:
    """What each verdict on an answer is worth."""

    proved: float = 1.0
    unrefuted: float = 0.9
    """No difference was found, and the proof rests on something that may fail."""
    grades: Mapping[Grade, float] = field(
        default_factory=lambda: {
            Grade.ORDINARY: 0.0,
            Grade.TIES: 0.0,
            Grade.UNLIKELY: 0.2,
            Grade.NULLS: 0.2,
            Grade.EMPTY: 0.2,
            Grade.ORDER: 0.5,
            Grade.ROUNDING: 0.8,
            Grade.ERROR: 0.0,
            Grade.DEGENERATE: 0.8,
        }
    )
    """What a difference is worth: something where ordinary data does not show it."""
    invalid: float = 0.0
    unsupported: float = 0.0
    """A construct of the answer that no proof covers."""

    def reward(self, verdict: Verdict) -> float | None:
        """Return the reward of a verdict on gold and answer; None where it says nothing about the answer."""
        match verdict:
            case Equivalent() | EquivalentUpTo():
                return self.proved
            case Unrefuted():
                return self.unrefuted
            case Different():
                return self.grades.get(verdict.grade, 0.0)
            case Invalid():
                return self.invalid if verdict.side == "right" else None
            case Unsupported():
                return None if verdict.side == "left" else self.unsupported
            case Undecided():
                return None


@dataclass(frozen=True, slots=True)
class Rewarded:
    """The reward of one answer, and the verdict behind it."""

    reward: float | None
    verdict: str
    grade: str | None
    reason: str


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
    answers = [
        query[len(prompt) :] if query.startswith(prompt) else query
        for query, prompt in zip(queries, prompts, strict=True)
    ]
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

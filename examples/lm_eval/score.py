"""Scoring of the task in spotit_sql.yaml: an answer is right when it means what the gold query means."""

from __future__ import annotations

from functools import cache
from typing import Any

from spotit.integrations.rewards import OPTIONS, SqlReward


@cache
def _scoring() -> SqlReward:
    return SqlReward(options=OPTIONS)


def process_results(doc: dict[str, Any], results: list[str]) -> dict[str, float | None]:
    """Return 1 for an answer that is proved right or not refuted, 0 for another; None where it is not known."""
    (found,) = _scoring().score([doc["sql"]], [results[0]], [doc["schema"]])
    right = found.verdict in ("equivalent", "equivalent_up_to_bound", "unrefuted")
    known = found.reward is not None
    return {"equivalence": float(right) if known else None, "known": float(known)}


def mean_of_known(values: list[float | None]) -> float:
    """Return the share of right answers among those that are known."""
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else float("nan")

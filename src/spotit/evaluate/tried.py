"""Do the witnesses of a question hold on other database systems? Each is a step of a worker, which may be killed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from spotit.elsewhere.holds import HARD_SECONDS
from spotit.elsewhere.trial import HoldsOn, Systems, Trial
from spotit.evaluate.protocol import StepAnswer, TryStep
from spotit.evaluate.witness_file import database_of
from spotit.workers.job import Died, Ended, Failed

Call = Callable[[TryStep, float], StepAnswer | Ended]


def tried(
    verdict: dict[str, Any], db_id: str, queries: tuple[str, str], systems: Systems, call: Call
) -> dict[str, Any]:
    """Return the verdict object with whether its witness, if it has one, holds on each system."""
    witness = verdict["witness"]
    if not systems or witness is None:
        return verdict
    left, right = witness["queries"] or queries
    trial = Trial(
        database_of(witness), queries, verdict["dialect"], (left, right), verdict["semantics"], verdict["columns"]
    )
    found: HoldsOn = {}
    for name, address in systems.items():
        answer = call(TryStep(db_id, trial, name, address), HARD_SECONDS)
        if isinstance(answer, Died | Failed):
            found[name] = answer.reason
        else:
            assert isinstance(answer, bool | str)
            found[name] = answer
    return {**verdict, "holds_on": found}

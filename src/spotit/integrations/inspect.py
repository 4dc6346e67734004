"""A scorer for Inspect AI (extra `inspect`): an answer is right when it is proved to mean what the target means.

    Task(dataset=..., solver=generate(), scorer=equivalence(schema="shop.sql"))

The target of a sample is the gold query. The schema is that of the sample's metadata (`schema`: DDL text or a path),
or the one that the scorer is made with.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from inspect_ai.scorer import CORRECT, INCORRECT, Score, Target, accuracy, scorer, stderr
from inspect_ai.solver import TaskState

from spotit.batch import Pool
from spotit.evaluate.answers.query_in_text import query_in
from spotit.options import Options
from spotit.verdict import Different, Equivalent, EquivalentUpTo, Invalid, Unrefuted, Verdict, claim


@scorer(metrics=[accuracy(), stderr()])
def equivalence(
    schema: str | None = None, bound: int = 3, semantics: str = "set", timeout: float = 30.0, jobs: int | None = None
) -> Callable[[TaskState, Target], Awaitable[Score]]:
    """Score a query by whether it means what the target means; what is not known is left unscored."""
    options = Options(bound=bound, semantics=semantics, timeout=timeout)  # type: ignore[arg-type]
    pools: list[Pool] = []

    async def score(state: TaskState, target: Target) -> Score:
        if not pools:
            pools.append(Pool(jobs, options=options))
        answer = query_in(state.output.completion)
        source = (state.metadata or {}).get("schema", schema)
        if source is None:
            raise ValueError("the sample has no schema: put one into its metadata, or give one to the scorer")
        return _score(await pools[0].acheck(target.text, answer, source), answer)

    return score


def _score(verdict: Verdict, answer: str) -> Score:
    details: dict[str, Any] = {"verdict": verdict.as_dict()}
    told: dict[str, Any] = {"answer": answer, "explanation": str(verdict), "metadata": details}
    match verdict:
        case Equivalent() | EquivalentUpTo() | Unrefuted():
            return Score(value=CORRECT, **told)
        case Different():
            return Score(value=INCORRECT, **told)
        case Invalid() if verdict.side == "right":
            return Score(value=INCORRECT, **told)
        case _:
            return Score.unscored(reason=claim(verdict), **told)

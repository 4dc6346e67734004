"""Who agrees with whom among the predictions that fail EX: alike on probes and witnesses, and no difference found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

from spotit.evaluate.protocol import ProbeAnswer
from spotit.frozen import frozen
from spotit.verdict import Grade

Basis = Literal["text", "proof", "probes"]
_TELLING = frozenset({Grade.ORDINARY.value, Grade.TIES.value, Grade.NULLS.value, Grade.EMPTY.value})
"""Grades at which a difference takes two predictions apart: another choice, rounding or a failure does not."""

Check = Callable[[str, str], Mapping[str, Any]]
"""The verdict on two queries."""


@frozen
class Alike:
    """The group of one prediction."""

    key: str
    """The same for all of the group."""
    basis: Basis
    """How it is known to agree with the first of its group: the same text, a proof, or no difference on any probe."""
    beside_gold: str | None
    """`same` or `columns` where its answers are gold's, or are but for columns that one has beyond the other."""


def alike(
    predictions: Sequence[str], answers: Sequence[ProbeAnswer], failing: Iterable[str], check: Check
) -> dict[str, Alike]:
    """Return the groups by prediction; those that fail EX are compared with the first of theirs by a check too."""
    failed = set(failing)
    firsts: dict[str, list[str]] = {}
    found: dict[str, Alike] = {}
    for sql, answer in zip(predictions, answers, strict=True):
        if answer.signature is None:
            continue
        near = firsts.setdefault(f"{answer.signature}{'-' if sql in failed else '+'}", [])
        found[sql] = _placed(sql, answer, near, check if sql in failed else None)
    return found


def _placed(sql: str, answer: ProbeAnswer, firsts: list[str], check: Check | None) -> Alike:
    """Return the group of a prediction among those with its signature; `firsts` are the first of each of them."""
    for number, first in enumerate(firsts):
        verdict = check(first, sql) if check is not None else {"verdict": "unchecked"}
        if verdict["verdict"] == "different" and verdict["grade"] in _TELLING:
            continue
        basis: Basis = "proof" if str(verdict["verdict"]).startswith("equivalent") else "probes"
        return Alike(f"{answer.signature}.{number}", basis, answer.beside_gold)
    firsts.append(sql)
    return Alike(f"{answer.signature}.{len(firsts) - 1}", "text", answer.beside_gold)

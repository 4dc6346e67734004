"""A question asked whole, and when that takes too long, one case at a time.

"Some row of one result is missing in the other" is a disjunction over the rows; each case alone is often a matter of
milliseconds where the solver does not come to an end on the whole.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from heapq import nlargest

from spotit.smt.solve.solver import Answer, Effort, Sat, Session, Unknown, Unsat
from spotit.smt.terms.term import Term, size


def check(session: Session, extra: Sequence[Term], *, budget: float) -> Answer:
    """Decide whether the session's constraints and `extra` can hold together."""
    solving, started = session.solving, time.monotonic()
    deadline = started + budget
    answer = session.check(extra, budget=solving.whole_share * budget)
    if isinstance(answer, Unknown):
        common, cases = _split(extra, solving.weighed)
        now = time.monotonic()
        if 2 <= len(cases) <= solving.cases:
            answer = _each(session, common, cases, now + solving.cases_share * (deadline - now), answer)
    if isinstance(answer, Unknown):
        answer = session.check(extra, budget=max(0.0, deadline - time.monotonic()))
    return replace(answer, effort=Effort(time.monotonic() - started, answer.effort.rlimit))


def _split(extra: Sequence[Term], weighed: int) -> tuple[list[Term], tuple[Term, ...]]:
    """Return the cases of the largest disjunction among the conjuncts, after the other conjuncts."""
    conjuncts = [part for term in extra for part in (term.args if term.op == "and" else (term,))]
    widest = nlargest(weighed, (term for term in conjuncts if term.op == "or"), key=lambda term: len(term.args))
    largest = max(widest, key=size, default=None)
    if largest is None:
        return conjuncts, ()
    return [term for term in conjuncts if term is not largest], largest.args


def _each(session: Session, common: list[Term], cases: Sequence[Term], deadline: float, whole: Unknown) -> Answer:
    """Ask the cases one after the other: a model of one is an answer, and so is that none has any."""
    steps, share = whole.effort.rlimit, session.solving.cases_share
    for number, case in enumerate(cases):
        left = deadline - time.monotonic()
        if left <= 0:
            return whole
        answer = session.check([*common, case], budget=max(left / (len(cases) - number), share * left))
        steps += answer.effort.rlimit
        if not isinstance(answer, Unsat):
            return answer if isinstance(answer, Sat) else whole
    return Unsat(Effort(0.0, steps))

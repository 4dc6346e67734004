"""A question asked whole, and when that takes too long, one case at a time.

"Some row of one result is missing in the other" is a disjunction over the rows; each case alone is often a matter of
milliseconds where the solver does not come to an end on the whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nlargest

from spotit.smt.solve.solver import Answer, Effort, Sat, Session, Unknown, Unsat
from spotit.smt.terms.term import Term, size
from spotit.work import Allowance


def check(session: Session, extra: Sequence[Term], *, allowance: Allowance) -> Answer:
    """Decide whether the session's constraints and `extra` can hold together."""
    solving = session.solving
    least = solving.first_work / solving.solver_share
    answer = session.check(extra, allowance=allowance.part(solving.whole_share, least))
    if isinstance(answer, Unknown):
        common, cases = _split(extra, solving.weighed)
        if 2 <= len(cases) <= solving.cases:
            answer = _each(session, common, cases, allowance.part(solving.cases_share), answer)
    if isinstance(answer, Unknown):
        answer = session.check(extra, allowance=allowance)
    return answer


def _split(extra: Sequence[Term], weighed: int) -> tuple[list[Term], tuple[Term, ...]]:
    """Return the cases of the largest disjunction among the conjuncts, after the other conjuncts."""
    conjuncts = [part for term in extra for part in (term.args if term.op == "and" else (term,))]
    widest = nlargest(weighed, (term for term in conjuncts if term.op == "or"), key=lambda term: len(term.args))
    largest = max(widest, key=size, default=None)
    if largest is None:
        return conjuncts, ()
    return [term for term in conjuncts if term is not largest], largest.args


def _each(session: Session, common: list[Term], cases: Sequence[Term], allowance: Allowance, whole: Unknown) -> Answer:
    """Ask the cases one after the other: a model of one is an answer, and so is that none has any."""
    steps, share = whole.effort.steps, session.solving.cases_share
    for number, case in enumerate(cases):
        if allowance.over:
            return whole
        part = allowance.part(max(1 / (len(cases) - number), share))
        answer = session.check([*common, case], allowance=part)
        steps += answer.effort.steps
        if not isinstance(answer, Unsat):
            return answer if isinstance(answer, Sat) else whole
    return Unsat(Effort(steps))

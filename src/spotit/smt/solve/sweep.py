"""Merging conditions that mean the same under constraints, as hardware equivalence checkers do it.

Conditions that agree on every sample may be equal; small questions to the solver tell, and each model that tells two
apart is one more sample. What is left of a hard question after merging is often FALSE.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from spotit.budget import PRICES
from spotit.smt.solve.solver import Sat, Session, Unsat
from spotit.smt.terms.boolean import iff, not_
from spotit.smt.terms.interpret import Assignment, compile_terms
from spotit.smt.terms.rewrite import rebuilt
from spotit.smt.terms.term import FALSE, TRUE, Sort, Term, subterms
from spotit.work import Allowance

_LEAVES = frozenset(("var", "const", "not"))


def sweep(root: Term, session: Session, samples: Sequence[Assignment], allowance: Allowance) -> Term:
    """Return a term that means the same as `root` on everything that satisfies the session's constraints.

    The samples satisfy them.
    """
    return _Sweep(root, session, samples, allowance).run()


class _Sweep:
    def __init__(self, root: Term, session: Session, samples: Sequence[Assignment], allowance: Allowance) -> None:
        self._root = root
        self._session = session
        self._allowance = allowance
        self._conditions = [t for t in subterms(root) if t.sort is Sort.BOOL and t.op not in _LEAVES]
        self._evaluate = compile_terms(self._conditions, default=True)
        self._bits = dict.fromkeys(self._conditions, 0)
        """For each condition, one bit per sample."""
        self._all = 0
        self._kept: list[tuple[Term, Term]] = []
        """The conditions met so far, with what they became."""
        for sample in samples:
            self._add(sample)

    def run(self) -> Term:
        done: dict[Term, Term] = {}
        for node in subterms(self._root):
            made = rebuilt(node, done)
            if node in self._bits and made.op not in _LEAVES:
                made = self._merged(node, made)
                self._kept.append((node, made))
            done[node] = made
        return done[self._root]

    def _merged(self, node: Term, made: Term) -> Term:
        """Return an earlier term that means the same, else the term itself."""
        solving = self._session.solving
        asked: set[Term] = set()
        while len(asked) < solving.merge_tries:
            other = next((term for term in self._alike(node) if term not in asked), None)
            if other is None or other is made or self._allowance.over:
                break
            asked.add(other)
            allowance = self._allowance.within(solving.merge_work)
            answer = self._session.check([not_(iff(made, other))], allowance=allowance)
            if isinstance(answer, Unsat):
                return other
            if isinstance(answer, Sat):
                self._add(answer.model)
        return made

    def _alike(self, node: Term) -> Iterator[Term]:
        """Yield the earlier terms that no sample tells from the condition."""
        bits = self._bits[node]
        opposite = bits ^ self._all
        if bits == 0:
            yield FALSE
        if opposite == 0:
            yield TRUE
        for earlier, made in self._kept:
            found = self._bits[earlier]
            if found == bits:
                yield made
            elif found == opposite:
                yield not_(made)

    def _add(self, sample: Assignment) -> None:
        self._allowance.spend(PRICES.evaluation * len(self._conditions))
        for condition, value in zip(self._conditions, self._evaluate(sample), strict=True):
            self._bits[condition] = self._bits[condition] << 1 | bool(value)
        self._all = self._all << 1 | 1

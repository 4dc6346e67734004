"""The separator of joined text, and whether its parts can be told apart by it."""

from __future__ import annotations

from collections.abc import Sequence

from spotit.errors import UnsupportedSql
from spotit.smt.terms.boolean import and_, any_of
from spotit.smt.terms.term import FALSE, Term
from spotit.symbolic import ledger
from spotit.symbolic.execution import Execution
from spotit.symbolic.text.sequence import TextPart
from spotit.symbolic.values.atoms import Atom, Text
from spotit.symbolic.values.pool import FixedPool, StringPool, member


def mark_of(separator: str) -> str:
    """Return the character of a separator that tells parts apart: the one least likely inside them."""
    plain = [c for c in separator if not c.isalnum() and c != " "]
    return next(iter([*plain, *separator]), "")


def note_marks(parts: Sequence[TextPart], separator: str, run: Execution) -> None:
    """Record where a part contains the mark of the separator."""
    mark = mark_of(separator)
    pools = {id(a.atom.pool) for p in parts for a in p.value.alts if isinstance(a.atom, Text)}
    atoms = [(p.inside, alt) for p in parts for alt in p.value.alts]
    if len(pools) == 1 and all(isinstance(a.atom, Text) and isinstance(a.atom.pool, FixedPool) for _, a in atoms):
        return
    if not mark:
        raise UnsupportedSql("GROUP_CONCAT without a separator")
    if any(isinstance(alt.atom, Text) and isinstance(alt.atom.pool, StringPool) for _, alt in atoms):
        run.assume(ledger.JOINED)
    run.incomplete(any_of(and_(inside, alt.guard, _contains(alt.atom, mark)) for inside, alt in atoms))


def _contains(atom: Atom, mark: str) -> Term:
    match atom:
        case Text(StringPool() as pool, index):
            return member(index, [mark in string for string in pool.strings])
        case Text(FixedPool() as pool):
            possible = mark in pool.template or mark.isdigit()
        case _:
            possible = mark in "0123456789-+.eInf"
    if possible:
        raise UnsupportedSql(f"GROUP_CONCAT of values that contain the separator {mark!r}")
    return FALSE

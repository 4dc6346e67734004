"""Names that lead to typed expressions, as lowering resolves them; CTEs that it sees."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from spotit.plan.expr import Case, IsNull, Not, When
from spotit.plan.rel import Working
from spotit.sql.names.scope import Scope, Source
from spotit.sql.names.typed import Typed
from spotit.sql.syntax import ast

TypedSource = Source[Typed]
TypedScope = Scope[Typed]


def typed_scope(parent: TypedScope | None = None) -> TypedScope:
    """Return a scope without sources; the columns of a USING become the first of them that is not NULL."""
    return Scope(first_not_null, parent=parent)


@dataclass(slots=True)
class CteEntry:
    """A visible CTE and the CTEs that its own body sees; `working` reads it inside its own recursive step."""

    cte: ast.Cte
    ctes: dict[str, CteEntry]
    working: Callable[[str], tuple[Working, TypedSource]] | None = None
    busy: bool = False


def first_not_null(candidates: list[Typed]) -> Typed:
    """Return coalesce(...) of the candidates, with the affinity and collation of the first."""
    if len(candidates) == 1:
        return candidates[0]
    first, *others = candidates
    *middle, last = others
    whens = tuple(When(Not(IsNull(c.expr)), c.expr) for c in (first, *middle))
    return Typed(
        Case(whens, last.expr),
        first.affinity,
        first.collation,
        types=first.types,
        text=any(c.text for c in candidates),
        number=any(c.number for c in candidates),
    )

"""What a rewriting rule is: a law, where it holds, and the function that applies it to one node."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum

from spotit.frozen import frozen
from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.facts.schema_facts import Facts
from spotit.plan.facts.seen import Seen, SeenValue
from spotit.plan.renumbered import copied


class Loss(Enum):
    """What a rule on relations may change: it is applied only where that is not seen."""

    ORDER = "the order of rows"
    COPIES = "how often a row occurs"
    PLACES = "in which place a column stands"

    def is_seen(self, seen: Seen) -> bool:
        """Tell whether it is seen."""
        return {Loss.ORDER: seen.order, Loss.COPIES: seen.copies, Loss.PLACES: seen.places}[self]


@frozen
class RelationPlace:
    """Where a relation stands: what is known of every database, and what is seen of the relation from above."""

    facts: Facts
    seen: Seen
    numbers: Iterator[int]
    """Ids that no column of the plan has."""

    def column(self, name: str) -> e.Column:
        """Return a column that is nowhere else."""
        return e.Column(next(self.numbers), name)

    def copied(self, rel: r.Rel) -> tuple[r.Rel, dict[int, e.Expr]]:
        """Return the relation with columns of its own, and those by the ids of the old ones."""
        return copied(rel, self.numbers)


@frozen
class ExpressionPlace:
    """Where an expression stands: what is seen of its value, and the relation over whose rows it is evaluated."""

    facts: Facts
    truth: SeenValue
    over: r.Rel | None


@frozen(eq=False)
class RelationRule:
    """A law about relations. `apply` returns a relation with the same columns, or None where the law does not apply."""

    name: str
    law: str
    """One sentence, side conditions included."""
    kinds: tuple[type[r.Rel], ...]
    """The kinds of relations that it may apply to."""
    apply: Callable[[r.Rel, RelationPlace], r.Rel | None]
    loses: frozenset[Loss] = frozenset()
    by_foreign_keys: bool = False
    """It takes for granted that each foreign key finds its row."""
    is_late: bool = False
    """It is about window functions, and applied where none of the others applies any more."""

    @property
    def semantics(self) -> str:
        """How much of a result the rule keeps: `list`, `bag` or `set`."""
        if Loss.COPIES in self.loses:
            return "set"
        return "bag" if Loss.ORDER in self.loses else "list"


@frozen(eq=False)
class ExpressionRule:
    """A law about expressions. `apply` returns another expression, or None where the law does not apply."""

    name: str
    law: str
    """One sentence, side conditions included."""
    kinds: tuple[type[e.Expr], ...]
    """The kinds of expressions that it may apply to."""
    apply: Callable[[e.Expr, ExpressionPlace], e.Expr | None]
    keeps: SeenValue = SeenValue.VALUE
    """How much of the value stays the same: the rule is applied only where no more is seen."""

    @property
    def semantics(self) -> str:
        """How much of a result the rule keeps: everything, since it is applied where no more is seen."""
        return "list"


Rule = RelationRule | ExpressionRule

"""Non-NULL symbolic values, one class for each storage class, and text of another make."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import field
from fractions import Fraction

from spotit.dialect.collation import Collation
from spotit.errors import UnsupportedSql
from spotit.frozen import frozen
from spotit.smt.terms.term import Term
from spotit.symbolic.values.pool import Pool


class Atom:
    """A non-NULL symbolic value of one storage class."""

    __slots__ = ()


@frozen
class Number(Atom):
    """An INTEGER (Int term) or a REAL (Real term)."""

    term: Term


@frozen
class Text(Atom):
    """The member of `pool` at `index`; for a fixed layout `parts` may hold the digit fields' own terms.

    `pieces` are the literals, texts and numbers that it is known to be put together from.
    """

    pool: Pool
    index: Term
    parts: tuple[Term, ...] | None = None
    pieces: tuple[str | Atom, ...] = field(default=(), compare=False)


@frozen
class Blob(Atom):
    """A constant BLOB."""

    value: bytes


class Composite(Atom, ABC):
    """Text of another make than an index into a pool; functions of it are in `texts`, where there are any."""

    __slots__ = ()

    @abstractmethod
    def equals(self, other: Atom, collation: Collation) -> Term:
        """Return the condition that another atom is the same text."""

    def chosen(self, condition: Term, other: Atom) -> Atom | None:
        """Return the text that is this one where the condition holds, else the other, if one atom can be both."""
        return None

    def before(self, other: Atom, collation: Collation) -> Term:
        """Return the condition that the text sorts before another."""
        raise UnsupportedSql("order of text put together from pieces")

    def after(self, other: Atom, collation: Collation) -> Term:
        """Return the condition that the text sorts after another, which is no composite."""
        raise UnsupportedSql("order of text put together from pieces")

    @abstractmethod
    def terms(self) -> list[Term]:
        """Return the terms whose values decide the text."""

    @abstractmethod
    def decoded(self, evaluate: Callable[[Term], bool | int | Fraction]) -> str:
        """Return the text, given the value of each of its terms."""

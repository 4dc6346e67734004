"""What is known of values that depend on how many rows there are: a multiple of a count, a share, or less.

A proof with few rows sees small counts only. These forms say from how many rows on a count gets to a constant.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from enum import Enum
from fractions import Fraction
from itertools import product

from spotit.frozen import frozen

_MOST_FORMS = 16


@frozen
class Line:
    """`slope` times a number of rows, plus `shift`; a constant where the slope is 0."""

    slope: Fraction
    shift: Fraction
    whole: bool = True
    """An integer for SQL, so that dividing it drops a fraction."""

    @property
    def constant(self) -> Fraction | None:
        """The value, where no row counts."""
        return None if self.slope else self.shift

    def times(self, factor: Fraction, *, whole: bool) -> Line:
        """Return a multiple."""
        return Line(self.slope * factor, self.shift * factor, self.whole and whole)


@frozen
class Share:
    """`scale` times the quotient of two numbers of rows."""

    scale: Fraction


class Other(Enum):
    """A value that is neither."""

    FREE = "a database with one row can give it any value that counts"
    OPAQUE = "it depends on numbers of rows in another way"


Form = Line | Share | Other
Forms = frozenset[Form]
"""The forms that a value may have; none for NULL."""

FREE: Forms = frozenset((Other.FREE,))
OPAQUE: Forms = frozenset((Other.OPAQUE,))
ROWS: Forms = frozenset((Line(Fraction(1), Fraction(0)),))
"""A number of rows."""


def constant(value: int | float | Fraction) -> Line:
    """Return the form of a constant."""
    exact = Fraction(repr(value)) if isinstance(value, float) else Fraction(value)
    return Line(Fraction(0), exact, not isinstance(value, float))


TRUTH: Forms = frozenset((constant(0), constant(1)))


def is_counted(form: Form) -> bool:
    """Tell whether a form depends on how many rows there are."""
    match form:
        case Line():
            return form.slope != 0
        case Share():
            return True
        case Other():
            return form is Other.OPAQUE


def united(found: Iterable[Forms]) -> Forms:
    """Return all of the forms; of too many none is known."""
    forms = frozenset().union(*found)
    return forms if len(forms) <= _MOST_FORMS else OPAQUE


def combined(left: Forms, right: Forms, operation: Callable[[Form, Form], Form]) -> Forms:
    """Return what an operation makes of any two forms."""
    return united([frozenset((operation(a, b),)) for a, b in product(left, right)])


def added(left: Form, right: Form) -> Form:
    """Return the form of a sum; of two counts the one that takes more rows stands for both."""
    match left, right:
        case Line(), Line():
            slopes = [line.slope for line in (left, right) if line.slope]
            slope = min(slopes, key=abs, default=Fraction(0))
            return Line(slope, left.shift + right.shift, left.whole and right.whole)
    return _other(left, right)


def multiplied(left: Form, right: Form) -> Form:
    """Return the form of a product."""
    for one, factor in ((left, right), (right, left)):
        match one, factor:
            case Line(), Line(slope=0):
                return one.times(factor.shift, whole=factor.whole)
            case Share(scale=scale), Line(slope=0):
                return Share(scale * factor.shift)
    return _other(left, right)


def divided(left: Form, right: Form) -> Form:
    """Return the form of a quotient."""
    match left, right:
        case Line(slope=0, shift=0), _:
            return left
        case Line(), Line(slope=0) if right.shift:
            return left.times(1 / right.shift, whole=right.whole)
        case Line(shift=0), Line(shift=0) if left.slope and right.slope:
            return Share(left.slope / right.slope)
        case Share(scale=scale), Line(slope=0) if right.shift:
            return Share(scale / right.shift)
    return _other(left, right)


def negated(form: Form) -> Form:
    """Return the form with the other sign."""
    return multiplied(form, constant(-1))


def _other(left: Form, right: Form) -> Form:
    if Other.FREE in (left, right):
        return Other.FREE
    return Other.OPAQUE if is_counted(left) or is_counted(right) else Other.FREE


def rows_to(line: Line, distance: Fraction) -> int:
    """Return from how many rows on a counted form has moved so far."""
    return math.ceil(abs(distance / line.slope))

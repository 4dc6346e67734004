"""How many rows per table it takes until every LIMIT, OFFSET and comparison of a count in a plan matters.

With fewer rows `LIMIT 10` cuts nothing and `COUNT(*) > 10` is false, so that an agreement may come from the small
number of rows alone. With fewer than twice as many there is one group with `COUNT(*) > 10`, of which the greatest is
the least and a LIMIT takes all.
"""

from __future__ import annotations

import math
import operator
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations, product

from spotit.dialect.functions.record import Encoded, FunctionKind
from spotit.frozen import frozen
from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.facts.conjuncts import conjuncts_of
from spotit.plan.facts.count_forms import Form, Forms, Line, Other, Share, constant, is_counted, rows_to
from spotit.plan.facts.counted import CountedValues, reads_tables
from spotit.plan.facts.keys import at_most_one_row
from spotit.plan.facts.schema_facts import Facts
from spotit.plan.walk import Part, parts, walk
from spotit.schema import Affinity

FAR = 10_000
"""More rows than anybody tries: nobody knows how many it takes."""
_TWO_DIGITS = 12
"""Rows with which a count has two digits, so that its text is longer and sorts otherwise."""
_ZERO = frozenset((constant(0),))
_HOLDS = {
    e.CompareOp.EQ: operator.eq,
    e.CompareOp.IS: operator.eq,
    e.CompareOp.LT: operator.lt,
    e.CompareOp.LE: operator.le,
    e.CompareOp.GT: operator.gt,
    e.CompareOp.GE: operator.ge,
}


@frozen
class NeededRows:
    """With how many rows per table all constants that count rows can matter."""

    once: int
    """Each place of a plan can be reached."""
    twice: int
    """Two rows can pass each condition on a count, and more than a LIMIT takes."""


def needed_rows(left: r.Rel, right: r.Rel, facts: Facts) -> NeededRows:
    """Return how many rows it takes to see all of two plans."""
    one, other = _Finding(left, facts), _Finding(right, facts)
    reached = max((*one.rows(), *other.rows()), default=0)
    told_apart = (max(abs(share.numerator), share.denominator) + 2 for share in one.shares ^ other.shares)
    once = max((reached, *told_apart))
    return NeededRows(once, max((once, *one.rows_of_two(), *other.rows_of_two())))


class _Finding:
    """The needs of one plan while they are looked for."""

    def __init__(self, root: r.Rel, facts: Facts) -> None:
        self._root = root
        self._facts = facts
        self._counted = CountedValues(root, facts.schema)
        self.shares: set[Fraction] = set()
        """The constants with which shares of rows are compared: few rows make few shares, and tell few apart."""

    def rows(self) -> Iterator[int]:
        """Yield the rows that single places of the plan need."""
        if not reads_tables(self._root):
            return
        yield max(_joined(self._root).values(), default=0)
        for node in walk(self._root):
            yield from self._of(node)

    def rows_of_two(self) -> Iterator[int]:
        """Yield the rows with which places above conditions on counts see more than one row."""
        for node in walk(self._root):
            match node:
                case r.Limit() if not at_most_one_row(node.input, self._facts):
                    made_of = self._made_of(node.input)
                    yield from (rows * made_of for rows in self._cut(node.input, node.limit, node.offset))
                case r.Filter(predicate=condition) | r.Join(on=e.Expr() as condition):
                    yield from self._passed_twice(node, condition)

    def _of(self, node: Part) -> Iterator[int]:
        if isinstance(node, r.Rel):
            return self._of_relation(node)
        return self._of_expression(node)

    def _of_relation(self, rel: r.Rel) -> Iterator[int]:
        match rel:
            case r.Limit():
                if not at_most_one_row(rel.input, self._facts):
                    yield from self._cut(rel.input, rel.limit, rel.offset)
            case r.Recursive():
                yield from self._cut(rel, rel.limit, rel.offset)
            case r.Filter(predicate=condition) | r.Join(on=e.Expr() as condition):
                yield from self._tested(condition)
            case r.SetOp():
                yield from self._all_compared(rel.left.columns, rel.right.columns)
            case r.Values(columns=(_, *_)):
                yield len(rel.rows)

    def _of_expression(self, part: Part) -> Iterator[int]:
        match part:
            case e.Compare():
                yield from self._all_compared((part.left,), (part.right,))
            case e.InRel():
                yield from self._all_compared(part.args, part.rel.columns)
            case e.And(args=args) | e.Or(args=args):
                yield from (rows for arg in args for rows in self._tested(arg))
            case e.Not(arg=arg) | e.When(condition=arg):
                yield from self._tested(arg)
            case e.Arith():
                yield from self._calculated(part)
            case e.Cast(affinity=Affinity.INTEGER):
                yield from (_rows_to_units(form, 1) for form in self._counted.forms(part.arg))
            case e.Call():
                yield from self._called(part)
            case e.WindowCall():
                yield from self._over_window(part)

    def _cut(self, rel: r.Rel, limit: e.Expr | None, offset: e.Expr | None) -> Iterator[int]:
        """Yield the rows that a LIMIT and OFFSET leave out some of."""
        if not reads_tables(rel) or (limit is None and offset is None):
            return
        most, skipped = (self._constants(part) for part in (limit, offset))
        for first, number in product(skipped or [0], most or [0]):
            if number != 0 or limit is None:
                yield max(first, 0) + max(number, 1) + 1

    def _passed_twice(self, rel: r.Rel, condition: e.Expr) -> Iterator[int]:
        """Yield the rows for which two rows pass a condition on counts, where there can be two.

        Steps of a recursion are counted too, but rows that take many steps have most of them in common.
        """
        if self._asked(condition) == 1 or at_most_one_row(rel, self._facts):
            return
        if not any(isinstance(node, r.Recursive) for node in walk(rel)):
            yield 2 * self._made_of(rel)

    def _made_of(self, rel: r.Rel) -> int:
        """Return how many rows of a table one row of a relation is made of, as far as conditions on counts ask."""
        below = max((self._made_of(part) for part in parts(rel) if isinstance(part, r.Rel)), default=1)
        match rel:
            case r.Filter(predicate=condition) | r.Join(on=e.Expr() as condition):
                return below * self._asked(condition)
        return below

    def _asked(self, condition: e.Expr) -> int:
        """Return how many rows must be counted for a condition to hold."""
        return max((self._asked_by(part) for part in conjuncts_of(condition)), default=1)

    def _asked_by(self, part: e.Expr) -> int:
        match part:
            case e.Compare():
                compared = product(self._counted.forms(part.left), self._counted.forms(part.right))
                return max((_least_rows(part.op, one, other) for one, other in compared), default=1)
            case e.Exists(rel=rel) | e.InRel(rel=rel):
                return self._made_of(rel)
        return 1

    def _constants(self, expr: e.Expr | None) -> list[int]:
        if expr is None:
            return []
        values = [form.constant for form in self._counted.forms(expr) if isinstance(form, Line)]
        return [math.ceil(value) for value in values if value is not None]

    def _tested(self, condition: e.Expr) -> Iterator[int]:
        """Yield the rows for which a number that is used as a condition is 0."""
        if not isinstance(condition, e.Compare | e.And | e.Or | e.Not):
            yield from self._compared(self._counted.forms(condition), _ZERO)

    def _all_compared(self, left: Iterable[e.Expr], right: Iterable[e.Expr]) -> Iterator[int]:
        for one, other in zip(left, right, strict=True):
            yield from self._compared(self._counted.forms(one), self._counted.forms(other))

    def _compared(self, left: Forms, right: Forms) -> Iterator[int]:
        for one, other in product(left, right):
            if Other.FREE not in (one, other):
                yield self._comparison(one, other)

    def _comparison(self, left: Form, right: Form) -> int:
        match left, right:
            case Line(), Line():
                if left.slope and right.slope:
                    self.shares.add(right.slope / left.slope)
                return _between_lines(left, right)
            case (Share() as share, Line(slope=0) as line) | (Line(slope=0) as line, Share() as share):
                wanted = line.shift / share.scale if share.scale else line.shift
                self.shares.add(wanted)
                return math.ceil(abs(wanted)) + 2
            case Share(), Share():
                self.shares.add(left.scale / right.scale if right.scale else right.scale)
                return 2
        return FAR

    def _calculated(self, expr: e.Arith) -> Iterator[int]:
        left, right = self._counted.forms(expr.left), self._counted.forms(expr.right)
        for one, other in product(left, right):
            match expr.op, one, other:
                case e.ArithOp.DIV, Line(), Line(slope=0) if one.slope and one.whole and other.whole:
                    yield rows_to(one, other.shift) + 2
                case ((e.ArithOp.MOD | e.ArithOp.BIT_AND | e.ArithOp.BIT_OR), Line(), Line()) if is_counted(one):
                    yield rows_to(one, other.shift) + 2
                case ((e.ArithOp.MOD | e.ArithOp.BIT_AND | e.ArithOp.BIT_OR), Line(), Line()) if is_counted(other):
                    yield rows_to(other, one.shift) + 2
                case ((e.ArithOp.DIV | e.ArithOp.MOD | e.ArithOp.BIT_AND | e.ArithOp.BIT_OR), Other.OPAQUE, Line()):
                    yield FAR
                case e.ArithOp.SHIFT_RIGHT, Line(), Line(slope=0) if one.slope:
                    yield rows_to(one, Fraction(2 ** min(math.ceil(abs(other.shift)), 40))) + 2

    def _called(self, call: e.Call) -> Iterator[int]:
        """Yield the rows that a function needs to show what it makes of a count."""
        args = [self._counted.forms(arg) for arg in call.args]
        if call.function.passed(len(args)):
            for one, other in combinations(args, 2):
                yield from self._compared(one, other)
            return
        lines = [form for forms in args for form in forms if isinstance(form, Line) and form.slope]
        constants = [form.shift for forms in args for form in forms if isinstance(form, Line) and not form.slope]
        if Encoded.ARITHMETIC in call.function.encoded:
            digits = min(math.ceil(max(constants, default=Fraction(0))), 15)
            yield from (_rows_to_units(line, Fraction(1, 10 ** max(digits, 0))) for line in lines)
            yield from (rows_to(line, line.shift) + 2 for line in lines)
        elif lines:
            literals = [arg.value for arg in call.args if isinstance(arg, e.Literal)]
            lengths = [Fraction(len(value)) for value in literals if isinstance(value, str)]
            most = max((abs(number) for number in (*constants, *lengths)), default=Fraction(0))
            yield max(_TWO_DIGITS, *(rows_to(line, most) + 2 for line in lines))
        elif any(form is Other.OPAQUE for forms in args for form in forms):
            yield FAR if call.function.truth or call.function.pattern else _TWO_DIGITS
        elif any(isinstance(form, Share) for forms in args for form in forms):
            self.shares.update(constants)

    def _over_window(self, call: e.WindowCall) -> Iterator[int]:
        frame = call.frame
        offsets = [bound.offset for bound in (frame.start, frame.end) if frame.unit is not e.FrameUnit.RANGE]
        if call.function.kind is FunctionKind.WINDOW:
            passed = call.function.passed(len(call.args))
            offsets += [arg for place, arg in enumerate(call.args) if place not in passed]
        yield from (abs(number) + 2 for offset in offsets for number in self._constants(offset))


def _least_rows(op: e.CompareOp, left: Form, right: Form) -> int:
    """Return with how many rows a comparison of a count and a constant holds first; 1 where that is not known."""
    holds = _HOLDS.get(op)
    if (
        holds is None
        or not isinstance(left, Line)
        or not isinstance(right, Line)
        or bool(left.slope) == bool(right.slope)
    ):
        return 1
    there = rows_to(left if left.slope else right, left.shift - right.shift)
    tried = (1, max(there, 1), there + 1)
    return next(
        (n for n in tried if holds(left.slope * n + left.shift, right.slope * n + right.shift)),
        1,
    )


def _between_lines(left: Line, right: Line) -> int:
    """Return the rows with which two values are equal, and the one or the other is greater."""
    counted = [line for line in (left, right) if line.slope]
    if not counted:
        return 0
    slopes = [abs(line.slope) for line in counted]
    slowest = min(counted, key=lambda line: abs(line.slope))
    return rows_to(slowest, left.shift - right.shift) + math.ceil(max(slopes) / min(slopes)) + 1


def _rows_to_units(form: Form, unit: int | Fraction) -> int:
    """Return the rows with which a count that is rounded to units gets to the next one."""
    if not isinstance(form, Line) or not form.slope or abs(form.slope) >= unit:
        return 0
    return rows_to(form, Fraction(unit)) + 1


def _joined(rel: r.Rel) -> Counter[str]:
    """Return how many rows of each table one row of a relation may be made of, subqueries in conditions included."""
    if isinstance(rel, r.Scan):
        return Counter({rel.table: 1})
    found: Counter[str] = Counter()
    for part in parts(rel):
        below = _joined(part) if isinstance(part, r.Rel) else _joined_in(part)
        found = found + below if isinstance(rel, r.Join | r.Filter) else found | below
    return found


def _joined_in(part: Part) -> Counter[str]:
    """Return the same for the subqueries of an expression: of alternatives the one that takes more."""
    found: Counter[str] = Counter()
    for inner in parts(part):
        below = _joined(inner) if isinstance(inner, r.Rel) else _joined_in(inner)
        found = found + below if isinstance(part, e.And | e.InRel) else found | below
    return found

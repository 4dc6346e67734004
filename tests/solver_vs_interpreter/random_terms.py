"""Random calls of the term constructors, each with its plain meaning under fixed assignments beside it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import floor
from random import Random

from spotit.smt.terms import arithmetic as a
from spotit.smt.terms import boolean as b
from spotit.smt.terms.term import FALSE, TRUE, Sort, Term, bool_var, int_var, integer, real, real_var

Value = bool | int | Fraction
Values = tuple[Value, ...]


@dataclass(frozen=True)
class Meant:
    """A term and the value it must have under each assignment of its maker."""

    term: Term
    values: Values


def _quotient(left: Value, right: Value) -> Fraction:
    return Fraction(left) / right if right else Fraction(0)


# Each entry: sorts of the arguments, constructor, plain meaning.
BOOLEAN: list[tuple[str, Callable[..., Term], Callable[..., Value]]] = [
    ("b", b.not_, lambda x: not x),
    ("bb", b.and_, lambda x, y: x and y),
    ("bbb", b.and_, lambda x, y, z: x and y and z),
    ("bb", b.or_, lambda x, y: x or y),
    ("bbb", b.or_, lambda x, y, z: x or y or z),
    ("bbbb", lambda *xs: b.all_of(xs), lambda *xs: all(xs)),
    ("bbbb", lambda *xs: b.any_of(xs), lambda *xs: any(xs)),
    ("bb", b.implies, lambda x, y: not x or y),
    ("bb", b.iff, lambda x, y: x == y),
    ("bb", a.eq, lambda x, y: x == y),
    ("bbb", b.ite, lambda c, x, y: x if c else y),
    ("bbb", lambda *xs: a.at_most_one(list(xs)), lambda *xs: sum(xs) <= 1),
    ("ii", a.le, lambda x, y: x <= y),
    ("ii", a.lt, lambda x, y: x < y),
    ("ii", a.eq, lambda x, y: x == y),
    ("ic", a.le, lambda x, y: x <= y),
    ("ci", a.le, lambda x, y: x <= y),
    ("ic", a.eq, lambda x, y: x == y),
    ("i", a.le_zero, lambda x: x <= 0),
    ("i", a.eq_zero, lambda x: x == 0),
    ("rr", a.le, lambda x, y: x <= y),
    ("rr", a.lt, lambda x, y: x < y),
    ("rr", a.eq, lambda x, y: x == y),
    ("ri", a.lt, lambda x, y: x < y),
    ("ir", a.eq, lambda x, y: x == y),
    ("rc", a.le, lambda x, y: x <= y),
    ("rc", a.eq, lambda x, y: x == y),
]
INTEGER: list[tuple[str, Callable[..., Term], Callable[..., Value]]] = [
    ("ii", a.add, lambda x, y: x + y),
    ("ic", a.add, lambda x, y: x + y),
    ("iii", a.add, lambda x, y, z: x + y + z),
    ("ii", a.subtract, lambda x, y: x - y),
    ("ci", a.multiply, lambda x, y: x * y),
    ("ii", a.multiply, lambda x, y: x * y),
    ("bii", b.ite, lambda c, x, y: x if c else y),
    ("bcc", b.ite, lambda c, x, y: x if c else y),
    (
        "bbccc",
        lambda c, d, x, y, z: b.ite(c, x, b.ite(d, y, z)),
        lambda c, d, x, y, z: x if c else y if d else z,
    ),
    ("b", a.indicator, int),
    ("bbbb", lambda *xs: a.count(xs), lambda *xs: sum(xs)),
    ("i", a.absolute, abs),
    ("ii", a.floor_div, lambda x, y: x // y if y > 0 else 0),
    ("ii", a.floor_mod, lambda x, y: x % y if y > 0 else 0),
    ("ic", a.floor_div, lambda x, y: x // y if y > 0 else 0),
    ("ic", a.floor_mod, lambda x, y: x % y if y > 0 else 0),
    ("r", a.floor_of, floor),
    ("i", lambda x: _squares(x), lambda x: x * x),
]
REAL: list[tuple[str, Callable[..., Term], Callable[..., Value]]] = [
    ("i", a.to_real, lambda x: x),
    ("rr", a.add, lambda x, y: x + y),
    ("rr", a.subtract, lambda x, y: x - y),
    ("rr", a.multiply, lambda x, y: x * y),
    ("ri", a.multiply, lambda x, y: x * y),
    ("r", lambda x: a.scale(Fraction(-2, 3), x), lambda x: Fraction(-2, 3) * x),
    ("rr", a.divide, _quotient),
    ("ii", a.divide, _quotient),
    ("ic", a.divide, _quotient),
    ("brr", b.ite, lambda c, x, y: x if c else y),
    ("r", a.absolute, abs),
]


# Atoms over one sum: what they imply of each other is settled when they meet in a junction.
_ATOMS: list[tuple[Callable[[Term, Term], Term], Callable[[Value, Value], bool]]] = [
    (a.le, lambda x, y: x <= y),
    (a.lt, lambda x, y: x < y),
    (lambda x, y: a.le(y, x), lambda x, y: x >= y),
    (lambda x, y: a.lt(y, x), lambda x, y: x > y),
    (a.eq, lambda x, y: x == y),
    (lambda x, y: b.not_(a.eq(x, y)), lambda x, y: x != y),
]


def _meeting(
    kind: str, choice: tuple[int, ...], *, all_hold: bool
) -> tuple[str, Callable[..., Term], Callable[..., Value]]:
    atoms = [_ATOMS[index] for index in choice]

    def build(term: Term, *constants: Term) -> Term:
        made = [atom(term, constant) for (atom, _), constant in zip(atoms, constants, strict=True)]
        return b.all_of(made) if all_hold else b.any_of(made)

    def meaning(value: Value, *constants: Value) -> bool:
        held = [test(value, constant) for (_, test), constant in zip(atoms, constants, strict=True)]
        return all(held) if all_hold else any(held)

    return kind + "c" * len(choice), build, meaning


MEETINGS = [
    _meeting(kind, choice, all_hold=all_hold)
    for kind in "ir"
    for length in (2, 3)
    for choice in product(range(len(_ATOMS)), repeat=length)
    for all_hold in (False, True)
]


def _squares(term: Term) -> Term:
    if term.lo is None or term.hi is None or term.hi - term.lo > 12:
        return a.multiply(term, term)
    return a.cases(term, lambda value: integer(value * value))


class Maker:
    """Grows a pool of terms from a few variables with small intervals, so that atoms meet."""

    def __init__(self, seed: int, assignments: int = 16, *, linear: bool = False) -> None:
        self.random = Random(seed)
        self.linear = linear
        self.variables = self._variables()
        self.assignments = [self._assignment() for _ in range(assignments)]
        self.pools: dict[str, list[Meant]] = {"b": [], "i": [], "r": []}
        for variable in self.variables:
            meant = Meant(variable, tuple(env[variable.value] for env in self.assignments))
            self.pools[_kind(variable)].append(meant)
        self.pools["b"] += [Meant(TRUE, (True,) * assignments), Meant(FALSE, (False,) * assignments)]
        self.pools["r"].append(self._constant("r"))

    def _variables(self) -> list[Term]:
        pick = self.random.randint
        low = [pick(-3, 2) for _ in range(3)]
        ints = [int_var(f"i{n}", lo, lo + pick(0, 5)) for n, lo in enumerate(low)]
        if not self.linear:
            ints.append(int_var("j", *self.random.choice(((None, None), (0, None), (None, 2)))))
        reals = [
            real_var("r0", -2, Fraction(5, 2)),
            real_var("r1", *self.random.choice(((None, None), (0, 3)))),
        ]
        return [*ints, *reals, *(bool_var(f"b{n}") for n in range(4))]

    def _assignment(self) -> dict[str, Value]:
        return {str(v.value): self._value(v) for v in self.variables}

    def _value(self, variable: Term) -> Value:
        if variable.sort is Sort.BOOL:
            return self.random.random() < 0.5
        lo = variable.lo if variable.lo is not None else -4
        hi = variable.hi if variable.hi is not None else 4
        if variable.sort is Sort.INT:
            return self.random.randint(int(lo), int(hi))
        return min(max(Fraction(self.random.randint(-12, 12), self.random.choice((1, 2, 3))), lo), hi)

    def _constant(self, kind: str) -> Meant:
        value = self.random.randint(*self.random.choice(((-4, 6), (0, 2))))
        if kind == "r":
            exact = Fraction(value, self.random.choice((1, 2, 3)))
            return Meant(real(exact), (exact,) * len(self.assignments))
        return Meant(integer(value), (value,) * len(self.assignments))

    def _argument(self, kind: str) -> Meant:
        if kind == "c":
            return self._constant("c")
        pool = self.pools[kind]
        recent = pool[-12:] if self.random.random() < 0.6 else pool
        return self.random.choice(recent)

    def step(self) -> Meant:
        """Make one more term."""
        kind = self.random.choices("bir", (6, 3, 2))[0]
        table = {"b": BOOLEAN, "i": INTEGER, "r": REAL}[kind]
        if kind == "b" and self.random.random() < 0.2:
            table = MEETINGS
        sorts, build, meaning = self.random.choice(table)
        arguments = [self._argument(sort) for sort in sorts]
        values = tuple(meaning(*row) for row in zip(*(m.values for m in arguments), strict=True))
        made = Meant(build(*(m.term for m in arguments)), values)
        if kind == "b" or max(abs(v) for v in values) < 10**4:
            self.pools[kind].append(made)
        return made


def _kind(variable: Term) -> str:
    return {Sort.BOOL: "b", Sort.INT: "i", Sort.REAL: "r"}[variable.sort]

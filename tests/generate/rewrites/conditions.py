"""Random conditions on the columns of tables, and the same conditions in other words."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

MIRRORED = {"=": "=", "<>": "<>", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
NEGATED = {"=": "<>", "<>": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}


@dataclass(frozen=True, slots=True)
class Test:
    """A comparison of a column with a literal or another column."""

    column: str
    op: str
    other: str

    def __str__(self) -> str:
        return f"{self.column} {self.op} {self.other}"

    def reworded(self, random: Random) -> str:
        """Return the same condition, perhaps in other words."""
        match random.randrange(4):
            case 0:
                return f"{self.other} {MIRRORED[self.op]} {self.column}"
            case 1:
                return f"NOT {self.column} {NEGATED[self.op]} {self.other}"
        return str(self)


@dataclass(frozen=True, slots=True)
class NullTest:
    """IS NULL or IS NOT NULL."""

    column: str
    is_null: bool

    def __str__(self) -> str:
        return f"{self.column} IS {'' if self.is_null else 'NOT '}NULL"

    def reworded(self, random: Random) -> str:
        """Return the same condition, perhaps in other words."""
        return random.choice((str(self), f"NOT {self.column} IS {'NOT ' if self.is_null else ''}NULL"))


@dataclass(frozen=True, slots=True)
class Between:
    """A range of a column."""

    column: str
    low: str
    high: str

    def __str__(self) -> str:
        return f"{self.column} BETWEEN {self.low} AND {self.high}"

    def reworded(self, random: Random) -> str:
        """Return the same condition, perhaps in other words."""
        bounds = [f"{self.column} >= {self.low}", f"{self.high} >= {self.column}"]
        random.shuffle(bounds)
        return random.choice((str(self), f"({bounds[0]} AND {bounds[1]})"))


@dataclass(frozen=True, slots=True)
class InList:
    """A list of values of a column."""

    column: str
    values: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.column} IN ({', '.join(self.values)})"

    def reworded(self, random: Random) -> str:
        """Return the same condition, perhaps in other words."""
        values = random.sample(self.values, len(self.values))
        equal = " OR ".join(f"{self.column} = {value}" for value in values)
        return random.choice((f"({equal})", f"{self.column} IN ({', '.join(values)})"))


@dataclass(frozen=True, slots=True)
class Junction:
    """AND or OR of conditions, or the negation of that."""

    word: str
    args: tuple[Condition, ...]
    negated: bool = False

    def __str__(self) -> str:
        inside = f" {self.word} ".join(map(str, self.args))
        return f"{'NOT ' if self.negated else ''}({inside})"

    def reworded(self, random: Random) -> str:
        """Return the same condition, perhaps in other words."""
        args = [arg.reworded(random) for arg in random.sample(self.args, len(self.args))]
        if random.random() < 0.4:  # De Morgan
            other = "OR" if self.word == "AND" else "AND"
            inside = f" {other} ".join(f"NOT ({arg})" for arg in args)
            return f"({inside})" if self.negated else f"NOT ({inside})"
        inside = f" {self.word} ".join(args)
        return f"NOT ({inside})" if self.negated else f"({inside})"


Condition = Test | NullTest | Between | InList | Junction

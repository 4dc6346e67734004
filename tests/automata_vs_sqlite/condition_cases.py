"""Random conditions on one text or one integer, and values that are near to them."""

from __future__ import annotations

import random
from itertools import product

import apsw

from spotit.options import Options
from spotit.plan.expr import Expr
from spotit.plan.one_column import INTEGER, TEXT
from spotit.plan.rel import Project, Scan
from spotit.plan.walk import substitute
from spotit.schema import DeclaredColumn, Schema, Table
from spotit.sql import lower_query

NASTY = " \tabABzZ0159%_[]^-*?+.\\éÉß漢\u0301\U0010ffff\u0001~'\ud7ff\ue000\ufffe"
COMMON = " abAB01"
SCHEMA = Schema((Table("t", (DeclaredColumn("x", "TEXT"), DeclaredColumn("n", "INTEGER"))),))
COMPARISONS = ("=", "<>", "<", "<=", ">", ">=", "IS", "IS NOT")


def quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


class Conditions:
    """Draws SQL conditions on `subject` whose constants are made of a few characters."""

    def __init__(self, rng: random.Random, subject: str = "x") -> None:
        self._rng = rng
        self.subject = subject
        if subject == "x":
            self.alphabet = "".join({*rng.sample(NASTY, 5), *rng.sample(COMMON, 3)})
        else:
            self.alphabet = "-0123456789"

    def condition(self, depth: int = 2) -> str:
        rng = self._rng
        if depth and rng.random() < 0.45:
            inner = [self.condition(depth - 1) for _ in range(rng.randint(2, 3))]
            return rng.choice((
                f"({inner[0]} AND {inner[1]})",
                f"({inner[0]} OR {inner[1]})",
                f"({' OR '.join(inner)})",
                f"NOT {inner[0]}",
                f"(CASE WHEN {inner[0]} THEN {inner[1]} ELSE {inner[-1]} END)",
                f"({inner[0]} IS NULL)",
                f"(IIF({inner[0]}, {self.text(1)}, {self.text(1)}) = {self.constant()})",
                f"(NULLIF({self.text(1)}, {self.constant()}) IS NULL)",
                f"(COALESCE({self.text(1)}, 'b') < {self.constant()})",
            ))  # fmt: skip
        return rng.choice(
            (
                self._compared,
                self._compared,
                self._pattern,
                self._pattern,
                self._measured,
                self._listed,
                self._unchanged,
            )
        )()

    def _compared(self) -> str:
        sides = [f"{self.text()}{self._collation()}", self.constant()]
        if self._rng.random() < 0.2:
            sides.reverse()
        return f"({sides[0]} {self._rng.choice(COMPARISONS)} {sides[1]})"

    def _collation(self) -> str:
        return self._rng.choice(("", "", "", " COLLATE NOCASE", " COLLATE RTRIM"))

    def _unchanged(self) -> str:
        """Return a comparison of a text with what a function makes of it."""
        if self.subject != "x":
            return self._measured()
        forms = ("UPPER(x)", "LOWER(x)", "TRIM(x)", "LTRIM(x, {})", "RTRIM(x, {})", "TRIM(x, {})", "REPLACE(x, {}, {})")
        form = self._rng.choice((*forms, "SUBSTR(x, 1, 2)"))
        sides = [form.format(self.constant(), self.constant()), "x"]
        self._rng.shuffle(sides)
        return f"({sides[0]} {self._rng.choice(('=', '<>', 'IS', 'IS NOT'))} {sides[1]})"

    def _listed(self) -> str:
        rng = self._rng
        if rng.random() < 0.5:
            return f"({self.text()} BETWEEN {self.constant()} AND {self.constant()})"
        items = ", ".join(self.constant() for _ in range(rng.randint(1, 3)))
        return f"({self.text()} {rng.choice(('IN', 'NOT IN'))} ({items}))"

    def _pattern(self) -> str:
        rng = self._rng
        negated = rng.choice(("", "NOT "))
        if rng.random() < 0.55:
            escape = ""
            alphabet = self.alphabet + "%%%__"
            if rng.random() < 0.3:
                escape = rng.choice(alphabet)
                alphabet += escape
            pattern = "".join(rng.choice(alphabet) for _ in range(rng.randint(0, 5)))
            return f"({self.text()} {negated}LIKE {quoted(pattern)}{f' ESCAPE {quoted(escape)}' if escape else ''})"
        alphabet = self.alphabet + "**?[[]]^-"
        pattern = "".join(rng.choice(alphabet) for _ in range(rng.randint(0, 6)))
        if rng.random() < 0.5:
            inside = "".join(rng.choice(self.alphabet + "^-]") for _ in range(rng.randint(1, 5)))
            pattern = f"{rng.choice(('', '*', '?'))}[{inside}]{rng.choice(('', '*', '?'))}"
        return f"({self.text()} {negated}GLOB {quoted(pattern)})"

    def _measured(self) -> str:
        rng = self._rng
        bound = rng.choice(("0", "1", "2", "3", "-1", "2.5", "'2'", "NULL"))
        op = rng.choice(COMPARISONS)
        text = self.text()
        match rng.randint(0, 9):
            case 0 | 1:
                measure = f"LENGTH({text})"
            case 2:
                measure = f"INSTR({text}, {self.constant()})"
            case 3:
                measure = f"OCTET_LENGTH({text})"
                bound = str(rng.randint(0, 9))
            case 4:
                measure = f"UNICODE({text})"
                bound = str(ord(rng.choice(self.alphabet)) + rng.randint(-1, 1))
            case 5:
                measure = f"{rng.choice(('LENGTH', 'UNICODE'))}({text}) {rng.choice('+-')} {rng.randint(0, 3)}"
                measure = rng.choice((measure, f"-({measure})", f"ABS({measure})"))
            case 6:
                measure = rng.choice(
                    (f"ROUND(LENGTH({text}))", f"SIGN(CAST({text} AS INTEGER))", f"SIGN(LENGTH({text}))")
                )
                bound = rng.choice(("0", "1", "2", "-1", "2.5"))
            case 7:
                cast = f"CAST({text} AS INTEGER)"
                measure = rng.choice(
                    (f"LENGTH({cast})", f"SUBSTR({cast}, -1)", f"CAST({cast} AS TEXT)", f"{cast} || ''")
                )
                bound = rng.choice(("1", "2", "'0'", "'-1'", "'15'", "19", "'9223372036854775807'"))
            case 8:
                measure = f"HEX({text})"
                bound = quoted(
                    rng.choice((self.word().encode("utf-8", "surrogatepass").hex().upper(), "4", "c3", "E2"))
                )
            case _:
                measure = f"CAST({text} AS INTEGER)"
                bound = rng.choice(("0", "1", "-1", "10", "15", "101", "-5", "5.5", "9223372036854775807", "'1'"))
        return f"({measure} {op} {bound})"

    def constant(self) -> str:
        return quoted(self.word())

    def word(self, longest: int = 3) -> str:
        return "".join(self._rng.choice(self.alphabet) for _ in range(self._rng.randint(0, longest)))

    def text(self, depth: int = 2) -> str:
        """Return an expression that is a text, or the subject itself."""
        rng = self._rng
        if not depth or rng.random() < 0.3:
            return self.subject
        inner = self.text(depth - 1)
        name = rng.choice(("TRIM", "LTRIM", "RTRIM"))
        formats = [f"PRINTF('%0{rng.randint(0, 4)}d', n)", f"PRINTF('<%{rng.randint(1, 4)}d', n)"]
        start, size = rng.randint(-4, 4), rng.randint(-4, 4)
        return rng.choice((
            f"{name}({inner})",
            *((f"HEX({inner})",) if depth == 2 and self.subject == "x" else ()),
            f"{name}({inner}, {self.constant()})",
            f"UPPER({inner})",
            f"LOWER({inner})",
            f"SUBSTR({inner}, {start})",
            f"SUBSTR({inner}, {start}, {size})",
            f"SUBSTR({inner}, {rng.randint(1, 3)}, {rng.randint(0, 3)})",
            f"REPLACE({inner}, {quoted(self.word(2))}, {quoted(self.word(2))})",
            f"({inner} || {self.constant()})",
            f"({self.constant()} || {inner})",
            f"CONCAT({self.constant()}, {inner}, {self.constant()})",
            f"SUBSTR({inner}, 1, INSTR({inner}, {self.constant()}) {rng.choice(('- 1', '+ 0', '+ 1', '+ 3'))})",
            f"SUBSTR({inner}, INSTR({inner}, {self.constant()}){rng.choice(('', ' + 1', ' + 2', ' + 4'))})",
            f"SUBSTR({inner}, INSTR({inner}, {self.constant()}) + {rng.randint(0, 3)}, {rng.randint(0, 3)})",
            f"SUBSTR({inner}, 1, LENGTH({inner}) - {rng.randint(0, 2)})",
            f"SUBSTR({inner}, LENGTH({inner}))",
            f"SUBSTR({inner}, LENGTH({inner}), {rng.randint(1, 2)})",
            f"PRINTF('a%sb', {inner})",
            f"QUOTE({inner})",
            f"CAST({inner} AS TEXT)",
            f"TYPEOF({inner})",
            *(formats * 5 if self.subject == "n" else ()),
        ))  # fmt: skip

    def values(self, longest: int = 3) -> list[str]:
        """Return all short texts over the alphabet, and some longer ones."""
        short = ["".join(letters) for size in range(longest + 1) for letters in product(self.alphabet, repeat=size)]
        longer = [self.word(9) for _ in range(200)]
        return [*short, *longer, *(f"{text}\0{self.word()}" for text in (*short[:200], *longer)), "\0", "\0\0"]

    def integers(self) -> list[int]:
        rng = self._rng
        edges = [sign * (10**power + more) for power in range(19) for sign in (1, -1) for more in (-1, 0, 1)]
        return [
            *range(-1200, 1200),
            *edges,
            2**63 - 1,
            -(2**63),
            *(rng.randint(-(2**63), 2**63 - 1) for _ in range(300)),
        ]


def lowered(condition: str) -> Expr:
    """Return a condition on t.x or t.n as one on the automata's own column."""
    rel = lower_query(f"SELECT {condition} FROM t", SCHEMA, now=Options().now).rel
    assert isinstance(rel, Project) and isinstance(rel.input, Scan)
    scan = rel.input
    subjects = {"x": TEXT, "n": INTEGER}
    columns = zip(scan.columns, scan.fields, strict=True)
    return substitute(rel.exprs[0], {column.id: subjects[name] for column, name in columns})


class Engine:
    """Runs conditions over a list of values."""

    def __init__(self) -> None:
        self._connection = apsw.Connection(":memory:")
        self._connection.execute("CREATE TABLE t (k INTEGER PRIMARY KEY, x TEXT, n INTEGER)")

    def load(self, values: list[str] | list[int]) -> None:
        column = "n" if isinstance(values[0], int) else "x"
        with self._connection:
            self._connection.execute("DELETE FROM t")
            self._connection.executemany(f"INSERT INTO t ({column}) VALUES (?)", [(value,) for value in values])

    def results(self, condition: str) -> list[int | None]:
        return [row[0] for row in self._connection.execute(f"SELECT {condition} FROM t ORDER BY k")]

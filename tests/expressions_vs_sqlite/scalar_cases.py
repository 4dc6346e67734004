"""Random scalar expressions over one table, and the table's row as symbolic cells."""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction

from spotit.database import Value
from spotit.dialect.collation import BINARY, NOCASE
from spotit.schema import DeclaredColumn, Schema, Table
from spotit.smt.terms.arithmetic import add, scale
from spotit.smt.terms.term import FALSE, Term, bool_var, int_var, integer, real_var
from spotit.symbolic.values.pool import DATE, DATETIME, TIME, FixedPool, string_pool
from spotit.symbolic.values.tabulated import tabulated
from spotit.symbolic.values.value import SymValue, number, text

COLUMNS = {
    "a": "TEXT", "b": "TEXT", "c": "VARCHAR(10) COLLATE NOCASE", "i": "INTEGER", "j": "INTEGER", "k": "INTEGER",
    "r": "REAL", "q": "REAL", "d": "DATE", "e": "DATE", "dt": "DATETIME", "tm": "TIME",
}  # fmt: skip
TEXT_FUNCTIONS = ("upper", "lower", "trim", "ltrim", "rtrim", "hex", "quote")
NOT_NULL = ("b", "j", "e")
SCHEMA = Schema((Table("t", tuple(
    DeclaredColumn(n, t.split(" ")[0], n in NOT_NULL, NOCASE if "NOCASE" in t else BINARY) for n, t in COLUMNS.items()
)),))  # fmt: skip
DDL = "CREATE TABLE t (" + ", ".join(
    f"{n} {t}{' NOT NULL' if n in NOT_NULL else ''}" for n, t in COLUMNS.items()
) + ")"  # fmt: skip

WORDS = (
    "", " 7", "-3", "0", "07", "1", "10", "12abc", "1e1", "2.5", "5.0", "A", "Abc", "B", "a", "ab", "abc", "b ", "é",
)  # fmt: skip
DATED_WORDS = ("1999-12-31", "2000-02-29", "2001-2-3", "2004-05-06 07:08:09", "a", "2000", "12:30")
INTS = (-7, -2, -1, 0, 1, 2, 3, 5, 10)
REALS = (-7.5, -1.0, -0.25, 0.0, 0.5, 1.0, 2.25, 5.0, 10.125)
DATES = ("0001-01-01", "1900-02-28", "1999-12-31", "2000-01-31", "2000-02-29", "2001-03-01", "2023-06-15")
DATETIMES = tuple(f"{day} {time}" for day, time in zip(DATES, ("00:00:00", "12:30:00", "23:59:59") * 3, strict=False))
TIMES = ("00:00:00", "05:06:07", "12:00:00", "23:59:59")
POOLS = {
    "a": WORDS, "b": WORDS, "c": DATED_WORDS, "i": INTS, "j": INTS, "k": INTS, "r": REALS, "q": REALS,
    "d": DATES, "e": DATES, "dt": DATETIMES, "tm": TIMES,
}  # fmt: skip
FIXED = {"d": DATE, "e": DATE, "dt": DATETIME, "tm": TIME}


def finite_cells() -> dict[str, SymValue]:
    """Return a row whose cells come from finite pools."""
    cells = {}
    for name, pool in POOLS.items():
        null = bool_var(f"null {name}") if name not in NOT_NULL else FALSE
        key = int_var(f"key {name}", 0, len(pool) - 1)
        if isinstance(pool[0], str):
            cells[name] = text(string_pool(tuple(sorted(pool))), key, null)
        else:
            cells[name] = tabulated(null, None, key, pool)
    return cells


def symbolic_cells() -> dict[str, SymValue]:
    """Return a row with free numbers and dates."""
    cells = {n: c for n, c in finite_cells().items() if n in ("a", "b", "c")}
    for name in COLUMNS:
        null = bool_var(f"null {name}") if name not in NOT_NULL else FALSE
        if name in ("i", "j"):
            cells[name] = number(int_var(name, -(2**31), 2**31), null)
        elif name == "k":
            cells[name] = number(int_var(name, -3, 4), null)
        elif name in ("r", "q"):
            cells[name] = number(real_var(name), null)
        elif name in FIXED:
            cells[name] = _date_cell(name, FIXED[name], null)
    return cells


def _date_cell(name: str, pool: FixedPool, null: Term) -> SymValue:
    limits = [(0, 9999), (1, 12), (1, 31)] if pool is not TIME else []
    limits += [(0, 23), (0, 59), (0, 59)] if pool is not DATE else []
    parts = tuple(int_var(f"{name} {n}", lo, hi) for n, (lo, hi) in enumerate(limits))
    index = integer(0)
    for width, part in zip(pool.widths, parts, strict=True):
        index = add(scale(10**width, index), part)
    return text(pool, index, null, parts)


def assignment(row: dict[str, Value], finite: bool) -> dict[str, bool | int | Fraction]:
    """Return the variables' values that make the cells hold a concrete row."""
    values: dict[str, bool | int | Fraction] = {}
    for name, value in row.items():
        values[f"null {name}"] = value is None
        pool = sorted(POOLS[name]) if isinstance(POOLS[name][0], str) else POOLS[name]
        concrete = pool[0] if value is None and (finite or name in "abc") else value
        if finite or name in "abc":
            values[f"key {name}"] = pool.index(concrete)
        elif name in FIXED:
            digits = concrete or {"tm": "00:00:00"}.get(name, "2000-01-01 00:00:00")
            fields = FIXED[name].widths
            position = 0
            for n, width in enumerate(fields):
                values[f"{name} {n}"] = int(digits[position : position + width])
                position += width + 1
        elif name in ("r", "q"):
            values[name] = Fraction(concrete or 0)
        else:
            values[name] = concrete or 0
    return values


def random_row(rng: random.Random, finite: bool) -> dict[str, Value]:
    """Return a concrete row."""
    row: dict[str, Value] = {}
    for name, pool in POOLS.items():
        if name not in NOT_NULL and rng.random() < 0.15:
            row[name] = None
        elif finite or name in "abc" or rng.random() < 0.3:
            row[name] = rng.choice(pool)
            if not finite and name == "k":
                row[name] = rng.randint(-3, 4)
        else:
            row[name] = _wide(rng, name)
    return row


def _wide(rng: random.Random, name: str) -> Value:
    if name in ("i", "j"):
        return rng.choice((rng.randint(-20, 20), rng.randint(-3000, 3000), rng.randint(-(2**31), 2**31)))
    if name == "k":
        return rng.randint(-3, 4)
    if name in ("r", "q"):
        return rng.choice((rng.randint(-400, 400) / 8, rng.randint(-(10**6), 10**6) / 64, float(rng.randint(-9, 9))))
    year = rng.choice((rng.randint(1, 9998), rng.randint(1990, 2030), rng.randint(1990, 2030)))
    month = rng.randint(1, 12)
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    days = [31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    day = rng.choice((rng.randint(1, days), days, 1))
    date = f"{year:04}-{month:02}-{day:02}"
    clock = (
        f"{rng.choice((rng.randint(0, 23), 0, 12)):02}:{rng.randint(0, 59):02}:{rng.choice((rng.randint(0, 59), 0)):02}"
    )
    return {"d": date, "e": date, "tm": clock}.get(name, f"{date} {clock}")


DIRECTED = (
    "time(strftime('%d:%M:%S', dt))", "datetime(strftime('%d:%M:%S', dt))", "date(strftime('%Y-%m-%M', dt))",
    "date(strftime('%Y-%d-%m', d))", "strftime('%u', d)", "strftime('%w', d)", "date(d, NULL)", "strftime(NULL, d)",
    "strftime('%Y', d, NULL)", "strftime('%YT%H', dt) LIKE '%t%'", "d LIKE '2000-02-2%2-29'", "d LIKE '%-%-%-%'",
    "d GLOB '[^1]*'", "d GLOB '*[]-]*'", "d GLOB '*[0-2]'", "d || tm", "tm || dt", "d < strftime('%Y/%m', d)",
    "strftime('%Y/%m', d) < e", "strftime('%Y/%m', d) < strftime('%Y-%m', e)", "dt < strftime('%Y-%m-%dT%H', dt)",
    "strftime('%S.%M', dt) + 0", "CAST(strftime('%S.%M', dt) AS REAL)", "strftime('%d', d) = i", "a % i",
    "(a || '1') % j", "r / (q * 2)", "(r * 3) / (q * 4)", "(i * 3) / (r * 2.0)",
    "substr(d, 5, 0)", "substr(d, 3, 4)", "substr(dt, -8)", "trim(d || ' ')", "rtrim(dt || '  ')", "instr(dt, ':')",
    "replace(d, '-', '')", "upper(strftime('%YT%H', dt))", "CAST(d AS INTEGER)", "CAST(dt AS REAL)", "d + 1", "-d",
    "like('2%', d, NULL)", "d LIKE NULL", "max(i, r)", "min(i, r)", "max(d, a)", "min(NULL, i)", "sign(r)", "ceil(r)",
    "round(r, -1)", "round(i, 1)", "i & 3", "i & -7", "r | 10", "i | -1", "100 & i", "~ r",
    "i / j", "i % j", "r % i", "- r", "abs(i)", "k / 2", "k % 2",
    "date(d, '+1 month')", "date(d, 'start of year')", "datetime(dt, '-45 minutes')", "date(d, 'weekday 1')",
    "strftime('%j', d)", "strftime('%W', d)", "strftime('%U', d)", "strftime('%V', d)", "strftime('%G', d)",
    "strftime('%I', dt)", "strftime('%k', dt)", "strftime('%p', dt)", "strftime('%e', d)", "strftime('%M', dt)",
    "unixepoch(dt)", "julianday(dt)", "a = i + 0", "i + 0 IS a", "c = d", "c < dt", "tm > dt", "typeof(a + 0)",
)  # fmt: skip
"""Expressions for corners of layouts and conversions."""


@dataclass
class Expressions:
    """Random SQL expressions; names of types steer what is put where, now and then against all sense."""

    rng: random.Random

    def any(self, depth: int) -> str:
        kind = self.rng.choice(("text", "int", "real", "date", "truth", "truth", "number"))
        return self.of(kind, depth)

    def of(self, kind: str, depth: int) -> str:
        if self.rng.random() < 0.04:
            kind = self.rng.choice(("text", "int", "real", "date", "truth"))
        if self.rng.random() < 0.02:
            return "NULL"
        return getattr(self, kind)(depth)

    def pick(self, depth: int, leaves: list[str], makers: list) -> str:
        if depth <= 0 or self.rng.random() < 0.2:
            return self.rng.choice(leaves)
        return self.rng.choice(makers)(depth - 1)

    def number(self, depth: int) -> str:
        return self.of(self.rng.choice(("int", "real")), depth)

    def int(self, depth: int) -> str:
        leaves = ["i", "j", "k", "i", "k", "0", "1", "2", "-3", "7", str(self.rng.randint(-50, 2100))]
        return self.pick(depth, leaves, [
            lambda n: f"({self.of('int', n)} {self.rng.choice('+-*/%')} {self.of('int', n)})",
            lambda n: f"({self.of('number', n)} {self.rng.choice('+-*/%')} {self.of('int', 0)})",
            lambda n: f"(- {self.of('int', n)})",
            lambda n: f"abs({self.of('int', n)})",
            lambda n: f"CAST({self.of(self.rng.choice(('real', 'text', 'date')), n)} AS INTEGER)",
            lambda n: f"length({self.of(self.rng.choice(('text', 'date')), n)})",
            lambda n: f"instr({self.of(self.rng.choice(('text', 'date')), n)}, 'a')",
            lambda n: "instr(d, '-')",
            lambda n: f"({self.of('int', n)} {self.rng.choice(('&', '|', '<<', '>>'))} {self.rng.choice('1375')})",
            lambda n: f"({self.of('number', n)} {self.rng.choice('&|')} {self.rng.randint(-300, 300)})",
            lambda n: f"(~ {self.of('int', n)})",
            lambda n: f"{self.rng.choice(('min', 'max'))}({self.of('int', n)}, {self.of('number', n)})",
            lambda n: f"sign({self.of('number', n)})",
            lambda n: f"unixepoch({self.of('date', n)})",
            lambda n: f"CAST(strftime('%s', {self.of('date', n)}) AS INTEGER)",
            lambda n: f"(strftime('%Y', {self.of('date', n)}) - strftime('%Y', {self.of('date', n)}))",
            lambda n: self.case("int", n),
            lambda n: f"({self.of('truth', n)} + {self.of('truth', n)})",
            lambda n: f"({self.of('text', n)} + {self.of('int', n)})",
        ])  # fmt: skip

    def real(self, depth: int) -> str:
        leaves = ["r", "q", "r", "0.5", "1.0", "2.25", "0.0", "-1.5", "100.0"]
        return self.pick(depth, leaves, [
            lambda n: f"({self.of('real', n)} {self.rng.choice('+-*/%')} {self.of('real', n)})",
            lambda n: f"({self.of('real', n)} {self.rng.choice('+-*/')} {self.of('int', n)})",
            lambda n: f"CAST({self.of(self.rng.choice(('int', 'text', 'date')), n)} AS REAL)",
            lambda n: f"CAST({self.of(self.rng.choice(('int', 'text', 'date', 'real')), n)} AS NUMERIC)",
            lambda n: f"round({self.of('number', n)})",
            lambda n: f"round({self.of('real', n)}, {self.rng.choice(('0', '1', '2', '-1', 'NULL'))})",
            lambda n: f"{self.rng.choice(('ceil', 'floor', 'abs'))}({self.of('real', n)})",
            lambda n: f"julianday({self.of('date', n)})",
            lambda n: f"(julianday({self.of('date', n)}) - julianday({self.of('date', n)}))",
            lambda n: f"(- {self.of('real', n)})",
            lambda n: self.case("real", n),
        ])  # fmt: skip

    def text(self, depth: int) -> str:
        leaves = ["a", "b", "c", "a", "'a'", "'Abc'", "'10'", "'1e1'", "''", "' '"]
        return self.pick(depth, leaves, [
            lambda n: f"{self.rng.choice(TEXT_FUNCTIONS)}({self.of('text', n)})",
            lambda n: f"({self.of('text', n)} || {self.of('text', n)})",
            lambda n: f"({self.of('date', n)} || {self.rng.choice(('d', 'dt', chr(39) + 'x' + chr(39)))})",
            lambda n: f"substr({self.of('text', n)}, {self.rng.choice(('0', '1', '2', '-2', 'k'))})",
            lambda n: f"substr({self.of('date', n)}, {self.rng.randint(-12, 12)}, {self.rng.randint(-3, 8)})",
            lambda n: f"substr({self.of('text', n)}, {self.rng.randint(-4, 4)}, {self.rng.randint(-3, 8)})",
            lambda n: f"replace({self.of('text', n)}, 'a', 'bc')",
            lambda n: f"replace({self.of('date', n)}, '{self.rng.choice('-: ')}', '{self.rng.choice('/- ').strip()}')",
            lambda n: f"typeof({self.any(n)})",
            lambda n: f"CAST({self.any(n)} AS TEXT)",
            lambda n: f"strftime('{self.format()}', {self.of('date', n)}{self.modifiers()})",
            lambda n: f"{self.rng.choice(('min', 'max'))}({self.of('text', n)}, {self.of('text', n)})",
            lambda n: f"printf('%.2f', {self.of('number', n)})",
            lambda n: self.case("text", n),
            lambda n: f"coalesce({self.of('text', n)}, {self.of('text', n)})",
            lambda n: f"nullif({self.of('text', n)}, {self.of('text', n)})",
            lambda n: f"{self.rng.choice(('upper', 'lower', 'trim'))}({self.of('date', n)})",
        ])  # fmt: skip

    def format(self) -> str:
        letters = self.rng.choices("dmYYmdHMSfFjwuUWVGgIeklpPRT%sJ", k=self.rng.choice((1, 1, 1, 2, 3)))
        return self.rng.choice(("", "-", "/")).join(f"%{c}" for c in letters)

    def modifiers(self) -> str:
        result = ""
        while self.rng.random() < 0.3:
            unit = self.rng.choice(
                ("day", "days", "month", "months", "year", "years", "hour", "hours", "minutes", "seconds")
            )
            sign = self.rng.choice("+-+- ").strip()
            result += ", '" + self.rng.choice((
                f"{sign}{self.rng.choice((0, 1, 1, 2, 7, 12, 30, 45, 400))} {unit}",
                "start of month", "start of year", "start of day", f"weekday {self.rng.randint(0, 6)}", "+0.5 days",
                "1 month", "bogus", "+1.5 days",
            )) + "'"  # fmt: skip
        return result

    def date(self, depth: int) -> str:
        leaves = ["d", "e", "dt", "tm", "d", "dt", "'2000-02-29'", "c", "strftime('%d:%M:%S', dt)"]
        return self.pick(depth, leaves, [
            lambda n: f"{self.rng.choice(('date', 'datetime', 'time'))}({self.of('date', n)}{self.modifiers()})",
            lambda n: f"{self.rng.choice(('date', 'datetime'))}({self.of('date', n)}{self.modifiers()})",
            lambda n: f"date(strftime('%Y-%m', {self.of('date', n)}) || '-{self.rng.choice(('01', '31'))}')",
            lambda n: f"substr({self.of('date', n)}, 1, {self.rng.choice((4, 7, 10, 5))})",
            lambda n: self.case("date", n),
        ])  # fmt: skip

    def case(self, kind: str, depth: int) -> str:
        return self.rng.choice((
            lambda: f"CASE WHEN {self.of('truth', depth)} THEN {self.of(kind, depth)} ELSE {self.of(kind, depth)} END",
            lambda: f"CASE WHEN {self.of('truth', depth)} THEN {self.of(kind, depth)} END",
            lambda: f"CASE {self.any(depth)} WHEN {self.any(depth)} THEN {self.of(kind, depth)} ELSE 1 END",
            lambda: f"iif({self.of('truth', depth)}, {self.of(kind, depth)}, {self.of(kind, depth)})",
            lambda: f"coalesce({self.of(kind, depth)}, {self.of(kind, depth)})",
        ))()  # fmt: skip

    def truth(self, depth: int) -> str:
        if depth <= 0:
            return self.compare(0)
        return self.rng.choice((
            self.compare, self.compare, self.compare, self.compare,
            lambda n: f"({self.of('truth', n)} AND {self.of('truth', n)})",
            lambda n: f"({self.of('truth', n)} OR {self.of('truth', n)})",
            lambda n: f"(NOT {self.of('truth', n)})",
            lambda n: f"({self.any(n)} IS {self.rng.choice(('', 'NOT '))}NULL)",
            lambda n: f"({self.any(n)} {self.rng.choice(('IS', 'IS NOT'))} {self.any(n)})",
            self.like,
            lambda n: f"({self.of('text', n)} IN ('a', 'b', '10'))",
            lambda n: f"({self.of('int', n)} {self.rng.choice(('', 'NOT '))}IN (1, '2', {self.any(n)}))",
            lambda n: f"({self.of('number', n)} BETWEEN {self.of('number', 0)} AND {self.of('number', 0)})",
            lambda n: f"(NOT {self.any(n)})",
            lambda n: f"({self.of('text', 0)} {self.rng.choice(('=', '<>', 'IS', 'IS NOT', '<'))} {self.of('int', n)})",
            lambda n: f"({self.any(n)} OR {self.of('truth', n)})",
        ))(depth - 1)  # fmt: skip

    def compare(self, depth: int) -> str:
        op = self.rng.choice(("=", "<>", "<", "<=", ">", ">="))
        kind = self.rng.choice(("text", "number", "date", "int", "real"))
        right = kind if self.rng.random() < 0.8 else self.rng.choice(("text", "number", "date"))
        literal = self.rng.choice(("'2000-02-29'", "'2000'", "'12:30'", "2000", "'2000-01-01 00:00:00'", "'02'", "29"))
        other = literal if kind == "date" and self.rng.random() < 0.5 else self.of(right, depth)
        sides = [self.of(kind, depth), other]
        self.rng.shuffle(sides)
        return f"({sides[0]} {op} {sides[1]})"

    def like(self, depth: int) -> str:
        word = self.rng.choice(
            ("a%", "%b%", "_b%", "A", "1%", "%", "2000%", "%-02-%", "____-02-%", "%:30:%", "%1%2%", "%9", "19_0%")
        )
        glob = self.rng.choice(("a*", "*[0-9]", "[^0-9]*", "2???-0[1-5]*", "*-1*", "[12]*", "*[]a-]*"))
        side = self.of(self.rng.choice(("text", "date")), depth)
        negation = self.rng.choice(("", "NOT "))
        if self.rng.random() < 0.3:
            return f"({side} {negation}GLOB '{glob}')"
        return f"({side} {negation}LIKE '{word}')"

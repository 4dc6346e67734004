"""Random scalar expressions over one table, and the table's row as symbolic cells."""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction

from spotit.database import Value
from spotit.schema import Column, Schema, Table
from spotit.smt.arithmetic import add, scale
from spotit.smt.term import Term, bool_var, int_var, integer, real_var
from spotit.symbolic.pool import DATE, DATETIME, TIME, FixedPool, string_pool
from spotit.symbolic.value import SymValue, number, tabulated, text

COLUMNS = {
    "a": "TEXT", "b": "TEXT", "c": "VARCHAR(10) COLLATE NOCASE", "i": "INTEGER", "j": "INTEGER", "k": "INTEGER",
    "r": "REAL", "q": "REAL", "d": "DATE", "e": "DATE", "dt": "DATETIME", "tm": "TIME",
}  # fmt: skip
NOT_NULL = ("b", "j", "e")
SCHEMA = Schema((Table("t", tuple(
    Column(n, t.split(" ")[0], n in NOT_NULL, "NOCASE" if "NOCASE" in t else "BINARY") for n, t in COLUMNS.items()
)),))  # fmt: skip
DDL = "CREATE TABLE t (" + ", ".join(
    f"{n} {t}{' NOT NULL' if n in NOT_NULL else ''}" for n, t in COLUMNS.items()
) + ")"  # fmt: skip

WORDS = ("", " 7", "-3", "0", "1", "10", "12abc", "1e1", "2.5", "5.0", "A", "Abc", "B", "a", "ab", "abc", "b ", "é")
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
_LIMITS = {4: (0, 9999), 2: (0, 59)}


def finite_cells() -> dict[str, SymValue]:
    """Return a row whose cells come from finite pools."""
    cells = {}
    for name, pool in POOLS.items():
        null = bool_var(f"null {name}") if name not in NOT_NULL else integer(0) and _never()
        key = int_var(f"key {name}", 0, len(pool) - 1)
        if isinstance(pool[0], str):
            cells[name] = text(string_pool(tuple(sorted(pool))), key, null)
        else:
            cells[name] = tabulated(null, None, key, pool)
    return cells


def _never() -> Term:
    from spotit.smt.term import FALSE

    return FALSE


def symbolic_cells() -> dict[str, SymValue]:
    """Return a row with free numbers and dates."""
    cells = {n: c for n, c in finite_cells().items() if n in ("a", "b", "c")}
    for name in COLUMNS:
        null = bool_var(f"null {name}") if name not in NOT_NULL else _never()
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
            digits = (concrete or {"tm": "00:00:00"}.get(name, "2000-01-01 00:00:00"))
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
    clock = f"{rng.choice((rng.randint(0, 23), 0, 12)):02}:{rng.randint(0, 59):02}:{rng.choice((rng.randint(0, 59), 0)):02}"
    return {"d": date, "e": date, "tm": clock}.get(name, f"{date} {clock}")


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
            lambda n: f"instr({self.of(self.rng.choice(('text', 'date')), n)}, {self.rng.choice(('a', ))!r})",
            lambda n: f"instr(d, '-')",
            lambda n: f"({self.of('int', n)} {self.rng.choice(('&', '|', '<<', '>>'))} {self.rng.choice(('1', '3', '7', '5'))})",
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
            lambda n: f"{self.rng.choice(('upper', 'lower', 'trim', 'ltrim', 'rtrim', 'hex', 'quote'))}({self.of('text', n)})",
            lambda n: f"({self.of('text', n)} || {self.of('text', n)})",
            lambda n: f"({self.of('date', n)} || {self.rng.choice(('d', 'dt', chr(39) + 'x' + chr(39)))})",
            lambda n: f"substr({self.of('text', n)}, {self.rng.choice(('0', '1', '2', '-2', 'k'))})",
            lambda n: f"substr({self.of(self.rng.choice(('date', 'text')), n)}, {self.rng.randint(-12, 12)}, {self.rng.randint(-3, 8)})",
            lambda n: f"replace({self.of('text', n)}, 'a', 'bc')",
            lambda n: f"replace({self.of('date', n)}, '{self.rng.choice(('-', ':', '', ' '))}', '{self.rng.choice(('', '/', '-', ' '))}')",
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
            unit = self.rng.choice(("day", "days", "month", "months", "year", "years", "hour", "hours", "minutes", "seconds"))
            sign = self.rng.choice("+-+- ").strip()
            result += ", '" + self.rng.choice((
                f"{sign}{self.rng.choice((0, 1, 1, 2, 7, 12, 30, 45, 400))} {unit}",
                "start of month", "start of year", "start of day", f"weekday {self.rng.randint(0, 6)}", "+0.5 days",
                "1 month", "bogus", "+1.5 days",
            )) + "'"  # fmt: skip
        return result

    def date(self, depth: int) -> str:
        leaves = ["d", "e", "dt", "tm", "d", "dt", "'2000-02-29'", "c"]
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
            lambda: f"CASE {self.any(depth)} WHEN {self.any(depth)} THEN {self.of(kind, depth)} ELSE {self.any(depth)} END",
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
        word = self.rng.choice(("a%", "%b%", "_b%", "A", "1%", "%", "2000%", "%-02-%", "____-02-%", "%:30:%", "%1%2%", "%9", "19_0%"))
        glob = self.rng.choice(("a*", "*[0-9]", "[^0-9]*", "2???-0[1-5]*", "*-1*", "[12]*", "*[]a-]*"))
        side = self.of(self.rng.choice(("text", "date")), depth)
        negation = self.rng.choice(("", "NOT "))
        if self.rng.random() < 0.3:
            return f"({side} {negation}GLOB '{glob}')"
        return f"({side} {negation}LIKE '{word}')"


EDGES = (
    "0000-01-01", "0000-02-29", "0001-12-31", "1899-12-31", "1900-02-28", "1900-03-01", "1989-12-31", "1990-01-01",
    "1990-01-02", "1990-01-31", "1990-05-09", "1990-05-10", "1990-09-30", "1990-10-01", "1990-11-30", "1990-12-30",
    "1990-12-31", "1991-01-01", "1999-12-31", "2000-01-01", "2000-01-29", "2000-01-30", "2000-01-31", "2000-02-01",
    "2000-02-28", "2000-02-29", "2000-03-01", "2000-12-31", "2001-01-01", "2001-02-28", "2004-12-27", "2005-01-02",
    "2008-12-29", "2010-01-03", "2019-05-19", "2024-02-29", "9999-11-30", "9999-12-30", "9999-12-31",
)  # fmt: skip
CLOCKS = ("00:00:00", "00:00:59", "00:59:00", "01:00:00", "09:09:09", "10:10:10", "11:59:59", "12:00:00", "12:59:59",
          "13:00:00", "23:00:00", "23:59:59")  # fmt: skip


def edge_rows(rng: random.Random) -> list[dict[str, Value]]:
    """Return rows at the boundaries of calendar, clock and numbers."""
    rows = []
    for n in range(3 * len(EDGES)):
        row = random_row(rng, finite=False)
        row["d"] = EDGES[n % len(EDGES)]
        row["e"] = rng.choice((EDGES[n % len(EDGES)], rng.choice(EDGES)))
        row["tm"] = CLOCKS[n % len(CLOCKS)]
        row["dt"] = f"{EDGES[n % len(EDGES)]} {rng.choice(CLOCKS)}"
        row["a"] = WORDS[n % len(WORDS)] if n % 7 else None
        row["c"] = DATED_WORDS[n % len(DATED_WORDS)]
        row["i"] = rng.choice((-8, -7, -6, -1, 0, 1, 5, 6, 7, 8, 10, 2000, None))
        row["j"] = rng.choice((-8, -7, -3, -1, 0, 1, 3, 7, 8))
        row["r"] = rng.choice((-2.5, -1.5, -0.5, -0.25, 0.0, 0.25, 0.5, 1.5, 2.5, 7.0, None))
        row["q"] = rng.choice((-3.0, -0.75, 0.0, 0.75, 2.0, 2.125))
        rows.append(row)
    return rows


_OPS = ("=", "<>", "<", "<=", ">", ">=", "IS", "IS NOT")
_DATE_LITERALS = ("1990-01-01", "1990-12-31", "1990-12-30", "1990-01-02", "1990", "1990-01", "1990-12", "1990-02-00",
                  "1990-1", "2000-02-29", "2000-02-29 12:00:00", "2000-02-31", "1990-12-32", "", "9999-12-31", "a", "19")
_TIME_LITERALS = ("12:00:00", "12:00", "11:59:59", "12", "00:00:00", "23:59:59", "24:00:00", "09:09:0")
_LIKES = ("1990%", "1990-05%", "%-05-%", "%05%", "%-31", "%31", "____-12-%", "19__-%", "%1%", "1990-12-31", "1990-12-31%",
          "%9%9%", "_", "%", "2000-0_-_9%", "%00:00%", "%T%", "%t%", "1%0", "%:59", "%59%")
_GLOBS = ("1990*", "*-0[1-5]-*", "[^1]*", "*[!1]", "????-12-*", "*3[01]", "[12]9*", "*[0-9]", "*[^0-9]??", "*-*-*", "*T*")
_MODIFIERS = ("+1 day", "-1 day", "+0 days", "+366 days", "-400 days", "+1 month", "-1 month", "+13 months", "-25 months",
              "+1 year", "-4 years", "+25 hours", "-1 second", "+90 minutes", "start of month", "start of year",
              "start of day", "weekday 0", "weekday 3", "weekday 6", "+1.5 days", "1 month", "localtime", "nonsense")


def systematic() -> list[str]:
    """Return expressions that together reach every rule of the symbolic functions."""
    found: list[str] = []
    for op in _OPS:
        found += [f"(d {op} '{text}')" for text in _DATE_LITERALS]
        found += [f"('{text}' {op} dt)" for text in (*_DATE_LITERALS, "1990-12-31 23:59:59", "1990-12-31 2")]
        found += [f"(tm {op} '{text}')" for text in _TIME_LITERALS]
        found += [f"(d {op} e)", f"(d {op} dt)", f"(dt {op} e)", f"(strftime('%Y', d) {op} dt)", f"(tm {op} d)"]
        found += [f"(strftime('%m-%d', d) {op} strftime('%m', e))", f"(strftime('%Y/%m', d) {op} e)"]
        found += [f"(strftime('%Y-%m', d) || '-x' {op} d)", f"(strftime('%Y%m', d) {op} strftime('%Y-%m', e))"]
        found += [f"(strftime('%Y-', d) {op} strftime('%Y/', e))", f"(strftime('%Y-', d) {op} strftime('%Y', e))"]
        found += [f"(strftime('%Y/%d', d) {op} strftime('%Y-%m', e))", f"(d || '!' {op} e || '~')"]
        found += [f"(strftime('%Y{tail}', d) {op} '{text}')" for tail in ("", "-%m") for text in ("1990", "1990-12", 1990)]
        found += [f"(a {op} '{word}')" for word in ("10", "ab", "abd", "", "é", "2")] + [f"(a {op} b)", f"(c {op} '2000')"]
        found += [f"(a {op} {n})" for n in (10, 5, 0, 2.5)] + [f"(a {op} i)" for _ in range(op in _OPS[:2] + _OPS[6:])]
        found += [f"(i {op} {n})" for n in (0, 7, "'7'", "'7.0'", "7.5", "'abc'", "r", "j", "k", "a")]
        found += [f"(r {op} {n})" for n in (0, 0.5, "'0.5'", "i", "q")]
    for side in ("d", "dt", "tm", "strftime('%Y-%m-%dT%H:%M', dt)"):
        found += [f"({side} {negated}LIKE '{p}')" for p in _LIKES for negated in ("", "NOT ")]
        found += [f"({side} GLOB '{p}')" for p in _GLOBS]
        found += [f"substr({side}, {start}{stop})" for start in (-11, -2, 0, 1, 2, 4, 6, 9, 12, 30)
                  for stop in ("", ", 0", ", 1", ", 2", ", 5", ", -3", ", 40", ", NULL")]
        found += [f"replace({side}, '{old}', '{new}')" for old in ("-", ":", " ", "", "T") for new in ("", "/", "--")]
        found += [f"{name}({side}{more})" for name in ("upper", "lower", "length", "typeof", "date", "time", "datetime",
                  "julianday", "unixepoch") for more in ("",)]
        found += [f"instr({side}, '{sought}')" for sought in ("-", ":", "x", "", "-0", "T")]
        found += [f"CAST({side} AS {kind})" for kind in ("INTEGER", "REAL", "NUMERIC", "TEXT")]
        found += [f"({side} {op} {n})" for op in "+-*/%" for n in (3, 2.5, "j")] + [f"(- {side})", f"(NOT {side})"]
        found += [f"({name}({side} || '{tail}', '{chars}'))" for name in ("trim", "ltrim", "rtrim")
                  for tail in ("", " x", "--") for chars in ("x ", "-", "", "xT")]
        found += [f"{name}(' ' || {side} || '  ')" for name in ("trim", "ltrim", "rtrim")]
        found += [f"strftime('%{letter}', {side})" for letter in "deFfGgHIjkKlLmMpPQRsSTuUVwWYJ%"]
        found += [f"{name}({side}, '{m}')" for name in ("date", "datetime", "julianday") for m in _MODIFIERS]
        found += [f"strftime('%Y|%j|%W', {side}, '{m}')" for m in _MODIFIERS]
    for first in ("+1 month", "-1 day", "start of month", "+40 days", "start of year"):
        found += [f"datetime(dt, '{first}', '{second}')" for second in _MODIFIERS[:20]]
    found += [f"date(strftime('%Y-%m', d) || '-{day}'{more})" for day in ("01", "29", "30", "31", "32", "00")
              for more in ("", ", '+1 day'")]
    found += [f"datetime(strftime('%Y-%m', d) || '-' || strftime('%d', e){more})" for more in ("", " || ' 24:00:00'")]
    found += [f"date(e || ' ' || strftime('%M:%H', tm))", f"datetime(e || 'T' || strftime('%M:%H:%S', dt))"]
    found += [f"({left} {op} {right})" for op in ("+", "-", "*", "/", "%")
              for left in ("i", "r", "k", "7", "-7", "2.5", "a", "NULL") for right in ("j", "q", "3", "-3", "0", "0.0", "-2.5", "a")]
    found += [f"({left} {op} {right})" for op in ("&", "|", "<<", ">>") for left in ("i", "k", "r") for right in (0, 1, 3, 5, "k")]
    found += [f"{name}({arg})" for name in ("abs", "sign", "ceil", "floor", "round", "typeof", "-", "~", "+")
              for arg in ("i", "r", "k", "q", "a", "i / 2.0", "r * 3")]
    found += [f"round({arg}, {n})" for arg in ("r", "q", "i", "r / 3", "a") for n in (-1, 0, 1, 2, "NULL", "k")]
    found += [f"{name}({', '.join(args)})" for name in ("min", "max") for args in (("i", "j"), ("r", "i"), ("i", "r"), ("a", "b"),
              ("a", "i"), ("d", "e"), ("k", "q", "r"), ("NULL", "i"), ("d", "dt"), ("i * 1.0", "i"), ("i", "i * 1.0"))]
    found += [f"CAST({arg} AS {kind})" for arg in ("r", "q", "i", "a", "c", "k", "r * 100", "- r") for kind in
              ("INTEGER", "REAL", "NUMERIC", "TEXT")]
    for left in ("a = 'a'", "a <> 'ab'", "a", "NULL", "i > 0", "a IS NULL", "0"):
        for right in ("a > 'B'", "b = 'a'", "r", "d > '1990'", "NULL", "1", "a = NULL", "a = 'a' OR NULL"):
            found += [f"(({left}) {op} ({right}))" for op in ("AND", "OR", "IS", "=")] + [f"NOT (({left}) AND NOT ({right}))"]
            found += [f"CASE WHEN {left} THEN {right} ELSE a END", f"CASE {left} WHEN {right} THEN 1 WHEN 0 THEN 'no' END"]
    return found

"""Random scalar expressions and conditions over the columns of a scope."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Protocol, TypeVar

from spotit.database import Value
from spotit.dialect.wording import literal
from spotit.frozen import frozen

from . import schema as data
from .schema import Base, Pools

T = TypeVar("T")
Make = Callable[["ColumnsInReach", int], str]

NUMBERS = ("int", "real", "num", "bool")
DATES = ("date", "datetime")
COMPARISONS = ("=", "=", "=", "<>", "<", "<=", ">", ">=", "!=", "==")
LIKE_PATTERNS = ("a%", "%b%", "%B", "_", "a_", "%", "x\\%%", "", "2020-%", "%1%", "-%", "A%c")
GLOB_PATTERNS = ("a*", "*b*", "?", "[ab]*", "[^a]*", "*", "2020-??-*", "1*")
STRFTIME = ("%Y", "%m", "%d", "%Y-%m", "%j", "%H", "%w", "%s", "%M", "%W", "%H:%M", "%J")
SHIFTS = ("+1 day", "-1 month", "+1 year", "start of month", "start of year", "+36 hours", "weekday 0", "-30 minutes")


@frozen
class Col:
    """Something to build on: SQL text, its kind, the base column that supplies fitting literals."""

    sql: str
    kind: str
    base: Base | None = None
    plain: bool = True
    """A column, not an aggregate: a subquery may refer to it."""


@frozen
class ColumnsInReach:
    """The columns in reach, and those of the queries around."""

    columns: tuple[Col, ...]
    outer: tuple[Col, ...] = ()

    def inner(self) -> tuple[Col, ...]:
        """Return what a subquery sees as its outer columns."""
        return tuple(c for c in self.columns if c.plain) + self.outer


class SubqueryMaker(Protocol):
    """What writes the queries inside expressions."""

    def scalar(self, kind: str, outer: tuple[Col, ...], depth: int) -> str:
        """Return a subquery of one value."""

    def column(self, kinds: Sequence[str], outer: tuple[Col, ...], depth: int) -> str:
        """Return a subquery of rows of these kinds."""

    def some(self, outer: tuple[Col, ...], depth: int) -> str:
        """Return a subquery of any rows."""


@dataclass(slots=True)
class Expressions:
    """Writes expressions of a wanted kind."""

    random: Random
    pools: Pools
    subqueries: SubqueryMaker
    without: frozenset[str] = field(default_factory=frozenset)
    """Constructs to leave out, by the names used in `_options` below."""
    _collations: Random = field(default_factory=lambda: Random("collations"))
    """Apart, so that queries are the same but for their collations."""

    def value(self, kind: str, scope: ColumnsInReach, depth: int) -> str:
        """Return an expression of the kind; deeper ones are rarer."""
        if depth <= 0 or self.random.random() < 0.45:
            return self.leaf(kind, scope)
        match kind:
            case "int" | "bool":
                return self._one(self._int_forms(), scope, depth)
            case "real" | "num":
                return self._one(self._real_forms(), scope, depth)
            case "text":
                return self._one(self._text_forms(), scope, depth)
            case "date" | "datetime" | "time":
                return self._one(self._date_forms(kind), scope, depth)
            case _:
                return self.value(self.random.choice(("int", "real", "text")), scope, depth)

    def leaf(self, kind: str, scope: ColumnsInReach) -> str:
        """Return a column of the kind where there is one, else a literal."""
        fitting = [c for c in scope.columns if fits(c.kind, kind)]
        around = [c for c in scope.outer if fits(c.kind, kind)]
        if around and self.random.random() < (0.4 if fitting else 0.7):
            return self.random.choice(around).sql
        if fitting and self.random.random() < 0.85:
            return self.random.choice(fitting).sql + self.collate(kind)
        return self.literal(kind)

    def collate(self, kind: str) -> str:
        """Return a COLLATE operator for some texts, else nothing."""
        if kind != "text" or "collate" in self.without or self._collations.random() >= 0.08:
            return ""
        return f" COLLATE {self._collations.choice(('NOCASE', 'RTRIM', 'BINARY'))}"

    def literal(self, kind: str, base: Base | None = None) -> str:
        """Return a literal, from the pool of the base column where one is given."""
        if self.random.random() < 0.03:
            return "NULL"
        if base is not None:
            values: Sequence[Value] = self.pools.values(base)  # type: ignore[assignment]
        else:
            values = {
                "int": data.INTEGERS,
                "bool": (0, 1),
                "real": data.REALS,
                "num": (*data.INTEGERS, *data.REALS),
                "text": data.TEXTS,
                "date": data.DAYS,
                "datetime": tuple(f"{d} {t}" for d in data.DAYS for t in data.TIMES),
                "time": data.TIMES,
                "blob": data.BLOBS,
            }.get(kind, (*data.INTEGERS, *data.TEXTS))
        return literal(self.random.choice(values))

    def _one(self, forms: Sequence[tuple[int, str, Make]], scope: ColumnsInReach, depth: int) -> str:
        usable = [form for form in forms if form[1] not in self.without]
        weights = [weight for weight, _, _ in usable]
        return self.random.choices(usable, weights)[0][2](scope, depth - 1)

    def _int_forms(self) -> list[tuple[int, str, Make]]:
        v = self.value
        return [
            (6, "arith", lambda s, d: f"({v('int', s, d)} {self._of('+ - *')} {v('int', s, d)})"),
            (2, "division", lambda s, d: f"({v('int', s, d)} / {v('int', s, d)})"),
            (2, "modulo", lambda s, d: f"({v('int', s, d)} % {v('int', s, d)})"),
            (1, "negate", lambda s, d: f"(- {v('int', s, d)})"),
            (1, "bits", lambda s, d: f"({v('int', s, d)} {self._of('& | << >>')} {self._of('1 2 3')})"),
            (1, "bitnot", lambda s, d: f"(~ {v('int', s, d)})"),
            (2, "length", lambda s, d: f"length({v('text', s, d)})"),
            (1, "length date", lambda s, d: f"length({v('date', s, d)})"),
            (1, "instr", lambda s, d: f"instr({v('text', s, d)}, {self._of_texts('a', 'b', '', '1')})"),
            (1, "unicode", lambda s, d: f"unicode({v('text', s, d)})"),
            (2, "cast int", lambda s, d: f"CAST({v(self._of('text real any date'), s, d)} AS INTEGER)"),
            (2, "year", lambda s, d: f"CAST(strftime('%Y', {v('date', s, d)}) AS INTEGER)"),
            (1, "unixepoch", lambda s, d: f"unixepoch({v('date', s, d)})"),
            (1, "sign", lambda s, d: f"sign({v(self._of('int real'), s, d)})"),
            (2, "truth", lambda s, d: f"({self.condition(s, d)})"),
            *self._common_forms("int"),
        ]

    def _real_forms(self) -> list[tuple[int, str, Make]]:
        v = self.value
        return [
            (5, "arith", lambda s, d: f"({v('real', s, d)} {self._of('+ - *')} {v(self._of('int real'), s, d)})"),
            (2, "real division", lambda s, d: f"({v('real', s, d)} / {self._of('2 4 0.5 -2.0 0')})"),
            (1, "real modulo", lambda s, d: f"({v('real', s, d)} % {v('int', s, d)})"),
            (1, "percent", lambda s, d: f"({v('int', s, d)} * 100.0 / {v('int', s, d)})"),
            (2, "round", lambda s, d: f"round({v('real', s, d)}{self._of_texts_raw('', ', 0', ', 1', ', 2')})"),
            (1, "cast real", lambda s, d: f"CAST({v(self._of('int text any'), s, d)} AS REAL)"),
            (1, "cast numeric", lambda s, d: f"CAST({v(self._of('real text int'), s, d)} AS NUMERIC)"),
            (1, "julianday", lambda s, d: f"(julianday({v('date', s, d)}) - julianday({v('date', s, d)}))"),
            (1, "ceil", lambda s, d: f"{self._of('ceil floor')}({v('real', s, d)})"),
            *self._common_forms("real"),
        ]

    def _text_forms(self) -> list[tuple[int, str, Make]]:
        v = self.value
        return [
            (3, "concat", lambda s, d: f"({v('text', s, d)} || {v(self._of('text text int'), s, d)})"),
            (3, "substr", lambda s, d: f"substr({v(self._of('text text date'), s, d)}, {self._substr_arguments()})"),
            (2, "case", lambda s, d: f"{self._of('upper lower')}({v('text', s, d)})"),
            (2, "trim", lambda s, d: f"{self._of('trim ltrim rtrim')}({v('text', s, d)}{self._of_texts_raw('', _A)})"),
            (1, "replace", lambda s, d: f"replace({v('text', s, d)}, {self._of_texts('a', 'b', '-')}, 'z')"),
            (2, "cast text", lambda s, d: f"CAST({v(self._of('int text'), s, d)} AS TEXT)"),
            (1, "cast real text", lambda s, d: f"CAST({v('real', s, 0)} AS TEXT)"),
            (2, "strftime", lambda s, d: f"strftime('{self._any(STRFTIME)}', {v(self._any(DATES), s, d)})"),
            (1, "typeof", lambda s, d: f"typeof({v(self._of('int real text any date'), s, d)})"),
            (1, "hex", lambda s, d: f"hex({v('text', s, d)})"),
            (1, "char", lambda s, d: f"char(64 + {v('int', s, 0)})"),
            (1, "printf", lambda s, d: f"{self._of('printf format')}({_PATTERN}, {v('int', s, d)}, {v('text', s, d)})"),
            (1, "coalesce mix", lambda s, d: f"coalesce({v('text', s, d)}, {v('int', s, d)})"),
            (1, "min text", lambda s, d: f"{self._of('min max')}({v('text', s, d)}, {v('text', s, d)})"),
            *self._common_forms("text"),
        ]

    def _date_forms(self, kind: str) -> list[tuple[int, str, Make]]:
        v = self.value
        call = {"date": "date", "datetime": "datetime", "time": "time"}[kind]
        source = "datetime" if kind == "time" else self._any(DATES)
        return [
            (3, "shift", lambda s, d: f"{call}({v(source, s, d)}, '{self._any(SHIFTS)}')"),
            (1, "two shifts", lambda s, d: f"{call}({v(source, s, d)}, '{self._any(SHIFTS)}', '{self._any(SHIFTS)}')"),
            (2, "date", lambda s, d: f"{call}({v(source, s, d)})"),
            (1, "now", lambda s, d: f"{call}('now')"),
            *self._common_forms(kind),
        ]

    def _common_forms(self, kind: str) -> list[tuple[int, str, Make]]:
        v, c = self.value, self.condition
        return [
            (2, "when", lambda s, d: f"CASE WHEN {c(s, d)} THEN {v(kind, s, d)} ELSE {v(kind, s, d)} END"),
            (1, "when mixed", lambda s, d: f"CASE WHEN {c(s, d)} THEN {v(kind, s, d)} ELSE {v('any', s, d)} END"),
            (1, "when open", lambda s, d: f"CASE WHEN {c(s, d)} THEN {v(kind, s, d)} END"),
            (1, "simple case", lambda s, d: self._simple_case(kind, s, d)),
            (1, "iif", lambda s, d: f"iif({c(s, d)}, {v(kind, s, d)}, {v(kind, s, d)})"),
            (2, "coalesce", lambda s, d: f"{self._of('coalesce ifnull')}({v(kind, s, d)}, {v(kind, s, d)})"),
            (1, "nullif", lambda s, d: f"nullif({v(kind, s, d)}, {v(kind, s, d)})"),
            (1, "extreme", lambda s, d: f"{self._of('min max')}({v(kind, s, d)}, {v(kind, s, d)})"),
            (1, "abs", lambda s, d: f"abs({v(kind, s, d)})" if kind in NUMBERS else v(kind, s, d)),
            (2, "scalar subquery", lambda s, d: self.subqueries.scalar(kind, s.inner(), d)),
        ]

    def _simple_case(self, kind: str, scope: ColumnsInReach, depth: int) -> str:
        on = self.random.choice(("int", "text"))
        whens = " ".join(
            f"WHEN {self.value(on, scope, 0)} THEN {self.value(kind, scope, depth)}"
            for _ in range(self.random.randint(1, 2))
        )
        return f"CASE {self.value(on, scope, depth)} {whens} ELSE {self.value(kind, scope, depth)} END"

    def condition(self, scope: ColumnsInReach, depth: int) -> str:
        """Return a condition; most compare a column with a value it may hold."""
        if depth <= 0 or not scope.columns or self.random.random() < 0.4:
            return self._column_test(scope)
        return self._one(self._conditions(), scope, depth)

    def _conditions(self) -> list[tuple[int, str, Make]]:
        v, c = self.value, self.condition
        return [
            (6, "and", lambda s, d: f"({c(s, d)} AND {c(s, d)})"),
            (5, "or", lambda s, d: f"({c(s, d)} OR {c(s, d)})"),
            (3, "not", lambda s, d: f"(NOT {c(s, d)})"),
            (6, "compare", lambda s, d: self._comparison(s, d)),
            (2, "between", lambda s, d: self._between(s, d)),
            (3, "in list", lambda s, d: self._in_list(s, d)),
            (2, "like", lambda s, d: self._like(s, d)),
            (1, "glob", lambda s, d: f"({v('text', s, d)} {self._not()}GLOB {_quoted(self._any(GLOB_PATTERNS))})"),
            (2, "is", lambda s, d: self._is(s, d)),
            (2, "truthiness", lambda s, d: v(self._of("int int text real any"), s, d)),
            (3, "mixed compare", lambda s, d: self._mixed(s, d)),
            (2, "collate", lambda s, d: self._collated(s, d)),
            (6, "exists", lambda s, d: f"{self._not()}EXISTS ({self.subqueries.some(s.inner(), d)})"),
            (8, "in subquery", lambda s, d: self._in_subquery(s, d)),
            (2, "compare subquery", lambda s, d: self._compare_subquery(s, d)),
            (3, "row values", lambda s, d: self._row_values(s, d)),
            (2, "date part", lambda s, d: self._date_part(s, d)),
        ]

    def _column_test(self, scope: ColumnsInReach) -> str:
        columns = scope.columns or scope.outer
        if not columns:
            return self._of("1 0 NULL 2>1")
        column = self._any(columns)
        roll = self.random.random()
        if roll < 0.12:
            return f"{column.sql} IS {self._of_texts_raw('', 'NOT ')}NULL"
        if roll < 0.3:
            alike = [c for c in (*scope.columns, *scope.outer) if fits(c.kind, column.kind) and c != column]
            if alike:
                return f"{column.sql} {self._any(COMPARISONS)} {self._any(alike).sql}"
        value = self.literal(column.kind, column.base)
        return f"{column.sql} {self._any(COMPARISONS)} {value}"

    def _comparison(self, scope: ColumnsInReach, depth: int) -> str:
        kind = self._of("int int real text text date datetime num")
        return f"{self.value(kind, scope, depth)} {self._any(COMPARISONS)} {self.value(kind, scope, depth)}"

    def _between(self, scope: ColumnsInReach, depth: int) -> str:
        kind = self._of("int real text date")
        low, high = self.value(kind, scope, 0), self.value(kind, scope, depth)
        return f"({self.value(kind, scope, depth)} {self._not()}BETWEEN {low} AND {high})"

    def _in_list(self, scope: ColumnsInReach, depth: int) -> str:
        kind = self._of("int text real date")
        values = [self.value(kind, ColumnsInReach(()), 0) for _ in range(self.random.randint(1, 3))]
        if self.random.random() < 0.3:
            values.append(self.value(kind, scope, 0))
        if self.random.random() < 0.15:
            values.append("NULL")
        return f"({self.value(kind, scope, depth)} {self._not()}IN ({', '.join(values)}))"

    def _like(self, scope: ColumnsInReach, depth: int) -> str:
        kind = self._of("text text text date int")
        pattern = self._any(LIKE_PATTERNS)
        escape = " ESCAPE '\\'" if "\\" in pattern else ""
        return f"({self.value(kind, scope, depth)} {self._not()}LIKE {_quoted(pattern)}{escape})"

    def _is(self, scope: ColumnsInReach, depth: int) -> str:
        kind = self._of("int text real date")
        words = self._of_texts_raw("IS", "IS NOT", "IS DISTINCT FROM", "IS NOT DISTINCT FROM")
        return f"({self.value(kind, scope, depth)} {words} {self.value(kind, scope, depth)})"

    def _mixed(self, scope: ColumnsInReach, depth: int) -> str:
        left = self._of("int real text date datetime any num")
        right = self._of("int text real any date")
        return f"{self.value(left, scope, depth)} {self._any(COMPARISONS)} {self.value(right, scope, 0)}"

    def _collated(self, scope: ColumnsInReach, depth: int) -> str:
        collation = self._of("NOCASE RTRIM BINARY")
        left, right = self.value("text", scope, depth), self.value("text", scope, 0)
        return f"({left} COLLATE {collation} {self._any(COMPARISONS)} {right})"

    def _in_subquery(self, scope: ColumnsInReach, depth: int) -> str:
        kind = self._of("int int text date real")
        inner = self.subqueries.column([kind], scope.inner(), depth)
        negation = "NOT " if self.random.random() < 0.5 else ""
        return f"({self.value(kind, scope, 0)} {negation}IN ({inner}))"

    def _compare_subquery(self, scope: ColumnsInReach, depth: int) -> str:
        kind = self._of("int int text real")
        inner = self.subqueries.scalar(kind, scope.inner(), depth)
        return f"({self.value(kind, scope, 0)} {self._any(COMPARISONS)} {inner})"

    def _row_values(self, scope: ColumnsInReach, depth: int) -> str:
        kinds = [self._of("int text"), self._of("int text real")]
        left = ", ".join(self.value(kind, scope, 0) for kind in kinds)
        if self.random.random() < 0.4:
            negation = "NOT " if self.random.random() < 0.5 else ""
            return f"(({left}) {negation}IN ({self.subqueries.column(kinds, scope.inner(), depth)}))"
        right = ", ".join(self.value(kind, scope, 0) for kind in kinds)
        return f"(({left}) {self._of('= <> < <= > >=')} ({right}))"

    def _date_part(self, scope: ColumnsInReach, depth: int) -> str:
        kind = self._any(DATES)
        roll = self.random.random()
        if roll < 0.5:
            return f"strftime('%Y', {self.leaf(kind, scope)}) {self._any(COMPARISONS)} '2020'"
        if roll < 0.75:
            return f"{self.leaf(kind, scope)} {self._any(COMPARISONS)} '2020'"
        return f"strftime('%m', {self.leaf(kind, scope)}) = '0{self._of('1 2 3')}'"

    def _substr_arguments(self) -> str:
        return self._of_texts_raw("1, 1", "2", "1, 4", "-1", "-2, 1", "0, 2", "6, 2", "2, -1")

    def _not(self) -> str:
        return "NOT " if self.random.random() < 0.3 else ""

    def _of(self, words: str) -> str:
        return self.random.choice(words.split())

    def _of_texts(self, *texts: str) -> str:
        return _quoted(self.random.choice(texts))

    def _of_texts_raw(self, *texts: str) -> str:
        return self.random.choice(texts)

    def _any(self, things: Sequence[T]) -> T:
        return self.random.choice(things)


def fits(kind: str, wanted: str) -> bool:
    """Tell whether a column of a kind serves where a kind is wanted."""
    if kind == wanted or wanted == "any":
        return True
    groups = (("int", "bool"), ("real", "num"), ("date", "datetime"))
    return any(kind in group and wanted in group for group in groups)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


_A = ", 'a'"
_PATTERN = "'%03d-%s'"

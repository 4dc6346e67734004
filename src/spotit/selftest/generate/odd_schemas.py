"""Random schemas of one or two tables with what is rare: CHECKs, generated columns, STRICT, odd types, odd indexes.

Each comes with values for its columns, and with conditions that its CHECKs, generated columns and queries are made of.
"""

from __future__ import annotations

import re
from random import Random

from spotit.frozen import frozen

Value = int | float | str | bytes | None

_LOOSE = ("INTEGER", "INT", "TEXT", "VARCHAR(5)", "REAL", "NUMERIC", "BOOLEAN", "DATE", "JSON", "UUID", "ANY", "")
_STRICT = ("INTEGER", "INT", "TEXT", "REAL", "ANY")
_WORDS = ("", "a", "A", "ab", "aB", " a", "a ", "abc", "b", "é", "1", "01", "1.0", "5", "10", "x%", "paid", "PAID")
_WHOLE = (-7, -1, 0, 1, 2, 3, 4, 5, 6, 9, 10, 11, 99, 100)
_BROKEN = (-1.5, -1.0, 0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 5.0, 9.75)
_BYTES = (b"", b"a", b"10", b"ab", b"\xc3\xa9")
_DAYS = ("1999-12-31", "2000-01-01", "2020-02-29", "2020-03-01", "2021-07-04")

_NUMBER_TESTS = ("{c} > {n}", "{c} >= {n}", "{c} <> {n}", "{c} BETWEEN {n} AND {m}", "{c} IN ({n}, {m})", "{c} % 2 = 0")
_TEXT_TESTS = ("length({c}) <= {k}", "{c} IN ('{w}', '{x}')", "{c} > '{w}'", "{c} LIKE '{w}%'", "{c} GLOB '[a-c]*'",
    "{c} = trim({c})", "{c} <> '{w}'", "upper({c}) = {c}", "{c} NOT LIKE '%{w}'")  # fmt: skip
_DAY_TESTS = ("{c} > '2000-06-01'", "{c} <= '2020-02-29'", "strftime('%Y', {c}) = '2020'")
_ANY_TESTS = ("{c} = '{w}'", "{c} <> {n}", "typeof({c}) <> 'real'", "{c} >= '{w}'")
_NUMBER_VALUES = ("{c} * 2", "{c} + {n}", "-{c}", "abs({c})", "{c} / 2", "{c} > {n}", "coalesce({c}, {n})", "{c} || ''")
_TEXT_VALUES = (
    "upper({c})",
    "{c} || '!'",
    "substr({c}, 1, 2)",
    "length({c})",
    "trim({c})",
    "{c}",
    "coalesce({c}, 'a')",
)
_SHOWN = ("{c}", "{c}", "substr({c}, 1, 2)", "trim({c})", "{c} || ''", "coalesce({c}, '')")
_SAME = ("{c} || ''", "CAST({c} AS TEXT)", "replace({c}, '', 'x')", "+{c}", "typeof({c})", "{c} * 1")
"""What often shows the same."""
_DAY_VALUES = ("substr({c}, 1, 4)", "{c}", "date({c}, '+1 day')", "strftime('%Y', {c})")


@frozen
class OddColumn:
    """A column that rows give a value to, or one that is computed from another."""

    name: str
    type: str
    source: str = ""

    @property
    def sort(self) -> str:
        """Which tests and values suit the column; a generated column may hold anything."""
        base = self.type.split("(")[0]
        if self.source:
            return "any"
        if base in ("INTEGER", "INT", "REAL", "NUMERIC", "BOOLEAN"):
            return "number"
        return {"TEXT": "text", "VARCHAR": "text", "DATE": "day"}.get(base, "any")

    def values(self) -> tuple[Value, ...]:
        """Return values of the declared type."""
        match self.type.split("(")[0]:
            case "INTEGER" | "INT":
                return _WHOLE
            case "BOOLEAN":
                return (0, 1)
            case "REAL":
                return _BROKEN
            case "NUMERIC":
                return (*_WHOLE, *_BROKEN)
            case "DATE":
                return _DAYS
            case "TEXT" | "VARCHAR":
                return _WORDS
        return (*_WHOLE, *_BROKEN, *_WORDS, *_BYTES)


@frozen
class OddSchema:
    """The DDL, the columns of table `t`, and whether there is a table `c` that refers to it."""

    ddl: str
    columns: tuple[OddColumn, ...]
    has_child: bool

    @property
    def given(self) -> tuple[OddColumn, ...]:
        """The columns that rows give values to."""
        return tuple(column for column in self.columns if not column.source)


class OddSchemas:
    """Draws schemas and queries over them."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def schema(self) -> OddSchema:
        """Return the next schema."""
        random = self._random
        strict = random.random() < 0.3
        types = _STRICT if strict else _LOOSE
        columns = [OddColumn(name, random.choice(types)) for name in "abd"[: random.randint(2, 3)]]
        parts = ["id INTEGER PRIMARY KEY", *(self._column(column) for column in columns)]
        computed: list[OddColumn] = []
        for name in "gh"[: random.randint(0, 2)]:
            base = random.choice(columns + computed)
            made = OddColumn(name, random.choice(types), self._value(base))
            parts.append(self._generated(made))
            computed.append(made)
        if random.random() < 0.3:
            one, other = random.sample(columns, 2)
            parts.append(f"CHECK ({one.name} {random.choice(('<=', '<>', 'IS NOT'))} {other.name})")
        ddl = f"CREATE TABLE t({', '.join(parts)}){' STRICT' if strict else ''};"
        everything = tuple(columns + computed)
        ddl += "".join(self._index(number, everything) for number in range(random.randint(0, 2)))
        has_child = random.random() < 0.4
        if has_child:
            ddl += (
                f"CREATE TABLE c(t INTEGER{random.choice(('', ' NOT NULL', ' UNIQUE'))} REFERENCES t(id), n INTEGER);"
            )
        return OddSchema(ddl, everything, has_child)

    def query(self, schema: OddSchema) -> str:
        """Return a query over the schema."""
        random = self._random
        shown = random.choice(("t.id", *(f"t.{column.name}" for column in schema.columns)))
        shown = random.choice(_SHOWN).format(c=shown)
        condition = self.condition(random.choice(schema.columns), "t.")
        if random.random() < 0.4:
            condition += f" {random.choice(('AND', 'OR'))} {self.condition(random.choice(schema.columns), 't.')}"
        source = "t JOIN c ON c.t = t.id" if schema.has_child and random.random() < 0.5 else "t"
        return f"SELECT {shown} FROM {source} WHERE {condition}"

    def other(self, sql: str, schema: OddSchema) -> str:
        """Return a query that looks alike and may be the same."""
        random = self._random
        swaps = [(" > ", " >= "), (" AND ", " OR "), ("LIKE", "GLOB"), (" = ", " IS "), ("<>", "IS NOT"), (">= ", "> ")]
        names = "|".join(column.name for column in schema.columns)
        spelled = {c.name: re.sub(rf"\b({names})\b", r"t.\1", c.source) for c in schema.columns if c.source}
        swaps += [(f"t.{name}", f"({source})") for name, source in spelled.items()]
        swaps += [(" WHERE ", " WHERE t.id IS NOT NULL AND "), ("t JOIN c ON c.t = t.id", "c JOIN t ON t.id = c.t")]
        swaps += [(" WHERE ", f" WHERE {self.condition(random.choice(schema.columns), 't.')} AND ")]
        shown = sql.removeprefix("SELECT ").partition(" FROM ")[0]
        swaps += [(f"SELECT {shown} FROM", f"SELECT {random.choice(_SAME).format(c=f'({shown})')} FROM")]
        fitting = [swap for swap in swaps if swap[0] in sql and swap[1] not in sql]
        old, new = random.choice(fitting)
        return sql.replace(old, new) if random.random() < 0.5 else sql.replace(old, new, 1)

    def condition(self, column: OddColumn, prefix: str = "") -> str:
        """Return a condition on a column."""
        forms = {"number": _NUMBER_TESTS, "text": _TEXT_TESTS, "day": _DAY_TESTS, "any": _ANY_TESTS}[column.sort]
        return self._filled(self._random.choice(forms), prefix + column.name)

    def _value(self, column: OddColumn) -> str:
        forms = {"number": _NUMBER_VALUES, "text": _TEXT_VALUES, "day": _DAY_VALUES, "any": _TEXT_VALUES}[column.sort]
        return self._filled(self._random.choice(forms), column.name)

    def _filled(self, form: str, name: str) -> str:
        one, other = sorted(self._random.sample(_WHOLE, 2))
        word, second = self._random.sample([w for w in _WORDS if w], 2)
        return form.format(c=name, n=one, m=other, w=word, x=second, k=self._random.randint(1, 3))

    def _column(self, column: OddColumn) -> str:
        random = self._random
        words = [column.name, column.type]
        words += ["COLLATE NOCASE"] * (column.sort == "text" and random.random() < 0.2)
        words += ["NOT NULL"] * (random.random() < 0.4)
        words += ["UNIQUE"] * (random.random() < 0.15)
        words += [f"CHECK ({self.condition(column)})"] * (random.random() < 0.5)
        return " ".join(words)

    def _generated(self, column: OddColumn) -> str:
        random = self._random
        words = [column.name, column.type, f"AS ({column.source})", random.choice(("STORED", "VIRTUAL"))]
        words += ["NOT NULL"] * (random.random() < 0.2)
        words += ["UNIQUE"] * (random.random() < 0.15)
        words += [f"CHECK ({self.condition(column)})"] * (random.random() < 0.2)
        return " ".join(words)

    def _index(self, number: int, columns: tuple[OddColumn, ...]) -> str:
        random = self._random
        column = random.choice(columns)
        term = random.choice((column.name, f"{column.name} DESC", f"lower({column.name})", f"{column.name}, id"))
        where = f" WHERE {self.condition(random.choice(columns))}" if random.random() < 0.5 else ""
        unique = "UNIQUE " if random.random() < 0.5 else ""
        return f"CREATE {unique}INDEX i{number} ON t({term}){where};"

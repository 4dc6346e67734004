"""The language of preferences, line by line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from spotit.database import Value
from spotit.dialect.names import fold
from spotit.dialect.numerals import number_of
from spotit.dialect.tokens import Token, TokenKind, tokens
from spotit.errors import UsageError
from spotit.preferences.wishes import COMPARED, NO_PREFERENCES, NoNulls, Preferences, RowsWanted, ValuesWanted, Wish
from spotit.schema import BaseColumn, Schema, Table

_SPELLED = {"==": "=", "!=": "<>"}
_NAMES = (TokenKind.WORD, TokenKind.QUOTED, TokenKind.BRACKETED)
_FORM = "`prefer rows(T) >= N`, `prefer T.C in (...)`, `require T.C between A and B`, `avoid null`, `avoid null in T.C`"


class UnknownName(UsageError):
    """A preference speaks of a table or a column that the schema does not have."""


def preferences_of(texts: Sequence[str], schema: Schema) -> Preferences:
    """Return the preferences that some lines state; raise `UsageError` for one that is none of this schema."""
    if not texts:
        return NO_PREFERENCES
    wishes: list[Wish] = []
    required: list[ValuesWanted] = []
    written: list[str] = []
    for text in texts:
        hard, wish = _Reader(text, schema).read()
        if not hard:
            wishes.append(wish)
        elif isinstance(wish, ValuesWanted):
            required.append(wish)
            written.append(" ".join(text.split()[1:]))
        else:
            raise UsageError(f"{text!r}: rows and NULLs can be preferred or avoided, not required")
    examples: dict[BaseColumn, tuple[Value, ...]] = {}
    for wish in (*required, *wishes):
        if isinstance(wish, ValuesWanted):
            examples[wish.base] = (*examples.get(wish.base, ()), *wish.examples())
    return Preferences(tuple(wishes), tuple(required), tuple(written), examples)


def applicable(texts: Sequence[str], schema: Schema) -> tuple[str, ...]:
    """Return those of some lines that speak of tables and columns of the schema."""
    found = []
    for text in texts:
        try:
            _Reader(text, schema).read()
        except UnknownName:
            continue
        found.append(text)
    return tuple(found)


def require_applicable(texts: Sequence[str], schemas: Iterable[Schema]) -> None:
    """Raise `UsageError` for a line that is none of the language, or speaks of no table of any of the schemas."""
    used = {text for schema in schemas for text in applicable(texts, schema)}
    for text in texts:
        if text not in used:
            raise UsageError(f"preference {text!r}: no database has what it speaks of")


class _Reader:
    """One line of the language."""

    def __init__(self, text: str, schema: Schema) -> None:
        self._text = text
        self._schema = schema
        self._rest: list[Token] = list(tokens(text))[::-1]

    def read(self) -> tuple[bool, Wish]:
        """Return whether the line is a requirement, and what it wants."""
        verb = self._word("prefer", "require", "avoid")
        if verb == "avoid":
            wish: Wish = self._nulls()
        elif self._peek(1) == "(" and self._peek().lower() == "rows":
            wish = self._rows()
        else:
            wish = self._values()
        if self._rest:
            raise self._error(f"{self._rest[-1].text!r} is too much")
        return verb == "require", wish

    def _nulls(self) -> NoNulls:
        self._word("null", "nulls")
        if not self._rest:
            return NoNulls()
        self._word("in")
        table = self._table()
        if self._peek() != ".":
            return NoNulls(table.name)
        return NoNulls(table.name, self._column(table))

    def _rows(self) -> RowsWanted:
        self._word("rows")
        self._symbol("(")
        table = self._table()
        self._symbol(")")
        op, number = self._operator(), self._value()
        if not isinstance(number, int) or number < 0:
            raise self._error("a number of rows is a whole number")
        return RowsWanted(table.name, op, number)

    def _values(self) -> ValuesWanted:
        table = self._table()
        base = (table.name, self._column(table))
        word = self._peek().lower()
        if word in ("in", "not"):
            negated = word == "not"
            if negated:
                self._word("not")
            self._word("in")
            return ValuesWanted(base, "not in" if negated else "in", tuple(self._list()))
        if word == "between":
            self._word("between")
            low = self._value()
            self._word("and")
            return ValuesWanted(base, "between", (low, self._value()))
        return ValuesWanted(base, self._operator(), (self._value(),))

    def _list(self) -> Iterator[Value]:
        self._symbol("(")
        yield self._value()
        while self._peek() == ",":
            self._symbol(",")
            yield self._value()
        self._symbol(")")

    def _table(self) -> Table:
        name = self._name()
        table = self._schema.table(name)
        if table is None:
            raise UnknownName(str(self._error(f"there is no table {name}")))
        return table

    def _column(self, table: Table) -> str:
        self._symbol(".")
        name = self._name()
        column = table.column(name)
        if column is None:
            raise UnknownName(str(self._error(f"table {table.name} has no column {name}")))
        return column.name

    def _name(self) -> str:
        token = self._next()
        if token.kind not in _NAMES:
            raise self._error(f"{token.text!r} is no name")
        return token.name

    def _operator(self) -> str:
        token = self._next()
        op = _SPELLED.get(token.text, token.text)
        if op not in COMPARED:
            raise self._error(f"{token.text!r} is no comparison")
        return op

    def _value(self) -> Value:
        token = self._next()
        sign = 1
        if token.text in ("-", "+"):
            sign, token = (-1 if token.text == "-" else 1), self._next()
        if token.kind is TokenKind.STRING and sign == 1:
            return token.name
        number = number_of(token.name) if token.kind is TokenKind.NUMBER else None
        if number is None:
            raise self._error(f"{token.text!r} is no constant")
        return sign * number

    def _word(self, *words: str) -> str:
        token = self._next()
        if fold(token.text) not in words:
            raise self._error(f"{token.text!r} stands where {' or '.join(words)} is expected")
        return fold(token.text)

    def _symbol(self, mark: str) -> None:
        token = self._next()
        if token.text != mark:
            raise self._error(f"{token.text!r} stands where {mark!r} is expected")

    def _peek(self, further: int = 0) -> str:
        return self._rest[-1 - further].text if len(self._rest) > further else ""

    def _next(self) -> Token:
        if not self._rest:
            raise self._error("it ends too soon")
        return self._rest.pop()

    def _error(self, problem: str) -> UsageError:
        short = re.sub(r"\s+", " ", self._text)[:120]
        return UsageError(f"preference {short!r}: {problem}; the forms are {_FORM}")

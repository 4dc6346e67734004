"""Random pairs of queries over one table whose conditions and results are built from functions of single values.

A pair is a query and a copy in which one place was changed: a constant, a function, an operator, or a part replaced by
another that often, or always, means the same. All from a seeded `random.Random`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from spotit.frozen import frozen

DDL = (
    "CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, code TEXT, n INTEGER, m INTEGER, r REAL, q REAL,"
    " d DATE, s DATETIME)"
)

WORDS = ("Bo", "ann", "a-b", "New York", "x", "", "10", "7", "Z", "São", "it's", "A1", "2020", "ab")
PIECES = ("a", "b", "-", " ", "o", "e", "1", "A", "an", "x")
LIKES = ("a%", "%b", "%an%", "_", "A_%", "%", "%-%", "a%b", "%1", "x\\_%", "%  %")
GLOBS = ("a*", "*b", "?", "[a-c]*", "[^a]*", "*[0-9]", "*", "A*", "?b*", "[ab][0-9]")
TRIMMED = ("' '", "'x'", "'ab'", "'-'")
DAYS = ("2020-02-29", "2019-12-31", "2021-01-01", "2000-03-01", "1999-06-15")
MODIFIERS = ("+1 day", "-1 day", "+1 month", "start of month", "start of year", "weekday 0", "+7 days", "-1 year")
FORMATS = ("%Y", "%m", "%d", "%Y-%m", "%j", "%w", "%H", "%M", "%Y-%m-%d")
INTEGERS = (0, 1, 2, 3, 5, 7, 10, -1, 12, 100)
REALS = ("0.5", "1.0", "2.5", "0.1", "3", "100.0", "-1.5", "0.005")


@frozen
class FunctionNode:
    """An expression: a format with places for its parts, and the kind of value it is."""

    kind: str
    form: str
    parts: tuple[FunctionNode, ...] = ()

    @property
    def sql(self) -> str:
        """The expression as text."""
        return self.form.format(*(part.sql for part in self.parts))

    def nodes(self) -> list[FunctionNode]:
        """Return the node and all nodes below it."""
        return [self, *(node for part in self.parts for node in part.nodes())]

    def with_part(self, old: FunctionNode, new: FunctionNode) -> FunctionNode:
        """Return the tree with one node (by identity) replaced."""
        if self is old:
            return new
        return replace(self, parts=tuple(part.with_part(old, new) for part in self.parts))


@frozen
class FunctionPair:
    """Two queries over the table, and which kind of change made the second from the first."""

    left: str
    right: str
    family: str


class FunctionPairs:
    """Draws pairs."""

    def __init__(self, seed: int | str) -> None:
        self._random = Random(f"function pairs {seed}")

    def pair(self) -> FunctionPair:
        """Return the next pair; its two texts differ."""
        while True:
            kind = self._of(("condition", "condition", "condition", "text", "integer", "real", "date"))
            left = self._value(kind, 3)
            right = self._changed(left)
            if self._chance(0.25):
                right = self._changed(right)
            shape = self._shape(kind)
            if left.sql != right.sql:
                return FunctionPair(shape.format(left.sql), shape.format(right.sql), kind)

    def _of(self, choices: Sequence[str]) -> str:
        return self._random.choice(choices)

    def _chance(self, share: float) -> bool:
        return self._random.random() < share

    def _shape(self, kind: str) -> str:
        if kind == "condition":
            return self._of(
                (
                    "SELECT id FROM t WHERE {0}",
                    "SELECT id FROM t WHERE {0}",
                    "SELECT name, n FROM t WHERE {0}",
                    "SELECT COUNT(*) FROM t WHERE {0}",
                    "SELECT {0} FROM t",
                    "SELECT id, CASE WHEN {0} THEN 'yes' ELSE 'no' END FROM t",
                    "SELECT COUNT(CASE WHEN {0} THEN 1 END) FROM t",
                )
            )
        return self._of(
            (
                "SELECT {0} FROM t",
                "SELECT id, {0} FROM t",
                "SELECT DISTINCT {0} FROM t",
                "SELECT {0}, COUNT(*) FROM t GROUP BY {0}",
                "SELECT MAX({0}) FROM t",
                "SELECT COUNT(DISTINCT {0}) FROM t",
                "SELECT {0} FROM t WHERE {0} IS NOT NULL ORDER BY 1 LIMIT 1",
            )
        )

    def _changed(self, tree: FunctionNode) -> FunctionNode:
        """Return the tree with one node changed."""
        node = self._random.choice(tree.nodes())
        kinds: list[Callable[[FunctionNode], FunctionNode]] = [
            self._again,
            self._reformed,
            self._dropped,
            self._same,
            self._same,
        ]
        return tree.with_part(node, self._random.choice(kinds)(node))

    def _again(self, node: FunctionNode) -> FunctionNode:
        return self._value(node.kind, 1)

    def _reformed(self, node: FunctionNode) -> FunctionNode:
        """Another function of the same parts."""
        kinds = tuple(part.kind for part in node.parts)
        forms = [f for f in self._forms(node.kind) if tuple(f[1]) == kinds and f[0] != node.form]
        return (
            FunctionNode(node.kind, self._filled(self._random.choice(forms)[0]), node.parts)
            if forms
            else self._again(node)
        )

    def _dropped(self, node: FunctionNode) -> FunctionNode:
        """The part that the function is of, if it is of the same kind."""
        return next((part for part in node.parts if part.kind == node.kind), self._again(node))

    def _same(self, node: FunctionNode) -> FunctionNode:
        """Something that often means the same."""
        wrapped = {
            "text": ("COALESCE({0}, '')", "TRIM({0})", "({0} || '')", "CAST({0} AS TEXT)", "REPLACE({0}, ' ', ' ')"),
            "integer": ("({0} + 0)", "CAST({0} AS INTEGER)", "ABS({0})", "({0} * 1)", "COALESCE({0}, 0)", "ROUND({0})"),
            "real": (
                "({0} + 0)",
                "({0} * 1.0)",
                "ROUND({0}, 10)",
                "CAST({0} AS REAL)",
                "({0} / 3 * 3)",
                "({0} + q - q)",
            ),
            "date": ("DATE({0})", "SUBSTR({0}, 1, 10)", "DATE({0}, '+1 day', '-1 day')", "strftime('%Y-%m-%d', {0})"),
            "condition": ("NOT (NOT {0})", "({0}) IS TRUE", "({0} OR 0)", "({0} AND n IS NOT NULL)", "({0}) <> 0"),
        }
        return FunctionNode(node.kind, self._of(wrapped[node.kind]), (node,))

    def _value(self, kind: str, depth: int) -> FunctionNode:
        if depth <= 0 or (kind != "condition" and self._chance(0.25)):
            leaves = {"text": ("name", "code"), "integer": ("n", "m"), "real": ("r", "q"), "date": ("d", "d", "s")}
            if kind in leaves:
                return FunctionNode(kind, self._of(leaves[kind]))
        form, parts = self._random.choice(self._forms(kind))
        return FunctionNode(kind, self._filled(form), tuple(self._value(part, depth - 1) for part in parts))

    def _filled(self, form: str) -> str:
        """Replace the marks of a form by constants; braces are for the parts."""
        drawn: dict[str, Callable[[], str]] = {
            "<word>": lambda: _quoted(self._of(WORDS)),
            "<piece>": lambda: _quoted(self._of(PIECES)),
            "<like>": lambda: _quoted(self._of(LIKES)),
            "<glob>": lambda: _quoted(self._of(GLOBS)),
            "<chars>": lambda: self._of(TRIMMED),
            "<int>": lambda: str(self._random.choice(INTEGERS)),
            "<small>": lambda: str(self._random.choice((1, 2, 3, 4, -1, -2, 0))),
            "<length>": lambda: str(self._random.choice((1, 2, 3, 5))),
            "<real>": lambda: self._of(REALS),
            "<places>": lambda: str(self._random.choice((0, 1, 2))),
            "<day>": lambda: _quoted(self._of(DAYS)),
            "<shift>": lambda: _quoted(self._of(MODIFIERS)),
            "<format>": lambda: _quoted(self._of(FORMATS)),
            "<op>": lambda: self._of(("=", "=", "<>", "<", "<=", ">", ">=", "IS", "IS NOT")),
        }
        for mark, draw in drawn.items():
            while mark in form:
                form = form.replace(mark, draw().replace("{", "{{").replace("}", "}}"), 1)
        return form

    def _forms(self, kind: str) -> list[tuple[str, tuple[str, ...]]]:
        return _FORMS[kind]


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


_T, _I, _R, _D, _C = ("text",), ("integer",), ("real",), ("date",), ("condition",)
_FORMS: dict[str, list[tuple[str, tuple[str, ...]]]] = {
    "text": [
        *((f"{name}({{0}})", _T) for name in ("TRIM", "LTRIM", "RTRIM", "UPPER", "LOWER")),
        *((f"{name}({{0}}, <chars>)", _T) for name in ("TRIM", "LTRIM", "RTRIM")),
        ("SUBSTR({0}, <small>, <length>)", _T),
        ("SUBSTR({0}, <small>)", _T),
        ("REPLACE({0}, <piece>, <piece>)", _T),
        ("REPLACE({0}, <piece>, '')", _T),
        ("({0} || <piece>)", _T),
        ("(<piece> || {0})", _T),
        ("SUBSTR({0}, 1, INSTR({0}, <piece>) - 1)", _T),
        ("SUBSTR({0}, INSTR({0}, <piece>) + 1)", _T),
        ("COALESCE({0}, <word>)", _T),
        ("NULLIF({0}, <word>)", _T),
        ("HEX({0})", _T),
        ("QUOTE({0})", _T),
        ("PRINTF('%s!', {0})", _T),
        ("CAST({0} AS TEXT)", _I),
        ("PRINTF('%03d', {0})", _I),
        ("strftime(<format>, {0})", _D),
        ("CASE WHEN {0} THEN <word> ELSE <word> END", _C),
    ],
    "integer": [
        *((f"{name}({{0}})", _T) for name in ("LENGTH", "OCTET_LENGTH", "UNICODE")),
        ("INSTR({0}, <piece>)", _T),
        ("CAST({0} AS INTEGER)", _T),
        *((f"{name}({{0}})", _I) for name in ("ABS", "SIGN", "-")),
        *((f"({{0}} {op} <int>)", _I) for op in ("+", "-", "*", "/", "%", "&", "|")),
        ("MAX({0}, <int>)", _I),
        ("MIN({0}, <int>)", _I),
        ("COALESCE({0}, <int>)", _I),
        ("NULLIF({0}, <int>)", _I),
        ("IIF({0}, 1, 0)", _C),
        ("CAST({0} AS INTEGER)", _R),
        ("CAST(strftime(<format>, {0}) AS INTEGER)", _D),
        ("unixepoch({0})", _D),
    ],
    "real": [
        *((f"({{0}} {op} <real>)", _R) for op in ("+", "-", "*", "/")),
        ("ROUND({0}, <places>)", _R),
        ("ROUND({0})", _R),
        ("ABS({0})", _R),
        ("({0} * 100 / 100)", _R),
        ("(ROUND({0} * 100) / 100)", _R),
        ("({0} / <real>)", _I),
        ("({0} * 1.0 / <int>)", _I),
        ("CAST({0} AS REAL)", _T),
        ("julianday({0})", _D),
    ],
    "date": [
        ("DATE({0})", _D),
        ("DATE({0}, <shift>)", _D),
        ("DATE({0}, <shift>, <shift>)", _D),
        ("SUBSTR({0}, 1, <length>)", _D),
        ("DATETIME({0})", _D),
    ],
    "condition": [
        *(("{0} <op> <word>", _T) for _ in range(3)),
        *(("{0} LIKE <like>", _T) for _ in range(2)),
        ("{0} NOT LIKE <like>", _T),
        ("{0} LIKE <like> ESCAPE '\\'", _T),
        *(("{0} GLOB <glob>", _T) for _ in range(2)),
        ("{0} BETWEEN <word> AND <word>", _T),
        ("{0} IN (<word>, <word>)", _T),
        ("{0} = <word> COLLATE NOCASE", _T),
        ("{0} = <word> COLLATE RTRIM", _T),
        ("{0} < <word> COLLATE NOCASE", _T),
        ("{0} <op> {1}", ("text", "text")),
        *(("{0} <op> <int>", _I) for _ in range(3)),
        ("{0} BETWEEN <int> AND <int>", _I),
        ("{0} IN (<int>, <int>)", _I),
        ("{0} LIKE '1%'", _I),
        ("LENGTH({0}) <op> <length>", _I),
        ("{0} <op> {1}", ("integer", "integer")),
        *(("{0} <op> <real>", _R) for _ in range(2)),
        ("{0} <op> {1}", ("real", "real")),
        *(("{0} <op> <day>", _D) for _ in range(2)),
        ("{0} LIKE '2020%'", _D),
        ("strftime(<format>, {0}) <op> '06'", _D),
        ("{0} IS NULL", _T),
        ("{0} IS NOT NULL", _I),
        ("NOT ({0})", _C),
        ("({0} AND {1})", ("condition", "condition")),
        ("({0} OR {1})", ("condition", "condition")),
    ],
}

"""The clauses of two queries as text: where they differ, and the left query with some parts of the right one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from difflib import SequenceMatcher
from typing import NamedTuple

from spotit.dialect.names import fold
from spotit.dialect.tokens import Token, TokenKind
from spotit.errors import InvalidSql, Span
from spotit.frozen import frozen
from spotit.sql.syntax.keywords import NOT_AN_ALIAS
from spotit.sql.syntax.tokens import scan
from spotit.sql.unaliased import NAMES, unaliased, word_of

_HEADS = {
    "SELECT": "columns",
    "FROM": "tables",
    "WHERE": "condition",
    "GROUP": "grouping",
    "HAVING": "group condition",
    "WINDOW": "windows",
    "ORDER": "order",
    "LIMIT": "limit",
}
_COMPOUND = frozenset({"UNION", "INTERSECT", "EXCEPT"})
_NO_NAME = NOT_AN_ALIAS | {"LIKE", "GLOB", "REGEXP", "MATCH", "END", "ASC", "DESC", "BY", "OFFSET", "CAST"}
_SILENT = frozenset({"AS", "INNER", "OUTER", "ASC"})
"""Words that may be left out without a change."""
_SYNONYMS = {"symbol:==": "symbol:=", "symbol:!=": "symbol:<>"}


class ClauseChange(NamedTuple):
    """A part of the left query, and the part of the right one that takes its place."""

    clause: str
    """What it is, in plain words."""
    left_span: Span | None
    """None where only the right query has such a part."""
    right_span: Span | None
    is_spelling: bool = False
    """The parts read alike but for the tables that columns are said to be of."""


@frozen
class _Clause:
    """The tokens of one clause, with its keyword."""

    tokens: tuple[Token, ...]

    @property
    def span(self) -> Span:
        return Span(self.tokens[0].start, self.tokens[-1].end)


@frozen
class _Outline:
    """A query that is one plain SELECT: its text, its clauses, and its table aliases with their tables."""

    sql: str
    clauses: dict[str, _Clause]
    aliases: dict[str, str]

    def is_needed(self, alias: str) -> bool:
        """Tell whether a qualifier says more than the column's name: several tables, or one of them twice."""
        return len(self.aliases) != 1 and alias in self.aliases

    def name_of(self, table: str) -> str | None:
        """Return the alias of a table that occurs once."""
        found = [alias for alias, name in self.aliases.items() if name == table]
        return found[0] if len(found) == 1 else None


_NO_TABLES = _Outline("", {}, {})


class ClauseDiff:
    """Two queries that are one plain SELECT each, clause by clause, and conditions that AND joins one by one."""

    def __init__(self, left: _Outline, right: _Outline) -> None:
        self._left = left
        self._right = right
        self._here, self._there = (_conjuncts(outline.clauses.get("condition")) for outline in (left, right))
        self._replaced = dict(_paired(left, self._here, right, self._there))
        """Places of conditions of the left query, with those of the right query that say something like it."""
        self.changes = tuple(self._all_changes())
        """Where the queries differ, conditions first; names of tables and of results do not count."""

    def applied(self, changes: Collection[ClauseChange]) -> str:
        """Return the left query with these parts of the right one; it may fail to compile.

        Aliases are translated where a table occurs once.
        """
        clauses = {change.clause for change in changes}
        if "tables" in clauses:
            here, there = _written(self._left, self._right), _written(self._right, None)
        else:
            here, there = _written(self._left, None), _written(self._right, self._left)
        parts = {}
        for name in _HEADS.values():
            taken = name in clauses
            clause = (self._right if taken else self._left).clauses.get(name)
            parts[name] = (there if taken else here)(clause.tokens) if clause else ""
        parts["condition"] = _where(list(self._conditions(changes, here, there)))
        return "\n".join(part for part in parts.values() if part)

    def _conditions(self, changes: Collection[ClauseChange], here: Written, there: Written) -> Iterator[str]:
        gone = {change.left_span for change in changes if change.clause == "condition"}
        yield from (here(part) for part in self._here if _span(part) not in gone)
        new = {change.right_span for change in changes if change.clause == "condition"}
        yield from (there(part) for part in self._there if _span(part) in new)

    def _all_changes(self) -> Iterator[ClauseChange]:
        same = dict(_matched(self._left, self._here, self._right, self._there))
        for place, part in enumerate(self._here):
            if place not in same:
                other = self._replaced.get(place)
                there = None if other is None else self._there[other]
                yield self._change("condition", part, there)
        taken = {*same.values(), *self._replaced.values()}
        for place, part in enumerate(self._there):
            if place not in taken:
                yield self._change("condition", None, part)
        for name in _HEADS.values():
            left, right = self._left.clauses.get(name), self._right.clauses.get(name)
            if name != "condition" and _wording(self._left, left) != _wording(self._right, right):
                yield self._change(name, left.tokens if left else None, right.tokens if right else None)

    def _change(self, clause: str, here: tuple[Token, ...] | None, there: tuple[Token, ...] | None) -> ClauseChange:
        alike = here is not None and there is not None and _unqualified(here) == _unqualified(there)
        left, right = (None if part is None else _span(part) for part in (here, there))
        return ClauseChange(clause, left, right, alike)


def clause_diff(left_sql: str, right_sql: str) -> ClauseDiff | None:
    """Return where two queries differ; None when one of them is not one plain SELECT."""
    left, right = _outline(left_sql), _outline(right_sql)
    return None if left is None or right is None else ClauseDiff(left, right)


def differing_spans(left_sql: str, right_sql: str) -> tuple[list[Span], list[Span]]:
    """Return the spans of the tokens that occur in only one of the two texts: the left one's, the right one's.

    Other aliases are no difference.
    """
    try:
        left, right = unaliased(scan(left_sql)[:-1]), unaliased(scan(right_sql)[:-1])
    except InvalidSql:
        return [], []
    matcher = SequenceMatcher(None, [part.word for part in left], [part.word for part in right], autojunk=False)
    spans: tuple[list[Span], list[Span]] = ([], [])
    for tag, left_start, left_end, right_start, right_end in matcher.get_opcodes():
        if tag == "equal":
            continue
        if left_end > left_start:
            spans[0].append(Span(left[left_start].token.start, left[left_end - 1].token.end))
        if right_end > right_start:
            spans[1].append(Span(right[right_start].token.start, right[right_end - 1].token.end))
    return spans


def _outline(sql: str) -> _Outline | None:
    try:
        tokens = [token for token in scan(sql)[:-1] if token.key != ";"]
    except InvalidSql:
        return None
    if not tokens or tokens[0].key != "SELECT":
        return None
    clauses: dict[str, list[Token]] = {}
    depth, current = 0, ""
    for index, token in enumerate(tokens):
        depth += {"(": 1, ")": -1}.get(token.key, 0)
        if depth == 0 and token.kind is TokenKind.WORD:
            if token.key in _COMPOUND:
                return None
            head = _HEADS.get(token.key)
            if head and _starts_clause(tokens, index) and head not in clauses:
                current = head
        clauses.setdefault(current, []).append(token)
    found = {name: _Clause(tuple(part)) for name, part in clauses.items()}
    return _Outline(sql, found, dict(_aliases(found.get("tables"))))


def _starts_clause(tokens: list[Token], index: int) -> bool:
    """Tell whether the word is a clause's keyword and no column name."""
    token = tokens[index]
    if index and tokens[index - 1].key == ".":
        return False
    if token.key in ("GROUP", "ORDER"):
        return index + 1 < len(tokens) and tokens[index + 1].key == "BY"
    return True


def _aliases(tables: _Clause | None) -> Iterator[tuple[str, str]]:
    """Yield alias and table, both in lower case, for the tables named outside parentheses."""
    tokens = tables.tokens if tables else ()
    depth = 0
    for index, token in enumerate(tokens):
        depth += {"(": 1, ")": -1}.get(token.key, 0)
        if depth or token.key not in ("FROM", "JOIN", ",") or index + 1 >= len(tokens):
            continue
        name = tokens[index + 1]
        if name.kind not in NAMES:
            continue
        after = [t for t in tokens[index + 2 : index + 4] if t.key != "AS"][:1]
        has_alias = after and _is_name(after[0])
        yield fold((after[0] if has_alias else name).name), fold(name.name)


def _wording(outline: _Outline, clause: _Clause | None) -> str:
    return _canonical(outline, clause.tokens) if clause else ""


def _canonical(outline: _Outline, tokens: tuple[Token, ...]) -> str:
    """Return the tokens as text that is the same for other aliases, spellings of operators and names of results."""
    words: list[str] = []
    depth = 0
    for index, token in enumerate(tokens):
        depth += {"(": 1, ")": -1}.get(token.key, 0)
        after = tokens[index + 1].key if index + 1 < len(tokens) else ""
        if after == ".":
            if outline.is_needed(word_of(token)):
                words.append(outline.aliases.get(word_of(token), word_of(token)))
        elif token.key != "." and not (depth == 0 and (token.key in _SILENT or _is_new_name(tokens, index))):
            words.append(_SYNONYMS.get(word_of(token), word_of(token)))
    return " ".join(words)


def _unqualified(tokens: tuple[Token, ...]) -> str:
    """Return the tokens as such text, without the tables that columns are said to be of."""
    return _canonical(_NO_TABLES, tokens)


def _is_new_name(tokens: tuple[Token, ...], index: int) -> bool:
    """Tell whether a token names what stands before it: a result or a table."""
    if not index or not _is_name(tokens[index]):
        return False
    before = tokens[index - 1]
    return before.key in ("AS", ")") or before.kind in (TokenKind.STRING, TokenKind.NUMBER) or _is_name(before)


def _is_name(token: Token) -> bool:
    return token.kind in NAMES and not (token.kind is TokenKind.WORD and token.key in _NO_NAME)


Written = Callable[[tuple[Token, ...]], str]
"""Returns tokens as source text."""


def _written(outline: _Outline, other: _Outline | None) -> Written:
    """Return what writes tokens of a query, with the aliases of another query if there is one."""
    return lambda tokens: _text(outline, tokens, other)


def _text(outline: _Outline, tokens: tuple[Token, ...], other: _Outline | None = None) -> str:
    """Return the source text of the tokens; with `other`, aliases become those of the other query."""
    pieces, position = [], tokens[0].start
    for index, token in enumerate(tokens):
        pieces.append(outline.sql[position : token.start])
        position = token.end
        source = outline.sql[token.start : token.end]
        qualifies = index + 1 < len(tokens) and tokens[index + 1].key == "."
        table = outline.aliases.get(word_of(token)) if qualifies and other else None
        alias = other.name_of(table) if table and other else None
        pieces.append('"' + alias.replace('"', '""') + '"' if alias else source)
    return "".join(pieces)


def _matched(
    left: _Outline, here: list[tuple[Token, ...]], right: _Outline, there: list[tuple[Token, ...]]
) -> Iterator[tuple[int, int]]:
    """Yield the places of conditions that both queries have."""
    rest = {place: _canonical(right, part) for place, part in enumerate(there)}
    for place, part in enumerate(here):
        wanted = _canonical(left, part)
        other = next((place for place, text in rest.items() if text == wanted), None)
        if other is not None:
            del rest[other]
            yield place, other


def _paired(
    left: _Outline, here: list[tuple[Token, ...]], right: _Outline, there: list[tuple[Token, ...]]
) -> Iterator[tuple[int, int]]:
    """Yield the places of conditions on the same column or table, or with the same constant, the likest first."""
    same = dict(_matched(left, here, right, there))
    mine = [place for place in range(len(here)) if place not in same]
    theirs = [place for place in range(len(there)) if place not in same.values()]
    contents = [_contents(left, here[i]) for i in mine], [_contents(right, there[j]) for j in theirs]
    likeness = {
        (i, j): len(one & other) / max(1, len(one | other))
        for i, one in zip(mine, contents[0], strict=True)
        for j, other in zip(theirs, contents[1], strict=True)
    }
    while likeness and max(likeness.values()) > 0:
        best = max(likeness, key=lambda pair: (likeness[pair], -pair[0], -pair[1]))
        yield best
        likeness = {pair: value for pair, value in likeness.items() if pair[0] != best[0] and pair[1] != best[1]}


def _contents(outline: _Outline, tokens: tuple[Token, ...]) -> frozenset[str]:
    """Return the columns and constants of a condition, and the tables that columns are said to be of."""
    found = set()
    for index, token in enumerate(tokens):
        after = tokens[index + 1].key if index + 1 < len(tokens) else ""
        if after == ".":
            found.add(f"table {outline.aliases.get(word_of(token), word_of(token))}")
        if (_is_name(token) and after not in (".", "(")) or token.kind in (TokenKind.STRING, TokenKind.NUMBER):
            found.add(word_of(token))
    return frozenset(found)


def _span(tokens: tuple[Token, ...]) -> Span:
    return Span(tokens[0].start, tokens[-1].end)


def _where(conjuncts: list[str]) -> str:
    return "WHERE " + " AND ".join(f"({text})" for text in conjuncts) if conjuncts else ""


def _conjuncts(clause: _Clause | None) -> list[tuple[Token, ...]]:
    """Return the conditions of a WHERE that AND joins; one that has an OR outside parentheses stays whole."""
    if clause is None:
        return []
    tokens = clause.tokens[1:]
    parts: list[list[Token]] = [[]]
    depth = between = 0
    for token in tokens:
        depth += {"(": 1, "CASE": 1, ")": -1, "END": -1}.get(token.key, 0)
        if depth == 0 and token.key == "OR":
            return [tokens]
        between += depth == 0 and token.key == "BETWEEN"
        if depth == 0 and token.key == "AND" and not between:
            parts.append([])
            continue
        if depth == 0 and token.key == "AND":
            between -= 1
        parts[-1].append(token)
    return [tuple(part) for part in parts if part]

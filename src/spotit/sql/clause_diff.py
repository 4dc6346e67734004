"""The clauses of a query as text: hybrids with one clause of another query, and the spans that differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import NamedTuple

from spotit.dialect.names import fold
from spotit.dialect.tokens import Token, TokenKind
from spotit.errors import InvalidSql, Span
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
_NO_ALIAS = frozenset(
    {"ON", "USING", "JOIN", "INNER", "LEFT", "RIGHT", "FULL", "OUTER", "CROSS", "NATURAL"}
    | {"WHERE", "GROUP", "ORDER", "LIMIT", "AS", "INDEXED", "NOT"}
)


class Swap(NamedTuple):
    """A variant of the left query that took over one part of the right one."""

    clause: str
    """What was taken over, in plain words."""
    sql: str
    left_span: Span | None
    """The part of the left query that was replaced or dropped."""
    right_span: Span | None
    """The part of the right query that took its place."""


@dataclass(frozen=True, slots=True)
class _Clause:
    """The tokens of one clause, with its keyword."""

    tokens: tuple[Token, ...]

    @property
    def span(self) -> Span:
        return Span(self.tokens[0].start, self.tokens[-1].end)


@dataclass(frozen=True, slots=True)
class _Outline:
    """A query that is one plain SELECT: its text, its clauses, and its table aliases with their tables."""

    sql: str
    clauses: dict[str, _Clause]
    aliases: dict[str, str]

    def name_of(self, table: str) -> str | None:
        """Return the alias of a table that occurs once."""
        found = [alias for alias, name in self.aliases.items() if name == table]
        return found[0] if len(found) == 1 else None


def clause_swaps(left_sql: str, right_sql: str) -> list[Swap]:
    """Return variants of the left query with one part of the right query, the smallest parts first.

    Aliases are translated where a table occurs once; a variant may still fail to compile. Empty for queries
    that are not one plain SELECT each.
    """
    left, right = _outline(left_sql), _outline(right_sql)
    if left is None or right is None:
        return []
    swaps = list(_condition_swaps(left, right))
    for name in _HEADS.values():
        here, there = left.clauses.get(name), right.clauses.get(name)
        if _wording(left, here) != _wording(right, there):
            swaps.append(_swap(left, right, name))
    return swaps


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
        has_alias = after and after[0].kind in NAMES and after[0].key not in _NO_ALIAS
        yield fold((after[0] if has_alias else name).name), fold(name.name)


def _wording(outline: _Outline, clause: _Clause | None) -> str:
    return _canonical(outline, clause.tokens if clause else ())


def _canonical(outline: _Outline, tokens: tuple[Token, ...]) -> str:
    """Return the tokens as text that is the same for different aliases and spacing."""
    words = []
    for index, token in enumerate(tokens):
        qualifies = index + 1 < len(tokens) and tokens[index + 1].key == "."
        word = word_of(token)
        words.append(outline.aliases.get(word, word) if qualifies else word)
    return " ".join(words)


def _text(outline: _Outline, tokens: tuple[Token, ...], other: _Outline | None = None) -> str:
    """Return the source text of the tokens; with `other`, aliases become those of the other query."""
    if not tokens:
        return ""
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


def _assembled(parts: dict[str, str]) -> str:
    return "\n".join(parts[name] for name in _HEADS.values() if parts.get(name))


def _swap(left: _Outline, right: _Outline, name: str) -> Swap:
    here, there = left.clauses.get(name), right.clauses.get(name)
    if name == "tables":
        parts = {key: _text(left, part.tokens, right) for key, part in left.clauses.items()}
        parts[name] = _text(right, there.tokens) if there else ""
    else:
        parts = {key: _text(left, part.tokens) for key, part in left.clauses.items()}
        parts[name] = _text(right, there.tokens, left) if there else ""
    return Swap(name, _assembled(parts), here.span if here else None, there.span if there else None)


def _condition_swaps(left: _Outline, right: _Outline) -> Iterator[Swap]:
    """Yield the left query without one conjunct that only it has, and with one that only the right has."""
    here, there = (_conjuncts(outline.clauses.get("condition")) for outline in (left, right))
    ours = {_canonical(left, part) for part in here}
    theirs = {_canonical(right, part) for part in there}
    parts = {key: _text(left, part.tokens) for key, part in left.clauses.items()}
    kept = [_text(left, part) for part in here]
    for index, part in enumerate(here):
        if _canonical(left, part) not in theirs:
            rest = kept[:index] + kept[index + 1 :]
            yield Swap("condition", _assembled({**parts, "condition": _where(rest)}), _span(part), None)
    for part in there:
        if _canonical(right, part) not in ours:
            more = [*kept, _text(right, part, left)]
            yield Swap("condition", _assembled({**parts, "condition": _where(more)}), None, _span(part))


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

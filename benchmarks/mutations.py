"""Changes one thing in a query: every single edit of a kind that people get wrong, on the text as written."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from spotit.dialect.tokens import Token, TokenKind
from spotit.dialect.wording import quote
from spotit.schema import Schema, Table
from spotit.sql.syntax.keywords import NOT_AN_ALIAS
from spotit.sql.syntax.tokens import scan

COMPARISONS = ("=", "<>", "<", "<=", ">", ">=")
ARITHMETIC = ("+", "-", "*", "/")
AGGREGATES = ("COUNT", "SUM", "AVG", "MIN", "MAX")
SET_OPERATORS = ("UNION", "UNION ALL", "INTERSECT", "EXCEPT")
_CLAUSES = frozenset(
    {
        "SELECT",
        "FROM",
        "JOIN",
        "ON",
        "USING",
        "WHERE",
        "GROUP",
        "HAVING",
        "ORDER",
        "LIMIT",
        "UNION",
        "INTERSECT",
        "EXCEPT",
    }
)
_NAMES = (TokenKind.WORD, TokenKind.QUOTED, TokenKind.BRACKETED)
_DAY = re.compile(r"(\d{4})(-\d\d(?:-\d\d.*)?)?")
_FORMATS = ("%Y", "%m", "%d", "%J")


@dataclass(frozen=True, slots=True)
class Mutant:
    """A query with one change: what kind of change, and the text that results."""

    kind: str
    sql: str


@dataclass(frozen=True, slots=True)
class _Place:
    """A token with its neighbours by index, how deep in parentheses it stands, and in which clause."""

    token: Token
    depth: int
    clause: str


@dataclass(frozen=True, slots=True)
class _Edit:
    """Replace `start` to `end` of the text."""

    kind: str
    start: int
    end: int
    text: str


def mutants(sql: str, schema: Schema) -> list[Mutant]:
    """Return every mutant of a query, each once, in the order of the text; the engine may refuse some."""
    found = {sql: ""}
    for edit in _edits(_places(sql), schema):
        found.setdefault(sql[: edit.start] + edit.text + sql[edit.end :], edit.kind)
    return [Mutant(kind, text) for text, kind in found.items() if kind]


def chosen(sqls: Sequence[str], schema: Schema, count: int, seed: int) -> Iterator[tuple[str, Mutant]]:
    """Yield `count` pairs of query and mutant, kinds evenly among those a query offers; fewer if there are fewer."""
    draw = random.Random(seed)
    left = {sql: mutants(sql, schema) for sql in dict.fromkeys(sqls)}
    for _ in range(count):
        open_sqls = [sql for sql, rest in left.items() if rest]
        if not open_sqls:
            return
        sql = draw.choice(open_sqls)
        kind = draw.choice(sorted({mutant.kind for mutant in left[sql]}))
        mutant = draw.choice([mutant for mutant in left[sql] if mutant.kind == kind])
        left[sql].remove(mutant)
        yield sql, mutant


def _places(sql: str) -> list[_Place]:
    places: list[_Place] = []
    clauses = [""]
    for token in scan(sql):
        if token.key == ")" and len(clauses) > 1:
            clauses.pop()
        if token.key in _CLAUSES:
            clauses[-1] = token.key
        places.append(_Place(token, len(clauses), clauses[-1]))
        if token.key == "(":
            clauses.append("")
    return places


def _edits(places: list[_Place], schema: Schema) -> Iterator[_Edit]:
    for index, place in enumerate(places):
        token = place.token
        if token.kind is TokenKind.NUMBER:
            yield from _number(places, index)
        elif token.kind is TokenKind.STRING:
            yield from _string(places, index)
        elif token.kind is TokenKind.SYMBOL:
            yield from _symbol(places, index)
        elif token.kind is TokenKind.WORD:
            yield from _word(places, index)
    yield from _columns(places, schema)
    yield from _dropped(places)


def _replace(kind: str, token: Token, text: str) -> _Edit:
    return _Edit(kind, token.start, token.end, text)


def _key(places: list[_Place], index: int) -> str:
    return places[index].token.key if 0 <= index < len(places) else ""


def _number(places: list[_Place], index: int) -> Iterator[_Edit]:
    token, limit = places[index].token, places[index].clause == "LIMIT"
    try:
        value = int(token.name)
    except ValueError:
        real = re.fullmatch(r"\d+\.\d+", token.name)
        if real:
            places_after = len(token.name.split(".")[1])
            yield _replace("constant", token, f"{float(token.name) + 0.1**places_after:.{places_after}f}")
        return
    yield _replace("limit" if limit else "boundary", token, str(value + 1))
    if value > 0:
        yield _replace("limit" if limit else "boundary", token, str(value - 1))
    if not limit:
        yield _replace("constant", token, str(value * 10 + 3))


def _string(places: list[_Place], index: int) -> Iterator[_Edit]:
    token, before = places[index].token, _key(places, index - 1)
    text = token.name
    if before == "AS":
        return
    if before in ("LIKE", "GLOB"):
        yield from (_replace("pattern", token, _quoted(other)) for other in _patterns(text))
    elif text in _FORMATS:
        yield from (_replace("constant", token, _quoted(other)) for other in _FORMATS if other != text)
    elif (day := _DAY.fullmatch(text)) is not None:
        yield _replace("constant", token, _quoted(f"{int(day[1]) + 1:04}{day[2] or ''}"))
        yield _replace("constant", token, _quoted(f"{int(day[1]) - 1:04}{day[2] or ''}"))
    elif text:
        yield _replace("constant", token, _quoted(text + "s"))
        yield _replace("constant", token, _quoted(text[:-1]))
        others = dict.fromkeys(place.token.name for place in places if place.token.kind is TokenKind.STRING)
        yield from (_replace("constant", token, _quoted(other)) for other in others if other != text)


def _patterns(text: str) -> Iterator[str]:
    bare = text.strip("%")
    yield from (other for other in (f"%{bare}%", f"{bare}%", f"%{bare}", bare, f"{bare}_") if other != text)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _symbol(places: list[_Place], index: int) -> Iterator[_Edit]:
    token = places[index].token
    same = {"==": "=", "!=": "<>"}.get(token.key, token.key)
    if same in COMPARISONS:
        yield from (_replace("comparison", token, other) for other in COMPARISONS if other != same)
    elif token.key in ARITHMETIC and _is_operand(places[index - 1].token) and _key(places, index + 1) != ")":
        yield from (_replace("arithmetic", token, other) for other in ARITHMETIC if other != token.key)


def _is_operand(token: Token) -> bool:
    word = token.kind is TokenKind.WORD and token.key not in NOT_AN_ALIAS
    return word or token.key == ")" or token.kind in (*_NAMES[1:], TokenKind.NUMBER, TokenKind.STRING)


def _word(places: list[_Place], index: int) -> Iterator[_Edit]:
    token, after = places[index].token, _key(places, index + 1)
    match token.key:
        case "AND" | "OR" if not _is_between(places, index):
            yield _replace("and / or", token, "OR" if token.key == "AND" else "AND")
        case "JOIN" if _key(places, index - 1) not in ("LEFT", "OUTER", "INNER", "CROSS", "NATURAL"):
            yield _replace("join", token, "LEFT JOIN")
        case "INNER" | "LEFT":
            end = places[index + 1].token.end if after == "OUTER" else token.end
            yield _Edit("join", token.start, end, "LEFT" if token.key == "INNER" else "INNER")
        case "SELECT":
            yield from _distinct(places, index, "distinct")
        case "ASC" | "DESC":
            yield _replace("order", token, "DESC" if token.key == "ASC" else "ASC")
        case "IS" if after in ("NULL", "NOT"):
            last = places[index + 1 + (after == "NOT")].token
            yield _Edit("null test", token.start, last.end, "IS NULL" if after == "NOT" else "IS NOT NULL")
        case "IN" | "LIKE" | "BETWEEN" | "EXISTS":
            negated = _key(places, index - 1) == "NOT"
            start = places[index - 1].token.start if negated else token.start
            yield _Edit("negation", start, token.end, token.name if negated else f"NOT {token.name}")
        case "UNION" | "INTERSECT" | "EXCEPT":
            end = places[index + 1].token.end if after == "ALL" else token.end
            same = f"{token.key} {after}" if after == "ALL" else token.key
            others = (other for other in SET_OPERATORS if other != same)
            yield from (_Edit("set operator", token.start, end, other) for other in others)
        case "REAL" | "FLOAT" | "INTEGER" | "INT" if _key(places, index - 1) == "AS":
            yield _replace("cast", token, "INTEGER" if token.key in ("REAL", "FLOAT") else "REAL")
        case _ if token.key in AGGREGATES and after == "(":
            yield from _aggregate(places, index)


def _is_between(places: list[_Place], index: int) -> bool:
    """Tell whether an AND closes a BETWEEN: the nearest AND, OR or BETWEEN before it at its depth is a BETWEEN."""
    depth = places[index].depth
    for place in reversed(places[:index]):
        if place.depth < depth:
            return False
        if place.depth == depth and place.token.key in ("AND", "OR", "BETWEEN"):
            return place.token.key == "BETWEEN"
    return False


def _distinct(places: list[_Place], index: int, kind: str) -> Iterator[_Edit]:
    """Put DISTINCT after the token, or take it away there."""
    token, following = places[index].token, places[index + 1].token
    if following.key == "DISTINCT":
        yield _Edit(kind, following.start, places[index + 2].token.start, "")
    elif following.key not in ("ALL", "*"):
        yield _Edit(kind, token.end, token.end, " DISTINCT" if kind == "distinct" else "DISTINCT ")


def _aggregate(places: list[_Place], index: int) -> Iterator[_Edit]:
    token = places[index].token
    if _key(places, index + 2) == "*":
        return
    yield from (_replace("aggregate", token, other) for other in AGGREGATES if other != token.key)
    yield from _distinct(places, index + 1, "aggregate distinct")


def _tables(places: list[_Place], schema: Schema) -> dict[str, Table]:
    """Return the tables that the query reads, by the names it calls them, in lower case."""
    named: dict[str, Table] = {}
    for index, place in enumerate(places):
        token = place.token
        if token.kind not in _NAMES or place.clause not in ("FROM", "JOIN") or _key(places, index - 1) == ".":
            continue
        table = schema.table(token.name)
        if table is None:
            continue
        alias = places[index + 2 if _key(places, index + 1) == "AS" else index + 1].token
        is_alias = alias.kind in _NAMES and alias.key not in NOT_AN_ALIAS
        named[(alias.name if is_alias else token.name).casefold()] = table
    return named


def _columns(places: list[_Place], schema: Schema) -> Iterator[_Edit]:
    """Swap a column for another of its table and type."""
    named = _tables(places, schema)
    for index, place in enumerate(places):
        token = place.token
        if token.kind not in _NAMES or _key(places, index - 1) == "AS" or _key(places, index + 1) in (".", "("):
            continue
        if _key(places, index - 1) == ".":
            tables = [named[owner]] if (owner := places[index - 2].token.name.casefold()) in named else []
        else:
            tables = [] if place.clause in ("FROM", "JOIN") else list(named.values())
        found = [(table, column) for table in tables if (column := table.column(token.name))]
        for table, column in found[:1]:
            others = (other for other in table.columns if other.kind is column.kind and other is not column)
            yield from (_replace("column", token, quote(other.name)) for other in others)


def _dropped(places: list[_Place]) -> Iterator[_Edit]:
    """Leave out a condition, a grouping column, a LIMIT; turn an order round that has no word for it."""
    for index, place in enumerate(places):
        key = place.token.key
        if key == "AND" and place.clause in ("WHERE", "HAVING") and not _is_between(places, index):
            yield _Edit("condition", place.token.start, _end(places, index, ("AND", "OR")), "")
        elif key == "LIMIT":
            yield _Edit("limit", place.token.start, _end(places, index, ()), "")
        elif key in (",", "BY") and place.clause == "GROUP":
            yield from _ungrouped(places, index)
        elif key in (",", "BY") and place.clause == "ORDER":
            yield from _turned(places, index)


def _end(places: list[_Place], index: int, stops: tuple[str, ...]) -> int:
    """Return where the part that begins at a token ends: before a stop, the next clause or the closing bracket."""
    depth, end, between = places[index].depth, places[index].token.end, False
    for place in places[index + 1 :]:
        key = place.token.key
        if place.depth < depth or place.token.kind is TokenKind.END or key == ";":
            break
        if place.depth == depth:
            if key in _CLAUSES or (key in stops and not (key == "AND" and between)):
                break
            between = key == "BETWEEN" or (between and key != "AND")
        end = place.token.end
    return end


def _ungrouped(places: list[_Place], index: int) -> Iterator[_Edit]:
    end = _end(places, index, (",",))
    if places[index].token.key == ",":
        yield _Edit("grouping", places[index].token.start, end, "")
        return
    yield _Edit("grouping", places[index - 1].token.start, _end(places, index, ()), "")
    if any(place.token.start == end and place.token.key == "," for place in places):
        yield _Edit("grouping", places[index + 1].token.start, end + 1, "")


def _turned(places: list[_Place], index: int) -> Iterator[_Edit]:
    end = _end(places, index, (",",))
    last = next(place.token for place in places if place.token.end == end)
    if last.key not in ("ASC", "DESC", "FIRST", "LAST"):
        yield _Edit("order", end, end, " DESC")

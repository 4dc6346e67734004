"""Query parameters (`?`, `:id`, `$1`) as values that may be anything: columns of a table of at most one row.

Each parameter becomes a scalar subquery that reads its column: the value has no affinity and no collation there, as
SQLite treats one that is bound. Both queries read one table, so that what they share by name or number has one value.
A verdict over that table is one for all values of the parameters; that no row stands for some value adds nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, count

from spotit.assumption import Assumption, AssumptionKind
from spotit.database import Rows, Value, rows_of
from spotit.dialect.names import fold
from spotit.dialect.statements import orders
from spotit.dialect.tokens import Token, TokenKind, tokens
from spotit.dialect.types import Kind, kind_of
from spotit.dialect.wording import literal, quote
from spotit.engine.open import system
from spotit.engine.protocol import Engine
from spotit.errors import Span
from spotit.frozen import frozen
from spotit.schema import Schema
from spotit.search.witness.confirm import confirm
from spotit.verdict import (
    Different,
    Equivalent,
    EquivalentUpTo,
    Invalid,
    Side,
    Undecided,
    Unrefuted,
    Unsupported,
    Verdict,
)

_COMPARING = frozenset({"=", "==", "<>", "!=", "<", ">", "<=", ">=", "IS", "BETWEEN"})
_NAMES = frozenset({TokenKind.WORD, TokenKind.QUOTED, TokenKind.BRACKETED})


@frozen
class Placed:
    """A parameter where it stands in a query."""

    name: str
    """`:id` as it is written, `?1` for a number."""
    token: Token


@frozen
class Bound:
    """Two queries that read their parameters from a table, over a schema that has it."""

    queries: tuple[str, str]
    schema: Schema
    table: str
    placed: tuple[tuple[Placed, ...], tuple[Placed, ...]]
    types: Mapping[str, str]
    """The type that each parameter is taken to have; empty for any value."""
    read: Mapping[str, str]
    """What stands in the queries in place of each."""


def bound(left: str, right: str, schema: Schema) -> Bound | Invalid | Unsupported | None:
    """Return the pair with a table in place of its parameters, or why that cannot be; None where it has none."""
    if not any(mark in text for text in (left, right) for mark in "?:@$#"):
        return None
    placed = (tuple(_placed(left)), tuple(_placed(right)))
    if not any(placed):
        return None
    for refused in (_refusal(*placed), _in_frame("left", left), _in_frame("right", right)):
        if refused is not None:
            return refused
    names = list(dict.fromkeys(one.name for side in placed for one in side))
    table = _free_name((left, right), schema)
    types = {name: _type(name, (left, right), schema) for name in names}
    columns = ", ".join(f"{quote(name)} {types[name]}".rstrip() for name in names)
    ddl = f"CREATE TABLE {quote(table)} (one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1), {columns})"
    (added,) = system().read_ddl(ddl).tables
    read = {name: _reading(name, types[name], table) for name in names}
    queries = tuple(_rewritten(sql, side, read) for sql, side in zip((left, right), placed, strict=True))
    whole = replace(schema, tables=(*schema.tables, added))
    return Bound((queries[0], queries[1]), whole, table, placed, types, read)


def unbound(verdict: Verdict, pair: Bound, engine: Engine) -> Verdict:
    """Return the verdict on the pair as one on the queries that were given."""
    match verdict:
        case Different():
            verdict = _with_values(verdict, pair, engine)
            witness = verdict.witness
            explanation = _as_written(witness.explanation, pair)
            shown = replace(witness, explanation=explanation, queries=witness.queries or pair.queries)
            return replace(verdict, witness=shown)
        case Equivalent() | EquivalentUpTo() | Unrefuted() | Undecided():
            typed = (Assumption(AssumptionKind.PARAMETERS),) if any(pair.types.values()) else ()
            return replace(verdict, assumptions=(*verdict.assumptions, *typed))
        case Unsupported():
            span = _span_as_written(verdict.span, verdict.side, pair)
            return replace(verdict, feature=_as_written(verdict.feature, pair), span=span)
        case Invalid():
            side: Side | None = verdict.side if verdict.side in ("left", "right") else None
            span = _span_as_written(verdict.span, side, pair)
            return replace(verdict, message=_as_written(verdict.message, pair), span=span)


def _with_values(verdict: Different, pair: Bound, engine: Engine) -> Different:
    """Return the difference with the values of the parameters in a row, where no row stands for some."""
    database = verdict.witness.database
    if rows_of(database.tables, pair.table).rows:
        return verdict
    names = tuple(pair.types)
    row = Rows(("one", *names), ((1, *(_some_value(pair.types[name]) for name in names)),))
    stated = replace(database, tables={**database.tables, pair.table: row})
    ordered = orders(pair.queries[0])
    again = confirm(engine, *pair.queries, stated, ordered=ordered, grade=verdict.grade)
    if again is None or (again.left, again.right) != (verdict.left, verdict.right):
        return verdict
    witness = replace(again.witness, explanation=verdict.witness.explanation, tags=verdict.witness.tags)
    return replace(verdict, witness=witness)


def _some_value(declared: str) -> Value:
    """Return the value of a parameter that no row states."""
    match kind_of(declared) if declared else None:
        case Kind.TEXT:
            return "a"
        case Kind.DATE:
            return "2000-01-01"
        case Kind.DATETIME:
            return "2000-01-01 00:00:00"
        case Kind.TIME:
            return "00:00:00"
        case _:
            return 0


def _placed(sql: str) -> Iterator[Placed]:
    """Yield the parameters of a query; `?` has the next number, as in SQLite (lang_expr.html#varparam)."""
    last = 0
    for token in tokens(sql):
        if token.kind is not TokenKind.PARAMETER:
            continue
        if not token.text.startswith("?"):
            yield Placed(token.text, token)
            continue
        number = int(token.text[1:] or last + 1)
        last = max(last, number)
        yield Placed(f"?{number}", token)


def _refusal(left: tuple[Placed, ...], right: tuple[Placed, ...]) -> Invalid | None:
    sides: tuple[tuple[Side, tuple[Placed, ...]], ...] = (("left", left), ("right", right))
    for side, placed in sides:
        numbered = {one.name.startswith("?") for one in placed}
        if len(numbered) > 1:
            return Invalid(side, "the query has both named and numbered parameters", placed[0].token.span)
    if not left:
        first = right[0]
        return Invalid(
            "right", f"the query has a parameter, {first.name}, and the left query has none", first.token.span
        )
    if right and left[0].name.startswith("?") != right[0].name.startswith("?"):
        return Invalid("pair", "one query has numbered parameters and the other named ones")
    return None


def _in_frame(side: Side, sql: str) -> Unsupported | None:
    """Return that a window frame has a parameter, which a subquery cannot stand for there."""
    inside: Token | None = None
    for token in tokens(sql):
        if token.key in ("ROWS", "RANGE", "GROUPS", "BETWEEN", "AND"):
            inside = None
        elif token.kind is TokenKind.PARAMETER:
            inside = token
        elif token.key in ("PRECEDING", "FOLLOWING") and inside is not None:
            return Unsupported("a parameter in a window frame", side, inside.span)
    return None


def _free_name(queries: Sequence[str], schema: Schema) -> str:
    """Return a name for the table that neither the schema nor a query uses."""
    used = {fold(table.name) for table in schema.tables} | {fold(view.name) for view in schema.views}
    used |= {fold(token.name) for sql in queries for token in tokens(sql)}
    names = (f"parameters_{number}" for number in count(2))
    return next(name for name in chain(("parameters",), names) if name not in used)


def _reading(name: str, declared: str, table: str) -> str:
    """Return what reads a parameter: the value in the row, be it NULL; some value where there is no row."""
    value = f"CASE COUNT(*) WHEN 0 THEN {literal(_some_value(declared))} ELSE MAX(+{quote(name)}) END"
    return f"(SELECT {value} FROM {quote(table)})"


def _rewritten(sql: str, placed: Sequence[Placed], read: Mapping[str, str]) -> str:
    parts, end = [], 0
    for one in placed:
        parts += [sql[end : one.token.start], read[one.name]]
        end = one.token.end
    return "".join([*parts, sql[end:]])


def _as_written(text: str, pair: Bound) -> str:
    """Return a sentence about the queries with the parameters in place of what reads them."""
    for side in pair.placed:
        for one in side:
            text = text.replace(pair.read[one.name], one.token.text)
    return text


def _span_as_written(span: Span | None, side: Side | None, pair: Bound) -> Span | None:
    if span is None or side is None:
        return span
    place = 0 if side == "left" else 1
    shifts = [(one.token, len(pair.read[one.name])) for one in pair.placed[place]]

    def offset(of: int) -> int:
        shift = 0
        for token, length in shifts:
            start = token.start + shift
            if of <= start:
                break
            if of < start + length:
                return token.start
            shift += length - (token.end - token.start)
        return of - shift

    start = offset(span.start)
    return Span(start, max(start + 1, offset(span.end)))


def _type(name: str, queries: Sequence[str], schema: Schema) -> str:
    """Return the declared type of the columns that a parameter is compared with; empty where there is not just one."""
    found: set[str] = set()
    for sql in queries:
        line = tokens(sql)
        starts = {one.token.start for one in _placed(sql) if one.name == name}
        for place, token in enumerate(line):
            if token.start in starts:
                found |= _types_beside(line, place, schema)
    return found.pop() if len(found) == 1 else ""


def _types_beside(line: Sequence[Token], place: int, schema: Schema) -> set[str]:
    before = line[place - 1] if place else None
    after = line[place + 1] if place + 1 < len(line) else None
    if before is not None and before.key in ("LIMIT", "OFFSET"):
        return {"INTEGER"}
    if before is not None and before.key in _COMPARING and place > 1:
        return _types_of(line[place - 2], schema)
    if after is not None and after.key in _COMPARING and place + 2 < len(line):
        last = place + 2
        while last + 2 < len(line) and line[last + 1].key == ".":
            last += 2
        return _types_of(line[last], schema)
    if before is not None and before.key == "AND" and place > 3 and line[place - 3].key == "BETWEEN":
        return _types_of(line[place - 4], schema)
    return {""}


def _types_of(token: Token, schema: Schema) -> set[str]:
    """Return the declared types of all columns of that name."""
    if token.kind not in _NAMES:
        return {""}
    columns = (table.column(token.name) for table in schema.tables)
    return {column.declared.upper() for column in columns if column is not None} or {""}

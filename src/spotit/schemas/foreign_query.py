"""Queries of other dialects (PostgreSQL, MySQL, DuckDB, Apache Calcite) in SQLite's words, where nothing is lost by it.

What has no faithful wording raises `UnsupportedSql`. What SQLite computes differently (text comparison, rounding, dates
beyond its calendar) stays SQLite's: a verdict on such queries is one by its rules.
"""

from __future__ import annotations

import logging
import re

import sqlglot
from sqlglot import exp
from sqlglot.errors import ErrorLevel, ParseError, SqlglotError, TokenError, UnsupportedError

from spotit.errors import InvalidSql, Span, UnsupportedSql
from spotit.options import QueryDialect
from spotit.schemas.rewording.counted_rows import with_one_counted
from spotit.schemas.rewording.dollar_names import with_quoted_names
from spotit.schemas.rewording.fresh_names import FreshNames
from spotit.schemas.rewording.grouping_sets import with_one_grouping
from spotit.schemas.rewording.named_columns import without_column_aliases
from spotit.schemas.rewording.quantified import without_quantifiers
from spotit.schemas.rewording.set_operands import with_plain_operands

logging.getLogger("sqlglot").addHandler(logging.NullHandler())  # as for schemas
_CASE_SENSITIVE_LIKE = frozenset({QueryDialect.POSTGRES, QueryDialect.DUCKDB, QueryDialect.CALCITE})
_REFUSED: dict[type[exp.Expr], str] = {
    exp.Interval: "an interval",
    exp.IntDiv: "integer division",
    exp.Array: "an array",
    exp.Unnest: "UNNEST",
    exp.Lateral: "LATERAL",
    exp.Struct: "a struct",
    exp.Pivot: "PIVOT",
    exp.SimilarTo: "SIMILAR TO",
    exp.DateAdd: "date arithmetic",
    exp.DateSub: "date arithmetic",
    exp.DateDiff: "date arithmetic",
    exp.TsOrDsAdd: "date arithmetic",
    exp.TsOrDsDiff: "date arithmetic",
    exp.TimestampDiff: "date arithmetic",
    exp.DateTrunc: "DATE_TRUNC",
    exp.TimestampTrunc: "DATE_TRUNC",
    exp.Rand: "a random number",
    exp.Qualify: "QUALIFY",
    exp.TableSample: "a sample of a table",
    exp.Lock: "locking of rows",
    exp.Command: "a statement that is no query",
    exp.BitwiseAndAgg: "the aggregate BIT_AND",
    exp.BitwiseOrAgg: "the aggregate BIT_OR",
    exp.BitwiseXorAgg: "the aggregate BIT_XOR",
}
"""What SQLite has no words for, or words of another meaning."""
_TOKEN = re.compile(r"<Token .*?text: (.*?), line: [^>]*>")
"""A token in a message of sqlglot, of which people need the text."""
_MISSING = re.compile(r"Required keyword: '\w+' missing for <class [^>]*>")
"""What sqlglot says in words of its own code."""
_PARTS = {"YEAR": "%Y", "MONTH": "%m", "DAY": "%d", "HOUR": "%H", "MINUTE": "%M", "SECOND": "%S"}
_PART_CALLS: dict[type[exp.Expr], str] = {exp.Year: "%Y", exp.Month: "%m", exp.Day: "%d"}
_REWORDINGS = (without_column_aliases, with_one_grouping, with_one_counted, without_quantifiers, with_plain_operands)
"""What SQLite can say in other words; table aliases come first, since they stand for tables in what follows."""


def as_sqlite(sql: str, dialect: QueryDialect) -> str:
    """Return a query of a dialect as SQLite's; raise `InvalidSql` or `UnsupportedSql` where that cannot be."""
    if dialect is QueryDialect.SQLITE:
        return sql
    tree = _translated(_parsed(sql, dialect), dialect)
    return _written(tree, "sqlite")


def in_dialect(sql: str, dialect: QueryDialect) -> str:
    """Return a query of SQLite's in the words of another dialect, as far as there are any; names in lower case."""
    tree = _parsed(sql, QueryDialect.SQLITE)
    for name in tree.find_all(exp.Identifier):
        name.set("this", name.name.lower())
        name.set("quoted", True)
    for number, below in enumerate(tree.find_all(exp.Subquery)):
        if isinstance(below.parent, exp.From | exp.Join) and not below.alias:
            below.set("alias", exp.TableAlias(this=exp.to_identifier(f"unnamed_{number}", quoted=True)))
    return _written(tree, _reader(dialect))


def _parsed(sql: str, dialect: QueryDialect) -> exp.Expr:
    try:
        trees = [tree for tree in sqlglot.parse(_readable(sql, dialect), dialect=_reader(dialect)) if tree is not None]
    except ParseError as error:
        first = error.errors[0] if error.errors else {}
        text = _MISSING.sub("something is missing", _TOKEN.sub(r"\1", str(first.get("description") or error)))
        raise InvalidSql(f"{text} (as {dialect.label})", _place(sql, first)) from None
    except (TokenError, RecursionError) as error:
        raise InvalidSql(f"{error} (as {dialect.label})") from None
    if len(trees) != 1:
        raise InvalidSql("there is not exactly one statement")
    if not isinstance(trees[0], exp.Query):
        raise InvalidSql("only a SELECT statement can be checked")
    return trees[0]


def _reader(dialect: QueryDialect) -> str:
    """Return the dialect of sqlglot that reads a query; Calcite's has PostgreSQL's words, and its own names."""
    return "postgres" if dialect is QueryDialect.CALCITE else dialect.value


def _readable(sql: str, dialect: QueryDialect) -> str:
    return with_quoted_names(sql) if dialect is QueryDialect.CALCITE else sql


def _place(sql: str, error: dict[str, object]) -> Span | None:
    """Return where sqlglot saw an error."""
    line, column, word = error.get("line"), error.get("col"), error.get("highlight")
    if not isinstance(line, int) or not isinstance(column, int):
        return None
    end = sum(len(one) + 1 for one in sql.split("\n")[: line - 1]) + column
    width = len(word) if isinstance(word, str) else 1
    return Span(max(0, end - width), end) if end <= len(sql) else None


def _written(tree: exp.Expr, dialect: str) -> str:
    try:
        return tree.sql(dialect=dialect, unsupported_level=ErrorLevel.RAISE)
    except UnsupportedError as error:
        raise UnsupportedSql(str(error)) from None
    except (SqlglotError, ValueError, RecursionError) as error:
        raise UnsupportedSql(f"no words for it: {error}"[:200]) from None


def _translated(tree: exp.Expr, dialect: QueryDialect) -> exp.Expr:
    for node in tree.walk():
        for kind, words in _REFUSED.items():
            if isinstance(node, kind):
                raise UnsupportedSql(f"{words} of {dialect.label}")
        if isinstance(node, exp.Cast):
            _require_plain(node, dialect)
        if lost := _lost(node):
            raise UnsupportedSql(f"{lost} of {dialect.label}")
    tree = tree.transform(lambda node: _reworded(node, dialect))
    fresh = FreshNames(tree)
    for reword in _REWORDINGS:
        tree = reword(tree, fresh)
    return tree


def _lost(node: exp.Expr) -> str | None:
    """Return what of a node would be left out in SQLite's words, if anything."""
    if isinstance(node, exp.Fetch) and (limits := node.args.get("limit_options")):
        for option, words in (("with_ties", "FETCH ... WITH TIES"), ("percent", "FETCH ... PERCENT")):
            if limits.args.get(option):
                return words
    if isinstance(node, exp.Select):
        if not node.expressions:
            return "a SELECT without columns"
        ordered = node.args.get("limit") or (node.args.get("order") and node.parent is None)
        if ordered and node.args.get("distinct") and node.args["distinct"].args.get("on"):
            return "DISTINCT ON with an order that is seen"
    return None


def _require_plain(cast: exp.Cast, dialect: QueryDialect) -> None:
    """Refuse a cast that rounds or cuts, which SQLite does not do."""
    kind = cast.to
    if kind.expressions or kind.this in (exp.DataType.Type.BOOLEAN, exp.DataType.Type.INTERVAL, exp.DataType.Type.TIME):
        raise UnsupportedSql(f"CAST to {kind.sql(_reader(dialect))} of {dialect.label}")


def _reworded(node: exp.Expr, dialect: QueryDialect) -> exp.Expr:
    if dialect in _CASE_SENSITIVE_LIKE:
        if isinstance(node, exp.Escape) and isinstance(node.this, exp.Like):
            return _as_glob(node.this, dialect, node.expression.name)
        if isinstance(node, exp.Like):
            return _as_glob(node, dialect)
    if isinstance(node, exp.Extract):
        part = _PARTS.get(node.this.name.upper())
        if part is None:
            raise UnsupportedSql(f"EXTRACT of {node.this.name} of {dialect.label}")
        return _number_of(part, node.expression)
    part = _PART_CALLS.get(type(node))
    return node if part is None else _number_of(part, node.this)


def _number_of(part: str, date: exp.Expr) -> exp.Expr:
    """Return the part of a date as a number."""
    inner = date.this if isinstance(date, exp.TsOrDsToDate | exp.Cast) else date
    text = exp.Anonymous(this="STRFTIME", expressions=[exp.Literal.string(part), inner.copy()])
    return exp.Cast(this=text, to=exp.DataType.build("INTEGER"))


def _as_glob(like: exp.Like, dialect: QueryDialect, escape: str = "\\") -> exp.Glob:
    """Return LIKE, which is case-sensitive elsewhere, as GLOB, which is so in SQLite."""
    pattern = like.expression
    if not (isinstance(pattern, exp.Literal) and pattern.is_string) or (escape == "\\" and escape in pattern.name):
        raise UnsupportedSql(f"LIKE of {dialect.label} with a pattern that is not plain text")
    if len(escape) != 1:
        raise UnsupportedSql(f"LIKE of {dialect.label} with an ESCAPE that is not one character")
    marks, literal = {"%": "*", "_": "?"}, {"*": "[*]", "?": "[?]", "[": "[[]"}
    words, characters = [], iter(pattern.name)
    for character in characters:
        if character == escape:
            following = next(characters, None)
            if following is None:
                raise UnsupportedSql(f"LIKE of {dialect.label} with a pattern that ends in its ESCAPE")
            words.append(literal.get(following, following))
        else:
            words.append(marks.get(character) or literal.get(character, character))
    return exp.Glob(this=like.this, expression=exp.Literal.string("".join(words)))

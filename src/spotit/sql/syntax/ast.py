"""The syntax tree of a SELECT, exactly as written: no name resolved, no function reinterpreted."""

from __future__ import annotations

from spotit.database import Value
from spotit.errors import Span
from spotit.frozen import frozen


class Node:
    """Base of all syntax nodes; `span` says where the node stands in the text."""

    __slots__ = ()
    span: Span


@frozen
class Constant(Node):
    """A literal.

    `overflow` marks 9223372036854775808, which only a minus sign makes an integer; `ordinal` an integer that
    means a result column where it is a whole ORDER BY or GROUP BY term.
    """

    value: Value
    span: Span
    overflow: bool = False
    ordinal: bool = True


@frozen
class Name(Node):
    """A column reference of up to three parts; `quoted`: one in double quotes, `plain`: one unquoted."""

    parts: tuple[str, ...]
    span: Span
    quoted: bool = False
    plain: bool = False


@frozen
class Now(Node):
    """CURRENT_DATE, CURRENT_TIME or CURRENT_TIMESTAMP."""

    keyword: str
    span: Span


@frozen
class Parameter(Node):
    """A parameter such as ? or :name."""

    text: str
    span: Span


@frozen
class Unary(Node):
    """A prefix operator: - + ~ NOT."""

    op: str
    arg: Node
    span: Span


@frozen
class Binary(Node):
    """An infix operator: OR AND = <> < <= > >= IS `IS NOT` & | << >> + - * / % || -> ->>."""

    op: str
    left: Node
    right: Node
    span: Span


@frozen
class NullTest(Node):
    """x ISNULL, x NOTNULL, x NOT NULL."""

    arg: Node
    negated: bool
    span: Span


@frozen
class Between(Node):
    """x [NOT] BETWEEN low AND high."""

    arg: Node
    low: Node
    high: Node
    negated: bool
    span: Span


@frozen
class InList(Node):
    """x [NOT] IN (a, b, ...)."""

    arg: Node
    items: tuple[Node, ...]
    negated: bool
    span: Span


@frozen
class InQuery(Node):
    """x [NOT] IN (SELECT ...); `x IN t` is read as the query SELECT * FROM t."""

    arg: Node
    query: QueryNode
    negated: bool
    span: Span


@frozen
class Match(Node):
    """x [NOT] LIKE|GLOB|REGEXP|MATCH pattern [ESCAPE escape]."""

    op: str
    arg: Node
    pattern: Node
    escape: Node | None
    negated: bool
    span: Span


@frozen
class CaseNode(Node):
    """CASE [operand] WHEN ... THEN ... [ELSE ...] END."""

    operand: Node | None
    whens: tuple[tuple[Node, Node], ...]
    default: Node | None
    span: Span


@frozen
class CastNode(Node):
    """CAST(arg AS type)."""

    arg: Node
    type_name: str
    span: Span


@frozen
class Collate(Node):
    """arg COLLATE name."""

    arg: Node
    collation: str
    span: Span


@frozen
class ExistsNode(Node):
    """EXISTS (SELECT ...)."""

    query: QueryNode
    span: Span


@frozen
class Subquery(Node):
    """(SELECT ...) as a value."""

    query: QueryNode
    span: Span


@frozen
class RowNode(Node):
    """A row value (a, b, ...)."""

    items: tuple[Node, ...]
    span: Span


@frozen
class OrderTerm:
    """One term of an ORDER BY; `nulls_first` is None when not written."""

    expr: Node
    descending: bool = False
    nulls_first: bool | None = None


@frozen
class BoundNode:
    """One end of a frame: kind as written ("unbounded preceding", "preceding", "current row", ...)."""

    kind: str
    offset: Node | None
    span: Span


@frozen
class FrameNode:
    """A frame as written."""

    unit: str
    start: BoundNode
    end: BoundNode
    exclude: str
    span: Span


@frozen
class WindowNode:
    """A window definition; `base` names the window it extends."""

    base: str | None
    partition: tuple[Node, ...]
    order: tuple[OrderTerm, ...]
    frame: FrameNode | None
    span: Span


@frozen
class Func(Node):
    """A function call as written; `over` is a window definition or the name of one."""

    name: str
    args: tuple[Node, ...]
    span: Span
    star: bool = False
    distinct: bool = False
    order: tuple[OrderTerm, ...] = ()
    filter: Node | None = None
    over: WindowNode | str | None = None


@frozen
class ResultColumn:
    """One result column: an expression, `*` (no expr, no table) or `table.*`."""

    expr: Node | None
    span: Span
    alias: str | None = None
    table: str | None = None


@frozen
class TableNode(Node):
    """A table, view or CTE by name; `args` when it is a table-valued function."""

    schema: str | None
    name: str
    alias: str | None
    args: tuple[Node, ...] | None
    span: Span


@frozen
class DerivedNode(Node):
    """(SELECT ...) AS alias in FROM."""

    query: QueryNode
    alias: str | None
    span: Span


@frozen
class GroupNode(Node):
    """A parenthesised join."""

    joins: JoinList
    alias: str | None
    span: Span


@frozen
class JoinTerm:
    """One term of a FROM clause with how it joins what stands before it."""

    item: TableNode | DerivedNode | GroupNode
    left: bool = False
    right: bool = False
    natural: bool = False
    on: Node | None = None
    using: tuple[str, ...] = ()


JoinList = tuple[JoinTerm, ...]


@frozen
class Select(Node):
    """One SELECT without its ORDER BY and LIMIT."""

    columns: tuple[ResultColumn, ...]
    distinct: bool
    source: JoinList
    where: Node | None
    group: tuple[Node, ...]
    having: Node | None
    windows: tuple[tuple[str, WindowNode], ...]
    span: Span


@frozen
class ValuesNode(Node):
    """VALUES (...), (...)."""

    rows: tuple[tuple[Node, ...], ...]
    span: Span


Core = Select | ValuesNode


@frozen
class Cte:
    """One common table expression."""

    name: str
    columns: tuple[str, ...]
    query: QueryNode
    span: Span


@frozen
class QueryNode(Node):
    """A whole query: its first SELECT, then (operator, SELECT) pairs, then what applies to all of them."""

    first: Core
    rest: tuple[tuple[str, Core], ...]
    ctes: tuple[Cte, ...]
    order: tuple[OrderTerm, ...]
    limit: Node | None
    offset: Node | None
    span: Span

"""What is known of an expression without running it: affinity, storage class, whether it is an integer."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from spotit.database import Value
from spotit.dialect.functions import Result
from spotit.dialect.types import MOMENT_KINDS, NUMBER_KINDS, NUMERIC_AFFINITIES, affinity_of
from spotit.frozen import frozen
from spotit.lint.reading import Block, Computed, called
from spotit.plan.expr import Literal
from spotit.schema import Affinity, DeclaredColumn, Kind
from spotit.sql.names.typed import Typed, apply, compare_affinity
from spotit.sql.syntax import ast


class Storage(StrEnum):
    """What every value of an expression other than NULL is."""

    NUMBER = "number"
    TEXT = "text"


@frozen
class Type:
    """The type of an expression; None where it is not known or there is none."""

    affinity: Affinity | None = None
    storage: Storage | None = None


_TEXT_KINDS = MOMENT_KINDS | {Kind.TEXT}
_COMPARISONS = frozenset({"=", "<>", "<", "<=", ">", ">=", "IS", "IS NOT", "AND", "OR"})
_DEPTH = 40


def type_of(node: ast.Node, block: Block, depth: int = _DEPTH) -> Type:
    """Return what is known about an expression of this SELECT."""
    if depth == 0:
        return Type()
    match node:
        case ast.Constant():
            return Type(None, storage_of(node.value))
        case ast.Name():
            return _of_name(node, block, depth)
        case ast.CastNode():
            affinity = affinity_of(node.type_name)
            return Type(affinity, _cast_storage(affinity))
        case ast.Collate():
            return type_of(node.arg, block, depth - 1)
        case ast.Unary():
            return type_of(node.arg, block, depth - 1) if node.op == "+" else Type(None, Storage.NUMBER)
        case ast.Binary():
            return Type(None, {"||": Storage.TEXT, "->": None, "->>": None}.get(node.op, Storage.NUMBER))
        case ast.CaseNode():
            results = [result for _, result in node.whens] + ([node.default] if node.default else [])
            return Type(None, _common(results, block, depth))
        case ast.Func():
            return Type(None, _of_call(node, block, depth))
        case ast.NullTest() | ast.Between() | ast.InList() | ast.InQuery() | ast.Match() | ast.ExistsNode():
            return Type(None, Storage.NUMBER)
    return Type()


def storage_of(value: Value) -> Storage | None:
    """Return the storage class of a value, None for NULL and bytes."""
    if isinstance(value, str):
        return Storage.TEXT
    return Storage.NUMBER if isinstance(value, int | float) else None


def _of_name(name: ast.Name, block: Block, depth: int) -> Type:
    field = block.field(name)
    if field is None:
        return Type(None, Storage.TEXT) if block.is_text(name) else Type()
    match field.origin:
        case DeclaredColumn() as column:
            return column_type(column)
        case Computed(expr, inner):
            return type_of(expr, inner, depth - 1)
    return Type()


def column_type(column: DeclaredColumn) -> Type:
    """Return the type of a base column: it holds values of its declared type."""
    kind = column.kind
    storage = Storage.NUMBER if kind in NUMBER_KINDS else Storage.TEXT if kind in _TEXT_KINDS else None
    return Type(column.affinity, storage)


def _cast_storage(affinity: Affinity) -> Storage | None:
    if affinity in NUMERIC_AFFINITIES:
        return Storage.NUMBER
    return Storage.TEXT if affinity is Affinity.TEXT else None


def _of_call(node: ast.Func, block: Block, depth: int) -> Storage | None:
    function = called(node)
    if function is None:
        return None
    if function.result.is_number:
        return Storage.NUMBER
    if function.result is Result.TEXT:
        return Storage.TEXT
    return _common([node.args[n] for n in function.passed(len(node.args))], block, depth)


def _common(nodes: Sequence[ast.Node], block: Block, depth: int) -> Storage | None:
    """Return the storage class that all of these share; NULLs do not count."""
    found = {type_of(node, block, depth - 1).storage for node in _not_null(nodes)}
    return found.pop() if len(found) == 1 else None


def _not_null(nodes: Sequence[ast.Node]) -> list[ast.Node]:
    return [node for node in nodes if not (isinstance(node, ast.Constant) and node.value is None)]


def compared(left: ast.Node, right: ast.Node, block: Block) -> tuple[Storage | None, Storage | None]:
    """Return the storage classes that a comparison really compares, after SQLite's conversions."""
    types = type_of(left, block), type_of(right, block)
    affinity = compare_affinity(types[0].affinity, types[1].affinity)
    return _converted(left, types[0], affinity), _converted(right, types[1], affinity)


def _converted(node: ast.Node, known: Type, affinity: Affinity | None) -> Storage | None:
    constant = constant_of(node)
    if constant is not None:
        converted = apply(affinity, Typed(Literal(constant)))
        return storage_of(converted.value) if isinstance(converted, Literal) else None
    if affinity is Affinity.TEXT and known.storage is not None:
        return Storage.TEXT
    if affinity in NUMERIC_AFFINITIES and known.storage is Storage.TEXT and known.affinity not in NUMERIC_AFFINITIES:
        return None  # depends on whether the text looks like a number
    return known.storage


def constant_of(node: ast.Node) -> Value:
    """Return the value of a literal, also a negative one; None for anything else and for NULL."""
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Unary) and node.op == "-":
        value = constant_of(node.arg)
        return -value if isinstance(value, int | float) else None
    return None


def is_integer(node: ast.Node, block: Block, depth: int = _DEPTH) -> bool:
    """Tell whether an expression is known to be an integer (or NULL)."""

    def all_integers(*nodes: ast.Node) -> bool:
        return depth > 0 and all(is_integer(n, block, depth - 1) for n in nodes)

    match node:
        case ast.Constant():
            return isinstance(node.value, int)
        case ast.Name():
            return _integer_name(node, block, depth)
        case ast.CastNode():
            return affinity_of(node.type_name) is Affinity.INTEGER
        case ast.Unary():
            return all_integers(node.arg)
        case ast.Binary(op=op) if op in ("+", "-", "*", "/", "%"):
            return all_integers(node.left, node.right)
        case ast.Binary():
            return node.op in _COMPARISONS
        case ast.CaseNode():
            real = _not_null([*(result for _, result in node.whens), *([node.default] if node.default else [])])
            return bool(real) and all_integers(*real)
        case ast.Func():
            return _integer_call(node, block, depth)
        case ast.NullTest() | ast.Between() | ast.InList() | ast.InQuery() | ast.Match() | ast.ExistsNode():
            return True
    return False


def _integer_name(name: ast.Name, block: Block, depth: int) -> bool:
    field = block.field(name)
    match field.origin if field else None:
        case DeclaredColumn() as column:
            return column.kind in (Kind.INTEGER, Kind.BOOLEAN)
        case Computed(expr, inner):
            return depth > 0 and is_integer(expr, inner, depth - 1)
    return False


def _integer_call(node: ast.Func, block: Block, depth: int) -> bool:
    if depth <= 0:
        return False
    function = called(node)
    match function.result if function is not None else None:
        case Result.INTEGER:
            return True
        case Result.NUMBER:
            decisive = list(node.args)
        case _:
            decisive = [node.args[n] for n in function.passed(len(node.args))] if function is not None else []
    return bool(decisive) and all(is_integer(arg, block, depth - 1) for arg in decisive)

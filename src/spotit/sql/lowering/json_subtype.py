"""JSON inside JSON: SQLite marks the results of its JSON functions, and puts a marked value into another as JSON.

The mark is known only where one function is the direct argument of another. There the plan says json(x). Where a
marked value comes by way of a subquery or a CASE, whether the mark survives is up to SQLite's planner.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from spotit.errors import UnsupportedSql
from spotit.plan.expr import Affine, AggCall, Call, Case, Column, Expr, Scalar, WindowCall
from spotit.plan.lineage import Lineage
from spotit.plan.rel import Rel
from spotit.plan.walk import walk

_MARKED = frozenset(
    [
        "->",
        "json",
        "json_array",
        "json_insert",
        "json_object",
        "json_patch",
        "json_quote",
        "json_remove",
        "json_replace",
        "json_set",
        "json_array_insert",
    ]
)
"""Functions whose result is always JSON."""
_BINARY = frozenset(f"jsonb{name[4:]}" for name in _MARKED if name != "->")
_PERHAPS = frozenset({"json_extract", "json_each", "json_tree", "jsonb_extract", *_BINARY})
_GROUPS = frozenset({"json_group_array", "json_group_object"})
_READING = frozenset(
    [
        "json_array",
        "json_object",
        "json_insert",
        "json_replace",
        "json_set",
        "json_array_insert",
        "json_quote",
        "json_group_array",
        "json_group_object",
    ]
)
"""Functions that see the mark."""
_READING_BINARY = frozenset(f"jsonb{name[4:]}" for name in _READING)
_PASSING = frozenset({"min", "max", "first_value", "last_value", "nth_value", "lag", "lead"})


def nested_json(name: str, args: Sequence[Expr], aggregates: Mapping[AggCall, Column]) -> tuple[Expr, ...]:
    """Return the arguments of a function, those that are JSON for sure as json(x)."""
    if name not in _READING:
        return tuple(args)
    grouped = {column for call, column in aggregates.items() if call.func in _GROUPS}

    def marked(arg: Expr) -> bool:
        return arg in grouped or (isinstance(arg, Call) and arg.name in _MARKED and arg.name != "json")

    return tuple(Call("json", (arg,)) if marked(arg) else arg for arg in args)


def check_json(rel: Rel) -> None:
    """Refuse a plan in which it is not known whether a value is put into JSON as JSON or as text."""
    calls = [node for node in walk(rel) if isinstance(node, Call | AggCall | WindowCall)]
    reading = [node for node in calls if _name(node) in _READING or _name(node) in _READING_BINARY]
    if not reading:
        return
    lineage = Lineage(rel)
    for node in reading:
        for arg in node.args:
            known = isinstance(arg, Call) and arg.name == "json" and _name(node) in _READING
            if not known and _may_be_marked(arg, lineage, set()):
                raise UnsupportedSql(f"{_name(node)}() of a value that may be JSON or text", node.span)


def _name(node: Call | AggCall | WindowCall) -> str:
    return node.name if isinstance(node, Call) else node.func


def _may_be_marked(node: Expr | AggCall | WindowCall, lineage: Lineage, seen: set[int]) -> bool:
    match node:
        case Column(id):
            if id in seen:
                return False
            seen.add(id)
            return any(_may_be_marked(inner, lineage, seen) for inner in lineage.defined.get(id, ()))
        case Case():
            results = [*(when.result for when in node.whens), node.default]
            return any(_may_be_marked(result, lineage, seen) for result in results)
        case Scalar(rel):
            return _may_be_marked(rel.columns[0], lineage, seen)
        case Affine(arg):
            return _may_be_marked(arg, lineage, seen)
        case Call() | AggCall() | WindowCall():
            name = _name(node)
            if name in _MARKED or name in _PERHAPS or name in _GROUPS:
                return True
            return name in _PASSING and any(_may_be_marked(arg, lineage, seen) for arg in node.args)
    return False

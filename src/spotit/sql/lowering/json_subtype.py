"""JSON inside JSON: SQLite marks the results of its JSON functions, and puts a marked value into another as JSON.

The mark is known only where one function is the direct argument of another. There the plan says json(x). Where a
marked value comes by way of a subquery or a CASE, whether the mark survives is up to SQLite's planner.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from spotit.dialect.functions import Function, JsonUse
from spotit.errors import UnsupportedSql
from spotit.plan.expr import Affine, AggCall, Call, Case, Column, Expr, Scalar, WindowCall
from spotit.plan.lineage import Lineage
from spotit.plan.rel import Rel
from spotit.plan.walk import walk


def nested_json(function: Function, args: Sequence[Expr], aggregates: Mapping[AggCall, Column]) -> tuple[Expr, ...]:
    """Return the arguments of a function, those that are JSON for sure as json(x)."""
    if not _embeds_text(function):
        return tuple(args)
    grouped = {column for call, column in aggregates.items() if JsonUse.RETURNS in call.function.json}

    def marked(arg: Expr) -> bool:
        if not isinstance(arg, Call):
            return arg in grouped
        return JsonUse.RETURNS in arg.function.json and arg.name != "json"

    return tuple(Call("json", (arg,)) if marked(arg) else arg for arg in args)


def check_json(rel: Rel) -> None:
    """Refuse a plan in which it is not known whether a value is put into JSON as JSON or as text."""
    calls = [node for node in walk(rel) if isinstance(node, Call | AggCall | WindowCall)]
    embedding = [node for node in calls if JsonUse.EMBEDS in node.function.json]
    if not embedding:
        return
    lineage = Lineage(rel)
    for node in embedding:
        for arg in node.args:
            known = isinstance(arg, Call) and arg.name == "json" and _embeds_text(node.function)
            if not known and _may_be_marked(arg, lineage, set()):
                raise UnsupportedSql(f"{node.function.name}() of a value that may be JSON or text", node.span)


def _embeds_text(function: Function) -> bool:
    return JsonUse.EMBEDS in function.json and JsonUse.BINARY not in function.json


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
            if node.function.json & (JsonUse.RETURNS | JsonUse.MAY_RETURN):
                return True
            passed = node.function.passed(len(node.args))
            return any(_may_be_marked(node.args[n], lineage, seen) for n in passed)
    return False

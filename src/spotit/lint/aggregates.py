"""Aggregates over more or other rows than meant, and divisions that lose the fraction."""

from __future__ import annotations

from collections.abc import Iterator

from spotit.dialect.functions import aggregate
from spotit.lint.conditions import Remark
from spotit.lint.reach import pinned, reached
from spotit.lint.reading import Block, NamedColumn, Reading, called, is_aggregate, is_choice, walk
from spotit.lint.types import constant_of, is_integer
from spotit.sql.syntax import ast


def count_else(reading: Reading) -> Iterator[Remark]:
    """`COUNT(CASE WHEN c THEN 1 ELSE 0 END)` counts every row, for 0 is not NULL; `COUNT(x = 1)` does so too."""
    for block in reading.blocks:
        for node in block.nodes():
            if isinstance(node, ast.Func) and node.name == "count" and len(node.args) == 1 and not node.distinct:
                if _never_null_choice(node.args[0]):
                    yield node, f"`{reading.text(node)}` counts the rows of both branches: COUNT leaves out only NULL"
                elif _comparison(node.args[0]):
                    yield (
                        node,
                        f"`{reading.text(node)}` counts the rows where it is false as well, as SUM would not",
                    )


def _never_null_choice(node: ast.Node) -> bool:
    if isinstance(node, ast.CaseNode):
        results = [result for _, result in node.whens]
        return node.default is not None and all(constant_of(r) is not None for r in (*results, node.default))
    if is_choice(node) and len(node.args) == 3:
        return all(constant_of(arg) is not None for arg in node.args[1:])
    return False


def _comparison(node: ast.Node) -> bool:
    if isinstance(node, ast.Binary):
        return node.op in ("=", "<>", "<", "<=", ">", ">=", "AND", "OR", "IS", "IS NOT")
    return isinstance(node, ast.Between | ast.InList | ast.InQuery | ast.Match | ast.NullTest)


def fan_out(reading: Reading) -> Iterator[Remark]:
    """An aggregate over a column of one table while another joined table repeats its rows."""
    for block in reading.blocks:
        if len(block.sources) < 2:
            continue
        for node in block.nodes():
            if is_aggregate(node):
                yield from _repeated(reading, block, node)


def _repeated(reading: Reading, block: Block, node: ast.Func) -> Iterator[Remark]:
    function = aggregate(node.name, len(node.args))
    if function is None or function.extreme or function.by_order or node.distinct or len(node.args) != 1:
        return
    fields = [f for part in walk(node.args[0]) if (f := block.field(part, outer=False))]
    owners = {field.source for field in fields}
    if len(owners) != 1 or (function.counts and not _counts_key(node.args[0], fields)):
        return
    (owner,) = owners
    if owner.table is None:
        return
    pins = pinned(block) | {(f.source, f.name) for g in block.select.group if (f := block.field(g, outer=False))}
    known = reached(block, (owner,), pins)
    loose = [source for source in block.sources if source not in known and source.table is not None]
    if loose:
        what = ", ".join(f"`{source.alias}`" for source in loose)
        yield node, f"`{reading.text(node)}` takes a row of `{owner.alias}` once for each matching row of {what}"


def _counts_key(arg: ast.Node, fields: list[NamedColumn]) -> bool:
    """Tell whether COUNT is given a key of its table by itself: then distinct rows were meant to be counted."""
    if not isinstance(arg, ast.Name) or len(fields) != 1:
        return False
    table = fields[0].source.table
    return table is not None and table.is_key((fields[0].name,))


def integer_percentage(reading: Reading) -> Iterator[Remark]:
    """`COUNT(a) / COUNT(b) * 100` of integers is 0 or a multiple of 100."""
    for block in reading.blocks:
        for node in block.nodes():
            if isinstance(node, ast.Binary) and node.op == "*":
                for side, other in ((node.left, node.right), (node.right, node.left)):
                    if constant_of(other) in (100, 100.0) and _divides_integers(side, block):
                        yield (
                            side,
                            f"`{reading.text(side)}` divides integers before it is multiplied: the fraction is lost",
                        )


def integer_division(reading: Reading) -> Iterator[Remark]:
    """A division of integers truncates."""
    percentages = {id(node) for node, _ in integer_percentage(reading)}
    for block in reading.blocks:
        for node in block.nodes():
            if _divides_integers(node, block) and id(node) not in percentages:
                yield node, f"`{reading.text(node)}` divides integers: the result is cut to an integer"


def _divides_integers(node: ast.Node, block: Block) -> bool:
    if not isinstance(node, ast.Binary) or node.op != "/":
        return False
    if isinstance(node.left, ast.Constant) and isinstance(node.right, ast.Constant):
        return False
    return is_integer(node.left, block) and is_integer(node.right, block)


def bare_column(reading: Reading) -> Iterator[Remark]:
    """A column beside an aggregate that no GROUP BY fixes: its value comes from an arbitrary row."""
    for block in reading.blocks:
        select = block.select
        shown = [column.expr for column in select.columns if column.expr is not None]
        calls = [
            n for root in (*shown, *([select.having] if select.having else [])) for n in walk(root) if is_aggregate(n)
        ]
        if select.group or not calls or _one_extreme(calls):
            continue
        pins = pinned(block)
        known = reached(block, (), pins)
        for root in shown:
            for name in _outside_aggregates(root):
                field = block.field(name, outer=False)
                if field is not None and field.source not in known and (field.source, field.name) not in pins:
                    yield (
                        name,
                        f"`{reading.text(name)}` stands beside an aggregate without GROUP BY: an arbitrary row decides",
                    )


def _one_extreme(calls: list[ast.Func]) -> bool:
    """Tell whether the only aggregate is a MIN or MAX, whose row SQLite then uses."""
    function = called(calls[0])
    return len(calls) == 1 and function is not None and function.extreme


def _outside_aggregates(root: ast.Node) -> Iterator[ast.Name]:
    """Yield the names of an expression that are not inside an aggregate or a window function."""
    calls = [n for n in walk(root) if is_aggregate(n) or (isinstance(n, ast.Func) and n.over is not None)]
    inside = {id(part) for call in calls for part in walk(call)}
    for part in walk(root):
        if isinstance(part, ast.Name) and id(part) not in inside:
            yield part

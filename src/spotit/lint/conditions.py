"""Conditions that cannot mean what they say: strings as conditions, comparisons that are always true or false."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spotit.database import Value
from spotit.dialect.date_layouts import is_year
from spotit.dialect.numerals import leading_number
from spotit.dialect.types import DAY_KINDS
from spotit.lint.reading import Block, NamedColumn, Reading, split
from spotit.lint.types import Storage, compared, constant_of
from spotit.sql.syntax import ast

Remark = tuple[ast.Node, str]
"""The part of the query that a remark is about, and the remark."""

_COMPARISONS = ("=", "<>", "<", "<=", ">", ">=", "IS", "IS NOT")
_CHAINED = frozenset({"=", "<>", "<", "<=", ">", ">="})
_PATTERN = re.compile(r"%.+|.*[^\d\s].*[^\d\s%]%", re.DOTALL)
"""A text that looks like a pattern of LIKE, and not like a percentage."""
_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def string_condition(reading: Reading) -> Iterator[Remark]:
    """`a = 'x' OR 'y'`: a string by itself counts as the number it starts with, so nearly always as false."""
    for block in reading.blocks:
        for root in block.conditions():
            for node in _truths(root):
                text = _string(node, block)
                if text is not None:
                    truth = "true" if _leading_number(text) else "false"
                    yield (
                        node,
                        f"the string `{reading.text(node)}` stands as a condition by itself: it is always {truth}",
                    )


def _truths(node: ast.Node) -> Iterator[ast.Node]:
    """Yield the nodes whose truth value makes up that of the condition."""
    if isinstance(node, ast.Binary) and node.op in ("AND", "OR"):
        yield from _truths(node.left)
        yield from _truths(node.right)
    elif isinstance(node, ast.Unary) and node.op == "NOT":
        yield from _truths(node.arg)
    else:
        yield node


def _string(node: ast.Node, block: Block) -> str | None:
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    return node.parts[-1] if isinstance(node, ast.Name) and block.is_text(node) else None


def _leading_number(text: str) -> bool:
    return leading_number(text) != 0


def constant_comparison(reading: Reading) -> Iterator[Remark]:
    """`date_col > '1971'`, `strftime('%Y', d) = 2009`: a text against a number, whatever the data."""
    for block in reading.blocks:
        for node in block.nodes():
            match node:
                case ast.Binary(op=op) if op in _COMPARISONS:
                    yield from _compared(reading, block, node, [(op, node.left, node.right)])
                case ast.Between():
                    parts = [(">=", node.arg, node.low), ("<=", node.arg, node.high)]
                    yield from _compared(reading, block, node, parts)
                case ast.InList() if node.items:
                    parts = [("=", node.arg, item) for item in node.items]
                    told = [list(_compared(reading, block, node, [part])) for part in parts]
                    if all(told):
                        yield told[0][0]


def _compared(
    reading: Reading, block: Block, node: ast.Node, parts: list[tuple[str, ast.Node, ast.Node]]
) -> Iterator[Remark]:
    for op, left, right in parts:
        one, other = compared(left, right, block)
        if one is None or other is None or one is other:
            continue
        truth = _outcome(op, text_first=one is Storage.TEXT)
        text, number = (left, right) if one is Storage.TEXT else (right, left)
        kinds = f"`{reading.text(text)}` is text and `{reading.text(number)}` a number here"
        why = f"{kinds}, and SQLite sorts every text after every number"
        yield node, f"`{reading.text(node)}` is always {'true' if truth else 'false'}: {why}"
        return


def _outcome(op: str, *, text_first: bool) -> bool:
    """Return the outcome of comparing a text with a number: text is greater."""
    if op in ("=", "IS"):
        return False
    if op in ("<>", "IS NOT"):
        return True
    return (op in (">", ">=")) is text_first


def chained_comparison(reading: Reading) -> Iterator[Remark]:
    """`10 < x < 17`: the result of the first comparison, 0 or 1, is compared with the last operand."""
    for block in reading.blocks:
        for node in block.nodes():
            match node:
                case ast.Binary(op=op, left=ast.Binary(op=inner) as first) if {op, inner} <= _CHAINED:
                    if reading.text(node).startswith("("):
                        continue
                    first_text, last = reading.text(first), reading.text(node.right)
                    yield node, f"`{first_text}` is 0, 1 or NULL, and that is what is compared with `{last}`"


def self_comparison(reading: Reading) -> Iterator[Remark]:
    """`T1.id = T1.id`: a column compared with itself only excludes NULL."""
    for block in reading.blocks:
        for node in block.nodes():
            if isinstance(node, ast.Binary) and node.op in _COMPARISONS:
                left, right = block.field(node.left), block.field(node.right)
                if left is not None and left == right:
                    yield node, f"`{reading.text(node)}` compares a column with itself"


def null_comparison(reading: Reading) -> Iterator[Remark]:
    """`x = NULL` is never true."""
    for block in reading.blocks:
        for node in block.nodes():
            if isinstance(node, ast.Binary) and node.op in ("=", "<>", "<", "<=", ">", ">="):
                sides = (node.left, node.right)
                if any(isinstance(side, ast.Constant) and side.value is None for side in sides):
                    yield node, f"`{reading.text(node)}` is NULL for every row; IS NULL is what tests for it"


def contradiction(reading: Reading) -> Iterator[Remark]:
    """`x = 1 AND x = 2` is never true, `x <> 1 OR x <> 2` always, `x BETWEEN 9 AND 1` never."""
    for block in reading.blocks:
        for node in block.nodes():
            if isinstance(node, ast.Between) and not node.negated and _above(node.low, node.high):
                yield node, f"`{reading.text(node)}` is never true: the bounds are the wrong way round"
        for root in block.conditions():
            for part in _chains(root):
                yield from _conflict(reading, block, part)


def _chains(node: ast.Node) -> Iterator[ast.Binary]:
    """Yield the maximal chains of AND and of OR in a condition."""
    if isinstance(node, ast.Binary) and node.op in ("AND", "OR"):
        yield node
        for operand in split(node, node.op):
            yield from _chains(operand)
    elif isinstance(node, ast.Unary):
        yield from _chains(node.arg)


def _conflict(reading: Reading, block: Block, chain: ast.Binary) -> Iterator[Remark]:
    """Yield a remark when two operands of a chain exclude each other (AND) or leave nothing out (OR)."""
    wanted = "=" if chain.op == "AND" else "<>"
    seen: dict[NamedColumn, Value] = {}
    ranges: dict[NamedColumn, dict[str, ast.Node]] = {}
    for operand in split(chain, chain.op):
        found = _tested(block, operand)
        if found is None:
            continue
        op, field, value = found
        if op == wanted:
            before = seen.setdefault(field, constant_of(value))
            if _apart(before, constant_of(value)):
                always = "never true" if chain.op == "AND" else "always true (but for NULL)"
                other = "and" if chain.op == "AND" else "or"
                yield (
                    operand,
                    f"`{field.name}` is compared with {before!r} {other} {constant_of(value)!r}: together {always}",
                )
        elif chain.op == "AND" and op in (">", ">=", "<", "<="):
            ranges.setdefault(field, {})[op[0]] = value
    for field, limits in ranges.items():
        if ">" in limits and "<" in limits and _above(limits[">"], limits["<"]):
            yield (
                limits["<"],
                f"no `{field.name}` is both above {reading.text(limits['>'])} and below {reading.text(limits['<'])}",
            )


def _tested(block: Block, node: ast.Node) -> tuple[str, NamedColumn, ast.Node] | None:
    """Return (operator, column, literal) of a comparison of a column with a literal."""
    if not isinstance(node, ast.Binary) or node.op not in _COMPARISONS:
        return None
    for one, other, op in ((node.left, node.right, node.op), (node.right, node.left, _MIRRORED.get(node.op, node.op))):
        field = block.field(one)
        if field is not None and constant_of(other) is not None:
            plain = field.column is None or field.column.collation.is_identity
            return (op, field, other) if plain else None
    return None


def _apart(one: Value, other: Value) -> bool:
    if isinstance(one, str) != isinstance(other, str):
        return False
    return one != other


def _above(low: ast.Node, high: ast.Node) -> bool:
    one, other = constant_of(low), constant_of(high)
    if isinstance(one, str) and isinstance(other, str):
        return one > other
    return isinstance(one, int | float) and isinstance(other, int | float) and one > other


def wildcard_equals(reading: Reading) -> Iterator[Remark]:
    """`x = '%abc%'`: only LIKE knows the percent sign."""
    for block in reading.blocks:
        for node in block.nodes():
            if isinstance(node, ast.Binary) and node.op in ("=", "<>"):
                for side in (node.left, node.right):
                    if _PATTERN.fullmatch(str(constant_of(side))):
                        yield node, f"`{reading.text(node)}` looks for a percent sign; a pattern needs LIKE"


def date_format(reading: Reading) -> Iterator[Remark]:
    """A date column compared with a literal that is not written year-month-day."""
    for block in reading.blocks:
        for node in block.nodes():
            if not isinstance(node, ast.Binary) or node.op not in _COMPARISONS:
                continue
            for one, other in ((node.left, node.right), (node.right, node.left)):
                field, value = block.field(one), constant_of(other)
                dated = field is not None and field.column is not None and field.column.kind in DAY_KINDS
                if (
                    dated
                    and isinstance(value, str)
                    and any(digit in value for digit in "0123456789")
                    and not is_year(value[:4])
                ):
                    yield node, f"`{reading.text(node)}` compares a date with a text that is not YYYY-MM-DD"


def mixed_and_or(reading: Reading) -> Iterator[Remark]:
    """`a AND b OR c` without parentheses means `(a AND b) OR c`."""
    for block in reading.blocks:
        for root in block.conditions():
            for chain in _chains(root):
                operands = list(split(chain, chain.op))
                loose = [operand for operand in operands if _bare_and(reading, operand)]
                if chain.op == "OR" and loose and len(loose) < len(operands):
                    yield loose[0], f"AND binds tighter than OR: this reads `({reading.text(loose[0])}) OR ...`"


def _bare_and(reading: Reading, node: ast.Node) -> bool:
    if not isinstance(node, ast.Binary) or node.op != "AND":
        return False
    before, after = reading.sql[: node.span.start].rstrip(), reading.sql[node.span.end :].lstrip()
    return not (before.endswith("(") and after.startswith(")")) and not reading.sql[
        node.span.start : node.span.end
    ].startswith("(")


def quoted_string(reading: Reading) -> Iterator[Remark]:
    """`"abc"` is a name; SQLite takes it for a string only because no column has that name."""
    for block in reading.blocks:
        for node in block.nodes():
            if isinstance(node, ast.Name) and block.is_text(node):
                yield (
                    node,
                    f"`{reading.text(node)}` is no column, so SQLite reads it as a string; write it in single quotes",
                )

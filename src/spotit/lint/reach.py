"""Which sources of a SELECT have at most one row for given values: keys, equalities and constants followed up."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from spotit.dialect.names import fold
from spotit.lint.reading import Block, FromItem, NamedColumn, split, walk
from spotit.sql.syntax import ast

Pin = tuple[FromItem, str]
"""A column that has one value: the source and the folded name."""


def equalities(block: Block) -> Iterable[tuple[NamedColumn, NamedColumn]]:
    """Yield the pairs of columns of different sources that joined rows have equal."""
    loose = (node for term, on in block.ons() if term.left or term.right for node in split(on, "AND"))
    for node in (*block.conjuncts(), *loose):
        if isinstance(node, ast.Binary) and node.op in ("=", "IS"):
            left, right = block.field(node.left, outer=False), block.field(node.right, outer=False)
            if left and right and left.source is not right.source:
                yield left, right
    yield from _using(block)


def _using(block: Block) -> Iterable[tuple[NamedColumn, NamedColumn]]:
    """Yield the pairs that USING and NATURAL join by name."""
    for here, earlier in combinations(reversed(block.scope.sources), 2):
        for name in sorted(here.using & earlier.by_name.keys()):
            yield here.by_name[name], earlier.by_name[name]


def pinned(block: Block) -> set[Pin]:
    """Return the columns that WHERE fixes to a constant or to a value of an outer query."""
    found: set[Pin] = set()
    for node in block.conjuncts():
        if not (isinstance(node, ast.Binary) and node.op in ("=", "IS")):
            continue
        for one, other in ((node.left, node.right), (node.right, node.left)):
            field = block.field(one, outer=False)
            if field and block.field(other, outer=False) is None and not _mentions(block, other):
                found.add((field.source, field.name))
    return found


def _mentions(block: Block, node: ast.Node) -> bool:
    """Tell whether an expression uses a column of this SELECT itself."""
    return any(isinstance(part, ast.Name) and block.field(part, outer=False) for part in walk(node))


def reached(block: Block, start: Iterable[FromItem], pins: Iterable[Pin]) -> set[FromItem]:
    """Return the sources that have at most one row once `start` has one row and `pins` have one value."""
    known = set(start)
    fixed = set(pins)
    pairs = list(equalities(block))
    changed = True
    while changed:
        changed = False
        for one, other in (*pairs, *((b, a) for a, b in pairs)):
            pin = (other.source, other.name)
            if pin not in fixed and (one.source in known or (one.source, one.name) in fixed):
                fixed.add(pin)
                changed = True
        for source in block.sources:
            if source not in known and _keyed(source, fixed):
                known.add(source)
                changed = True
    return known


def _keyed(source: FromItem, fixed: set[Pin]) -> bool:
    if source.table is None:
        return False
    names = {name for owner, name in fixed if owner is source}
    return any({fold(part) for part in key} <= names for key in source.table.keys)


def at_most_one_row(query: ast.QueryNode, blocks: Iterable[Block]) -> bool:
    """Tell whether a subquery returns at most one row: by aggregation, LIMIT 1, or keys; unknown counts as no."""
    if isinstance(query.limit, ast.Constant) and query.limit.value in (0, 1):
        return True
    own = [block for block in blocks if block.query is query]
    if query.rest or len(own) != 1:
        return False
    return one_row(own[0])


def one_row(block: Block) -> bool:
    """Tell whether a SELECT returns at most one row without its LIMIT; unknown counts as no."""
    if block.aggregated or not block.sources:
        return True
    known = reached(block, (), pinned(block))
    if all(source in known for source in block.sources):
        return True
    return bool(block.select.group) and _groups_pinned(block)


def _groups_pinned(block: Block) -> bool:
    fields = [block.field(node, outer=False) for node in block.select.group]
    pins = pinned(block)
    return all(field is not None and (field.source, field.name) in pins for field in fields)

"""Which rows a query gets by chance: LIMIT, subqueries of several rows, NOT IN over NULLs, joins."""

from __future__ import annotations

from collections.abc import Iterator

from spotit.lint.conditions import Remark
from spotit.lint.reach import at_most_one_row, equalities, one_row, pinned, reached
from spotit.lint.reading import Block, FromItem, Reading, inner_queries, is_aggregate, walk
from spotit.sql.syntax import ast

_COMPARISONS = ("=", "<>", "<", "<=", ">", ">=", "IS", "IS NOT")


def limit_without_order(reading: Reading) -> Iterator[Remark]:
    """LIMIT without ORDER BY returns arbitrary rows."""
    for block in reading.blocks:
        query = block.query
        if query.limit is None or query.order or not block.alone or not block.sources:
            continue
        if not one_row(block):
            yield query.limit, "LIMIT without ORDER BY: which rows are returned is left open"


def limit_ties(reading: Reading) -> Iterator[Remark]:
    """ORDER BY ... LIMIT n where rows may tie: the question may ask for all of them."""
    for block in reading.blocks:
        query = block.query
        if query.limit is None or not query.order or not block.alone or not block.sources:
            continue
        if not _order_decides(block):
            keys = ", ".join(f"`{reading.text(term.expr)}`" for term in query.order)
            yield query.order[0].expr, f"rows may tie on {keys}, and LIMIT then drops some of them"


def _order_decides(block: Block) -> bool:
    """Tell whether the ORDER BY keys, by declared keys, leave no two rows equal."""
    if block.aggregated:
        return True
    fields = [block.field(term.expr, outer=False) for term in block.query.order]
    pins = pinned(block) | {(f.source, f.name) for f in fields if f is not None}
    if block.select.group:
        groups = [block.field(node, outer=False) for node in block.select.group]
        return all(g is not None and (g.source, g.name) in pins for g in groups)
    known = reached(block, (), pins)
    return all(source in known for source in block.sources)


def several_rows(reading: Reading) -> Iterator[Remark]:
    """`x = (SELECT ...)` with a subquery that may return several rows compares with an arbitrary one of them."""
    for block in reading.blocks:
        for node in block.nodes():
            if not isinstance(node, ast.Binary) or node.op not in _COMPARISONS:
                continue
            for side in (node.left, node.right):
                if isinstance(side, ast.Subquery) and not at_most_one_row(side.query, reading.blocks):
                    yield side, f"`{reading.text(side)}` may return several rows; only the first is compared"


def not_in_nullable(reading: Reading) -> Iterator[Remark]:
    """NOT IN over a subquery that yields a NULL is never true."""
    for block in reading.blocks:
        for node in block.nodes():
            if isinstance(node, ast.InQuery) and node.negated:
                inner = [b for b in reading.blocks if b.query is node.query]
                if len(inner) == 1 and _yields_null(inner[0]):
                    yield (
                        node,
                        f"`{reading.text(node)}` is never true once the subquery yields a NULL, which it may",
                    )


def _yields_null(block: Block) -> bool:
    columns = block.select.columns
    field = block.field(columns[0].expr) if len(columns) == 1 and columns[0].expr else None
    if field is None or field.source.table is None:
        return False
    if field.source.table.never_null(field.name) and not field.source.nullable:
        return False
    tested = (n for n in block.conjuncts() if not isinstance(n, ast.NullTest) or n.negated)
    strict = (n for n in tested if isinstance(n, ast.Binary | ast.NullTest | ast.Between | ast.InList | ast.Match))
    return not any(block.field(part) == field for n in strict for part in walk(n) if _not_is_null(n))


def _not_is_null(node: ast.Node) -> bool:
    """Tell whether a condition is never true of a NULL."""
    if isinstance(node, ast.Binary):
        null = isinstance(node.right, ast.Constant) and node.right.value is None
        return (node.op == "IS NOT" and null) or node.op in ("=", "<>", "<", "<=", ">", ">=")
    return True


def unused_table(reading: Reading) -> Iterator[Remark]:
    """A joined table that nothing but its own join condition mentions."""
    for block in reading.blocks:
        if len(block.sources) < 2 or any(column.expr is None for column in block.select.columns):
            continue
        used = _used(reading, block)
        counted = any(is_aggregate(node) and isinstance(node, ast.Func) and node.star for node in block.nodes())
        for source in block.sources:
            if source in used or source.table is None:
                continue
            rest = [other for other in block.sources if other is not source]
            single = source in reached(block, rest, pinned(block))
            if single:
                yield (
                    _at(source),
                    f"`{source.alias}` is joined but not used: the join only drops rows without a partner",
                )
            elif not counted:
                yield (
                    _at(source),
                    f"`{source.alias}` is joined but not used: the join repeats rows, once for each partner",
                )


def _at(source: FromItem) -> ast.Node:
    return ast.TableNode(None, source.alias, None, None, source.span)


def _used(reading: Reading, block: Block) -> set[FromItem]:
    """Return the sources that are mentioned outside equalities with another source, or that connect two others."""
    pairs = list(equalities(block))
    partners: dict[FromItem, set[FromItem]] = {}
    for left, right in pairs:
        partners.setdefault(left.source, set()).add(right.source)
        partners.setdefault(right.source, set()).add(left.source)
    used = {source for source, others in partners.items() if len(others) > 1}
    joining = {id(side) for node in _equal_nodes(block) for side in (node.left, node.right)}
    for node in block.nodes():
        if isinstance(node, ast.Name) and id(node) not in joining and (field := block.field(node, outer=False)):
            used.add(field.source)
    for inner in reading.blocks:
        if inner.parent is not None and inner is not block:
            names = (n for n in inner.nodes() if isinstance(n, ast.Name))
            used |= {field.source for n in names if (field := inner.field(n))}
    return used


def _equal_nodes(block: Block) -> Iterator[ast.Binary]:
    for node in block.nodes():
        if isinstance(node, ast.Binary) and node.op == "=":
            left, right = block.field(node.left, outer=False), block.field(node.right, outer=False)
            if left and right and left.source is not right.source:
                yield node


def cross_join(reading: Reading) -> Iterator[Remark]:
    """Tables that no condition connects: every row meets every row."""
    for block in reading.blocks:
        tables = [source for source in block.sources if source.columns is not None]
        if len(tables) < 2 or len(tables) != len(block.sources):
            continue
        linked = _linked(block)
        loose = [source for source in tables if source not in linked]
        if loose and not all(_one_row(reading, source) for source in loose):
            yield (
                _at(loose[0]),
                f"no condition connects `{loose[0].alias}` with the other tables: every row meets every row",
            )


def _linked(block: Block) -> set[FromItem]:
    """Return the sources connected with the first one by conditions that mention both."""
    groups = [{left.source, right.source} for left, right in equalities(block)]
    for _, on in block.ons():
        groups.append(_mentioned(block, on))
    for node in block.conjuncts():
        groups.append(_mentioned(block, node))
        for query in inner_queries(node):
            del query  # a correlated subquery connects whatever its condition mentions
            groups.append(set(block.sources))
    linked = {block.sources[0]}
    for _ in block.sources:
        for group in groups:
            if group & linked:
                linked |= group
    return linked


def _mentioned(block: Block, node: ast.Node) -> set[FromItem]:
    return {field.source for part in walk(node) if (field := block.field(part, outer=False))}


def _one_row(reading: Reading, source: FromItem) -> bool:
    """Tell whether a subquery in FROM returns one row, which a cross join is fine with."""
    inner = [
        b for b in reading.blocks if b.select.span.start >= source.span.start and b.select.span.end <= source.span.end
    ]
    return source.table is None and bool(inner) and at_most_one_row(inner[0].query, inner)

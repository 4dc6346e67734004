"""Labels for columns and relations that do not depend on ids, names or the order in which things were written.

They decide nothing but an order: plans that mean the same and get different labels are only not seen to be the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b

from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.isomorphic import said_by
from spotit.plan.walk import Part, parts, produced, walk

_ROUNDS = 2
"""How often labels are refined by the labels of what stands beside them; more told no more plans apart."""
COMMUTATIVE = frozenset({e.ArithOp.ADD, e.ArithOp.MUL, e.ArithOp.BIT_AND, e.ArithOp.BIT_OR})
SYMMETRIC = frozenset({e.CompareOp.EQ, e.CompareOp.NE, e.CompareOp.IS, e.CompareOp.IS_NOT})


def is_commutative(part: Part) -> bool:
    """Tell whether the parts of a node may stand in any order."""
    match part:
        case e.And() | e.Or():
            return True
        case e.Compare(op=op):
            return op in SYMMETRIC
        case e.Arith(op=op):
            return op in COMMUTATIVE
        case r.Join(kind=r.JoinKind.INNER, on=None):
            return True
    return False


def factors(rel: r.Rel) -> list[r.Rel]:
    """Return the relations that a product is made of, from left to right; a relation alone is its own product."""
    if isinstance(rel, r.Join) and rel.kind is r.JoinKind.INNER and rel.on is None:
        return [*factors(rel.left), *factors(rel.right)]
    return [rel]


@dataclass(slots=True)
class Labels:
    """The labels of one plan."""

    columns: dict[int, str] = field(default_factory=dict)
    marks: dict[int, str] = field(default_factory=dict)
    """What tells a scan from others of the same table, by the id of its first column."""

    def of(self, part: Part) -> str:
        """Return the label of an expression or relation."""
        if isinstance(part, e.Column):
            return self.columns.get(part.id, "?")
        inner: list[str]
        if isinstance(part, r.Join) and is_commutative(part):
            inner = sorted(self.of(factor) for factor in factors(part))
        else:
            inner = [self.of(one) for one in parts(part)]
            if is_commutative(part):
                inner.sort()
        mark = self.marks.get(part.columns[0].id, "") if isinstance(part, r.Scan) else ""
        return _digest(type(part).__name__, repr(said_by(part)), mark, *inner)


def labels_of(root: r.Rel) -> Labels:
    """Return labels under which, as far as they tell, no two factors of a product are the same."""
    labels = Labels()
    _define(root, labels)
    products = [found for found in _products(root) if len(found) > 1]
    while True:
        tied = [factor for product in products for factor in _tied(product, labels)]
        if not tied:
            return labels
        sites = list(_sites(root))
        for _ in range(_ROUNDS):
            _refine(tied, sites, labels)
            labels.columns.clear()
            _define(root, labels)
        still = [factor for product in products for factor in _tied(product, labels)]
        if still:
            _mark(still[0], "first", labels)
            labels.columns.clear()
            _define(root, labels)


def _digest(*texts: str) -> str:
    return blake2b("\x1f".join(texts).encode(), digest_size=8).hexdigest()


def _define(part: Part, labels: Labels) -> None:
    """Label the columns that the relations in a part produce, innermost first."""
    for inner in parts(part):
        _define(inner, labels)
    match part:
        case r.Scan():
            mark = labels.marks.get(part.columns[0].id, "")
            for name, column in zip(part.fields, part.columns, strict=True):
                labels.columns[column.id] = _digest(part.table, name, mark)
        case r.Project():
            _assign(part.columns, part.exprs, labels)
        case r.Aggregate():
            _assign(part.columns, (*part.keys, *part.aggregates, *part.bare), labels)
        case r.Window():
            _assign(part.added, part.calls, labels)
        case r.Rel():
            for place, column in enumerate(produced(part)):
                labels.columns[column.id] = f"{type(part).__name__} {place}"


def _assign(columns: Sequence[e.Column], exprs: Sequence[Part], labels: Labels) -> None:
    for column, expr in zip(columns, exprs, strict=True):
        labels.columns[column.id] = labels.of(expr)


def _products(root: r.Rel) -> Iterator[list[r.Rel]]:
    inside: set[int] = set()
    for part in walk(root):
        if isinstance(part, r.Join) and is_commutative(part) and id(part) not in inside:
            inside.update(id(node) for node in walk(part) if isinstance(node, r.Join))
            yield factors(part)


def _tied(product: Sequence[r.Rel], labels: Labels) -> list[r.Rel]:
    """Return the factors that another factor has the same label as; only scans are told apart further."""
    found = [(labels.of(factor), factor) for factor in product]
    names = [name for name, _ in found]
    return [factor for name, factor in found if names.count(name) > 1 and isinstance(factor, r.Scan)]


def _sites(root: r.Rel) -> Iterator[tuple[str, Part, frozenset[int]]]:
    """Yield the largest expressions of a plan, each with where it stands and the columns that it reads."""
    for number, column in enumerate(root.columns):
        yield f"result {number}", column, frozenset((column.id,))
    for rel in walk(root):
        if not isinstance(rel, r.Rel):
            continue
        for number, part in enumerate(parts(rel)):
            if isinstance(part, r.Rel):
                continue
            for one in part.args if isinstance(part, e.And) else (part,):
                place = "" if isinstance(part, e.And) or isinstance(rel, r.Filter) else str(number)
                ids = frozenset(node.id for node in walk(one) if isinstance(node, e.Column))
                yield f"{type(rel).__name__} {place}", one, ids


def _refine(tied: Sequence[r.Rel], sites: Sequence[tuple[str, Part, frozenset[int]]], labels: Labels) -> None:
    """Tell scans apart by how their columns are used."""
    found: list[tuple[r.Rel, str]] = []
    for scan in tied:
        own = {column.id for column in scan.columns}
        known = dict(labels.columns)
        labels.columns.update({number: "*" + known[number] for number in own})
        uses = sorted(_digest(place, labels.of(part)) for place, part, ids in sites if ids & own)
        labels.columns.update({number: known[number] for number in own})
        found.append((scan, _digest(*uses)))
    for scan, mark in found:
        _mark(scan, mark, labels)


def _mark(scan: r.Rel, mark: str, labels: Labels) -> None:
    first = scan.columns[0].id
    labels.marks[first] = _digest(labels.marks.get(first, ""), mark)

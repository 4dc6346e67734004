"""Plans as text: one line per node, children indented.

Columns are numbered in the order in which the text first mentions them, so two plans that are equal up to
column ids print the same. Columns of a scan that nothing uses are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from spotit.dialect.collation import Collation
from spotit.dialect.wording import literal, quote
from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.walk import walk


def show(rel: r.Rel, *, names: bool = True) -> str:
    """Return the text of a plan; without `names`, plans that differ only in aliases print the same too."""
    return "\n".join(_Printer(rel, names=names).lines(rel, 0)) + "\n"


def show_expr(expr: e.Expr, *, names: bool = True) -> str:
    """Return the text of an expression on one line; a subquery stands in braces."""
    return _Printer(expr, names=names).expr(expr)


class _Printer:
    """Prints one plan; knows which columns are used and which number each has."""

    def __init__(self, root: e.Expr | r.Rel, *, names: bool) -> None:
        self._names = names
        self._numbers: dict[int, int] = {}
        self._used = {part.id for part in walk(root) if isinstance(part, e.Column)}
        for part in walk(root):
            if isinstance(part, r.SetOp | r.Recursive):
                inputs = (part.left, part.right) if isinstance(part, r.SetOp) else (part.initial, part.step)
                self._used.update(column.id for rel in inputs for column in rel.columns)
            elif isinstance(part, r.Distinct) and part.on is None:
                self._used.update(column.id for column in part.columns)
            elif isinstance(part, e.Exists | e.Scalar | e.InRel):
                self._used.update(column.id for column in part.rel.columns)
        if isinstance(root, r.Rel):
            self._used.update(column.id for column in root.columns)

    def column(self, column: e.Column) -> str:
        number = self._numbers.setdefault(column.id, len(self._numbers) + 1)
        return f"{_word(column.name)}#{number}" if self._names else f"c{number}"

    def _columns(self, columns: tuple[e.Column, ...]) -> str:
        return ", ".join(self.column(c) for c in columns)

    def _made(self, columns: tuple[e.Column, ...], exprs: tuple[str, ...]) -> str:
        return ", ".join(f"{self.column(c)} := {x}" for c, x in zip(columns, exprs, strict=True))

    def _exprs(self, exprs: tuple[e.Expr, ...]) -> tuple[str, ...]:
        return tuple(self.expr(x) for x in exprs)

    def lines(self, rel: r.Rel, depth: int) -> Iterator[str]:
        yield "  " * depth + self._head(rel)
        for name in ("input", "left", "right", "initial", "step"):
            child = getattr(rel, name, None)
            if isinstance(child, r.Rel):
                yield from self.lines(child, depth + 1)

    def _head(self, rel: r.Rel) -> str:
        match rel:
            case r.Scan():
                return self._scan(rel)
            case r.Values():
                rows = ", ".join(f"({', '.join(self._exprs(row))})" for row in rel.rows)
                return f"values ({self._columns(rel.columns)}) {rows}"
            case r.Filter():
                return f"filter {self.expr(rel.predicate)}"
            case r.Project():
                return f"project {self._made(rel.columns, self._exprs(rel.exprs))}"
            case r.Join():
                return f"{rel.kind} join" + ("" if rel.on is None else f" on {self.expr(rel.on)}")
            case r.Aggregate():
                return self._aggregate(rel)
            case r.Distinct():
                plain = rel.on is None and all(c.collation.is_identity for c in rel.columns)
                return "distinct" if plain else f"distinct on {self._typed(rel.on or rel.columns)}"
            case r.SetOp():
                return f"{rel.kind} {self._typed(rel.columns)}"
        return self._ordering(rel)

    def _ordering(self, rel: r.Rel) -> str:
        match rel:
            case r.OrderBy():
                return f"sort {self._keys(rel.keys)}"
            case r.Limit():
                return "limit" + self._bounds(rel.limit, rel.offset)
            case r.Window():
                return f"window {self._made(rel.added, tuple(self._window(call) for call in rel.calls))}"
            case r.Unnest():
                call = f"{rel.function}({', '.join(self._exprs(rel.args))})"
                return f"{'outer ' if rel.outer else ''}unnest {call} ({self._columns(rel.added)})"
            case r.Recursive():
                kind = "union" if rel.distinct else "union all"
                order = f" sort {self._keys(rel.order)}" if rel.order else ""
                bounds = "" if rel.limit is None else f" limit{self._bounds(rel.limit, rel.offset)}"
                number = self._numbers.setdefault(rel.name_id, len(self._numbers) + 1)
                return f"recursive {number} {kind} {self._typed(rel.columns)}{order}{bounds}"
            case r.Working():
                number = self._numbers.setdefault(rel.name_id, len(self._numbers) + 1)
                return f"working {number} ({self._columns(rel.columns)})"
        raise TypeError(f"no text for {type(rel).__name__}")

    def _scan(self, rel: r.Scan) -> str:
        pairs = [(f, c) for f, c in zip(rel.fields, rel.columns, strict=True) if c.id in self._used]
        columns = ", ".join(f"{self.column(c)} := {_word(f)}" for f, c in pairs)
        return f"scan {_word(rel.table)} ({columns})"

    def _typed(self, columns: tuple[e.Column, ...]) -> str:
        marked = ((c, _collated(c.collation)) for c in columns)
        return f"({', '.join(self.column(c) + mark for c, mark in marked)})"

    def _aggregate(self, rel: r.Aggregate) -> str:
        keys, calls = len(rel.keys), len(rel.aggregates)
        columns = rel.columns
        parts = []
        if rel.grouped:
            marks = [_collated(c.collation) for c in columns[:keys]]
            exprs = tuple(x + mark for x, mark in zip(self._exprs(rel.keys), marks, strict=True))
            parts.append(f"by {self._made(columns[:keys], exprs)}")
        if rel.aggregates:
            made = tuple(self._agg(call) for call in rel.aggregates)
            parts.append(self._made(columns[keys : keys + calls], made))
        if rel.bare:
            parts.append(f"bare {self._made(columns[keys + calls :], self._exprs(rel.bare))}")
        return f"aggregate {'; '.join(parts)}"

    def _bounds(self, limit: e.Expr | None, offset: e.Expr | None) -> str:
        first = "" if limit is None else f" {self.expr(limit)}"
        return first + ("" if offset is None else f" offset {self.expr(offset)}")

    def _keys(self, keys: tuple[e.SortKey, ...]) -> str:
        return ", ".join(map(self._key, keys))

    def _key(self, key: e.SortKey) -> str:
        words = [self.expr(key.expr)]
        if not key.collation.is_identity:
            words.append(f"collate {key.collation}")
        if key.descending:
            words.append("desc")
        if key.nulls_first is key.descending:
            words.append("nulls first" if key.nulls_first else "nulls last")
        return " ".join(words)

    def _agg(self, call: e.AggCall) -> str:
        args = ", ".join(self._exprs(call.args)) or "*"
        order = f" order by {self._keys(call.order)}" if call.order else ""
        text = f"{call.func}({'distinct ' if call.distinct else ''}{args}{order})"
        return text + _collated(call.collation) + self._filter(call.filter)

    def _filter(self, condition: e.Expr | None) -> str:
        return "" if condition is None else f" filter {self.expr(condition)}"

    def _window(self, call: e.WindowCall) -> str:
        args = ", ".join(self._exprs(call.args))
        parts = []
        if call.partition:
            collations = map(_collated, call.partition_collations)
            by = (x + c for x, c in zip(self._exprs(call.partition), collations, strict=True))
            parts.append(f"partition by {', '.join(by)}")
        if call.order:
            parts.append(f"order by {self._keys(call.order)}")
        frame = call.frame
        if frame != e.Frame():
            span = f"{frame.unit} {self._bound(frame.start)} to {self._bound(frame.end)}"
            parts.append(span if frame.exclude is e.Exclude.NO_OTHERS else f"{span} exclude {frame.exclude}")
        text = f"{call.func}({args}){_collated(call.collation)}{self._filter(call.filter)}"
        return f"{text} over ({' '.join(parts)})"

    def _bound(self, bound: e.FrameBound) -> str:
        return bound.kind if bound.offset is None else f"{self.expr(bound.offset)} {bound.kind}"

    def expr(self, x: e.Expr) -> str:
        return _EXPRS[type(x)](self, x)

    def nested(self, rel: r.Rel) -> str:
        """Print a subquery on one line; depth is shown by the brackets of its children."""
        children = [getattr(rel, n, None) for n in ("input", "left", "right", "initial", "step")]
        head = self._head(rel)
        inner = [self.nested(child) for child in children if isinstance(child, r.Rel)]
        return head if not inner else f"{head} [{' | '.join(inner)}]"

    def compare(self, x: e.Compare) -> str:
        return f"({self.expr(x.left)} {x.op} {self.expr(x.right)}{_collated(x.collation)})"

    def case(self, x: e.Case) -> str:
        whens = " ".join(f"when {self.expr(w.condition)} then {self.expr(w.result)}" for w in x.whens)
        return f"(case {whens} else {self.expr(x.default)})"

    def in_rel(self, x: e.InRel) -> str:
        args = (a + _collated(c) for a, c in zip(self._exprs(x.args), x.collations, strict=True))
        return f"(({', '.join(args)}) in {{{self.nested(x.rel)}}})"


def _word(name: str) -> str:
    return name if name.isidentifier() else quote(name)


def _collated(collation: Collation) -> str:
    return "" if collation.is_identity else f" collate {collation}"


_EXPRS: dict[type, Callable[..., str]] = {
    e.Literal: lambda p, x: literal(x.value),
    e.Column: _Printer.column,
    e.Clock: lambda p, x: "now",
    e.Compare: _Printer.compare,
    e.Arith: lambda p, x: f"({p.expr(x.left)} {x.op} {p.expr(x.right)})",
    e.Negate: lambda p, x: f"-({p.expr(x.arg)})",
    e.BitNot: lambda p, x: f"~({p.expr(x.arg)})",
    e.And: lambda p, x: f"({' and '.join(map(p.expr, x.args))})",
    e.Or: lambda p, x: f"({' or '.join(map(p.expr, x.args))})",
    e.Not: lambda p, x: f"not {p.expr(x.arg)}",
    e.IsNull: lambda p, x: f"({p.expr(x.arg)} is null)",
    e.Case: _Printer.case,
    e.Cast: lambda p, x: f"cast({p.expr(x.arg)} as {x.affinity})",
    e.Affine: lambda p, x: f"affine({p.expr(x.arg)}, {x.affinity})",
    e.Call: lambda p, x: f"{x.name}({', '.join(map(p.expr, x.args))})",
    e.Exists: lambda p, x: f"exists {{{p.nested(x.rel)}}}",
    e.Scalar: lambda p, x: f"scalar {{{p.nested(x.rel)}}}",
    e.InRel: _Printer.in_rel,
}

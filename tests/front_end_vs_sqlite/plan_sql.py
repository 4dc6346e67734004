"""A plan printed back as SQL, so that the engine can say whether lowering kept a query's meaning.

Each node is a subselect with columns named c<id>. Operands stand behind a unary plus, which takes away any
affinity, and every comparison names its collation: the engine adds no conversion of its own. `Affine` is the
function affine(value, affinity), which a test registers with `register`.
"""

from __future__ import annotations

import apsw

from spotit.dialect.types import Affinity
from spotit.dialect.wording import literal, quote
from spotit.plan import expr as e
from spotit.plan import rel as r


def register(connection: apsw.Connection) -> None:
    """Give the connection affine(value, affinity): what a column of that affinity stores."""
    store = apsw.Connection(":memory:")
    store.execute(f"CREATE TABLE t({', '.join(f'as_{affinity} {affinity}' for affinity in Affinity)})")

    def affine(value: object, affinity: str) -> object:
        store.execute("DELETE FROM t")
        store.execute(f"INSERT INTO t(as_{affinity}) VALUES (?)", (value,))
        return store.execute(f"SELECT as_{affinity} FROM t").fetchone()[0]

    connection.create_scalar_function("affine", affine, 2)


def to_sql(query: r.Query) -> str:
    """Return SQL text that means the plan."""
    return f"SELECT {_list(query.rel.columns)} FROM {_rel(query.rel)}"


def _name(column: e.Column) -> str:
    return f"c{column.id}"


def _list(columns: tuple[e.Column, ...]) -> str:
    return ", ".join(map(_name, columns)) or "1 AS none"


def _as(exprs: tuple[str, ...] | list[str], columns: tuple[e.Column, ...]) -> str:
    return ", ".join(f"{x} AS {_name(c)}" for x, c in zip(exprs, columns, strict=True)) or "1 AS none"


def _rel(rel: r.Rel) -> str:
    return f"({_SELECTS[type(rel)](rel)})"


def _scan(rel: r.Scan) -> str:
    return f"SELECT {_as([quote(f) for f in rel.fields], rel.columns)} FROM {quote(rel.table)}"


def _values(rel: r.Values) -> str:
    if not rel.rows:
        return f"SELECT {_as(['NULL'] * len(rel.columns), rel.columns)} WHERE 0"
    return " UNION ALL ".join(f"SELECT {_as([_expr(x) for x in row], rel.columns)}" for row in rel.rows)


def _filter(rel: r.Filter) -> str:
    return f"SELECT {_list(rel.columns)} FROM {_rel(rel.input)} WHERE {_expr(rel.predicate)}"


def _project(rel: r.Project) -> str:
    return f"SELECT {_as([_expr(x) for x in rel.exprs], rel.columns)} FROM {_rel(rel.input)}"


def _join(rel: r.Join) -> str:
    on = "" if rel.on is None else f" ON {_expr(rel.on)}"
    if on == "" and rel.kind is not r.JoinKind.INNER:
        on = " ON 1"
    left, right = _rel(rel.left), _rel(rel.right)
    return f"SELECT {_list(rel.columns)} FROM {left} {rel.kind.upper()} JOIN {right}{on}"


def _aggregate(rel: r.Aggregate) -> str:
    exprs = [_expr(k) for k in rel.keys] + [_agg(a) for a in rel.aggregates] + [_expr(b) for b in rel.bare]
    keys = zip(rel.keys, rel.columns, strict=False)
    # An integer would be the number of a result column; behind a CASE it is a value.
    by = ", ".join(f"(CASE WHEN 1 THEN {_expr(k)} END) COLLATE {c.collation}" for k, c in keys)
    group = f" GROUP BY {by}" if rel.grouped else ""
    always = ", count(*) AS always" if not rel.aggregates else ""
    return f"SELECT {_as(exprs, rel.columns)}{always} FROM {_rel(rel.input)}{group}"


def _agg(call: e.AggCall) -> str:
    args = ", ".join(
        f"(+{_expr(a)}) COLLATE {call.collation}" if call.func in ("min", "max") or call.distinct else _expr(a)
        for a in call.args
    )
    if call.distinct and call.func == "group_concat":
        args = f"(+{_expr(call.args[0])}) COLLATE {call.collation}"
    order = f" ORDER BY {_keys(call.order)}" if call.order else ""
    condition = f" FILTER (WHERE {_expr(call.filter)})" if call.filter is not None else ""
    return f"{call.func}({'DISTINCT ' if call.distinct else ''}{args or '*'}{order}){condition}"


def _distinct(rel: r.Distinct) -> str:
    on = rel.on or rel.columns
    by = ", ".join(f"(+{_name(c)}) COLLATE {c.collation}" for c in on)
    return f"SELECT {_list(rel.columns)} FROM {_rel(rel.input)} GROUP BY {by}"


def _set_op(rel: r.SetOp) -> str:
    columns = [f"(+{_name(a)}) COLLATE {c.collation}" for a, c in zip(rel.left.columns, rel.columns, strict=True)]
    left = f"SELECT {_as(columns, rel.columns)} FROM {_rel(rel.left)}"
    right = f"SELECT {', '.join('+' + _name(c) for c in rel.right.columns) or '1'} FROM {_rel(rel.right)}"
    return f"{left} {rel.kind.upper()} {right}"


def _keys(keys: tuple[e.SortKey, ...]) -> str:
    return ", ".join(
        f"(+{_expr(k.expr)}) COLLATE {k.collation} {'DESC' if k.descending else 'ASC'} "
        f"NULLS {'FIRST' if k.nulls_first else 'LAST'}"
        for k in keys
    )


def _sort(rel: r.OrderBy) -> str:
    return f"SELECT {_list(rel.columns)} FROM {_rel(rel.input)} ORDER BY {_keys(rel.keys)} LIMIT -1"


def _limit(rel: r.Limit) -> str:
    offset = "" if rel.offset is None else f" OFFSET {_expr(rel.offset)}"
    return f"SELECT {_list(rel.columns)} FROM {_rel(rel.input)} LIMIT {_expr(rel.limit)}{offset}"


def _window(rel: r.Window) -> str:
    calls = _as([_window_call(c) for c in rel.calls], rel.added)
    return f"SELECT {_list(rel.input.columns)}, {calls} FROM {_rel(rel.input)}"


def _window_call(call: e.WindowCall) -> str:
    args = ", ".join(_expr(a) for a in call.args)
    collated = zip(call.partition, call.partition_collations, strict=True)
    by = ", ".join(f"(+{_expr(p)}) COLLATE {c}" for p, c in collated)
    parts = [f"PARTITION BY {by}"] if by else []
    parts += [f"ORDER BY {_keys(call.order)}"] if call.order else []
    frame = call.frame
    parts.append(f"{frame.unit} BETWEEN {_bound(frame.start)} AND {_bound(frame.end)} EXCLUDE {frame.exclude}")
    condition = f" FILTER (WHERE {_expr(call.filter)})" if call.filter is not None else ""
    star = "*" if call.func == "count" and not args else args
    return f"{call.func}({star}){condition} OVER ({' '.join(parts)})"


def _bound(bound: e.FrameBound) -> str:
    return bound.kind if bound.offset is None else f"{_expr(bound.offset)} {bound.kind}"


def _recursive(rel: r.Recursive) -> str:
    name = f"w{rel.name_id}"
    kind = "UNION" if rel.distinct else "UNION ALL"
    tail = f" ORDER BY {_keys(rel.order)}" if rel.order else ""
    if rel.limit is not None:
        tail += f" LIMIT {_expr(rel.limit)}"
    if rel.offset is not None:
        tail += f" OFFSET {_expr(rel.offset)}"
    step = f"SELECT {_list(rel.step.columns)} FROM {_rel(rel.step)}"
    # A recursive reference may not stand in a subselect: the step is printed only where it is a plain one.
    step = _flat_step(rel.step) or step
    first = f"SELECT {_list(rel.initial.columns)} FROM {_rel(rel.initial)}"
    return f"WITH RECURSIVE {name}({_list(rel.columns)}) AS ({first} {kind} {step}{tail}) SELECT * FROM {name}"


def _flat_step(rel: r.Rel) -> str | None:
    raise NotPrintable("recursive step")


class NotPrintable(Exception):
    """A plan that cannot be said in this printer's SQL."""


_SELECTS = {
    r.Scan: _scan,
    r.Values: _values,
    r.Filter: _filter,
    r.Project: _project,
    r.Join: _join,
    r.Aggregate: _aggregate,
    r.Distinct: _distinct,
    r.SetOp: _set_op,
    r.OrderBy: _sort,
    r.Limit: _limit,
    r.Window: _window,
    r.Recursive: _recursive,
}


def _expr(x: e.Expr) -> str:
    match x:
        case e.Literal():
            return literal(x.value) if x.value != -(2**63) else "(-9223372036854775807 - 1)"
        case e.Column():
            return _name(x)
        case e.Clock():
            return "'now'"
        case e.Compare():
            return f"((+{_expr(x.left)}) COLLATE {x.collation} {x.op} (+{_expr(x.right)}))"
        case e.Arith():
            return f"({_expr(x.left)} {x.op} {_expr(x.right)})"
        case e.Negate():
            return f"(- {_expr(x.arg)})"
        case e.BitNot():
            return f"(~ {_expr(x.arg)})"
        case e.And():
            return "(" + " AND ".join(map(_expr, x.args)) + ")"
        case e.Or():
            return "(" + " OR ".join(map(_expr, x.args)) + ")"
        case e.Not():
            return f"(NOT {_expr(x.arg)})"
        case e.IsNull():
            return f"({_expr(x.arg)} IS NULL)"
        case e.Case():
            whens = " ".join(f"WHEN {_expr(w.condition)} THEN {_expr(w.result)}" for w in x.whens)
            return f"(CASE {whens} ELSE {_expr(x.default)} END)"
        case e.Cast():
            return f"CAST({_expr(x.arg)} AS {x.affinity})"
        case e.Affine():
            return f"affine({_expr(x.arg)}, '{x.affinity}')"
        case e.Call():
            return f"{x.name}({', '.join(map(_expr, x.args))})"
        case e.Exists():
            return f"EXISTS {_rel(x.rel)}"
        case e.Scalar():
            return f"{_rel(x.rel)}"
        case e.InRel():
            return _in(x)
    raise NotPrintable(type(x).__name__)


def _in(x: e.InRel) -> str:
    left = ", ".join(f"(+{_expr(a)}) COLLATE {c}" for a, c in zip(x.args, x.collations, strict=True))
    right = ", ".join(f"+{_name(c)}" for c in x.rel.columns)
    return f"(({left}) IN (SELECT {right} FROM {_rel(x.rel)}))"

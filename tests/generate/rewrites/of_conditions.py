"""Rewrites of conditions and of values."""

from __future__ import annotations

from generate.rewrites.writer import Case, Writer, name
from spotit.schema import Kind

NUMBERS = (Kind.INTEGER, Kind.REAL)


def _selects(w: Writer, table: object, left: str, right: str) -> tuple[str, str]:
    head = f"SELECT {w.column(table)} FROM {name(table)} WHERE "  # type: ignore[arg-type]
    return head + left, head + right


def normalised(w: Writer) -> Case:
    """A condition in other words."""
    table = w.table()
    p, q = w.condition(table, depth=2), w.test(table, column=w.column(table, null=True))
    return Case(
        *_selects(w, table, str(p), w.again(p)),
        *_selects(w, table, f"NOT ({q})", f"({q}) IS NOT 1"),
    )


def de_morgan(w: Writer) -> Case:
    """NOT over AND and OR."""
    table = w.table()
    p, q = w.condition(table), w.condition(table)
    return Case(
        *_selects(w, table, f"NOT (({p}) AND ({q}))", f"NOT ({w.again(q)}) OR NOT ({w.again(p)})"),
        *_selects(w, table, f"NOT (({p}) AND ({q}))", f"NOT ({q}) AND NOT ({p})"),
    )


def distributed(w: Writer) -> Case:
    """AND over OR."""
    table = w.table()
    p, q, r = (w.condition(table, depth=0) for _ in range(3))
    left = f"({p}) AND (({q}) OR ({r}))"
    return Case(
        *_selects(w, table, left, f"(({w.again(r)}) AND ({p})) OR (({w.again(p)}) AND ({q}))"),
        *_selects(w, table, left, f"(({p}) AND ({q})) OR ({r})"),
    )


def absorbed(w: Writer) -> Case:
    """p OR (p AND q) is p."""
    table = w.table()
    p, q = w.condition(table), w.condition(table)
    return Case(
        *_selects(w, table, f"({p}) OR (({q}) AND ({p}))", w.again(p)),
        *_selects(w, table, f"({p}) AND (({q}) AND ({p}))", str(p)),
    )


def integer_bound(w: Writer) -> Case:
    """x > 3 is x >= 4 for integers alone."""
    table = w.table(lambda t: bool(w.columns(t, kinds=(Kind.INTEGER,))))
    x, n = w.column(table, kinds=(Kind.INTEGER,)), w.random.randint(-2, 5)
    real = w.table(lambda t: bool(w.columns(t, kinds=(Kind.REAL,))))
    y = w.column(real, kinds=(Kind.REAL,))
    left, right = w.random.choice(((f"{x} > {n}", f"{x} >= {n + 1}"), (f"{x} < {n}", f"NOT {x} >= {n}")))
    return Case(*_selects(w, table, left, right), *_selects(w, real, f"{y} > {n}", f"{y} >= {n + 1}"))


def between(w: Writer) -> Case:
    """BETWEEN as two comparisons."""
    table = w.table()
    x = w.column(table)
    low, high = w.literal(table, x), w.literal(table, x)
    left = f"{x} {w.flip('', 'NOT ')}BETWEEN {low} AND {high}"
    right = f"({x} >= {low} AND {x} <= {high})"
    return Case(
        *_selects(w, table, left, f"NOT {right}" if "NOT" in left else right),
        *_selects(w, table, f"{x} BETWEEN {low} AND {high}", f"{x} > {low} AND {x} <= {high}"),
    )


def in_list(w: Writer) -> Case:
    """IN with a list as equalities."""
    table = w.table()
    x = w.column(table)
    a, b = w.literal(table, x), w.literal(table, x)
    negated = w.random.random() < 0.5
    left = f"{x} {'NOT ' if negated else ''}IN ({a}, {b})"
    right = f"{x} <> {b} AND {x} <> {a}" if negated else f"{x} = {b} OR {x} = {a}"
    return Case(*_selects(w, table, left, right), *_selects(w, table, f"{x} NOT IN ({a}, NULL)", f"{x} NOT IN ({a})"))


def self_comparison(w: Writer) -> Case:
    """x = x asks that x is not NULL."""
    table = w.table(lambda t: bool(w.columns(t, null=True)))
    x = w.column(table, null=True)
    near = f"SELECT * FROM {name(table)}"
    return Case(
        *_selects(w, table, w.flip(f"{x} = {x}", f"{x} <= {x}"), f"{x} IS NOT NULL"), f"{near} WHERE {x} = {x}", near
    )


def null_test(w: Writer) -> Case:
    """A column that is declared NOT NULL is never NULL."""
    table = w.table(lambda t: bool(w.columns(t, null=False)) and bool(w.columns(t, null=True)))
    x, y, p = w.column(table, null=False), w.column(table, null=True), w.condition(table)
    near = f"SELECT * FROM {name(table)}"
    return Case(*_selects(w, table, f"({p}) AND {x} IS NOT NULL", w.again(p)), f"{near} WHERE {y} IS NOT NULL", near)


def case_as_iif(w: Writer) -> Case:
    """CASE as IIF."""
    table = w.table()
    p, x = w.condition(table), w.column(table)
    y = w.literal(table, x)
    head, tail = "SELECT ", f" FROM {name(table)}"
    return Case(
        f"{head}CASE WHEN {p} THEN {x} ELSE {y} END{tail}",
        w.flip(f"{head}IIF({w.again(p)}, {x}, {y}){tail}", f"{head}IIF(({p}) IS NOT TRUE, {y}, {x}){tail}"),
        f"{head}CASE WHEN {p} THEN {x} ELSE {y} END{tail}",
        f"{head}CASE WHEN NOT ({p}) THEN {y} ELSE {x} END{tail}",
    )


def coalesced(w: Writer) -> Case:
    """COALESCE, IFNULL and CASE."""
    table = w.table(lambda t: bool(w.columns(t, null=True)))
    x = w.column(table, null=True)
    y, tail = w.literal(table, x), f" FROM {name(table)} WHERE {w.condition(table)}"
    return Case(
        f"SELECT COALESCE({x}, {y}){tail}",
        w.flip(f"SELECT IFNULL({x}, {y}){tail}", f"SELECT CASE WHEN {x} IS NOT NULL THEN {x} ELSE {y} END{tail}"),
        f"SELECT COALESCE({x}, {y}) FROM {name(table)}",
        f"SELECT CASE WHEN {x} <> {y} THEN {x} END FROM {name(table)}",
    )


def case_in_condition(w: Writer) -> Case:
    """A CASE that is 1 or 0 as a condition."""
    table = w.table()
    p = w.condition(table)
    return Case(
        *_selects(w, table, f"CASE WHEN {p} THEN 1 ELSE 0 END", w.again(p)),
        *_selects(w, table, f"CASE WHEN {p} THEN 0 ELSE 1 END", f"NOT ({p})"),
    )


KINDS = (
    normalised, de_morgan, distributed, absorbed, integer_bound, between, in_list, self_comparison, null_test,
    case_as_iif, coalesced, case_in_condition,
)  # fmt: skip

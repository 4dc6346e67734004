"""Rewrites of subqueries, common tables and derived tables."""

from __future__ import annotations

from generate.rewrites.writer import Case, Writer, name
from spotit.options import Semantics

SET, BAG = Semantics.SET, Semantics.BAG


def in_as_exists(w: Writer) -> Case:
    """IN as EXISTS."""
    a, x, b, y = w.alike()
    near_a, u, near_b, v = w.alike(null=True)
    p, shown = w.condition(b, "b"), w.column(a)
    return Case(
        f"SELECT a.{shown} FROM {name(a)} a WHERE a.{x} IN (SELECT b.{y} FROM {name(b)} b WHERE {p})",
        f"SELECT a.{shown} FROM {name(a)} a "
        f"WHERE EXISTS (SELECT 1 FROM {name(b)} b WHERE ({w.again(p)}) AND b.{y} = a.{x})",
        f"SELECT a.{u} FROM {name(near_a)} a WHERE a.{u} NOT IN (SELECT {v} FROM {name(near_b)})",
        f"SELECT a.{u} FROM {name(near_a)} a WHERE NOT EXISTS (SELECT 1 FROM {name(near_b)} b WHERE b.{v} = a.{u})",
    )


def in_as_join(w: Writer) -> Case:
    """IN with the values of a key as a join."""
    ref = w.reference()
    x, p = w.column(ref.child), w.condition(ref.parent, "b")
    a, b = name(ref.child), name(ref.parent)
    y = w.column(ref.parent)
    return Case(
        f"SELECT a.{x} FROM {a} a WHERE a.{ref.column} IN (SELECT b.{ref.key} FROM {b} b WHERE {p})",
        f"SELECT a.{x} FROM {a} a JOIN {b} b ON b.{ref.key} = a.{ref.column} WHERE {w.again(p)}",
        f"SELECT b.{y} FROM {b} b WHERE b.{ref.key} IN (SELECT {ref.column} FROM {a})",
        f"SELECT b.{y} FROM {b} b JOIN {a} a ON b.{ref.key} = a.{ref.column}",
        near=BAG,
    )


def in_as_distinct_join(w: Writer) -> Case:
    """IN as a join with DISTINCT values."""
    a, x, b, y = w.alike()
    p, shown = w.condition(b, "b"), w.column(a)
    head = f"SELECT a.{shown} FROM {name(a)} a"
    return Case(
        f"{head} WHERE a.{x} IN (SELECT b.{y} FROM {name(b)} b WHERE {p})",
        f"{head} JOIN (SELECT DISTINCT b.{y} AS v FROM {name(b)} b WHERE {w.again(p)}) c ON c.v = a.{x}",
        f"{head} WHERE a.{x} IN (SELECT b.{y} FROM {name(b)} b)",
        f"{head} JOIN (SELECT b.{y} AS v FROM {name(b)} b) c ON c.v = a.{x}",
        near=BAG,
    )


def exists_as_join(w: Writer) -> Case:
    """EXISTS as a join, where copies do not count."""
    a, x, b, y = w.alike()
    p, shown = w.condition(b, "b"), w.column(a)
    left = f"SELECT a.{shown} FROM {name(a)} a WHERE EXISTS (SELECT * FROM {name(b)} b WHERE b.{y} = a.{x} AND ({p}))"
    right = f"FROM {name(a)} a, {name(b)} b WHERE ({w.again(p)}) AND a.{x} = b.{y}"
    return Case(
        left,
        f"SELECT {w.flip('', 'DISTINCT ')}a.{shown} {right}",
        left,
        f"SELECT a.{shown} {right}",
        semantics=SET,
        near=BAG,
    )


def not_in_guarded(w: Writer) -> Case:
    """NOT IN without NULLs as NOT EXISTS."""
    a, x, b, y = w.alike()
    near_a, u, near_b, v = w.alike(null=True)
    head, inner = f"SELECT a.{x} FROM {name(a)} a", f"FROM {name(b)} b WHERE"
    near_head = f"SELECT a.{u} FROM {name(near_a)} a WHERE a.{u} IS NOT NULL AND"
    return Case(
        f"{head} WHERE a.{x} IS NOT NULL AND a.{x} NOT IN (SELECT b.{y} {inner} b.{y} IS NOT NULL)",
        f"{head} WHERE a.{x} IS NOT NULL AND NOT EXISTS (SELECT 1 {inner} b.{y} = a.{x})",
        f"{near_head} a.{u} NOT IN (SELECT b.{v} FROM {name(near_b)} b)",
        f"{near_head} NOT EXISTS (SELECT 1 FROM {name(near_b)} b WHERE b.{v} = a.{u})",
    )


def anti_join(w: Writer) -> Case:
    """Rows without a partner."""
    ref = w.reference()
    a, b = name(ref.child), name(ref.parent)
    y, p = w.column(ref.parent), w.condition(ref.child, "a")
    sure, loose = w.column(ref.child, null=False), w.column(ref.child, null=True, without=(ref.column,))
    on = f"a.{ref.column} = b.{ref.key} AND ({p})"
    head = f"SELECT b.{y} FROM {b} b"
    right = f"{head} WHERE NOT EXISTS (SELECT 1 FROM {a} a WHERE {on})"
    return Case(
        f"{head} LEFT JOIN {a} a ON {on} WHERE a.{w.flip(sure, ref.column)} IS NULL",
        right,
        f"{head} LEFT JOIN {a} a ON {on} WHERE a.{loose} IS NULL",
        right,
    )


def common_table(w: Writer) -> Case:
    """A common table inlined."""
    table = w.table()
    x, p, q = w.column(table), w.condition(table), w.condition(table)
    left = f"WITH c AS (SELECT * FROM {name(table)} WHERE {p}) SELECT {x} FROM c WHERE {q}"
    return Case(
        left,
        f"SELECT {x} FROM {name(table)} WHERE ({w.again(q)}) AND ({w.again(p)})",
        left,
        f"SELECT {x} FROM {name(table)} WHERE ({q}) OR ({p})",
    )


def derived_table(w: Writer) -> Case:
    """A derived table flattened."""
    table = w.table()
    x, y, p = w.column(table), w.column(table), w.condition(table)
    value = w.literal(table, y)
    return Case(
        f"SELECT v FROM (SELECT {x} AS v, {y} AS u FROM {name(table)} WHERE {p}) d WHERE u <> {value}",
        f"SELECT {x} FROM {name(table)} WHERE {y} <> {value} AND ({w.again(p)})",
        f"SELECT v FROM (SELECT DISTINCT {x} AS v, {y} AS u FROM {name(table)} WHERE {p}) d",
        f"SELECT {x} FROM {name(table)} WHERE {p}",
        near=BAG,
    )


def exists_as_count(w: Writer) -> Case:
    """EXISTS as a count of more than none."""
    a, x, b, y = w.alike()
    shown, p = w.column(a), w.condition(b, "b")
    inner = f"FROM {name(b)} b WHERE b.{y} = a.{x} AND ({p})"
    near_b = w.table(lambda t: bool(w.columns(t, null=True)))
    z = w.column(near_b, null=True)
    head = f"SELECT a.{shown} FROM {name(a)} a WHERE"
    none = w.random.random() < 0.4
    return Case(
        f"{head} {'NOT ' if none else ''}EXISTS (SELECT 1 {inner})",
        f"{head} (SELECT COUNT(*) {inner}) {'= 0' if none else w.flip('> 0', '>= 1', '<> 0')}",
        f"{head} EXISTS (SELECT {z} FROM {name(near_b)})",
        f"{head} (SELECT COUNT({z}) FROM {name(near_b)}) > 0",
    )


def looked_up(w: Writer) -> Case:
    """A value looked up by a key as a left join."""
    ref, loose = w.reference(), w.reference(sure=False)
    a, b, x, y = name(ref.child), name(ref.parent), w.column(ref.child), w.column(ref.parent)
    p = w.condition(ref.child, "a")
    u, v = w.column(loose.child), w.column(loose.parent)
    c, d, on = name(loose.child), name(loose.parent), f"b.{loose.key} = a.{loose.column}"
    return Case(
        f"SELECT a.{x}, (SELECT b.{y} FROM {b} b WHERE b.{ref.key} = a.{ref.column}) FROM {a} a WHERE {p}",
        f"SELECT a.{x}, b.{y} FROM {a} a LEFT JOIN {b} b ON a.{ref.column} = b.{ref.key} WHERE {w.again(p)}",
        f"SELECT a.{u}, (SELECT b.{v} FROM {d} b WHERE {on}) FROM {c} a",
        f"SELECT a.{u}, b.{v} FROM {c} a JOIN {d} b ON {on}",
    )


def greatest_by_order(w: Writer) -> Case:
    """MAX as the first by descending order."""
    table = w.table()
    x, shown, p = w.column(table), w.column(table), w.condition(table)
    near = w.table(lambda t: bool(w.columns(t, null=True)))
    y = w.column(near, null=True)
    inner = f"FROM {name(table)} WHERE {p}"
    return Case(
        f"SELECT {shown} FROM {name(table)} WHERE {x} = (SELECT MAX({x}) {inner})",
        f"SELECT {shown} FROM {name(table)} WHERE {x} = (SELECT {x} {inner} ORDER BY {x} DESC LIMIT 1)",
        f"SELECT {y} FROM {name(near)} WHERE {y} = (SELECT MIN({y}) FROM {name(near)})",
        f"SELECT {y} FROM {name(near)} WHERE {y} = (SELECT {y} FROM {name(near)} ORDER BY {y} LIMIT 1)",
    )


def none_greater(w: Writer) -> Case:
    """The greatest value is the one that no other exceeds."""
    table = w.table()
    x, shown = w.column(table), w.column(table)
    t = name(table)
    head = f"SELECT a.{shown} FROM {t} a WHERE a.{x}"
    left = f"{head} = (SELECT MAX({x}) FROM {t})"
    return Case(
        left,
        f"{head} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM {t} b WHERE b.{x} > a.{x})",
        left,
        f"{head} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM {t} b WHERE b.{x} >= a.{x})",
    )


def first_by_key(w: Writer) -> Case:
    """The first row by a key."""
    table, key = w.keyed()
    x = w.column(table)
    near = w.table()
    y = w.plain_column(near)
    return Case(
        f"SELECT {x} FROM {name(table)} ORDER BY {key} LIMIT 1",
        f"SELECT {x} FROM {name(table)} WHERE {key} = (SELECT MIN({key}) FROM {name(table)})",
        f"SELECT {y} FROM {name(near)} ORDER BY {y} DESC LIMIT 1",
        f"SELECT {y} FROM {name(near)} WHERE {y} = (SELECT MAX({y}) FROM {name(near)})",
        near=BAG,
    )


KINDS = (
    in_as_exists, in_as_join, in_as_distinct_join, exists_as_join, not_in_guarded, anti_join, common_table,
    derived_table, exists_as_count, looked_up, greatest_by_order, none_greater, first_by_key,
)  # fmt: skip

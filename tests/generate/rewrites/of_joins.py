"""Rewrites of joins."""

from __future__ import annotations

from generate.rewrites.writer import Case, Writer, name
from spotit.options import Semantics

BAG = Semantics.BAG


def join_order(w: Writer) -> Case:
    """Inner joins in another order."""
    ref = w.reference()
    child, parent = name(ref.child), name(ref.parent)
    head = f"SELECT a.{w.column(ref.child)}, b.{w.column(ref.parent)} FROM"
    on, p, q = f"a.{ref.column} = b.{ref.key}", w.condition(ref.child, "a"), w.condition(ref.parent, "b")
    return Case(
        f"{head} {child} a JOIN {parent} b ON {on} WHERE ({p}) AND ({q})",
        f"{head} {parent} b, {child} a WHERE ({w.again(q)}) AND b.{ref.key} = a.{ref.column} AND ({w.again(p)})",
        f"{head} {child} a LEFT JOIN {parent} b ON {on}",
        f"{head} {parent} b LEFT JOIN {child} a ON {on}",
    )


def join_association(w: Writer) -> Case:
    """Three inner joins associated otherwise."""
    ref = w.reference()
    third = w.table()
    x, y = w.column(third), w.column(ref.child)
    a, b, c = f"{name(ref.child)} a", f"{name(ref.parent)} b", f"{name(third)} c"
    on, p = f"a.{ref.column} = b.{ref.key}", w.condition(third, "c")
    head = f"SELECT a.{y}, c.{x} FROM"
    return Case(
        f"{head} {a} JOIN {b} ON {on} CROSS JOIN {c} WHERE {p}",
        f"{head} {c} JOIN ({b} JOIN {a} ON {on}) ON {w.again(p)}",
        f"{head} {a} JOIN {b} ON {on} LEFT JOIN {c} ON {p}",
        f"{head} {a} JOIN {b} ON {on} JOIN {c} ON {p}",
    )


def pushed_down(w: Writer) -> Case:
    """A selection below a join."""
    ref = w.reference()
    a, b = name(ref.child), name(ref.parent)
    x, p, q = w.column(ref.child), w.condition(ref.parent), w.condition(ref.parent, "b")
    on = f"a.{ref.column} = b.{ref.key}"
    return Case(
        f"SELECT a.{x} FROM {a} a JOIN (SELECT * FROM {b} WHERE {p}) b ON {on} WHERE {q}",
        f"SELECT a.{x} FROM {a} a JOIN (SELECT * FROM (SELECT * FROM {b} b WHERE {q}) WHERE {w.again(p)}) b ON {on}",
        f"SELECT a.{x} FROM {a} a LEFT JOIN {b} b ON {on} WHERE {q}",
        f"SELECT a.{x} FROM {a} a LEFT JOIN (SELECT * FROM {b} b WHERE {q}) b ON {on}",
    )


def projection_pushed_down(w: Writer) -> Case:
    """Columns dropped before a join."""
    ref = w.reference()
    a, b, x, y = name(ref.child), name(ref.parent), w.column(ref.child), w.column(ref.parent)
    tail = f"FROM (SELECT {x} AS v, {ref.column} AS f FROM {a}) JOIN (SELECT {ref.key} AS k, {y} AS u FROM {b})"
    return Case(
        f"SELECT a.{x}, b.{y} FROM {a} a JOIN {b} b ON a.{ref.column} = b.{ref.key}",
        f"SELECT v, u {tail} ON f = k",
        f"SELECT a.{x}, b.{y} FROM {a} a JOIN {b} b ON a.{ref.column} = b.{ref.key}",
        f"SELECT DISTINCT v, u {tail} ON f = k",
        near=BAG,
    )


def filter_in_outer_join(w: Writer) -> Case:
    """A condition on the optional side in ON."""
    ref = w.reference()
    a, b, x, y = name(ref.child), name(ref.parent), w.column(ref.child), w.column(ref.parent)
    on, q = f"a.{ref.column} = b.{ref.key}", w.condition(ref.parent, "b")
    left = f"SELECT a.{x}, b.{y} FROM {a} a LEFT JOIN {b} b ON {on} AND ({q})"
    return Case(
        left,
        f"SELECT a.{x}, b.{y} FROM {a} a LEFT JOIN (SELECT * FROM {b} b WHERE {q}) b ON {on}",
        left,
        f"SELECT a.{x}, b.{y} FROM {a} a LEFT JOIN {b} b ON {on} WHERE {q}",
    )


def redundant_join(w: Writer) -> Case:
    """A join with the row that a foreign key refers to."""
    ref, loose = w.reference(), w.reference(sure=False)
    x, p = w.column(ref.child), w.condition(ref.child, "a")
    head = f"SELECT a.{x} FROM {name(ref.child)} a"
    loose_head = f"SELECT a.{w.column(loose.child)} FROM {name(loose.child)} a"
    return Case(
        f"{head} JOIN {name(ref.parent)} b ON a.{ref.column} = b.{ref.key} WHERE {p}",
        f"{head} WHERE a.{ref.column} IS NOT NULL AND ({w.again(p)})",
        f"{loose_head} JOIN {name(loose.parent)} b ON a.{loose.column} = b.{loose.key}",
        loose_head,
    )


def self_join(w: Writer) -> Case:
    """A table joined with itself on its key."""
    table, key = w.keyed()
    x, y, p = w.column(table), w.column(table), w.condition(table, "b")
    near = w.table()
    z, u = w.plain_column(near), w.column(near)
    return Case(
        f"SELECT a.{x}, b.{y} FROM {name(table)} a JOIN {name(table)} b ON a.{key} = b.{key} WHERE {p}",
        f"SELECT b.{x}, b.{y} FROM {name(table)} b WHERE {w.again(p)}",
        f"SELECT a.{u} FROM {name(near)} a JOIN {name(near)} b ON a.{z} = b.{z} WHERE a.{z} IS NOT NULL",
        f"SELECT a.{u} FROM {name(near)} a WHERE a.{z} IS NOT NULL",
        near=BAG,
    )


def outer_as_inner(w: Writer) -> Case:
    """A left join under a condition that its missing rows do not meet."""
    ref = w.reference()
    a, b, x, y = name(ref.child), name(ref.parent), w.column(ref.child), w.column(ref.parent)
    on, p = f"a.{ref.column} = b.{ref.key}", w.refusing(ref.parent, "b", y)
    head = f"SELECT a.{x}, b.{y} FROM {a} a"
    return Case(
        f"{head} LEFT JOIN {b} b ON {on} WHERE {p}",
        f"{head} JOIN {b} b ON {on} AND {p}",
        f"{head} LEFT JOIN {b} b ON {on} WHERE {p} OR b.{ref.key} IS NULL",
        f"{head} JOIN {b} b ON {on} WHERE {p} OR b.{ref.key} IS NULL",
    )


def unused_outer_join(w: Writer) -> Case:
    """A left join with one row at most, of which nothing is read."""
    ref = w.reference()
    x, y = w.column(ref.child), w.column(ref.parent)
    on = f"a.{ref.column} = b.{ref.key}"
    return Case(
        f"SELECT a.{x} FROM {name(ref.child)} a LEFT JOIN {name(ref.parent)} b ON {on}",
        f"SELECT {x} FROM {name(ref.child)}",
        f"SELECT b.{y} FROM {name(ref.parent)} b LEFT JOIN {name(ref.child)} a ON {on}",
        f"SELECT {y} FROM {name(ref.parent)}",
        near=BAG,
    )


def outer_by_foreign_key(w: Writer) -> Case:
    """A left join along a foreign key that is never NULL."""
    ref, loose = w.reference(sure=True), w.reference(sure=False)
    both = []
    for one in (ref, loose):
        head = f"SELECT a.{w.column(one.child)}, b.{w.column(one.parent)} FROM {name(one.child)} a"
        tail = f"JOIN {name(one.parent)} b ON a.{one.column} = b.{one.key}"
        both += [f"{head} LEFT {tail}", f"{head} {tail}"]
    return Case(*both)


def right_join(w: Writer) -> Case:
    """A right join as a left join."""
    ref = w.reference()
    a, b = f"{name(ref.child)} a", f"{name(ref.parent)} b"
    head, on = f"SELECT a.{w.column(ref.child)}, b.{w.column(ref.parent)} FROM", f"a.{ref.column} = b.{ref.key}"
    p = w.condition(ref.parent, "b")
    return Case(
        f"{head} {a} RIGHT JOIN {b} ON {on} WHERE {p}",
        f"{head} {b} LEFT JOIN {a} ON {on} WHERE {w.again(p)}",
        f"{head} {a} RIGHT JOIN {b} ON {on}",
        f"{head} {a} LEFT JOIN {b} ON {on}",
    )


def using(w: Writer) -> Case:
    """USING as ON."""
    table, key = w.keyed()
    x, y = w.column(table), w.column(table)
    head, tail = f"SELECT a.{x}, b.{y} FROM {name(table)} a", f"{name(table)} b"
    p = w.condition(table, "a")
    return Case(
        f"{head} JOIN {tail} USING ({key}) WHERE {p}",
        f"{head} JOIN {tail} ON b.{key} = a.{key} WHERE {w.again(p)}",
        f"{head} LEFT JOIN {tail} ON a.{key} = b.{key} AND ({p})",
        f"{head} LEFT JOIN {tail} USING ({key}) WHERE {p}",
    )


def carried_over(w: Writer) -> Case:
    """An equality carried over a join."""
    ref = w.reference()
    value, x = w.literal(ref.parent, ref.key), w.column(ref.child)
    head = f"SELECT a.{x} FROM {name(ref.child)} a, {name(ref.parent)} b WHERE"
    return Case(
        f"{head} a.{ref.column} = b.{ref.key} AND b.{ref.key} = {value}",
        f"{head} a.{ref.column} = {value} AND b.{ref.key} = {value}",
        f"{head} a.{ref.column} = b.{ref.key} AND b.{ref.key} <> {value}",
        f"{head} a.{ref.column} <> {value} AND b.{ref.key} <> {value}",
        near=BAG,
    )


KINDS = (
    join_order, join_association, pushed_down, projection_pushed_down, filter_in_outer_join, redundant_join, self_join,
    outer_as_inner, unused_outer_join, outer_by_foreign_key, right_join, using, carried_over,
)  # fmt: skip

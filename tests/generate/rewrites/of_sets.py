"""Rewrites of set operations and of orders that are not seen."""

from __future__ import annotations

from generate.rewrites.writer import Case, Writer, name
from spotit.options import Semantics

SET, BAG = Semantics.SET, Semantics.BAG


def union_as_or(w: Writer) -> Case:
    """UNION of the rows of one table as OR."""
    table, key = w.keyed()
    x, p, q = w.column(table), w.condition(table), w.condition(table)
    head = f"SELECT {key}, {x} FROM {name(table)} WHERE"
    left = f"{head} {p} UNION {head} {q}"
    right = f"{head} ({w.again(q)}) OR ({w.again(p)})"
    return Case(left, right, left.replace("UNION", "UNION ALL"), right, near=BAG)


def union_as_or_of_sets(w: Writer) -> Case:
    """UNION of the rows of one table as OR, where copies do not count."""
    table = w.table()
    x, p, q = w.column(table), w.condition(table), w.condition(table)
    head = f"SELECT {x} FROM {name(table)} WHERE"
    left, right = f"{head} {p} UNION {head} {q}", f"{head} ({w.again(q)}) OR ({w.again(p)})"
    return Case(left, right, left, right, semantics=SET, near=BAG)


def exclusive_arms(w: Writer) -> Case:
    """UNION ALL of what no row has both as OR."""
    table = w.table()
    x, y = w.column(table), w.column(table)
    value, p = w.literal(table, y), w.condition(table)
    head = f"SELECT {x} FROM {name(table)} WHERE"
    return Case(
        f"{head} {y} < {value} AND ({p}) UNION ALL {head} {y} = {value}",
        f"{head} ({y} < {value} AND ({w.again(p)})) OR {value} = {y}",
        f"{head} {y} <= {value} UNION ALL {head} {y} = {value}",
        f"{head} {y} <= {value}",
        near=BAG,
    )


def partition(w: Writer) -> Case:
    """What is true, what is false, and what is NULL."""
    table = w.table()
    x, p = w.column(table), w.condition(table)
    head = f"SELECT {x} FROM {name(table)}"
    two = f"{head} WHERE {p} UNION ALL {head} WHERE NOT ({w.again(p)})"
    return Case(head, f"{two} UNION ALL {head} WHERE ({p}) IS NULL", head, two)


def with_itself(w: Writer) -> Case:
    """A set operation with itself."""
    table = w.table()
    x, y, p = w.column(table), w.column(table), w.condition(table)
    head = f"FROM {name(table)} WHERE"
    one, other = f"SELECT {x}, {y} {head} {p}", f"SELECT {x}, {y} {head} {w.again(p)}"
    word = w.flip("UNION", "INTERSECT", "EXCEPT")
    right = f"SELECT {x}, {y} {head} 1 = 0" if word == "EXCEPT" else f"SELECT DISTINCT {x}, {y} {head} {p}"
    return Case(f"{one} {word} {other}", right, f"{one} UNION ALL {other}", f"SELECT DISTINCT {x}, {y} {head} {p}",
                near=BAG)  # fmt: skip


def commuted(w: Writer) -> Case:
    """Arms in another order."""
    a, x, b, y = w.alike()
    p, q = w.condition(a), w.condition(b)
    word = w.flip("UNION", "UNION ALL", "INTERSECT")
    one, other = f"SELECT {x} FROM {name(a)} WHERE", f"SELECT {y} FROM {name(b)} WHERE"
    return Case(
        f"{one} {p} {word} {other} {q}",
        f"{other} {w.again(q)} {word} {one} {w.again(p)}",
        f"{one} {p} EXCEPT {other} {q}",
        f"{other} {q} EXCEPT {one} {p}",
    )


def except_as_not_exists(w: Writer) -> Case:
    """EXCEPT and INTERSECT as EXISTS."""
    a, x, b, y = w.alike()
    near_a, u, near_b, v = w.alike(null=True)
    word, no = w.random.choice((("EXCEPT", "NOT "), ("INTERSECT", "")))
    p = w.condition(b, "b")
    return Case(
        f"SELECT a.{x} FROM {name(a)} a {word} SELECT b.{y} FROM {name(b)} b WHERE {p}",
        f"SELECT DISTINCT a.{x} FROM {name(a)} a "
        f"WHERE {no}EXISTS (SELECT 1 FROM {name(b)} b WHERE b.{y} IS a.{x} AND ({w.again(p)}))",
        f"SELECT {u} FROM {name(near_a)} EXCEPT SELECT {v} FROM {name(near_b)}",
        f"SELECT DISTINCT a.{u} FROM {name(near_a)} a "
        f"WHERE NOT EXISTS (SELECT 1 FROM {name(near_b)} b WHERE b.{v} = a.{u})",
    )


def intersect_as_and(w: Writer) -> Case:
    """INTERSECT and EXCEPT of rows with a key as AND."""
    table, key = w.keyed()
    p, q = w.condition(table), w.condition(table)
    word, no = w.random.choice((("INTERSECT", ""), ("EXCEPT", " IS NOT TRUE")))
    near = w.table()
    y = w.plain_column(near)
    r, s = w.condition(near), w.condition(near)
    head, near_head = f"SELECT {key} FROM {name(table)} WHERE", f"SELECT DISTINCT {y} FROM {name(near)} WHERE"
    return Case(
        f"{head} {p} {word} {head} {q}",
        f"{head} ({w.again(p)}) AND ({w.again(q)}){no}",
        f"{near_head} {r} INTERSECT {near_head} {s}",
        f"{near_head} ({r}) AND ({s})",
    )


def below_union_all(w: Writer) -> Case:
    """A selection below UNION ALL."""
    a, x, b, y = w.alike()
    value, op = w.literal(a, x), w.flip("=", ">", "<=", "<>")
    left = f"SELECT v FROM (SELECT {x} AS v FROM {name(a)} UNION ALL SELECT {y} FROM {name(b)}) WHERE v {op} {value}"
    one, other = f"SELECT {x} FROM {name(a)} WHERE {x} {op} {value}", f"SELECT {y} FROM {name(b)}"
    return Case(left, f"{one} UNION ALL {other} WHERE {y} {op} {value}", left, f"{one} UNION ALL {other}")


def unseen_order(w: Writer) -> Case:
    """An order that is not seen."""
    table = w.table()
    x, y, p = w.column(table), w.column(table), w.condition(table)
    left = f"SELECT v FROM (SELECT {x} AS v FROM {name(table)} WHERE {p} ORDER BY {y}"
    right = f"SELECT {x} FROM {name(table)} WHERE {w.again(p)}"
    return Case(f"{left})", right, f"{left} LIMIT 3)", right)


KINDS = (
    union_as_or, union_as_or_of_sets, exclusive_arms, partition, with_itself, commuted, except_as_not_exists,
    intersect_as_and, below_union_all, unseen_order,
)  # fmt: skip

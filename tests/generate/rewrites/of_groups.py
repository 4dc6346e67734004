"""Rewrites of grouping, aggregates and windows."""

from __future__ import annotations

from generate.rewrites.writer import Case, Writer, name
from spotit.options import Semantics
from spotit.schema import Kind

BAG = Semantics.BAG


def distinct_by_key(w: Writer) -> Case:
    """DISTINCT rows with a key."""
    table, key = w.keyed()
    x, p = w.column(table), w.condition(table)
    near = w.table()
    y = w.plain_column(near)
    return Case(
        f"SELECT DISTINCT {key}, {x} FROM {name(table)} WHERE {p}",
        f"SELECT {key}, {x} FROM {name(table)} WHERE {w.again(p)}",
        f"SELECT DISTINCT {y} FROM {name(near)}",
        f"SELECT {y} FROM {name(near)}",
        near=BAG,
    )


def distinct_as_group(w: Writer) -> Case:
    """DISTINCT as GROUP BY."""
    table = w.table()
    x, y, p = w.column(table), w.column(table), w.condition(table)
    left = f"SELECT DISTINCT {x}, {y} FROM {name(table)} WHERE {p}"
    return Case(
        left,
        f"SELECT {x}, {y} FROM {name(table)} WHERE {w.again(p)} GROUP BY {y}, {x}",
        left,
        f"SELECT MAX({x}), {y} FROM {name(table)} WHERE {p} GROUP BY {y}",
    )


def decided_key(w: Writer) -> Case:
    """A key of GROUP BY that another one decides."""
    table, key = w.keyed()
    x, p = w.column(table), w.condition(table)
    near = w.table(lambda t: len(w.columns(t)) > 2)
    y = w.plain_column(near)
    z = w.column(near, without=(y,))
    return Case(
        f"SELECT {key}, {x}, COUNT(*) FROM {name(table)} WHERE {p} GROUP BY {key}, {x}",
        f"SELECT {key}, {x}, COUNT(*) FROM {name(table)} WHERE {w.again(p)} GROUP BY {key}",
        f"SELECT {y}, COUNT(*) FROM {name(near)} GROUP BY {y}, {z}",
        f"SELECT {y}, COUNT(*) FROM {name(near)} GROUP BY {y}",
    )


def count_of_rows(w: Writer) -> Case:
    """COUNT of a column that is never NULL."""
    table = w.table(lambda t: bool(w.columns(t, null=False)))
    x, p, g = w.column(table, null=False), w.condition(table), w.column(table)
    near = w.table(lambda t: bool(w.columns(t, null=True)))
    return Case(
        f"SELECT {g}, COUNT({x}) FROM {name(table)} WHERE {p} GROUP BY {g}",
        f"SELECT {g}, COUNT(*) FROM {name(table)} WHERE {w.again(p)} GROUP BY {g}",
        f"SELECT COUNT({w.column(near, null=True)}) FROM {name(near)}",
        f"SELECT COUNT(*) FROM {name(near)}",
    )


def count_of_distinct_key(w: Writer) -> Case:
    """COUNT(DISTINCT) of a key."""
    table, key = w.keyed()
    p, near = w.condition(table), w.table()
    y = w.plain_column(near)
    return Case(
        f"SELECT COUNT(DISTINCT {key}) FROM {name(table)} WHERE {p}",
        f"SELECT COUNT(*) FROM {name(table)} WHERE {w.again(p)}",
        f"SELECT COUNT(DISTINCT {y}) FROM {name(near)}",
        f"SELECT COUNT({y}) FROM {name(near)}",
    )


def count_of_distinct_rows(w: Writer) -> Case:
    """COUNT(DISTINCT) as a count of groups."""
    table = w.table(lambda t: bool(w.columns(t, null=False)))
    x, p = w.column(table, null=False), w.condition(table)
    near = w.table(lambda t: bool(w.columns(t, null=True)))
    y = w.column(near, null=True)
    inner = w.flip(
        f"SELECT DISTINCT {x} FROM {name(table)} WHERE {p}", f"SELECT {x} FROM {name(table)} WHERE {p} GROUP BY {x}"
    )
    return Case(
        f"SELECT COUNT(DISTINCT {x}) FROM {name(table)} WHERE {w.again(p)}",
        f"SELECT COUNT(*) FROM ({inner})",
        f"SELECT COUNT(DISTINCT {y}) FROM {name(near)}",
        f"SELECT COUNT(*) FROM (SELECT DISTINCT {y} FROM {name(near)})",
    )


def filter_as_case(w: Writer) -> Case:
    """FILTER as CASE."""
    table = w.table()
    g, x, p = w.column(table), w.column(table), w.condition(table)
    call = w.flip("COUNT", "MAX", "MIN")
    head, tail = f"SELECT {g}, ", f" FROM {name(table)} GROUP BY {g}"
    return Case(
        f"{head}{call}({x}) FILTER (WHERE {p}){tail}",
        f"{head}{call}(CASE WHEN {w.again(p)} THEN {x} END){tail}",
        f"{head}COUNT(*) FILTER (WHERE {p}){tail}",
        f"{head}COUNT(CASE WHEN {p} THEN 1 ELSE 0 END){tail}",
    )


def count_as_sum(w: Writer) -> Case:
    """A count as a sum of ones."""
    table = w.table()
    g, p, q = w.column(table), w.condition(table), w.condition(table)
    return Case(
        f"SELECT {g}, COUNT(CASE WHEN {p} THEN 1 END) FROM {name(table)} WHERE {q} GROUP BY {g}",
        f"SELECT {g}, SUM(CASE WHEN {w.again(p)} THEN 1 ELSE 0 END) FROM {name(table)} WHERE {w.again(q)} GROUP BY {g}",
        f"SELECT COUNT(CASE WHEN {p} THEN 1 END) FROM {name(table)}",
        f"SELECT SUM(CASE WHEN {p} THEN 1 ELSE 0 END) FROM {name(table)}",
    )


def having_outside(w: Writer) -> Case:
    """HAVING as a condition on a derived table."""
    table = w.table()
    g, p, n = w.column(table), w.condition(table), w.random.randint(1, 3)
    call = w.flip("COUNT(*)", f"COUNT({w.column(table)})")
    left = f"SELECT {g} FROM {name(table)} WHERE {p} GROUP BY {g} HAVING {call} > {n}"
    inner = f"SELECT {g} AS g, {call} AS n FROM {name(table)} WHERE {w.again(p)} GROUP BY {g}"
    return Case(left, f"SELECT g FROM ({inner}) WHERE n >= {n + 1}", left, f"SELECT g FROM ({inner}) WHERE n >= {n}")


def having_on_key(w: Writer) -> Case:
    """HAVING on a key of GROUP BY as WHERE."""
    table = w.table()
    g, p = w.column(table), w.condition(table)
    q = w.test(table, column=g)
    x = w.column(table)
    value = w.literal(table, x)
    return Case(
        f"SELECT {g}, COUNT(*) FROM {name(table)} WHERE {p} GROUP BY {g} HAVING {q}",
        f"SELECT {g}, COUNT(*) FROM {name(table)} WHERE ({w.again(q)}) AND ({w.again(p)}) GROUP BY {g}",
        f"SELECT {g}, COUNT(*) FROM {name(table)} GROUP BY {g} HAVING MAX({x}) > {value}",
        f"SELECT {g}, COUNT(*) FROM {name(table)} WHERE {x} > {value} GROUP BY {g}",
    )


def sum_of_counts(w: Writer) -> Case:
    """A sum of the counts of smaller groups."""
    table = w.table(lambda t: len(w.columns(t)) > 1)
    g, p = w.column(table), w.condition(table)
    h = w.column(table, without=(g,))
    inner = f"SELECT {g} AS g, {h} AS h, COUNT(*) AS n FROM {name(table)} WHERE {p} GROUP BY {g}, {h}"
    return Case(
        f"SELECT g, SUM(n) FROM ({inner}) GROUP BY g",
        f"SELECT {g}, COUNT(*) FROM {name(table)} WHERE {w.again(p)} GROUP BY {g}",
        f"SELECT SUM(n) FROM ({inner})",
        f"SELECT COUNT(*) FROM {name(table)} WHERE {p}",
    )


def extreme_of_extremes(w: Writer) -> Case:
    """The greatest of the greatest values of smaller groups."""
    table = w.table(lambda t: len(w.columns(t)) > 1)
    g, x, p = w.column(table), w.column(table), w.condition(table)
    call = w.flip("MAX", "MIN")
    inner = f"SELECT {g} AS g, {call}({x}) AS m FROM {name(table)} WHERE {p} GROUP BY {g}"
    other = "MIN" if call == "MAX" else "MAX"
    right = f"SELECT {call}({x}) FROM {name(table)} WHERE {w.again(p)}"
    return Case(f"SELECT {call}(m) FROM ({inner})", right, f"SELECT {other}(m) FROM ({inner})", right)


def groups_of_one(w: Writer) -> Case:
    """GROUP BY on a key of the rows."""
    table, key = w.keyed()
    x, p = w.column(table), w.condition(table)
    near = w.table()
    y = w.plain_column(near)
    z = w.column(near)
    call = w.flip("MAX", "MIN")
    return Case(
        f"SELECT {key}, {call}({x}), COUNT(*) FROM {name(table)} WHERE {p} GROUP BY {key}",
        f"SELECT {key}, {x}, 1 FROM {name(table)} WHERE {w.again(p)}",
        f"SELECT {y}, {call}({z}), COUNT(*) FROM {name(near)} GROUP BY {y}",
        f"SELECT {y}, {z}, 1 FROM {name(near)}",
    )


def greatest_row(w: Writer) -> Case:
    """MAX as the first of the values by descending order."""
    table = w.table()
    x, p = w.column(table), w.condition(table)
    head = f"SELECT {x} FROM {name(table)} WHERE"
    left = f"SELECT MAX({x}) FROM {name(table)} WHERE {p}"
    return Case(
        left,
        f"SELECT ({head} {w.again(p)} ORDER BY {x} DESC LIMIT 1)",
        left,
        f"SELECT ({head} {p} ORDER BY {x} LIMIT 1)",
    )


def greatest_alone(w: Writer) -> Case:
    """MAX as the first by descending order, where no row against a row of NULLs is no difference."""
    table = w.table()
    x, p = w.column(table), w.condition(table)
    right = f"SELECT MAX({x}) FROM {name(table)} WHERE {p}"
    return Case(
        f"SELECT {x} FROM {name(table)} WHERE {w.again(p)} ORDER BY {x} DESC LIMIT 1",
        right,
        f"SELECT {x} FROM {name(table)} WHERE {p} ORDER BY {x} DESC LIMIT 2",
        right,
    )


def count_by_join(w: Writer) -> Case:
    """A correlated count as a grouped outer join."""
    ref = w.reference()
    a, b = name(ref.child), name(ref.parent)
    on, left = f"a.{ref.column} = b.{ref.key}", f"SELECT b.{ref.key}, (SELECT COUNT(*) FROM {name(ref.child)} a WHERE "
    joined = f"FROM {b} b LEFT JOIN {a} a ON {on} GROUP BY b.{ref.key}"
    return Case(
        f"{left}{on}) FROM {b} b",
        f"SELECT b.{ref.key}, COUNT(a.{ref.column}) {joined}",
        f"{left}{on}) FROM {b} b",
        f"SELECT b.{ref.key}, COUNT(*) {joined}",
    )


def groups_with_rows(w: Writer) -> Case:
    """Groups of a join as EXISTS."""
    ref = w.reference()
    a, b, p = name(ref.child), name(ref.parent), w.condition(ref.child, "a")
    on = f"a.{ref.column} = b.{ref.key}"
    right = f"SELECT b.{ref.key} FROM {b} b WHERE EXISTS (SELECT 1 FROM {a} a WHERE {on} AND ({p}))"
    head = f"SELECT b.{ref.key} FROM {b} b JOIN {a} a ON {on} WHERE {w.again(p)} GROUP BY b.{ref.key}"
    return Case(f"{head}{w.flip('', ' HAVING COUNT(*) >= 1')}", right, f"{head} HAVING COUNT(*) > 1", right)


def window_count(w: Writer) -> Case:
    """A window over a partition as a correlated subquery."""
    table = w.table()
    x, g = w.column(table), w.column(table)
    near = w.table(lambda t: bool(w.columns(t, null=True)))
    h = w.column(near, null=True)
    call, inner = w.random.choice(
        (("COUNT(*)", "COUNT(*)"), (f"MAX({x})", f"MAX(b.{x})"), (f"MIN({x})", f"MIN(b.{x})"))
    )
    return Case(
        f"SELECT {x}, {call} OVER (PARTITION BY {g}) FROM {name(table)}",
        f"SELECT a.{x}, (SELECT {inner} FROM {name(table)} b WHERE b.{g} IS a.{g}) FROM {name(table)} a",
        f"SELECT {h}, COUNT(*) OVER (PARTITION BY {h}) FROM {name(near)}",
        f"SELECT a.{h}, (SELECT COUNT(*) FROM {name(near)} b WHERE b.{h} = a.{h}) FROM {name(near)} a",
    )


def window_over_all(w: Writer) -> Case:
    """A window over all rows as a subquery."""
    table = w.table()
    x, y, p = w.column(table), w.column(table), w.condition(table)
    call = w.flip(f"MAX({x})", "COUNT(*)", f"MIN({x})", f"COUNT({x})")
    left = f"SELECT {y}, {call} OVER () FROM {name(table)} WHERE {p}"
    return Case(
        left,
        f"SELECT {y}, (SELECT {call} FROM {name(table)} WHERE {p}) FROM {name(table)} WHERE {w.again(p)}",
        left,
        f"SELECT {y}, (SELECT {call} FROM {name(table)}) FROM {name(table)} WHERE {p}",
    )


def first_of_partition(w: Writer) -> Case:
    """The first row of each partition by a key as the least key of each group."""
    table, key = w.keyed()
    g, p = w.column(table), w.condition(table)
    near = w.table()
    y = w.plain_column(near)
    h = w.plain_column(near)
    word = w.flip("ROW_NUMBER", "RANK", "DENSE_RANK")
    return Case(
        f"SELECT k FROM (SELECT {key} AS k, {word}() OVER (PARTITION BY {g} ORDER BY {key}) AS n "
        f"FROM {name(table)} WHERE {p}) WHERE n = 1",
        f"SELECT MIN({key}) FROM {name(table)} WHERE {w.again(p)} GROUP BY {g}",
        f"SELECT k FROM (SELECT {y} AS k, RANK() OVER (PARTITION BY {h} ORDER BY {y}) AS n FROM {name(near)}) "
        "WHERE n = 1",
        f"SELECT MIN({y}) FROM {name(near)} GROUP BY {h}",
        near=BAG,
    )


def greatest_of_group(w: Writer) -> Case:
    """The greatest of each group by a correlated subquery, or by a join with the groups."""
    table = w.table(lambda t: bool(w.columns(t, kinds=(Kind.INTEGER, Kind.TEXT, Kind.REAL))))
    g, x, shown = w.column(table), w.column(table), w.column(table)
    t = name(table)
    left = f"SELECT a.{shown} FROM {t} a WHERE a.{x} = (SELECT MAX(b.{x}) FROM {t} b WHERE b.{g} = a.{g})"
    inner = f"SELECT {g} AS g, MAX({x}) AS m FROM {t} GROUP BY {g}"
    return Case(
        left,
        f"SELECT a.{shown} FROM {t} a JOIN ({inner}) c ON c.g = a.{g} AND c.m = a.{x}",
        left,
        f"SELECT a.{shown} FROM {t} a JOIN ({inner}) c ON c.m = a.{x}",
    )


KINDS = (
    distinct_by_key, distinct_as_group, decided_key, count_of_rows, count_of_distinct_key, count_of_distinct_rows,
    filter_as_case, count_as_sum, having_outside, having_on_key, sum_of_counts, extreme_of_extremes, groups_of_one,
    greatest_row, greatest_alone, count_by_join, groups_with_rows, window_count, window_over_all, first_of_partition,
    greatest_of_group,
)  # fmt: skip

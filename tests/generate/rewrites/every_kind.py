"""All kinds of rewrites, and the queries that they may stand in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from generate.rewrites import of_conditions, of_groups, of_joins, of_sets, of_subqueries
from generate.rewrites.writer import Case, Unfit, Writer, name
from generate.schema import Pools
from spotit.options import Semantics
from spotit.schema import Schema

KINDS: dict[str, Callable[[Writer], Case]] = {
    kind.__name__.replace("_", " "): kind
    for kind in (*of_conditions.KINDS, *of_joins.KINDS, *of_subqueries.KINDS, *of_groups.KINDS, *of_sets.KINDS)
}
_TRIES = 20
_ALONE = "greatest alone"
"""The kind that keeps the meaning of a whole query alone: inside another one, no row is not a row of NULLs."""


@dataclass(frozen=True, slots=True)
class Rewrite:
    """A case of a kind, in the query around it."""

    kind: str
    case: Case
    around: str
    """What the query around asks for; empty where there is none."""


def rewrite(kind: str, random: Random, schema: Schema, pools: Pools, *, wrapped: float = 0.3) -> Rewrite | None:
    """Return a rewrite of a kind over the tables of a schema; None if the schema has nothing of the sort."""
    writer = Writer(random, schema, pools)
    for _ in range(_TRIES):
        try:
            case = KINDS[kind](writer)
        except Unfit:
            continue
        if random.random() >= wrapped or kind == _ALONE:
            return Rewrite(kind, case, "")
        around, template = random.choice(_around(writer, copies=case.semantics is Semantics.BAG))
        left, right = (template.replace("@", sql) for sql in (case.left, case.right))
        return Rewrite(kind, replace(case, left=left, right=right), around)
    return None


def _around(w: Writer, *, copies: bool) -> list[tuple[str, str]]:
    """Return the queries that a rewrite may stand in; with `copies`, also those that count its rows."""
    table = name(w.table())
    found = [
        ("derived table", "SELECT * FROM (@) AS q"),
        ("common table", "WITH q AS (@) SELECT * FROM q"),
        ("EXISTS", f"SELECT COUNT(*) FROM {table} WHERE EXISTS (SELECT 1 FROM (@) AS q)"),
        ("DISTINCT", "SELECT DISTINCT * FROM (@) AS q"),
    ]
    if copies:
        found += [
            ("count", "SELECT COUNT(*) FROM (@) AS q"),
            ("UNION ALL", "SELECT * FROM (@) AS q UNION ALL SELECT * FROM (@) AS q"),
            ("product", f"SELECT q.* FROM (@) AS q CROSS JOIN {table} AS other"),
        ]
    return found


__all__ = ["KINDS", "Rewrite", "rewrite"]

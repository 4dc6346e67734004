"""A rule whose side condition is broken is not applied: SQLite shows what would go wrong."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rules_vs_sqlite.near_misses import DDL, NEAR_MISSES, NearMiss
from rules_vs_sqlite.near_misses_of_constants import CONSTANT_MISSES
from rules_vs_sqlite.near_misses_of_subqueries import SUBQUERY_MISSES
from rules_vs_sqlite.near_misses_of_windows import WINDOW_MISSES
from rules_vs_sqlite.world import World, seen_rows
from spotit.plan.facts.seen import seen_by
from spotit.plan.isomorphic import isomorphic
from spotit.plan.rules.all_rules import EXECUTION_RULES, RULES
from spotit.plan.rules.conditions.unix_seconds import UNIX_SECONDS
from spotit.plan.rules.normal_form import normal_form

ALL = (*NEAR_MISSES, *SUBQUERY_MISSES, *WINDOW_MISSES, *CONSTANT_MISSES)


def is_applied(miss: NearMiss) -> bool:
    """Tell whether a near miss becomes what it must not."""
    place = World(DDL)
    forms = []
    for sql in (miss.sql, miss.wrong):
        query = place.plan(sql)
        assert query is not None
        rules = (*RULES, UNIX_SECONDS) if miss.rule == UNIX_SECONDS.name else RULES
        forms.append(normal_form(query.rel, seen_by(miss.semantics), place.facts, rules).rel)
    return isomorphic(*forms)


def wrongly_applied() -> str:
    """Return a near miss that becomes what it must not, the empty string if none does."""
    return next((f"{miss.rule}: {miss.sql}" for miss in ALL if is_applied(miss)), "")


@pytest.mark.parametrize("miss", ALL, ids=lambda miss: f"{miss.rule}: {miss.sql}")
def test_the_rule_is_not_applied(miss: NearMiss) -> None:
    assert not is_applied(miss)


@pytest.mark.parametrize("miss", ALL, ids=lambda miss: f"{miss.rule}: {miss.sql}")
def test_sqlite_tells_them_apart(miss: NearMiss) -> None:
    place = World(DDL)
    for statement in miss.rows:
        place.connection.execute(statement)
    assert not list(_orphans(place))
    right, wrong = (seen_rows(place.rows(sql), miss.semantics) for sql in (miss.sql, miss.wrong))
    assert right != wrong


def _orphans(place: World) -> Iterator[str]:
    """Yield the foreign keys that do not hold; SQLite itself does not check those to columns that are no key."""
    for table in place.schema.tables:
        for key in table.foreign_keys:
            (here,), (there,) = key.columns, key.target_columns
            found = f"SELECT 1 FROM {key.target} AS parent WHERE parent.{there} = child.{here}"
            sql = f"SELECT * FROM {table.name} AS child WHERE {here} IS NOT NULL AND NOT EXISTS ({found})"
            if place.rows(sql):
                yield f"{table.name}.{here}"


def test_near_misses_name_rules() -> None:
    names = {rule.name for rule in (*RULES, *EXECUTION_RULES)} | {"canonical order"}
    assert {miss.rule for miss in ALL} <= names

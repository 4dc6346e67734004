"""Every rewriting rule against SQLite: plans before and after each step return the same rows."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from generate.pairs import Rewrites
from generate.query import Queries
from generate.schema import DDL
from rules_vs_sqlite import near_misses
from rules_vs_sqlite.directed import DIRECTED
from rules_vs_sqlite.templates import sweep_templates
from rules_vs_sqlite.world import Tally, World, hold, stages, world
from spotit.options import Semantics
from spotit.plan.facts.seen import seen_by
from spotit.plan.rules import all_rules
from spotit.plan.rules.all_rules import EXECUTION_RULES, RULES

FEWEST = {
    "canonical order": 60, "condition above join": 20, "inlined projection": 15, "comparison direction": 12,
    "merged filters": 15, "sure NULL test": 5, "double negation": 5, "unseen copies": 8, "IN as EXISTS": 3,
    "join by foreign key": 3, "equal columns": 3, "EXISTS as join": 2,
}  # fmt: skip
"""How often rules are applied at least in the random queries; the directed ones see to the others."""


def held(rule: str, databases: int) -> Tally:
    """Return what the queries written for a rule came to; each must make the rule apply."""
    place = World(near_misses.DDL)
    random = Random(f"directed {rule}")
    tally = Tally()
    rules = [other for other in EXECUTION_RULES if other.name == rule] or RULES
    for sql, semantics in DIRECTED[rule]:
        query = place.plan(sql)
        assert query is not None, sql
        steps = stages(query.rel, seen_by(semantics), place.facts, rules)
        assert rule in [name for name, _ in steps], sql
        hold(place, sql, semantics, (place.databases.draw(random, 4) for _ in range(databases)), tally, rules)
    return tally


@pytest.mark.parametrize("rule", DIRECTED)
def test_directed(rule: str) -> None:
    tally = held(rule, 25)
    assert not tally.wrong, tally.wrong[0]
    assert tally.fired[rule] >= 1, tally


def test_every_rule_is_directed() -> None:
    rules = (*RULES, *EXECUTION_RULES)
    names = [rule.name for rule in rules]
    assert len(names) == len(set(names))
    assert set(DIRECTED) == {*names, "canonical order"}
    assert all(rule.law and not rule.law.endswith(".") for rule in rules)


def test_every_rule_is_documented() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs/explanation/rewriting.md").read_text(encoding="utf-8")
    for rule in (*RULES, *EXECUTION_RULES):
        assert f"| {rule.name} | {rule.law} | {rule.semantics} |" in page


def sweep(name: str, seed: str, queries: int, databases: int) -> Tally:
    """Return what random queries of a schema came to."""
    place = world(name)
    random = Random(f"{seed} {name}")
    writer = Queries(random, place.schema, place.pools)
    rewrites = Rewrites(Queries(random, place.schema, place.pools))
    tally = Tally()
    for _ in range(queries):
        pair = rewrites.pair()
        sql = random.choice((pair.left, pair.right)) if random.random() < 0.4 else writer.query(random.randint(1, 3))
        semantics = random.choice((Semantics.SET, Semantics.BAG, Semantics.LIST))
        hold(place, sql, semantics, (place.databases.draw(random, 4) for _ in range(databases)), tally)
    return tally


def test_random_queries() -> None:
    total = Tally()
    for name in sorted(DDL):
        tally = sweep(name, "rules", 60, 4)
        assert not tally.wrong, tally.wrong[0]
        total.fired += tally.fired
    assert {rule: total.fired[rule] for rule, least in FEWEST.items() if total.fired[rule] < least} == {}


def test_templates() -> None:
    tally = sweep_templates(World(near_misses.DDL), "templates", 1200, 8)
    assert not tally.wrong, tally.wrong[0]
    told = {
        rule: tally.fired[rule] for rule in ("window as subquery", "first by key", "sum of ones", "count as EXISTS")
    }
    assert min(told.values()) >= 5, told
    assert tally.permitted >= 2000, tally.permitted


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_templates_at_length(seed: int) -> None:
    tally = sweep_templates(World(near_misses.DDL), f"templates {seed}", 20000, 12)
    assert not tally.wrong, tally.wrong[0]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("name", sorted(DDL))
def test_random_queries_at_length(name: str, seed: int) -> None:
    tally = sweep(name, f"rules {seed}", 1500, 6)
    assert not tally.wrong, tally.wrong[0]


def test_rules_that_read_foreign_keys_say_so() -> None:
    """A proof by such a rule has in its ledger that each foreign key finds its row."""
    reading = {
        path.stem for path in Path(all_rules.__file__).parent.rglob("*.py") if ".inclusions(" in path.read_text()
    }
    said = {
        rule.apply.__module__.rpartition(".")[2] for rule in all_rules.RULES if rule.name in all_rules.BY_FOREIGN_KEYS
    }
    assert reading == said != set()

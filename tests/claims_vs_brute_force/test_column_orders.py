"""Columns in any order, or among more: a claim names one arrangement that no tiny database contradicts."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

import spotit
from claims_vs_brute_force.claims import Claim, decide
from claims_vs_brute_force.tiny_worlds import DDL, World, world
from generate.pairs import mutants
from generate.query import Queries
from spotit import Different, Equivalent, EquivalentUpTo, Options, Undecided
from spotit.database import Rows
from spotit.engine.arrange import arranged
from spotit.engine.compare import degenerate, same
from spotit.engine.failures import QueryError
from spotit.engine.open import open_engine
from spotit.options import Columns, Semantics
from spotit.search.pair import make_pair
from spotit.sql import lower_query
from terms_vs_sqlite.test_arranged_difference import rearranged

_MODES = [
    Options(bound=2, semantics=semantics, columns=columns)
    for semantics in (Semantics.SET, Semantics.BAG)
    for columns in (Columns.PERMUTED, Columns.EXTRA)
]


def tally(place: World, seed: str, queries: int) -> dict[Claim, int]:
    """Decide generated queries against rearranged mutants; hold each claim against every database."""
    random = Random(seed)
    writer = Queries(random, place.schema, place.pools)
    engines = [open_engine(place.schema, options) for options in _MODES]
    seen = dict.fromkeys(Claim, 0)
    for _ in range(queries):
        sql, engine = writer.query(2), random.choice(engines)
        changed = next(iter(mutants(sql, random)), sql) if random.random() < 0.8 else sql
        try:
            engine.inspect(sql)
            width = len(lower_query(sql, place.schema).rel.columns)
            other = rearranged(changed, width, random, more=engine.options.columns is Columns.EXTRA)
            engine.inspect(other)
        except (QueryError, spotit.errors.UnsupportedSql):
            continue
        case = decide(sql, other, engine)
        if case is None or width > 3:
            continue
        assert not case.found.spurious, (sql, other)
        seen[case.claim] += 1
        if case.claim is Claim.SAME:
            assert case.difference(place.databases) is None, f"{sql}\n{other}\n{engine.options}"
            assert case.found.arrangement is not None
            assert not _contradicts(case.found.arrangement, case.pair, place), f"{sql}\n{other}\n{case.found}"
    return seen


def _contradicts(arrangement: tuple[int, ...], pair: spotit.search.pair.Pair, place: World) -> bool:
    """Tell whether results differ by the one arrangement on some database, unless SQL leaves them open."""
    for database in place.databases if not pair.choosing else ():
        results = pair.results(database)
        if results is None or not isinstance(results.left, Rows) or not isinstance(results.right, Rows):
            continue
        right = Rows(results.left.columns, tuple(arranged(results.right.rows, arrangement)))
        if degenerate(results.left, right, pair.options.semantics):
            continue
        if not same(results.left, right, pair.options.semantics, ordered=True):
            return True
    return False


@pytest.mark.parametrize("name", sorted(DDL))
def test_no_verdict_is_contradicted(name: str) -> None:
    """The same for whole checks, whatever stage ends them."""
    place, random = world(name), Random(f"whole {name}")
    writer, proved = Queries(random, place.schema, place.pools), 0
    for _ in range(20):
        sql, options = writer.query(2), replace(random.choice(_MODES), timeout=10.0)
        changed = next(iter(mutants(sql, random)), sql) if random.random() < 0.6 else sql
        try:
            place.engine.inspect(sql)
            width = len(lower_query(sql, place.schema).rel.columns)
            other = rearranged(changed, width, random, more=options.columns is Columns.EXTRA)
        except (QueryError, spotit.errors.UnsupportedSql):
            continue
        verdict = spotit.check(sql, other, place.schema, options)
        if width <= 3 and isinstance(verdict, Equivalent | EquivalentUpTo):
            assert verdict.matched is not None, f"{sql}\n{other}"
            pair = make_pair(sql, other, open_engine(place.schema, options))
            arrangement = tuple(at - 1 for at in verdict.matched.places)
            assert not _contradicts(arrangement, pair, place), f"{sql}\n{other}\n{verdict}"
            proved += 1
    assert proved >= 4, proved


@pytest.mark.parametrize("name", sorted(DDL))
def test_no_claim_is_contradicted(name: str) -> None:
    seen = tally(world(name), f"orders {name}", 30)
    assert seen[Claim.SAME] >= 6 and seen[Claim.DIFFERENT] >= 3, seen


_TWO = "CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER NOT NULL, b INTEGER NOT NULL)"


@pytest.mark.parametrize("columns", ["permuted", "extra"])
def test_an_order_for_each_database_is_neither_equal_nor_different(columns: str) -> None:
    """Of one row the smaller and the larger value are its two values, but in no fixed order."""
    left = "SELECT a, b FROM t ORDER BY id LIMIT 1"
    right = "SELECT min(a, b), max(a, b) FROM t ORDER BY id LIMIT 1"
    verdict = spotit.check(left, right, _TWO, Options(bound=2, columns=Columns(columns)))
    assert isinstance(verdict, Undecided) and "no one order" in verdict.reason.text, verdict
    many = spotit.check(
        "SELECT a, b FROM t", "SELECT min(a, b), max(a, b) FROM t", _TWO, Options(columns=Columns(columns))
    )
    assert isinstance(many, Different) and many.grade.value == "ordinary"


@pytest.mark.parametrize(
    ("left", "right", "options", "expected"),
    [
        ("SELECT a, b FROM t", "SELECT b, a FROM t", Options(), Different),
        ("SELECT a, b FROM t", "SELECT b, a FROM t", Options(columns="permuted"), Equivalent),
        ("SELECT a, b FROM t", "SELECT b, a FROM t", Options(columns="extra"), Equivalent),
        ("SELECT a, b FROM t", "SELECT b, a, id FROM t", Options(columns="permuted"), Different),
        ("SELECT a, b FROM t", "SELECT b, a, id FROM t", Options(columns="extra"), Equivalent),
        ("SELECT b, a, id FROM t", "SELECT a, b FROM t", Options(columns="extra"), Different),
        ("SELECT a FROM t", "SELECT a, abs(b) FROM t", Options(columns="extra"), Different),
        ("SELECT a, b FROM t ORDER BY id", "SELECT b, a FROM t ORDER BY id", Options(semantics="spider"), Equivalent),
        ("SELECT a, b FROM t ORDER BY a DESC", "SELECT b, a FROM t", Options(semantics="spider"), Different),
        ("SELECT a FROM t", "SELECT b, a FROM t", Options(semantics="spider"), Different),
        ("SELECT a FROM t", "SELECT b, a FROM t", Options(semantics="spider", columns="extra"), Equivalent),
        ("SELECT max(a) FROM t", "SELECT min(b), max(a) FROM t", Options(columns="extra"), Equivalent),
    ],
)  # fmt: skip
def test_verdicts(left: str, right: str, options: Options, expected: type) -> None:
    verdict = spotit.check(left, right, _TWO, options)
    assert isinstance(verdict, expected), verdict
    found = verdict.as_dict()
    assert found["columns"] == options.matching.value
    if expected is not Different and options.matching is not Columns.EXACT:
        assert verdict.matched is not None and found["arrangement"] == list(verdict.matched.places)
        assert all(name in right for name in verdict.matched.extra)

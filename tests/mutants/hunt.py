"""Looks for a bug with the comparisons, for a while; exits with 1 and tells how it was found.

Run as a program with a budget in seconds of processor time: `python tests/mutants/hunt.py 20`. The name of a file of
`spotit` as a second argument tells where to look first.
"""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from automata_vs_sqlite.test_classifiers import DIRECTED, directed_disagreements, disagreements
from automata_vs_sqlite.test_pools import gaps
from claims_vs_brute_force.claim_cases import overclaimed_size, overclaimed_text
from claims_vs_brute_force.plan_proofs import attack as attack_proofs
from claims_vs_brute_force.rewrite_proofs import GROUNDS, attack_plans
from claims_vs_brute_force.test_plan_proofs import wrongly_proved
from claims_vs_brute_force.test_thresholds import wrong_thresholds
from claims_vs_brute_force.test_tiny_worlds import tally
from claims_vs_brute_force.test_unbounded_claims import TEXT_DDL, attack_size, attack_text
from claims_vs_brute_force.tiny_worlds import DDL as WORLDS
from claims_vs_brute_force.tiny_worlds import World, world
from expressions_vs_sqlite.scalar_rules import systematic
from expressions_vs_sqlite.test_floating_point import (
    GROUP_PARTS,
    ROW_PARTS,
    attack_free_results,
    changed,
    rewritten,
    sweep_quotients,
    test_overflow_is_not_overlooked,
)
from expressions_vs_sqlite.test_machine_numbers import sweep_expressions
from expressions_vs_sqlite.test_scalars import check, check_directed, check_rules
from generate.recursion import FIXED
from generate.schema import DDL
from generate.windows import DETERMINED, OPEN
from queries.directed import DIRECTED as QUERIES
from rules_vs_sqlite.directed import DIRECTED as RULED
from rules_vs_sqlite.near_misses import DDL as MISSES
from rules_vs_sqlite.templates import sweep_templates
from rules_vs_sqlite.test_near_misses import wrongly_applied
from rules_vs_sqlite.test_rules import held
from rules_vs_sqlite.test_rules import sweep as sweep_rules
from rules_vs_sqlite.world import World as RuleWorld
from spotit import load_schema
from spotit.plan.isomorphic import isomorphic
from spotit.selftest.sweep import SweepSummary, directed, ground, sweep, sweep_made, try_query
from spotit.smt.terms.term import Terms
from terms_vs_sqlite.permitted import sweep_open, wrongly_forbidden, wrongly_permitted
from terms_vs_sqlite.test_composite_text import CASES as COMPOSITES
from terms_vs_sqlite.test_constraint_terms import (
    check_mixed_keys,
    sweep_constraints,
    test_valid_dates_are_those_of_the_calendar,
)
from terms_vs_sqlite.test_difference_terms import open_on_one_side, sweep_pairs
from terms_vs_sqlite.test_group_concat import CASES as JOINED
from terms_vs_sqlite.test_open_results import CASES, is_open
from terms_vs_sqlite.test_orders import MAKERS
from terms_vs_sqlite.test_row_pairs import sweep_pairs as sweep_row_pairs
from unit.test_isomorphic import OTHERS, plan

Piece = Callable[[int], str]
"""Looks with a seed; returns what was found, the empty string if nothing."""

_worlds: dict[str, World] = {}


def _open_results(seed: int) -> str:
    return next((f"{sql} {rows}" for sql, rows, expected in CASES if is_open(sql, rows) is not expected), "")


def _told(seen: SweepSummary) -> str:
    if seen.crashes:
        return f"crash\n{seen.crashes[0]}"
    if seen.mismatches:
        return str(seen.mismatches[0])
    return f"{seen.unfit} databases do not fit" if seen.unfit else ""


def _directed(seed: int) -> str:
    return _told(directed(QUERIES, seed=1, databases=60))


def _fixed(cases: tuple[tuple[str, str], ...], databases: int) -> Piece:
    def piece(seed: int) -> str:
        places = {name: ground(name) for name in {name for name, _ in cases}}
        for name, sql in cases:
            found = _told(try_query(places[name], sql, Random(f"{seed} {sql}"), databases, (2, 3)))
            if found:
                return found
        return ""

    return piece


def _ties(seed: int) -> str:
    """Look whether window queries are open on some database, or on none, as they should be."""
    place = ground("plain")
    for cases, expected in ((DETERMINED, False), (OPEN, True)):
        for schema, sql in cases:
            seen = try_query(place if schema == "plain" else ground(schema), sql, Random(sql), 60, (3,))
            if seen.mismatches or (seen.ambiguous > 0) is not expected:
                return f"{sql} is open on {seen.ambiguous} of {seen.cases}"
    return ""


def _quietly(function: Callable[[], object]) -> Piece:
    """Return a piece from what fails by an exception."""

    def piece(seed: int) -> str:
        function()
        return ""

    return piece


def _queries(name: str) -> Piece:
    return lambda seed: _told(sweep([name], seed=1000 + seed, queries=20, databases=10))


def _made(name: str) -> Piece:
    def piece(seed: int) -> str:
        return _told(sweep_made(MAKERS[name], seed=f"hunt {seed} {name}", queries=40, databases=15, heights=(2, 3)))

    return piece


def _permitted(name: str) -> Piece:
    return lambda seed: sweep_open(MAKERS[name], seed=f"hunt {seed} {name}", queries=25)[1]


def _constraints(name: str) -> Piece:
    def piece(seed: int) -> str:
        sweep_constraints(name, f"hunt {seed} {name}", 60)
        return ""

    return piece


def _scalars(finite: bool) -> Piece:
    def piece(seed: int) -> str:
        check(5000 + seed, 120, finite=finite)
        return ""

    return piece


def _rules(seed: int) -> str:
    check_rules(Random(seed).sample(systematic(), 300))
    return ""


def _quotients(seed: int) -> str:
    sweep_quotients(f"hunt {seed}", 25)
    return ""


def _free_results(seed: int) -> str:
    for parts in (ROW_PARTS, GROUP_PARTS):
        for rewrite in (rewritten, changed):
            attack_free_results(parts, f"hunt {seed}", 60, rewrite)
    return ""


def _pairs(name: str) -> Piece:
    def piece(seed: int) -> str:
        sweep_pairs(name, f"hunt {seed} {name}", 10)
        return ""

    return piece


def _row_pairs(name: str) -> Piece:
    def piece(seed: int) -> str:
        sweep_row_pairs(name, f"hunt {seed} {name}", 20)
        return ""

    return piece


def _texts(seed: int) -> str:
    attack_text(load_schema(TEXT_DDL), f"hunt {seed}", 20, 60)
    return ""


def _sizes(name: str) -> Piece:
    def piece(seed: int) -> str:
        attack_size(name, f"hunt {seed} {name}", 4)
        return ""

    return piece


def _brute(name: str) -> Piece:
    def piece(seed: int) -> str:
        if name not in _worlds:
            _worlds[name] = world(name)
        seen = tally(_worlds[name], f"hunt {seed} {name}", 4)
        if seen.contradicted:
            return seen.contradicted[0]
        return "\n".join(seen.spurious[0]) if seen.spurious else ""

    return piece


def _directed_conditions(seed: int) -> str:
    return next((condition for condition in DIRECTED if directed_disagreements(condition)), "")


def _conditions(subject: str) -> Piece:
    def piece(seed: int) -> str:
        wrong = [found for number in range(15) for found in disagreements(subject, 100 * seed + number, 6)[0]]
        return str(wrong[0]) if wrong else ""

    return piece


def _pools(subject: str) -> Piece:
    def piece(seed: int) -> str:
        missing = [found for number in range(30) for found in gaps(subject, 100 * seed + number)]
        return str(missing[0]) if missing else ""

    return piece


def _rewriting_by_hand(seed: int) -> str:
    """Look whether rules go wrong on the queries written for them, or are applied where they must not be."""
    return next((found for rule in RULED for found in held(rule, 12).wrong), "") or wrongly_applied()


def _same_plans(seed: int) -> str:
    return next((f"{left}\n{right}" for left, right in OTHERS if isomorphic(plan(left), plan(right))), "")


def _rewriting(name: str) -> Piece:
    return lambda seed: next(iter(sweep_rules(name, f"hunt {seed}", 40, 4).wrong), "")


def _proofs(name: str) -> Piece:
    return lambda seed: next(iter(attack_proofs(name, f"hunt {seed}", 30, 12, 6).wrong), "")


def _rewrites(name: str) -> Piece:
    return lambda seed: next(attack_plans(name, f"hunt {seed}", 1, 12), "")


def _of(title: str, make: Callable[[str], Piece], names: tuple[str, ...]) -> dict[str, Piece]:
    return {f"{title}, {name}": make(name) for name in names}


ONCE: dict[str, Piece] = {
    "open results": _open_results,
    "directed": _directed,
    "dates": _quietly(test_valid_dates_are_those_of_the_calendar),
    "constraints, mixed": _quietly(check_mixed_keys),
    "pairs, one open": _quietly(open_on_one_side),
    "permitted, by hand": lambda seed: (
        wrongly_permitted(ground("plain").setting) or wrongly_forbidden(ground("plain").setting)
    ),
    "windows, ties": _ties,
    "scalar, directed": _quietly(lambda: check_directed(1)),
    "recursion, fixed": _fixed(FIXED, 12),
    "group_concat, fixed": _fixed(JOINED, 20),
    "composites, fixed": _fixed(COMPOSITES, 15),
    "floating point, overflow": _quietly(test_overflow_is_not_overlooked),
    "conditions, directed": _directed_conditions,
    "rewriting, by hand": _rewriting_by_hand,
    "rewriting, same plans": _same_plans,
    "thresholds": lambda seed: wrong_thresholds(),
    "proofs, by hand": lambda seed: wrongly_proved(),
    "claims, size": lambda seed: overclaimed_size(),
    "claims, text": lambda seed: overclaimed_text(),
}
AGAIN: dict[str, Piece] = {
    **_of("constraints", _constraints, tuple(DDL)),
    **_of("queries", _queries, tuple(DDL)),
    "scalar, symbolic": _scalars(False),
    "scalar, finite": _scalars(True),
    "scalar, rules": _rules,
    "floating point, quotients": _quotients,
    "floating point, free": _free_results,
    "machine numbers": lambda seed: _quietly(lambda: sweep_expressions(f"hunt {seed}", 30))(seed),
    **_of("made", _made, tuple(MAKERS)),
    **_of("pairs", _pairs, tuple(DDL)),
    **_of("row pairs", _row_pairs, tuple(DDL)),
    **_of("permitted", _permitted, tuple(MAKERS)),
    **_of("conditions", _conditions, ("x", "n")),
    **_of("pools", _pools, ("x", "n")),
    **_of("rewriting", _rewriting, tuple(DDL)),
    "rewriting, templates": lambda seed: next(
        iter(sweep_templates(RuleWorld(MISSES), f"hunt {seed}", 500, 6).wrong), ""
    ),
    **_of("proofs", _proofs, tuple(DDL)),
    **_of("rewrites", _rewrites, tuple(GROUNDS)),
    "claims, texts": _texts,
    **_of("claims, sizes", _sizes, ("plain", "cycle", "composite")),
    **_of("brute force", _brute, tuple(WORLDS)),
}

_WINDOWS = ("windows, ties", "directed", "made, windows", "permitted, windows")
_SCALARS = ("scalar, directed", "directed", "scalar, symbolic", "scalar, finite", "scalar, rules")
_ORDERS = ("open results", "directed", "pairs, one open", "made, orders", "permitted, by hand", "permitted, orders")
_JOINED = ("directed", "group_concat, fixed", "made, group_concat", "composites, fixed", "made, composites")
_LOWERED = ("queries, odd", "queries, plain", "queries, collated", "scalar, finite", "made, orders", "directed")
_PAIRS = ("pairs, one open", "pairs, plain", "pairs, odd", "pairs, collated")
_CLAIMS = ("thresholds", "claims, text", "claims, size", "claims, texts")
_DOUBLES = ("floating point, overflow", "floating point, quotients", "floating point, free", "machine numbers")
_CONSTRAINTS = ("dates", "constraints, mixed", *(f"constraints, {name}" for name in DDL), "brute force, dated")
_AUTOMATA = ("conditions, directed", "conditions, x", "pools, x", "conditions, n", "pools, n", "claims, text")
_REWRITING = (
    "rewriting, by hand",
    "rewriting, templates",
    *(f"rewriting, {name}" for name in DDL),
    "rewriting, same plans",
)
_PROOFS = ("proofs, by hand", *(f"rewrites, {name}" for name in GROUNDS), *(f"proofs, {name}" for name in DDL))
_FIRST: dict[str, tuple[str, ...]] = {
    "automata": _AUTOMATA,
    "plan/facts": _REWRITING,
    "plan/isomorphic": ("rewriting, same plans",),
    "plan/rules": _REWRITING,
    "plan/value_uses": _CLAIMS,
    "plan/uses": _CLAIMS,
    "search/prove": _CLAIMS,
    "search/prove/matching": _PROOFS,
    "sql": _LOWERED,
    "schema": _CONSTRAINTS,
    "symbolic/constraints": _CONSTRAINTS,
    "symbolic/database": _CONSTRAINTS,
    "symbolic/dates": _SCALARS,
    "symbolic/difference": (*_PAIRS, "row pairs, plain", "row pairs, cycle"),
    "symbolic/row_pairs": ("row pairs, plain", "row pairs, cycle"),
    "search/prove/same_plan": ("proofs, by hand",),
    "symbolic/encode": _PAIRS,
    "symbolic/execution": (*_ORDERS, "recursion, fixed", *_JOINED),
    "symbolic/expressions": _SCALARS,
    "symbolic/operators": _SCALARS,
    "symbolic/operators/double": _DOUBLES,
    "symbolic/operators/int64": ("machine numbers", *_SCALARS),
    "symbolic/operators/rounding": ("machine numbers",),
    "symbolic/operators/sums": (*_ORDERS, *_DOUBLES),
    "dialect/number_text": _JOINED,
    "symbolic/relations": ("directed", "made, orders"),
    "symbolic/relations/aggregates": _ORDERS,
    "symbolic/relations/group_by": _ORDERS,
    "symbolic/relations/group_concat": _JOINED,
    "symbolic/relations/limit": _ORDERS,
    "symbolic/relations/recursion": ("recursion, fixed", "directed", "made, recursion", "permitted, recursion"),
    "symbolic/relations/window": _WINDOWS,
    "symbolic/rows/ordering": _ORDERS,
    "symbolic/text": _JOINED,
    "symbolic/text/layout_functions": _SCALARS,
    "symbolic/text/like_glob": _SCALARS,
    "symbolic/values": _SCALARS,
}
"""Where a bug is likely to be seen: of the beginnings of a module's path the longest decides."""


def first_pieces(file: str) -> tuple[str, ...]:
    """Return the pieces that suit a file, named as under `spotit`."""
    return _FIRST.get(max((start for start in _FIRST if file.startswith(start)), key=len, default=""), ())


def steps(file: str) -> Iterator[tuple[str, Callable[[], str]]]:
    """Yield small pieces of the comparisons, each time with new seeds, without end; first those that suit the file."""
    every = ONCE | AGAIN
    first = first_pieces(file)
    for title in first:
        yield title, lambda t=title: every[t](0)  # type: ignore[misc]
    for title in first:
        if title in AGAIN:
            yield title, lambda t=title: every[t](1)  # type: ignore[misc]
    for title in ONCE:
        if title not in first:
            yield title, lambda t=title: every[t](0)  # type: ignore[misc]
    seed = 2
    while True:
        for title in AGAIN:
            # Enumerating worlds takes long and mostly finds what the others have found: it comes after two rounds.
            if not title.startswith("brute force") or seed > 2:
                yield title, lambda t=title, s=seed: every[t](s)  # type: ignore[misc]
        seed += 1


def hunt(budget: float, file: str = "") -> str:
    """Return what was found, the empty string when nothing was within the budget."""
    start = time.process_time()
    for title, step in steps(file):
        if time.process_time() - start > budget:
            return ""
        try:
            with Terms():
                found = step()
        except Exception:  # a mutant may fail in any way
            found = traceback.format_exc()
        if found:
            return f"{title}: {found}"
    return ""


if __name__ == "__main__":
    story = hunt(float(sys.argv[1]), *sys.argv[2:])
    print(story)
    raise SystemExit(1 if story else 0)

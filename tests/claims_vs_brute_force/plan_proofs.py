"""Proofs from plans alone, made without any look at concrete databases, and attacks on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from random import Random

from generate.pairs import Rewrites, mutants
from generate.query import Queries
from spotit.database import Database, Failure
from spotit.engine.compare import close, degenerate, same
from spotit.engine.failures import QueryError
from spotit.engine.open import open_engine, system
from spotit.errors import InvalidSql
from spotit.options import Options, Semantics
from spotit.reason import EqualParts, SamePlan
from spotit.search.pair import Pair, make_pair
from spotit.search.prove.matching.equal_parts import equal_parts
from spotit.search.prove.same_plan import NormalForms, same_plan
from spotit.selftest.sweep import ground
from spotit.work import Work

WORK = 1.0
UNTYPED = ("mixed",)
"""Schemas whose generated columns hold what their types do not say."""


def planned(left: str, right: str, schema: object, semantics: Semantics, *, degenerate: bool = True) -> Pair | None:
    """Return the pair if SQLite accepts both queries and both have plans; with `degenerate` every difference counts."""
    options = Options(semantics=semantics, degenerate=degenerate)
    try:
        pair = make_pair(left, right, open_engine(schema, options))  # type: ignore[arg-type]
    except (QueryError, InvalidSql):
        return None
    return pair if pair.plans is not None else None


def proof_of(pair: Pair, *, typed: bool = True) -> SamePlan | EqualParts | None:
    """Return the proof that the plans of a pair alone give; if not `typed`, one that takes no type for granted."""
    assert pair.plans is not None
    forms = NormalForms(pair.plans, pair.schema, pair.options)
    found = same_plan(forms)
    if found is not None:
        return found
    shown = equal_parts(forms, pair.samples_at(1), Work().allow(WORK))
    return None if shown is None or (shown.assumptions and not typed) else shown.proof


def contradiction(pair: Pair, databases: Iterable[Database]) -> Database | None:
    """Return a database on which the queries of a pair differ by more than rounding."""
    for database in databases:
        results = pair.results(database)
        if results is None or pair.agree(results):
            continue
        if isinstance(results.left, Failure) or isinstance(results.right, Failure):
            return database
        if not pair.options.degenerate and degenerate(results.left, results.right, pair.options.semantics):
            continue
        if not close(results.left, results.right, pair.options.semantics, ordered=pair.ordered):
            return database
    return None


@dataclass(slots=True)
class Attacked:
    """What an attack on many pairs came to."""

    pairs: int = 0
    proofs: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


def attack(name: str, seed: str, pairs: int, databases: int, rows: int = 12) -> Attacked:
    """Prove what can be proved of random pairs by plans alone, and hold it against databases of many rows."""
    place, random = ground(name), Random(f"{seed} {name}")
    total = Attacked()
    for left, right, semantics in _pairs(random, place, pairs):
        pair = planned(left, right, place.schema, semantics)
        proof = None if pair is None else proof_of(pair, typed=name not in UNTYPED)
        total.pairs += pair is not None
        if pair is None or proof is None or proof.open:
            continue
        total.proofs[type(proof).__name__] += 1
        found = contradiction(pair, (place.databases.draw(random, rows) for _ in range(databases)))
        if found is not None:
            script = system().script(found, place.schema)
            total.wrong.append(f"{left}\n{right}\n{semantics} {proof.text}\n{proof.left}\n{proof.right}\n{script}")
    return total


def _pairs(random: Random, place: object, count: int) -> Iterator[tuple[str, str, Semantics]]:
    """Yield rewrites, and queries beside small changes of them."""
    writer = Queries(random, place.schema, place.pools)  # type: ignore[attr-defined]
    rewrites = Rewrites(Queries(random, place.schema, place.pools))  # type: ignore[attr-defined]
    for _ in range(count):
        semantics = random.choice((Semantics.SET, Semantics.BAG, Semantics.BAG, Semantics.LIST))
        if random.random() < 0.3:
            pair = rewrites.pair()
            yield pair.left, pair.right, semantics
        else:
            left = writer.query(random.randint(1, 3))
            yield left, next(mutants(left, random), left), semantics


__all__ = ["Attacked", "attack", "contradiction", "planned", "proof_of", "same"]

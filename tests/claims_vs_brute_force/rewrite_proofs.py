"""Verdicts on random rewrites of every kind and their near misses, and attacks on proofs for every database."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from random import Random

import spotit
from claims_vs_brute_force.plan_proofs import contradiction, planned, proof_of
from claims_vs_brute_force.tiny_worlds import DDL as TINY
from claims_vs_brute_force.tiny_worlds import World, world
from generate.database import Databases
from generate.rewrites.every_kind import KINDS, Rewrite, rewrite
from generate.schema import DDL, Pools, pools
from queries import textbook
from spotit.database import Database
from spotit.engine.open import open_engine, system
from spotit.options import Options, Semantics
from spotit.schema import Schema
from spotit.schemas.load import schema_from_ddl
from spotit.search.pair import Pair, make_pair
from spotit.symbolic.ledger import NULL_ROWS

GROUNDS = {"company": textbook.DDL, **{name: DDL[name] for name in ("shop", "cycle", "composite", "plain")}}
"""Schemas over which rewrites are written, and databases of many rows drawn."""
TINY_GROUNDS = tuple(sorted(TINY))
"""Schemas of which every tiny database is tried."""
SEMANTICS = (Semantics.SET, Semantics.BAG)
_RANK = {Semantics.SET: 0, Semantics.BAG: 1}


@dataclass(frozen=True, slots=True)
class Place:
    """A schema with the values that its columns take."""

    schema: Schema
    pools: Pools
    databases: Databases


def place(name: str) -> Place:
    """Return one of the grounds."""
    schema = schema_from_ddl(GROUNDS[name])
    values = pools(schema)
    return Place(schema, values, Databases(schema, values))


@dataclass(slots=True)
class Figures:
    """What a series of rewrites came to."""

    words: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """Semantics, kind and verdict of rewrites that keep the meaning."""
    near: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """Semantics, kind and verdict of near misses."""
    attacked: int = 0
    compared: int = 0
    wrong: list[str] = field(default_factory=list)
    missed: list[tuple[str, str, str, str, str, str]] = field(default_factory=list)
    """Ground, semantics, kind, verdict and the queries of what is not proved for every database."""

    def share(self, semantics: Semantics, *words: str) -> float:
        """Return the share of the rewrites with one of these verdicts."""
        whole = sum(count for (one, _, _), count in self.words.items() if one == semantics)
        part = sum(count for (one, _, word), count in self.words.items() if one == semantics and word in words)
        return part / max(whole, 1)


def holds(case: Rewrite, semantics: Semantics) -> bool:
    """Tell whether the rewrite keeps the meaning under these semantics."""
    return _RANK[semantics] <= _RANK[case.case.semantics]


def judge(figures: Figures, ground: str, here: Place, case: Rewrite, semantics: Semantics, attack: Iterable[Database],
          timeout: float = 10.0) -> None:  # fmt: skip
    """Check a rewrite; what is proved for every database is held against databases."""
    left, right = case.case.left, case.case.right
    options = Options(semantics=semantics, timeout=timeout)
    verdict = spotit.check(left, right, here.schema, options)
    word = str(verdict.as_dict()["verdict"])
    figures.words[semantics, case.kind, word] += 1
    if word in ("different", "invalid", "unsupported"):
        figures.wrong.append(f"{case.kind} {ground} {semantics}: {word}\n{left}\n{right}\n{verdict}")
    elif word == "equivalent":
        # A proof that does not name it as a premise tells no row from a row of NULLs.
        strict = NULL_ROWS not in verdict.assumptions
        pair = make_pair(left, right, open_engine(here.schema, Options(semantics=semantics, degenerate=strict)))
        _held(figures, ground, pair, attack)
    else:
        figures.missed.append((ground, semantics, case.kind, word, left, right))


def judge_near(figures: Figures, ground: str, here: Place, case: Rewrite, semantics: Semantics,
               attack: Iterable[Database]) -> None:  # fmt: skip
    """Hold a proof of a near miss against databases, one of which mostly tells the queries apart."""
    queries = case.case.near_left, case.case.near_right
    pair = planned(*queries, here.schema, semantics)
    assert pair is not None, queries
    proof = proof_of(pair)
    found = contradiction(pair, attack)
    word = "told apart" if found is not None else "not told apart"
    figures.near[semantics, case.kind, word] += 1
    if proof is not None and found is not None and not proof.open:
        figures.wrong.append(f"near miss {case.kind} {ground} {semantics}\n{queries}\n{proof.text}\n{found.tables}")


def _held(figures: Figures, ground: str, pair: Pair, attack: Iterable[Database]) -> None:
    databases = list(attack)
    figures.attacked += 1
    figures.compared += len(databases)
    found = contradiction(pair, databases)
    if found is not None:
        script = system().script(found, pair.schema)
        figures.wrong.append(f"PROVED {ground} {pair.options.semantics}\n{pair.left_sql}\n{pair.right_sql}\n{script}")


def run(seed: str, each: int, databases: int, *, rows: int = 12, grounds: Iterable[str] = tuple(GROUNDS),
        kinds: Iterable[str] = tuple(KINDS), wrapped: float = 0.3) -> Figures:  # fmt: skip
    """Judge `each` rewrites of each kind over each ground, under all semantics under which they hold."""
    figures = Figures()
    for ground in grounds:
        here, random = place(ground), Random(f"{seed} {ground}")
        for kind in kinds:
            for case in _cases(kind, random, here.schema, here.pools, each, wrapped):
                for semantics in SEMANTICS:
                    drawn = [here.databases.draw(random, rows) for _ in range(databases)]
                    if holds(case, semantics):
                        judge(figures, ground, here, case, semantics, drawn)
                    if _RANK[semantics] >= _RANK[case.case.near]:
                        judge_near(figures, ground, here, case, semantics, drawn)
    return figures


def run_tiny(seed: str, each: int, *, grounds: Iterable[str] = TINY_GROUNDS, most: int = 4000) -> Figures:
    """Judge rewrites over tiny schemas, and hold proofs against every database of up to two rows a table."""
    figures = Figures()
    for ground in grounds:
        made: World = world(ground)
        here, random = Place(made.schema, made.pools, Databases(made.schema, made.pools)), Random(f"{seed} {ground}")
        every = made.databases
        for kind in KINDS:
            for case in _cases(kind, random, made.schema, made.pools, each, 0.2):
                for semantics in SEMANTICS:
                    drawn = every if len(every) <= most else random.sample(every, most)
                    if holds(case, semantics):
                        judge(figures, ground, here, case, semantics, drawn)
                    if _RANK[semantics] >= _RANK[case.case.near]:
                        judge_near(figures, ground, here, case, semantics, drawn)
    return figures


def attack_plans(ground: str, seed: str, each: int, databases: int, *, rows: int = 6) -> Iterator[str]:
    """Yield proofs by plans alone, of rewrites and of near misses, that a database contradicts."""
    here, random = place(ground), Random(f"{seed} {ground}")
    for kind in KINDS:
        for case in _cases(kind, random, here.schema, here.pools, each, 0.2):
            told = case.case
            for queries in ((told.left, told.right), (told.near_left, told.near_right)):
                semantics = random.choice(SEMANTICS)
                pair = planned(*queries, here.schema, semantics, degenerate=random.random() < 0.5)
                proof = None if pair is None else proof_of(pair)
                if pair is None or proof is None or proof.open:
                    continue
                found = contradiction(pair, (here.databases.draw(random, rows) for _ in range(databases)))
                if found is not None:
                    yield f"{case.kind} {semantics}\n{queries[0]}\n{queries[1]}\n{proof.text}\n{found.tables}"


def _cases(kind: str, random: Random, schema: Schema, values: Pools, each: int, wrapped: float) -> Iterator[Rewrite]:
    for _ in range(each):
        case = rewrite(kind, random, schema, values, wrapped=wrapped)
        if case is not None:
            yield case

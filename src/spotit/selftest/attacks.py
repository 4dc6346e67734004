"""The attacks: each makes some queries from a random source, and holds what SpotIt says about them against SQLite."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from random import Random

from spotit.api import check
from spotit.database import Database, Outcome, Rows, Value
from spotit.dialect.types import NUMBER_KINDS
from spotit.dialect.wording import literal
from spotit.engine.compare import close, degenerate, same
from spotit.engine.failures import ConstraintViolation, QueryError
from spotit.engine.open import system
from spotit.errors import InvalidSql, UnsupportedSql
from spotit.frozen import frozen
from spotit.options import Options, Semantics
from spotit.plan.facts.choices import open_choices
from spotit.plan.facts.schema_facts import Facts
from spotit.plan.facts.seen import seen_by
from spotit.plan.rules.normal_form import normal_form
from spotit.reason import EnoughRows, EqualParts, SamePlan
from spotit.schema import Schema
from spotit.search.pair import Pair, make_pair
from spotit.search.prove.matching.equal_parts import equal_parts
from spotit.search.prove.same_plan import NormalForms, same_plan
from spotit.search.witness.open_results import is_open
from spotit.search.witness.replay import read_witness, replay, saved
from spotit.selftest.agreement import Answer, prepare_plan, same_bag
from spotit.selftest.generate.composite_text import Composites
from spotit.selftest.generate.group_concat import Concatenations
from spotit.selftest.generate.orders import Orders
from spotit.selftest.generate.pairs import Rewrites, mutants
from spotit.selftest.generate.query import Queries
from spotit.selftest.generate.recursion import Recursions
from spotit.selftest.generate.schema import DDL
from spotit.selftest.generate.windows import GROUNDS, Windows
from spotit.selftest.minimise import fewer_rows
from spotit.selftest.sweep import SECONDS, Ground, at_most, ground, try_query
from spotit.smt.terms.term import Terms
from spotit.sql import lower_query
from spotit.symbolic.execution import GivenUp, NeedsFinite
from spotit.verdict import Different, Equivalent, EquivalentUpTo, Invalid, name
from spotit.work import Work

CLAIM_SECONDS = 3.0
"""For one check."""
_WORK = 3.0
"""Work that one proof may take."""
_PROOFS = {SamePlan: "same plan", EqualParts: "equal parts", EnoughRows: "enough rows"}


@frozen
class Flaw:
    """Something that SpotIt says and SQLite does not."""

    attack: str
    what: str
    queries: tuple[str, ...]
    script: str
    """A schema and rows, as few as were found, on which it shows."""


@dataclass(slots=True)
class Tally:
    """What an attack came to."""

    queries: int = 0
    cases: int = 0
    """Queries or pairs, each on one database."""
    refused: int = 0
    """Queries that SpotIt or SQLite does not take, or that take too long."""
    words: Counter[str] = field(default_factory=Counter)
    """Verdicts, or rules that were applied."""
    flaws: list[Flaw] = field(default_factory=list)


Attack = Callable[[Random, Tally], Iterator[str]]
"""Tries one query or pair and yields its texts."""


@lru_cache(maxsize=len(DDL))
def place_of(schema: str) -> Ground:
    """Return a schema with an engine and databases."""
    return ground(schema)


def _window(random: Random) -> tuple[str, str]:
    chosen = random.choice(GROUNDS)
    return chosen.schema, Windows(random, chosen).query()


def _plain(random: Random) -> tuple[str, str]:
    schema = random.choice(sorted(DDL))
    place = place_of(schema)
    return schema, Queries(random, place.schema, place.pools).query(random.randint(1, 3))


WRITERS: Mapping[str, Callable[[Random], tuple[str, str]]] = {
    "queries": _plain,
    "windows": _window,
    "recursion": lambda random: Recursions(random).query(),
    "GROUP_CONCAT": lambda random: Concatenations(random).query(),
    "text put together": lambda random: ("plain", Composites(random).query()),
    "orders": lambda random: Orders(random).query(),
}
"""What writes a query, with the name of its schema."""


def attack_encoder(random: Random, tally: Tally) -> Iterator[str]:
    """Evaluate the terms of a query's result on databases, and run the query on them."""
    schema, sql = WRITERS[random.choice(sorted(WRITERS))](random)
    place = place_of(schema)
    yield sql
    seen = try_query(place, sql, random, 40)
    tally.cases += seen.cases
    tally.refused += not seen.cases
    for mismatch in seen.mismatches:
        what = f"the terms of a query give {mismatch.answer.blocks}, SQLite gives {mismatch.found}"
        script = system().script(mismatch.database, place.schema)
        tally.flaws.append(Flaw("encoder", what, (sql,), script))


def attack_rules(random: Random, tally: Tally) -> Iterator[str]:
    """Rewrite a query's plan by all rules, evaluate it on databases, and run the query on them."""
    schema, sql = _plain(random)
    place = place_of(schema)
    yield sql
    semantics = random.choice((Semantics.SET, Semantics.BAG))
    query = lower_query(sql, place.schema, now=None)
    facts = Facts(place.schema)
    if open_choices(query.rel, seen_by(semantics), facts):
        tally.refused += 1
        return
    normal = normal_form(query.rel, seen_by(semantics), facts)
    tally.words.update({step.rule for step in normal.steps})
    prepared = prepare_plan(replace(query, rel=normal.rel), place.setting, 3)
    for _ in range(25):
        database = place.databases.draw(random, 3)
        place.engine.load(database)
        found = place.engine.run(sql).rows
        answer = prepared.answer(database)
        if answer is None or answer.ambiguous or not answer.lawful:
            continue
        tally.cases += 1
        if not _alike(answer, found, semantics):
            rules = ", ".join(dict.fromkeys(step.rule for step in normal.steps))
            what = f"rewritten by {rules}, the plan gives {answer.rows}, SQLite gives {found} ({semantics.value})"
            tally.flaws.append(Flaw("rules", what, (sql,), system().script(database, place.schema)))
            return


def attack_claims(random: Random, tally: Tally) -> Iterator[str]:
    """Check a query against a rewriting or a mutant of it, and look for a database that contradicts the verdict."""
    place, left, right, semantics = _two(random)
    yield from (left, right)
    options = Options(bound=2, semantics=semantics, timeout=CLAIM_SECONDS, seed=random.randrange(1000))
    verdict = check(left, right, place.schema, options)
    tally.words[name(verdict)] += 1
    match verdict:
        case Invalid():
            tally.refused += 1
        case Different():
            tally.cases += 1
            _confirm(place, (left, right), options, verdict, tally)
        case Equivalent() | EquivalentUpTo():
            rows = 2 if isinstance(verdict, EquivalentUpTo) else 5
            if isinstance(verdict, Equivalent):
                tally.words[_PROOFS[type(verdict.reason)]] += 1
            yield from _contradicted(place, (left, right), options, rows, random, tally, name(verdict))


def _two(random: Random) -> tuple[Ground, str, str, Semantics]:
    """Return a query with a rewriting or a mutant of it."""
    place = place_of(random.choice(sorted(DDL)))
    writer = Queries(random, place.schema, place.pools)
    if random.random() < 0.5:
        made = Rewrites(writer).pair()
        return place, made.left, made.right, made.semantics
    left = writer.query(2)
    return place, left, next(mutants(left, random), left), random.choice((Semantics.SET, Semantics.BAG))


def _confirm(place: Ground, queries: tuple[str, str], options: Options, verdict: Different, tally: Tally) -> None:
    """Run both queries once more on the witness, as its script makes it."""
    replayed = replay(read_witness(saved(verdict)))
    if replayed.agree:
        what = f"different ({options.semantics.value}), but on the witness both return {replayed.left}"
        script = system().script(verdict.witness.database, place.schema)
        tally.flaws.append(Flaw("claims", what, queries, script))


def attack_proofs(random: Random, tally: Tally) -> Iterator[str]:
    """Ask for a proof alone, with nothing that looks for a witness first, and look for a database against it."""
    place, left, right, semantics = _two(random)
    yield from (left, right)
    options = Options(bound=2, semantics=semantics)
    place.engine.options = options
    pair = make_pair(left, right, place.engine)
    if pair.plans is None:
        tally.refused += 1
        return
    forms = NormalForms(pair.plans, pair.schema, options)
    shown = equal_parts(forms, pair.samples_at(1), Work().allow(_WORK))
    proofs = [proof for proof in (same_plan(forms), shown.proof if shown else None) if proof is not None]
    for proof in proofs:
        tally.words[_PROOFS[type(proof)]] += 1
        tally.words.update({step.rule for step in (*proof.left, *proof.right)})
    if not proofs:
        tally.words["no proof"] += 1
    elif not any(proof.open for proof in proofs):
        yield from _contradicted(place, (left, right), options, 5, random, tally, _PROOFS[type(proofs[0])])


def _contradicted(
    place: Ground, queries: tuple[str, str], options: Options, rows: int, random: Random, tally: Tally, claim: str
) -> Iterator[str]:
    place.engine.options = options
    pair = make_pair(*queries, place.engine)
    for _ in range(60):
        database = place.databases.draw(random, rows)
        if not _typed(database, place.schema):
            continue
        tally.cases += 1
        if _differs(pair, database):
            small = fewer_rows(database, lambda tried: _differs(pair, tried))
            script = system().script(small, place.schema)
            tally.flaws.append(
                Flaw("claims", f"{claim} ({options.semantics.value}), but results differ", queries, script)
            )
            return
    yield from ()


def _differs(pair: Pair, database: Database) -> bool:
    """Tell whether SQLite shows a difference that a proof does not allow for."""
    try:
        results = pair.results(database)
    except (ConstraintViolation, QueryError):
        return False
    if results is None:
        return False
    left, right = results.left, results.right
    semantics, ordered, columns = pair.options.semantics, pair.ordered, pair.options.columns
    if same(left, right, semantics, ordered=ordered, columns=columns):
        return False
    return not _excused(left, right, pair) and not is_open(pair, database)


def _excused(left: Outcome, right: Outcome, pair: Pair) -> bool:
    """Tell whether two results that differ do so only by rounding, or by a row of NULLs."""
    if not (isinstance(left, Rows) and isinstance(right, Rows)):
        return False
    semantics, ordered, columns = pair.options.semantics, pair.ordered, pair.options.columns
    if degenerate(left, right, semantics, columns):
        return True
    return close(left, right, semantics, ordered=ordered, columns=columns)


def _typed(database: Database, schema: Schema) -> bool:
    """Tell whether columns of numbers hold no texts, as every proof may assume."""
    for table, rows in database.tables.items():
        for place, column in enumerate(rows.columns):
            declared = schema.column((table, column))
            numeric = declared is not None and declared.kind in NUMBER_KINDS
            if numeric and any(isinstance(row[place], str | bytes) for row in rows.rows):
                return False
    return True


def _alike(answer: Answer, found: tuple[tuple[Value, ...], ...], semantics: Semantics) -> bool:
    if semantics is Semantics.BAG:
        return same_bag(answer.rows, found)
    columns = tuple(f"c{place}" for place in range(len(found[0]) if found else 0))
    return close(Rows(columns, answer.rows), Rows(columns, found), semantics, ordered=False) or same(
        Rows(columns, answer.rows), Rows(columns, found), semantics, ordered=False
    )


ATTACKS: Mapping[str, Attack] = {
    "encoder": attack_encoder,
    "rules": attack_rules,
    "proofs": attack_proofs,
    "claims": attack_claims,
}
"""The attacks by name."""


def attempt(attack: str, seed: str, tally: Tally) -> list[str]:
    """Try one query or pair that the seed makes and return its texts; a crash is a flaw, what takes long is refused."""
    texts: list[str] = []
    tally.queries += 1
    try:
        with at_most(SECONDS), Terms():
            texts += ATTACKS[attack](Random(seed), tally)
    except (QueryError, InvalidSql, UnsupportedSql, GivenUp, NeedsFinite, TimeoutError):
        tally.refused += 1
    except Exception as error:
        what = f"an error of SpotIt: {type(error).__name__}: {error} (seed {literal(seed)})"
        tally.flaws.append(Flaw(attack, what, tuple(texts), ""))
    return texts

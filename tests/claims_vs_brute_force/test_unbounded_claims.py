"""Attacks the claims that go furthest: proofs for all text values, and proofs for databases of any size."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import spotit
from claims_vs_brute_force.claim_cases import overclaimed_size, overclaimed_text
from claims_vs_brute_force.claims import Claim, decide
from generate.pairs import mutants
from generate.query import Queries
from generate.schema import DDL
from spotit import Equivalent, Options, load_schema
from spotit.database import Database, Rows
from spotit.engine.failures import QueryError
from spotit.engine.open import open_engine, system
from spotit.schema import Schema
from spotit.selftest.sweep import ground

WORDS = ("", "a", "A", "ab", "aB", "abc", "b", "ba", "an", "xan", "anx", "xany", "10", "9", " a", "a ", "é", "z%", "a_")
TEXT_DDL = "CREATE TABLE t(k INTEGER PRIMARY KEY, s TEXT, u TEXT NOT NULL); CREATE TABLE v(s TEXT)"


def text_condition(random: Random, column: str) -> str:
    """Return a test of a text column."""
    word, other = (random.choice(WORDS).replace("'", "''") for _ in range(2))
    form = random.choice(_FORMS)
    condition = form.format(c=column, w=word, o=other, n=random.choice((0, 1, 2, 3)))
    return f"NOT ({condition})" if random.random() < 0.2 else condition


_FORMS = (
    "{c} = '{w}'", "{c} <> '{w}'", "{c} < '{w}'", "{c} >= '{w}'", "{c} LIKE '{w}%'", "{c} LIKE '%{w}%'",
    "{c} LIKE '{w}_'",
    "{c} LIKE '%{w}'", "{c} GLOB '{w}*'", "{c} GLOB '*{w}*'", "substr({c}, 1, 2) = '{w}'", "substr({c}, -1) = '{w}'",
    "length({c}) = {n}", "length({c}) > {n}", "instr({c}, '{w}') > 0", "instr({c}, '{w}') = {n}", "upper({c}) = '{w}'",
    "lower({c}) LIKE '%{w}%'", "{c} IN ('{w}', '{o}')", "{c} BETWEEN '{w}' AND '{o}'", "{c} = '{w}' COLLATE NOCASE",
    "trim({c}) = '{w}'", "CAST({c} AS INTEGER) = {n}", "{c} > {n}", "{c} = {n}", "{c} LIKE '{w}' OR {c} LIKE '{o}%'",
    "replace({c}, 'a', '') = '{w}'", "{c} || 'x' = '{w}x'", "unicode({c}) = 97", "hex({c}) = '61'", "{c} IS NOT '{w}'",
)  # fmt: skip


def text_query(random: Random) -> str:
    """Return a query whose result hangs on tests of text."""
    condition = text_condition(random, random.choice(("t.s", "t.u")))
    if random.random() < 0.5:
        condition += f" {random.choice(('AND', 'OR'))} {text_condition(random, 't.s')}"
    if random.random() < 0.3:
        op = random.choice(("=", "<", "<>", ">="))
        return f"SELECT t.k FROM t JOIN v ON t.s {op} v.s WHERE {condition}"
    if random.random() < 0.2:
        return f"SELECT {random.choice(('t.s', 'length(t.s)', 'min(t.s)'))} FROM t WHERE {condition}"
    return f"SELECT t.k FROM t WHERE {condition}"


def near_texts(random: Random, sql: str) -> list[str]:
    """Return strings at and around the literals of a query."""
    words = sql.split("'")[1::2] or ["a"]
    found = []
    for _ in range(12):
        word = random.choice(words).strip("%_*")
        at = random.randint(0, len(word))
        letter = random.choice("aAbBxz019 %_é~")
        forms = [word, word + letter, letter + word, word[:at] + letter + word[at:], word[:at], word[at:], letter]
        forms += [word.swapcase(), word + word, word.upper(), word[:at] + word[at + 1 :]]
        forms += [word[:-1] + chr(ord(word[-1:] or "a") + 1)]
        found.append(random.choice(forms))
    return found


def text_databases(random: Random, sql: str, count: int) -> Iterator[Database]:
    """Yield databases of the text schema with strings near the literals of the queries."""
    for _ in range(count):
        texts = near_texts(random, sql)
        rows = tuple((k, random.choice([None, *texts]), random.choice(texts)) for k in range(random.randint(1, 2)))
        others = tuple((random.choice([None, *texts]),) for _ in range(random.randint(0, 2)))
        yield Database({"t": Rows(("k", "s", "u"), rows), "v": Rows(("s",), others)})


def attack_text(schema: Schema, seed: str, pairs: int, databases: int) -> tuple[int, int]:
    """Return how many claims of sameness there were, and how many of them for all text values; fail if one is false."""
    random = Random(seed)
    engine = open_engine(schema, Options(bound=2))
    claims = whole = 0
    for _ in range(pairs):
        left = text_query(random)
        right = next(mutants(left, random), left) if random.random() < 0.5 else _rewritten(left, random)
        case = decide(left, right, engine)
        if case is None or case.claim is not Claim.SAME:
            continue
        claims += 1
        if any(a.column is not None for a in case.found.assumptions):
            continue
        whole += 1
        found = case.difference(text_databases(random, f"{left} {right}", databases))
        assert found is None, f"{left}\n{right}\n{found}\n{case.found.assumptions}"
    return claims, whole


def _rewritten(sql: str, random: Random) -> str:
    """Return a query that looks alike and may be the same."""
    swaps = (
        ("LIKE 'a%'", "GLOB 'a*'"), ("length(t.s) = 0", "t.s = ''"), ("LIKE '%an%'", "GLOB '*an*'"), (" = ", " IS "),
        (" = '", " LIKE '"), (" LIKE '", " = '"), ("instr(t.s, 'a') > 0", "t.s LIKE '%a%'"), ("t.s", "trim(t.s)"),
        ("t.s", "lower(t.s)"), ("t.s", "coalesce(t.s, '')"), (" > ", " >= "), ("t.s <", "NOT t.s >="),
        (" = ", " COLLATE NOCASE = "),
        ("substr(t.s, 1, 2) = 'ab'", "t.s LIKE 'ab%'"), (" AND ", " AND t.k IS NOT NULL AND "), ("t.u", "t.s"),
    )  # fmt: skip
    fitting = [swap for swap in swaps if swap[0] in sql]
    old, new = random.choice(fitting) if fitting else ("WHERE", "WHERE 1 AND")
    return sql.replace(old, new, 1)


def test_claims_for_all_text_values() -> None:
    claims, whole = attack_text(load_schema(TEXT_DDL), "text", 120, 120)
    assert claims > 25 and whole > 5, (claims, whole)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_claims_for_all_text_values_at_length(seed: int) -> None:
    attack_text(load_schema(TEXT_DDL), f"text {seed}", 1500, 300)


def attack_size(name: str, seed: str, pairs: int) -> int:
    """Return how many proofs for all databases there were; fail if a larger database contradicts one."""
    place = ground(name)
    random = Random(seed)
    writer = Queries(random, place.schema, place.pools, frozenset(("limit", "agg distinct")))
    options = Options(bound=2, timeout=10)
    engine = open_engine(place.schema, options)
    proofs = 0
    for _ in range(pairs):
        left = writer.query(2)
        right = next(mutants(left, random), left)
        try:
            engine.inspect(left)
            engine.inspect(right)
        except QueryError:
            continue
        verdict = spotit.check(left, right, place.schema, options)
        if not isinstance(verdict, Equivalent):
            continue
        proofs += 1
        case = decide(left, right, engine)
        assert case is not None
        found = case.difference(place.databases.draw(random, 6) for _ in range(60))
        assert found is None, f"{left}\n{right}\n{verdict.reason}\n{found and system().script(found, place.schema)}"
    return proofs


@pytest.mark.parametrize("name", sorted(DDL))
def test_proofs_for_databases_of_any_size(name: str) -> None:
    proofs = attack_size(name, f"size {name}", 25)
    assert proofs >= 1 or name == "odd", "columns without types leave every claim to a pool of values"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("name", sorted(DDL))
def test_proofs_for_databases_of_any_size_at_length(name: str, seed: int) -> None:
    attack_size(name, f"size {seed} {name}", 200)


def test_differences_beyond_the_bound_are_not_denied() -> None:
    assert not overclaimed_size()


def test_differences_on_other_strings_are_not_denied() -> None:
    assert not overclaimed_text()

"""Claims on schemas with CHECKs, attacked with single rows that the engine takes."""

from __future__ import annotations

from random import Random

import pytest

import spotit
from spotit.database import Database, Rows, Value
from spotit.engine.failures import ConstraintViolation
from spotit.engine.open import open_engine
from spotit.options import Options
from spotit.schemas.load import schema_from_ddl

CHECKS = (
    "LENGTH(x) = 3",
    "x GLOB '[A-Z][a-z]*'",
    "x LIKE '%a%'",
    "x IN ('ab', 'AB', 'b ')",
    "x <> ''",
    "TRIM(x) = 'ab'",
    "UPPER(x) = 'AB'",
    "x > 'ab' AND x < 'b'",
    "SUBSTR(x, 1, 1) = 'a'",
    "x NOT LIKE '%b'",
    "LENGTH(x) BETWEEN 2 AND 4",
    "x = 'ab' OR x IS NULL",
    "INSTR(x, 'b') > 1",
    "x IS NOT NULL",
    "x GLOB '*[0-9]'",
    "REPLACE(x, '-', '') = 'ab'",
)
CONDITIONS = (
    "x = 'ab'",
    "x LIKE 'ab'",
    "LENGTH(x) = 3",
    "x LIKE 'a%'",
    "x GLOB 'A*'",
    "TRIM(x) = 'ab'",
    "x > 'ab'",
    "x IS NOT NULL",
    "x IN ('ab', 'AB')",
    "UPPER(x) = 'AB'",
    "SUBSTR(x, 2, 1) = 'b'",
    "LENGTH(x) > 2",
    "x <> 'ab'",
    "x LIKE '%b%'",
    "x < 'b'",
    "INSTR(x, 'a') = 1",
    "x NOT LIKE '%a'",
    "LOWER(x) <> x",
    "x >= 'AB' AND x <= 'ab'",
    "0",
)
TEXTS: tuple[Value, ...] = (
    None,
    "",
    " ",
    "a",
    "b",
    "ab",
    "AB",
    "Ab",
    "aB",
    " ab",
    "ab ",
    "b ",
    "abc",
    "aab",
    "a-b",
    "-ab",
    "Abc",
    "Aa",
    "aa",
    "Za",
    "ab1",
    "a1",
    "1",
    "12",
    "b1",
    "bab",
    "cab",
    "abab",
    "abcd",
    "xabx",
    "éab",
    "ba",
    "bb",
    "zzz",
    "ABC",
    "azz",
    "aba",
    "ab0",
)


@pytest.mark.parametrize("seed", range(6))
def test_no_row_that_the_checks_allow_contradicts_a_claim(seed: int) -> None:
    random = Random(seed)
    for _ in range(8):
        checks = random.sample(CHECKS, random.choice((1, 1, 2)))
        column = f"x TEXT {' '.join(f'CHECK ({check})' for check in checks)}"
        ddl = f"CREATE TABLE t(id INTEGER PRIMARY KEY, {column})"
        left, right = (f"SELECT id FROM t WHERE {condition}" for condition in random.sample(CONDITIONS, 2))
        verdict = spotit.check(left, right, ddl, Options(bound=2, timeout=10))
        word = verdict.as_dict()["verdict"]
        assert word != "undecided" or not allowed(ddl, TEXTS[1:]), (ddl, left, right, verdict)
        if str(word).startswith("equivalent"):
            assert not [x for x, *found in rows(ddl, left, right) if found[0] != found[1]], (ddl, left, right)


def allowed(ddl: str, texts: tuple[Value, ...]) -> list[Value]:
    return [x for x, *_ in rows(ddl, "SELECT 1", "SELECT 1", texts)]


def rows(ddl: str, left: str, right: str, texts: tuple[Value, ...] = TEXTS) -> list[tuple[object, ...]]:
    """Return each text that the engine takes, with what both queries return for it."""
    engine = open_engine(schema_from_ddl(ddl), Options())
    found: list[tuple[object, ...]] = []
    for text in texts:
        try:
            engine.load(Database({"t": Rows(("id", "x"), ((1, text),))}))
        except ConstraintViolation:
            continue
        found.append((text, engine.run(left).rows, engine.run(right).rows))
    return found

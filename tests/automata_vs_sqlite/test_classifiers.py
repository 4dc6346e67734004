"""A condition's automaton must give every text, and every integer, what SQLite gives."""

from __future__ import annotations

import random

import pytest

from automata_vs_sqlite.condition_cases import Conditions, Engine, lowered
from spotit.automata.expressions.truth import truth
from spotit.automata.not_decided import NotDecided, NotRegular

DIRECTED = (
    "TRIM(x) = 'Bo'",
    "x LIKE 'a\\%' ESCAPE '\\'",
    "x LIKE 'a%' ESCAPE '%'",
    "x LIKE '_' ESCAPE '_'",
    "x GLOB '[^]a-]*'",
    "x GLOB '[b-a]'",
    "x GLOB '[]-a]'",
    "x GLOB '[a'",
    "SUBSTR(x, 0, 2) = 'a'",
    "SUBSTR(x, -2, 1) = 'a'",
    "SUBSTR(x, -3, -1) = 'a'",
    "SUBSTR(x, 2, -1) = 'a'",
    "REPLACE(x, 'aa', 'b') = 'ba'",
    "REPLACE(x, '', 'b') = 'a'",
    "SUBSTR(x, 1, INSTR(x, 'b') - 1) = 'a'",
    "SUBSTR(x, INSTR(x, 'b') + 1) = 'a'",
    "CAST(x AS INTEGER) = 9223372036854775807",
    "CAST(x AS INTEGER) = -9223372036854775808",
    "CAST(x AS INTEGER) BETWEEN -1 AND 10",
    "LENGTH(x) > 2.5",
    "LENGTH(x) = '2'",
    "SUBSTR(x, 1, 1) = 1",
    "SUBSTR(x, 1, 1) > 1",
    "UNICODE(x) IS NULL",
    "x = 'A' COLLATE NOCASE",
    "x < 'a ' COLLATE RTRIM",
    "OCTET_LENGTH(x) = 4",
    "INSTR(x, '')",
    "LENGTH(TRIM(x)) + 1 = 2",
    "UPPER(x) = x",
    "x IS NOT LOWER(x)",
    "TRIM(x) = x",
    "x <> LTRIM(x, 'ab')",
    "RTRIM(x, '') = x",
    "REPLACE(x, 'ab', 'a') IS x",
    "REPLACE(x, 'a', 'a') = x",
    "SUBSTR(x, 1, 2) = x",
    "SUBSTR(x, 1, 0) <> x",
    "HEX(x) = '61'",
    "HEX(x) <> 'C3A9'",
    "HEX(x) = '61b'",
    "HEX(x) IS '6G'",
    "HEX(UPPER(x)) = '4142'",
    "HEX(x) IN ('', '20', 'C3')",
    "QUOTE(x) = '''a'''",
    "QUOTE(x) LIKE '%a'''",
    "LENGTH(QUOTE(x)) = 4",
    "ABS(LENGTH(x) - 2) = 1",
    "LENGTH(CAST(x AS INTEGER)) = 1",
    "CAST(x AS INTEGER) LIKE '1%'",
    "HEX(x) < '61'",
    "HEX(TRIM(x)) LIKE 'C3%'",
    "LENGTH(HEX(x)) BETWEEN 3 AND 6",
    "SIGN(CAST(x AS INTEGER)) < 1",
    "ROUND(INSTR(x, 'a')) <= 2.5",
    "-LENGTH(x) < -1",
    "-(LENGTH(x) - 3) BETWEEN 1 AND 2",
)
REFUSED = (
    "x || x = 'aa'",
    "CAST(x AS REAL) > 1",
    "x + 0 > 1",
    "NOT x",
    "LENGTH(x) - LENGTH(REPLACE(x, 'a', '')) = 1",
    "SUBSTR(x, LENGTH(x) - 1) = 'a'",
    "HEX(x) = '00'",
    "SIGN(x) = 1",
    "UPPER(x) < x",
    "UPPER(x) = x COLLATE NOCASE",
    "ABS(CAST(x AS INTEGER)) = 1",
    "LENGTH(x) + 9223372036854775807 > 1",
    "INSTR(x, x) = 1",
)


def disagreements(subject: str, seed: int, rounds: int) -> tuple[list[object], int]:
    """Return where a random condition's automaton and the engine disagree, and how many answers were compared."""
    rng = random.Random(seed)
    cases = Conditions(rng, subject)
    values = cases.values(3 if seed % 3 == 0 else 2) if subject == "x" else cases.integers()
    engine = Engine()
    engine.load(values)
    wrong: list[object] = []
    compared = 0
    for _ in range(rounds):
        condition = cases.condition()
        try:
            classifier = truth(lowered(condition))
        except NotDecided:
            continue
        for value, result in zip(values, engine.results(condition), strict=True):
            expected = None if result is None else int(bool(result))
            if classifier.label(str(value)) != expected:
                wrong.append((condition, value, expected))
            compared += 1
    return wrong, compared


@pytest.mark.parametrize("seed", range(40))
def test_conditions_on_a_text(seed: int) -> None:
    wrong, compared = disagreements("x", seed, 6)
    assert not wrong
    assert compared > 500


@pytest.mark.parametrize("seed", range(8))
def test_conditions_on_an_integer(seed: int) -> None:
    wrong, compared = disagreements("n", seed, 6)
    assert not wrong
    assert compared > 5000


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 2100))
def test_many_conditions(seed: int) -> None:
    assert not disagreements("x", seed, 6)[0]
    assert seed % 10 or not disagreements("n", seed, 6)[0]


@pytest.mark.parametrize("condition", DIRECTED)
def test_directed_conditions(condition: str) -> None:
    assert not directed_disagreements(condition)


def directed_disagreements(condition: str) -> list[object]:
    """Return the texts on which the automaton of a condition and the engine disagree."""
    cases = Conditions(random.Random(0))
    cases.alphabet = "aAb \t1-%_]é"
    values = [*cases.values(), "Bo", " Bo ", "9" * 19, "-" + "9" * 19, "9223372036854775807", "-9223372036854775809x"]
    engine = Engine()
    engine.load(values)
    classifier = truth(lowered(condition))
    results = [None if result is None else int(bool(result)) for result in engine.results(condition)]
    return [value for value, result in zip(values, results, strict=True) if classifier.label(value) != result]


@pytest.mark.parametrize("condition", REFUSED)
def test_what_is_not_understood_is_refused(condition: str) -> None:
    with pytest.raises(NotRegular):
        truth(lowered(condition))

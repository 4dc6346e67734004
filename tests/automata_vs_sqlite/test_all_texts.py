"""What is decided for all texts holds on the engine for those that are tried."""

from __future__ import annotations

import random

import pytest

from spotit.plan.expr import Call
from spotit.search.prove.all_texts import is_never, is_unchanged
from spotit.search.prove.setting import tabulator_at

from .condition_cases import Conditions, Engine, lowered

WRAPPED = (
    "TRIM({})",
    "LTRIM({})",
    "RTRIM({}, {constant})",
    "UPPER({})",
    "LOWER({})",
    "REPLACE({}, {constant}, {constant})",
    "SUBSTR({}, 1, {size})",
    "SUBSTR({}, 0)",
    "SUBSTR({0}, INSTR({0}, {constant}) + 1)",
)
TABULATOR = tabulator_at(None)


@pytest.mark.parametrize("seed", range(20))
def test_calls_that_change_nothing(seed: int) -> None:
    rng = random.Random(seed)
    cases = Conditions(rng)
    engine = Engine()
    values = cases.values(2)
    engine.load(values)
    for _ in range(30):
        inner = cases.text()
        call = rng.choice(WRAPPED).format(inner, constant=cases.constant(), size=rng.randint(0, 8))
        found = lowered(call)
        if isinstance(found, Call) and is_unchanged(found):
            same = engine.results(f"{call} IS {inner} AND typeof({inner}) IN ('text', 'null')")
            assert all(same), (call, [value for value, kept in zip(values, same, strict=True) if not kept][:3])


@pytest.mark.parametrize("seed", range(20))
def test_conditions_that_are_never_true(seed: int) -> None:
    rng = random.Random(seed)
    cases = Conditions(rng)
    engine = Engine()
    engine.load(cases.values(2))
    for _ in range(30):
        condition = cases.condition()
        if is_never(lowered(condition), TABULATOR):
            assert not any(engine.results(condition)), condition


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("TRIM(HEX(x))", True),
        ("TRIM(TRIM(x))", True),
        ("UPPER(HEX(x))", True),
        ("LTRIM(TRIM(x, ' a'))", True),
        ("SUBSTR(HEX(x), 0)", True),
        ("SUBSTR(HEX(x), INSTR(HEX(x), ' ') + 1)", True),
        ("SUBSTR(HEX(x), INSTR(HEX(x), '1') + 1)", False),
        ("TRIM(x)", False),
        ("LOWER(HEX(x))", False),
        ("RTRIM(LTRIM(x))", False),
        ("SUBSTR(TRIM(x), 0)", False),
    ],
)
def test_unchanged(call: str, expected: bool) -> None:
    assert is_unchanged(lowered(call)) is expected

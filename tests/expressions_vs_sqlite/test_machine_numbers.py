"""Integers and doubles at the edges: with the engine's values for free results, terms are the engine's numbers."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import accumulate
from random import Random

import pytest

from spotit.database import Database, Rows, Value
from spotit.engine.open import open_engine, system
from spotit.errors import UnsupportedSql
from spotit.options import Options, Semantics
from spotit.schemas.load import schema_from_ddl
from spotit.search.pair import make_pair
from spotit.smt.terms.interpret import TermValue, interpret
from spotit.smt.terms.term import Sort, Term
from spotit.symbolic.database.assignment import assignment
from spotit.symbolic.encode import Encoding, encode
from spotit.symbolic.execution import Rounded
from spotit.symbolic.ledger import OVERFLOW, REALS
from spotit.symbolic.operators.rounding import CONVERSION, consistent
from spotit.symbolic.values.decode import decode, terms_of
from spotit.symbolic.values.value import decimal

SCHEMA = schema_from_ddl("CREATE TABLE t (n INTEGER, m INTEGER, x REAL, y REAL, u NUMERIC)")
OPTIONS = Options(semantics=Semantics.BAG)
INTEGERS = (
    *(0, 1, -1, 2, 3, -3, 7, 10, 1000003, 2**31, -(2**31) - 1, 3037000500, -3037000500, 4294967297),
    *(2**53 + d for d in (-1, 0, 1, 2, 3)),
    *(-(2**53) - d for d in (-1, 0, 1, 2)),
    *(2**62, -(2**62), 2**62 + 1, 2**63 - 1, 2**63 - 2, 2**63 - 513, -(2**63), -(2**63) + 1, 1317624576693539402, None),
)
DOUBLES = (
    *(0.0, 0.5, -0.5, 0.1, 2.675, 0.005, 7.0, 123456.789, 1e15 + 0.5, 2.0**53, 2.0**53 + 2, 2.0**62, 1e19, -1e19),
    *(2.0**63, -(2.0**63), 9223372036854774784.0, 1e22, 1e300, -1e300, 1e308, 5e-324, 1 / 3, None),
)
LEAVES = (
    "n",
    "m",
    "x",
    "y",
    "u",
    "1",
    "2",
    "-1",
    "3",
    "100",
    "1.0",
    "0.1",
    "9223372036854775807",
    "4611686018427387904",
)


def expression(random: Random, depth: int) -> str:
    """Return an expression of numbers."""
    pick = random.choice
    if depth == 0:
        return pick(LEAVES)
    inner = expression(random, depth - 1)
    return pick(
        (
            *(f"({inner} {op} {expression(random, depth - 1)})" for op in "+-*/"),
            *(f"({inner} {op} {pick(LEAVES)})" for op in "+-*/%"),
            f"(- {inner})",
            f"(~ {inner})",
            f"CAST({inner} AS INTEGER)",
            f"CAST({inner} AS REAL)",
            f"ROUND({inner})",
            f"ROUND({inner}, 1)",
            f"SIGN({inner})",
            f"CEIL({inner})",
            f"FLOOR({inner})",
            f"({inner} & 7)",
            f"({inner} & {pick((-1, -8, 10, 100))})",
            f"({inner} | {pick((-1, -8, 10, 100))})",
            f"(CASE WHEN {inner} > {pick(LEAVES)} THEN {inner} ELSE {pick(LEAVES)} END)",
            f"({inner} {pick(('<', '=', '<=', '<>', 'IS'))} {expression(random, depth - 1)})",
            f"COALESCE({inner}, {pick(LEAVES)})",
            f"MAX({inner}, {pick(LEAVES)})",
            f"MIN({inner}, {pick(LEAVES)})",
        )
    )


def machine(left: str, right: str, rows: int = 1) -> Encoding:
    """Return the encoding of two queries over the engine's numbers."""
    pair = make_pair(left, right, open_engine(SCHEMA, OPTIONS))
    assert pair.plans is not None
    return encode(*pair.plans, rows, pair.setting, doubles=True)


def as_float(value: TermValue) -> float:
    """Return the double that a Real stands for; what is beyond all doubles stands for an infinity."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def engine_result(result: Rounded, arguments: Sequence[TermValue]) -> float | None:
    """Return what the engine computes for a free result, None for NULL."""
    if result.function == CONVERSION:
        return float(int(arguments[0]))
    if result.function == "sum":
        added = [int(v) if n.sort is Sort.INT else as_float(v) for n, v in zip(result.numbers, arguments, strict=True)]
        return total_of(added)
    numbers = tuple(map(as_float, arguments))
    name, _, digits = result.function.rpartition(" ")
    sql = f"round(?1, {digits})" if name == "round to" else f"?1 {result.function} ?2"
    (found,) = system().tabulator(OPTIONS).tabulate(sql, [numbers])
    assert found is None or isinstance(found, float)
    return found


def total_of(values: Sequence[float]) -> float | None:
    """Return the engine's sum of numbers as a double, None for NULL."""
    rows = ", ".join(f"(?{place})" for place in range(1, len(values) + 1))
    (found,) = system().tabulator(OPTIONS).tabulate(f"(SELECT total(column1) FROM (VALUES {rows}))", [tuple(values)])
    assert found is None or isinstance(found, float)
    return found


def leaves_64_bits(result: Rounded, arguments: Sequence[TermValue]) -> bool:
    """Tell whether the integers of a sum leave 64 bits on the way."""
    integers = [int(v) for number, v in zip(result.numbers, arguments, strict=True) if number.sort is Sort.INT]
    return not all(-(2**63) <= partial_sum < 2**63 for partial_sum in accumulate(integers))


def stands_for(value: float) -> TermValue:
    """Return the Real that stands for a double; an infinity is a number beyond all doubles."""
    return decimal(value) if math.isfinite(value) else Fraction(10) ** 400 * (1 if value > 0 else -1)


def with_results(made: Encoding, given: dict[str, TermValue]) -> dict[str, TermValue]:
    """Return the values of the variables with the engine's results for those that are free."""
    values = dict(given)
    sums = {result.result: result for result in made.rounded if result.function == "sum"}
    for known in made.rounded:
        if known.function.endswith("is none"):
            continue
        result = sums.get(known.result, known)
        variable = result.result
        arguments = interpret(result.arguments, values, default=True)
        if result.function == "sum overflows":
            values[str(variable.args[0].value)] = leaves_64_bits(result, arguments)
            continue
        found = engine_result(result, arguments)
        values[f"no {variable.value}"] = found is None
        (matters,) = interpret([result.when], values, default=True)
        if matters:
            assert found is not None, (result.function, arguments)
            number = values[str(variable.value)] = stands_for(found)
            assert variable.lo is None or variable.lo <= number, (result.function, arguments)
            assert variable.hi is None or number <= variable.hi, (result.function, arguments)
    return values


def first_row(made: Encoding, evaluate: Callable[[Term], TermValue]) -> Value:
    """Return the one value of the left query's one row."""
    (row,) = made.left.rows
    (cell,) = row.cells
    return decode(cell, evaluate)


def value_of(values: dict[int, TermValue], term: Term) -> TermValue:
    return values[term.id]


def shown(value: Value) -> str:
    """Return a value written so that every bit shows, but -0.0 as 0.0, and an infinity as the greatest double."""
    if isinstance(value, float) and abs(value) >= sys.float_info.max:
        return "infinite"
    return repr(value + 0.0 if isinstance(value, float) else value)


def attack(sql: str, random: Random, databases: int) -> int:
    """Compare an expression on rows of awkward numbers with the engine; return the number of rows."""
    query = f"SELECT {sql} FROM t"
    try:
        made = machine(query, query)
    except UnsupportedSql:
        return 0
    if OVERFLOW in made.assumptions or REALS in made.assumptions or any("pool" in str(a) for a in made.assumptions):
        return 0
    engine = open_engine(SCHEMA, OPTIONS)
    with made.terms:
        axioms = list(consistent(made.rounded))
    (row,) = made.left.rows
    roots = [*axioms, *(term for cell in row.cells for term in terms_of(cell))]
    for _ in range(databases):
        pick = random.choice
        values = (pick(INTEGERS), pick(INTEGERS), pick(DOUBLES), pick(DOUBLES), pick((*INTEGERS, *DOUBLES)))
        one = Database({"t": Rows(("n", "m", "x", "y", "u"), (values,))})
        given = assignment(made.instance, one)
        assert given is not None, one
        full = with_results(made, dict(given))
        found = dict(zip([term.id for term in roots], interpret(roots, full, default=True), strict=True))
        assert all(found[axiom.id] for axiom in axioms), f"{sql}\n{one}"
        engine.load(one)
        ((expected,),) = engine.run(query).rows
        assert shown(first_row(made, partial(value_of, found))) == shown(expected), f"{sql}\n{one}"
    return databases


def sweep_expressions(seed: str, expressions: int) -> int:
    """Compare generated expressions with the engine; return how many were compared."""
    random = Random(seed)
    return sum(attack(expression(random, 1 + case % 3), random, 25) > 0 for case in range(expressions))


SUMS = (
    "SELECT SUM(x), SUM(CASE WHEN n > 0 THEN x END), SUM(CASE WHEN n > 0 THEN x ELSE 0 END), TOTAL(x) FROM t",
    "SELECT SUM(u), TOTAL(u), AVG(u), AVG(CASE WHEN n > 0 THEN u END) FROM t",
    "SELECT TOTAL(n), AVG(n), AVG(m), SUM(x + y) FROM t",
    "SELECT n, SUM(x), AVG(u) FROM t GROUP BY n",
    "SELECT SUM(x) * 100 / SUM(y), AVG(x) - AVG(y) FROM t WHERE n IS NOT NULL",
)


@pytest.mark.parametrize("sql", SUMS)
def test_what_is_taken_to_hold_of_sums_holds_of_the_engine(sql: str) -> None:
    """Sums of the same numbers are equal, and the sum of one number is that number."""
    made, random = machine(sql, sql.replace("FROM t", "FROM (SELECT * FROM t)"), rows=3), Random(sql)
    with made.terms:
        axioms = list(consistent(made.rounded))
    assert axioms and any(result.function == "sum" for result in made.rounded)
    for _ in range(300):
        few = random.sample(INTEGERS, 4), random.sample(DOUBLES, 4)
        rows = tuple(
            (random.choice(few[0]), random.choice(few[0]), *random.choices(few[1], k=2), random.choice(few[0] + few[1]))
            for _ in range(random.choice((1, 2, 3, 3)))
        )
        given = assignment(made.instance, Database({"t": Rows(("n", "m", "x", "y", "u"), rows)}))
        assert given is not None, rows
        assert all(interpret(axioms, with_results(made, dict(given)), default=True)), rows


@pytest.mark.parametrize("seed", range(8))
def test_generated_expressions(seed: int) -> None:
    assert sweep_expressions(f"machine {seed}", 60) >= 30

"""Floating point: quotients of counts come out as the engine's doubles, to the last bit."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from spotit import Options, check
from spotit.database import Database, Rows, Value
from spotit.engine.compare import same
from spotit.engine.failures import QueryFailed
from spotit.engine.open import open_engine
from spotit.engine.protocol import Engine
from spotit.options import Semantics
from spotit.schema import Schema
from spotit.schemas.load import schema_from_ddl
from spotit.search.pair import make_pair
from spotit.search.prove.conditions import outcomes_differ
from spotit.smt.terms.interpret import TermValue, compile_terms
from spotit.smt.terms.term import FALSE, Term
from spotit.symbolic.database.assignment import assignment
from spotit.symbolic.encode import Encoding, encode
from spotit.symbolic.ledger import INTEGERS as INTEGER_COLUMNS
from spotit.symbolic.ledger import NUMBERS, REALS, SUM_ORDER, TEXTS
from spotit.symbolic.rows.table import SymTable
from spotit.symbolic.values.decode import decode, terms_of
from spotit.verdict import Different, Equivalent, EquivalentUpTo, Grade, Verdict

SCHEMA = schema_from_ddl("CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, n INTEGER, x REAL, d DATETIME)")
OPTIONS = Options(semantics=Semantics.BAG)
ROWS = 4
DATABASES = 25


class Expressions:
    """Writes expressions over counts that floating-point numbers come from."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def count(self) -> str:
        """Return a whole number that is bounded by the number of rows."""
        return self.random.choice(
            (
                "COUNT(*)",
                "COUNT(n)",
                "COUNT(DISTINCT a)",
                "SUM(CASE WHEN a = 'u' THEN 1 ELSE 0 END)",
                "SUM(CASE WHEN n > 1 THEN 3 WHEN n IS NULL THEN -2 ELSE 0 END)",
                "COUNT(CASE WHEN a = 'u' THEN 1 END)",
                "SUM(a = 'v')",
                "SUM(CASE WHEN a = 'u' THEN 1.0 ELSE 0 END)",
                "TOTAL(n IS NULL)",
                "MAX(LENGTH(a))",
                "7",
            )
        )

    def real(self, depth: int) -> str:
        """Return a floating-point number."""
        pick = self.random.choice
        if depth == 0:
            return pick((f"CAST({self.count()} AS REAL)", f"{self.count()} * 1.0", "0.1", "100.0", "AVG(a = 'u')"))
        inner = self.real(depth - 1)
        return pick(
            (
                f"({inner}) / {self.count()}",
                f"{self.count()} / ({inner})",
                f"({inner}) * {self.count()}",
                f"({inner}) * 100",
                f"100 * ({inner})",
                f"({inner}) / ({self.real(depth - 1)})",
                f"({inner}) - {self.count()} * 0.3",
                f"({inner}) + ({self.real(depth - 1)})",
                f"ROUND({inner}, {pick((0, 1, 2))})",
                f"- ({inner})",
                f"CASE WHEN COUNT(*) = 0 THEN 0 ELSE {inner} END",
                f"CASE WHEN COUNT(n) = 0 THEN 1.0 ELSE 1.0 / COUNT(n) END * {self.count()}",
                f"ABS({inner})",
                f"CAST({inner} AS INTEGER) * 0.7",
            )
        )

    def query(self) -> str:
        """Return a query that shows such a number, or filters or groups by it."""
        number = self.real(self.random.choice((1, 2, 2, 3)))
        rows = "FROM t WHERE id >= 0 OR a IN ('u', 'v')"
        return self.random.choice(
            (
                f"SELECT {number} {rows}",
                f"SELECT a, {number} {rows} GROUP BY a",
                f"SELECT COUNT(*) {rows} GROUP BY a HAVING {number} > {self.real(1)}",
                f"SELECT AVG(n > 1) {rows} HAVING {number} = {self.real(1)}",
            )
        )


def database(random: Random, most: int) -> Database:
    """Return a small database."""
    pick = random.choice
    rows = [
        (number, pick(("u", "u", "v", None)), pick((None, 0, 1, 2, 7)), pick((None, 0.1, 0.2, 3.0)), None)
        for number in range(random.randint(0, most))
    ]
    return Database({"t": Rows(("id", "a", "n", "x", "d"), tuple(rows))})


def encoded(left: str, right: str, rows: int = ROWS, schema: Schema = SCHEMA) -> Encoding:
    """Return the encoding of two queries in which REAL arithmetic rounds."""
    pair = make_pair(left, right, open_engine(schema, OPTIONS))
    assert pair.plans is not None
    return encode(*pair.plans, rows, pair.setting, doubles=True)


def shown(table: SymTable, evaluate: Callable[[Term], TermValue]) -> list[tuple[Value, ...]]:
    """Return the rows of a symbolic table."""
    rows = [row for row in table.rows if evaluate(row.present)]
    return [tuple(decode(cell, evaluate) for cell in row.cells) for row in rows]


def bits(rows: list[tuple[Value, ...]]) -> list[str]:
    """Return the rows in one order, written so that every bit shows, but -0.0 as 0.0."""
    return sorted(repr(tuple(v + 0.0 if isinstance(v, float) else v for v in row)) for row in rows)


def value_of(values: dict[int, TermValue], term: Term) -> TermValue:
    return values[term.id]


def compare(left: str, right: str, random: Random, most: int = ROWS) -> int:
    """Compare both results and their difference with the engine's; return the number of databases."""
    made = encoded(left, right, most)
    if made.free_results or REALS in made.assumptions:
        return 0
    tables = made.left, made.right
    cells = [cell for table in tables for row in table.rows for cell in row.cells]
    present = [row.present for table in tables for row in table.rows]
    roots = list(dict.fromkeys([made.differ, *present, *(term for cell in cells for term in terms_of(cell))]))
    run = compile_terms(roots, default=True)
    engine = open_engine(SCHEMA, OPTIONS)
    for _ in range(DATABASES):
        one = database(random, most)
        given = assignment(made.instance, one)
        assert given is not None
        values = {term.id: value for term, value in zip(roots, run(given), strict=True)}
        evaluate = partial(value_of, values)
        engine.load(one)
        found = engine.run(left), engine.run(right)
        for sql, table, rows in zip((left, right), tables, found, strict=True):
            assert bits(shown(table, evaluate)) == bits(list(rows.rows)), f"{sql}\n{one}"
        assert evaluate(made.differ) == (not same(*found, Semantics.BAG, ordered=False)), f"{left}\n{right}\n{one}"
    return DATABASES


def sweep_quotients(seed: str, pairs: int) -> int:
    """Compare pairs of queries over quotients of counts with the engine; return how many were exact."""
    random = Random(seed)
    writer = Expressions(random)
    return sum(compare(writer.query(), writer.query(), random) > 0 for _ in range(pairs))


@pytest.mark.parametrize("seed", range(6))
def test_generated_quotients(seed: int) -> None:
    assert sweep_quotients(f"counts {seed}", 60) >= 40


@pytest.mark.parametrize("rows", [1, 2, 3, ROWS])
def test_an_undefined_quotient_that_is_replaced(rows: int) -> None:
    # At two rows the choice is the very term of the quotient, whose value for no row is otherwise of no account.
    quotient = "CASE WHEN COUNT(*) = 0 THEN 1.0 ELSE 1.0 / COUNT(*) END"
    assert compare(f"SELECT ({quotient}) * COUNT(*) FROM t", f"SELECT ({quotient}) + 0.1 FROM t", Random(rows), rows)


PERCENT = "SELECT CAST(SUM(CASE WHEN a = 'u' THEN 1 ELSE 0 END) AS REAL) * 100 / COUNT(*) FROM t"
SAME = [
    (PERCENT, "SELECT SUM(CASE WHEN a = 'u' THEN 1 ELSE 0 END) * 100.0 / COUNT(*) FROM t"),
    (PERCENT, "SELECT 100.0 * COUNT(CASE WHEN a = 'u' THEN 1 END) / COUNT(id) FROM t"),
    (
        "SELECT AVG(CASE WHEN a = 'u' THEN 1.0 ELSE 0 END) FROM t",
        "SELECT CAST(COUNT(CASE WHEN a = 'u' THEN 1 END) AS REAL) / COUNT(*) FROM t",
    ),
    (
        "SELECT ROUND(COUNT(n) * 100.0 / COUNT(*), 2) FROM t",
        "SELECT ROUND(CAST(COUNT(n) AS REAL) / COUNT(*) * 100, 2) FROM t",
    ),
    (
        "SELECT a FROM t GROUP BY a HAVING COUNT(n) * 1.0 / COUNT(*) >= 0.5",
        "SELECT a FROM t GROUP BY a HAVING 2 * COUNT(n) >= COUNT(*)",
    ),
    (
        "SELECT a, COUNT(n) * 1.0 / COUNT(*) > 0.3 FROM t GROUP BY a",
        "SELECT a, COUNT(n) * 10 > 3 * COUNT(*) FROM t GROUP BY a",
    ),
    ("SELECT AVG(x) FROM t", "SELECT SUM(x) * 1.0 / COUNT(x) FROM t"),
    ("SELECT AVG(x) * 0.1 FROM t", "SELECT 0.1 * (CAST(SUM(x) AS REAL) / COUNT(x)) FROM t"),
    ("SELECT CAST(SUM(n) AS REAL) * 100 / COUNT(*) FROM t", "SELECT 100.0 * SUM(n) / COUNT(*) FROM t"),
    ("SELECT ROUND(AVG(x), 2) FROM t", "SELECT ROUND(SUM(x) * 1.0 / COUNT(x), 2) FROM t"),
]


@pytest.mark.parametrize(("left", "right"), SAME)
def test_the_same_number_in_the_same_steps_needs_no_assumption(left: str, right: str) -> None:
    verdict = check(left, right, SCHEMA, OPTIONS)
    assert isinstance(verdict, EquivalentUpTo), verdict
    assert set(verdict.assumptions) <= {INTEGER_COLUMNS, NUMBERS, TEXTS, SUM_ORDER}


ROUNDED = [
    (PERCENT, "SELECT CAST(SUM(CASE WHEN a = 'u' THEN 1 ELSE 0 END) AS REAL) / COUNT(*) * 100 FROM t"),
    ("SELECT COUNT(n) * 0.1 FROM t", "SELECT COUNT(n) / 10.0 FROM t"),
    (
        "SELECT a, COUNT(n) * 100.0 / COUNT(*) FROM t GROUP BY a",
        "SELECT a, COUNT(n) * 1.0 / COUNT(*) * 100 FROM t GROUP BY a",
    ),
    ("SELECT AVG(n) * 100 FROM t", "SELECT SUM(n) * 100.0 / COUNT(n) FROM t"),
]


@pytest.mark.parametrize(("left", "right"), ROUNDED)
def test_a_difference_in_the_last_bit_is_found(left: str, right: str) -> None:
    verdict = check(left, right, SCHEMA, OPTIONS)
    assert isinstance(verdict, Different), verdict
    assert verdict.grade is Grade.ROUNDING


def test_the_solver_finds_what_random_databases_miss() -> None:
    # The two numbers differ only for 3 of exactly 5 rows with three values that are unlikely together.
    wanted = "n = 7341 AND a = 'u'"
    left = f"SELECT COUNT(*) FROM t HAVING SUM({wanted}) * 100.0 / COUNT(*) > SUM({wanted}) * 1.0 / COUNT(*) * 100"
    right = "SELECT COUNT(*) FROM t HAVING COUNT(*) < 0"
    assert isinstance(check(left, right, SCHEMA, OPTIONS), Different)


def claims_nothing(verdict: Verdict) -> bool:
    """Tell whether a verdict does not claim that doubles agree."""
    return not isinstance(verdict, Equivalent | EquivalentUpTo) or REALS in verdict.assumptions


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("SELECT x * 3 FROM t", "SELECT x + x + x FROM t"),
        ("SELECT x / 10 FROM t", "SELECT x * 0.1 FROM t"),
        ("SELECT SUM(x) FROM t", "SELECT SUM(x * 3) / 3 FROM t"),
        ("SELECT ROUND(x * 2, 1) FROM t", "SELECT ROUND(x, 1) * 2 FROM t WHERE x < 0"),
        ("SELECT AVG(n) * 0.8 < n FROM t GROUP BY id", "SELECT AVG(n) * 8 < n * 10 FROM t GROUP BY id"),
        ("SELECT (JULIANDAY(d) - 1) + 0.1 FROM t", "SELECT JULIANDAY(d) - 0.9 FROM t"),
    ],
)
def test_other_steps_are_not_claimed_to_agree(left: str, right: str) -> None:
    assert claims_nothing(check(left, right, SCHEMA, OPTIONS))


ROW_PARTS = ("x", "n", "y", "1.0", "0.1", "0", "2")
GROUP_PARTS = ("AVG(n)", "SUM(n)", "COUNT(n)", "TOTAL(n)", "COUNT(*)", "MAX(x)", "SUM(CAST(n AS REAL))", "0.1", "100")
DOUBLES = (0.1, 0.3, 3.0, 1e308, -1e308, 5e-324, 1e-310, 1 / 3, 0.0, 123456.789, 1e16, 9007199254740992.0, None)
INTEGERS = (
    *(0, 1, 2, 3, 7, -1, -3, 49, 1000003, 2**31 - 1, -(2**31), None),
    *(2**53 + 1, -(2**53) - 1, 2**62, 2**63 - 1, -(2**63)),
)


def combined(random: Random, parts: tuple[str, ...]) -> str:
    """Return an expression of a few operations."""
    left, right = random.choice(parts), random.choice(parts)
    plain = random.choice((f"({left} {random.choice('+-*/')} {right})", f"ROUND({left}, 1)", f"CAST({left} AS REAL)"))
    return random.choice((plain, f"({plain} {random.choice('+-*/')} {random.choice(parts)})"))


def rewritten(random: Random, sql: str) -> str:
    """Return an expression that is the same number if rounding allows it."""
    left, _, rest = sql[1:-1].partition(" ")
    op, _, right = rest.partition(" ")
    turned = f"({right} {op} {left})" if op in ("+", "*") and "(" not in sql[1:] else sql
    averaged = sql.replace("AVG(n)", "(SUM(n) * 1.0 / COUNT(n))").replace("TOTAL(n)", "COALESCE(SUM(n), 0.0)")
    forms = (f"({sql} + 0)", f"({sql} * 1.0)", f"({sql} / 1)", f"({sql} * 2 / 2)", f"({sql} - 0.1 + 0.1)")
    return random.choice((turned, averaged, f"COALESCE({sql}, {sql})", *forms))


def changed(random: Random, sql: str) -> str:
    """Return an expression that mostly is another number."""
    left, _, rest = sql[1:-1].partition(" ")
    op, _, right = rest.partition(" ")
    turned = f"({right} {op} {left})" if op and "(" not in sql[1:] else f"(0 - {sql})"
    one, other = (f" {random.choice('+-*/')} " for _ in range(2))
    return random.choice((turned, sql.replace(", 1)", ", 2)"), sql.replace(one, other)))


def attack_free_results(parts: tuple[str, ...], seed: object, pairs: int, rewrite: Callable[[Random, str], str]) -> int:
    """Try pairs that agree whatever the results of their operations are on the engine; return how many did."""
    schema = schema_from_ddl("CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER, x REAL, y REAL)")
    random = Random(str(seed))
    engine = open_engine(schema, OPTIONS)
    claims = 0
    for _ in range(pairs):
        first = combined(random, parts)
        left, right = (f"SELECT {sql} FROM t" for sql in (first, rewrite(random, first)))
        made = encoded(left, right, 2, schema)
        with made.terms:
            if outcomes_differ(made, degenerate=True) is not FALSE or REALS in made.assumptions:
                continue
        claims += 1
        for _ in range(30):
            rows = [
                (n, random.choice(INTEGERS), random.choice(DOUBLES), random.choice(DOUBLES))
                for n in range(random.randint(1, 2))
            ]
            engine.load(Database({"t": Rows(("id", "n", "x", "y"), tuple(rows))}))
            first, second = result_of(engine, left), result_of(engine, right)
            if first is None or second is None:
                assert first is second, f"{left}\n{right}\n{rows}"
            else:
                assert same(first, second, Semantics.BAG, ordered=False), f"{left}\n{right}\n{rows}"
    return claims


def result_of(engine: Engine, sql: str) -> Rows | None:
    """Return the rows of a query, None when it fails."""
    try:
        return engine.run(sql)
    except QueryFailed:
        return None


@pytest.mark.parametrize("parts", [ROW_PARTS, GROUP_PARTS], ids=["rows", "groups"])
def test_what_holds_whatever_the_results_holds_on_the_engine(parts: tuple[str, ...]) -> None:
    assert attack_free_results(parts, len(parts), 150, rewritten) >= 40
    assert attack_free_results(parts, len(parts), 60, changed) >= 5


def test_a_number_that_cancels_out_is_a_constant() -> None:
    truth = "a = 'u'"
    left = f"SELECT (SUM(CAST({truth} AS REAL)) - SUM({truth})) / COUNT(a), COUNT(a) FROM t"
    verdict = check(left, "SELECT 0.0 / COUNT(a), COUNT(a) FROM t", SCHEMA, OPTIONS)
    assert isinstance(verdict, EquivalentUpTo)
    assert REALS not in verdict.assumptions


def test_sizes_decide_how_far_a_claim_goes() -> None:
    every = check("SELECT x / n FROM t", "SELECT (x + 0) / (n * 1.0) FROM t", SCHEMA, Options())
    assert isinstance(every, Equivalent)
    counted = check(*SAME[0], SCHEMA, Options())
    assert isinstance(counted, EquivalentUpTo)


def test_overflow_is_not_overlooked() -> None:
    given = "FROM t WHERE x IS NOT NULL"
    left, right = f"SELECT COALESCE(x * x - x * x, 1) {given}", f"SELECT x * x - x * x {given}"
    assert claims_nothing(check(left, right, SCHEMA, Options()))


@pytest.mark.parametrize("call", ["SUM(x)", "AVG(x)", "TOTAL(x)", "SUM(n)", "AVG(n)"])
def test_the_order_of_a_sum_is_open(call: str) -> None:
    column = call[-2]
    verdict = check(f"SELECT {call} FROM t", f"SELECT {call} FROM t WHERE {column} IS NOT NULL", SCHEMA, OPTIONS)
    assert isinstance(verdict, Equivalent)
    assert "permit the same results" in str(verdict) and "in which order values are added" in str(verdict)


@pytest.mark.parametrize("mean", ["SUM(n) * 1.0 / COUNT(n)", "CAST(SUM(n) AS REAL) / COUNT(n)"])
def test_a_sum_of_integers_fails_where_their_mean_does_not(mean: str) -> None:
    verdict = check("SELECT AVG(n) FROM t", f"SELECT {mean} FROM t", SCHEMA, OPTIONS)
    assert isinstance(verdict, Different)
    assert verdict.grade is Grade.ERROR


def test_a_moving_sum_is_not_claimed_to_be_exact() -> None:
    frame = "OVER (ORDER BY id ROWS 1 PRECEDING)"
    given = "SELECT * FROM t WHERE x IS NOT NULL OR x IS NULL"
    verdict = check(f"SELECT SUM(x) {frame} FROM t", f"SELECT SUM(x) {frame} FROM ({given})", SCHEMA, OPTIONS)
    assert claims_nothing(verdict) or isinstance(verdict, Equivalent)


def test_tables_that_are_too_large_are_left_out() -> None:
    counts = "COUNT(n) * 1.0 / COUNT(*) + COUNT(x) * 1.0 / COUNT(a)"
    wide = f"{counts} + COUNT(d) * 0.1 / COUNT(DISTINCT n)"
    made = encoded(f"SELECT {wide} FROM t", f"SELECT {wide} FROM t WHERE id = id")
    assert made.free_results
    assert made.differ is FALSE

"""Queries as long and as deep as SQLite takes them: recursion depth is no limit of ours."""

from __future__ import annotations

import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from spotit import Different, Equivalent, Options, Verdict, check, load_schema
from spotit.depth import with_room
from spotit.lint.lint_query import lint

SCHEMA = load_schema("CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER NOT NULL, b INTEGER, s TEXT)")
WIDE = load_schema(f"CREATE TABLE w ({', '.join(f'c{n} INTEGER' for n in range(700))})")
SMALL = Options(bound=2)


def nested(outer: str, depth: int, inner: str) -> str:
    """Return a query or expression put into another, so many times; `@` is its place."""
    for _ in range(depth):
        inner = outer.replace("@", inner)
    return inner


def joined(operator: str, pieces: str, count: int) -> str:
    """Return pieces joined by an operator; `@` in a piece is its number."""
    return f" {operator} ".join(pieces.replace("@", str(n)) for n in range(count))


NUMBERS = ", ".join(map(str, range(900)))
EQUIVALENT = {
    "400 UNIONs of constants": (joined("UNION", "SELECT @", 400), joined("UNION ALL", "SELECT @", 400)),
    "UNIONs of a table": (joined("UNION", "SELECT a FROM t", 100), "SELECT a FROM t"),
    "700 columns": (f"SELECT {', '.join(f'c{n}' for n in range(700))} FROM w", "SELECT * FROM w"),
    "300 BETWEENs": tuple(
        f"SELECT a FROM t WHERE {joined('OR', f'a {between}', 300)}"
        for between in ("BETWEEN 1@ AND 2@", "IN (1@, 2@) OR a > 1@ AND a < 2@")
    ),
    "900 ANDs": (
        f"SELECT a FROM t WHERE {joined('AND', 'a <> @', 900)}",
        f"SELECT a FROM t WHERE a NOT IN ({NUMBERS})",
    ),
    "900 ORs": (f"SELECT a FROM t WHERE {joined('OR', 'a = @', 900)}", f"SELECT a FROM t WHERE a IN ({NUMBERS})"),
    "900 sums": (f"SELECT {joined('+', 'a', 900)} FROM t", f"SELECT a + ({joined('+', 'a', 899)}) FROM t"),
    "900 parentheses": (f"SELECT a FROM t WHERE {nested('(@)', 900, 'a = 1')}", "SELECT a FROM t WHERE 1 = a"),
    "900 NOTs": (f"SELECT a FROM t WHERE {nested('NOT @', 900, 'a = 1')}", "SELECT a FROM t WHERE a = 1"),
    "800 minus signs": (f"SELECT {nested('- @', 800, 'a')} FROM t", "SELECT a FROM t"),
    "300 CASEs": (
        f"SELECT {nested('CASE WHEN a = 1 THEN 1 ELSE @ END', 300, '0')} FROM t",
        "SELECT CASE WHEN a = 1 THEN 1 ELSE 0 END FROM t",
    ),
    "400 subqueries": (nested("SELECT a FROM (@)", 400, "SELECT a FROM t"), "SELECT a FROM t"),
    "200 CTEs": (
        f"WITH c0 AS (SELECT a FROM t), {', '.join(f'c{n + 1} AS (SELECT a FROM c{n})' for n in range(200))} "
        "SELECT a FROM c200",
        "SELECT a FROM t",
    ),
}
DIFFERENT = {
    "400 UNIONs": (joined("UNION", "SELECT @", 400), joined("UNION", "SELECT @", 399)),
    "UNION ALLs of a table": (joined("UNION ALL", "SELECT a FROM t WHERE a = @", 400), "SELECT a FROM t"),
    "100 texts": (f"SELECT {joined('||', 's', 100)} FROM t", f"SELECT {joined('||', 's', 99)} FROM t"),
    "800 functions": (f"SELECT {nested('abs(@)', 800, 'a')} FROM t", "SELECT a FROM t"),
    "40 INs": (nested("SELECT a FROM t WHERE a IN (@)", 40, "SELECT a FROM t"), "SELECT b FROM t"),
    "60 COALESCEs, a plan of 2^60 nodes": (f"SELECT {nested('coalesce(@, a)', 60, 'b')} FROM t", "SELECT b FROM t"),
}


def checked(pair: tuple[str, ...]) -> Verdict:
    left, right = pair
    return check(left, right, WIDE if " w" in left else SCHEMA, SMALL)


@pytest.mark.parametrize("title", EQUIVALENT)
def test_deep_queries_are_proved(title: str) -> None:
    assert isinstance(checked(EQUIVALENT[title]), Equivalent)


@pytest.mark.parametrize("title", DIFFERENT)
def test_deep_queries_are_told_apart(title: str) -> None:
    assert isinstance(checked(DIFFERENT[title]), Different)


def test_nested_operands_keep_the_time_limit() -> None:
    started = time.monotonic()
    deep = f"SELECT {nested('(@ IN (1, 2, 3))', 40, 'a')} FROM t"
    check(deep, f"{deep} WHERE 1", SCHEMA, Options(timeout=2.0))
    assert time.monotonic() - started < 20


def test_deep_queries_are_linted() -> None:
    assert with_room(lambda: lint(f"SELECT {nested('(@)', 900, 'a')} FROM t", SCHEMA)) == ()


def depth(levels: int) -> int:
    return 0 if levels == 0 else 1 + depth(levels - 1)


def test_room_is_made_for_several_threads_and_taken_back() -> None:
    usual, size = sys.getrecursionlimit(), threading.stack_size()
    with ThreadPoolExecutor(4) as executor:
        assert list(executor.map(lambda n: with_room(lambda: depth(n)), [10, 5_000, 50_000, 20_000])) == [
            10,
            5_000,
            50_000,
            20_000,
        ]
    assert (sys.getrecursionlimit(), threading.stack_size()) == (usual, size)


def test_an_error_comes_out_of_the_larger_thread() -> None:
    def work() -> None:
        depth(5_000)
        raise KeyError("deep")

    with pytest.raises(KeyError, match="deep"):
        with_room(work)

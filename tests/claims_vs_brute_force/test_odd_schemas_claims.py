"""Claims over odd schemas: what is called equal is attacked with rows that SQLite takes, what differs is replayed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import apsw
import pytest

import spotit
from generate.odd_schemas import OddColumn, OddSchema, OddSchemas, Value
from spotit import Different, Equivalent, EquivalentUpTo, Options
from spotit.errors import SchemaError

ROWS = 2
TRIES = 8
"""How often a row is drawn until SQLite takes it."""


def database(schema: OddSchema) -> apsw.Connection:
    """Return an empty database of the schema as it is written: nothing of ours is between."""
    connection = apsw.Connection(":memory:")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute(schema.ddl)
    return connection


def attacks(schema: OddSchema, random: Random, sql: str, count: int) -> Iterator[apsw.Connection]:
    """Yield databases with a few rows that SQLite takes."""
    connection = database(schema)
    names = ["id", *(column.name for column in schema.given)]
    insert = f"INSERT INTO t({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"
    words = [word.strip("%*[]") for word in (sql + schema.ddl).split("'")[1::2]]
    for _ in range(count):
        connection.execute("BEGIN")
        for number in range(1, 1 + random.randint(1, ROWS)):
            rows = ((number, *(_value(column, random, words) for column in schema.given)) for _ in range(TRIES))
            any(_takes(connection, insert, row) for row in rows)
        for _ in range(random.randint(0, ROWS) if schema.has_child else 0):
            _takes(connection, "INSERT INTO c VALUES (?, ?)", (random.randint(1, ROWS), random.randint(0, 3)))
        yield connection
        connection.execute("ROLLBACK")


def _value(column: OddColumn, random: Random, words: list[str]) -> Value:
    if random.random() < 0.1:
        return None
    if column.sort in ("text", "any") and words and random.random() < 0.5:
        word = random.choice(words)
        return random.choice((word, word, f"{word}x", word.upper(), word.lower(), word[:-1], f" {word}", f"{word} "))
    return random.choice(column.values())


def _takes(connection: apsw.Connection, insert: str, row: tuple[Value, ...]) -> bool:
    try:
        connection.execute(insert, row)
    except (apsw.ConstraintError, apsw.MismatchError, apsw.SQLError):
        return False
    return True


def results(connection: apsw.Connection, sql: str) -> frozenset[tuple[object, ...]]:
    return frozenset(connection.execute(sql).fetchall())


def contradiction(schema: OddSchema, left: str, right: str, random: Random, count: int) -> str:
    """Return rows on which the queries differ, the empty string if none were found."""
    for connection in attacks(schema, random, f"{left} {right}", count):
        one, other = results(connection, left), results(connection, right)
        if one != other and not _is_degenerate(one, other):
            return f"{connection.execute('SELECT * FROM t').fetchall()} {set(one)} {set(other)}"
    return ""


def _is_degenerate(one: frozenset[tuple[object, ...]], other: frozenset[tuple[object, ...]]) -> bool:
    """Tell whether no row stands against rows of NULLs."""
    return {one or other, one and other} <= {frozenset(), frozenset({(None,)})}


def replayed(found: Different, left: str, right: str) -> bool:
    """Tell whether the printed script shows the difference in a database of its own."""
    connection = apsw.Connection(":memory:")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute(found.witness.script)
    return results(connection, left) != results(connection, right)


def sweep(seed: str, schemas: int, pairs: int, count: int) -> Counter[str]:
    """Check generated pairs over generated schemas; return how often each verdict came."""
    random = Random(seed)
    drawing = OddSchemas(random)
    seen: Counter[str] = Counter()
    for _ in range(schemas):
        schema = drawing.schema()
        try:
            loaded = spotit.load_schema(schema.ddl)
        except SchemaError:
            seen["refused"] += 1
            continue
        for _ in range(pairs):
            left = drawing.query(schema)
            right = drawing.other(left, schema)
            verdict = spotit.check(left, right, loaded, Options(timeout=5, bound=ROWS))
            seen[type(verdict).__name__] += 1
            seen["spurious"] += verdict.stats.spurious
            told = f"{schema.ddl}\n{left}\n{right}\n{verdict}"
            if isinstance(verdict, Equivalent | EquivalentUpTo):
                found = contradiction(schema, left, right, random, count)
                assert not found, f"{told}\n{found}"
            elif isinstance(verdict, Different) and verdict.grade != "error":
                assert replayed(verdict, left, right), told
    return seen


def test_claims_over_odd_schemas() -> None:
    seen = sweep("odd schemas", 40, 4, 150)
    assert seen["Equivalent"] + seen["EquivalentUpTo"] > 15, seen
    assert seen["Different"] > 40, seen
    assert seen["Undecided"] + seen["Unsupported"] <= 0.1 * seen.total(), seen
    assert not seen["spurious"], seen


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_claims_over_odd_schemas_at_length(seed: int) -> None:
    sweep(f"odd schemas {seed}", 200, 5, 400)


def test_an_attack_finds_a_difference() -> None:
    schema = OddSchema("CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT);", (OddColumn("a", "TEXT"),), False)
    found = contradiction(schema, "SELECT id FROM t WHERE a = 'q'", "SELECT id FROM t WHERE a LIKE 'q'", Random(1), 400)
    assert found

"""What predictions answer on small databases made for them: who agrees with whom, without test data."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from spotit.database import Database, Outcome, Rows
from spotit.engine.compare import same
from spotit.engine.failures import ConstraintViolation, QueryError, TooManyOrders
from spotit.engine.outcome import outcome
from spotit.engine.protocol import Engine
from spotit.evaluate.protocol import ProbeAnswer
from spotit.options import Columns, Semantics
from spotit.search.pair import make_pair
from spotit.search.refute.probe import databases

_EACH = 21
"""Databases that are made with each prediction in mind."""
_SECONDS = 8.0
"""For all databases of a question together."""
_QUERY_SECONDS = 0.5

Digest = Callable[[Outcome | None], str]


def probed(
    engine: Engine, gold: str, predictions: Sequence[str], witnesses: Sequence[Database], digest: Digest
) -> tuple[ProbeAnswer, ...]:
    """Return for each prediction a signature that those share which answer alike on every database that is tried."""
    results = _results(engine, (gold, *predictions), witnesses, [*_probes(engine, gold, predictions)])
    expected = results[0]
    return tuple(
        ProbeAnswer(_signature(engine, sql, found, digest), _beside(engine, expected, found))
        for sql, found in zip(predictions, results[1:], strict=True)
    )


def _probes(engine: Engine, gold: str, predictions: Sequence[str]) -> Iterator[Database]:
    for sql in predictions:
        try:
            pair = make_pair(gold, sql, engine)
        except QueryError:
            continue
        yield from islice(databases(pair), _EACH)


def _results(
    engine: Engine, queries: Sequence[str], witnesses: Sequence[Database], probes: Sequence[Database]
) -> list[list[Outcome | None]]:
    """Return what each query answers on each database; None where it has no answer."""
    deadline = time.monotonic() + _SECONDS
    results: list[list[Outcome | None]] = [[] for _ in queries]
    for database in (*witnesses, *probes):
        if time.monotonic() > deadline:
            break
        try:
            engine.load(database)
        except ConstraintViolation:
            continue
        for sql, answers in zip(queries, results, strict=True):
            answers.append(_answer(engine, sql))
    return results


def _answer(engine: Engine, sql: str) -> Outcome | None:
    try:
        return outcome(engine, sql, budget=_QUERY_SECONDS)
    except QueryError:
        return None


def _signature(engine: Engine, sql: str, answers: Sequence[Outcome | None], digest: Digest) -> str | None:
    """Return the signature of some answers; None when there is no row among them, or chance decides."""
    if not any(isinstance(answer, Rows) and answer.rows for answer in answers):
        return None
    if not engine.inspect(sql).determined:
        return None
    return hashlib.sha256("\n".join(map(digest, answers)).encode()).hexdigest()[:16]


def _beside(engine: Engine, gold: Sequence[Outcome | None], found: Sequence[Outcome | None]) -> str | None:
    """Return how close the answers are to gold's: `same`, `columns` if only columns are more or less, or None."""
    pairs = [(a, b) for a, b in zip(gold, found, strict=True) if isinstance(a, Rows) and isinstance(b, Rows)]
    if not any(a.rows and b.rows for a, b in pairs) or len(pairs) < len(gold):
        return None
    semantics = engine.options.semantics
    if all(same(a, b, semantics, ordered=False, columns=engine.options.columns) for a, b in pairs):
        return "same"
    return "columns" if _by_columns(pairs, semantics) else None


def _by_columns(pairs: Sequence[tuple[Rows, Rows]], semantics: Semantics) -> bool:
    """Tell whether one of two queries returns what the other does, and perhaps more columns, on every database."""
    try:
        wider = all(same(a, b, semantics, ordered=False, columns=Columns.EXTRA) for a, b in pairs)
        return wider or all(same(b, a, semantics, ordered=False, columns=Columns.EXTRA) for a, b in pairs)
    except TooManyOrders:
        return False

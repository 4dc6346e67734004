"""Scalar expressions tabulated by the engine: exact by construction, whatever the function."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock

import apsw

from spotit.database import Value
from spotit.engine.failures import QueryError, stopped_at_deadline
from spotit.engine.sqlite.clock import FixedClock
from spotit.engine.sqlite.sandbox import LONGEST, open_memory, refusal
from spotit.options import Options

_DAYS = """
WITH RECURSIVE
  number(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM number WHERE n < 9999),
  year(y, long) AS MATERIALIZED (SELECT printf('%04d', n), n % 4 = 0 AND (n % 100 <> 0 OR n % 400 = 0)
    FROM number WHERE {years}),
  rest(md) AS MATERIALIZED (SELECT strftime('-%m-%d', '2000-01-01', n || ' days') FROM number WHERE n < 366),
  calendar(day) AS NOT MATERIALIZED (SELECT y || md FROM year CROSS JOIN rest WHERE long OR md <> '-02-29' LIMIT -1)
"""
"""Each day of some of the years 0 to 9999. A subquery with a LIMIT is evaluated as it stands: once for each row."""


class SqliteTabulator:
    """Evaluates scalar SQL expressions over lists of arguments, and remembers the answers. Safe from any thread."""

    def __init__(self, *, options: Options, entries: int = 2048, budget: float = 10.0) -> None:
        self._clock = FixedClock(options.now)
        self._connection, self._gate = open_memory(self._clock, longest=LONGEST)
        self._cache: OrderedDict[tuple[str, str], list[Value]] = OrderedDict()
        self._days: dict[str, str | None] = {}
        self._entries = entries
        self._budget = budget
        self._lock = Lock()

    def tabulate(self, expression: str, arguments: Sequence[tuple[Value, ...]]) -> list[Value]:
        """Return the expression's value for each tuple of arguments, bound to ?1, ?2, ...

        Parameters have no affinity, as in SQLite; write CAST in the expression where one is needed.
        Raises `QueryError` when the engine rejects the expression or fails on an argument, and when it reads a clock
        that the options leave open.
        """
        # repr tells 1, 1.0, '1' and -0.0 apart, which compare equal as dictionary keys
        key = (expression, repr(arguments))
        with self._lock:
            known = self._cache.get(key)
            if known is not None:
                self._cache.move_to_end(key)
                return list(known)
            self._clock.was_read = False
            values = self._evaluate(expression, arguments)
            if self._clock.was_read and self._clock.now is None:
                raise QueryError(f"{expression} reads the clock")
            self._cache[key] = values
            if len(self._cache) > self._entries:
                self._cache.popitem(last=False)
        return list(values)

    def day_apart(
        self, left: str, right: str, years: Sequence[tuple[int, int]] = ((0, 9999),), *, budget: float
    ) -> str | None:
        """Return the first day of some spans of years for which two expressions of `day` differ, None if none does."""
        days = _DAYS.format(years=" OR ".join(f"n BETWEEN {first} AND {last}" for first, last in years))
        values = f"SELECT day, {left} AS a, {right} AS b FROM calendar LIMIT -1"
        sql = f"{days} SELECT day FROM ({values}) WHERE a IS NOT b OR typeof(a) <> typeof(b) LIMIT 1"
        if (reason := refusal(sql)) is not None:
            raise QueryError(*reason)
        with self._lock:
            if sql not in self._days:
                found = self._first_day(sql, budget)
                if len(self._days) >= self._entries:
                    self._days.clear()
                self._days[sql] = found
            return self._days[sql]

    def _first_day(self, sql: str, budget: float) -> str | None:
        self._clock.was_read = False
        self._gate.grant(budget)
        try:
            found = self._connection.execute(sql).fetchone()
        except apsw.InterruptError:
            raise stopped_at_deadline("comparing two expressions on every day took too long") from None
        except (apsw.Error, OverflowError, UnicodeError) as error:
            raise QueryError(f"{error} on some day") from None
        if self._clock.was_read and self._clock.now is None:
            raise QueryError("an expression reads the clock")
        return None if found is None else str(found[0])

    def _evaluate(self, expression: str, arguments: Sequence[tuple[Value, ...]]) -> list[Value]:
        sql = f"SELECT {expression}"
        if (reason := refusal(sql)) is not None:
            raise QueryError(*reason)
        self._gate.deadline = time.monotonic() + self._budget
        try:
            return [row[0] for row in self._connection.executemany(sql, arguments)]
        except UnicodeDecodeError:
            raise QueryError(f"text that is not UTF-8 from {expression}") from None
        except apsw.InterruptError:
            raise stopped_at_deadline(f"tabulating {expression} took too long") from None
        except (apsw.Error, OverflowError, UnicodeEncodeError) as error:
            raise QueryError(f"{error} in {expression}") from None

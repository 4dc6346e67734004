"""Engines that stay open from one check to the next: creating the tables of a schema takes longer than most checks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from spotit.engine.open import open_engine
from spotit.engine.protocol import Engine
from spotit.options import Options
from spotit.schema import Schema


class Engines:
    """Lends engines to any number of threads, each engine to one at a time, and keeps those given back last."""

    def __init__(self, most: int = 32) -> None:
        self._most = most
        self._idle: list[Engine] = []
        """Those that were given back last at the end."""
        self._lock = Lock()

    @contextmanager
    def lend(self, schema: Schema, options: Options) -> Iterator[Engine]:
        """Open a database of the schema, or take one that is idle, until the block ends."""
        engine = self._take(schema, options) or open_engine(schema, options)
        try:
            yield engine
        except BaseException:
            # It may be in the middle of anything: nobody else gets it.
            engine.close()
            raise
        self._give_back(engine)

    def _take(self, schema: Schema, options: Options) -> Engine | None:
        with self._lock:
            for place in range(len(self._idle) - 1, -1, -1):
                if _suits(self._idle[place], schema, options):
                    engine = self._idle.pop(place)
                    engine.options = options
                    return engine
        return None

    def _give_back(self, engine: Engine) -> None:
        with self._lock:
            self._idle.append(engine)
            surplus = self._idle[: -self._most]
            del self._idle[: -self._most]
        for old in surplus:
            old.close()


def _suits(engine: Engine, schema: Schema, options: Options) -> bool:
    """Tell whether an engine has this schema, keeps the same constraints and shows the same time."""
    return _fixed(engine.options) == _fixed(options) and engine.schema == schema


def _fixed(options: Options) -> tuple[object, ...]:
    """Return the options that an engine is opened with; the others belong to the check that uses it."""
    return options.now, options.foreign_keys, options.null_keys

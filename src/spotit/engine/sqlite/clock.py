"""A fixed clock: 'now' and CURRENT_TIMESTAMP are a stated instant, the same on every run."""

from __future__ import annotations

from datetime import UTC, datetime

import apsw

_UNIX_EPOCH_JULIAN_MS = 210866760000000
"""Milliseconds from SQLite's Julian day 0 to 1970-01-01."""


class _FixedClock(apsw.VFS):
    """The default file layer, but its time stands still."""

    def __init__(self, name: str, instant: int) -> None:
        self.instant = instant
        super().__init__(name, "")

    def xCurrentTimeInt64(self) -> int:
        return self.instant

    def xCurrentTime(self) -> float:
        return self.instant / 86_400_000


_clocks: dict[int, _FixedClock] = {}
"""Registered clocks: SQLite knows a file layer by its name, process-wide."""


def clock(now: str) -> str:
    """Return the name of an SQLite file layer whose current time is `now`, an ISO instant in UTC."""
    moment = datetime.fromisoformat(now)
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    milliseconds = _UNIX_EPOCH_JULIAN_MS + round(moment.timestamp() * 1000)
    name = f"spotit-{milliseconds}"
    if milliseconds not in _clocks:
        _clocks[milliseconds] = _FixedClock(name, milliseconds)
    return name

"""A fixed clock: 'now' and CURRENT_TIMESTAMP are a stated instant, the same on every run."""

from __future__ import annotations

from datetime import UTC, datetime

import apsw

_UNIX_EPOCH_JULIAN_MS = 210866760000000
"""Milliseconds from SQLite's Julian day 0 to 1970-01-01."""


class FixedClock(apsw.VFS):
    """A file layer of SQLite: the default one, but its current time is always `now`, an ISO instant in UTC.

    SQLite finds it by its name, and drops it after the last connection that was opened with it.
    """

    def __init__(self, now: str) -> None:
        moment = datetime.fromisoformat(now)
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        self.instant = _UNIX_EPOCH_JULIAN_MS + round(moment.timestamp() * 1000)
        self.name = f"spotit-{id(self)}"
        super().__init__(self.name, "")

    def xCurrentTimeInt64(self) -> int:
        """Return milliseconds since the beginning of the Julian days."""
        return self.instant

    def xCurrentTime(self) -> float:
        """Return the Julian day."""
        return self.instant / 86_400_000

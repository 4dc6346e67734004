"""A clock that stands where it is set: 'now' and CURRENT_TIMESTAMP are a stated instant, the same on every run."""

from __future__ import annotations

from datetime import UTC, datetime

import apsw

from spotit.dialect.instants import SOME_INSTANT

_UNIX_EPOCH_JULIAN_MS = 210866760000000
"""Milliseconds from SQLite's Julian day 0 to 1970-01-01."""


class FixedClock(apsw.VFS):
    """A file layer of SQLite: the default one, but its current time is that of `now`, an ISO instant in UTC.

    SQLite finds it by its name, and drops it after the last connection that was opened with it.
    """

    def __init__(self, now: str | None = None) -> None:
        self.was_read = False
        """Whether a query has asked for the time since this was last set to False."""
        self.set(now)
        self.name = f"spotit-{id(self)}"
        super().__init__(self.name, "")

    def set(self, now: str | None) -> None:
        """Let it stand at another instant; None for one that nobody has chosen."""
        moment = datetime.fromisoformat(now or SOME_INSTANT)
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        self.now = now
        self.instant = _UNIX_EPOCH_JULIAN_MS + round(moment.timestamp() * 1000)

    def xCurrentTimeInt64(self) -> int:
        """Return milliseconds since the beginning of the Julian days."""
        self.was_read = True
        return self.instant

    def xCurrentTime(self) -> float:
        """Return the Julian day."""
        return self.xCurrentTimeInt64() / 86_400_000

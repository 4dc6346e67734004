"""Dates and times in text: what the dialect takes for one, and what SQLite reads."""

from __future__ import annotations

from itertools import product

import apsw
import pytest

from spotit.dialect.date_layouts import (
    LAYOUTS,
    clock_in,
    date_in,
    has_layout,
    is_day_or_month,
    is_moment,
    looks_dated,
    moment_shape,
    shift_in,
    weekday_in,
)
from spotit.dialect.types import Kind

DAYS = ("2020-01-31", "0000-01-01", "9999-12-31", "2020-02-30")
TIMES = ("", " 10:30", "T10:30", " 10:30:59", "T23:59:59.999", " 00:00:00.5")
NASTY = (
    "2020-1-5", "2020-01", "2020/01/05", "20200105", "2020-01-05 ", " 2020-01-05", "2020-01-05  10:30:00",
    "2020-01-05T", "2020-01-05 10", "2020-01-05 10:3", "2020-01-05 10:30:5", "2020-01-05 10:30:00.",
    "2020-01-05 10:30Z", "2020-01-05Z", "2020-01-05 10:30:00 Z", "2020-01-05 10:30+02:00",
    "\u0662\u0660\u0662\u0660-01-05", "2020-01-0\u0665", "10:30", "10:30:00", "1\u0660:30", "now", "2020",
    "2458853.5", "", "31.12.2020", "12/31/20",
)  # fmt: skip
AMOUNTS = ("1", "+1", "-1", "1.5", "1.", "+\u0661", "\u0661", "1e1", "", "--1", "+ 1", "0x1")
UNITS = ("day", "days", "DAY", "second", "minutes", "hour", "Month", "years", "week", "dayss", "d")


@pytest.fixture(scope="module")
def sqlite() -> apsw.Connection:
    return apsw.Connection(":memory:")


def _read(sqlite: apsw.Connection, text: str, *modifiers: str) -> str | None:
    marks = ", ".join("?" * (1 + len(modifiers)))
    found = sqlite.execute(f"SELECT strftime('%Y-%m-%d %H:%M:%f', {marks})", (text, *modifiers)).fetchone()[0]
    assert found is None or isinstance(found, str)
    return found


def test_sqlite_reads_what_is_a_moment(sqlite: apsw.Connection) -> None:
    for text in (*(day + time for day, time in product(DAYS, TIMES)), *NASTY):
        if is_moment(text) and not (text.endswith("Z") and ":" not in text):
            assert _read(sqlite, text) is not None, text
        if not text.isascii():
            assert not (is_moment(text) or is_day_or_month(text) or looks_dated(text) or clock_in(text)), text
            assert _read(sqlite, text) is None, text


def test_the_day_and_the_time_are_sqlites(sqlite: apsw.Connection) -> None:
    for day, time in product(DAYS[:3], TIMES):
        found = date_in(day + time)
        assert found is not None and found.day == day
        assert found.time == time[1:]
        read = _read(sqlite, day + time)
        assert read is not None and read.startswith(f"{found.day} {found.time}".rstrip()), (day, time)


def test_each_kind_writes_what_sqlite_reads_and_writes(sqlite: apsw.Connection) -> None:
    functions = {Kind.DATE: "date", Kind.DATETIME: "datetime", Kind.TIME: "time"}
    assert functions.keys() == LAYOUTS.keys()
    for kind, name in functions.items():
        for text in ("2020-01-31 10:30:59", "0000-01-01", "23:59:59"):
            written = sqlite.execute(f"SELECT {name}(?)", (text,)).fetchone()[0]
            assert has_layout(written, kind), written
            assert sum(has_layout(written, other) for other in Kind) == 1
            assert sqlite.execute(f"SELECT {name}(?)", (written,)).fetchone()[0] == written
    assert not has_layout("", Kind.TEXT)
    assert not has_layout("2020-01-0\u0665", Kind.DATE)


def test_a_shape_says_where_the_time_stands(sqlite: apsw.Connection) -> None:
    for gap in ("", " ", "T", "  ", " T"):
        for clock in ("", "10:30", "10:30:59"):
            text = f"2020-01-31{gap}{clock}" if gap else clock
            shape = moment_shape("".join("9" if c.isdigit() else c for c in text))
            read = _read(sqlite, text)
            if not clock:
                assert shape is None
                continue
            assert shape is not None and read is not None and shape.clock is not None
            assert shape.dated == bool(gap) and shape.seconds == (len(clock) == 8)
            assert read[11:].startswith(text[shape.clock :])
    assert moment_shape("9999-99-99") == (True, None, False)
    unread = ("9999-9-99", "9999-99-99 99", "9999-99-99 99:99:99.9", "999:99")
    assert [moment_shape(template) for template in unread] == [None] * 4


def test_a_shift_is_one_that_sqlite_makes(sqlite: apsw.Connection) -> None:
    for amount, unit in product(AMOUNTS, UNITS):
        modifier = f"{amount} {unit}"
        found = shift_in(modifier)
        read = _read(sqlite, "2020-01-31", modifier)
        if found is not None:
            assert read is not None, modifier
            assert read == _read(sqlite, "2020-01-31", f"{float(found[0]):+} {found[1]}s"), modifier
        elif not modifier.isascii():
            assert read is None, modifier


def test_a_weekday_is_one_that_sqlite_finds(sqlite: apsw.Connection) -> None:
    for day in ("0", "6", "7", "-1", "3.0", "3.5", "\u0663", "x"):
        modifier = f"weekday {day}"
        found = weekday_in(modifier)
        if found is not None:
            read = sqlite.execute("SELECT strftime('%w', '2020-01-31', ?)", (modifier,)).fetchone()[0]
            assert read == str(found), modifier
        elif not modifier.isascii():
            assert _read(sqlite, "2020-01-31", modifier) is None

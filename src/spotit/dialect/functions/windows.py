"""Functions that exist over a window only (windowfunctions.html)."""

from __future__ import annotations

from collections.abc import Sequence

from spotit.dialect.functions.record import Encoded, Function, FunctionKind, Hints, Positions, Result, first


def _value_and_default(count: int) -> Sequence[int]:
    """Return the positions of the values in lag(value, offset, default)."""
    return range(0, count, 2)


def _rank(name: str, result: Result, description: str, *, counts: bool = False, by_order: bool = False) -> Function:
    return Function(
        name,
        0,
        0,
        result,
        description,
        kind=FunctionKind.WINDOW,
        encoded=Encoded.ROWS,
        framed=False,
        counts=counts,
        by_order=by_order,
    )


def _value_of_row(
    name: str,
    least: int,
    most: int,
    description: str,
    *,
    passes: Positions = first,
    framed: bool = True,
    fails: bool = False,
) -> Function:
    return Function(
        name,
        least,
        most,
        Result.VALUE,
        description,
        kind=FunctionKind.WINDOW,
        encoded=Encoded.ROWS,
        fails=fails,
        passes=passes,
        by_order=True,
        framed=framed,
        hints=Hints(alike=True),
    )


FUNCTIONS = (
    _rank("row_number", Result.INTEGER, "the position in the partition", counts=True, by_order=True),
    _rank("rank", Result.INTEGER, "the position of the first row that sorts equal", counts=True),
    _rank("dense_rank", Result.INTEGER, "the number of different rows up to this one", counts=True),
    _rank("percent_rank", Result.REAL, "(rank - 1) / (rows - 1)"),
    _rank("cume_dist", Result.REAL, "the share of rows up to this one and its equals"),
    Function(
        "ntile",
        1,
        1,
        Result.INTEGER,
        "the number of the part, of so many equal ones, that the row is in",
        kind=FunctionKind.WINDOW,
        encoded=Encoded.ROWS,
        fails=True,
        counts=True,
        by_order=True,
        framed=False,
    ),
    _value_of_row("lag", 1, 3, "the value some rows before", passes=_value_and_default, framed=False),
    _value_of_row("lead", 1, 3, "the value some rows after", passes=_value_and_default, framed=False),
    _value_of_row("first_value", 1, 1, "the value in the first row of the frame"),
    _value_of_row("last_value", 1, 1, "the value in the last row of the frame"),
    _value_of_row("nth_value", 2, 2, "the value in a row of the frame by its number", fails=True),
)

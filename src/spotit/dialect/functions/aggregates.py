"""Aggregates, which can also be called over a window (lang_aggfunc.html)."""

from __future__ import annotations

from collections.abc import Iterator

from spotit.dialect.functions.record import Constants, Encoded, Function, FunctionKind, Hints, JsonUse, Result, first
from spotit.dialect.numerals import number_of
from spotit.dialect.values import Value


def _summands(arguments: Constants, position: int, result: Value) -> Iterator[Value]:
    """Yield the only summand, and one of two equal ones."""
    yield result
    number = number_of(result)
    if number:
        yield number // 2 if isinstance(number, int) else number / 2


_SUM = Hints(before=_summands, alike=True, reads_number=True)
_MEAN = Hints(alike=True, reads_number=True)


def _numeric(name: str, result: Result, description: str, hints: Hints, *, fails: bool = False) -> Function:
    return Function(
        name,
        1,
        1,
        result,
        description,
        kind=FunctionKind.AGGREGATE,
        encoded=Encoded.GROUP,
        fails=fails,
        adds_up=hints is _SUM,
        adds=True,
        hints=hints,
    )


def _extreme(name: str, description: str) -> Function:
    return Function(
        name,
        1,
        1,
        Result.VALUE,
        description,
        kind=FunctionKind.AGGREGATE,
        encoded=Encoded.GROUP,
        passes=first,
        extreme=True,
        hints=Hints(alike=True),
    )


def _joining(name: str, count: int, description: str, use: JsonUse, encoded: Encoded = Encoded.JOINED) -> Function:
    result = Result.BLOB if JsonUse.BINARY in use else Result.TEXT
    return Function(
        name,
        count,
        count,
        result,
        description,
        kind=FunctionKind.AGGREGATE,
        encoded=encoded,
        fails=use is not JsonUse.NONE,
        json=use,
        by_order=True,
    )


def _quantile(name: str, count: int, description: str) -> Function:
    return Function(
        name, count, count, Result.REAL, description, kind=FunctionKind.AGGREGATE, encoded=Encoded.NONE, fails=True
    )


FUNCTIONS = (
    Function(
        "count",
        0,
        1,
        Result.INTEGER,
        "the number of rows, or of values that are not NULL",
        kind=FunctionKind.AGGREGATE,
        encoded=Encoded.GROUP,
        counts=True,
    ),
    _numeric("sum", Result.NUMBER, "the sum, NULL over no value", _SUM, fails=True),
    _numeric("total", Result.REAL, "the sum as a REAL, 0.0 over no value", _SUM),
    _numeric("avg", Result.REAL, "the mean", _MEAN),
    _extreme("max", "the greatest value"),
    _extreme("min", "the least value"),
    Function(
        "group_concat",
        1,
        2,
        Result.TEXT,
        "the values joined with a separator",
        kind=FunctionKind.AGGREGATE,
        encoded=Encoded.JOINED,
        by_order=True,
        hints=Hints(alike=True),
    ),
    Function(
        "string_agg",
        2,
        2,
        Result.TEXT,
        "the values joined with a separator",
        kind=FunctionKind.AGGREGATE,
        stands_for="group_concat",
        encoded=Encoded.REWRITTEN,
        by_order=True,
        hints=Hints(alike=True),
    ),
    _joining("json_group_array", 1, "the values as a JSON array", JsonUse.RETURNS | JsonUse.EMBEDS),
    _joining("json_group_object", 2, "names and values as a JSON object", JsonUse.RETURNS | JsonUse.EMBEDS),
    _joining(
        "jsonb_group_array",
        1,
        "json_group_array() in binary form",
        JsonUse.BINARY | JsonUse.MAY_RETURN | JsonUse.EMBEDS,
        Encoded.NONE,
    ),
    _joining(
        "jsonb_group_object",
        2,
        "json_group_object() in binary form",
        JsonUse.BINARY | JsonUse.MAY_RETURN | JsonUse.EMBEDS,
        Encoded.NONE,
    ),
    _quantile("median", 1, "the value in the middle"),
    _quantile("percentile", 2, "the value at so many percent of the order"),
    _quantile("percentile_cont", 2, "the value at a fraction of the order, interpolated"),
    _quantile("percentile_disc", 2, "the value at a fraction of the order"),
)

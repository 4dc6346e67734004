"""The records of functions against SQLite: names, arguments, NULLs, results."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product

import apsw
import pytest

from spotit.database import Value
from spotit.dialect.functions import (
    FUNCTIONS,
    Determinism,
    Function,
    FunctionKind,
    JsonUse,
    Result,
    aggregate,
    scalar,
    table_function,
    window,
)
from spotit.dialect.functions.excluded import KEYWORDS, extension_of
from spotit.dialect.functions.record import MANY, nothing, the_result, unknown

CONNECTION = apsw.Connection(":memory:")
CONNECTION.limit(apsw.SQLITE_LIMIT_LENGTH, 4_000_000)
DETERMINISTIC = 0x800
ARGUMENTS: tuple[Value, ...] = (1, 2.5, "a", "2000-02-29", "[1]", "$[0]")
TROUBLE: tuple[Value, ...] = (-(2**63), 2**40, b"\xff\xff", "\\u", "%5000000d", "x" * 60_000)
"""Arguments on which some functions fail."""
OF_OTHER_BUILDS = ("sqlite_offset",)
"""Functions that SQLite has only when it is built so."""
NEEDS_LITERAL = ("likelihood",)
"""Functions that take no parameter for an argument."""
MOST = 3
SCALARS = [f for f in FUNCTIONS if f.kind is FunctionKind.SCALAR and f.encoded and f.name not in NEEDS_LITERAL]
STORAGE = {
    Result.INTEGER: {int},
    Result.REAL: {float},
    Result.NUMBER: {int, float},
    Result.TEXT: {str},
    Result.BLOB: {bytes},
    Result.ANY: {int, float, str, bytes},
}


def by_name(function: Function) -> str:
    return f"{function.kind.name.lower()} {function.name}"


def listed() -> Iterator[tuple[str, str, int, int]]:
    """Yield name, kind, number of arguments and flags of what SQLite has."""
    yield from CONNECTION.execute("SELECT lower(name), type, narg, flags FROM pragma_function_list")


def arities(name: str, *, over_rows: bool) -> set[int]:
    """Return the numbers of arguments, up to three and very many, that SQLite's list has for a name."""
    found: set[int] = set()
    for other, kind, count, _ in listed():
        if other == name and (kind != "s") == over_rows:
            # Minus n stands for at least n - 2 arguments.
            found |= {count} if count >= 0 else {n for n in (*range(MOST + 1), MANY) if n >= -count - 2}
    return found


@pytest.mark.parametrize("function", [f for f in FUNCTIONS if f.kind is not FunctionKind.TABLE], ids=by_name)
def test_the_numbers_of_arguments_are_those_of_sqlite(function: Function) -> None:
    for name in (function.name, *function.aliases):
        if name in OF_OTHER_BUILDS:
            continue
        expected = arities(name, over_rows=function.kind is not FunctionKind.SCALAR)
        assert {n for n in (*range(MOST + 1), MANY) if function.accepts(n)} == expected, name


@pytest.mark.parametrize("name", sorted({name for name, *_ in listed()}))
def test_every_function_of_sqlite_is_known_or_left_out_for_a_reason(name: str) -> None:
    known = scalar(name) or window(name)
    reason = extension_of(name) or (name in KEYWORDS and "a keyword")
    assert (known is not None) != bool(reason)


def test_a_name_has_one_record_of_a_kind() -> None:
    names = [(name, function.kind) for function in FUNCTIONS for name in (function.name, *function.aliases)]
    assert len(names) == len(set(names))


def test_functions_are_found_by_each_name() -> None:
    for function in FUNCTIONS:
        for name in (function.name, *function.aliases):
            match function.kind:
                case FunctionKind.SCALAR:
                    assert scalar(name) is function
                case FunctionKind.AGGREGATE:
                    assert aggregate(name, 1) is function and window(name) is function
                case FunctionKind.WINDOW:
                    assert window(name) is function
                case FunctionKind.TABLE:
                    assert table_function(name) is function


def call_of(function: Function, count: int) -> str:
    if JsonUse.INFIX in function.json:
        return f"?1 {function.name} ?2"
    return f"{function.name}({', '.join(f'?{n + 1}' for n in range(count))})"


def attempts(
    function: Function, values: tuple[Value, ...], most: int = MOST
) -> Iterator[tuple[tuple[Value, ...], Value | apsw.Error]]:
    """Yield arguments and what SQLite returns for them, or the error."""
    for count in range(function.least, min(function.most, most) + 1):
        sql = f"SELECT {call_of(function, count)}"
        for arguments in product(values, repeat=count):
            try:
                ((found,),) = CONNECTION.execute(sql, arguments)
            except (UnicodeDecodeError, apsw.TooBigError, apsw.NoMemError):
                continue
            except apsw.Error as error:
                yield arguments, error
            else:
                yield arguments, found


def results(function: Function, extra: tuple[Value, ...] = ()) -> Iterator[tuple[tuple[Value, ...], Value]]:
    """Yield arguments and what SQLite returns for them; nothing where it fails."""
    for arguments, found in attempts(function, (*ARGUMENTS, *extra)):
        if not isinstance(found, apsw.Error):
            yield arguments, found


@pytest.mark.parametrize("function", SCALARS, ids=by_name)
def test_strict_functions_are_those_that_return_null_for_null(function: Function) -> None:
    seen = [found for arguments, found in results(function, (None,)) if None in arguments]
    assert seen or function.most == 0
    assert (function.most > 0 and all(found is None for found in seen)) == function.strict


@pytest.mark.parametrize("function", [found for found in SCALARS if found.total], ids=by_name)
def test_total_functions_return_null_only_for_null(function: Function) -> None:
    assert not [arguments for arguments, found in results(function) if found is None and None not in arguments]


@pytest.mark.parametrize("function", [found for found in SCALARS if found.absorbs], ids=by_name)
def test_what_a_function_absorbs_makes_no_difference(function: Function) -> None:
    texts = [text for text in (*ARGUMENTS, " aB ", "\tx ", "é É", "  ") if isinstance(text, str)]
    for other in function.absorbs:
        sql = f"SELECT {function.name}({other}(?1)) IS {function.name}(?1)"
        assert all(CONNECTION.execute(sql, (text,)).fetchone() == (1,) for text in texts)


@pytest.mark.parametrize("function", SCALARS, ids=by_name)
def test_results_are_of_the_class_that_the_record_says(function: Function) -> None:
    seen = [(arguments, found) for arguments, found in results(function) if found is not None]
    assert seen
    for arguments, found in seen:
        if function.passes is not None:
            assert found in [arguments[n] for n in function.passed(len(arguments))], arguments
        else:
            assert type(found) in STORAGE[function.result], arguments
        assert not function.truth or found in (0, 1), arguments
        if function.result is Result.NUMBER and all(isinstance(value, int) for value in arguments):
            assert isinstance(found, int), arguments


@pytest.mark.parametrize("function", SCALARS, ids=by_name)
def test_functions_fail_where_the_record_says(function: Function) -> None:
    values = (*ARGUMENTS, *TROUBLE)
    most = max(function.least, 3 if function.name == "like" else 2)
    failed = [arguments for arguments, found in attempts(function, values, most) if isinstance(found, apsw.Error)]
    assert bool(failed) == function.fails, failed[:1]


@pytest.mark.parametrize("function", [f for f in SCALARS if f.passes is not None], ids=by_name)
def test_each_argument_that_may_be_the_result_is_so_somewhere(function: Function) -> None:
    seen: dict[int, set[int]] = {}
    for arguments, found in results(function, (None,)):
        if found is not None and arguments.count(found) == 1:
            seen.setdefault(len(arguments), set()).add(arguments.index(found))
    assert seen == {count: set(function.passed(count)) for count in seen}


def test_functions_of_the_connection_are_not_called_deterministic() -> None:
    flags = {name: bits for name, kind, _, bits in listed() if kind == "s"}
    for function in FUNCTIONS:
        if function.determinism is Determinism.CONNECTION and function.name not in OF_OTHER_BUILDS:
            assert not flags[function.name] & DETERMINISTIC


@pytest.mark.parametrize("function", [f for f in FUNCTIONS if f.kind is FunctionKind.AGGREGATE], ids=by_name)
def test_aggregates_depend_on_order_and_repetition_as_the_record_says(function: Function) -> None:
    def over(values: str) -> Value:
        more = ", 0.5" if function.least == 2 else ""
        table = f"(SELECT column1 AS v FROM (VALUES {values}))"
        ((found,),) = CONNECTION.execute(f"SELECT {function.name}(v{more}) FROM {table}")
        return found

    assert (over("(3), (1), (2)") != over("(2), (1), (3)")) == function.by_order
    repeated = any(over(f"{values}, (3)") != over(values) for values in ("(3), (1)", "(3), (1), (1), (1)"))
    assert repeated != function.extreme
    if function.passes is not None:
        assert over("('b'), ('a')") in ("a", "b")
    elif function.result.is_number:
        assert isinstance(over("(2), (1)"), tuple(STORAGE[function.result]))


@pytest.mark.parametrize("function", [f for f in SCALARS if list(f.hints.samples([None, None]))], ids=by_name)
def test_samples_are_told_apart(function: Function) -> None:
    for count in range(max(function.least, 1), min(function.most, 2) + 1):
        sql = f"SELECT {call_of(function, count)}"
        outcomes = set()
        for sample in function.hints.samples([None] * count):
            for other in ("a", 1, "%s") if count == 2 else (None,):
                arguments = (sample,) if count == 1 else (sample, other)
                for given in {arguments, arguments[::-1]}:
                    try:
                        ((found,),) = CONNECTION.execute(sql, given)
                    except apsw.Error as error:
                        found = type(error)
                    outcomes.add((other, given.index(sample), found))
        assert len({found for *_, found in outcomes}) > 1


INVERTED: dict[str, tuple[tuple[Value, ...], ...]] = {
    "lower": (("Ab",), ("é",)),
    "upper": (("Ab",), ("b1",)),
    "trim": ((" a ",), ("a b",), ("xax", "x")),
    "ltrim": (("  a ",), ("00a", "0")),
    "rtrim": ((" a ",), ("a00", "0")),
    "substr": (("hello", 1), ("hello", 2), ("hello", 3, 2), ("hello", -2), ("hello", -3, 2), ("2024-05-06", 6, 2)),
    "replace": (("a-b", "-", ""), ("a-b", "-", "+"), ("ab", "x", "y")),
    "instr": (("abc", "b"), ("abc", "x"), ("12:30", ":")),
    "length": (("abc",), ("",)),
    "octet_length": (("abc",),),
    "concat": (("ab", "x"), ("ab", "x", "y")),
    "concat_ws": (("-", "ab", "x"), ("-", "ab", "x", "y")),
    "printf": (("<%s>", "a"), ("%d items", 3), ("%.1f%", 2.5)),
    "quote": (("it's",), (5,)),
    "hex": (("ab",), ("é",)),
    "unhex": (("4142",),),
    "char": ((65,),),
    "unicode": (("é",), ("ab",)),
    "unistr_quote": (("it's",),),
    "abs": ((-5,), (2.5,)),
    "round": ((2.6,), (-1.25, 1), (7,)),
    "sign": ((-5,), (0,), (2.5,)),
    "ceil": ((1.5,), (-1.5,), (3,)),
    "floor": ((1.5,), (-1.5,), (3,)),
    "trunc": ((1.5,), (-1.5,), (3,)),
    "pow": ((3, 2), (2, 10)),
    "mod": ((7, 3),),
    "log": ((100,), (2, 8)),
    "atan2": ((1, 2),),
    "date": (("2024-02-29",), ("2024-05-06 07:08:09",), ("2024-01-31", "+1 day"), ("2024-05-06", "-1 month")),
    "time": (("07:08:09",), ("2024-05-06 07:08:09",)),
    "datetime": (("2024-05-06",), ("2024-05-06 07:08:09", "+1 year")),
    "julianday": (("2024-05-06",), ("2024-05-06 12:00:00",), ("2024-05-06", "+1 day")),
    "unixepoch": (("2024-05-06",), ("2024-05-06 07:08:09",), ("1969-12-31",)),
    "strftime": (
        ("%Y", "2024-05-06"),
        ("%m", "2024-05-06"),
        ("%Y-%m", "2024-05-06"),
        ("%Y%m", "2024-05-06"),
        ("%H:%M", "2024-05-06 07:08:09"),
        ("%F %T", "2024-05-06 07:08:09"),
        ("%Y", "2024-05-06", "+1 year"),
    ),
}
"""Arguments of calls whose results are to be inverted."""
SOUGHT = {"printf": 1, "concat_ws": 1, "log": -1, "strftime": 1}
"""Which argument is sought, where it is not the first."""
_OF_ONE_NUMBER = ((0.5,), (0.25,))
_ABOVE_ONE = ((1.5,),)


def inverted(function: Function) -> tuple[tuple[Value, ...], ...]:
    if function.name in INVERTED:
        return INVERTED[function.name]
    return _ABOVE_ONE if function.name == "acosh" else _OF_ONE_NUMBER


@pytest.mark.parametrize("function", [f for f in SCALARS if f.hints.before not in (the_result, nothing)], ids=by_name)
def test_inverse_images_have_the_wanted_result(function: Function) -> None:
    for arguments in inverted(function):
        place = SOUGHT.get(function.name, 0) % len(arguments)
        sql = f"SELECT {call_of(function, len(arguments))}"
        ((wanted,),) = CONNECTION.execute(sql, arguments)
        constants = [None if n == place else value for n, value in enumerate(arguments)]
        images = list(function.hints.before(constants, place, wanted))
        found = []
        for image in images:
            given = tuple(image if n == place else value for n, value in enumerate(arguments))
            ((value,),) = CONNECTION.execute(sql, given)
            found.append(value)
        assert any(same(value, wanted) for value in found), (arguments, wanted, images)


def same(left: Value, right: Value) -> bool:
    """Tell whether two results are the same, up to rounding."""
    if isinstance(left, int | float) and isinstance(right, int | float):
        return math.isclose(left, right, rel_tol=1e-9, abs_tol=1e-9)
    return left == right


@pytest.mark.parametrize("function", [f for f in SCALARS if f.hints.value is not unknown], ids=by_name)
def test_values_of_constant_calls_are_those_of_sqlite(function: Function) -> None:
    for arguments in INVERTED[function.name]:
        known = function.hints.value(arguments)
        ((wanted,),) = CONNECTION.execute(f"SELECT {call_of(function, len(arguments))}", arguments)
        assert known is None or same(known, wanted), arguments
    first = INVERTED[function.name][0]
    assert function.hints.value(first) is not None

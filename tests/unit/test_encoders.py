"""Every function has the code that its record promises, and no code is without a record."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from spotit.automata.expressions.calls import RULES
from spotit.dialect.functions import FUNCTIONS, Encoded, FunctionKind
from spotit.sql.lowering.calls import REWRITTEN
from spotit.symbolic.expressions.functions import ENCODERS
from spotit.symbolic.relations.aggregates import AGGREGATES
from spotit.symbolic.relations.window_functions import FUNCTIONS as WINDOW_FUNCTIONS
from spotit.symbolic.text.composite_functions import OF_PIECES
from spotit.symbolic.text.json_functions import WRITERS

_SYMBOLIC = Encoded.ARITHMETIC | Encoded.LAYOUT | Encoded.CLASS | Encoded.DATE | Encoded.AS_PIECES


def encoded(kind: FunctionKind, how: Encoded, without: Encoded = Encoded.NONE) -> set[str]:
    """Return the names of the functions with one of these encodings."""
    return {f.name for f in FUNCTIONS if f.kind is kind and f.encoded & how and not f.encoded & without}


@pytest.mark.parametrize(
    ("table", "promised"),
    [
        (REWRITTEN, encoded(FunctionKind.SCALAR, Encoded.REWRITTEN)),
        (ENCODERS, encoded(FunctionKind.SCALAR, _SYMBOLIC, Encoded.JSON)),
        (OF_PIECES, encoded(FunctionKind.SCALAR, Encoded.OF_PIECES)),
        (WRITERS, encoded(FunctionKind.SCALAR, Encoded.AS_PIECES) & encoded(FunctionKind.SCALAR, Encoded.JSON)),
        (RULES, encoded(FunctionKind.SCALAR, Encoded.AUTOMATON)),
        (AGGREGATES, encoded(FunctionKind.AGGREGATE, Encoded.GROUP)),
        (WINDOW_FUNCTIONS, encoded(FunctionKind.WINDOW, Encoded.ROWS)),
    ],
    ids=["rewritten", "encoders", "of pieces", "writers of JSON", "automata", "aggregates", "windows"],
)
def test_a_table_has_the_functions_whose_records_say_so(table: Mapping[str, object], promised: set[str]) -> None:
    assert set(table) == promised


def test_every_function_that_stands_for_another_is_rewritten() -> None:
    names = {(f.name, f.kind) for f in FUNCTIONS}
    for function in FUNCTIONS:
        if function.stands_for:
            assert (function.stands_for, function.kind) in names
            assert function.encoded is Encoded.REWRITTEN

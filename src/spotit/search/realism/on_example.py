"""Both queries on the example database itself: what it tells apart, no bound excuses."""

from __future__ import annotations

from spotit.engine.compare import degenerate, same
from spotit.engine.failures import QueryError, TooManyOrders
from spotit.engine.open import system_of
from spotit.engine.protocol import Reader
from spotit.errors import SpotitError
from spotit.search.pair import Pair
from spotit.search.realism.example import Example

_SECONDS = 30.0
"""For one query; what counts are its steps."""


def differ_on(example: Example, pair: Pair) -> bool:
    """Tell whether the queries return different results on the example database; not if one does not end there."""
    if example.file is None:
        return False
    try:
        reader = system_of(pair.schema).open_file(example.file, now=pair.options.now)
    except (SpotitError, OSError):
        return False
    try:
        return _differ(reader, pair)
    except (QueryError, TooManyOrders):
        return False
    finally:
        reader.close()


def _differ(reader: Reader, pair: Pair) -> bool:
    steps, options = pair.budget.looking.example_run, pair.options
    left, right = (reader.run(sql, budget=_SECONDS, steps=steps) for sql in (pair.left_sql, pair.right_sql))
    if same(left, right, options.semantics, ordered=pair.ordered, columns=options.columns):
        return False
    return options.degenerate or not degenerate(left, right, options.semantics, options.columns)

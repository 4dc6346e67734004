"""Which plans return a row even where no row qualifies, as COUNT(*) does."""

from __future__ import annotations

from typing import assert_never

from spotit.plan import rel as r


def answers_without_rows(rel: r.Rel) -> bool:
    """Tell whether a plan may return a row on a database without rows, so that a row of it says little."""
    found = r.any_rel(rel)
    match found:
        case r.Values():
            return True
        case r.Aggregate():
            return not found.grouped
        case r.Scan() | r.Working():
            return False
        case r.Filter() | r.Project() | r.Distinct() | r.OrderBy() | r.Limit() | r.Window() | r.Unnest():
            return answers_without_rows(found.input)
        case r.Join() | r.SetOp():
            return answers_without_rows(found.left) or answers_without_rows(found.right)
        case r.Recursive():
            return answers_without_rows(found.initial)
        case _:
            assert_never(found)

"""Window calls whose values do not hang on the order in which tied rows are seen."""

from __future__ import annotations

from spotit.dialect.functions import FunctionKind
from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.facts.forms import form_of
from spotit.plan.facts.keys import unique_on
from spotit.plan.facts.schema_facts import Facts


def is_plain(call: e.WindowCall) -> bool:
    """Tell whether a call is an aggregate to which the order of rows is nothing, form included: COUNT, MIN, MAX."""
    return call.function.kind is FunctionKind.AGGREGATE and (call.function.counts or call.function.extreme)


def is_rank(call: e.WindowCall) -> bool:
    """Tell whether a call numbers rows by their values alone."""
    return call.function.kind is FunctionKind.WINDOW and call.function.counts and not call.function.by_order


def is_row_number(call: e.WindowCall) -> bool:
    """Tell whether a call numbers all rows of a partition."""
    return call.function.kind is FunctionKind.WINDOW and call.function.counts and not call.args and not is_rank(call)


def covers_partition(call: e.WindowCall) -> bool:
    """Tell whether the frame of a call holds all rows of a partition."""
    start, end, frame = call.frame.start.kind, call.frame.end.kind, call.frame
    if frame.exclude is not e.Exclude.NO_OTHERS or start is not e.BoundKind.UNBOUNDED_PRECEDING:
        return False
    if end is e.BoundKind.UNBOUNDED_FOLLOWING:
        return True
    return end is e.BoundKind.CURRENT_ROW and not call.order and frame.unit is not e.FrameUnit.ROWS


def numbers_once(call: e.WindowCall, rows: r.Rel, facts: Facts) -> bool:
    """Tell whether no two rows of a partition agree on the first column that it is ordered by."""
    if not call.order or not call.order[0].collation.is_identity:
        return False
    pairs = zip(call.partition, call.partition_collations, strict=True)
    groups = [expr for expr, collation in pairs if collation.is_identity]
    columns = [expr for expr in (call.order[0].expr, *groups) if isinstance(expr, e.Column)]
    return isinstance(call.order[0].expr, e.Column) and unique_on(rows, columns, facts)


def is_decided(call: e.WindowCall, rows: r.Rel, facts: Facts) -> bool:
    """Tell whether a call has one value for each row, form included."""
    if is_plain(call):
        same = call.collation.is_identity and all(form_of(arg, rows, facts) is not None for arg in call.args)
        return covers_partition(call) and (same or call.function.counts)
    return is_rank(call) or (is_row_number(call) and numbers_once(call, rows, facts))

"""Where SQL leaves the result of a plan open, so that the engine chooses: ties, arbitrary rows, the order of a sum.

Two queries with the same plan permit the same results, but SQLite may choose differently for different texts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from spotit.dialect.collation import Collation
from spotit.dialect.functions import FunctionKind
from spotit.plan import expr as e
from spotit.plan import rel as r
from spotit.plan.facts.forms import form_of
from spotit.plan.facts.keys import at_most_one_row, dependencies, unique_on
from spotit.plan.facts.schema_facts import Facts
from spotit.plan.facts.seen import Seen, seen_below, seen_by_subquery
from spotit.plan.walk import Part, outer_columns, parts
from spotit.reason import Choice


def open_choices(rel: r.Rel, seen: Seen, facts: Facts) -> tuple[Choice, ...]:
    """Return the kinds of choices that a plan may leave open, of a result of which `seen` is seen."""
    found = list(_choices(rel, seen, facts))
    if seen.order and not _is_ordered(rel, facts):
        found.append(Choice.ORDER)
    return tuple(choice for choice in Choice if choice in found)


def count_choices(rel: r.Rel, seen: Seen, facts: Facts) -> int:
    """Return in how many places a plan may leave a choice open."""
    return sum(1 for _ in _choices(rel, seen, facts))


def chooses(rel: r.Rel, seen: Seen, facts: Facts) -> bool:
    """Tell whether an operator itself, leaving what is below it aside, may leave a choice open."""
    return any(True for _ in _own(r.any_rel(rel), seen, facts))


def _choices(rel: r.Rel, seen: Seen, facts: Facts) -> Iterator[Choice]:
    yield from _own(r.any_rel(rel), seen, facts)
    below = seen_below(r.any_rel(rel), seen)
    for name, part_seen in below.items():
        yield from _choices(getattr(rel, name), part_seen, facts)
    for part in parts(rel):
        if not isinstance(part, r.Rel):
            yield from _in_expression(part, facts)


def _in_expression(part: Part, facts: Facts) -> Iterator[Choice]:
    if isinstance(part, e.Exists | e.Scalar | e.InRel):
        if isinstance(part, e.Scalar) and not _is_ordered(part.rel, facts):
            yield Choice.FIRST_ROW
        yield from _choices(part.rel, seen_by_subquery(part), facts)
    for inner in parts(part):
        if not isinstance(inner, r.Rel):
            yield from _in_expression(inner, facts)


def _own(rel: r.AnyRel, seen: Seen, facts: Facts) -> Iterator[Choice]:
    match rel:
        case r.Limit():
            if not _is_whole(rel) and not _is_ordered(rel.input, facts):
                yield Choice.CUT
        case r.Distinct(on=None):
            yield from _duplicates(rel.columns, rel, seen, facts)
        case r.Distinct():
            yield Choice.DUPLICATE
        case r.SetOp():
            if rel.kind is not r.SetKind.UNION_ALL:
                yield from _duplicates(rel.columns, rel, seen, facts)
        case r.Aggregate():
            yield from _in_groups(rel, seen, facts)
        case r.Window():
            if not all(_is_decided(call, rel.input, facts) for call in rel.calls):
                yield Choice.WINDOW
        case r.Recursive():
            yield Choice.CUT
        case r.Scan() | r.Values() | r.Filter() | r.Project() | r.Join() | r.OrderBy() | r.Unnest() | r.Working():
            return
        case _:
            assert_never(rel)


def _is_whole(rel: r.Limit) -> bool:
    """Tell whether a LIMIT takes all rows or none."""
    nothing = rel.limit in (e.Literal(0), None) or _is_negative(rel.limit)
    return nothing and rel.offset in (e.Literal(0), None)


def _is_negative(limit: e.Expr | None) -> bool:
    return isinstance(limit, e.Literal) and isinstance(limit.value, int) and limit.value < 0


def _duplicates(columns: Iterable[e.Column], rel: r.Rel, seen: Seen, facts: Facts) -> Iterator[Choice]:
    if any(_is_mixed(column, column.collation, rel, seen, facts) for column in columns):
        yield Choice.DUPLICATE


def _is_mixed(expr: e.Expr, collation: Collation, rel: r.Rel, seen: Seen, facts: Facts) -> bool:
    """Tell whether values that count as the same can be told apart by what is seen of them."""
    return not collation.is_identity or (seen.forms and form_of(expr, rel, facts) is None)


def _in_groups(rel: r.Aggregate, seen: Seen, facts: Facts) -> Iterator[Choice]:
    compared = [(key, column.collation) for key, column in zip(rel.keys, rel.columns, strict=False)]
    for call in rel.aggregates:
        if call.function.extreme:
            compared.append((call.args[0], call.collation))
        elif call.function.by_order:
            yield Choice.CONCATENATION
        elif not call.function.counts:
            yield Choice.SUM
    if any(_is_mixed(expr, collation, rel.input, seen, facts) for expr, collation in compared):
        yield Choice.DUPLICATE
    if rel.bare and not _are_decided(rel, facts):
        yield Choice.BARE_COLUMN


def _are_decided(rel: r.Aggregate, facts: Facts) -> bool:
    """Tell whether the rows of a group agree on the bare columns, form included."""
    keys = zip(rel.keys, rel.columns, strict=False)
    grouped_by = [key.id for key, made in keys if isinstance(key, e.Column) and made.collation.is_identity]
    decided = dependencies(rel.input, facts).closure(grouped_by)
    columns = [column for expr in rel.bare for column in outer_columns(expr)]
    return all(column.id in decided and form_of(column, rel.input, facts) is not None for column in columns)


def _is_ordered(rel: r.Rel, facts: Facts) -> bool:
    """Tell whether a plan puts its rows into one order, up to rows that are identical."""
    if at_most_one_row(rel, facts):
        return True
    match rel:
        case r.OrderBy():
            shown = [key.expr for key in rel.keys if isinstance(key.expr, e.Column) and key.collation.is_identity]
            return unique_on(rel.input, shown, facts) or _all_shown(rel.columns, shown, rel, facts)
        case r.Filter() | r.Limit():
            return _is_ordered(rel.input, facts)
        case r.Project():
            return _is_ordered(rel.input, facts) or _returns_its_keys(rel, facts)
    return False


def same_orders(one: r.Rel, other: r.Rel, facts: Facts) -> bool:
    """Tell whether both of two relations that have the same rows put them into an order, or neither does.

    DISTINCT, GROUP BY and joins leave open in which order rows come, also of rows that are sorted below them.
    """
    return _is_sorted(one, facts) is _is_sorted(other, facts) or at_most_one_row(one, facts)


def _is_sorted(rel: r.Rel, facts: Facts) -> bool:
    """Tell whether a plan permits its rows in some orders only."""
    match rel:
        case r.OrderBy():
            constant = dependencies(rel.input, facts).closure(())
            keys = [key.expr for key in rel.keys if not isinstance(key.expr, e.Literal)]
            return not all(isinstance(key, e.Column) and key.id in constant for key in keys)
        case r.Filter() | r.Limit() | r.Project():
            return _is_sorted(rel.input, facts)
    return False


def _all_shown(exprs: Iterable[e.Expr], keys: Iterable[e.Column], rel: r.Rel, facts: Facts) -> bool:
    """Tell whether rows that tie on the keys agree on these expressions."""
    exact = {key.id for key in keys if form_of(key, rel, facts) is not None}
    return all(column.id in exact for expr in exprs for column in outer_columns(expr))


def _returns_its_keys(rel: r.Project, facts: Facts) -> bool:
    """Tell whether a projection shows nothing but what its input is sorted by."""
    below = rel.input
    while isinstance(below, r.Filter | r.Limit):
        below = below.input
    if not isinstance(below, r.OrderBy):
        return False
    keys = [key.expr for key in below.keys if isinstance(key.expr, e.Column) and key.collation.is_identity]
    return _all_shown(rel.exprs, keys, below, facts)


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


def runs_to_row(call: e.WindowCall, rows: r.Rel, facts: Facts) -> bool:
    """Tell whether the frame of a call holds the rows up to the current one, and those that tie with it."""
    start, end, frame = call.frame.start.kind, call.frame.end.kind, call.frame
    if frame.exclude is not e.Exclude.NO_OTHERS or start is not e.BoundKind.UNBOUNDED_PRECEDING:
        return False
    if end is not e.BoundKind.CURRENT_ROW:
        return False
    return frame.unit is not e.FrameUnit.ROWS or numbers_once(call, rows, facts)


def numbers_once(call: e.WindowCall, rows: r.Rel, facts: Facts) -> bool:
    """Tell whether no two rows of a partition agree on the first column that it is ordered by."""
    if not call.order or not call.order[0].collation.is_identity:
        return False
    pairs = zip(call.partition, call.partition_collations, strict=True)
    groups = [expr for expr, collation in pairs if collation.is_identity]
    columns = [expr for expr in (call.order[0].expr, *groups) if isinstance(expr, e.Column)]
    return isinstance(call.order[0].expr, e.Column) and unique_on(rows, columns, facts)


def _is_decided(call: e.WindowCall, rows: r.Rel, facts: Facts) -> bool:
    """Tell whether a call has one value for each row, form included."""
    if is_plain(call):
        same = call.collation.is_identity and all(form_of(arg, rows, facts) is not None for arg in call.args)
        whole = covers_partition(call) or runs_to_row(call, rows, facts)
        return whole and (same or call.function.counts)
    if call.function.passes is not None and not call.function.framed and len(call.args) == 1:
        return numbers_once(call, rows, facts)
    return is_rank(call) or (is_row_number(call) and numbers_once(call, rows, facts))

"""GROUP_CONCAT, string_agg and json_group_array: text joined from a group, kept as the sequence of its parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from spotit.dialect.collation import BINARY, Collation
from spotit.errors import Span, UnsupportedSql
from spotit.plan.expr import AggCall, Call, WindowCall
from spotit.schema import Affinity
from spotit.smt.terms.arithmetic import count, lt
from spotit.smt.terms.boolean import and_, any_of, not_, or_
from spotit.smt.terms.term import FALSE, TRUE, Sort, Term
from spotit.symbolic import ledger
from spotit.symbolic.execution import Env, Execution
from spotit.symbolic.operators.conversion import cast, lift
from spotit.symbolic.operators.sums import Member
from spotit.symbolic.operators.tabulate import apply
from spotit.symbolic.relations.aggregates import without_repeats
from spotit.symbolic.rows.ordering import precedes
from spotit.symbolic.rows.table import Direction, SymRow, SymTable
from spotit.symbolic.text.json_quote import as_json
from spotit.symbolic.text.marks import note_marks
from spotit.symbolic.text.pieces import spell
from spotit.symbolic.text.sequence import Joined, TextPart, same_part
from spotit.symbolic.values.atoms import Number, Text
from spotit.symbolic.values.decode import terms_of
from spotit.symbolic.values.needs_finite import NeedsFinite
from spotit.symbolic.values.value import NULL, Alt, SymValue, constant
from spotit.symbolic.values.value_order import before, same, same_row

if TYPE_CHECKING:
    from spotit.symbolic.relations.executor import Executor

Order = Callable[[int, int], Term]
"""A relation between two members, by their numbers."""


def over_group(
    call: AggCall,
    members: Sequence[Member],
    rows: Sequence[tuple[SymRow, Env]],
    given: Sequence[Direction],
    executor: Executor,
) -> SymValue:
    """Return group_concat(), json_group_array() or json_group_object() of a group.

    Values come in the call's own ORDER BY, else as the rows are `given`, else in any order.
    """
    run = executor.run
    listing = call.func == "json_group_array"
    separator = ","
    if call.func == "group_concat":
        separator = one_separator([executor.under(row.present, call.args[1], env) for row, env in rows], call.span)
    directions = tuple(Direction(key.descending, key.nulls_first, key.collation) for key in call.order)
    sorts = [tuple(executor.under(row.present, key.expr, env) for key in call.order) for row, env in rows]
    listed = [m if listing else Member(and_(m.inside, not_(m.value.null)), m.value) for m in members]
    if call.distinct:
        _note_repeats(listed, sorts, call.collation, run)
        listed = _one_of_each(listed, call.collation, run)
    places = run.places([row.present for row, _ in rows])

    def ordered(i: int, j: int) -> tuple[Term, Term]:
        a, b = (SymRow(TRUE, (), sorts[n]) for n in (i, j))
        return precedes(SymTable((), (), directions), a, b)

    def chosen(i: int, j: int) -> Term:
        if places is not None:
            return lt(places[i], places[j])
        strict, tied = precedes(SymTable((), (), tuple(given)), rows[i][0], rows[j][0])
        smaller = before(listed[i].value, listed[j].value)
        return or_(strict, and_(tied, or_(smaller, same(listed[i].value, listed[j].value))))

    def first(i: int, j: int) -> Term:
        if i > j:
            return not_(first(j, i))
        strict, tied = ordered(i, j)
        return or_(strict, and_(tied, chosen(i, j)))

    if call.func != "group_concat":
        seconds = [executor.under(row.present, call.args[1], env) for row, env in rows] if not listing else []
        listed = json_members(call, listed, seconds, run)
        return bracketed(call, join(listed, separator, first, lambda i, j: ordered(i, j)[1], run), run)
    return join(listed, separator, first, lambda i, j: ordered(i, j)[1], run)


def json_members(
    call: AggCall | WindowCall, members: Sequence[Member], seconds: Sequence[SymValue], run: Execution
) -> list[Member]:
    """Return the members as they stand in a JSON array, or with the `seconds` as the values of a JSON object."""
    nested = [isinstance(arg, Call) and arg.name == "json" for arg in call.args]
    if call.func == "json_group_array":
        return [Member(m.inside, as_json(m.value, run, nested=nested[0])) for m in members]
    found = []
    for m, second in zip(members, seconds, strict=True):
        label = apply("json_quote(CAST(?1 AS TEXT)) || ':'", [m.value], run, "json_group_object")
        pair = apply("?1 || ?2", [label, as_json(second, run, nested=nested[1])], run, "json_group_object")
        found.append(Member(and_(m.inside, not_(m.value.null)), pair))
    return found


def bracketed(call: AggCall | WindowCall, inner: SymValue, run: Execution) -> SymValue:
    """Return what was joined as a JSON array or object, which is empty where nothing was."""
    start, end = "[]" if call.func == "json_group_array" else "{}"
    known = inner.constant
    if known is not None:
        return constant(start + ("" if known[0] is None else str(known[0])) + end)
    (alt,) = inner.alts
    assert isinstance(alt.atom, Joined)
    return lift(replace(spell([start, replace(alt.atom, hollow=True), end], run), document=True))


def _one_of_each(members: Sequence[Member], collation: Collation, run: Execution) -> list[Member]:
    """Return the members without repeats; of equal ones the first is kept, or any where choices are free."""
    places = run.places([member.inside for member in members])
    if places is None:
        return without_repeats(members, collation)
    kept = []
    for j, one in enumerate(members):
        others = [(i, other) for i, other in enumerate(members) if i != j]
        repeats = (and_(o.inside, same(o.value, one.value, collation), lt(places[i], places[j])) for i, o in others)
        kept.append(Member(and_(one.inside, not_(any_of(repeats))), one.value))
    return kept


def _note_repeats(
    members: Sequence[Member], sorts: Sequence[tuple[SymValue, ...]], collation: Collation, run: Execution
) -> None:
    """Record as open where DISTINCT may keep either of two equal values that print or sort differently."""
    for j, member_ in enumerate(members):
        for i, other in enumerate(members[:j]):
            again = and_(member_.inside, other.inside, same(other.value, member_.value, collation))
            if again is not FALSE:
                alike = and_(same(other.value, member_.value), same_row(sorts[i], sorts[j]))
                run.ambiguous(and_(again, not_(alike)), placed=True)


def join(members: Sequence[Member], separator: str, first: Order, tied: Order, run: Execution) -> SymValue:
    """Return the members' values joined in the order `first`; where unlike ones are `tied` that is arbitrary."""
    listed = [(n, m) for n, m in enumerate(members) if m.inside is not FALSE and m.value.null is not TRUE]
    listed = [(n, Member(and_(m.inside, not_(m.value.null)), _as_part(m.value, run))) for n, m in listed]
    for position, (j, second) in enumerate(listed):
        for i, other in listed[:position]:
            both = and_(other.inside, second.inside)
            if both is not FALSE and (both := and_(both, tied(i, j))) is not FALSE:
                run.ambiguous(and_(both, not_(same_part(other.value, second.value, BINARY))), placed=True)
    parts = []
    for n, m in listed:
        earlier = (and_(o.inside, first(k, n)) for k, o in listed if k != n)
        parts.append(TextPart(m.inside, count(earlier), m.value))
    known = _constant_text(parts, separator)
    if known is not None:
        return known
    note_marks(parts, separator, run)
    nobody = not_(any_of(part.inside for part in parts))
    return SymValue(nobody, (Alt(not_(nobody), Joined(tuple(parts), separator)),))


def _as_part(value: SymValue, run: Execution) -> SymValue:
    """Return the value as text where it is a constant or finite; other numbers stay."""
    if value.constant is not None or value.finite is not None:
        return cast(value, Affinity.TEXT, run)
    if not all(isinstance(alt.atom, Number | Text) for alt in value.alts):
        raise NeedsFinite("GROUP_CONCAT of blobs or joined text", terms_of(value))
    if any(isinstance(alt.atom, Number) and alt.atom.term.sort is Sort.REAL for alt in value.alts):
        run.assume(ledger.REALS)
    return value


def _constant_text(parts: Sequence[TextPart], separator: str) -> SymValue | None:
    """Return the text when all is constant: NULL without parts."""
    if any(p.inside is not TRUE or p.place.op != "const" or p.value.constant is None for p in parts):
        return None
    if not parts:
        return NULL
    placed = sorted(parts, key=lambda part: part.place.value)
    return constant(separator.join(str(part.value.constant[0]) for part in placed if part.value.constant))


def one_separator(values: Iterable[SymValue], span: Span | None) -> str:
    """Return the separator that is the same constant on all rows."""
    found = {known for value in values for known in [value.constant]}
    if not found:
        return ","
    (known, *others) = found
    if others or known is None or isinstance(known[0], bytes | float):
        raise UnsupportedSql("GROUP_CONCAT with a separator that is not one constant", span)
    return "" if known[0] is None else str(known[0])


__all__ = [
    "Joined",
    "TextPart",
    "bracketed",
    "join",
    "one_separator",
    "over_group",
]

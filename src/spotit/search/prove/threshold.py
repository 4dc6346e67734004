"""When a proof up to a bound is a proof for every database.

Under set semantics a difference is one row that one query returns and the other does not. It is made from one row of
each table that the first query reads, and from the absence of others. All but those rows can be removed: what is absent
stays absent. The other query still does not return the row if what kept it from doing so is left too: for each way in
which it could make the row of those that are left, the rows that a negated condition found. The argument with its
conditions is in docs/explanation/bounded-claims.md. Queries that read no table return the same on every database.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from math import prod

from spotit.constraints.inclusion import Inclusion
from spotit.options import Columns, Options, Semantics
from spotit.plan.facts.choices import open_choices
from spotit.plan.facts.failures import may_fail
from spotit.plan.facts.keys import unique_on
from spotit.plan.facts.schema_facts import Facts
from spotit.plan.facts.seen import seen_by
from spotit.plan.rel import Query
from spotit.plan.rules.normal_form import normal_form
from spotit.plan.walk import tables
from spotit.schema import BaseColumn, Schema
from spotit.search.prove.derivations import Absent, Derivation, Ways, derivations

_MOST = 50


def threshold(plans: tuple[Query, Query], schema: Schema, options: Options) -> int | None:
    """Return the rows per table at which a proof becomes one for every database, or None if there is no such bound."""
    if not any(tables(query.rel) for query in plans):
        return 0
    facts = Facts.of(schema, options)
    if not _compares_sets(plans, options, facts):
        return None
    seen = replace(seen_by(Semantics.SET), copies=options.semantics is not Semantics.SET)
    rels = [query.rel for query in plans]
    found = _bound([derivations(rel, seen, facts) for rel in rels], schema, options)
    if found is not None or any(may_fail(rel) or open_choices(rel, seen, facts) for rel in rels):
        return found
    return _bound([derivations(normal_form(rel, seen, facts).rel, seen, facts) for rel in rels], schema, options)


def _bound(ways: list[Ways], schema: Schema, options: Options) -> int | None:
    left, right = ways
    if left is None or right is None:
        return None
    bounds = [_rows(made_of, others, schema, options) for made_of, others in _cases(left, right, options)]
    return None if None in bounds else max((bound for bound in bounds if bound is not None), default=0)


def _compares_sets(plans: tuple[Query, Query], options: Options, facts: Facts) -> bool:
    """Tell whether results are the same if they have the same rows: copies do not count, or there are none."""
    if options.semantics is Semantics.SET:
        return True
    if options.semantics is not Semantics.BAG or options.columns is Columns.EXTRA:
        return False
    return all(unique_on(plan.rel, plan.rel.columns, facts) for plan in plans)


_Case = tuple[Counter[str], list[Derivation]]
"""The rows of which a difference is made, and the ways in which the other query could make it too."""


def _cases(left: list[Derivation], right: list[Derivation], options: Options) -> Iterator[_Case]:
    """Yield what a difference may be made of.

    Degenerate differences (a row of NULLs against no row) do not count, so both sides may need rows of their own.
    """
    for ours, theirs in ((left, right), (right, left)):
        if options.degenerate:
            yield from ((Counter(one.scans), theirs) for one in ours)
        else:
            yield from ((Counter(one.scans) + Counter(two.scans), theirs) for one, two in product(ours, theirs))
            yield from ((Counter(one.scans), theirs) for one in ours)


def _rows(made_of: Counter[str], others: list[Derivation], schema: Schema, options: Options) -> int | None:
    """Return the most rows of a table, of those of a difference and those that keep the other query from making it."""
    first = _closed(made_of, schema, options)
    blockers = [
        (way, [(absent, _closed(Counter(absent.scans), schema, options, absent)) for absent in way.absent])
        for way in others
    ]
    rows = first
    while rows is not None:
        needed = _with_blockers(first, rows, blockers)
        if needed is None or max(needed.values(), default=0) > _MOST:
            return None
        if needed == rows:
            return max(rows.values(), default=0)
        rows = needed
    return None


_Blockers = list[tuple[Derivation, list[tuple[Absent, Counter[str] | None]]]]
"""For each way to make a row, what must be absent, and the rows that come with one row of it."""


def _with_blockers(first: Counter[str] | None, rows: Counter[str], others: _Blockers) -> Counter[str] | None:
    """Return some rows with those that negated conditions found, for each way to choose what is read among `rows`."""
    total = Counter(first)
    for way, absents in others:
        choices = prod(rows[table] for table in way.scans)
        for absent, brought in absents:
            if brought is None or choices > _MOST:
                return None
            times = min(choices, 1) if absent.one_for_all else choices
            total += Counter({table: count * times for table, count in brought.items()})
    return total


def _closed(reads: Counter[str], schema: Schema, options: Options, absent: Absent | None = None) -> Counter[str] | None:
    """Return the rows needed per table when every row brings along the rows its foreign keys ask for.

    Of rows that are found beside others, those that these are.
    """
    if not options.foreign_keys:
        return reads
    total: Counter[str] = Counter()
    wave = Counter(reads)
    linked = frozenset() if absent is None else absent.linked
    for _ in range(_MOST):
        if not wave:
            return total
        total += wave
        following: Counter[str] = Counter()
        for name, rows in wave.items():
            for inclusion in schema.inclusions(name):
                if not _is_there(inclusion, linked):
                    following[inclusion.target] += rows
        wave, linked = following, frozenset()
        if max(total.values()) > _MOST:
            return None
    return None


def _is_there(inclusion: Inclusion, linked: frozenset[tuple[BaseColumn, BaseColumn]]) -> bool:
    """Tell whether the row that a foreign key asks for is one to whose key it is compared."""
    if not inclusion.is_plain or len(inclusion.columns) > 1:
        return False
    ends = (inclusion.table, inclusion.columns[0]), (inclusion.target, inclusion.target_columns[0])
    return ends in linked

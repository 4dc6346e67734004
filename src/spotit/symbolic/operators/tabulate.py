"""Engine functions by tabulation: a function of few values is a table of the engine's own answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite

from spotit.database import Value
from spotit.errors import SpotitError, UnsupportedSql
from spotit.frozen import frozen
from spotit.smt.terms.arithmetic import add
from spotit.smt.terms.boolean import and_, ite, not_, or_
from spotit.smt.terms.term import FALSE, Sort, Term, boolean, integer
from spotit.symbolic.execution import Execution, NeedsFinite
from spotit.symbolic.values.atoms import Blob, Number, Text
from spotit.symbolic.values.decode import terms_of
from spotit.symbolic.values.pool import StringPool, index_range, lookup, map_table, member, table_leaves
from spotit.symbolic.values.tabulated import tabulated
from spotit.symbolic.values.value import Alt, Finite, SymValue, constant

PRODUCT_LIMIT = 2500
"""Entries of a table over two or more independent inputs."""
INTERVAL_LIMIT = 300
"""Integers of a static interval that may be listed."""

_TELLS_ZEROS = "atan2("
"""The one function whose finite results tell 0.0 from -0.0; terms do not."""

ArgumentRows = Sequence[tuple[Value, ...]]


@frozen
class Joint:
    """Several values as functions of one cell: the tuple of their values for each key, and where the cell is NULL."""

    null: Term
    key: Term
    rows: list[tuple[Value, ...]]
    at_null: tuple[Value, ...]

    def mapped(self, function: Callable[[ArgumentRows], list[Value]]) -> SymValue:
        """Return the function of the tuples as a value."""
        *outputs, at_null = function([*self.rows, self.at_null])
        return tabulated(self.null, at_null, self.key, outputs)


def joint(values: Sequence[SymValue]) -> Joint | None:
    """Return the values together as functions of one cell, or None if they are not (or all are constant)."""
    base: Finite | None = None
    columns: list[tuple[Value] | Finite] = []
    for value in values:
        known = value.constant
        if known is not None:
            columns.append(known)
            continue
        if value.finite is None or (base is not None and not value.finite.same_input(base)):
            return None
        base = value.finite
        columns.append(base)
    if base is None:
        return None
    size = len(base.outputs)
    lists = [c.outputs if isinstance(c, Finite) else c * size for c in columns]
    at_null = tuple(c.at_null if isinstance(c, Finite) else c[0] for c in columns)
    return Joint(base.null, base.key, list(zip(*lists, strict=True)), at_null)


def holds(finite: Finite, test: Callable[[Value], bool]) -> Term:
    """Return the condition that the finite value passes a test."""
    inside = and_(not_(finite.null), member(finite.key, [test(v) for v in finite.outputs]))
    return or_(inside, and_(finite.null, boolean(test(finite.at_null))))


def engine_rows(sql: str, rows: ArgumentRows, run: Execution) -> list[Value]:
    """Return the engine's value of the expression for each tuple."""
    try:
        results = run.tabulate(sql, rows)
    except UnsupportedSql:
        raise
    except SpotitError as error:
        raise UnsupportedSql(f"{sql}: {error}") from error
    if any(isinstance(v, float) and not isfinite(v) for v in results):
        raise UnsupportedSql(f"infinite number from {sql}")
    return results


def direct(sql: str, values: Sequence[SymValue], run: Execution) -> SymValue | None:
    """Tabulate an expression over constants, or over functions of one cell; None if the values are neither."""
    if _TELLS_ZEROS in sql and any(map(_may_lose_sign, values)):
        raise UnsupportedSql("the sign of 0.0")
    known = [v.constant for v in values]
    if all(k is not None for k in known):
        return constant(engine_rows(sql, [tuple(k[0] for k in known if k is not None)], run)[0])
    together = joint(values)
    return None if together is None else together.mapped(lambda rows: engine_rows(sql, rows, run))


def _may_lose_sign(value: SymValue) -> bool:
    """Tell whether a value is a term that may be 0.0; values that are listed keep their sign."""
    if value.constant is not None:
        outputs: Sequence[Value] = value.constant
    else:
        table = None if value.finite is not None else finite_of(value)
        outputs = () if table is None else table.outputs
    return any(isinstance(output, float) and not output for output in outputs)


def apply(sql: str, values: Sequence[SymValue], run: Execution, feature: str) -> SymValue:
    """Tabulate an expression over any finite values; raise `NeedsFinite` when one is not, or they are too many."""
    found = direct(sql, values, run)
    if found is not None:
        return found
    tables: list[Finite | None] = []
    for value in values:
        table = None if value.constant is not None else finite_of(value)
        if value.constant is None and table is None:
            raise NeedsFinite(feature, terms_of(value))
        tables.append(table)
    inputs: list[Finite] = []
    for table in tables:
        if table is not None and not any(table.same_input(known) for known in inputs):
            inputs.append(table)
    return _Product(sql, values, tables, inputs, run, feature).value()


@frozen
class _Product:
    """A table over several independent inputs: nested look-ups of the number of the output."""

    sql: str
    values: Sequence[SymValue]
    tables: list[Finite | None]
    inputs: list[Finite]
    run: Execution
    feature: str

    def value(self) -> SymValue:
        spans = [[*index_range(f.key, len(f.outputs)), *([-1] if f.null is not FALSE else [])] for f in self.inputs]
        entries = 1
        for span in spans:
            entries *= len(span)
        if entries > PRODUCT_LIMIT:
            raise NeedsFinite(self.feature, [t for v in self.values for t in terms_of(v)])
        choices: list[tuple[int, ...]] = [()]
        for span in spans:
            choices = [(*chosen, k) for chosen in choices for k in span]
        rows = [self._arguments(chosen) for chosen in choices]
        results = dict(zip(choices, engine_rows(self.sql, rows, self.run), strict=True))
        outputs = sorted({(_rank(v), v) for v in results.values()}, key=_order)
        number = {(rank, v): n for n, (rank, v) in enumerate(outputs)}
        leaf = {chosen: integer(number[(_rank(v), v)]) for chosen, v in results.items()}
        return tabulated(FALSE, None, self._nested((), leaf), [v for _, v in outputs])

    def _arguments(self, chosen: tuple[int, ...]) -> tuple[Value, ...]:
        row: list[Value] = []
        for value, table in zip(self.values, self.tables, strict=True):
            known = value.constant
            if table is None:
                assert known is not None
                row.append(known[0])
                continue
            at = next(k for k, f in zip(chosen, self.inputs, strict=True) if f.same_input(table))
            row.append(table.at_null if at < 0 else table.outputs[at])
        return tuple(row)

    def _nested(self, chosen: tuple[int, ...], leaf: dict[tuple[int, ...], Term]) -> Term:
        if len(chosen) == len(self.inputs):
            return leaf[chosen]
        finite = self.inputs[len(chosen)]
        span = index_range(finite.key, len(finite.outputs))
        inner = [self._nested((*chosen, k), leaf) for k in span]
        result = lookup(finite.key, [inner[0]] * span.start + inner)
        if finite.null is FALSE:
            return result
        return ite(finite.null, self._nested((*chosen, -1), leaf), result)


def _rank(value: Value) -> int:
    return (type(None), int, float, str, bytes).index(type(value))


def _order(entry: tuple[int, Value]) -> tuple[int, object]:
    rank, value = entry
    return rank, 0 if value is None else value


def finite_of(value: SymValue) -> Finite | None:
    """Return the value as a function of an index of few values, if its terms allow it."""
    if value.finite is not None:
        return value.finite
    pieces: list[tuple[Term, Term, list[Value]]] = []
    for alt in value.alts:
        piece = _atom_table(alt)
        if piece is None:
            return None
        pieces.append((alt.guard, *piece))
    if not pieces:
        return None
    outputs = [v for _, _, values in pieces for v in values]
    offset = len(outputs) - len(pieces[-1][2])
    key = add(pieces[-1][1], integer(offset))
    for guard, index, values in reversed(pieces[:-1]):
        offset -= len(values)
        key = ite(guard, add(index, integer(offset)), key)
    return Finite(value.null, None, key, tuple(outputs))


def _atom_table(alt: Alt) -> tuple[Term, list[Value]] | None:
    """Return an index and the list of values that it selects from."""
    match alt.atom:
        case Text(StringPool() as pool, index):
            return index, list(pool.strings)
        case Blob(value):
            return integer(0), [value]
        case Number(term):
            return _number_table(term)
    return None


def _number_table(term: Term) -> tuple[Term, list[Value]] | None:
    if term.is_table:
        leaves = sorted(table_leaves(term))
        if len(leaves) <= INTERVAL_LIMIT:
            positions = {leaf: integer(n) for n, leaf in enumerate(leaves)}
            values: list[Value] = [int(v) if term.sort is Sort.INT else float(v) for v in leaves]
            return map_table(term, positions.__getitem__), values
    if term.sort is Sort.INT and term.lo is not None and term.hi is not None and term.hi - term.lo < INTERVAL_LIMIT:
        low, high = int(term.lo), int(term.hi)
        return add(term, integer(-low)), list(range(low, high + 1))
    return None

"""Table-valued functions of JSON: for each document of a pool the engine itself says which rows there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spotit.errors import UnsupportedSql
from spotit.plan import rel as r
from spotit.smt.terms.arithmetic import lt
from spotit.smt.terms.boolean import and_, not_
from spotit.smt.terms.term import FALSE, TRUE, Term, integer
from spotit.symbolic.execution import Env
from spotit.symbolic.operators.tabulate import apply
from spotit.symbolic.rows.table import Cells, RowEnv, SymRow, SymTable, joined, positions_of
from spotit.symbolic.text.json_functions import note_validity
from spotit.symbolic.values.atoms import Number
from spotit.symbolic.values.value import NULL, SymValue

if TYPE_CHECKING:
    from spotit.symbolic.relations.executor import Executor

_MOST = 40
"""Rows of one document."""


def unnest(rel: r.Unnest, env: Env, executor: Executor) -> SymTable:
    """Return each row of the input beside the rows that the function yields for it."""
    table = executor.table(rel.input, env)
    positions = positions_of(table.columns)
    rows: list[SymRow] = []
    for row in table.rows:
        inner = RowEnv(positions, row.cells, env)
        values = [executor.under(row.present, arg, inner) for arg in rel.args]
        rows += _beside(rel, row, values, executor)
        executor.check_size(len(rows))
    return SymTable.of(rel.columns, rows)


def _beside(rel: r.Unnest, row: SymRow, values: list[SymValue], executor: Executor) -> list[SymRow]:
    run = executor.run
    with run.narrowed_by(row.present):
        note_validity(values, run, rel.function)
        source = f"{rel.function}({', '.join(f'?{n + 1}' for n in range(len(values)))})"
        counted = f"CASE WHEN json_valid(?1, 6) THEN (SELECT count(*) FROM {source}) ELSE 0 END"
        size, most = _size(apply(counted, values, run, rel.function), rel)

        def element(place: int) -> Cells:
            def cell(column: int) -> SymValue:
                name = rel.added[column].name
                picked = f'(SELECT "{name}" FROM {source} LIMIT 1 OFFSET {place})'
                return apply(f"CASE WHEN json_valid(?1, 6) THEN {picked} END", values, run, rel.function)

            return Cells(len(rel.added), cell)

        found = [
            SymRow(and_(row.present, lt(integer(place), size)), joined(row.cells, element(place)))
            for place in range(most)
        ]
    if rel.outer:
        nothing = (NULL,) * len(rel.added)
        found.append(SymRow(and_(row.present, not_(lt(integer(0), size))), joined(row.cells, nothing)))
    return [each for each in found if each.present is not FALSE]


def _size(value: SymValue, rel: r.Unnest) -> tuple[Term, int]:
    """Return the number of rows, as a term and at most."""
    known = value.constant
    if known is not None:
        most = int(known[0] or 0)
        size: Term = integer(most)
    else:
        assert value.finite is not None and value.null is not TRUE
        outputs = (*value.finite.outputs, value.finite.at_null)
        most = max(int(n) for n in outputs if isinstance(n, int))
        (alt,) = value.alts
        assert isinstance(alt.atom, Number)
        size = alt.atom.term
    if most > _MOST:
        raise UnsupportedSql(f"{rel.function}() of a document with more than {_MOST} rows", rel.span)
    return size, most

"""An instance whose cells are constants: executing a query on it folds, without a solver."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from spotit.database import Database, Value, rows_of
from spotit.dialect.instants import SOME_INSTANT
from spotit.options import Semantics
from spotit.plan.rel import Query
from spotit.smt.terms.boolean import any_of
from spotit.smt.terms.term import FALSE, TRUE, Term, integer
from spotit.symbolic.database.instance import Instance
from spotit.symbolic.difference import differs
from spotit.symbolic.encode import Setting, execute
from spotit.symbolic.execution import Choices
from spotit.symbolic.rows.ordering import in_chosen_order, open_order
from spotit.symbolic.values.value import SymValue, constant


@dataclass(slots=True)
class ConcreteInstance(Instance):
    """The rows of one database."""

    database: Database = field(default_factory=Database)

    def size(self, table: str) -> Term:
        """Return the number of rows, a constant."""
        return integer(len(rows_of(self.database.tables, table).rows))

    def cell(self, table: str, name: str, row: int) -> SymValue:
        """Return a cell, a constant."""
        return constant(self._value(table, name, row))

    def clock(self) -> SymValue:
        """Return the present instant, a constant."""
        return constant(self.database.now or SOME_INSTANT)

    def _value(self, table: str, name: str, row: int) -> Value:
        rows = rows_of(self.database.tables, table)
        if row >= len(rows.rows):
            return None
        place = rows.place(name)
        if place is not None:
            return rows.rows[row][place]
        return row + 1 if self.table(table).column(name) is None else None


def choices_on_database(
    left: Query, right: Query, database: Database, setting: Setting, deadline: float = math.inf
) -> tuple[Term, list[Term]]:
    """Return the condition that two queries differ on a database, over what SQL leaves open, and the rules of that."""
    tables = []
    rules: list[Term] = []
    semantics = setting.options.comparison(left.ordered)
    for name, query in (("left", left), ("right", right)):
        instance = ConcreteInstance(setting.schema, max(database.height, 1), setting.domains, database=database)
        choices = Choices(name)
        table, run = execute(query, instance, setting, semantics, choices, deadline)
        tables.append(in_chosen_order(table, run) if semantics is Semantics.LIST else table)
        rules += choices.rules
    permuted = setting.options.semantics is Semantics.SPIDER
    return differs(tables[0], tables[1], semantics, permuted=permuted, tick=run.check_time), rules


def on_database(
    query: Query, database: Database, setting: Setting, deadline: float = math.inf
) -> tuple[tuple[tuple[Value, ...], ...], Term]:
    """Return the rows of a query on one database by folding alone, and whether SQL leaves them open."""
    instance = ConcreteInstance(setting.schema, max(database.height, 1), setting.domains, database=database)
    table, run = execute(query, instance, setting, Semantics.LIST, deadline=deadline)
    rows = []
    for row in table.rows:
        assert row.present is TRUE, row.present
        values = [cell.constant for cell in row.cells]
        assert all(value is not None for value in values), values
        rows.append(tuple(value[0] for value in values if value is not None))
    ties = open_order(table) if setting.options.comparison(query.ordered) is Semantics.LIST else FALSE
    return tuple(rows), any_of((*run.ambiguities, ties))

"""An instance whose cells are constants: executing a query on it folds, without a solver."""

from __future__ import annotations

from dataclasses import dataclass, field

from spotit.database import Database, Value, rows_of
from spotit.dialect.instants import SOME_INSTANT
from spotit.options import Semantics
from spotit.plan.rel import Query
from spotit.smt.terms.boolean import any_of
from spotit.smt.terms.term import FALSE, TRUE, Term, integer
from spotit.symbolic.database.instance import Instance
from spotit.symbolic.encode import Setting, execute
from spotit.symbolic.open_choices import ChosenDifference, differ_by_choice
from spotit.symbolic.rows.ordering import open_order
from spotit.symbolic.values.value import SymValue, constant
from spotit.work import Allowance


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
    left: Query,
    right: Query,
    database: Database,
    setting: Setting,
    allowance: Allowance | None = None,
    *,
    doubles: bool = False,
) -> ChosenDifference:
    """Return the condition that two queries differ on a database, over what SQL leaves open."""
    instance = ConcreteInstance(setting.schema, max(database.height, 1), setting.domains, database=database)
    return differ_by_choice(left, right, instance, setting, allowance, doubles=doubles)


def on_database(
    query: Query,
    database: Database,
    setting: Setting,
    allowance: Allowance | None = None,
    *,
    listed: bool | None = None,
) -> tuple[tuple[tuple[Value, ...], ...], Term]:
    """Return the rows of a query on one database by folding alone, and whether SQL leaves them open.

    Their order counts if `listed`; by default, where the options compare lists.
    """
    instance = ConcreteInstance(setting.schema, max(database.height, 1), setting.domains, database=database)
    table, run = execute(query, instance, setting, Semantics.LIST, allowance=allowance)
    rows = []
    for row in table.rows:
        assert row.present is TRUE, row.present
        values = [cell.constant for cell in row.cells]
        assert all(value is not None for value in values), values
        rows.append(tuple(value[0] for value in values if value is not None))
    if listed is None:
        listed = setting.options.comparison(query.ordered) is Semantics.LIST
    ties = open_order(table) if listed else FALSE
    return tuple(rows), any_of((*run.ambiguities, ties))

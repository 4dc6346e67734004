"""What columns of a plan hold, as far as the schema says: the declared column whose values a column takes."""

from __future__ import annotations

from collections.abc import Iterable

from spotit.plan import expr as e
from spotit.plan.lineage import Computation, Lineage
from spotit.schema import BaseColumn, DeclaredColumn, Schema

_MOST_STEPS = 40
COUNT = DeclaredColumn("count", "INTEGER", not_null=True)
TRUTH = DeclaredColumn("truth", "BOOLEAN", not_null=True)
LOGIC = DeclaredColumn("truth", "BOOLEAN")

ColumnType = tuple[DeclaredColumn, BaseColumn | None]
"""A declared column, and the base column whose values it holds; none for numbers of our own."""


class ColumnTypes:
    """The types of the columns of one plan."""

    def __init__(self, lineage: Lineage, schema: Schema) -> None:
        self._lineage = lineage
        self._schema = schema

    def of(self, node: Computation, steps: int = _MOST_STEPS) -> ColumnType | None:
        """Return the type of a value that is passed on from a column or counted, None for all that is computed."""
        if steps == 0:
            return None
        match node:
            case e.Column(id=number):
                base = self._lineage.bases.get(number)
                if base is not None:
                    return self._declared(base)
                return self._common(self._lineage.defined.get(number, ()), steps - 1)
            case e.AggCall() | e.WindowCall() if node.function.counts:
                return COUNT, None
            case e.AggCall() | e.WindowCall() if node.function.passes is not None and len(node.args) == 1:
                return self.of(node.args[0], steps - 1)
            case e.Scalar(rel=rel):
                return self.of(rel.columns[0], steps - 1)
            case e.Exists():
                return TRUTH, None
            case e.InRel():
                return LOGIC, None
        return None

    def _common(self, nodes: Iterable[Computation], steps: int) -> ColumnType | None:
        found = {self.of(node, steps) for node in nodes}
        return found.pop() if len(found) == 1 else None

    def _declared(self, base: BaseColumn) -> ColumnType | None:
        column = self._schema.column(base)
        return None if column is None or column.computed else (column, base)

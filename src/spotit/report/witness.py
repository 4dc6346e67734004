"""Witnesses as the page shows them: small tables, both results, and which cells and rows matter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from spotit.dialect.names import fold
from spotit.dialect.tokens import TokenKind
from spotit.errors import InvalidSql, SpotitError
from spotit.frozen import frozen
from spotit.lint.reading import Block, Computed, Reading, called, is_aggregate, read
from spotit.schema import BaseColumn, Schema
from spotit.sql.syntax import ast
from spotit.sql.syntax.tokens import scan

MAX_ROWS, MAX_TEXT = 60, 400
"""Rows of one result and characters of one value that the page holds; the script keeps everything."""

StoredJson = Any
"""A JSON value, of a stored verdict or for the page."""


def names_in(sql: str) -> frozenset[str]:
    """Return every word of a query that may be a column's name, in folded case."""
    try:
        tokens = scan(sql)
    except InvalidSql:
        return frozenset()
    named = (TokenKind.WORD, TokenKind.QUOTED, TokenKind.BRACKETED)
    return frozenset(fold(t.name) for t in tokens if t.kind in named)


@frozen
class Focus:
    """What matters on a witness."""

    used: frozenset[str]
    """Words of the two queries, folded: columns that none of them names do not matter."""
    changed: frozenset[str] = frozenset()
    """Words in the parts that only one of the queries has."""
    outputs: frozenset[BaseColumn] | None = None
    """The columns whose values the queries return, folded; None when they are not known."""
    telling: frozenset[str] = frozenset()
    """Values of the rows that only one of the results has, as `results` returns them."""

    def marks(self, table: str, column: str, value: StoredJson) -> bool:
        """Tell whether a cell matters: a NULL, or a value that only one query returns."""
        returned = self.outputs is None or (fold(table), fold(column)) in self.outputs
        return value is None or (returned and _key(value) in self.telling)


def output_columns(sqls: Iterable[str], schema: Schema | None) -> frozenset[BaseColumn] | None:
    """Return the base columns whose values the queries return, folded; None when a query cannot be read."""
    if schema is None:
        return None
    found: set[BaseColumn] = set()
    for sql in sqls:
        try:
            reading = read(sql, schema)
        except SpotitError:
            return None
        found |= returned_columns(reading)
    return frozenset(found)


def returned_columns(reading: Reading) -> frozenset[BaseColumn]:
    """Return the base columns whose values a query returns, folded."""
    own = [block for block in reading.blocks if block.query is reading.tree]
    return frozenset(base for block in own for column in block.select.columns for base in _returned(block, column))


def _returned(block: Block, column: ast.ResultColumn) -> Iterator[BaseColumn]:
    if column.expr is not None:
        yield from _origins(block, column.expr)
        return
    for source in block.sources:
        if source.table is not None and fold(column.table or source.alias) == source.alias:
            yield from ((fold(source.table.name), name) for name in source.columns or ())


def _origins(block: Block, expr: ast.Node) -> Iterator[BaseColumn]:
    """Yield the base columns whose values an expression passes on: itself, or as its minimum or maximum."""
    if is_aggregate(expr) and (function := called(expr)) is not None and function.extreme:
        expr = expr.args[0]
    field = block.field(expr)
    if field is None:
        return
    if field.source.table is not None:
        yield fold(field.source.table.name), field.name
    elif isinstance(field.origin, Computed):
        yield from _origins(field.origin.block, field.origin.expr)


def remarks(stored: StoredJson) -> str:
    """Return what is said of a witness: why the queries differ, the rules it breaks, where its rows come from."""
    said = [stored["explanation"]]
    said += [f"Breaks a rule of the example data: {rule}." for rule in stored.get("breaks") or ()]
    origin = stored.get("origin")
    if origin is not None:
        count, changed = origin["rows"], len(origin["changed"])
        rows = "This row is" if count == 1 else f"These {count} rows are"
        cells = "one cell was changed" if changed == 1 else f"{changed} cells were changed"
        said.append(f"{rows} from the database{f'; {cells}' if changed else ''}.")
    return " ".join(filter(None, said))


def changed_cells(stored: StoredJson) -> frozenset[tuple[str, int, str]]:
    """Return the cells of a witness, by table, row and column, that are not as in the example database."""
    origin = stored.get("origin") or {"changed": ()}
    return frozenset((cell["table"], cell["row"], cell["column"]) for cell in origin["changed"])


def witness_tables(
    tables: Mapping[str, StoredJson], focus: Focus, changed: frozenset[tuple[str, int, str]] = frozenset()
) -> list[dict[str, StoredJson]]:
    """Return the tables with the columns that a query names first, and marks on what matters.

    Marked are cells (`m`), cells that were changed (`k`), and the columns that occur in the differing parts of the
    queries (`h`). Tables without rows come last.
    """
    shown = []
    for name, table in tables.items():
        order = sorted(range(len(table["columns"])), key=lambda i: fold(table["columns"][i]) not in focus.used)
        columns = [table["columns"][i] for i in order]
        named = sum(fold(column) in focus.used for column in columns)
        rows = [[shown_value(row[i]) for i in order] for row in table["rows"]]
        marks = [[y, x] for y, row in enumerate(rows) for x in range(named) if focus.marks(name, columns[x], row[x])]
        heads = [x for x in range(named) if fold(columns[x]) in focus.changed]
        edited = [[y, x] for y in range(len(rows)) for x, column in enumerate(columns) if (name, y, column) in changed]
        shown.append({"n": name, "c": columns, "u": named, "r": rows, "m": marks, "k": edited, "h": heads})
    return sorted(shown, key=lambda table: not table["r"])


def results(left: StoredJson, right: StoredJson) -> tuple[list[StoredJson], frozenset[str]]:
    """Return both results with the rows marked that the other has not (or not as often), and those rows' values.

    In place of rows a query that fails has its message.
    """
    shown: list[StoredJson] = []
    telling: set[str] = set()
    for one, other in ((left, right), (right, left)):
        if "error" in one:
            shown.append({"e": one["error"]})
            continue
        rows = [[shown_value(value) for value in row] for row in one["rows"]]
        rest = [[shown_value(value) for value in row] for row in other.get("rows", ())]
        only = _only_here(rows, rest)
        telling.update(_key(value) for y in only for value in rows[y] if value is not None)
        kept = [y for y in range(len(rows)) if y < MAX_ROWS]
        shown.append(
            {
                "c": one["columns"],
                "r": rows[:MAX_ROWS],
                "x": [y for y in only if y in kept],
                "n": len(rows),
            }
        )
    return shown, frozenset(telling)


def answer_shown(result: StoredJson) -> StoredJson:
    """Return a kept answer as the page holds results; None where there is none of that shape."""
    if not isinstance(result, dict):
        return None
    if "error" in result:
        return {"e": str(result["error"])}
    columns, rows = result.get("columns"), result.get("rows")
    if not isinstance(columns, list) or not isinstance(rows, list) or not all(isinstance(r, list) for r in rows):
        return None
    count = result.get("count")
    shown = [[shown_value(value) for value in row] for row in rows[:MAX_ROWS]]
    return {"c": list(map(str, columns)), "r": shown, "x": [], "n": count if isinstance(count, int) else len(rows)}


def _only_here(rows: Sequence[list[StoredJson]], rest: Iterable[list[StoredJson]]) -> list[int]:
    """Return the positions of the rows that the other side lacks; when sets agree, of those it has less often."""
    keys = [tuple(map(_key, row)) for row in rows]
    there = [tuple(map(_key, row)) for row in rest]
    missing = [y for y, key in enumerate(keys) if key not in set(there)]
    if missing or set(there) - set(keys):
        return missing
    counts: dict[tuple[str, ...], int] = {}
    for key in there:
        counts[key] = counts.get(key, 0) + 1
    extra = []
    for y, key in enumerate(keys):
        counts[key] = counts.get(key, 0) - 1
        if counts[key] < 0:
            extra.append(y)
    if extra or len(keys) != len(there):
        return extra
    return [y for y, (here, other) in enumerate(zip(keys, there, strict=True)) if here != other]


def _key(value: StoredJson) -> str:
    """Return a text that equal values share: 1 and 1.0 are equal, text is not a number."""
    if isinstance(value, dict) and "i" in value:
        value = float(value["i"])
    if isinstance(value, bool | int | float):
        return f"n{float(value)!r}"
    return f"t{value}" if isinstance(value, str) else f"o{value!r}"


def shown_value(value: StoredJson) -> StoredJson:
    """Return a value as the page holds it.

    That is a JSON scalar, {"b": hex, "n": length} for bytes, {"t": start, "n": length} for a long text, and
    {"i": numeral} for a number that JavaScript would print differently.
    """
    if isinstance(value, dict):
        text = str(value.get("hex", ""))
        return {"b": text[:MAX_TEXT], "n": len(text) // 2}
    if isinstance(value, str) and len(value) > MAX_TEXT:
        return {"t": value[:MAX_TEXT], "n": len(value)}
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return str(value)
    if _needs_numeral(value):
        return {"i": repr(value)}
    return value


def _needs_numeral(value: StoredJson) -> bool:
    """Tell whether JavaScript would print a number differently: it rounds large integers and drops `.0`."""
    return (isinstance(value, int) and abs(value) > 2**53) or (isinstance(value, float) and value.is_integer())

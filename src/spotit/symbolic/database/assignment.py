"""Concrete databases as assignments to an instance's variables, and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from spotit.database import Database, Row, Rows, Value, rows_of
from spotit.dialect.instants import SOME_INSTANT
from spotit.dialect.numerals import whole_if_exact
from spotit.schema import BaseColumn
from spotit.smt.terms.interpret import Assignment, TermValue, interpret
from spotit.smt.terms.term import Sort, Term
from spotit.symbolic.database.instance import Instance
from spotit.symbolic.values.atoms import Atom, Number, Text
from spotit.symbolic.values.decode import decode, terms_of
from spotit.symbolic.values.pool import FixedPool
from spotit.symbolic.values.value import SymValue, decimal

_Values = dict[str, TermValue]


def assignment(instance: Instance, database: Database) -> Assignment | None:
    """Return the values of all variables of the instance that encode the database.

    None when it does not fit: too many rows, or a value outside a column's pool or kind. The rows of a table are
    taken in the order of its key where the instance wants them so.
    """
    result: _Values = {}
    clock = instance.present_instant
    if clock is not None and not _assign(clock, database.now or SOME_INSTANT, result):
        return None
    for table, size in instance.sizes.items():
        rows = rows_of(database.tables, table)
        if len(rows.rows) > instance.rows:
            return None
        result[str(size.value)] = len(rows.rows)
        bases = [base for base in instance.cells if base[0] == table]
        if not _assign_table(instance, bases, rows, result):
            return None
    _assign_days(instance, result)
    return result


def _assign_days(instance: Instance, result: _Values) -> None:
    """Give the variables for day numbers the only values that they can have."""
    numbers = interpret([day.number for day in instance.days.values()], result, default=True)
    result.update(zip(instance.days, numbers, strict=True))


def _assign_table(instance: Instance, bases: list[BaseColumn], rows: Rows, result: _Values) -> bool:
    ordered = _in_key_order(instance, bases, rows)
    for base in bases:
        position = rows.place(base[1])
        for index, cell in enumerate(instance.cells[base]):
            if index < len(ordered):
                value = None if position is None else ordered[index][position]
                fits = _assign(cell, value, result)
            else:
                fits = _assign(cell, _default(cell), result)
            if not fits:
                return False
    return True


def _in_key_order(instance: Instance, bases: list[BaseColumn], rows: Rows) -> list[Row]:
    """Return the rows by the values of the column that tells them apart, where there is one and the instance has it."""
    if not bases:
        return list(rows.rows)
    table = instance.table(bases[0][0])
    key = table.primary_key or ((table.hidden_rowid,) if table.hidden_rowid is not None else ())
    position = rows.place(key[0]) if len(key) == 1 and instance.touched((table.name, key[0])) else None
    return list(rows.rows) if position is None else sorted(rows.rows, key=lambda row: _sortable(row[position]))


def _sortable(value: Value) -> tuple[int, object]:
    if value is None:
        return 0, 0
    return (1, value) if isinstance(value, int | float) else (2, value)


def _default(cell: SymValue) -> Value:
    """Return a value for a cell of an absent row."""
    if cell.finite is not None:
        return cell.finite.outputs[0]
    match cell.alts[0].atom:
        case Number(term):
            return 0 if term.sort is Sort.INT else 0.0
        case Text(pool):
            return pool[0] if not isinstance(pool, FixedPool) else _first_valid(pool)
    raise AssertionError(cell)


def _first_valid(pool: FixedPool) -> str:
    return (
        {3: "2000-01-01", 6: "2000-01-01 00:00:00"}.get(len(pool.widths), "00:00:00")
        if pool.widths[0] == 4
        else "00:00:00"
    )


def _assign(cell: SymValue, value: Value, result: _Values) -> bool:
    """Give the cell's variables the values that make it `value`; False when it cannot be."""
    if cell.null.op == "var":
        result[str(cell.null.value)] = value is None
    elif value is None:
        return False
    if cell.finite is not None:
        return _assign_index(cell, value, result)
    if value is None:
        value = _default(cell)
    atoms = [alt.atom for alt in cell.alts]
    if len(atoms) > 1 and isinstance(other := atoms[-1], Text):
        *atoms, _ = atoms
        is_other = isinstance(value, str)
        result[f"is {other.index.value}"] = is_other
        position, exact = other.pool.cut(value if isinstance(value, str) else other.pool[0])
        result[str(other.index.value)] = position
        if is_other:
            return exact and _assign_atoms(atoms, _default(cell), result)
    return _assign_atoms(atoms, value, result)


def _assign_atoms(atoms: list[Atom], value: Value, result: _Values) -> bool:
    """Give the variables of a cell without a pool of its own their values, NULL and other text apart."""
    if len(atoms) == 2:
        return _assign_numeric(atoms[0], atoms[1], value, result)
    match atoms[0]:
        case Number(term) if isinstance(value, int | float):
            return _assign_number(term, value, result)
        case Text(pool, index, parts) if isinstance(value, str):
            return _assign_text(pool, index, parts, value, result)  # type: ignore[arg-type]
    return False


def _assign_index(cell: SymValue, value: Value, result: _Values) -> bool:
    finite = cell.finite
    assert finite is not None
    name = str(finite.key.value)
    if value is None:
        result[name] = 0
        return True
    for position, output in enumerate(finite.outputs):
        if type(output) is type(value) and output == value:
            result[name] = position
            return True
    return False


def _assign_number(term: Term, value: int | float, result: _Values) -> bool:
    if term.sort is Sort.INT:
        whole = int(value)
        in_range = (term.lo is None or term.lo <= whole) and (term.hi is None or whole <= term.hi)
        result[str(term.value)] = whole
        return whole == value and in_range
    result[str(term.value)] = decimal(value)
    return True


def _assign_numeric(whole: object, broken: object, value: Value, result: _Values) -> bool:
    """Assign a NUMERIC cell, whose two alternatives are an INTEGER and a REAL that it does not store as one."""
    assert isinstance(whole, Number) and isinstance(broken, Number)
    if not isinstance(value, int | float):
        return False
    name = str(broken.term.value)
    kept = whole_if_exact(value)
    is_broken = isinstance(kept, float)
    result[f"broken {name}"] = is_broken
    result[name] = decimal(kept) if is_broken else Fraction(1, 2)
    return _assign_number(whole.term, 0 if is_broken else kept, result)


def _assign_text(pool: FixedPool, index: Term, parts: tuple[Term, ...] | None, value: str, result: _Values) -> bool:
    position, exact = pool.cut(value)
    result[str(index.value)] = position
    digits = iter(f"{position:0{sum(pool.widths)}d}")
    for width, part in zip(pool.widths, parts or (), strict=True):
        field = int("".join(next(digits) for _ in range(width)))
        result[str(part.value)] = field
        if (part.lo is not None and field < part.lo) or (part.hi is not None and field > part.hi):
            return False
    return exact


def database_of(instance: Instance, model: Mapping[str, TermValue]) -> Database:
    """Return the touched columns of the rows that a model makes present."""
    clock = () if instance.present_instant is None else (instance.present_instant,)
    known = (*clock, *(cell for cells in instance.cells.values() for cell in cells))
    terms = [term for cell in known for term in terms_of(cell)]
    values = dict(zip((t.id for t in terms), interpret(terms, model, default=True), strict=True))
    evaluate: Callable[[Term], TermValue] = lambda term: values[term.id]  # noqa: E731
    tables: dict[str, Rows] = {}
    for table, size in instance.sizes.items():
        bases = [base for base in instance.cells if base[0] == table]
        height = int(interpret([size], model, default=True)[0])
        rows = tuple(tuple(decode(instance.cells[b][row], evaluate) for b in bases) for row in range(height))
        tables[table] = Rows(tuple(b[1] for b in bases), rows)
    now = next((str(decode(instant, evaluate)) for instant in clock), None)
    return Database(tables, now)

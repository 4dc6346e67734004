"""Facts from an example database: candidates from a sample, every fact that is kept verified on all rows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from spotit.engine.open import system
from spotit.errors import UsageError
from spotit.learned_facts import ColumnFacts, LearnedFact, LearnedFacts
from spotit.mine import column_facts, row_facts
from spotit.mine.key_facts import unique_facts
from spotit.mine.lookup_facts import contents, is_lookup
from spotit.mine.reference_facts import mirrored_facts, reference_facts, references
from spotit.mine.source import ExampleFile, MinedTable, Progress, Unreadable, read_table
from spotit.schema import Schema


def mine(path: Path, schema: Schema | None = None, tell: Progress = lambda _what, _done, _total: None) -> LearnedFacts:
    """Return the facts that hold in a database file, which is only read; raise `UsageError` when that fails.

    `schema` is the schema that the facts are for, where it is not that of the file itself.
    """
    try:
        if not path.exists():
            raise UsageError(f"there is no file {path}")
        if not system().is_file(path):
            raise UsageError(f"{path} is not an SQLite database")
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from None
    source = ExampleFile(path, schema or system().read_file(path), system().open_file(path), tell)
    try:
        return _facts(source)
    finally:
        source.reader.close()


def _facts(source: ExampleFile) -> LearnedFacts:
    tables: dict[str, MinedTable] = {}
    count = len(source.schema.tables)
    for place, table in enumerate(source.schema.tables):
        source.tell(table.name, place, 3 * count)
        try:
            tables[table.name] = read_table(source, table)
        except Unreadable:
            continue
    keys = references(source, tables)
    columns: list[ColumnFacts] = []
    found: list[LearnedFact] = []
    rows = {mined.name: mined.rows for mined in tables.values()}
    for place, mined in enumerate(tables.values(), count):
        source.tell(mined.name, place, 2 * count + len(keys))
        columns += [column_facts.column_facts(mined, column) for column in mined.columns]
        found += _readable(_of_table(source, mined, is_lookup=is_lookup(mined, keys, rows)))
    for place, key in enumerate(keys, 2 * count):
        source.tell(f"{key.table} and {key.target}", place, 2 * count + len(keys))
        found += _readable(reference_facts(source, tables, key))
    found += _readable(mirrored_facts(source, tables, keys))
    return LearnedFacts(source.path.name, rows, tuple(columns), tuple(found))


def _of_table(source: ExampleFile, table: MinedTable, *, is_lookup: bool) -> Iterator[LearnedFact]:
    yield from column_facts.presence(table, is_lookup=is_lookup)
    yield from unique_facts(source, table, is_lookup=is_lookup)
    if is_lookup:
        yield from contents(table)
        return
    conditions = [*column_facts.candidates(source, table), *row_facts.candidates(source, table)]
    yield from row_facts.without_implied(list(row_facts.verified(source, table, conditions)))
    yield from row_facts.dependencies(source, table)


def _readable(facts: Iterator[LearnedFact]) -> Iterator[LearnedFact]:
    """Yield facts until a query fails: what is known by then stays known."""
    try:
        yield from facts
    except Unreadable:
        return

"""Which names mean what where: the sources of a FROM clause, result aliases, and the queries around.

What a name leads to is the reader's choice: lowering takes typed expressions, lints take the places of columns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from spotit.dialect.names import fold
from spotit.errors import InvalidSql, Span
from spotit.sql.syntax import ast

C = TypeVar("C")
"""What a column name leads to."""


@dataclass(slots=True)
class Source(Generic[C]):
    """One term of FROM: its visible name and columns, and how it joined what stands before it."""

    name: str | None
    schema: str | None
    columns: list[tuple[str, C]]
    rowid: Callable[[], C] | None = None
    rowid_names: tuple[str, ...] = ()
    """What asks for `rowid`, where no column has that name."""
    any_column: Callable[[str], C] | None = None
    """Makes the column of a folded name, where the columns are not known."""
    left: bool = False
    right: bool = False
    using: frozenset[str] = frozenset()
    by_name: dict[str, C] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, column in self.columns:
            self.by_name.setdefault(fold(name), column)

    def column(self, folded: str, *, qualified: bool = False) -> C | None:
        """Return the column of that folded name; `qualified` asks this source alone."""
        found = self.by_name.get(folded)
        if found is None and qualified and self.any_column is not None:
            return self.any_column(folded)
        return found

    def answers_to(self, table: str, schema: str | None) -> bool:
        """Tell whether a qualifier names this source."""
        if self.name is None or fold(self.name) != table:
            return False
        return schema is None or (self.schema is not None and fold(schema) == self.schema)


@dataclass(slots=True)
class Scope(Generic[C]):
    """The names visible in one SELECT; `aliases` is filled once its result columns are known."""

    merge: Callable[[list[C]], C]
    """Makes one column of those that a USING joins."""
    sources: list[Source[C]] = field(default_factory=list)
    parent: Scope[C] | None = None
    aliases: dict[str, Callable[[Span], C]] | None = None

    def chain(self) -> Iterator[Scope[C]]:
        """Yield this scope and those of the queries around it, innermost first."""
        scope: Scope[C] | None = self
        while scope is not None:
            yield scope
            scope = scope.parent

    def resolve(self, name: ast.Name) -> C | None:
        """Return what a column reference means, or None when nothing has that name."""
        for scope in self.chain():
            found = scope.local(name)
            if found is not None:
                return found
        return None

    def local(self, name: ast.Name) -> C | None:
        """Return what a column reference means in this SELECT alone."""
        column = fold(name.parts[-1])
        sources = self.sources
        if len(name.parts) > 1:
            table = fold(name.parts[-2])
            schema = name.parts[0] if len(name.parts) == 3 else None
            sources = [s for s in sources if s.answers_to(table, schema)]
        found = self._among(sources, column, name)
        if found is not None:
            return found
        hidden = [source.rowid for source in sources if source.rowid is not None and column in source.rowid_names]
        if len(hidden) > 1:
            raise InvalidSql(f"ambiguous column name: {'.'.join(name.parts)}", name.span)
        if hidden:
            return hidden[0]()
        if self.aliases is not None and len(name.parts) == 1 and column in self.aliases:
            return self.aliases[column](name.span)
        return None

    def _among(self, sources: Sequence[Source[C]], column: str, name: ast.Name) -> C | None:
        """Find the column as SQLite does: USING joins its columns into one (resolve.c, lookupName)."""
        matches: list[C] = []
        for source in sources:
            found = source.column(column, qualified=len(name.parts) > 1)
            if found is None:
                continue
            if not matches:
                matches = [found]
            elif column not in source.using:
                raise InvalidSql(f"ambiguous column name: {'.'.join(name.parts)}", name.span)
            elif not source.right:
                continue
            elif not source.left:
                matches = [found]
            else:
                matches.append(found)
        return self.merge(matches) if matches else None

    def star(self) -> Iterator[tuple[str, C]]:
        """Yield the columns that `*` stands for."""
        for index, source in enumerate(self.sources):
            for name, column in source.columns:
                folded = fold(name)
                if folded in source.using and index > 0:
                    continue
                if any(folded in later.using for later in self.sources[index + 1 :]):
                    merged = self._among(self.sources[index:], folded, ast.Name((name,), Span(0, 0)))
                    yield name, column if merged is None else merged
                else:
                    yield name, column


def shared_names(written: ast.JoinTerm, before: Sequence[Source[C]], after: Sequence[Source[C]]) -> list[str]:
    """Return the folded names of the columns that USING or NATURAL makes one, each once."""
    names = written.using
    if written.natural:
        known = {name for source in before for name in source.by_name}
        names = tuple(name for source in after for name, _ in source.columns if fold(name) in known)
    return list(dict.fromkeys(map(fold, names)))


def mark_joined(written: ast.JoinTerm, names: Sequence[str], sources: Sequence[Source[C]]) -> None:
    """Note in the sources of a term how it joins what stands before it, by these folded names."""
    for source in sources:
        source.left, source.right = source.left or written.left, source.right or written.right
        source.using |= source.by_name.keys() & names

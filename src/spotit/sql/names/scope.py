"""Which names mean what where: the sources of a FROM clause, result aliases, CTEs, and the queries around."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from spotit.dialect.names import fold
from spotit.errors import InvalidSql, Span
from spotit.plan.expr import Case, IsNull, Not, When
from spotit.plan.rel import Working
from spotit.sql.names.typed import Typed
from spotit.sql.syntax import ast


@dataclass(slots=True)
class Source:
    """One term of FROM: its visible name and columns, and how it joined what stands before it."""

    name: str | None
    schema: str | None
    columns: list[tuple[str, Typed]]
    rowid: Callable[[], Typed] | None = None
    rowid_names: tuple[str, ...] = ()
    """What asks for `rowid`, where no column has that name."""
    left: bool = False
    right: bool = False
    using: frozenset[str] = frozenset()
    by_name: dict[str, Typed] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, typed in self.columns:
            self.by_name.setdefault(fold(name), typed)

    def column(self, folded: str) -> Typed | None:
        """Return the column of that folded name."""
        return self.by_name.get(folded)

    def answers_to(self, table: str, schema: str | None) -> bool:
        """Tell whether a qualifier names this source."""
        if self.name is None or fold(self.name) != table:
            return False
        return schema is None or (self.schema is not None and fold(schema) == self.schema)


@dataclass(slots=True)
class CteEntry:
    """A visible CTE and the CTEs that its own body sees; `working` reads it inside its own recursive step."""

    cte: ast.Cte
    ctes: dict[str, CteEntry]
    working: Callable[[str], tuple[Working, Source]] | None = None
    busy: bool = False


@dataclass(slots=True)
class Scope:
    """The names visible in one SELECT; `aliases` is filled once its result columns are known."""

    sources: list[Source] = field(default_factory=list)
    parent: Scope | None = None
    aliases: dict[str, Callable[[Span], Typed]] | None = None

    def chain(self) -> Iterator[Scope]:
        """Yield this scope and those of the queries around it, innermost first."""
        scope: Scope | None = self
        while scope is not None:
            yield scope
            scope = scope.parent

    def resolve(self, name: ast.Name) -> Typed | None:
        """Return what a column reference means, or None when nothing has that name."""
        for scope in self.chain():
            found = scope._local(name)
            if found is not None:
                return found
        return None

    def _local(self, name: ast.Name) -> Typed | None:
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

    def _among(self, sources: list[Source], column: str, name: ast.Name) -> Typed | None:
        """Find the column as SQLite does: USING joins its columns into one (resolve.c, lookupName)."""
        matches: list[Typed] = []
        for source in sources:
            found = source.column(column)
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
        return first_not_null(matches) if matches else None

    def star(self) -> Iterator[tuple[str, Typed]]:
        """Yield the columns that `*` stands for."""
        for index, source in enumerate(self.sources):
            for name, typed in source.columns:
                folded = fold(name)
                if folded in source.using and index > 0:
                    continue
                if any(folded in later.using for later in self.sources[index + 1 :]):
                    merged = self._among(self.sources[index:], folded, ast.Name((name,), Span(0, 0)))
                    typed = merged or typed
                yield name, typed


def first_not_null(candidates: list[Typed]) -> Typed:
    """Return coalesce(...) of the candidates, with the affinity and collation of the first."""
    if len(candidates) == 1:
        return candidates[0]
    first, *others = candidates
    *middle, last = others
    whens = tuple(When(Not(IsNull(c.expr)), c.expr) for c in (first, *middle))
    return Typed(
        Case(whens, last.expr),
        first.affinity,
        first.collation,
        types=first.types,
        text=any(c.text for c in candidates),
        number=any(c.number for c in candidates),
    )

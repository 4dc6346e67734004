"""A deliberate bug: a piece of syntax inside one function of `spotit`, and what replaces it.

The piece is compared as a syntax tree, so that neither formatting nor where the function stands in its file matters.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

Piece = ast.expr | list[ast.stmt] | ast.match_case
"""What can be replaced: an expression, statements that follow one another, or the head of a `case`."""


class Stale(Exception):
    """A mutation's piece of syntax is not where it should be."""


class Mutation(NamedTuple):
    """One deliberate bug."""

    file: str
    function: str
    """Its qualified name in the file; the name of a class for what stands in it outside of methods, and nothing for
    what stands outside of functions and classes."""
    old: str
    new: str
    index: int | None = None
    """Which occurrence of several is meant, in the order of the text; without it there must be exactly one."""

    @property
    def title(self) -> str:
        """The mutation on one line: what differs, with a little of what stands around it."""
        old, new = (" ".join(text.split()) for text in (self.old, self.new))
        same = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
        start = max(0, same - 20)
        place = f"{self.file} {self.function}".strip()
        return f"{place}: {old[start : start + 70]}  ->  {new[start : start + 70]}"

    def applied(self, source: str) -> str:
        """Return the source of the file with the bug in it; raises Stale when the place cannot be told."""
        module = ast.parse(source)
        self.place(module).put(_parsed(self.old, self.new)[1])
        return ast.unparse(module)

    def place(self, module: ast.Module) -> Place:
        """Return where the bug is put into the file; raises Stale when that cannot be told."""
        scopes = list(_named(module, self.function.split("."))) if self.function else [module]
        old = _parsed(self.old, self.new)[0]
        places = sorted((place for scope in scopes for place in _places(scope, old)), key=lambda place: place.position)
        if not (len(places) == 1 if self.index is None else self.index < len(places)):
            raise Stale(f"{len(places)} places: {self.title}")
        return places[self.index or 0]


def mutations(file: str, *changes: tuple[str, str, str] | tuple[str, str, str, int]) -> tuple[Mutation, ...]:
    """Return the mutations of one file, named as under `spotit` and without its suffix."""
    return tuple(Mutation(f"{file}.py", *change) for change in changes)


def _parsed(*texts: str) -> list[Piece]:
    """Return pieces of syntax of one sort: heads of cases, expressions if all of them are, or else statements."""
    if texts[0].startswith("case "):
        return [_case(text) for text in texts]
    bodies = [ast.parse(text).body for text in texts]
    values = [body[0].value for body in bodies if len(body) == 1 and isinstance(body[0], ast.Expr)]
    return [*values] if len(values) == len(bodies) else [*bodies]


def _case(head: str) -> ast.match_case:
    match = ast.parse(f"match _:\n    {head}\n        pass").body[0]
    assert isinstance(match, ast.Match)
    return match.cases[0]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a piece of syntax stands: a field of a node, and in a list of nodes from where to where."""

    owner: ast.AST
    field: str
    start: int | None = None
    end: int = 0

    @property
    def position(self) -> tuple[int, int]:
        """Line and column where it begins."""
        value = getattr(self.owner, self.field)
        node = value if self.start is None else value[self.start]
        return node.lineno, node.col_offset

    def put(self, new: Piece) -> None:
        """Replace what stands here."""
        if isinstance(new, ast.match_case):
            assert isinstance(self.owner, ast.match_case)
            self.owner.pattern, self.owner.guard = new.pattern, new.guard
        elif self.start is None:
            setattr(self.owner, self.field, new)
        else:
            getattr(self.owner, self.field)[self.start : self.end] = new if isinstance(new, list) else [new]


def _named(node: ast.AST, path: list[str]) -> Iterator[ast.AST]:
    """Yield the functions and classes below a node that have a qualified name."""
    for inner in ast.iter_child_nodes(node):
        if not isinstance(inner, ast.FunctionDef | ast.ClassDef):
            yield from _named(inner, path)
        elif inner.name == path[0]:
            yield from _named(inner, path[1:]) if path[1:] else (inner,)


def _own(scope: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a scope: all of a function's, but of a module or class only what is outside of functions."""
    yield scope
    for inner in ast.iter_child_nodes(scope):
        if isinstance(scope, ast.FunctionDef) or not isinstance(inner, ast.FunctionDef | ast.ClassDef):
            yield from ast.walk(inner)


def _places(scope: ast.AST, old: Piece) -> Iterator[Place]:
    """Yield where a piece of syntax occurs in a scope."""
    count = len(old) if isinstance(old, list) else 1
    for owner in _own(scope):
        if isinstance(old, ast.match_case):
            if isinstance(owner, ast.match_case) and _same([owner.pattern, owner.guard], [old.pattern, old.guard]):
                yield Place(owner, "pattern")
            continue
        for field, value in ast.iter_fields(owner):
            if isinstance(value, list):
                for start in range(len(value) - count + 1):
                    piece = value[start : start + count] if isinstance(old, list) else value[start]
                    if _same(piece, old):
                        yield Place(owner, field, start, start + count)
            elif _same(value, old):
                yield Place(owner, field)


def _same(one: object, other: object) -> bool:
    """Compare pieces of syntax; whether a name is read or set does not count."""
    match one, other:
        case list(), list():
            return len(one) == len(other) and all(map(_same, one, other))
        case ast.expr_context(), ast.expr_context():
            return True
        case ast.AST(), ast.AST():
            return type(one) is type(other) and all(
                _same(getattr(one, field), getattr(other, field)) for field in one._fields
            )
        case _:
            return type(one) is type(other) and one == other

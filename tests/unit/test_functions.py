"""Functions: no module but the records lists them, and their hints can be asked for with any values."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from spotit.dialect.functions import FUNCTIONS, Function

ROOT = Path(__file__).resolve().parents[2] / "src" / "spotit"
RECORDS = ROOT / "dialect" / "functions"
WRITERS = ROOT / "selftest" / "generate"
"""Write queries, and choose among functions as a person would."""
SOURCES = [path for path in sorted(ROOT.rglob("*.py")) if not {RECORDS, WRITERS} & set(path.parents)]
NAMES = {name for function in FUNCTIONS for name in (function.name, *function.aliases)}


def lists(tree: ast.AST) -> Iterator[tuple[str, ...]]:
    """Yield the names of functions that stand together in a list, set, tuple, or in alternative patterns."""
    for node in ast.walk(tree):
        match node:
            case ast.List(elts) | ast.Set(elts) | ast.Tuple(elts):
                found = [elt.value for elt in elts if isinstance(elt, ast.Constant)]
            case ast.MatchOr(patterns):
                found = [
                    p.value.value
                    for p in patterns
                    if isinstance(p, ast.MatchValue) and isinstance(p.value, ast.Constant)
                ]
            case _:
                continue
        known = [value for value in found if isinstance(value, str) and value in NAMES]
        if len(known) > 1 and len(known) == len(found):
            yield tuple(sorted(known))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_module_lists_functions(path: Path) -> None:
    found = list(lists(ast.parse(path.read_text(encoding="utf-8"))))
    assert not found, f"say it in the records of {found[0]}"


VALUES = (None, 0, -1, 7, -(2**63), 2.5, float("inf"), "", "a", "'", "1e400", "-5", "%d", "2024-02-30", "4x", b"\xff")


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: f"{function.kind.name.lower()} {function.name}")
def test_hints_can_be_asked_for_with_any_values(function: Function) -> None:
    for count in range(max(function.least, 1), min(function.most, 3) + 1):
        for arguments in product(VALUES, repeat=min(count, 2)):
            given = [*arguments, *[None] * (count - len(arguments))]
            assert all(isinstance(text, str) for text in function.hints.samples(given))
            function.hints.value(given)
            for result in VALUES[1:]:
                list(function.hints.before(given, 0, result))
                list(function.hints.before(given, count - 1, result))

"""No file and no function grows beyond what can be read in one go."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCES = sorted((ROOT / "src").rglob("*.py"))
LINES = 600
STATEMENTS = 40


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def statements(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return the number of statements in a function, its docstring and its own `def` left out."""
    inner = sum(isinstance(node, ast.stmt) for node in ast.walk(function)) - 1
    return inner - (ast.get_docstring(function, clean=False) is not None)


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_file_and_functions_are_small(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= LINES
    too_long = {f.name: statements(f) for f in functions(ast.parse(text)) if statements(f) > STATEMENTS}
    assert not too_long

"""docs/explanation/trust.md names every module once, and its line counts are true.

python tests/test_trust.py --update      writes the present counts into the page
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "spotit"
PAGE = ROOT / "docs/explanation/trust.md"
TOLERANCE = 0.1
"""Share by which a count may be off before the page has to be updated."""
_ROW = re.compile(r"^\| ([^|]+) \| ((?:`[^`]+`(?:, )?)+) \| ([\d,]+) \|", re.MULTILINE)
_TOTAL = re.compile(r"In total ([\d,]+) lines of code")
_SILENT = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)


@dataclass(frozen=True)
class Part:
    """A row of one of the two tables."""

    name: str
    paths: tuple[str, ...]
    lines: int
    trusted: bool

    def claim(self, module: str) -> int:
        """Return how closely the row names a module; 0: not at all."""
        return max((len(p) for p in self.paths if module == p or (p.endswith("/") and module.startswith(p))), default=0)


def parts(text: str) -> list[Part]:
    """Return the rows of both tables."""
    border = text.index("## What need not be trusted")
    return [
        Part(row[1], tuple(re.findall(r"`([^`]+)`", row[2])), number(row[3]), row.start() < border)
        for row in _ROW.finditer(text)
    ]


def number(text: str) -> int:
    return int(text.replace(",", ""))


def code_lines(text: str) -> int:
    """Return the number of lines with code: no blank lines, comments and docstrings."""
    silent = {line for start, end in _strings_alone(text) for line in range(start, end + 1)}
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    lines = {line for t in tokens if t.type not in _SILENT for line in range(t.start[0], t.end[0] + 1)}
    return len(lines - silent)


def _strings_alone(text: str) -> Iterator[tuple[int, int]]:
    """Yield the lines of statements that are nothing but a string: docstrings, and those below constants and fields."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, node.end_lineno or node.lineno


def counted(found: list[Part]) -> dict[str, int]:
    """Return the lines of each part; a module belongs to the row that names it most closely."""
    counts = dict.fromkeys((part.name for part in found), 0)
    for path in SOURCE.rglob("*.py"):
        module = path.relative_to(SOURCE).as_posix()
        best = max(found, key=lambda part: part.claim(module))
        assert best.claim(module), f"no row of {PAGE.name} names {module}"
        counts[best.name] += code_lines(path.read_text(encoding="utf-8"))
    return counts


def test_lines_of_code() -> None:
    text = ['"""Doc."""', "", "X = 1  # why", '"""Of X."""', "", "def f():", '    """Doc', '    more."""', "    # no"]
    assert code_lines("\n".join([*text, "    return (", "        X", "    )", ""])) == 5


def test_every_module_has_one_row() -> None:
    found = parts(PAGE.read_text(encoding="utf-8"))
    counted(found)
    for path in SOURCE.rglob("*.py"):
        module = path.relative_to(SOURCE).as_posix()
        closest = max(part.claim(module) for part in found)
        assert sum(part.claim(module) == closest for part in found) == 1, module


def test_every_path_exists() -> None:
    for part in parts(PAGE.read_text(encoding="utf-8")):
        assert [p for p in part.paths if not (SOURCE / p).exists()] == [], part.name


def test_the_counts_are_true() -> None:
    text = PAGE.read_text(encoding="utf-8")
    found = parts(text)
    counts = counted(found)
    for part in found:
        off = abs(part.lines - counts[part.name])
        assert off <= max(60, TOLERANCE * counts[part.name]), f"{part.name}: {counts[part.name]} lines, see --update"
    total = _TOTAL.search(text)
    assert total is not None
    assert number(total[1]) == sum(part.lines for part in found if part.trusted)


def updated(text: str) -> str:
    """Return the page with the present counts."""
    found = parts(text)
    counts = counted(found)
    text = _ROW.sub(lambda row: f"| {row[1]} | {row[2]} | {counts[row[1]]:,} |", text)
    total = sum(counts[part.name] for part in found if part.trusted)
    return _TOTAL.sub(f"In total {total:,} lines of code", text)


if __name__ == "__main__":
    if sys.argv[1:] != ["--update"]:
        sys.exit("usage: python tests/test_trust.py --update")
    PAGE.write_text(updated(PAGE.read_text(encoding="utf-8")), encoding="utf-8")

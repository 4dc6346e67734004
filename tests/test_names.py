"""A package holds few modules, and a name means one thing."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1] / "src" / "spotit"
SOURCES = sorted(ROOT.rglob("*.py"))
MODULES = 18

_KIND = "one file for each kind of constraint: what it is, its term, its repair"
_FUNCTIONS = "records of functions, beside what computes or recognises them"
_MADE = "what it is or what it does, and what makes random ones for the selftest"
SHARED_NAMES = {
    "aggregates": _FUNCTIONS,
    "agreement": "of methods in a report, and of terms with SQLite",
    "arithmetic": "of SQL values, and of terms",
    "calls": "calls lowered to plans, and calls seen by automata",
    "check": f"the command; {_KIND}",
    "collation": "what a collation is, and what it does to a language",
    "compare": "comparisons lowered to plans, results compared, comparisons seen by automata",
    "conditions": "linted, and asked of the solver",
    "conversion": _FUNCTIONS,
    "database": _MADE,
    "dependency": _KIND,
    "failures": "what an engine raises, and where an expression raises",
    "functions": "of symbolic values, and those of dates",
    "grades": "of differences, and their counts in a report",
    "group_by": "lowered to a plan, and executed",
    "group_concat": _MADE,
    "inclusion": _KIND,
    "key": _KIND,
    "not_null": _KIND,
    "numerals": "recognised in the dialect, and as a language",
    "pairs": _MADE,
    "patterns": _FUNCTIONS,
    "pools": "values to try, and values as good as all",
    "protocol": "what an engine and what a worker of an evaluation is asked",
    "query": _MADE,
    "recursion": _MADE,
    "replay": "the command, and what it does",
    "run": "of an evaluation, and of the selftest",
    "samples": _FUNCTIONS,
    "schema": _MADE,
    "sweep": "over many queries, and over terms that may be merged",
    "tabulate": "what asks the engine, and the engine's answer",
    "tokens": "of any statement, and those of a query that the grammar reads",
    "truth": "of symbolic values, and of automata",
    "types": "of columns, and what lint knows of them",
    "window": "lowered to a plan, and executed",
    "windows": _MADE,
    "witness": "what a verdict carries, and how a report shows it",
}
"""Module names that several packages have, and why they may: the folder makes the meaning plain."""
SHARED_CLASSES = {"Token": "of queries, and of scripts", "Pool": "of values in a proof, and `spotit.Pool` of processes"}


def packages() -> dict[str, list[str]]:
    """Return the names of the modules in each package."""
    found: dict[str, list[str]] = {}
    for path in SOURCES:
        if path.name != "__init__.py":
            found.setdefault(path.parent.as_posix(), []).append(path.stem)
    return found


def test_a_package_holds_few_modules() -> None:
    assert not {name: len(modules) for name, modules in packages().items() if len(modules) > MODULES}


def test_a_module_name_is_shared_only_for_a_reason() -> None:
    count = Counter(module for modules in packages().values() for module in modules)
    assert {module for module in count if count[module] > 1} <= set(SHARED_NAMES)


def test_a_class_name_means_one_thing() -> None:
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in SOURCES)
    count = Counter(node.name for tree in trees for node in tree.body if isinstance(node, ast.ClassDef))
    shared = {name for name in count if count[name] > 1 and not name.startswith("_")}
    assert shared <= set(SHARED_CLASSES)

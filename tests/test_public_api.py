"""What `spotit` exports is what it says it exports, and all of it is documented."""

from __future__ import annotations

import re
import subprocess
import sys
import types
from pathlib import Path

import pytest

import spotit

ROOT = Path(__file__).resolve().parents[1]


def test_all_is_what_there_is() -> None:
    listed = {name for names in spotit._HOMES.values() for name in names}
    assert listed == set(spotit.__all__) == {name for name in dir(spotit) if not name.startswith("_")}
    assert all(getattr(spotit, name) is not None for name in listed)
    with pytest.raises(AttributeError, match="nothing"):
        _ = spotit.nothing


def test_importing_the_package_imports_nothing_heavy() -> None:
    code = "import spotit, sys; print(sorted(m for m in sys.modules if m.split('.')[0] in ('z3', 'apsw', 'sqlglot')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_all_is_sorted_and_has_no_repetition() -> None:
    assert spotit.__all__ == sorted(set(spotit.__all__))


def test_every_public_class_and_function_has_a_docstring() -> None:
    for name in spotit.__all__:
        value = getattr(spotit, name)
        if isinstance(value, type | types.FunctionType):
            assert value.__doc__, name


def test_every_public_name_is_in_the_reference() -> None:
    text = (ROOT / "docs/reference/python.md").read_text(encoding="utf-8")
    documented = set(re.findall(r"`(?:spotit\.)?(\w+)", text))
    assert set(spotit.__all__) <= documented


def test_the_version_is_the_package_version() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert f'version = "{spotit.__version__}"' in project

"""What `spotit` exports is what it says it exports, and all of it is documented."""

from __future__ import annotations

import re
import types
from pathlib import Path

import spotit

ROOT = Path(__file__).resolve().parents[1]


def test_all_is_what_there_is() -> None:
    public = {
        name
        for name, value in vars(spotit).items()
        if not name.startswith("_") and not isinstance(value, types.ModuleType)
    }
    assert public == set(spotit.__all__)


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

"""What a package index is told: links that lead somewhere from there, and one address of the repository."""

from __future__ import annotations

import importlib.util
import re
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
REPOSITORY = PROJECT["urls"]["Repository"]


@pytest.fixture
def hook(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The part of the build that writes the long description; the builder itself need not be installed."""
    for name in ("hatchling", "hatchling.metadata", "hatchling.metadata.plugin", "hatchling.metadata.plugin.interface"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    sys.modules["hatchling.metadata.plugin.interface"].MetadataHookInterface = object
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_links_lead_to_the_repository(hook: ModuleType) -> None:
    built = hook.CustomMetadataHook()
    built.root = str(ROOT)
    metadata = {"urls": PROJECT["urls"]}
    built.update(metadata)
    text = metadata["readme"]["text"]
    targets = re.findall(r"\]\(([^)\s]+)\)", re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL))
    assert targets and all(target.startswith("https://") for target in targets)
    ours = [target for target in targets if target.startswith(f"{REPOSITORY}/")]
    for target in ours:
        place = re.sub(r"^(?:blob|raw)/main/", "", target.removeprefix(f"{REPOSITORY}/")).partition("#")[0]
        assert (ROOT / place).exists(), target
    assert any("/raw/main/docs/assets/" in target for target in ours)  # the screenshot


def test_the_repository_has_one_address() -> None:
    owner = REPOSITORY.removeprefix("https://github.com/")
    assert REPOSITORY in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    for page in (ROOT / "docs").rglob("*.md"):
        text = page.read_text(encoding="utf-8")
        assert "OWNER" not in text, page
        assert set(re.findall(r"uses: (\S+/spotit)@", text)) <= {owner}, page

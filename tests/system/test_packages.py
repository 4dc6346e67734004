"""The wheel and the source package: built, complete, and working in an environment that has no copy of this folder."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest
from eval_runs import ROOT

pytestmark = [
    pytest.mark.skipif(importlib.util.find_spec("hatchling") is None, reason="hatchling is not installed"),
    pytest.mark.skipif(importlib.util.find_spec("pip") is None, reason="pip is not installed"),
]
LEFT_OUT = {".ci", ".github", ".gitignore"}
"""What only a clone needs."""


def run(*command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a program to its end, which must be a good one."""
    done = subprocess.run(list(map(str, command)), cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the wheel and the source package of this tree."""
    out = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-t", "wheel", "-d", out, cwd=ROOT)
    return out


def names_in_wheel(folder: Path) -> set[str]:
    """Return the names of the files of the one wheel in a folder."""
    (wheel,) = folder.glob("*.whl")
    return set(zipfile.ZipFile(wheel).namelist())


def tracked() -> list[str]:
    """Return the files under version control."""
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip("this is no git work tree")
    return [name for name in done.stdout.split("\0") if name and (ROOT / name).is_file()]


def test_the_wheel_holds_the_whole_package(built: Path) -> None:
    names = names_in_wheel(built)
    wanted = {name.removeprefix("src/") for name in tracked() if name.startswith("src/spotit/")}
    assert wanted <= names
    assert {name.split("/")[0].partition("-")[0] for name in names} == {"spotit"}
    data = {Path(name).suffix for name in names if "/report/" in name}
    assert {".html", ".css", ".js", ".gz"} <= data, data


def test_the_source_package_is_complete_and_makes_the_same_wheel(built: Path, tmp_path: Path) -> None:
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as content:
        content.extractall(tmp_path, filter="data")
    (home,) = tmp_path.iterdir()
    missing = [name for name in tracked() if not (home / name).exists() and name.split("/")[0] not in LEFT_OUT]
    assert missing == []
    again = tmp_path / "again"
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", again, cwd=home)
    assert names_in_wheel(again) == names_in_wheel(built)


def test_the_installed_wheel_works_without_this_folder(built: Path, tmp_path: Path) -> None:
    home = tmp_path / "fresh"
    run(sys.executable, "-m", "venv", "--without-pip", home, cwd=tmp_path)
    python = home / "bin" / "python"
    (wheel,) = built.glob("*.whl")
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", wheel]
    run(*pip, "--disable-pip-version-check", cwd=tmp_path)
    # What SpotIt needs is lent by this environment; a .pth file in a folder that is added so is not read.
    site = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=tmp_path).stdout.strip()
    Path(site, "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    where = run(python, "-c", "import spotit; print(spotit.__file__)", cwd=tmp_path).stdout
    assert where.startswith(str(home))
    command = home / "bin" / "spotit"
    assert run(command, "--version", cwd=tmp_path).stdout.startswith("spotit ")
    example = ROOT / "examples"
    pair = ["--left", "SELECT AVG(amount) FROM purchase", "--right", "SELECT SUM(amount) / COUNT(*) FROM purchase"]
    told = subprocess.run(
        [command, "check", "--schema", example / "shop.sql", *pair, "--json"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (told.returncode, json.loads(told.stdout)["verdict"]) == (1, "different"), told.stderr
    data = ["--data", example / "benchmark", "--pred", example / "benchmark" / "predictions", "--limit", "2"]
    run(command, "eval", *data, "--out", tmp_path / "run", "--no-cache", "--jobs", "1", cwd=tmp_path)
    run(command, "report", tmp_path / "run", "--live", "--latex", tmp_path / "t.tex", cwd=tmp_path)
    page = (tmp_path / "run" / "report.html").read_text()
    assert "initSqlJs" in page and "<style" in page

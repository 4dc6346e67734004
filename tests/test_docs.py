"""The documentation is run: commands print what is shown, Python examples work, links and options exist.

A fenced ```console block holds commands (`$ ...`) and, below each, what it prints; a line `...` stands for any lines.
`python tests/test_docs.py --update [PAGE ...]` writes what the commands print now into the blocks without `...`.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import typer.main

from spotit import Options, check, load_schema
from spotit.assumption import AssumptionKind
from spotit.cli.app import COMMANDS, app
from spotit.engine.open import open_engine
from spotit.errors import UnsupportedSql
from spotit.search.pair import make_pair
from spotit.search.stage import Stage
from spotit.symbolic.encode import encode

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted(
    path
    for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").rglob("*.md")]
    if ".venv" not in path.parts
)
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
ANY = "..."

_SPOTIT = "import sys; sys.argv[0] = 'spotit'; from spotit.cli.app import main; main()"
_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_PYTHON = re.compile(r"^```pycon\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ +(.+?)\s*$", re.MULTILINE)
_FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Shown:
    """A command and the output that a page shows below it."""

    command: str
    output: tuple[str, ...]


def shown(block: str) -> Iterator[Shown]:
    """Yield the commands of a block; a command goes on after a line that ends in a backslash."""
    lines = block.splitlines()
    starts = [n for n, line in enumerate(lines) if line.startswith("$ ")]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        last = start
        while lines[last].endswith("\\"):
            last += 1
        command = "\n".join(lines[start : last + 1])[2:]
        yield Shown(command, tuple(lines[last + 1 : end]))


def run(command: str, folder: Path) -> str:
    """Return what a command prints on stdout; only `spotit` and `python` are commands here."""
    words = shlex.split(command.replace("\\\n", " "))
    start = {"spotit": [sys.executable, "-c", _SPOTIT], "python": [sys.executable]}
    environment = os.environ | {
        "COLUMNS": "100",
        "PYTHONPATH": str(ROOT / "src"),
        "PYTHONIOENCODING": "utf-8",
        "TERM": "dumb",
        "XDG_CACHE_HOME": str(folder / ".cache"),
    }
    done = subprocess.run(
        [*start[words[0]], *words[1:]],
        capture_output=True,
        cwd=folder,
        env=environment,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr
    assert done.returncode in (0, 1, 3) or "usage" not in done.stderr.lower(), done.stderr
    return done.stdout


def plain(line: str) -> str:
    """Return a line without what differs from run to run: seconds, versions, the width of columns."""
    line = re.sub(r"\d+\.\d{3}\b", "0.000", line)
    line = re.sub(r"SQLite 3\.\d+\.\d+", "SQLite 3", line)
    line = re.sub(r"([─━═])\1+", r"\1", line)
    return " ".join(line.split())


def agree(wanted: tuple[str, ...], printed: list[str]) -> bool:
    """Tell whether the printed lines are the wanted ones, where `...` stands for any lines."""
    parts = [re.escape(plain(line)) if line.strip() != ANY else None for line in wanted]
    pattern = "".join("(?:.*\n)*?" if part is None else part + "\n" for part in parts)
    return re.fullmatch(pattern, "".join(plain(line) + "\n" for line in printed)) is not None


def words_of_help(lines: Iterable[str]) -> list[str]:
    """Return the words of a help text, without what differs between typer's versions: placeholders, line breaks."""
    return re.sub(r"<.*?>|\[.*?\]|\{.*?\}|\b[A-Z]{3,}\b", "", " ".join(lines)).split()


def printed_lines(output: str) -> list[str]:
    lines = [line.rstrip() for line in output.splitlines()]
    while lines and not lines[-1]:
        lines.pop()
    return lines


def playground(folder: Path) -> Path:
    """Return a folder in which the commands of the pages work."""
    (folder / "examples").symlink_to(ROOT / "examples")
    return folder


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_commands_print_what_is_shown(page: Path, tmp_path: Path) -> None:
    folder = playground(tmp_path)
    for block in _BLOCK.findall(page.read_text(encoding="utf-8")):
        for item in shown(block):
            output = printed_lines(run(item.command, folder))
            if item.command.endswith("--help"):
                assert words_of_help(item.output) == words_of_help(output), item.command
            elif item.output and not agree(item.output, output):
                # Witnesses are made simpler for a second of wall time; on a busy machine that may be too short.
                output = printed_lines(run(item.command, folder))
                assert agree(item.output, output), "\n".join([item.command, *output])


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_python_sessions_work(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(playground(tmp_path))
    blocks = _PYTHON.findall(page.read_text(encoding="utf-8"))
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page.name, str(page), 0)
    failures, _ = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE).run(test)
    assert failures == 0


@pytest.mark.parametrize("script", EXAMPLES, ids=name_of)
def test_examples_run(script: Path, tmp_path: Path) -> None:
    assert run(f"python {script.relative_to(ROOT).as_posix()}", playground(tmp_path))


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as GitHub makes them."""
    text = _FENCE.sub("", page.read_text(encoding="utf-8"))
    titles = [re.sub(r"[^\w\- ]", "", title.lower()) for title in _HEADING.findall(text)]
    return {title.replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_resolve(page: Path) -> None:
    for link in _LINK.findall(_FENCE.sub("", page.read_text(encoding="utf-8"))):
        if link.startswith(("https://", "http://")):
            continue
        target, _, anchor = link.partition("#")
        file = (page.parent / target).resolve() if target else page
        assert file.exists(), f"{name_of(page)}: {link} leads nowhere"
        assert not anchor or anchor in anchors(file), f"{name_of(page)}: {link} has no such heading"


def test_every_page_is_reachable_from_the_readme() -> None:
    seen, todo = set(), [ROOT / "README.md"]
    while todo:
        page = todo.pop()
        if page in seen or page.suffix != ".md":
            continue
        seen.add(page)
        links = (link.partition("#")[0] for link in _LINK.findall(page.read_text(encoding="utf-8")))
        todo += [(page.parent / link).resolve() for link in links if link and "://" not in link]
    lost = {path for path in PAGES if path.is_relative_to(ROOT / "docs")} - seen
    assert not lost


def test_every_command_and_option_is_in_the_reference() -> None:
    text = (ROOT / "docs/reference/cli.md").read_text(encoding="utf-8")
    group = typer.main.get_group(app)
    for name in COMMANDS:
        command = group.get_command(None, name)
        assert f"$ spotit {name} --help" in text, f"{name} is missing: add it to docs/reference/cli.md"
        part = text.partition(f"$ spotit {name} --help")[2].partition("```")[0]
        options = [option for p in command.params for option in p.opts if option.startswith("--")]
        missing = [option for option in options if not re.search(rf"{option}\b", part)]
        assert not missing, f"spotit {name}: {missing}; run python tests/test_docs.py --update"


def test_the_json_object_is_documented() -> None:
    text = (ROOT / "docs/reference/verdicts.md").read_text(encoding="utf-8")
    schema = "CREATE TABLE t (a INTEGER)"
    answer = check("SELECT a FROM t", "SELECT a + 1 FROM t", schema).as_dict()
    rows = re.findall(r"^\| `(\w+)` \|", text.partition("## The JSON object")[2].partition("\n## ")[0], re.MULTILINE)
    assert set(rows) == set(answer)


def test_the_stages_are_documented() -> None:
    text = (ROOT / "docs/reference/verdicts.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(.+)` \| (.+) \|$", text.partition("## Stages")[2].partition("\n## ")[0], re.MULTILINE)
    assert rows == [(stage.value, stage.meaning) for stage in Stage]


def test_every_sentence_of_the_ledger_is_explained() -> None:
    text = (ROOT / "docs/explanation/bounded-claims.md").read_text(encoding="utf-8")
    table = text.partition("## The ledger")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (.+?) \| (\w+) \|", table, re.MULTILINE)
    kinds = [
        (
            kind.sentence.format(column="t.c", number="n", instant="an instant", fact="a condition"),
            kind.standing.value,
        )
        for kind in AssumptionKind
    ]
    assert [row for row in rows if row[1] != "standing"] == kinds


def queries(covered: bool) -> list[str]:
    """Return the example queries of one part of docs/reference/sql.md."""
    text = (ROOT / "docs/reference/sql.md").read_text(encoding="utf-8")
    before, _, after = text.partition("\n## Not covered\n")
    blocks = re.findall(r"^```sql\n(.*?)^```$", before if covered else after, re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


def encode_twice(sql: str) -> None:
    """Encode a query against itself; raise UnsupportedSql when that cannot be done."""
    schema, options = load_schema(ROOT / "examples/shop.sql"), Options(bound=2)
    pair = make_pair(sql, sql, open_engine(schema, options))
    for unplanned in pair.unplanned:
        raise unplanned.error
    assert pair.plans is not None
    assert encode(*pair.plans, 2, pair.setting).rows == 2


@pytest.mark.parametrize("sql", queries(covered=True))
def test_what_is_called_covered_is_encoded(sql: str) -> None:
    encode_twice(sql)


@pytest.mark.parametrize("sql", queries(covered=False))
def test_what_is_called_not_covered_is_not_encoded(sql: str) -> None:
    with pytest.raises(UnsupportedSql):
        encode_twice(sql)


def test_the_tables_of_functions_are_those_of_the_records() -> None:
    script = [sys.executable, str(ROOT / "scripts" / "sql_reference.py"), "--check"]
    done = subprocess.run(script, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def update(pages: list[Path]) -> None:
    """Write what the commands print into the pages."""
    for page in pages:
        text = page.read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder:
            place = playground(Path(folder))
            fresh = _BLOCK.sub(lambda found: f"```console\n{_fresh(found[1], place)}```", text)  # noqa: B023
        if fresh != text:
            page.write_text(fresh, encoding="utf-8")
            print(f"updated {name_of(page)}")


def _fresh(block: str, folder: Path) -> str:
    lines: list[str] = []
    for item in shown(block):
        output = printed_lines(run(item.command, folder))
        keep = not item.output or any(line.strip() == ANY for line in item.output) or agree(item.output, output)
        lines += [f"$ {item.command}", *(item.output if keep else output)]
    return "".join(f"{line}\n" for line in lines)


if __name__ == "__main__":
    if sys.argv[1:2] != ["--update"]:
        sys.exit("usage: python tests/test_docs.py --update [PAGE ...]")
    update([Path(name).resolve() for name in sys.argv[2:]] or PAGES)

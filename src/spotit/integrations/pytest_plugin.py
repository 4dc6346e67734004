"""A pytest plugin: the fixture `assert_equivalent`, and `*.sqlpair` files as tests.

A `.sqlpair` file holds two queries and what is expected of them:

    -- schema: shop.sql
    -- left
    SELECT name FROM item
    -- right
    SELECT item.name FROM item

The remarks above `-- left` may also set `expect` (words of verdicts with commas; the proofs if it is missing), `bound`,
`semantics` and `timeout`. The schema is a path relative to the file; without it, the ini option `spotit_schema` holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, Unpack

import pytest

from spotit.frozen import frozen

if TYPE_CHECKING:
    # What is imported here is imported in every run of pytest, so that nothing is until it is needed.
    from spotit.options import OptionChanges, Options
    from spotit.verdict import Verdict

_REMARK = re.compile(r"--\s*(\w+)\s*:\s*(.*)")
_SIDE = re.compile(r"--\s*(left|right)\s*$")
_KNOWN = ("schema", "expect", "bound", "semantics", "timeout")


class SqlPairError(Exception):
    """A `.sqlpair` file that cannot be read."""


class AssertEquivalent(Protocol):
    """The fixture: raises `AssertionError` with the witness unless two queries are proved to agree."""

    def __call__(
        self,
        left: str,
        right: str,
        schema: object = None,
        options: Options | None = None,
        **changes: Unpack[OptionChanges],
    ) -> Verdict:
        """Return the verdict of a proof."""


@frozen
class SqlPair:
    """What a `.sqlpair` file says."""

    left: str
    right: str
    remarks: dict[str, str]


def read_pair(text: str) -> SqlPair:
    """Return the parts of a `.sqlpair` file; raise `SqlPairError` where one is missing or unknown."""
    remarks: dict[str, str] = {}
    parts: dict[str, list[str]] = {}
    current: list[str] | None = None
    for line in text.splitlines():
        if side := _SIDE.match(line):
            current = parts.setdefault(side[1], [])
        elif current is not None:
            current.append(line)
        elif remark := _REMARK.match(line):
            remarks[remark[1]] = remark[2].strip()
    if unknown := set(remarks) - set(_KNOWN):
        raise SqlPairError(f"unknown remark {', '.join(sorted(unknown))}; there are {', '.join(_KNOWN)}")
    if set(parts) != {"left", "right"}:
        raise SqlPairError("the lines `-- left` and `-- right` with a query below each are missing")
    return SqlPair("\n".join(parts["left"]).strip(), "\n".join(parts["right"]).strip(), remarks)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the ini option."""
    parser.addini("spotit_schema", "the schema of `assert_equivalent` and of .sqlpair files that name none", default="")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> SqlPairFile | None:
    """Collect `*.sqlpair` files."""
    if file_path.suffix == ".sqlpair":
        return SqlPairFile.from_parent(parent, path=file_path)
    return None


@pytest.fixture
def assert_equivalent(pytestconfig: pytest.Config) -> AssertEquivalent:
    """Assert that two queries are proved to mean the same; the schema is that of the ini file if none is given."""
    import spotit

    def check(
        left: str,
        right: str,
        schema: object = None,
        options: Options | None = None,
        **changes: Unpack[OptionChanges],
    ) -> Verdict:
        __tracebackhide__ = True
        source = schema if schema is not None else _usual_schema(pytestconfig)
        if source is None:
            raise pytest.UsageError("give a schema, or set spotit_schema in the ini file")
        return spotit.assert_equivalent(left, right, source, options, **changes)  # type: ignore[arg-type]

    return check


class SqlPairFile(pytest.File):
    """A file with one pair."""

    def collect(self) -> Iterable[pytest.Item]:
        """Yield its only test."""
        yield SqlPairItem.from_parent(self, name=self.path.stem)


class SqlPairItem(pytest.Item):
    """The test that a pair is what it is expected to be."""

    def runtest(self) -> None:
        """Check the pair."""
        import spotit

        pair = read_pair(self.path.read_text(encoding="utf-8-sig"))
        expected = [word.strip() for word in pair.remarks.get("expect", "").split(",") if word.strip()]
        changes = {key: value for key, value in pair.remarks.items() if key in ("bound", "semantics", "timeout")}
        try:
            options = spotit.Options(
                bound=int(changes.get("bound", 5)),
                semantics=spotit.Semantics(changes.get("semantics", "set")),
                timeout=float(changes.get("timeout", 60)),
            )
        except ValueError as error:
            raise SqlPairError(str(error)) from None
        accept = expected or ("equivalent", "equivalent_up_to_bound")
        spotit.assert_equivalent(pair.left, pair.right, self._schema(pair), options, accept=accept)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        """Return the verdict, or what is wrong with the file, without a traceback."""
        return f"{self.path}: {excinfo.value}" if isinstance(excinfo.value, SqlPairError) else str(excinfo.value)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return where the test is."""
        return self.path, 0, f"sqlpair {self.name}"

    def _schema(self, pair: SqlPair) -> Path | str:
        if "schema" in pair.remarks:
            return self.path.parent / pair.remarks["schema"]
        usual = _usual_schema(self.config)
        if usual is None:
            raise SqlPairError("no schema: add `-- schema: FILE`, or set spotit_schema in the ini file")
        return usual


def _usual_schema(config: pytest.Config) -> Path | None:
    given = str(config.getini("spotit_schema"))
    return config.rootpath / given if given else None

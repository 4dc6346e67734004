"""Outcomes as CI systems read them: text, JSON, GitHub's annotations, SARIF 2.1.0, JUnit's XML."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from enum import StrEnum
from xml.sax.saxutils import escape, quoteattr

import spotit
from spotit.ci.changes import NotCompared
from spotit.ci.placed import Level, PlacedVerdict
from spotit.verdict import NAMES

Outcomes = Sequence[PlacedVerdict]
_NOT_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SARIF_LEVEL = {Level.ERROR: "error", Level.WARNING: "warning", Level.PASSED: "none"}


class Format(StrEnum):
    """How outcomes are written."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"
    SARIF = "sarif"
    JUNIT = "junit"


def written(outcomes: Outcomes, skipped: Sequence[NotCompared], form: Format, fail_on: Collection[str]) -> str:
    """Return the outcomes in a format, with the line break at its end if there is anything."""
    writers: dict[Format, Callable[[], str]] = {
        Format.TEXT: lambda: _text(outcomes, skipped, fail_on),
        Format.JSON: lambda: _json(outcomes, skipped),
        Format.GITHUB: lambda: _github(outcomes, fail_on),
        Format.SARIF: lambda: _sarif(outcomes, fail_on),
        Format.JUNIT: lambda: _junit(outcomes, fail_on),
    }
    return writers[form]()


def _text(outcomes: Outcomes, skipped: Sequence[NotCompared], fail_on: Collection[str]) -> str:
    lines: list[str] = []
    for one in outcomes:
        lines.append(f"{one.path}:{one.line}: {one.verdict.verdict}: {one.headline}")
        if one.level(fail_on) is Level.ERROR:
            lines += [f"    {line}".rstrip() for line in str(one.verdict).splitlines()]
    lines += [f"{one.path}:{one.line}: not compared: {one.reason}" for one in skipped]
    failed = sum(one.level(fail_on) is Level.ERROR for one in outcomes)
    proved = sum(one.verdict.is_proved for one in outcomes)
    total = f"{len(outcomes)} changed {'query' if len(outcomes) == 1 else 'queries'}"
    lines.append(f"{total}: {proved} proved to mean the same, {failed} failed.")
    return "".join(f"{line}\n" for line in lines)


def _json(outcomes: Outcomes, skipped: Sequence[NotCompared]) -> str:
    objects = [{"path": one.path, "line": one.line, **one.verdict.as_dict()} for one in outcomes]
    rest = [{"path": one.path, "line": one.line, "verdict": None, "reason": one.reason} for one in skipped]
    return "".join(f"{_dumped(one)}\n" for one in [*objects, *rest])


def _dumped(value: object, indent: int | None = None) -> str:
    """Return JSON of visible ASCII characters alone."""
    return json.dumps(value, indent=indent).replace("\x7f", "\\u007f")


def _github(outcomes: Outcomes, fail_on: Collection[str]) -> str:
    """Return workflow commands, each on one line, with what would act in them escaped."""
    lines = []
    for one in outcomes:
        level = one.level(fail_on)
        if level is Level.PASSED:
            continue
        place = f"file={_property(one.path)},line={one.line},title={_property(f'SpotIt: {one.verdict.verdict}')}"
        lines.append(f"::{level} {place}::{_data(str(one.verdict))}\n")
    return "".join(lines)


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _sarif(outcomes: Outcomes, fail_on: Collection[str]) -> str:
    rules = [
        {
            "id": name,
            "shortDescription": {"text": f"A changed query against its older version: {name.replace('_', ' ')}."},
        }
        for name in NAMES.values()
    ]
    results = [
        {
            "ruleId": one.verdict.verdict,
            "level": _SARIF_LEVEL[one.level(fail_on)],
            "kind": "pass" if one.level(fail_on) is Level.PASSED else "fail",
            "message": {"text": str(one.verdict)},
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": {"uri": one.path.replace("\\", "/")},
                        "region": {"startLine": one.line},
                    }
                }
            ],
        }
        for one in outcomes
    ]
    driver = {"name": "SpotIt", "version": spotit.__version__, "rules": rules}
    log = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "results": results}],
    }
    return _dumped(log, indent=2) + "\n"


def _junit(outcomes: Outcomes, fail_on: Collection[str]) -> str:
    levels = [one.level(fail_on) for one in outcomes]
    counts = f'tests="{len(outcomes)}" failures="{levels.count(Level.ERROR)}" skipped="{levels.count(Level.WARNING)}"'
    cases = "".join(_cases(outcomes, levels))
    suite = f'<testsuite name="spotit" errors="0" {counts}>\n{cases}</testsuite>\n'
    return f'<?xml version="1.0" encoding="utf-8"?>\n<testsuites>\n{suite}</testsuites>\n'


def _cases(outcomes: Outcomes, levels: Sequence[Level]) -> Iterator[str]:
    for one, level in zip(outcomes, levels, strict=True):
        name, headline = quoteattr(_xml(f"{one.path}:{one.line}")), quoteattr(_xml(one.headline))
        seconds = f"{one.verdict.stats.seconds:.3f}"
        start = f'<testcase classname="spotit.diff" name={name} time="{seconds}"'
        if level is Level.ERROR:
            failure = f"<failure type={quoteattr(one.verdict.verdict)} message={headline}>"
            yield f"{start}>{failure}{escape(_xml(str(one.verdict)))}</failure></testcase>\n"
        elif level is Level.WARNING:
            yield f"{start}><skipped message={headline}/></testcase>\n"
        else:
            yield f"{start}/>\n"


def _xml(text: str) -> str:
    """Return the text without characters that XML does not have."""
    return _NOT_XML.sub("\ufffd", text)

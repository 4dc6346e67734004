"""The page: one HTML file with its style, script and compressed data inside, and nothing outside."""

from __future__ import annotations

import base64
import gzip
import hashlib
import zlib
from importlib.resources import files

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from spotit.evaluate.records import Outcome
from spotit.evaluate.store import Run
from spotit.frozen import frozen
from spotit.report import overview
from spotit.report.agreement import refuted_at
from spotit.report.build import Report, analyse
from spotit.report.charts import seconds_text
from spotit.report.details import chunk
from spotit.report.figures import GRADES, VERDICTS
from spotit.report.suspects import SuspectList
from spotit.report.witness import StoredJson
from spotit.verdict import Grade

CHUNK = 32
"""Questions whose details are compressed together and read when one of them is opened."""


@frozen
class Live:
    """What a page needs to run witnesses: SQLite as WebAssembly and its glue, packed, and the script that uses them."""

    wasm: str
    code: str
    script: Markup


def build_report(run: Run, *, live: bool = False) -> str:
    """Return the HTML page of a run. Equal runs give equal pages."""
    return render(analyse(run), live=live)


def render(report: Report, *, live: bool = False) -> str:
    """Return the HTML page of a report; `live`: with SQLite inside, to run witnesses in the page."""
    style, script = (Markup(_asset(name)) for name in ("report.css", "report.js"))
    engine = _live() if live else None
    scripts = [script, *([engine.script] if engine else [])]
    environment = Environment(
        loader=PackageLoader("spotit.report", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["seconds"] = seconds_text
    return environment.get_template("report.html").render(
        report=report,
        run=report.run,
        info=report.run.info,
        view=overview.view(report),
        style=style,
        script=script,
        style_hash=_sha256(style),
        script_hashes=[_sha256(text) for text in scripts],
        live=engine,
        index=packed(_index(report)),
        chunks=[packed(part) for part in _chunks(report)],
    )


def _asset(name: str) -> str:
    return _file(name).decode()


def _file(*names: str) -> bytes:
    return files("spotit.report").joinpath("assets", *names).read_bytes()


def _live() -> Live:
    wasm = base64.b64encode(_file("sqljs", "sql-wasm.wasm.gz")).decode()
    code = base64.b64encode(gzip.compress(_file("sqljs", "sql-wasm.js"), mtime=0)).decode()
    return Live(wasm, code, Markup(_asset("live.js")))


def _sha256(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def packed(value: StoredJson) -> str:
    """Return a JSON value compressed (zlib) and in base64, which needs no escaping in HTML."""
    try:
        content = msgspec.json.encode(value)
    except UnicodeEncodeError:
        content = msgspec.json.encode(_clean(value))
    return base64.b64encode(zlib.compress(content, 9)).decode()


def _clean(value: StoredJson) -> StoredJson:
    """Return the value with lone surrogates replaced, which UTF-8 cannot hold."""
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, dict):
        return {key: _clean(item) for key, item in value.items()}
    return [_clean(item) for item in value] if isinstance(value, list | tuple) else value


def _chunks(report: Report) -> list[dict[str, StoredJson]]:
    return [chunk(report, start, start + CHUNK) for start in range(0, len(report.questions), CHUNK)]


def _index(report: Report) -> dict[str, StoredJson]:
    """Return what the lists need: every question in short, the rankings, and the words for the codes."""
    databases = sorted({q.question.db_id for q in report.questions})
    number = {name: index for index, name in enumerate(databases)}
    methods = {name: index for index, name in enumerate(report.run.methods)}
    return {
        "methods": list(report.run.methods),
        "dbs": databases,
        "verdicts": list(VERDICTS),
        "grades": list(GRADES),
        "meanings": [grade.meaning for grade in Grade],
        "chunk": CHUNK,
        "run": report.run.info.fingerprint,
        "engine": report.run.info.engine,
        "semantics": str(report.run.info.options.get("semantics", "set")),
        "columns": str(report.run.info.options.get("columns", "exact")),
        "questions": [
            [
                q.question.question_id,
                number[q.question.db_id],
                q.question.difficulty,
                q.question.question,
                q.question.gold,
                [_state(o) for o in q.outcomes],
            ]
            for q in report.questions
        ],
        "suspects": [
            [s.position, s.points, list(s.reasons), s.list.value, methods.get(s.majority or "", -1), int(s.strong)]
            for s in report.suspects
        ],
        "lists": [kind.value for kind in SuspectList],
        "ambiguous": [
            [a.position, a.points, [[[methods[m] for m in g.methods], int(g.gold)] for g in a.groups]]
            for a in report.ambiguous
        ],
    }


def _state(outcome: Outcome) -> list[int]:
    """Return an outcome as [EX: 1 0 -1, verdict, own grade, strongest grade at which it is refuted]; -1 is none."""
    strongest = refuted_at(outcome)
    return [
        -1 if outcome.ex is None else int(outcome.ex),
        VERDICTS.index(outcome.verdict) if outcome.verdict in VERDICTS else -1,
        GRADES.index(outcome.grade) if outcome.grade in GRADES else -1,
        len(GRADES) if strongest and strongest not in GRADES else GRADES.index(strongest) if strongest else -1,
    ]

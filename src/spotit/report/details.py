"""What the page shows of one question, as JSON with short keys: it is held compressed and read when opened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from spotit.errors import Span
from spotit.evaluate.records import Outcome, WitnessRecord
from spotit.evaluate.store import Run
from spotit.lint.finding import Finding
from spotit.report.agreement import Answered
from spotit.report.texts import GoldQuery
from spotit.report.witness import names_in, results, witness_tables
from spotit.sql.clauses import differing_spans

Json = Any
MAX_SQL = 20_000
"""Characters of a prediction that the page holds."""


@dataclass(slots=True)
class Lines:
    """Texts as lists of line numbers: the scripts of one database share most of their lines."""

    table: list[str] = field(default_factory=list)
    _numbers: dict[str, int] = field(default_factory=dict)

    def numbers(self, text: str) -> list[int]:
        """Return the numbers of the text's lines."""
        return [self._number(line) for line in text.split("\n")]

    def _number(self, line: str) -> int:
        if line not in self._numbers:
            self._numbers[line] = len(self.table)
            self.table.append(line)
        return self._numbers[line]


def chunk(run: Run, questions: Sequence[Answered], golds: Sequence[GoldQuery]) -> dict[str, Json]:
    """Return the details of some questions together."""
    lines = Lines()
    details = [_detail(run, q, gold.findings, lines) for q, gold in zip(questions, golds, strict=True)]
    return {"q": details, "lines": lines.table}


def _detail(run: Run, question: Answered, found: tuple[Finding, ...], lines: Lines) -> dict[str, Json]:
    methods = {name: index for index, name in enumerate(run.methods)}
    numbers = {w.witness: index for index, w in enumerate(question.witnesses)}
    gold = question.question.gold
    return {
        "e": question.question.evidence,
        "l": [[f.name, f.severity.value, f.message, *utf16(gold, [f.span])[0]] for f in found],
        "p": [_prediction(run, question, alike, methods, numbers) for alike in _alike(question)],
        "w": [_witness(run, question, w, methods, lines) for w in question.witnesses],
        "g": [
            {"m": [methods[m] for m in g.methods], "g": int(g.gold), "p": int(g.passes), "r": g.grade, "b": g.basis}
            for g in question.groups
        ],
    }  # fmt: skip


def _alike(question: Answered) -> list[list[Outcome]]:
    """Return the outcomes, those of equal predictions with equal results together."""
    members: dict[tuple[object, ...], list[Outcome]] = {}
    for o in question.outcomes:
        prediction = question.predictions.get(o.method)
        sql = prediction.sql if prediction else None
        members.setdefault((sql, o.ex, o.ex_reason, o.pair, o.verdict), []).append(o)
    return list(members.values())


def _prediction(
    run: Run,
    question: Answered,
    alike: Sequence[Outcome],
    methods: Mapping[str, int],
    witnesses: Mapping[str, int],
) -> dict[str, Json]:
    first = alike[0]
    prediction = question.predictions.get(first.method)
    sql, gold = (prediction.sql if prediction else None), question.question.gold
    verdict = run.verdicts.get(first.pair or "", {})
    shown: dict[str, Json] = {
        "m": [methods[o.method] for o in alike],
        "s": sql[:MAX_SQL] if sql is not None else None,
        "x": first.ex,
        "xr": first.ex_reason,
        "v": first.verdict,
        "g": first.grade,
        "b": first.bound,
        "r": first.reason,
        "t": first.seconds,
        "w": witnesses.get(first.witness or ""),
        "c": [witnesses[name] for name in first.cross_checked if name in witnesses],
        "cg": first.cross_grade,
        "a": verdict.get("assumptions") or [],
        "sp": first.spurious or None,
    }
    if sql is not None and sql != gold and len(sql) <= MAX_SQL:
        here, there = differing_spans(gold, sql)
        shown["d"] = [utf16(gold, here), utf16(sql, there)]
    if verdict.get("span"):
        text = gold if verdict.get("side") == "left" else sql or ""
        shown["at"] = [verdict.get("side"), *utf16(text, [Span(*verdict["span"])])[0]]
    return {key: value for key, value in shown.items() if key == "x" or (value is not None and value != [])}


def _witness(
    run: Run, question: Answered, record: WitnessRecord, methods: Mapping[str, int], lines: Lines
) -> dict[str, Json]:
    verdict = run.verdicts[record.pair]
    stored = verdict["witness"]
    sqls = [question.question.gold]
    sqls += [p.sql for m in record.methods[:1] if (p := question.predictions.get(m)) and p.sql]
    both, telling = results(verdict["left_result"], verdict["right_result"])
    used = frozenset().union(*(names_in(sql) for sql in sqls))
    return {
        "n": record.witness,
        "g": record.grade,
        "b": record.bound,
        "m": [methods[m] for m in record.methods],
        "t": witness_tables(stored["tables"], used, telling),
        "r": both,
        "x": stored["explanation"],
        "tags": stored["tags"],
        "min": int(bool(stored.get("minimal"))),
        "ok": int(verdict.get("grade_settled") is not False),
        "z": lines.numbers(run.script(record.witness)),
        "a": _answers(question, record, methods),
    }


def _answers(question: Answered, record: WitnessRecord, methods: Mapping[str, int]) -> list[Json]:
    """Return the methods by what they answer on the witness: [answer is gold's, fails, methods], largest first."""
    members: dict[str, list[int]] = {}
    for outcome in question.outcomes:
        if record.witness in outcome.replays:
            members.setdefault(outcome.replays[record.witness], []).append(methods[outcome.method])
    groups = [[int(a == record.gold_answer), int(a == "error"), listed] for a, listed in members.items()]
    return sorted(groups, key=lambda g: (-g[0], -len(g[2])))


def utf16(text: str, spans: Sequence[Span]) -> list[list[int]]:
    """Return spans as offsets into the UTF-16 string that a browser sees.

    >>> utf16("é😀x", [Span(2, 3)])
    [[3, 4]]
    """
    if text.isascii():
        return [[span.start, span.end] for span in spans]
    return [[_units(text[: span.start]), _units(text[: span.end])] for span in spans]


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2

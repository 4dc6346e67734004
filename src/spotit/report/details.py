"""What the page shows of one question, as JSON with short keys: it is held compressed and read when opened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from spotit.elsewhere.tried_sentence import tried_sentence
from spotit.errors import Span, UsageError
from spotit.evaluate.records import Outcome, WitnessRecord
from spotit.evaluate.store import Run
from spotit.frozen import frozen
from spotit.report.agreement import Answered, Group
from spotit.report.build import Report
from spotit.report.texts import GoldQuery
from spotit.report.witness import (
    Focus,
    StoredJson,
    answer_shown,
    changed_cells,
    names_in,
    output_columns,
    remarks,
    results,
    witness_tables,
)
from spotit.schema import BaseColumn, Schema
from spotit.sql.clause_diff import differing_spans

_spans = lru_cache(maxsize=64)(differing_spans)
"""A question's predictions and its witnesses ask for the same."""

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


@frozen
class Book:
    """What the details of one chunk share."""

    run: Run
    schemas: Mapping[str, Schema | None]
    methods: Mapping[str, int]
    """The number of each method."""
    lines: Lines


def chunk(report: Report, start: int, stop: int) -> dict[str, StoredJson]:
    """Return the details of the questions from `start` up to `stop` together."""
    run = report.run
    book = Book(run, report.schemas, {name: index for index, name in enumerate(run.methods)}, Lines())
    chosen = zip(report.questions[start:stop], report.golds[start:stop], strict=True)
    return {"q": [_detail(book, question, gold) for question, gold in chosen], "lines": book.lines.table}


def _detail(book: Book, question: Answered, texts: GoldQuery) -> dict[str, StoredJson]:
    gold = question.question.gold
    return {
        "e": question.question.evidence,
        "l": [[f.name, f.severity.value, f.message, *utf16(gold, [f.span])[0]] for f in texts.findings],
        "p": [_prediction(book, question, alike) for alike in _alike(question)],
        "w": [_witness(book, question, texts, witness) for witness in question.witnesses],
        "g": [_group(book, group) for group in question.groups],
    }


def _group(book: Book, group: Group) -> dict[str, StoredJson]:
    members = [book.methods[method] for method in group.methods]
    return {"m": members, "g": int(group.gold), "p": int(group.passes), "r": group.grade, "b": group.basis}


def _alike(question: Answered) -> list[list[Outcome]]:
    """Return the outcomes, those of equal predictions with equal results together."""
    members: dict[tuple[object, ...], list[Outcome]] = {}
    for o in question.outcomes:
        prediction = question.predictions.get(o.method)
        sql = prediction.sql if prediction else None
        members.setdefault((sql, o.ex, o.ex_reason, o.pair, o.verdict), []).append(o)
    return list(members.values())


def _prediction(book: Book, question: Answered, alike: Sequence[Outcome]) -> dict[str, StoredJson]:
    witnesses = {w.witness: index for index, w in enumerate(question.witnesses)}
    first = alike[0]
    prediction = question.predictions.get(first.method)
    sql, gold = (prediction.sql if prediction else None), question.question.gold
    verdict = book.run.verdicts.get(first.pair or "", {})
    shown: dict[str, StoredJson] = {
        "m": [book.methods[o.method] for o in alike],
        "s": sql[:MAX_SQL] if sql is not None else None,
        "x": first.ex,
        "xr": first.ex_reason,
        "v": first.verdict,
        "g": first.grade,
        "b": first.bound,
        "r": first.reason,
        "t": first.seconds,
        "w": witnesses.get(first.witness or "", _aside(question, first)),
        "c": [witnesses[name] for name in first.cross_checked if name in witnesses],
        "cg": first.cross_grade,
        "a": verdict.get("assumptions") or [],
        "pf": verdict.get("proof") or [],
        "sp": first.spurious or None,
        "xc": list(dict.fromkeys((*first.extra_columns, *(verdict.get("extra_columns") or ())))),
        "ar": _arrangement(verdict),
    }
    if sql is not None and sql != gold and len(sql) <= MAX_SQL:
        here, there = _spans(gold, sql)
        shown["d"] = [utf16(gold, here), utf16(sql, there)]
    if verdict.get("span"):
        text = gold if verdict.get("side") == "left" else sql or ""
        shown["at"] = [verdict.get("side"), *utf16(text, [Span(*verdict["span"])])[0]]
    return {key: value for key, value in shown.items() if key == "x" or (value is not None and value != [])}


def _arrangement(verdict: Mapping[str, StoredJson]) -> StoredJson:
    """Return the places of the columns that a proof is about, where they are not as they stand."""
    places = verdict.get("arrangement")
    return places if isinstance(places, list) and places != sorted(places) else None


def _aside(question: Answered, outcome: Outcome) -> int | None:
    """Return the number of the witness that tells gold from a prediction that fails EX, if there is one."""
    told = (n for n, w in enumerate(question.witnesses) if w.aside and outcome.method in w.methods)
    return next(told, None) if outcome.ex is False else None


def _witness(book: Book, question: Answered, read: GoldQuery, record: WitnessRecord) -> dict[str, StoredJson]:
    verdict = book.run.verdicts[record.pair]
    stored = verdict["witness"]
    sqls = [question.question.gold]
    sqls += [p.sql for m in record.methods[:1] if (p := question.predictions.get(m)) and p.sql]
    both, telling = results(verdict["left_result"], verdict["right_result"])
    texts = (sqls[0], sqls[-1])
    parts = zip(texts, _spans(*texts), strict=True)
    changed = [text[span.start : span.end] for text, spans in parts for span in spans]
    focus = Focus(
        used=frozenset().union(*map(names_in, texts)),
        changed=frozenset().union(*map(names_in, changed)),
        outputs=_outputs(texts, read, book.schemas.get(question.question.db_id)),
        telling=telling,
    )
    return {
        "n": record.witness,
        "g": record.grade,
        "b": record.bound,
        "m": [book.methods[m] for m in record.methods],
        "t": witness_tables(stored["tables"], focus, changed_cells(stored)),
        "r": both,
        "x": remarks(stored),
        "tags": stored["tags"],
        "min": int(bool(stored.get("minimal"))),
        "ok": int(verdict.get("grade_settled") is not False),
        "now": stored.get("now"),
        "z": book.lines.numbers(_script(book.run, record.witness)),
        "a": _answers(question, record, book.methods),
        "as": int(record.aside),
        "q": stored.get("queries"),
        "h": tried_sentence(verdict.get("holds_on") or {}),
    }


def _outputs(texts: tuple[str, str], read: GoldQuery, schema: Schema | None) -> frozenset[BaseColumn] | None:
    """Return the base columns whose values two queries return, None when they are not known."""
    known = [read.returned.get(sql) for sql in texts]
    here, there = (output_columns([sql], schema) if k is None else k for sql, k in zip(texts, known, strict=True))
    return None if here is None or there is None else here | there


def _script(run: Run, witness: str) -> str:
    try:
        return run.script(witness)
    except UsageError as error:
        return f"-- {error}"


def _answers(question: Answered, record: WitnessRecord, methods: Mapping[str, int]) -> list[StoredJson]:
    """Return the methods by what they answer on the witness: [answer is gold's, fails, methods, result].

    Gold's answer comes first, then the largest group. The result is None where the run does not keep it.
    """
    members: dict[str, list[int]] = {}
    for outcome in question.outcomes:
        if record.witness in outcome.replays:
            members.setdefault(outcome.replays[record.witness], []).append(methods[outcome.method])
    groups = [
        [int(a == record.gold_answer), int(a == "error"), listed, answer_shown(record.answers.get(a))]
        for a, listed in members.items()
    ]
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

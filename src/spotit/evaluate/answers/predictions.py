"""Read prediction files in the forms people have, and join them with the questions by id.

Forms: BIRD's `{"0": "SQL\\t----- bird -----\\tdb"}`, `{id: sql}`, a list of objects, JSON lines of objects, CSV with a
header, a list of SQL strings, one SQL a line. An answer may be nested in objects; of a list of candidates the first
counts. The last two forms, and records of which none has an id, carry no ids: they must cover the question file
exactly, line by line, and each then stands for the id of the question in that place. Everything else is joined by id.
"""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import repeat
from pathlib import Path

from spotit.errors import UsageError
from spotit.evaluate.answers.query_in_text import (
    ANSWER_FIELDS,
    DEEPEST,
    candidates,
    looks_like_query,
    looks_like_statement,
    query_in,
)
from spotit.evaluate.records import Prediction, PredictionCounts, Question, QuestionId
from spotit.files import leads_outside, read_bytes, read_text
from spotit.frozen import frozen

MAX_SQL = 200_000
"""Characters of one prediction; a longer one is not a query anybody wrote."""

_ID_FIELDS = (
    "question_id", "questionid", "qid", "id", "instance_id", "sample_id", "example_id", "dev_index", "index", "idx"
)  # fmt: skip
_UNNAMED = ("", "Unnamed: 0")
"""What a table calls the column in which its rows are numbered."""
_BIRD_MARK = "\t----- bird -----\t"
_SAME_AS_GOLD = 0.9
"""The share of answers that are gold word for word from which on a field is taken for gold."""


@frozen
class Answers:
    """The content of a prediction file: (id, sql) in file order, or SQL alone, or why it cannot be read."""

    keyed: tuple[tuple[str, str], ...] = ()
    lines: tuple[str, ...] | None = None
    problem: str | None = None
    field: str | None = None
    """The field of the records that the answers were taken from."""
    others: tuple[str, ...] = ()
    """Other fields of the records that hold queries, the most frequent first."""


@dataclass(slots=True)
class _Pairs:
    """A JSON object as its pairs, so that a repeated key stays visible."""

    items: list[tuple[str, object]] = field(default_factory=list)

    def first(self, names: Iterable[str]) -> str | None:
        """Return the key with a value that is the first of these; letter case counts where both spellings are there."""
        given = {name: name for name, value in self.items if value is not None}
        if not given:
            return None
        folded = {_folded(name): name for name in reversed(given)}
        found = (given.get(name, folded.get(_folded(name))) for name in names)
        return next((name for name in found if name is not None), None)

    def get(self, names: Iterable[str]) -> object | None:
        """Return the first value that one of these keys has."""
        name = self.first(names)
        return None if name is None else dict(self.items)[name]


def read_answers(path: Path, field: str | None = None) -> Answers:
    """Read a prediction file, or a folder of `<id>.sql` files; the answers are in `field`, or where it is usual.

    Content that makes no sense is an `Answers` with a problem; a missing file is an error.
    """
    if path.is_dir():
        files = sorted(path.glob("*.sql"))
        if link := next((file for file in files if leads_outside(file, path)), None):
            return Answers(problem=f"{link.name} is a link to a file elsewhere")
        return Answers(tuple((file.stem, read_text(file, "replace")) for file in files))
    try:
        content = read_bytes(path)
    except OSError as error:
        raise UsageError(f"cannot read predictions {path}: {error.strerror}") from None
    try:
        return parse_answers(content.decode("utf-8-sig"), field)
    except UnicodeDecodeError as error:
        return Answers(problem=f"not UTF-8 text: {error.reason} at byte {error.start}")


def parse_answers(text: str, field: str | None = None) -> Answers:
    """Return the answers that the text of a prediction file holds."""
    start = text.lstrip()[:1]
    if not start:
        return Answers(problem="the file is empty")
    if start not in ("{", "["):
        table = _table(text)
        return Answers(lines=tuple(text.rstrip("\n").split("\n"))) if table is None else _from_records(table, field)
    try:
        return _from_json(json.loads(text, object_pairs_hook=_Pairs), field)
    except RecursionError:
        return Answers(problem="JSON nested too deeply")
    except ValueError as whole:
        return _from_json_lines(text, whole, field)


def _table(text: str) -> list[_Pairs] | None:
    """Return the rows of a CSV or TSV text whose first line names columns, one of them a column of answers or ids."""
    head = text.lstrip().split("\n", 1)[0]
    mark = max(",;\t", key=head.count)
    names = [name.strip().strip('"') for name in head.split(mark)]
    known = {_folded(name) for name in (*_ID_FIELDS, *ANSWER_FIELDS)}
    if len(names) < 2 or not any(_folded(name) in known for name in names) or looks_like_query(head):
        return None
    try:
        rows = list(csv.DictReader(io.StringIO(text.lstrip(), newline=""), delimiter=mark))
    except csv.Error:
        return None
    return [_Pairs([(str(name).strip(), value) for name, value in row.items() if name is not None]) for row in rows]


def _from_json_lines(text: str, whole: ValueError, field: str | None) -> Answers:
    records: list[_Pairs] = []
    for number, line in enumerate(filter(str.strip, text.split("\n")), 1):
        try:
            item = json.loads(line, object_pairs_hook=_Pairs)
        except RecursionError:
            return Answers(problem="JSON nested too deeply")
        except ValueError as error:
            reason = whole if number == 1 else f"line {number}: {error}"
            return Answers(problem=f"neither JSON nor JSON lines: {reason}")
        if not isinstance(item, _Pairs):
            return Answers(problem=f"line {number} is not a JSON object")
        records.append(item)
    return _from_records(records, field)


def _from_json(item: object, field: str | None) -> Answers:
    if isinstance(item, _Pairs):
        if item.first(_ID_FIELDS) is not None:
            return _from_records(_rows_of_columns(item) or [item], field)
        inner = [value for _, value in item.items]
        if len(inner) == 1 and isinstance(inner[0], list) and item.items[0][0] not in ANSWER_FIELDS:
            return _from_json(inner[0], field)  # {"results": [...]}
        values = [value for value in inner if isinstance(value, _Pairs)]
        found = _from_records(values, field, keyed=False) if values else Answers()
        return replace(found, keyed=tuple((key, _sql_text(value, field)) for key, value in item.items), lines=None)
    assert isinstance(item, list)
    if item and all(isinstance(entry, _Pairs) for entry in item):
        return _from_records(item, field)
    if all(isinstance(entry, str) or entry is None for entry in item):
        return Answers(lines=tuple(_sql_text(entry, field) for entry in item))
    return Answers(problem="a list must hold objects only, or SQL strings only")


def _from_records(records: Sequence[_Pairs], field: str | None, *, keyed: bool = True) -> Answers:
    """Return the answers of records: by their ids, or in their order where none has an id."""
    if field is not None and not any(_at(record, field) is not None for record in records):
        names = Counter(name for record in records for name, _ in record.items)
        return Answers(problem=f"no record has a field {field}; they have {', '.join(names)}")
    answers = [_sql_text(record, field) for record in records]
    used = Counter(record.first(ANSWER_FIELDS) for record in records)
    name = field or (used.most_common(1)[0][0] if used else None)
    held = Counter(
        n for record in records for n, value in record.items if isinstance(value, str) and _holds_query(value)
    )
    others = tuple(other for other, _ in held.most_common() if other != name)
    ids = [record.get(_ID_FIELDS) for record in records]
    if all(number is None for number in ids):
        ids = _unnamed(records)
    if not keyed or all(number is None for number in ids):
        return Answers(lines=tuple(answers), field=name, others=others)
    if None in ids or any(isinstance(number, _Pairs | list) for number in ids):
        return Answers(problem=f"record {ids.index(None) if None in ids else 0} has no id, others have one")
    return Answers(tuple(zip(map(_id_text, ids), answers, strict=True)), field=name, others=others)


def _rows_of_columns(item: _Pairs) -> list[_Pairs]:
    """Return the records of an object that holds columns: a list for each field, all of one length; else nothing."""
    columns = [(name, value) for name, value in item.items if isinstance(value, list)]
    lengths = {len(value) for _, value in columns}
    if len(columns) != len(item.items) or len(lengths) != 1:
        return []
    return [_Pairs([(name, value[place]) for name, value in columns]) for place in range(lengths.pop())]


def _unnamed(records: Sequence[_Pairs]) -> list[object | None]:
    """Return the numbers that a table gives its rows, unless they say no more than the order does."""
    numbers = [record.get(_UNNAMED) for record in records]
    in_order = [str(number) for number in numbers] == [str(place) for place in range(len(records))]
    return [None] * len(records) if in_order else numbers


def _id_text(number: object) -> str:
    """Return an id as text; a whole number is one also where a table has made a fraction of it."""
    text = str(number).strip()
    return text.removesuffix(".0") if text.removesuffix(".0").isdecimal() else text


@lru_cache(maxsize=1024)
def _folded(name: str) -> str:
    return name.strip().lower().replace(" ", "_").replace("-", "_")


def _holds_query(text: str) -> bool:
    return looks_like_query(text) or "```" in text or "</think>" in text


def _at(record: _Pairs, field: str) -> object | None:
    """Return what stands under a field; a dot leads into an object."""
    found: object | None = record.get((field,))
    if found is not None or "." not in field:
        return found
    outer, inner = field.split(".", 1)
    below = record.get((outer,))
    return _at(below, inner) if isinstance(below, _Pairs) else None


def _sql_text(value: object, field: str | None = None, depth: int = 0) -> str:
    """Return the answer that a value holds: itself, under its field or a usual one, the first of several candidates."""
    if isinstance(value, _Pairs) and depth < DEEPEST:
        inner = _at(value, field) if field is not None else value.get(ANSWER_FIELDS)
        return _sql_text(inner, None, depth + 1)
    if isinstance(value, list) and depth < DEEPEST:
        roles = [entry.get(("role",)) if isinstance(entry, _Pairs) else None for entry in value]
        return next(filter(None, (_sql_text(entry, field, depth + 1) for entry in candidates(value, roles))), "")
    return value if isinstance(value, str) else ""


def from_mapping(answers: Mapping[QuestionId, str | None]) -> Answers:
    """Return answers that are already at hand in Python."""
    return Answers(tuple((str(key), sql or "") for key, sql in answers.items()))


def join(
    method: str, answers: Answers, lines: Sequence[QuestionId], selected: Sequence[Question]
) -> tuple[tuple[Prediction, ...], PredictionCounts]:
    """Return one prediction per selected question, and how the answers met the benchmark.

    `lines` are the ids of the whole question file, line by line.
    """
    keyed, problem = _with_ids(answers, lines)
    gold = _gold_as_answer(answers, dict(keyed), selected)
    keyed, problem = ((), gold) if gold is not None else (keyed, problem)
    by_id: dict[str, str] = {}
    for key, sql in keyed:
        by_id.setdefault(key, sql)
    predictions = tuple(_prediction(method, question, by_id) for question in selected)
    known = set(map(str, lines))
    status = [p.status for p in predictions]
    counts = PredictionCounts(
        found=status.count("ok"),
        missing=status.count("missing"),
        extra=sum(key not in known for key in by_id),
        duplicate=len(keyed) - len(by_id),
        empty=status.count("empty"),
        oversized=status.count("oversized"),
        fields=_fields(answers),
        extracted=sum(map(_is_extracted, predictions, selected, repeat(by_id))),
        problem=problem or _looks_positional(by_id, lines, selected) or _other_database(by_id, selected),
    )
    return predictions, counts


def _fields(answers: Answers) -> str | None:
    """Return where answers were looked for in records, and where else queries are."""
    if not answers.others:
        return None
    return f"queries stand under {', '.join(answers.others)}: say which with --pred-field"


def _is_extracted(prediction: Prediction, question: Question, by_id: Mapping[str, str]) -> bool:
    """Tell whether a query was taken out of other text."""
    raw = by_id.get(str(question.question_id), "")
    return prediction.sql is not None and prediction.sql != _plain(raw, question.db_id).rstrip("; \t\r\n")


def require_queries(method: str, path: Path, predictions: Sequence[Prediction], counts: PredictionCounts) -> None:
    """Raise `UsageError` when a prediction file holds nothing that can be evaluated."""
    answered = [p.sql for p in predictions if p.method == method and p.sql is not None]
    if counts.problem is not None and not answered:
        raise UsageError(f"no predictions of {method} in {path}: {counts.problem}")
    if not answered and counts.found + counts.empty + counts.oversized == 0 and counts.extra:
        raise UsageError(
            f"none of the {counts.extra} ids in {path} is that of a question of the benchmark, such as "
            f"{predictions[0].question_id}"
        )
    if not answered and counts.empty:
        fields = "" if counts.fields is None else f"; {counts.fields}"
        raise UsageError(f"all {counts.empty} predictions of {method} in {path} are empty{fields}")
    if answered and not any(map(looks_like_statement, answered)):
        first = " ".join(answered[0].split())[:100]
        raise UsageError(
            f"none of the {len(answered)} predictions of {method} in {path} is a query; one reads: {first}"
        )


def _gold_as_answer(answers: Answers, by_id: Mapping[str, str], selected: Sequence[Question]) -> str | None:
    """Say so when the field that was taken for the answers holds gold, and another one holds queries."""
    given = [(by_id[str(q.question_id)], q.gold) for q in selected if str(q.question_id) in by_id]
    same = sum(sql.split() == gold.split() for sql, gold in given)
    if not answers.others or not given or same < _SAME_AS_GOLD * len(given):
        return None
    return (
        f"the field {answers.field} holds the gold query in {same} of {len(given)} answers; queries also stand under"
        f" {', '.join(answers.others)}: say which with --pred-field"
    )


def _with_ids(answers: Answers, lines: Sequence[QuestionId]) -> tuple[tuple[tuple[str, str], ...], str | None]:
    if answers.problem is not None or answers.lines is None:
        return answers.keyed, answers.problem
    given = len(answers.lines)
    if given != len(lines):
        return (), f"{given} lines without ids for {len(lines)} questions: cannot tell which is which"
    return tuple((str(number), sql) for number, sql in zip(lines, answers.lines, strict=True)), None


def _prediction(method: str, question: Question, by_id: Mapping[str, str]) -> Prediction:
    raw = by_id.get(str(question.question_id))
    if raw is None:
        return Prediction(question.question_id, method, None, "missing")
    if len(raw) > MAX_SQL:
        return Prediction(question.question_id, method, None, "oversized")
    sql = clean(raw, question.db_id)
    return Prediction(question.question_id, method, sql or None, "ok" if sql else "empty")


def clean(raw: str, db_id: str) -> str:
    """Return the query of an answer, without BIRD's or Spider's suffix and without the text around it.

    A lone surrogate, which is no text, becomes `?`.
    """
    return query_in(_plain(raw, db_id)).strip()


def _plain(raw: str, db_id: str) -> str:
    sql = raw.split(_BIRD_MARK)[0].removesuffix(f"\t{db_id}")
    return sql.encode("utf-8", "replace").decode("utf-8").strip()


def _other_database(by_id: Mapping[str, str], selected: Sequence[Question]) -> str | None:
    """Say so when answers are marked as being about other databases than their questions: then ids do not fit."""
    for question in selected:
        _, marked, name = by_id.get(str(question.question_id), "").partition(_BIRD_MARK)
        if marked and name.strip() != question.db_id:
            return (
                f"the answer to question {question.question_id} is marked as one about {name.strip()}, but the "
                f"question is about {question.db_id}: these may be answers to other questions"
            )
    return None


def _looks_positional(
    by_id: Mapping[str, str], lines: Sequence[QuestionId], selected: Sequence[Question]
) -> str | None:
    """Say so when the keys are 0, 1, 2, ... while the benchmark's ids are not."""
    positions = {str(i) for i in range(len(lines))}
    if set(by_id) != positions or all(str(q.question_id) in by_id for q in selected):
        return None
    return "the keys 0, 1, 2, ... look like positions, not like question ids; answers are joined by id only"

"""Read prediction files in the forms people have, and join them with the questions by id.

Forms: BIRD's `{"0": "SQL\\t----- bird -----\\tdb"}`, `{id: sql}`, a list of objects, JSON lines of objects,
a list of SQL strings, one SQL a line. The last two carry no ids: they must cover the question file exactly,
line by line, and each line then stands for the id of the question in that place. Everything else is joined
by id alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from spotit.errors import UsageError
from spotit.evaluate.records import Prediction, PredictionCounts, Question, QuestionId
from spotit.files import read_bytes, read_text

MAX_SQL = 200_000
"""Characters of one prediction; a longer one is not a query anybody wrote."""

_ID_FIELDS = ("question_id", "id", "instance_id", "dev_index", "index", "idx")
_SQL_FIELDS = (
    "predicted_sql", "pred_sql", "prediction", "predict_sql", "pred", "predict", "generated_sql",
    "sql", "SQL", "query", "answer", "response", "right",
)  # fmt: skip
_BIRD_MARK = "\t----- bird -----\t"


@dataclass(frozen=True, slots=True)
class Answers:
    """The content of a prediction file: (id, sql) in file order, or SQL alone, or why it cannot be read."""

    keyed: tuple[tuple[str, str], ...] = ()
    lines: tuple[str, ...] | None = None
    problem: str | None = None


@dataclass(slots=True)
class _Pairs:
    """A JSON object as its pairs, so that a repeated key stays visible."""

    items: list[tuple[str, object]] = field(default_factory=list)

    def get(self, names: Iterable[str]) -> object | None:
        """Return the first value that one of these keys has."""
        values = dict(self.items)
        return next((values[name] for name in names if values.get(name) is not None), None)


def read_answers(path: Path) -> Answers:
    """Read a prediction file, or a folder of `<id>.sql` files.

    Content that makes no sense is an `Answers` with a problem; a missing file is an error.
    """
    if path.is_dir():
        files = sorted(path.glob("*.sql"))
        return Answers(tuple((file.stem, read_text(file, "replace")) for file in files))
    try:
        content = read_bytes(path)
    except OSError as error:
        raise UsageError(f"cannot read predictions {path}: {error.strerror}") from None
    try:
        return parse_answers(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        return Answers(problem=f"not UTF-8 text: {error.reason} at byte {error.start}")


def parse_answers(text: str) -> Answers:
    """Return the answers that the text of a prediction file holds."""
    start = text.lstrip()[:1]
    if not start:
        return Answers(problem="the file is empty")
    if start not in ("{", "["):
        return Answers(lines=tuple(text.rstrip("\n").split("\n")))
    try:
        return _from_json(json.loads(text, object_pairs_hook=_Pairs))
    except RecursionError:
        return Answers(problem="JSON nested too deeply")
    except ValueError as whole:
        return _from_json_lines(text, whole)


def _from_json_lines(text: str, whole: ValueError) -> Answers:
    keyed: list[tuple[str, str]] = []
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
        answer = _keyed(item)
        if answer is None:
            return Answers(problem=f"line {number} has no id; known id fields: {', '.join(_ID_FIELDS)}")
        keyed.append(answer)
    return Answers(tuple(keyed))


def _from_json(item: object) -> Answers:
    if isinstance(item, _Pairs):
        one = _keyed(item)
        if one is not None:
            return Answers((one,))
        return Answers(tuple((key, _sql_text(value)) for key, value in item.items))
    assert isinstance(item, list)
    if all(isinstance(entry, _Pairs) for entry in item):
        answers = [_keyed(entry) for entry in item]
        if None in answers:
            return Answers(problem=f"entry {answers.index(None)} has no id; known id fields: {', '.join(_ID_FIELDS)}")
        return Answers(tuple(a for a in answers if a is not None))
    if all(isinstance(entry, str) or entry is None for entry in item):
        return Answers(lines=tuple(_sql_text(entry) for entry in item))
    return Answers(problem="a list must hold objects only, or SQL strings only")


def _keyed(record: _Pairs) -> tuple[str, str] | None:
    """Return (id, sql) of an answer record, None when it carries no id."""
    number = record.get(_ID_FIELDS)
    return None if number is None or isinstance(number, _Pairs) else (str(number), _sql_text(record.get(_SQL_FIELDS)))


def _sql_text(value: object) -> str:
    if isinstance(value, _Pairs):
        value = value.get(_SQL_FIELDS)
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
        problem=problem or _looks_positional(by_id, lines, selected),
    )
    return predictions, counts


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
    """Return the SQL without BIRD's or Spider's suffix; a lone surrogate, which is no text, becomes `?`."""
    sql = raw.split(_BIRD_MARK)[0].removesuffix(f"\t{db_id}")
    return sql.encode("utf-8", "replace").decode("utf-8").strip()


def _looks_positional(
    by_id: Mapping[str, str], lines: Sequence[QuestionId], selected: Sequence[Question]
) -> str | None:
    """Say so when the keys are 0, 1, 2, ... while the benchmark's ids are not."""
    positions = {str(i) for i in range(len(lines))}
    if set(by_id) != positions or all(str(q.question_id) in by_id for q in selected):
        return None
    return "the keys 0, 1, 2, ... look like positions, not like question ids; answers are joined by id only"

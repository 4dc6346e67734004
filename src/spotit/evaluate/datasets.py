"""Read a benchmark folder: its questions, and where each database's schema and data are."""

from __future__ import annotations

import csv
import functools
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath, PureWindowsPath

from spotit.errors import UsageError
from spotit.evaluate.records import Question, QuestionId, Selection
from spotit.files import read_text
from spotit.frozen import frozen

KINDS = ("bird", "spider", "spider2", "pairs")

_QUESTION_FILES = {
    "bird": ("dev.json", "mini_dev_sqlite.json", "test.json", "train.json"),
    "spider": ("dev.json", "dev_subset.json", "test.json", "train_spider.json"),
    "spider2": ("questions_local.jsonl", "spider2-lite.jsonl", "spider2_lite.jsonl"),
    "pairs": ("questions.jsonl", "pairs.jsonl", "questions.json", "pairs.json"),
}
_DATABASE_FOLDERS = (
    "dev_databases", "databases", "database", "test_database", "test_databases",
    "train_databases", "schemas", "resource/databases/sqlite", ".",
)  # fmt: skip
_GOLD_FOLDERS = ("gold/sql", "evaluation_suite/gold/sql", "gold")
_ID_FIELDS = ("question_id", "id", "instance_id", "dev_index", "index")
_DB_FIELDS = ("db_id", "db", "database")
_GOLD_FIELDS = ("SQL", "gold", "gold_sql", "query", "sql", "left")
_EVIDENCE_FIELDS = ("evidence", "external_knowledge", "hint")
_LONGEST_NAME = 120
_DIFFICULTY_FIELDS = ("difficulty", "hardness")


@frozen
class DatabaseSource:
    """Where a database comes from: a SQLite file, SQL text to build one from, or only a schema."""

    db_id: str
    sqlite: Path | None = None
    seeds: tuple[Path, ...] = ()
    """SQL scripts with rows, to be run in this order on an empty database."""
    ddl: Path | None = None
    tables_json: Path | None = None
    inline: str | None = None
    """DDL given in the question records themselves."""

    @property
    def executable(self) -> bool:
        """Tell whether queries can be run on real rows."""
        return self.sqlite is not None or bool(self.seeds)

    def files(self) -> Iterator[tuple[str, Path]]:
        """Yield the (role, path) of the files this source is read from."""
        if self.sqlite is not None:
            yield "database", self.sqlite
        for seed in self.seeds:
            yield "database", seed
        if not self.executable:
            for path in (self.ddl, self.tables_json):
                if path is not None:
                    yield "schema", path
                    return


@frozen
class Benchmark:
    """All questions of a benchmark, in file order, and a source for each database they name."""

    kind: str
    questions: tuple[Question, ...]
    databases: Mapping[str, DatabaseSource]
    files: tuple[Path, ...]
    lines: tuple[QuestionId, ...]
    """The question ids of the file line by line, also of questions left out here."""
    built_in: Mapping[QuestionId, str]
    """Predictions that the question records carry themselves (`right` of a pairs file)."""
    notes: tuple[str, ...] = ()


def load_benchmark(kind: str, data: Path, questions: Path | None = None) -> Benchmark:
    """Read the benchmark in the folder `data`; `questions` is its question file if not the usual one."""
    if kind not in KINDS:
        raise UsageError(f"unknown benchmark {kind!r}; known: {', '.join(KINDS)}")
    if not data.exists():
        raise UsageError(f"there is no folder {data}")
    if not data.is_dir():
        raise UsageError(f"{data} is not a folder")
    file = questions or _question_file(kind, data)
    records = list(read_records(file))
    if kind == "spider2":
        records = [r for r in records if _is_local(r)]
    gold_folder = next((data / g for g in _GOLD_FOLDERS if (data / g).is_dir()), None)
    names = _database_names(records, file)
    found = [_question(records[n], n, names[n], gold_folder) for n in range(len(records))]
    kept, notes = _usable(found, file)
    inline = _inline_schemas(records, names, file)
    for name in (q.db_id for q in kept if not _is_file_name(q.db_id)):
        raise UsageError(f"{file}: {name[:_LONGEST_NAME]!r} cannot be the name of a database (db_id)")
    databases = {q.db_id: _source(q.db_id, data, inline.get(q.db_id)) for q in kept}
    built_in = {q.question_id: str(r["right"]) for q, r in zip(found, records, strict=True) if r.get("right")}
    lines = tuple(q.question_id for q in found)
    return Benchmark(kind, kept, databases, (file,), lines, built_in, notes)


def _is_file_name(name: str) -> bool:
    """Tell whether a name from anyone can name a file, and leads nowhere else than to the folder it is looked up in."""
    parts = PurePosixPath(name).parts + PureWindowsPath(name).parts
    return parts == (name, name) and name != ".." and name.isprintable() and len(name) <= _LONGEST_NAME


def select(questions: Iterable[Question], selection: Selection) -> tuple[Question, ...]:
    """Return the questions that the selection keeps, in their order."""
    ids, dbs, levels = (set(part) for part in (selection.ids, selection.db, selection.difficulty))
    kept = tuple(
        q
        for q in questions
        if (not ids or str(q.question_id) in ids)
        and (not dbs or q.db_id in dbs)
        and (not levels or q.difficulty in levels)
    )
    return kept[: selection.limit] if selection.limit is not None else kept


def read_records(path: Path) -> Iterator[dict[str, object]]:
    """Yield the objects of a JSON list, or of a JSON-lines file."""
    try:
        text = read_text(path)
        items = json.loads(text) if text.lstrip().startswith("[") else _json_lines(text)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"cannot read {path}: {error}") from None
    for item in items:
        if not isinstance(item, dict):
            raise UsageError(f"{path}: every question must be a JSON object, not {type(item).__name__}")
        yield item


def _json_lines(text: str) -> list[object]:
    return [json.loads(line) for line in text.split("\n") if line.strip()]


def _question_file(kind: str, data: Path) -> Path:
    names = _QUESTION_FILES[kind]
    for name in names:
        if (data / name).is_file():
            return data / name
    raise UsageError(f"{data} has no question file; looked for {', '.join(names)} (name it with --questions)")


def _is_local(record: dict[str, object]) -> bool:
    """Tell whether a Spider 2.0-lite question is one of the SQLite part."""
    return str(_first(record, _ID_FIELDS) or "").startswith("local")


def _database_names(records: Iterable[Mapping[str, object]], file: Path) -> list[str]:
    """Return the database of each record; those that name none and carry the same schema share one."""
    names: list[str] = []
    first: dict[str, str] = {}
    for position, record in enumerate(records):
        name = _first(record, _DB_FIELDS)
        if name is None and not record.get("schema"):
            raise UsageError(f"{file}: question {_id(record, position)} names no database (db_id)")
        names.append(first.setdefault(str(record["schema"]), str(position)) if name is None else str(name))
    return names


def _id(record: Mapping[str, object], position: int) -> QuestionId:
    number = _first(record, _ID_FIELDS)
    return position if number is None else number if isinstance(number, int) else str(number)


def _question(record: Mapping[str, object], position: int, db_id: str, gold_folder: Path | None) -> Question:
    question_id = _id(record, position)
    gold = _first(record, _GOLD_FIELDS)
    if gold is None and gold_folder is not None and _is_file_name(str(question_id)):
        gold = _text_of(gold_folder / f"{question_id}.sql")
    difficulty = _first(record, _DIFFICULTY_FIELDS)
    return Question(
        question_id=question_id,
        db_id=db_id,
        question=str(record.get("question") or ""),
        gold=str(gold or "").strip(),
        evidence=str(_first(record, _EVIDENCE_FIELDS) or ""),
        difficulty=None if difficulty is None else str(difficulty),
    )


def _text_of(file: Path) -> str | None:
    return read_text(file, "replace") if file.is_file() else None


def _first(record: Mapping[str, object], names: Iterable[str]) -> object | None:
    return next((record[name] for name in names if record.get(name) not in (None, "")), None)


def _usable(questions: list[Question], file: Path) -> tuple[tuple[Question, ...], tuple[str, ...]]:
    """Return the questions that have a gold query, each once, and notes on what is left out."""
    by_id: dict[str, Question] = {}
    repeated = 0
    for question in questions:
        first = by_id.setdefault(str(question.question_id), question)
        if first != question:
            raise UsageError(f"{file}: two different questions have the id {question.question_id}")
        repeated += first is not question
    bare = sum(not q.gold for q in by_id.values())
    counts = {"repeat another one": repeated, "have no gold query": bare}
    notes = tuple(f"{n} questions {what} and are left out" for what, n in counts.items() if n)
    return tuple(q for q in by_id.values() if q.gold), notes


def _inline_schemas(records: Iterable[Mapping[str, object]], names: Iterable[str], file: Path) -> dict[str, str]:
    """Return the schemas that records carry themselves, by database."""
    schemas: dict[str, str] = {}
    for db_id, record in zip(names, records, strict=True):
        if record.get("schema"):
            text = str(record["schema"])
            if schemas.setdefault(db_id, text) != text:
                raise UsageError(f"{file}: two different schemas for the database {db_id}")
    return schemas


def _source(db_id: str, data: Path, schema: str | None) -> DatabaseSource:
    if schema is not None:
        return _inline_source(db_id, data, schema)
    for folder in _DATABASE_FOLDERS:
        source = _source_in(db_id, data / folder)
        if source is not None:
            return source
    tables = next((p for p in sorted(data.glob("*tables.json")) if _lists_database(p, db_id)), None)
    if tables is None:
        raise UsageError(
            f"no database or schema for {db_id!r} in {data}: looked for {db_id}.sqlite, schema.sql, "
            f"{db_id}.sql and *tables.json"
        )
    return DatabaseSource(db_id, tables_json=tables)


def _inline_source(db_id: str, data: Path, schema: str) -> DatabaseSource:
    if "\n" in schema or "(" in schema or not (data / schema).is_file():
        return DatabaseSource(db_id, inline=schema)
    if not all(map(_is_file_name, Path(schema).parts)):
        raise UsageError(f"the schema of {db_id} is the file {schema!r}, which is not in {data}")
    path = data / schema
    return DatabaseSource(db_id, ddl=path) if path.suffix == ".sql" else DatabaseSource(db_id, sqlite=path)


def _source_in(db_id: str, folder: Path) -> DatabaseSource | None:
    if not folder.is_dir():
        return None
    home = _folder_named(folder, db_id)
    places = [p for p in (home, folder) if p is not None]
    sqlite = _existing(places, (f"{db_id}.sqlite", f"{db_id}.db", f"{db_id}.sqlite3"))
    ddl = _existing(places[:1] if home else [], ("schema.sql",))
    data = _existing(places, ("data.sql",) if home else ()) or _existing(places, (f"{db_id}.sql",))
    if sqlite is not None:
        return DatabaseSource(db_id, sqlite=sqlite)
    if data is not None and _has_rows(data):
        return DatabaseSource(db_id, seeds=tuple(p for p in (ddl, data) if p is not None))
    if ddl is not None or data is not None:
        return DatabaseSource(db_id, ddl=ddl or data)
    if home is not None and (home / "DDL.csv").is_file():
        return DatabaseSource(db_id, inline=_ddl_from_csv(home / "DDL.csv"))
    return None


def _existing(folders: Iterable[Path], names: Iterable[str]) -> Path | None:
    return next((f / n for n in names for f in folders if (f / n).is_file()), None)


def _folder_named(folder: Path, db_id: str) -> Path | None:
    """Return the sub-folder of that name; Spider 2.0 spells some in another case or with other dashes."""
    if (folder / db_id).is_dir():
        return folder / db_id
    wanted = db_id.casefold().replace("-", "_")
    return next(
        (p for p in sorted(folder.iterdir()) if p.is_dir() and p.name.casefold().replace("-", "_") == wanted),
        None,
    )


def _has_rows(path: Path) -> bool:
    return "INSERT INTO" in read_text(path, "replace").upper()


def _lists_database(path: Path, db_id: str) -> bool:
    return db_id in _listed_databases(path)


@functools.lru_cache(maxsize=8)
def _listed_databases(path: Path) -> frozenset[object]:
    return frozenset(entry.get("db_id") for entry in read_records(path))


def _ddl_from_csv(path: Path) -> str:
    lines = io.StringIO(read_text(path), newline="")
    statements = [row["DDL"].strip() for row in csv.DictReader(lines) if row.get("DDL")]
    return "\n".join(s if s.endswith(";") else s + ";" for s in statements)

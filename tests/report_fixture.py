"""Fabricated run directories for the tests of the report: every verdict and grade, and hostile strings."""

from __future__ import annotations

import random
from pathlib import Path

from spotit.database import Database, Rows
from spotit.engine.open import system
from spotit.evaluate import store
from spotit.evaluate.records import (
    Limits,
    Outcome,
    Prediction,
    PredictionCounts,
    Question,
    RunInfo,
    SchemaRecord,
    Selection,
    VerdictRecord,
    WitnessRecord,
)
from spotit.evaluate.task import TaskResult
from spotit.schemas.load import schema_from_ddl

LIBRARY = """
CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT NOT NULL, born DATE, country TEXT);
CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT,
  author_id INTEGER REFERENCES author(id), year INTEGER, price REAL);
CREATE TABLE loan (id INTEGER PRIMARY KEY, book_id INTEGER NOT NULL REFERENCES book(id), day DATE, returned INTEGER);
"""
AIRPORT = """
CREATE TABLE airline (code TEXT PRIMARY KEY, name TEXT NOT NULL, country TEXT);
CREATE TABLE flight (id INTEGER PRIMARY KEY,
  airline TEXT REFERENCES airline(code), origin TEXT, seats INTEGER, delay INTEGER);
"""
DDL = {"library": LIBRARY, "airport": AIRPORT}

NASTY = (
    '<img src=x onerror="window.__pwned=1">',
    "</script><script>window.__pwned=2</script>",
    "javascript:window.__pwned=3",
    "{{ 7*7 }}${7*7}",
    "=cmd|' /C calc'!A0",
    "\u202egnp.exe\u2066",
    "a\x00b\x1b[31m",
    "'; DROP TABLE book; --",
    "<!-- <svg onload=window.__pwned=4>",
    "]]>&amp;&#60;b&#62;",
)
GRADES = ("ordinary", "ties", "nulls", "empty", "order", "rounding", "degenerate")

QUERIES = {
    "library": (
        (
            "List the titles of books written after 1950 that were lent at least once.",
            "written after 1950 refers to year > 1950",
            "SELECT T1.title FROM book AS T1 INNER JOIN loan AS T2 ON T1.id = T2.book_id WHERE T1.year > 1950",
            (
                "SELECT DISTINCT b.title FROM book b JOIN loan l ON b.id = l.book_id WHERE b.year >= 1950",
                "SELECT title FROM book WHERE year > 1950",
                "SELECT title FROM book WHERE year > 1950 AND id IN (SELECT book_id FROM loan)",
            ),
        ),
        (
            "What is the percentage of loans that were returned?",
            "percentage = DIVIDE(COUNT(returned = 1), COUNT(id)) * 100",
            "SELECT CAST(COUNT(CASE WHEN returned = 1 THEN 1 ELSE 0 END) AS REAL) * 100 / COUNT(id) FROM loan",
            (
                "SELECT CAST(SUM(CASE WHEN returned = 1 THEN 1 ELSE 0 END) AS REAL) * 100 / COUNT(*) FROM loan",
                "SELECT SUM(returned = 1) * 100.0 / COUNT(*) FROM loan",
                "SELECT 100 * AVG(returned) FROM loan",
            ),
        ),
        (
            "Who wrote the most expensive book?",
            "",
            "SELECT a.name FROM author a JOIN book b ON a.id = b.author_id ORDER BY b.price DESC LIMIT 1",
            (
                "SELECT a.name FROM author a JOIN book b ON a.id = b.author_id "
                "WHERE b.price = (SELECT MAX(price) FROM book)",
                "SELECT name FROM author WHERE id = (SELECT author_id FROM book ORDER BY price DESC LIMIT 1)",
                "SELECT a.name FROM author a, book b WHERE b.author_id = a.id "
                "AND b.price = (SELECT MAX(price) FROM book)",
            ),
        ),
        (
            "How many authors from France or Spain were born before 1900?",
            "",
            "SELECT COUNT(id) FROM author WHERE country = 'France' OR 'Spain' AND born < '1900'",
            (
                "SELECT COUNT(*) FROM author WHERE country IN ('France', 'Spain') AND born < '1900-01-01'",
                "SELECT COUNT(id) FROM author WHERE (country = 'France' OR country = 'Spain') "
                "AND STRFTIME('%Y', born) < '1900'",
                "SELECT COUNT(*) FROM author WHERE country IN ('France', 'Spain') AND born < '1900-01-01'",
            ),
        ),
    ),
    "airport": (
        (
            "Which airline has the largest mean delay?",
            "mean delay = AVG(delay)",
            "SELECT T2.name FROM flight AS T1 INNER JOIN airline AS T2 ON T1.airline = T2.code "
            "GROUP BY T2.name ORDER BY AVG(T1.delay) DESC LIMIT 1",
            (
                "SELECT a.name FROM airline a JOIN flight f ON f.airline = a.code "
                "GROUP BY a.code ORDER BY AVG(f.delay) DESC LIMIT 1",
                "SELECT name FROM airline JOIN flight ON airline = code ORDER BY delay DESC LIMIT 1",
                "SELECT name FROM airline",
            ),
        ),
        (
            "Count the flights with more than 100 seats that leave from Oslo.",
            "",
            "SELECT COUNT(*) FROM flight WHERE seats > 100 AND origin = 'Oslo'",
            (
                "SELECT COUNT(id) FROM flight WHERE origin = 'Oslo' AND seats > 100",
                "SELECT COUNT(DISTINCT airline) FROM flight WHERE origin = 'Oslo' AND seats > 100",
                "SELECT SUM(seats > 100) FROM flight WHERE origin = 'Oslo'",
            ),
        ),
    ),
}
ASSUMPTIONS = (
    "text of t.c from a pool of 12 values",
    "integers between -1000000 and 1000000",
    "dates are valid and written YYYY-MM-DD",
    "declared foreign keys hold",
)
UNSUPPORTED = ("window function ntile", "recursive CTE without bound", "json_each", NASTY[0])


def make_run(root: Path, *, questions: int = 48, methods: int = 5, seed: int = 7, nasty: bool = True) -> Path:
    """Write a run directory with the store's own writer and return it."""
    rng = random.Random(seed)
    names = [f"method_{chr(97 + i)}" for i in range(methods)]
    if nasty:
        names[-1] = f"evil {NASTY[0]}"
    listed = [_question(number, rng, nasty=nasty) for number in range(questions)]
    made = [_task(question, choices, names, rng) for question, choices in listed]
    schemas = [
        SchemaRecord(db, ddl, (), "sql", ddl.count("CREATE"), ddl.count(",") + ddl.count("CREATE"), 3 + i)
        for i, (db, ddl) in enumerate(DDL.items())
    ]
    predictions = [p for predictions, _ in made for p in predictions]
    store.create(root, _info(names, questions), [q for q, _ in listed], predictions, schemas)
    writer = store.RunWriter(root, names)
    for _, result in made:
        writer.write(result)
    writer.close()
    return root


def _info(names: list[str], questions: int) -> RunInfo:
    return RunInfo(
        created="2025-06-15T12:00:00+00:00",
        spotit="0.1.0",
        source="0" * 12,
        engine="SQLite 3.50.0",
        python="3.11",
        platform="test",
        benchmark="bird",
        ex_source="database",
        options={"bound": 5, "semantics": "set", "timeout": 60.0, "foreign_keys": True},
        limits=Limits(),
        selection=Selection(),
        methods=tuple(names),
        inputs=(),
        predictions={name: PredictionCounts(found=questions) for name in names},
        notes=("a note on the inputs " + NASTY[1],),
        arguments={},
        fingerprint="f" * 16,
    )


def _question(number: int, rng: random.Random, *, nasty: bool) -> tuple[Question, tuple[str, ...]]:
    db = rng.choice(sorted(QUERIES))
    text, evidence, gold, choices = rng.choice(QUERIES[db])
    if nasty and number < len(NASTY):
        text, evidence = f"{text} {NASTY[number]}", NASTY[-number]
        gold = f"{gold} /* {NASTY[number].replace('*/', '')} */"
    difficulty = rng.choice(("simple", "simple", "moderate", "challenging"))
    return Question(number, db, text, gold, evidence, difficulty), choices


def _task(
    question: Question, choices: tuple[str, ...], names: list[str], rng: random.Random
) -> tuple[list[Prediction], TaskResult]:
    liked = rng.choice((question.gold, *choices))
    predictions: list[Prediction] = []
    for name in names:
        draw = rng.random()
        sql = liked if draw < 0.5 else question.gold if draw < 0.7 else rng.choice(choices)
        status = "ok" if draw < 0.98 else "missing"
        predictions.append(Prediction(question.question_id, name, sql if status == "ok" else None, status))
    texts = list(dict.fromkeys(p.sql for p in predictions if p.sql))
    verdicts = {sql: _verdict(question, sql, number, rng) for number, sql in enumerate(texts)}
    passing = {sql: sql == question.gold or rng.random() < 0.8 for sql in texts}
    found = {sql: v for sql, v in verdicts.items() if v.witness and passing[sql]}
    digests = {sql: {v.witness: _digest(question, sql, v, verdicts) for v in found.values()} for sql in texts}
    outcomes = tuple(_outcome(question, p, verdicts, passing, digests, found) for p in predictions)
    witnesses = tuple(
        WitnessRecord(
            v.witness or "",
            question.question_id,
            v.pair,
            tuple(p.method for p in predictions if p.sql == sql),
            v.verdict["grade"],
            v.verdict["bound"],
            "g0",
        )
        for sql, v in found.items()
    )
    scripts = {v.witness or "": v.verdict["witness"]["sql"] for v in found.values()}
    kept = tuple(v for sql, v in verdicts.items() if passing[sql])
    return predictions, TaskResult(outcomes, kept, witnesses, scripts)


def _digest(question: Question, sql: str, own: VerdictRecord, verdicts: dict[str, VerdictRecord]) -> str:
    if sql == question.gold or verdicts[sql].verdict["verdict"].startswith("equivalent"):
        return "g0"
    return f"d{len(sql) % 3}" if verdicts[sql].verdict["verdict"] == "different" else "g0"


def _outcome(
    question: Question,
    prediction: Prediction,
    verdicts: dict[str, VerdictRecord],
    passing: dict[str, bool],
    digests: dict[str, dict[str, str]],
    found: dict[str, VerdictRecord],
) -> Outcome:
    base = {
        "question_id": question.question_id,
        "method": prediction.method,
        "db_id": question.db_id,
        "difficulty": question.difficulty,
    }
    sql = prediction.sql
    if sql is None:
        return Outcome(**base, ex=False, ex_reason="missing")
    replays = digests.get(sql, {})
    if not passing[sql]:
        return Outcome(**base, ex=False, ex_reason="different result", answer="x", replays=replays)
    record, verdict = verdicts[sql], verdicts[sql].verdict
    crossed = tuple(w for w, d in replays.items() if d != "g0" and w != record.witness)
    return Outcome(
        **base,
        ex=True,
        answer="gold",
        verdict=verdict["verdict"],
        grade=verdict["grade"],
        bound=verdict["bound"],
        reason=verdict["reason"],
        witness=record.witness,
        cross_checked=crossed,
        cross_grade="nulls" if crossed else None,
        replays=replays,
        pair=record.pair,
        encoded=verdict["stats"]["encoded"],
        spurious=verdict["stats"]["spurious"],
        seconds=verdict["stats"]["seconds"],
    )


def _verdict(question: Question, sql: str, number: int, rng: random.Random) -> VerdictRecord:
    pair = f"{question.question_id}-{number:012x}"
    kind = "equivalent" if sql == question.gold else rng.choices(
        ("different", "equivalent", "equivalent_up_to_bound", "undecided", "unsupported", "invalid"),
        (50, 20, 25, 3, 2, 2),
    )[0]  # fmt: skip
    verdict: dict[str, object] = {
        "verdict": kind,
        "grade": None,
        "grade_settled": None,
        "bound": {"equivalent": None, "equivalent_up_to_bound": 5, "undecided": 2}.get(kind),
        "semantics": "set",
        "engine": "SQLite 3.50.0",
        "assumptions": rng.sample(ASSUMPTIONS, 2) if kind != "unsupported" else [],
        "reason": {"equivalent": "same canonical plan", "undecided": "timeout"}.get(kind, "no difference"),
        "side": "right" if kind in ("unsupported", "invalid") else None,
        "span": [0, 6] if kind in ("unsupported", "invalid") else None,
        "witness": None,
        "left_result": None,
        "right_result": None,
        "stats": {
            "seconds": round(rng.expovariate(1 / 0.04), 6),
            "stages": {},
            "databases": rng.randrange(900),
            "solver_calls": rng.randrange(3),
            "spurious": int(rng.random() < 0.01),
            "encoded": kind != "unsupported",
        },
    }
    if kind in ("unsupported", "invalid"):
        verdict["reason"] = rng.choice(UNSUPPORTED) if kind == "unsupported" else "no such column: nmae"
    if kind == "different":
        verdict |= _difference(question, rng)
    name = f"{pair}.sql" if kind == "different" else None
    return VerdictRecord(pair, question.question_id, question.db_id, name, verdict)


def _difference(question: Question, rng: random.Random) -> dict[str, object]:
    grade = rng.choices(GRADES, (60, 10, 12, 6, 6, 3, 3))[0]
    name = rng.choice(("Ann", "Bo", NASTY[rng.randrange(len(NASTY))]))
    if question.db_id == "library":
        tables = {
            "author": Rows(
                ("id", "name", "born", "country"),
                ((1, name, "1899-12-31", "France"), (2, "Bo", None, "Spain")),
            ),
            "book": Rows(
                ("id", "title", "author_id", "year", "price"),
                ((1, "a", 1, 1950, 2.5), (2, "b", 2, 1951, 2.5)),
            ),
            "loan": Rows(("id", "book_id", "day", "returned"), ((1, 1, "2020-01-01", 1), (2, 1, "2020-01-02", 0))),
        }  # fmt: skip
    else:
        tables = {
            "airline": Rows(("code", "name", "country"), (("A", name, "NO"), ("B", "Bo", None))),
            "flight": Rows(("id", "airline", "origin", "seats", "delay"), ((1, "A", "Oslo", 101, 5),)),
        }
    database = Database(tables)
    left = Rows(("title",), ((name,), ("b",))[: rng.randrange(3)])
    right = Rows(("title",), (("b",), (b"\x00\xff",), (None,)))
    return {
        "grade": grade,
        "grade_settled": True,
        "bound": rng.choices((1, 2, 3, 4, 5), (50, 30, 10, 6, 4))[0],
        "reason": f"Only the left query returns ({name}).",
        "witness": {
            "tables": {table: rows.as_dict() for table, rows in tables.items()},
            "sql": system().script(database, schema_from_ddl(DDL[question.db_id])),
            "tags": ["letter case"] if rng.random() < 0.1 else [],
            "explanation": f"Only the left query returns ({name}). The condition `year > 1950` decides.",
            "minimal": rng.random() < 0.5,
        },
        "left_result": left.as_dict(),
        "right_result": right.as_dict(),
    }

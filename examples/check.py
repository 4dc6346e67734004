"""Compare two answers to "Who are the customers outside Rome?", and act on each kind of verdict."""

from pathlib import Path

import spotit

SCHEMA = spotit.load_schema(Path(__file__).parent / "shop.sql")
GOLD = "SELECT name FROM customer WHERE city <> 'Rome'"
ANSWERS = {
    "not in": "SELECT name FROM customer WHERE city NOT IN ('Rome')",
    "except": "SELECT name FROM customer EXCEPT SELECT name FROM customer WHERE city = 'Rome'",
    "lower case": "SELECT name FROM customer WHERE city <> 'rome'",
    "misspelt": "SELECT name FROM customer WHERE town <> 'Rome'",
}

for title, answer in ANSWERS.items():
    verdict = spotit.check(GOLD, answer, SCHEMA, spotit.Options(bound=3, timeout=10.0))
    match verdict:
        case spotit.Different():
            print(f"{title}: differs ({verdict.grade.meaning})")
            for table, rows in verdict.witness.database.tables.items():
                for row in rows.rows:
                    print(f"  {table}: {dict(zip(rows.columns, row, strict=True))}")
            print(f"  gold returns {verdict.left.rows}, the answer {verdict.right.rows}")
        case spotit.Equivalent():
            print(f"{title}: the same on every database")
        case spotit.EquivalentUpTo():
            print(f"{title}: the same up to {verdict.rows} rows per table")
        case spotit.Undecided() | spotit.Unsupported():
            print(f"{title}: not known")
        case spotit.Invalid():
            print(f"{title}: the {verdict.side} query is wrong: {verdict.message}")

"""Each lint: what it finds, and what looks alike and is fine."""

import pytest

from spotit.errors import InvalidSql
from spotit.lint.lint_query import LINTS, lint
from spotit.schema import DeclaredColumn, ForeignKey, Schema, Table

AUTHOR = Table(
    "author",
    (
        DeclaredColumn("id", "INTEGER"),
        DeclaredColumn("name", "TEXT", True),
        DeclaredColumn("born", "DATE"),
        DeclaredColumn("country", "TEXT"),
    ),
    ("id",),
)
BOOK = Table(
    "book",
    (
        DeclaredColumn("id", "INTEGER"),
        DeclaredColumn("title", "TEXT"),
        DeclaredColumn("author_id", "INTEGER"),
        DeclaredColumn("year", "INTEGER"),
        DeclaredColumn("price", "REAL"),
    ),
    ("id",),
    foreign_keys=(ForeignKey(("author_id",), "author", ("id",)),),
)
SCHEMA = Schema((AUTHOR, BOOK))

FOUND = [
    ("string-condition", "SELECT id FROM author WHERE country = 'a' OR 'b'", "'b'"),
    ("string-condition", "SELECT id FROM author WHERE NOT 'b'", "'b'"),
    ("chained-comparison", "SELECT id FROM author WHERE 10 < id < 17", "10 < id < 17"),
    ("chained-comparison", "SELECT id FROM author WHERE (1 <= id <= 7) AND id > 0", "1 <= id <= 7"),
    ("chained-comparison", "SELECT id FROM author WHERE id = id = 1", "id = id = 1"),
    ("string-condition", "SELECT CASE WHEN 'x' THEN 1 END FROM author", "'x'"),
    ("string-condition", 'SELECT id FROM author WHERE country = "a" OR "b"', '"b"'),
    ("string-condition", "SELECT a.id FROM author a JOIN book b ON a.id = b.author_id AND 'x'", "'x'"),
    ("constant-comparison", "SELECT id FROM author WHERE born > '1971'", "born > '1971'"),
    ("constant-comparison", "SELECT id FROM author WHERE born > 1997-01-01", "born > 1997-01-01"),
    ("constant-comparison", "SELECT id FROM author WHERE strftime('%Y', born) = 1990", "strftime('%Y', born) = 1990"),
    ("constant-comparison", "SELECT id FROM author WHERE SUBSTR(born, 1, 4) BETWEEN 1 AND 2", None),
    ("constant-comparison", "SELECT id FROM author WHERE strftime('%Y', born) IN (1990, 1991)", None),
    ("constant-comparison", "SELECT country FROM author GROUP BY country HAVING COUNT(*) > '5'", "COUNT(*) > '5'"),
    ("constant-comparison", "SELECT id FROM book WHERE year = 'abc'", "year = 'abc'"),
    ("constant-comparison", "SELECT y FROM (SELECT strftime('%Y', born) AS y FROM author) WHERE y = 1990", None),
    ("self-comparison", "SELECT a.id FROM author a JOIN book b ON a.id = a.id", "a.id = a.id"),
    ("self-comparison", "SELECT id FROM author WHERE name = author.name", None),
    ("null-comparison", "SELECT id FROM author WHERE country = NULL", "country = NULL"),
    ("contradiction", "SELECT id FROM author WHERE country = 'a' AND country = 'b'", "country = 'b'"),
    ("contradiction", "SELECT id FROM author WHERE country <> 'a' OR country <> 'b'", "country <> 'b'"),
    ("contradiction", "SELECT id FROM book WHERE year BETWEEN 2000 AND 1990", "year BETWEEN 2000 AND 1990"),
    ("contradiction", "SELECT id FROM book WHERE year > 2000 AND year < 1990", None),
    ("count-else", "SELECT COUNT(CASE WHEN year > 1 THEN 1 ELSE 0 END) FROM book", None),
    ("count-else", "SELECT COUNT(year > 1) FROM book", "COUNT(year > 1)"),
    ("count-else", "SELECT COUNT(IIF(year > 1, 1, 0)) FROM book", None),
    ("integer-percentage", "SELECT COUNT(year) / COUNT(*) * 100 FROM book", "COUNT(year) / COUNT(*)"),
    ("integer-division", "SELECT SUM(year) / COUNT(*) FROM book", "SUM(year) / COUNT(*)"),
    ("integer-division", "SELECT COUNT(year) * 100 / COUNT(*) FROM book", "COUNT(year) * 100 / COUNT(*)"),
    ("wildcard-equals", "SELECT id FROM author WHERE name = '%ann%'", "name = '%ann%'"),
    ("date-format", "SELECT id FROM author WHERE born = '1/2/1990'", "born = '1/2/1990'"),
    ("mixed-and-or", "SELECT id FROM book WHERE year = 1 AND price = 2 OR price = 3", "year = 1 AND price = 2"),
    ("fan-out", "SELECT COUNT(a.id) FROM author a JOIN book b ON a.id = b.author_id", "COUNT(a.id)"),
    ("fan-out", "SELECT AVG(b.price) FROM book b JOIN book c ON b.year = c.year", "AVG(b.price)"),
    ("bare-column", "SELECT title, COUNT(*) FROM book", "title"),
    ("limit-without-order", "SELECT title FROM book LIMIT 3", "3"),
    ("several-rows", "SELECT title FROM book WHERE author_id = (SELECT id FROM author WHERE name = 'a')", None),
    ("not-in-nullable", "SELECT id FROM author WHERE id NOT IN (SELECT author_id FROM book)", None),
    ("cross-join", "SELECT a.name FROM author a, book b WHERE b.year > 1", "book"),
    ("cross-join", "SELECT a.name FROM author a JOIN book b ON b.id = b.year", "book"),
    ("limit-ties", "SELECT title FROM book ORDER BY price DESC LIMIT 1", "price"),
    ("unused-table", "SELECT b.title FROM book b JOIN author a ON a.id = b.author_id", "author"),
    ("quoted-string", 'SELECT id FROM author WHERE country = "Spain"', '"Spain"'),
]  # fmt: skip


@pytest.mark.parametrize(("name", "sql", "text"), FOUND)
def test_it_is_found_where_it_stands(name, sql, text):
    found = [f for f in lint(sql, SCHEMA) if f.name == name]
    assert found, lint(sql, SCHEMA)
    if text is not None:
        assert text in [sql[f.span.start : f.span.end] for f in found]


FINE = [
    ("string-condition", "SELECT id FROM author WHERE country IN ('a', 'b') AND name LIKE 'x%'"),
    ("chained-comparison", "SELECT id FROM author WHERE (10 < id) = 1 AND 1 = (id < 3) AND 10 < id AND id < 17"),
    ("constant-comparison", "SELECT id FROM author WHERE born > '1971-01-01'"),
    ("constant-comparison", "SELECT id FROM author WHERE country = 29"),
    ("constant-comparison", "SELECT id FROM book WHERE year = '1990' AND price > 2"),
    ("constant-comparison", "SELECT id FROM author WHERE CAST(strftime('%Y', born) AS INTEGER) = 1990"),
    ("constant-comparison", "SELECT id FROM author WHERE strftime('%Y', born) = '1990'"),
    ("constant-comparison", "SELECT id FROM unknown WHERE x > '1971'"),
    ("self-comparison", "SELECT a.id FROM book a JOIN book b ON a.id = b.id"),
    ("contradiction", "SELECT id FROM author WHERE country = 'a' OR country = 'b'"),
    ("contradiction", "SELECT a.id FROM book a, book b WHERE a.id = b.year AND a.year = 1 AND b.year = 2"),
    ("count-else", "SELECT COUNT(CASE WHEN year > 1 THEN 1 END), SUM(year > 1) FROM book"),
    ("integer-division", "SELECT CAST(SUM(year) AS REAL) / COUNT(*), SUM(price) / 2, 1 / 2 FROM book"),
    ("wildcard-equals", "SELECT id FROM author WHERE name LIKE '%ann%' OR country = '50%'"),
    ("mixed-and-or", "SELECT id FROM book WHERE (year = 1 AND price = 2) OR price = 3"),
    ("mixed-and-or", "SELECT id FROM book WHERE year = 1 AND price = 2 OR year = 2 AND price = 1"),
    ("fan-out", "SELECT COUNT(DISTINCT a.id) FROM author a JOIN book b ON a.id = b.author_id"),
    ("fan-out", "SELECT AVG(b.price) FROM book b JOIN author a ON a.id = b.author_id"),
    ("fan-out", "SELECT SUM(a.id) FROM author a JOIN book b ON a.id = b.author_id GROUP BY b.id"),
    ("bare-column", "SELECT title, MAX(price) FROM book"),
    ("bare-column", "SELECT title, COUNT(*) FROM book WHERE id = 3"),
    ("limit-without-order", "SELECT COUNT(*) FROM book LIMIT 1"),
    ("limit-without-order", "SELECT title FROM book WHERE id = 1 LIMIT 1"),
    ("several-rows", "SELECT title FROM book WHERE year = (SELECT MAX(year) FROM book)"),
    ("several-rows", "SELECT title FROM book WHERE author_id = (SELECT a.id FROM author a WHERE a.id = book.id)"),
    ("several-rows", "SELECT title FROM book WHERE author_id = (SELECT id FROM author ORDER BY id LIMIT 1)"),
    ("not-in-nullable", "SELECT id FROM author WHERE id NOT IN (SELECT author_id FROM book WHERE author_id > 0)"),
    ("not-in-nullable", "SELECT id FROM author WHERE id NOT IN (SELECT id FROM book)"),
    ("cross-join", "SELECT b.title FROM book b, (SELECT MAX(price) AS top FROM book)"),
    ("cross-join", "SELECT a.name FROM author a NATURAL JOIN book b"),
    ("limit-ties", "SELECT title FROM book ORDER BY price, id LIMIT 1"),
    ("unused-table", "SELECT b.title FROM book b JOIN author a ON a.id = b.author_id WHERE a.country = 'x'"),
    ("unused-table", "SELECT COUNT(*) FROM author a JOIN book b ON a.id = b.author_id WHERE a.name = 'x'"),
    ("quoted-string", 'SELECT "name" AS "n" FROM author ORDER BY "n"'),
]  # fmt: skip


@pytest.mark.parametrize(("name", "sql"), FINE)
def test_it_is_silent_about_what_is_fine(name, sql):
    assert name not in [f.name for f in lint(sql, SCHEMA)]


def test_every_lint_is_tested_and_says_what_it_is_about():
    assert {name for name, _, _ in FOUND} == {each.name for each in LINTS}
    assert all(each.about for each in LINTS)


def test_a_query_that_does_not_parse_is_an_error():
    with pytest.raises(InvalidSql):
        lint("SELEC 1", SCHEMA)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT 1",
        "VALUES (1), (2)",
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 9) SELECT x FROM n WHERE x = 'a'",
        "SELECT * FROM (SELECT * FROM author) AS a LEFT JOIN (book JOIN author USING (id)) ON 1",
        "SELECT value FROM json_each('[1]') WHERE key = 1",
        "SELECT name FROM author UNION SELECT title FROM book ORDER BY 1 LIMIT 2",
        "SELECT ROW_NUMBER() OVER (PARTITION BY year ORDER BY price) FROM book",
    ],
)
def test_any_query_can_be_read(sql):
    lint(sql, SCHEMA)

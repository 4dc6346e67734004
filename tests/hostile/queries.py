"""Hostile queries by class, each run against an ordinary query over `SCHEMA`; `{folder}` is a folder to escape to."""

from __future__ import annotations

SCHEMA = (
    "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, b TEXT, c REAL, d DATE);"
    "CREATE TABLE u (id INTEGER PRIMARY KEY, t_id INTEGER REFERENCES t (id), x TEXT);"
)
ORDINARY = "SELECT a FROM t WHERE a > 3"
COUNT = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
ESCAPE = "\x1b]0;owned\x07\x1b[2J\x9b31m"


def nested(outer: str, depth: int, inner: str) -> str:
    """Return an expression put into another, so many times; `@` is its place."""
    before, after = outer.split("@")
    return before * depth + inner + after * depth


def joined(operator: str, piece: str, count: int) -> str:
    """Return pieces joined by an operator; `@` in a piece is its number."""
    return f" {operator} ".join(piece.replace("@", str(n)) for n in range(count))


def _recursion() -> list[str]:
    return [
        f"{COUNT} SELECT count(*) FROM n",
        f"{COUNT} SELECT i FROM n",
        f"{COUNT} SELECT a FROM t WHERE a IN (SELECT i FROM n)",
        f"{COUNT} SELECT a FROM t WHERE EXISTS (SELECT 1 FROM n WHERE i < 0)",
        f"{COUNT} SELECT x.i FROM n x, n y WHERE x.i + y.i < 0",
        "WITH RECURSIVE n(s) AS (SELECT 'xx' UNION ALL SELECT s || s FROM n) SELECT length(s) FROM n",
        "WITH RECURSIVE n(i) AS (SELECT a FROM t UNION ALL SELECT i * 2 FROM n) SELECT max(i) FROM n",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION SELECT i + a FROM n, t) SELECT i FROM n",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT n.i + 1 FROM n, t, u) SELECT count(*) FROM n",
        f"{COUNT} SELECT group_concat(i) FROM n",
        f"{COUNT} SELECT a, (SELECT max(i) FROM n WHERE i > a) FROM t",
        f"{COUNT}, m(j) AS (SELECT i FROM n LIMIT 100000) SELECT count(*) FROM m x, m y, m z",
    ]


def _products() -> list[str]:
    return [
        f"SELECT count(*) FROM {', '.join(f't x{n}' for n in range(k))}" for k in (6, 9, 20, 40, 60)
    ] + [
        f"SELECT x0.a FROM {', '.join(f't x{n}' for n in range(12))} ORDER BY x11.b, x3.c LIMIT 3",
        f"SELECT DISTINCT x0.b || x5.b FROM {', '.join(f't x{n}' for n in range(10))}",
        f"SELECT sum(x0.a * x7.a) FROM {', '.join(f't x{n}' for n in range(8))} WHERE x0.b <> x7.b",
        f"SELECT a FROM t {' '.join(f'LEFT JOIN u u{n} ON u{n}.t_id <> t.id' for n in range(14))}",
        f"SELECT a FROM t {' '.join(f'NATURAL JOIN t t{n}' for n in range(60))}",
        f"SELECT a FROM t WHERE {joined('OR', 'EXISTS (SELECT 1 FROM u, t t@, u u@ WHERE u.x > t@.b)', 20)}",
    ]  # fmt: skip


def _values() -> list[str]:
    return [
        "SELECT zeroblob(2000000000)",
        "SELECT length(zeroblob(1000000000)) FROM t",
        "SELECT hex(randomblob(900000000))",
        "SELECT printf('%.*c', 2000000000, 'x')",
        "SELECT printf('%0*d', 100000000, a) FROM t",
        "SELECT printf('%2147483647d', a) FROM t",
        "SELECT printf('%99999999.99999999f', c) FROM t",
        f"SELECT printf('{'%s' * 20_000}', a) FROM t",
        "SELECT replace(hex(zeroblob(100000)), '0', hex(zeroblob(100000)))",
        "SELECT replace(printf('%.*c', 3000000, 'a'), 'a', 'aaaaaaaaaa')",
        "SELECT group_concat(zeroblob(1000000)) FROM t, u",
        "SELECT json_group_array(hex(zeroblob(1000000))) FROM t, u",
        "SELECT substr(zeroblob(1000000000), -1) FROM t",
        f"SELECT {'9' * 10_000} FROM t",
        f"SELECT a FROM t WHERE a = {'1' * 400}",
        f"SELECT 1e{'9' * 300}, -1e999, 1e-{'9' * 300} FROM t",
        f"SELECT a FROM t WHERE a = 0x{'f' * 200}",
        f"SELECT a FROM t WHERE b = '{'x' * 900_000}'",
        f"SELECT x'{'ab' * 300_000}' FROM t",
        "SELECT a * 9223372036854775807 * 9223372036854775807 FROM t",
        "SELECT sum(a * 9223372036854775807) FROM t",
        "SELECT abs(-9223372036854775808), -9223372036854775808 / -1, -9223372036854775808 % -1",
        "SELECT date('9999-12-31', '+999999999999 years'), strftime('%s', 1e300), julianday(-1e300)",
        "SELECT date(a, " + ", ".join("'+1 day'" for _ in range(120)) + ") FROM t",
        "SELECT char(" + ", ".join("1114111" for _ in range(120)) + "), unicode(b), char(55296) FROM t",
    ]


def _patterns() -> list[str]:
    bomb, long = "%a" * 2000, "a" * 100_000
    return [
        f"SELECT a FROM t WHERE b LIKE '{bomb}%b'",
        f"SELECT a FROM t WHERE b GLOB '{'*a' * 2000}*b'",
        f"SELECT a FROM t WHERE '{long}' LIKE '{'%a' * 1000}b'",
        f"SELECT a FROM t WHERE '{long}' GLOB '{'*a' * 1000}b'",
        f"SELECT a FROM t WHERE printf('%.*c', 3000000, 'a') LIKE '{'%a' * 2400}%b'",
        f"SELECT a FROM t WHERE b LIKE '{'x' * 50_000}'",
        f"SELECT a FROM t WHERE b GLOB '{'[a-z]' * 900}'",
        f"SELECT a FROM t WHERE b GLOB '{'[' * 4000}'",
        f"SELECT a FROM t WHERE b LIKE '{'_' * 4000}' OR b LIKE '%{'_%' * 40}z'",
        f"SELECT a FROM t WHERE {joined('AND', '''b NOT LIKE '%@%' ''', 60)} AND b LIKE '%a%b%c%d%e%f%'",
        f"SELECT a FROM t WHERE {joined('OR', '''b LIKE '%a@_b%c%' ''', 120)}",
        "SELECT instr(printf('%.*c', 2000000, 'a'), printf('%.*c', 1000000, 'a') || 'b') FROM t",
        "SELECT replace(printf('%.*c', 2000000, 'a'), printf('%.*c', 1000000, 'a') || 'b', 'x') FROM t",
        "SELECT a FROM t WHERE instr(printf('%.*c', 3900000, 'a'), printf('%.*c', 1900000, 'a') || b) > 0",
        "SELECT trim(printf('%.*c', 3000000, 'a'), printf('%.*c', 900000, 'b')) FROM t",
        "SELECT ltrim(printf('%.*c', 3900000, 'é'), printf('%.*c', 200000, 'b') || 'é') FROM t",
        f"SELECT a FROM t WHERE b LIKE '{'%' * 4000}a' ESCAPE '%'",
        f"SELECT a FROM t WHERE b LIKE '{chr(0x1F600) * 2000}%' ESCAPE 'ab'",
    ]


def _size() -> list[str]:
    return [
        "SELECT '" + "x" * 10_000_000 + "' FROM t",
        "SELECT a FROM t -- " + "y" * 10_000_000,
        "SELECT a FROM t" + " " * 10_000_000,
        f"SELECT a FROM t WHERE a IN ({', '.join(map(str, range(50_000)))})",
        f"SELECT a FROM t WHERE b IN ({', '.join(repr(str(n)) for n in range(20_000))})",
        f"SELECT a FROM t WHERE a NOT IN ({', '.join(map(str, range(0, 9_000, 3)))}) AND c IN (1, 2)",
        f"SELECT {', '.join(f'a + {n}' for n in range(1_900))} FROM t",
        f"SELECT {', '.join(['a'] * 5_000)} FROM t",
        f"VALUES {', '.join(f'({n})' for n in range(20_000))}",
        f"WITH {', '.join(f'c{n} AS (SELECT {n} AS x FROM t)' for n in range(500))} SELECT x FROM c499",
        f"SELECT a FROM t ORDER BY {', '.join(f'a + {n}' for n in range(600))}",
        f"SELECT count(*) FROM t GROUP BY {', '.join(f'a % {n + 1}' for n in range(500))}",
        f"SELECT a FROM t WHERE {joined('AND', 'a > @', 3_000)}",
        f"SELECT CASE {' '.join(f'WHEN a = {n} THEN {n + 1}' for n in range(3_000))} END FROM t",
        joined("UNION ALL", "SELECT a + @ FROM t", 450),
        joined("EXCEPT", "SELECT a + @ FROM t", 300),
        joined("INTERSECT", "SELECT a FROM t WHERE a <> @", 300),
        f"SELECT {', '.join(f'sum(a) OVER (ORDER BY b ROWS {n} PRECEDING)' for n in range(200))} FROM t",
    ]  # fmt: skip


def _depth() -> list[str]:
    return [
        "SELECT " + nested("(@)", 5_000, "1"),
        "SELECT " + nested("(@)", 250, "a") + " FROM t",
        "SELECT a FROM t WHERE " + nested("(@)", 900, "a > 3"),
        "SELECT a FROM t WHERE " + nested("NOT (@)", 400, "a > 3"),
        "SELECT " + nested("-@", 50_000, "1"),
        "SELECT " + nested("- @", 950, "a") + " FROM t",
        "SELECT " + nested("coalesce(@, a)", 120, "b") + " FROM t",
        "SELECT " + nested("ifnull(@, nullif(a, 3))", 200, "b") + " FROM t",
        "SELECT " + nested("coalesce(nullif(@, 1), nullif(a, c))", 60, "c") + " FROM t",
        "SELECT " + nested("CASE WHEN a > 1 THEN @ ELSE a END", 200, "0") + " FROM t",
        "SELECT " + nested("abs(@)", 600, "a") + " FROM t",
        "SELECT " + nested("upper(lower(@))", 300, "b") + " FROM t",
        "SELECT " + nested("replace(@, 'a', 'aa')", 60, "'a'") + " FROM t",
        "SELECT " + nested("(@ || b)", 300, "b") + " FROM t",
        nested("SELECT a FROM (@)", 150, "SELECT a FROM t"),
        nested("SELECT a FROM t WHERE a IN (@)", 70, "SELECT a FROM t"),
        nested("SELECT a FROM t WHERE EXISTS (@)", 90, "SELECT 1 FROM u WHERE u.t_id = t.id"),
        nested("SELECT (@)", 200, "SELECT max(a) FROM t"),
        nested("SELECT max(a) AS a FROM (@) GROUP BY a % 7", 60, "SELECT a FROM t"),
        "[" * 190_000,
        "SELECT " + "[" * 190_000,
        "SELECT " + "/*" * 90_000,
        "SELECT '" + "''" * 100_000,
        "(" * 100_000,
        "SELECT " + "CASE WHEN " * 20_000,
        "SELECT a FROM t WHERE a BETWEEN " + " AND a BETWEEN ".join(["1 AND 2"] * 300),
        "WITH " * 30_000,
        "SELECT " + "x." * 50_000 + "y",
    ]


def _text() -> list[str]:
    odd = [
        "\x00",
        "\x01",
        "\x7f",
        "\x85",
        "\xa0",
        "\u200b",
        "\u202e",
        "\u2028",
        "\ufeff",
        "\ufffe",
        "\U0010ffff",
        "\ud800",
    ]
    return [
        *(f"SELECT a FROM t WHERE b = '{c}'" for c in odd),
        *(f"SELECT{c}a{c}FROM{c}t" for c in odd),
        f"SELECT '{ESCAPE}' FROM t",
        f'SELECT a AS "{ESCAPE}" FROM t',
        f"SELECT a FROM t WHERE b = '{ESCAPE}' -- {ESCAPE}",
        f'SELECT "{ESCAPE}" FROM nowhere',
        "SELECT a AS \"</script><script>alert(1)</script>\" FROM t WHERE b = '<img src=x onerror=alert(1)>'",
        "SELECT a FROM t WHERE b = '=HYPERLINK(\"http://evil\")' OR b = '+cmd|'' /C calc''!A0' OR b = '@SUM(1)'",
        "SELECT a FROM t WHERE b = '\\input{/etc/passwd}\\write18{touch evil}' OR b = '}$%&_^~#{'",
        "SELECT a FROM t WHERE b = '{{ 7 * 7 }}{% include \"/etc/passwd\" %}'",
        "SELECT a FROM t WHERE b = '[bold red]x[/] :warning: [link=file:///etc/passwd]y[/link]'",
        "SELECT CAST(x'fffe80c0' AS TEXT), a FROM t",
        "SELECT b FROM t WHERE b = CAST(x'ed a080' AS TEXT)",
        "SELECT b || CAST(x'00' AS TEXT) FROM t",
        "\x00\x01\x02\x03",
        "\u0000SELECT 1",
        "SELECT 1\x00; DROP TABLE t",
    ]  # fmt: skip


def _forbidden() -> list[str]:
    return [
        "ATTACH DATABASE '{folder}/evil.db' AS evil",
        "VACUUM INTO '{folder}/evil.db'",
        "VACUUM",
        "PRAGMA writable_schema = 1",
        "PRAGMA temp_store_directory = '{folder}'",
        "PRAGMA journal_mode = WAL",
        "SELECT * FROM pragma_database_list",
        "SELECT * FROM pragma_table_info('t')",
        "SELECT load_extension('{folder}/evil.so')",
        "SELECT fts3_tokenizer('simple', x'4141414141414141')",
        "SELECT fts3_tokenizer('simple')",
        "CREATE VIRTUAL TABLE v USING fts5(x)",
        "CREATE VIRTUAL TABLE v USING csv(filename='/etc/passwd')",
        "CREATE TEMP TABLE v AS SELECT 1",
        "SELECT readfile('/etc/passwd')",
        "SELECT writefile('{folder}/evil.db', 'x')",
        "SELECT edit('x', 'touch {folder}/evil.db')",
        "SELECT * FROM fsdir('/')",
        "SELECT * FROM sqlite_dbpage",
        "SELECT * FROM dbstat",
        "SELECT sql FROM sqlite_master",
        "SELECT * FROM carray(1, 2)",
        "SELECT * FROM generate_series(1, 1000000000)",
        "SELECT * FROM json_each('[' || printf('%.*c', 3000000, '1') || ']')",
        "SELECT * FROM json_tree('" + "[" * 5_000 + "]" * 5_000 + "')",
        "SELECT json_extract(b, '$" + "[0]" * 5_000 + "') FROM t",
        "INSERT INTO t VALUES (1, 2, 3, 4, 5)",
        "UPDATE t SET a = 0",
        "DELETE FROM t RETURNING a",
        "DROP TABLE t",
        "ALTER TABLE t RENAME TO evil",
        "WITH x AS (SELECT 1) DELETE FROM t",
        "SELECT a FROM t; DROP TABLE t",
        "SELECT a FROM t; SELECT b FROM t",
        ";" * 100_000 + "SELECT a FROM t",
        "BEGIN; SELECT a FROM t; COMMIT",
        "EXPLAIN SELECT a FROM t",
        "SELECT a FROM t WHERE a = ?",
        "SELECT a FROM t WHERE a = :x AND b = @y AND c = $z",
        "SELECT random(), randomblob(4), changes(), last_insert_rowid() FROM t",
        "SELECT sqlite_compileoption_get(1), sqlite_source_id(), sqlite_log(1, 'x')",
        "",
        "   ",
        "-- nothing",
        ";",
        ".shell touch {folder}/evil.db",
        "$(touch {folder}/evil.db)",
    ]


def _solver() -> list[str]:
    return [
        "SELECT a FROM t WHERE a * a * a + id * id * id = 33",
        "SELECT a FROM t WHERE a * id * a * id % 7919 = 4242 AND a / (id + 1) * a > a % (id + 3)",
        "SELECT x.a FROM t x, t y, t z WHERE x.a * y.a * z.a = x.id * y.id * z.id + 1 AND x.a > 1 AND y.a > 1",
        "SELECT sum(a * a) * sum(id * id) FROM t GROUP BY a * id % 13 HAVING sum(a * id) * count(*) = 97",
        "SELECT a FROM t WHERE a * 1.0 / c * c = a AND c * c * c - a * c < 0.001",
        "SELECT round(c * c, 3), c / 3.0 * 3.0 FROM t WHERE c * c = 2.0",
        "SELECT a FROM t WHERE (a & id) | (a << 3) = (id >> 1) + ~a",
        "SELECT a FROM t WHERE date(d, '+' || a || ' days', 'weekday ' || (id % 7)) > date('now')",
        "SELECT avg(a) * avg(c) - sum(a * c) / count(*) FROM t GROUP BY id % 3, a % 5",
        "SELECT a FROM t WHERE length(replace(b, 'a', 'bb')) * length(b) = instr(b, 'c') * unicode(b)",
        "SELECT pow(a, id), sqrt(a), ln(c), sin(a * c) FROM t WHERE exp(c) > a",
        "SELECT a, sum(a) OVER (PARTITION BY a % 3 ORDER BY c ROWS 2 PRECEDING) * rank() OVER (ORDER BY a * a) FROM t",
    ]  # fmt: skip


CLASSES = {
    "recursion without end": _recursion(),
    "products of everything": _products(),
    "value and printf bombs": _values(),
    "LIKE, GLOB, INSTR and REPLACE bombs": _patterns(),
    "huge queries and lists": _size(),
    "deep nesting": _depth(),
    "odd characters and markup": _text(),
    "statements and functions that are not allowed": _forbidden(),
    "arithmetic that stops the solver": _solver(),
}
"""The queries by class."""

"""Hostile schemas by class: DDL text, and values of a `schema` field that are no DDL."""

from __future__ import annotations

from hostile.queries import ESCAPE, nested


def _chain(count: int) -> str:
    first = "CREATE TABLE t0 (id INTEGER PRIMARY KEY, p INTEGER);"
    rest = (
        f"CREATE TABLE t{n + 1} (id INTEGER PRIMARY KEY, p INTEGER NOT NULL REFERENCES t{n} (id));"
        for n in range(count)
    )
    last = f"CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, p INTEGER NOT NULL REFERENCES t{count} (id));"
    return first + "".join(rest) + last


def _views(count: int, body: str) -> str:
    views = (f"CREATE VIEW v{n + 1} AS {body.replace('@', f'v{n}')};" for n in range(count))
    return "CREATE TABLE t (a INTEGER);CREATE VIEW v0 AS SELECT a FROM t;" + "".join(views)


T = "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER"
COUNT = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
CLASSES = {
    "thousands of tables and columns": [
        "CREATE TABLE t (a INTEGER);" + "".join(f"CREATE TABLE t{n} (a INTEGER PRIMARY KEY);" for n in range(3_000)),
        f"CREATE TABLE t (a INTEGER, {', '.join(f'c{n} TEXT' for n in range(1_900))})",
        f"CREATE TABLE t (a INTEGER, {', '.join(f'c{n} TEXT' for n in range(2_500))})",
        "CREATE TABLE t (a INTEGER);" + "".join(f"CREATE INDEX i{n} ON t (a);" for n in range(500)),
        f"CREATE TABLE t (a INTEGER, {', '.join(f'CHECK (a <> {n})' for n in range(800))})",
        f"CREATE TABLE {'t' * 100_000} (a INTEGER); CREATE TABLE t (a INTEGER)",
    ],
    "chains and circles of foreign keys": [
        _chain(80),
        _chain(300),
        f"{T} NOT NULL REFERENCES t (id))",
        f"{T} NOT NULL REFERENCES u (id)); CREATE TABLE u (id INTEGER PRIMARY KEY REFERENCES t (id))",
        "".join(
            f"CREATE TABLE {'t' if n == 0 else f't{n}'} (id INTEGER PRIMARY KEY, a INTEGER NOT NULL REFERENCES "
            f"{'t' if n == 39 else f't{n + 1}'} (id));"
            for n in range(40)
        ),
        f"{T} REFERENCES nowhere (x))",
        f"{T}, FOREIGN KEY (a, id) REFERENCES t (id))",
    ],
    "views that double": [
        _views(22, "SELECT x.a FROM @ x, @ y"),
        _views(40, "SELECT x.a FROM @ x JOIN @ y ON x.a = y.a"),
        _views(30, "SELECT a FROM @ UNION ALL SELECT a FROM @"),
        _views(300, "SELECT a FROM @"),
        "CREATE TABLE t (a INTEGER); CREATE VIEW v AS SELECT * FROM v; CREATE VIEW w AS SELECT * FROM x; "
        "CREATE VIEW x AS SELECT * FROM w;",
        f"CREATE TABLE t (a INTEGER); CREATE VIEW v AS {COUNT} SELECT i FROM n",
    ],
    "CHECKs and generated columns that loop": [
        f"{T}, CHECK {nested('(@)', 5_000, 'a > 1')})",
        f"{T}, CHECK {nested('(@)', 900, 'a > 1')})",
        f"{T}, CHECK ({nested('coalesce(@, a)', 80, 'id')} > 0))",
        f"{T}, CHECK (a LIKE '{'%a' * 2_000}%b'))",
        f"{T}, CHECK (length(printf('%.*c', 1000000 * a, 'x')) > 5))",
        f"{T}, CHECK (instr(printf('%.*c', 3000000, 'a'), printf('%.*c', 1000000, 'a') || 'b') = a))",
        f"{T}, g TEXT AS (replace(printf('%.*c', 100000 + a, 'a'), 'a', 'aaaaaaaaaa')) STORED)",
        f"{T}, g TEXT AS (printf('%.*c', 900000000, 'x')))",
        f"{T}, " + ", ".join(f"g{n} INTEGER AS ({'a' if n == 0 else f'g{n - 1} + g{n - 1}'})" for n in range(60)) + ")",
        f"{T}, g AS (h), h AS (g))",
        f"{T}, CHECK (a * a * a + id * id * id = 33))",
        f"{T}, CHECK (a > 5), CHECK (a < 5))",
        f"{T}, CHECK ((SELECT count(*) FROM t) < 5))",
        f"{T}, CHECK (random() > 0), CHECK (load_extension('x')), CHECK (evil(a)))",
        f"{T}, g DEFAULT (randomblob(1000000000)), CHECK (a IN ({', '.join(map(str, range(20_000)))})))",
        f"{T}); CREATE UNIQUE INDEX i ON t ({nested('abs(@)', 200, 'a')})",
        "CREATE TABLE t (a INTEGER); CREATE TRIGGER r AFTER INSERT ON t BEGIN INSERT INTO t VALUES (new.a + 1); END",
    ],
    "schemas that are none, or do more": [
        "",
        "   ",
        "SELECT 1;",
        "[" * 190_000 + ";",
        "CREATE TABLE t (a" * 2_000 + ";",
        "CREATE TABLE " * 20_000 + ";",
        "CREATE TABLE t (a INTEGER); ATTACH '{folder}/evil.db' AS e; VACUUM INTO '{folder}/evil.db';",
        "CREATE TABLE t (a INTEGER); PRAGMA writable_schema = 1; UPDATE sqlite_master SET sql = 'x'; DROP TABLE t;",
        "CREATE TABLE t (a INTEGER); SELECT load_extension('{folder}/evil.so'); CREATE VIRTUAL TABLE f USING fts5(x);",
        f"CREATE TABLE t (a INTEGER); CREATE TABLE n AS {COUNT} SELECT i FROM n;",
        f"CREATE TABLE t (a INTEGER); INSERT INTO t {COUNT} SELECT i FROM n;",
        "CREATE TABLE t (a INTEGER);" * 3_000,
        "CREATE TABLE t (a INTEGER)" + " " * 3_000_000,
        "CREATE TABLE t (a INTEGER) -- " + "x" * 999,
        "CREATE TABLE t (a INTEGER, " + ", ".join(f"column_{n} VARCHAR(10) NOT NULL" for n in range(20)) + ")",
        "/etc/passwd",
        "../../../../etc/passwd",
        "/dev/zero",
        "{folder}",
        "{folder}/fifo",
        "\x00",
        '{"table_names_original": ["t"]}',
        '{"db_id": "x", "table_names_original": ["t"], "column_names_original": [[0, "a"]], "column_types": []};',
        "CREATE TABLE t (a ENUM('x','y'), PRIMARY KEY (a) USING BTREE) ENGINE=InnoDB;",
    ],
    "names of tables and columns": [
        f'CREATE TABLE t (a INTEGER, "{ESCAPE}" TEXT)',
        f'CREATE TABLE t (a INTEGER); CREATE TABLE "{ESCAPE}" (x)',
        'CREATE TABLE t (a INTEGER, "</script><script>alert(1)</script>" TEXT, "=1+1" TEXT, "\\input{x}" TEXT)',
        'CREATE TABLE t (a INTEGER, "" TEXT, " " TEXT, "\u202e" TEXT, "\u2028" TEXT)',
        'CREATE TABLE t (a INTEGER, "\'; DROP TABLE t; --" TEXT, `"` TEXT, [select] TEXT)',
        'CREATE TABLE t (a INTEGER, "\ud800" TEXT)',
        'CREATE TABLE t (a INTEGER, "A" INTEGER)',
        'CREATE TABLE t (a INTEGER); CREATE TABLE "sqlite_evil" (x); CREATE TABLE "main.t" (a)',
        f'CREATE TABLE t (a INTEGER, "{"c" * 200_000}" TEXT)',
    ],
}
"""The schemas by class; each is checked with two queries over its table t."""
PAIR = ("SELECT a FROM t", "SELECT a FROM t WHERE a > 1")

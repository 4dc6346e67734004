-- case: a declared collation decides GROUP BY
-- expect: different
-- options: bound=3
CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT COLLATE NOCASE);
CREATE TABLE u(id INTEGER PRIMARY KEY, a TEXT);
-- left
SELECT count(*) FROM t GROUP BY c
-- right
SELECT count(*) FROM t GROUP BY c COLLATE BINARY

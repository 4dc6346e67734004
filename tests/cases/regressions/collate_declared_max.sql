-- case: a declared collation decides MAX
-- expect: different
-- options: bound=3
CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT COLLATE NOCASE);
CREATE TABLE u(id INTEGER PRIMARY KEY, a TEXT);
-- left
SELECT max(c) FROM t
-- right
SELECT max(c COLLATE BINARY) FROM t

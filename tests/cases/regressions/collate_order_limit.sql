-- case: the first row by another collation
-- expect: different
-- options: bound=3
CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT COLLATE NOCASE);
CREATE TABLE u(id INTEGER PRIMARY KEY, a TEXT);
-- left
SELECT id FROM t ORDER BY a, id LIMIT 1
-- right
SELECT id FROM t ORDER BY a COLLATE NOCASE, id LIMIT 1

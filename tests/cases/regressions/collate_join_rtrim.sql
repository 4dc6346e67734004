-- case: a join under RTRIM ignores blanks at the end
-- expect: different
-- options: bound=3
CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT COLLATE NOCASE);
CREATE TABLE u(id INTEGER PRIMARY KEY, a TEXT);
-- left
SELECT t.id FROM t JOIN u ON t.a = u.a
-- right
SELECT t.id FROM t JOIN u ON t.a = u.a COLLATE RTRIM

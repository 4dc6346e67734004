-- case: COUNT(DISTINCT) under NOCASE counts letters of both cases once
-- expect: different
-- options: bound=3
CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT COLLATE NOCASE);
CREATE TABLE u(id INTEGER PRIMARY KEY, a TEXT);
-- left
SELECT count(DISTINCT a) FROM t
-- right
SELECT count(DISTINCT a COLLATE NOCASE) FROM t

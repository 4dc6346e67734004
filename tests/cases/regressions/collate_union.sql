-- case: UNION under NOCASE merges letters of both cases
-- expect: different
-- options: bound=3
CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT COLLATE NOCASE);
CREATE TABLE u(id INTEGER PRIMARY KEY, a TEXT);
-- left
SELECT count(*) FROM (SELECT a FROM t UNION SELECT a FROM u)
-- right
SELECT count(*) FROM (SELECT a COLLATE NOCASE FROM t UNION SELECT a FROM u)

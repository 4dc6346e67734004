-- case: IN under NOCASE finds letters of the other case
-- expect: different
-- options: bound=3
CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, b TEXT, c TEXT COLLATE NOCASE);
CREATE TABLE u(id INTEGER PRIMARY KEY, a TEXT);
-- left
SELECT id FROM t WHERE a IN (SELECT a FROM u)
-- right
SELECT id FROM t WHERE a COLLATE NOCASE IN (SELECT a FROM u)

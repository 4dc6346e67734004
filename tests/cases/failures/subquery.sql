-- case: a failing subquery
-- expect: different error
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b TEXT);
-- left
SELECT a FROM t;
-- right
SELECT a FROM t WHERE (SELECT count(*) FROM t WHERE b LIKE 'x' ESCAPE 'ab') >= 0;

-- case: a LIMIT that is no number
-- expect: different error
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b TEXT);
-- left
SELECT a FROM t;
-- right
SELECT a FROM t LIMIT 'x';

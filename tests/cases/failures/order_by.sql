-- case: a failing key of ORDER BY
-- expect: different error
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b TEXT);
-- left
SELECT a FROM t;
-- right
SELECT a FROM t ORDER BY abs(-9223372036854775808);

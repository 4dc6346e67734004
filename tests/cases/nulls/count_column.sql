-- case: COUNT of a column skips NULLs
-- expect: different nulls
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT COUNT(a) FROM t;
-- right
SELECT COUNT(*) FROM t;

-- case: || with NULL is NULL
-- expect: different nulls
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT s || '!' FROM t;
-- right
SELECT coalesce(s, '') || '!' FROM t;

-- case: what overflows on the way does not come back
-- expect: different
CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER, m INTEGER, r REAL, q REAL, u NUMERIC);
-- left
SELECT n + m - m FROM t;
-- right
SELECT n + m * 0 FROM t;

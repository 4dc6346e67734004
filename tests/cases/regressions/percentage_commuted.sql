-- case: a percentage of sums, with its factors in another order
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER, m INTEGER, r REAL, q REAL, u NUMERIC);
-- left
SELECT CAST(SUM(n) AS REAL) * 100 / COUNT(*) FROM t;
-- right
SELECT 100.0 * SUM(n) / COUNT(*) FROM t;

-- case: the only condition of a query is tested on each row, and fails on one
-- expect: different error
CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER);
-- left
SELECT id FROM t WHERE abs(n) > 5;
-- right
SELECT id FROM t WHERE n > 5 OR n < -5;

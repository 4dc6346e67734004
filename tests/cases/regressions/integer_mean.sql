-- case: a SUM of integers fails where their mean does not
-- expect: different error
CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER, m INTEGER, r REAL, q REAL, u NUMERIC);
-- left
SELECT AVG(n) FROM t;
-- right
SELECT SUM(n) * 1.0 / COUNT(n) FROM t;

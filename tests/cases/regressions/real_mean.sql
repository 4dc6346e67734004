-- case: the mean of doubles is their sum divided by their number
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER, m INTEGER, r REAL, q REAL, u NUMERIC);
-- left
SELECT AVG(r) FROM t;
-- right
SELECT SUM(r) / COUNT(r) FROM t;

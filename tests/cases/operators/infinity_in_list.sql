-- case: a column of integers that a query compares with infinity
-- expect: different
CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER);
-- left
SELECT SUM(POW(n, 1) IN (NULL, 1e400)) FROM t;
-- right
SELECT SUM(((n IN (NULL, 1e400)) IS TRUE) = 1) FROM t;

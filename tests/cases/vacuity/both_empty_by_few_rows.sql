-- case: two queries that nobody has seen to return a row
-- expect: unrefuted
CREATE TABLE t(id INTEGER PRIMARY KEY, g INTEGER, n INTEGER, m INTEGER, b BOOLEAN);
-- left
SELECT g FROM t GROUP BY g HAVING AVG(n > 1) BETWEEN 0.01 AND 0.02;
-- right
SELECT g FROM t WHERE 0;

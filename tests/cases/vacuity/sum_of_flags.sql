-- case: a sum of flags is a count
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, g INTEGER, n INTEGER, m INTEGER, b BOOLEAN);
-- left
SELECT g FROM t GROUP BY g HAVING SUM(b) > 5;
-- right
SELECT g FROM t WHERE 0;

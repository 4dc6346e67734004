-- case: nothing is claimed of a count that nobody reaches
-- expect: unrefuted
CREATE TABLE t(id INTEGER PRIMARY KEY, g INTEGER, n INTEGER, m INTEGER, b BOOLEAN);
-- left
SELECT g FROM t GROUP BY g HAVING COUNT(*) > 1000;
-- right
SELECT g FROM t WHERE 0;

-- case: HAVING COUNT(*) > 10 is not the empty query
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, g INTEGER, n INTEGER, m INTEGER, b BOOLEAN);
-- left
SELECT g FROM t GROUP BY g HAVING COUNT(*) > 10;
-- right
SELECT g FROM t WHERE 0;

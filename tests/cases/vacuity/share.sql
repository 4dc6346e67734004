-- case: shares that five rows do not make
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, g INTEGER, n INTEGER, m INTEGER, b BOOLEAN);
-- left
SELECT g FROM t GROUP BY g HAVING SUM(n > 1) > 0.9 * COUNT(*);
-- right
SELECT g FROM t GROUP BY g HAVING SUM(n > 1) >= COUNT(*);

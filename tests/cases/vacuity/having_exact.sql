-- case: COUNT(*) = 5 against COUNT(*) >= 5 takes six rows
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, g INTEGER, n INTEGER, m INTEGER, b BOOLEAN);
-- left
SELECT g FROM t GROUP BY g HAVING COUNT(*) = 5;
-- right
SELECT g FROM t GROUP BY g HAVING COUNT(*) >= 5;

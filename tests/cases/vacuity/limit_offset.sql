-- case: LIMIT 9, 2 returns nothing of five rows
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, g INTEGER, n INTEGER, m INTEGER, b BOOLEAN);
-- left
SELECT n FROM t ORDER BY n LIMIT 9, 2;
-- right
SELECT m FROM t ORDER BY n LIMIT 9, 2;

-- case: a count of five divided by ten is 0
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, g INTEGER, n INTEGER, m INTEGER, b BOOLEAN);
-- left
SELECT COUNT(*) / 10 FROM t;
-- right
SELECT 0;

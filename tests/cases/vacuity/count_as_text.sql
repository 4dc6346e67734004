-- case: a count of two digits as text
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, g INTEGER, n INTEGER, m INTEGER, b BOOLEAN);
-- left
SELECT LENGTH(COUNT(*)) FROM t;
-- right
SELECT 1;

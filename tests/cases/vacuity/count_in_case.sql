-- case: a count in CASE
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, g INTEGER, n INTEGER, m INTEGER, b BOOLEAN);
-- left
SELECT g, CASE WHEN COUNT(*) > 8 THEN 'many' ELSE 'few' END FROM t GROUP BY g;
-- right
SELECT g, 'few' FROM t GROUP BY g;

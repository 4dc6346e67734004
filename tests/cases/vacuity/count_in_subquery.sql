-- case: a count in a scalar subquery
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, g INTEGER, n INTEGER, m INTEGER, b BOOLEAN);
-- left
SELECT id FROM t WHERE (SELECT COUNT(*) FROM t) > 7;
-- right
SELECT id FROM t WHERE 0;

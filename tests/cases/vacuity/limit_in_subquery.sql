-- case: a limit within a subquery
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, g INTEGER, n INTEGER, m INTEGER, b BOOLEAN);
-- left
SELECT id FROM t WHERE id NOT IN (SELECT id FROM t ORDER BY id LIMIT 8);
-- right
SELECT id FROM t WHERE 0;

-- case: UNION does not keep the order of rows that are sorted below it, even if no row is dropped
-- expect: different ordinary
-- options: semantics=list
CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER NOT NULL);
-- left
SELECT id FROM t ORDER BY n, id LIMIT 5;
-- right
SELECT id FROM (SELECT id FROM t ORDER BY n, id LIMIT 5) UNION SELECT id FROM t WHERE 0;

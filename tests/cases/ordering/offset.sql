-- case: OFFSET skips rows
-- expect: different
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT id FROM t ORDER BY id LIMIT 1;
-- right
SELECT id FROM t ORDER BY id LIMIT 1 OFFSET 1;

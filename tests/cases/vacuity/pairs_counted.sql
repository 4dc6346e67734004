-- case: a count over pairs of rows
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, n INTEGER, c INTEGER);
-- left
SELECT id FROM t WHERE n = 1 OR (SELECT COUNT(*) FROM t a, t b) > 30;
-- right
SELECT id FROM t WHERE n = 1;

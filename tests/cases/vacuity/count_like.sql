-- case: a count that is read as text
-- expect: unrefuted
CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, n INTEGER, c INTEGER);
-- left
SELECT id FROM t WHERE n = 1 OR (SELECT COUNT(*) FROM t) || '' LIKE '1_';
-- right
SELECT id FROM t WHERE n = 1;

-- case: a NULL that one query asks for is not
-- expect: different nulls
CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, n INTEGER, c INTEGER);
-- left
SELECT id FROM t WHERE c <> 1;
-- right
SELECT id FROM t WHERE c <> 1 OR c IS NULL;

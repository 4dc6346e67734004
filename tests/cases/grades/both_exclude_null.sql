-- case: what is not NULL for both is no question for a NULL
-- expect: different nulls
CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, n INTEGER, c INTEGER);
-- left
SELECT id FROM t WHERE c IS NOT NULL AND n <> 1;
-- right
SELECT id FROM t WHERE c IS NOT NULL AND (n <> 1 OR n IS NULL);

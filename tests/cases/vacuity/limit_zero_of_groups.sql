-- case: a LIMIT of 0 rows is empty whatever the database
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT, n INTEGER, c INTEGER);
-- left
SELECT n FROM t GROUP BY n LIMIT 0;
-- right
SELECT n FROM t WHERE 0;

-- case: two queries that are empty on every database
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, g INTEGER, n INTEGER, m INTEGER, b BOOLEAN);
-- left
SELECT id FROM t WHERE n > 1 AND n < 1;
-- right
SELECT id FROM t WHERE 0;

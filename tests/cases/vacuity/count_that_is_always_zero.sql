-- case: a count that is 0 on every database, which is not for lack of rows
-- expect: equivalent up to 3
CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER);
-- left
SELECT COUNT(*) FROM t WHERE n > 5 AND n < 5;
-- right
SELECT COUNT(*) FROM t WHERE n IS NULL AND n = 3;

-- case: a double beyond all integers is cast to the greatest
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER, m INTEGER, r REAL, q REAL, u NUMERIC);
-- left
SELECT CAST(r AS INTEGER) FROM t WHERE r > 1e19;
-- right
SELECT 9223372036854775807 FROM t WHERE r > 1e19;

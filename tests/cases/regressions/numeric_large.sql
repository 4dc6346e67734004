-- case: a NUMERIC column keeps a whole number that is no integer
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER, m INTEGER, r REAL, q REAL, u NUMERIC);
-- left
SELECT id FROM t WHERE u > 9300000000000000000;
-- right
SELECT id FROM t WHERE 0;

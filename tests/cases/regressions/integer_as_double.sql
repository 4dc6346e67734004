-- case: integers beyond 2^53 are equal as doubles
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER, m INTEGER, r REAL, q REAL, u NUMERIC);
-- left
SELECT id FROM t WHERE n = m;
-- right
SELECT id FROM t WHERE n * 1.0 = m * 1.0;

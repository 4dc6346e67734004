-- case: twice a large integer is a double, which rounds
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER, m INTEGER, r REAL, q REAL, u NUMERIC);
-- left
SELECT id FROM t WHERE n * 2 > m * 2;
-- right
SELECT id FROM t WHERE n > m;

-- case: an INTEGER column holds more than 32 bits
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER, m INTEGER, r REAL, q REAL, u NUMERIC);
-- left
SELECT id FROM t WHERE n = 3 * m AND m > 1000000000;
-- right
SELECT id FROM t WHERE 0;

-- case: an integer with leading zeros
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER);
-- left
SELECT id FROM t WHERE PRINTF('%03d', n) = '007';
-- right
SELECT id FROM t WHERE n = 7;

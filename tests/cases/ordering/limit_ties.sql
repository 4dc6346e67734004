-- case: LIMIT 1 against all rows that reach the maximum
-- expect: different ties
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT id FROM t WHERE a IS NOT NULL ORDER BY a DESC LIMIT 1;
-- right
SELECT id FROM t WHERE a = (SELECT MAX(a) FROM t);

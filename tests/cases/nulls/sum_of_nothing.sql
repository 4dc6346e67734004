-- case: SUM of no row is NULL, TOTAL is 0.0
-- expect: different empty
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT SUM(a) FROM t WHERE a > 0;
-- right
SELECT TOTAL(a) FROM t WHERE a > 0;

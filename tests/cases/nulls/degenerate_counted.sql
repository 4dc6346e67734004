-- case: no row against a row of NULL, when counted
-- expect: different degenerate
-- options: degenerate=true
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT MAX(a) FROM t;
-- right
SELECT MAX(a) FROM t HAVING COUNT(*) > 0;

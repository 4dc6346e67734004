-- case: HAVING on the key can be a WHERE
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT a, COUNT(*) FROM t GROUP BY a HAVING a > 0;
-- right
SELECT a, COUNT(*) FROM t WHERE a > 0 GROUP BY a;

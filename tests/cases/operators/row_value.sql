-- case: row values compare from left to right
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT id FROM t WHERE (a, b) < (1, 2);
-- right
SELECT id FROM t WHERE a < 1 OR (a = 1 AND b < 2);

-- case: BETWEEN is two comparisons
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT id FROM t WHERE a BETWEEN 1 AND 5;
-- right
SELECT id FROM t WHERE a >= 1 AND a <= 5;

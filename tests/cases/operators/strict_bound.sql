-- case: < 3 and <= 2 are the same for integers
-- expect: equivalent
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT id FROM t WHERE a < 3;
-- right
SELECT id FROM t WHERE a <= 2;

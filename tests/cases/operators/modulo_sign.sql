-- case: the remainder has the sign of the dividend
-- expect: different
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT id FROM t WHERE a % 2 = 1;
-- right
SELECT id FROM t WHERE a % 2 <> 0;

-- case: < 3 and <= 2 are not the same for reals
-- expect: different
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT id FROM t WHERE x < 3;
-- right
SELECT id FROM t WHERE x <= 2;

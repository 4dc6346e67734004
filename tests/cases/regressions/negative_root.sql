-- case: a constant that no power of a number reaches
-- expect: different ordinary
CREATE TABLE t(id INTEGER PRIMARY KEY, x REAL);
-- left
SELECT id FROM t WHERE POWER(x, 2) > -4;
-- right
SELECT id FROM t WHERE POWER(x, 2) > 4;

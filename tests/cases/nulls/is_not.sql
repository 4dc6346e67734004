-- case: IS NOT keeps NULL where <> drops it
-- expect: different nulls
CREATE TABLE t(id INTEGER PRIMARY KEY, a INTEGER, b INTEGER, s TEXT, x REAL);
-- left
SELECT id FROM t WHERE a IS NOT 1;
-- right
SELECT id FROM t WHERE a <> 1;
